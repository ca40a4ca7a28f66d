package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/anchor"
)

// bodyWide is how far a body reaches to its sides in the picture, in units, with its arms.
const bodyWide = 15

// bodyHigh is how high a body reaches, in units above its origin, with its head, and bodyTall
// how high those of Quake III's models do, which are taller than their boxes.
const bodyHigh, bodyTall = playerHigh, 44

// boxBodies fills in which players are seen, and where the living among them are in the
// picture, so that nothing that is written lies on them.
func (s *Scene) boxBodies(m *player.Moment) {
	if m == nil || m.World == nil {
		return
	}
	for i := range s.sight.figures {
		f := &s.sight.figures[i]
		p := &m.World.Players[f.slot]
		at := m.Poses[f.slot].Origin
		if f.unseen = f.hidden || s.frame.behindWall(at); f.unseen || p.Dead || f.w < s.frame.near {
			continue
		}
		high := float32(bodyHigh)
		if m.World.Game == world.Quake3 && s.wardrobe.triple(m.World, p).worn != nil {
			high = bodyTall
		}
		if b, ok := s.frame.boxAt(at, high, bodyWide); ok {
			b.Watched = s.frame.watches(m, f.slot)
			s.Bodies = append(s.Bodies, b)
			f.body = len(s.Bodies)
		}
	}
}

// boxAt returns the box of a player of a height, who reaches aside units to his sides and stands at a
// place, within the picture; ok is false if there is none of it.
func (f *frustum) boxAt(origin mgl32.Vec3, high, aside float32) (b anchor.Body, ok bool) {
	// Seen from above or below the body's width makes it higher.
	tilt := float32(math.Sqrt(float64(max(0, 1-f.up[2]*f.up[2]))))
	left, right, top, low := f.width, float32(0), f.height, float32(0)
	for _, z := range [...]float32{playerLow, high} {
		x, y, w := f.transform(origin.Add(mgl32.Vec3{0, 0, z}))
		w = max(w, nearPlane)
		x, y = f.centerX+x/w, f.centerY+y/w
		wide := aside * f.focal / w
		left, right = min(left, x-wide), max(right, x+wide)
		top, low = min(top, y-tilt*wide), max(low, y+tilt*wide)
	}
	left, right, top, low = max(0, left), min(f.width, right), max(0, top), min(f.height, low)
	return anchor.Body{X: left, Y: top, W: right - left, H: low - top}, right > left && low > top
}

// plungeSpeed is how fast who falls is at least, in units a second: more than from any jump to the
// same height. plungeRoom is how far above the ground he is at least, in units.
const plungeSpeed, plungeRoom = 400, 160

// falls reports whether who is watched falls far. Without a map nobody knows where the ground is.
func (f *frame) falls(m *player.Moment) bool {
	if m == nil || m.World == nil {
		return false
	}
	p, at := f.watchedAt(m)
	return p != nil && !p.Dead && !p.Spectator && f.plunges(m, p.Slot, at, plungeSpeed)
}

// plunges reports whether the player in a slot, at a place, falls far, faster than a speed in units a
// second.
func (f *frame) plunges(m *player.Moment, slot int, at mgl32.Vec3, speed float32) bool {
	return m.Velocity(slot)[2] <= -speed && f.g.hollow(at)
}

// hollow reports whether there is nothing plungeRoom below the feet of a player at a place. Without a map nobody knows.
func (g *Geometry) hollow(at mgl32.Vec3) bool {
	if !g.hasMap() || !sane(at) {
		return false
	}
	at[2] += playerLow
	low := at.Sub(mgl32.Vec3{0, 0, plungeRoom})
	return g.until(at, low) == low
}
