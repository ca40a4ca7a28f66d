package camera

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/director"
	"demoscope/render/scene"
)

// Units and degrees of the modes that follow a player.
const (
	chaseDistance = 120
	chaseHeight   = 16 // above the eye
	maxChasePitch = 85 // including the player's own pitch
	minDistance   = 40
	maxDistance   = 1200

	orbitRadius = 180
	orbitPitch  = 20
	orbitSpeed  = 12 // degrees per second: half a minute for a full turn
	orbitPause  = 3  // seconds before it turns again after the viewer has turned it
	// If a wall leaves an orbit less than orbitTight of its radius, where it would be inside the body, it turns away
	// at orbitSweep degrees per second until it has orbitFree.
	orbitSweep            = 240
	orbitTight, orbitFree = 0.4, 0.65

	// From overheadHeight, a room of a thousand units fills the picture, and a body is still as large as a letter.
	overheadHeight    = 640
	minOverheadHeight = 160
	maxOverheadHeight = 4096
	overheadNorth     = 90 // y is up in the picture
	overheadPitch     = 90

	outsideDistance = 64 // behind the eyes
)

var up = mgl32.Vec3{0, 0, 1}

// chase returns the position behind an eye.
func (c *Camera) chase(eye player.Eye, m *bsp.Map) place {
	// Demos use pitches of 350 degrees for 10 degrees up.
	pitch := mgl32.Clamp(wrap(eye.Angles[0])*0.5+c.ChaseTurn[0], -maxChasePitch, maxChasePitch)
	return onArm(m, raise(m, eye.Origin, chaseHeight), mgl32.Vec3{pitch, eye.Angles[1] + c.ChaseTurn[1], 0}, c.Distance)
}

// staged returns the position from which the director shows killer and victim in one picture.
func staged(eye player.Eye, m *bsp.Map) place {
	angles := mgl32.Vec3{wrap(eye.Angles[0])/2 + director.BehindPitch, eye.Angles[1], 0}
	return onArm(m, raise(m, eye.Origin, director.BehindHeight), angles, director.BehindDistance)
}

// orbit returns the position on the circle around an eye.
func (c *Camera) orbit(eye player.Eye, m *bsp.Map) place {
	return onArm(m, eye.Origin, mgl32.Vec3{c.OrbitTurn[0], c.OrbitTurn[1], 0}, c.Radius)
}

// turnOrbit turns an orbit around the player, and away from walls; at once if the orbit begins now.
func (c *Camera) turnOrbit(eye player.Eye, m *bsp.Map, begins bool, dt float32) {
	if c.Calm {
		if !begins {
			return
		}
		dt = 0 // the initial direction may still need a free one
	}
	waited := min(c.pause, dt)
	c.pause -= waited
	c.OrbitTurn[1] = wrap(c.OrbitTurn[1] + orbitSpeed*(dt-waited))
	if c.pause > 0 || !eye.Known || !hasWalls(m) {
		c.sweep = 0
		return
	}
	room := func(turn float32) float32 {
		back, _, _ := scene.Camera{Angles: mgl32.Vec3{c.OrbitTurn[0], c.OrbitTurn[1] + turn, 0}}.Vectors()
		return freeDistance(m, eye.Origin, back.Mul(-1), c.Radius) / c.Radius
	}
	switch free := room(0); {
	case free >= orbitFree:
		c.sweep = 0
		return
	case free >= orbitTight && c.sweep == 0:
		return
	}
	const step, all = 20, 180
	for turn := float32(step); turn <= all && (c.sweep == 0 || begins); turn += step {
		for _, way := range [...]float32{1, -1} {
			if room(way*turn) < orbitFree {
				continue
			}
			if begins {
				c.OrbitTurn[1] = wrap(c.OrbitTurn[1] + way*turn)
				return
			}
			c.sweep = way
			break
		}
	}
	c.OrbitTurn[1] = wrap(c.OrbitTurn[1] + c.sweep*orbitSweep*dt)
}

// overhead returns the position above an eye. Ceilings are not drawn: below most of them, the picture would show only
// the player's feet.
func (c *Camera) overhead(eye player.Eye, m *bsp.Map) place {
	p := onArm(m, eye.Origin, mgl32.Vec3{overheadPitch, c.North, 0}, c.Height)
	p.overhead = true
	c.centerUncovered(&p)
	return p
}

// tanHalfFOV returns the tangent of half the vertical field of view.
func (c *Camera) tanHalfFOV() float32 {
	const of4by3 = 0.75
	if c.FOV <= 0 {
		return of4by3
	}
	return of4by3 * float32(math.Tan(float64(mgl32.DegToRad(c.FOV))/2))
}

// centerUncovered moves an overhead view, so that the center of the picture moves to the center of the part that is not
// covered.
func (c *Camera) centerUncovered(p *place) {
	_, _, north := scene.Camera{Angles: p.Angles}.Vectors()
	p.pivot = p.pivot.Sub(north.Mul(c.Covered * c.tanHalfFOV() * p.arm))
}

