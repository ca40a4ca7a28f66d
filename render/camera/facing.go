package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

const (
	// The camera behind an opponent is this many units behind the eye, above it and to its side, so that the body,
	// which is facingHalf wide to each side, does not hide the other player. If there is no room at the side, it is
	// facingOver above.
	facingBehind, facingAbove, facingAside, facingHalf = 90, 14, 36, 22
	facingOver                                         = 44
	// At a distance of facingFar units or more, the other player would be small: the camera is then facingBack times
	// as far behind the opponent and has a narrower field of view.
	facingFar, facingBack         = 900, 2
	facingFarRoom, facingFarLeast = 14, 18
	// facingTouch is its minimum distance from a wall behind it, in units.
	facingTouch = 4
	// facingRoom is the free angle around the two players in degrees. The field of view is between facingLeast and
	// facingMost.
	facingRoom, facingLeast, facingMost = 26, 36, 100
	// facingNearest is its minimum distance from either player, in units. Closer, it would be inside a body.
	facingNearest = 30
	// facingCrowd is the factor for a position from which a third body hides the followed player.
	facingCrowd = 0.2
)

// facingSides are the positions to try, best first. The first from which one player does not hide the other is taken;
// otherwise the one that hides least.
var facingSides = [...]struct{ behind, above, way float32 }{
	{facingBehind, facingAbove, 1}, {facingBehind, facingAbove, -1}, {facingBehind / 2, facingAbove, 1},
	{facingBehind / 2, facingAbove, -1},
	{facingBehind, facingOver, 0}, {facingBehind / 2, facingOver, 0}, {facingBehind, facingAbove, 0},
	{facingBehind / 2, facingAbove, 0},
}

// Facing returns the camera behind a player who fights the followed player, so that both are visible; ok is false if
// there is none. A nil map has no walls.
func Facing(m *player.Moment, slot int, level *bsp.Map, g *scene.Geometry) (c scene.Camera, ok bool) {
	const chest = 16 // units below the eye
	eye := m.World.Game.EyeOf(&m.World.Players[slot], &m.Poses[slot]).Origin
	body, to := eye.Sub(mgl32.Vec3{0, 0, chest / 2}), m.Eye.Origin.Sub(mgl32.Vec3{0, 0, chest})
	d := to.Sub(eye)
	angles := mgl32.Vec3{pitchOf(d) / 2, yawOf(d)}
	_, right, _ := scene.Camera{Angles: angles}.Vectors()
	best, back, room, least := float32(0), float32(1), float32(facingRoom), float32(facingLeast)
	if d.Len() >= facingFar {
		back, room, least = facingBack, facingFarRoom, facingFarLeast
	}
	for _, side := range facingSides {
		p := onArm(level, raise(level, eye, side.above), angles, back*side.behind)
		// Stay away from walls.
		from := p.at(max(0, p.free-facingTouch)).Origin
		at := from
		if side.way != 0 {
			way := right.Mul(side.way)
			at = from.Add(way.Mul(freeDistance(level, from, way, facingAside)))
		}
		near, far := body.Sub(at), to.Sub(at)
		if near.Len() < facingNearest || far.Len() < facingNearest || !g.Clear(at, body) || !g.Clear(at, to) {
			continue
		}
		hidden := mgl32.RadToDeg(float32(math.Atan(float64(facingHalf / near.Len()))))
		near, far = near.Normalize(), far.Normalize()
		apart := mgl32.RadToDeg(float32(math.Acos(float64(mgl32.Clamp(near.Dot(far), -1, 1)))))
		beside := apart / hidden
		if crowded(m, slot, at, to) {
			beside *= facingCrowd
		}
		if apart+room > facingMost || ok && beside <= best {
			continue
		}
		middle := near.Add(far)
		c, ok, best = scene.Camera{
			Origin: at, Angles: mgl32.Vec3{pitchOf(middle), yawOf(middle)}, FOV: max(apart+room, least),
		}, true, beside
		if beside >= 1 && !crowded(m, slot, at, to) {
			return c, true
		}
	}
	return c, ok
}

// crowded reports whether a third player is between two positions.
func crowded(m *player.Moment, slot int, from, to mgl32.Vec3) bool {
	way := to.Sub(from)
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if i == slot || i == m.Eye.Slot || i >= len(m.Poses) || !p.Visible || p.Dead || p.Spectator {
			continue
		}
		d := mgl32.Vec3(m.Poses[i].Origin).Sub(from)
		part := d.Dot(way) / max(1, way.Dot(way))
		if part > 0 && part < 0.95 && d.Sub(way.Mul(part)).Len() < 1.5*facingHalf {
			return true
		}
	}
	return false
}

// AtVictim returns a camera that looks at the victim of a shot in flight, from the direction of the followed player, as
// near as walls allow; ok is false if there is none.
func AtVictim(m *player.Moment, slot int, level *bsp.Map, g *scene.Geometry) (c scene.Camera, ok bool) {
	const away, high, aside = 150, 24, 25 // units, degrees
	at := m.Poses[slot].Origin
	yaw := yawOf(m.Eye.Origin.Sub(at))
	for _, turn := range [...]float32{aside, -aside, 4 * aside, -4 * aside} {
		way, _, _ := scene.Camera{Angles: mgl32.Vec3{-10, yaw + turn}}.Vectors()
		from := raise(level, at, high)
		from = from.Add(way.Mul(freeDistance(level, from, way, away)))
		d := at.Sub(from)
		if d.Len() < facingBehind/2 || !g.Clear(from, at) {
			continue
		}
		return scene.Camera{Origin: from, Angles: mgl32.Vec3{pitchOf(d), yawOf(d)}, FOV: victimFOV}, true
	}
	return c, false
}

// OverShoulder returns a camera behind a player that looks in the player's direction. It is the fallback if no position
// shows both players: it shows at least this one, and the shot.
func OverShoulder(m *player.Moment, slot int, level *bsp.Map) scene.Camera {
	eye := m.World.Game.EyeOf(&m.World.Players[slot], &m.Poses[slot])
	p := onArm(level, raise(level, eye.Origin, facingAbove), mgl32.Vec3{wrap(eye.Angles[0]) / 2, eye.Angles[1]},
		facingBehind)
	return p.at(max(0, p.free-facingTouch))
}

// victimFOV is the field of view of [AtVictim] in degrees: the body, and the missile on its way to it.
const victimFOV = 80

// yawOf returns the yaw of a direction.
func yawOf(d mgl32.Vec3) float32 {
	return mgl32.RadToDeg(float32(math.Atan2(float64(d[1]), float64(d[0]))))
}