// playersOverview returns the position above all living players, with the longer side of the level along that of the
// picture. Nothing above the highest player is drawn.
func (c *Camera) playersOverview(m *bsp.Map) place {
	const (
		room = 220 // units around the outermost players
		low  = 480 // units; from lower, the shape of a room is not visible
	)
	aspect := c.Aspect
	if aspect <= 0 {
		aspect = 4. / 3
	}
	angles := mgl32.Vec3{overheadPitch, c.North, 0}
	if c.across(m, aspect) {
		angles[1] -= 90
	}
	_, right, north := scene.Camera{Angles: angles}.Vectors()
	least := mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}
	most, highest := least.Mul(-1), c.LivingEyes[0]
	for _, at := range c.LivingEyes {
		for i, v := range [...]float32{at.Dot(right), at.Dot(north), at[2]} {
			least[i], most[i] = min(least[i], v), max(most[i], v)
		}
		if at[2] >= highest[2] {
			highest = at
		}
	}
	half := most.Sub(least).Mul(0.5)
	middle := least.Add(half)
	free := freeDistance(m, highest, up, low/2)
	height := max((half[0]+room)/aspect, (half[1]+room)/(1-c.Covered)) / c.tanHalfFOV()
	at := right.Mul(middle[0]).Add(north.Mul(middle[1]))
	at[2] = most[2]
	p := onArm(nil, at, angles, mgl32.Clamp(height, low, maxOverheadHeight))
	p.overhead, p.free = true, free
	c.centerUncovered(&p)
	return p
}

// across reports whether a level is clearly longer along the shorter side of the picture, where y is up.
func (c *Camera) across(m *bsp.Map, aspect float32) bool {
	const clearly = 1.2
	if m == nil {
		return false
	}
	if c.spread.of != m {
		c.spread.of, c.spread.size = m, spreadOf(m)
	}
	x, y := c.spread.size[0], c.spread.size[1]
	if aspect < 1 {
		x, y = y, x
	}
	return y > clearly*x
}

// spread is the extent of the places on a level that players go to.
type spread struct {
	of   *bsp.Map
	size mgl32.Vec2
}

// spreadOf returns the extent of the items and spawn points of a level, or the size of the level if it has none. Many
// levels have boxes around them that are larger than the playable part.
func spreadOf(m *bsp.Map) mgl32.Vec2 {
	least, most, found := mgl32.Vec3{}, mgl32.Vec3{}, false
	for i := range m.Entities {
		class, _ := m.Entities[i].Get("classname")
		origin, placed := m.Entities[i].Get("origin")
		if !placed || !strings.HasPrefix(class, "item_") && !strings.HasPrefix(class, "weapon_") &&
			!strings.HasPrefix(class, "info_player_deathmatch") {
			continue
		}
		at := numbers(origin)
		if !found {
			least, most, found = at, at, true
		}
		for k := range at {
			least[k], most[k] = min(least[k], at[k]), max(most[k], at[k])
		}
	}
	if !found && len(m.Models) > 0 {
		least, most = mgl32.Vec3(m.Models[0].Mins), mgl32.Vec3(m.Models[0].Maxs)
	}
	return most.Sub(least).Vec2()
}

// Outside moves a camera that is inside a body behind the body, with level pitch: below a player who looks up, the
// floor would be in the way.
func Outside(from scene.Camera, m *bsp.Map) scene.Camera {
	p := onArm(m, raise(m, from.Origin, chaseHeight), mgl32.Vec3{0, from.Angles[1], 0}, outsideDistance)
	from.Origin = p.at(p.free).Origin
	return from
}

// raise returns the position height above another, or just below the ceiling.
func raise(m *bsp.Map, from mgl32.Vec3, height float32) mgl32.Vec3 {
	const below = 2 // units; a ray that starts at a ceiling gets nowhere
	return from.Add(up.Mul(max(0, min(height, freeDistance(m, from, up, height+below)-below))))
}

// onArm returns the position behind a pivot, from which the camera looks at the pivot with the given angles.
func onArm(m *bsp.Map, pivot, angles mgl32.Vec3, length float32) place {
	forward, _, _ := scene.Camera{Angles: angles}.Vectors()
	p := place{Camera: scene.Camera{Angles: angles, FOV: DefaultFOV}, pivot: pivot, back: forward.Mul(-1), arm: length}
	p.free = freeDistance(m, pivot, p.back, length)
	return p
}

// freeDistance returns how far a camera can move from a point in the direction of a unit vector, at most limit.
func freeDistance(m *bsp.Map, from, direction mgl32.Vec3, limit float32) float32 {
	if !hasWalls(m) {
		return limit
	}
	return limit * m.Reach(from, from.Add(direction.Mul(limit)), wallDistance)
}

// hasWalls reports whether the map has walls to test.
func hasWalls(m *bsp.Map) bool { return m != nil && len(m.Leaves) > 0 && len(m.Models) > 0 }

// pitchOf returns the pitch of a direction.
func pitchOf(d mgl32.Vec3) float32 {
	return mgl32.RadToDeg(float32(math.Atan2(float64(-d[2]), math.Hypot(float64(d[0]), float64(d[1])))))
}
