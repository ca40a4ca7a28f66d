package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// A hand-over to another player or another mode is a short flight if the way is short and free, because a flight
// keeps the viewer oriented. Otherwise it is a cut, because a flight would go through walls, or be too long or too
// fast to follow. Hand-overs to and from an overhead view are cuts, because it has no walls. Hand-overs between
// first-person views are always cuts, because a flight would end in a face.
const (
	maxFlightLength = 700  // units
	minFlightTime   = 0.25 // seconds for the shortest flight
	flightSpeed     = 2000 // units per second for the rest
)

const (
	// armEase is how fast, per second, an arm grows again when no wall is in its way any more. It gets shorter at
	// once, because the camera would be in the wall.
	armEase = 4
	// nearEase is how fast the height up to which an overhead view is drawn follows, per second.
	nearEase = 8
	// glideEase is how fast an overview of all players follows them, per second.
	glideEase = 1.5
)

// lastPicture is the state of the last picture, and the transition to the next.
type lastPicture struct {
	subject subject
	camera  scene.Camera
	known   bool
	arm     float32    // its current length
	pivot   mgl32.Vec3 // of the arm; length is that of the full arm
	length  float32
	flight  flight
}

// subject is what a camera shows. A change of it is a hand-over.
type subject struct {
	mode        Mode
	slot        int
	staged      Stage
	thirdPerson bool
	known       bool // there is an eye
}

// flight is a hand-over in progress.
type flight struct {
	from           scene.Camera
	left, duration float32 // seconds
}

// Cut makes the next picture skip all easing: after a seek or a change of the level.
func (c *Camera) Cut() { c.last.known = false }

// Move returns the camera for an eye, dt seconds after the last call. A nil map has no walls.
func (c *Camera) Move(eye player.Eye, m *bsp.Map, dt float64) scene.Camera {
	s := &c.last
	if !(dt >= 0) {
		dt = 0 // a machine's clock may jump
	}
	if c.Mode == Orbit {
		c.turnOrbit(eye, m, !s.known || s.subject.mode != Orbit || s.subject.slot != eye.Slot, float32(dt))
	}
	of := subject{c.Mode, eye.Slot, c.staged(), c.Mode == Eyes && eye.ThirdPerson, eye.Known}
	if !of.thirdPerson || !s.known || of != s.subject {
		c.deathView.known = false
	}
	if of.thirdPerson && !c.deathView.known {
		c.deathView = c.deathViewOf(eye, m)
	}
	p := c.place(eye, m)
	switch {
	case !s.known:
		s.flight, s.arm = flight{}, p.free
	case of != s.subject:
		s.arm = p.free
		if s.flight = (flight{}); !c.Calm {
			s.flight = newFlight(s.subject, of, s.camera, p.at(p.free), m)
		}
	default:
		s.easeArm(&p, float32(dt))
	}
	if of.staged == OverviewStage && s.known && of == s.subject {
		s.glide(&p, float32(dt))
	}
	s.pivot, s.length = p.pivot, p.arm
	s.subject, s.known = of, true
	s.camera = s.flight.advance(p.at(s.arm), m, float32(dt))
	return s.camera
}

// Last returns the last camera, for when there is nothing new to see.
func (c *Camera) Last() scene.Camera { return c.last.camera }

// easeArm eases the arm toward its free length.
func (s *lastPicture) easeArm(p *place, dt float32) {
	ease := float32(armEase)
	if p.overhead {
		ease = nearEase
	} else {
		s.arm = min(s.arm, p.free)
	}
	s.arm += (p.free - s.arm) * float32(1-math.Exp(float64(-ease*dt)))
}

// glide eases an overview of all players toward their current positions, because it would jump when a player dies.
func (s *lastPicture) glide(p *place, dt float32) {
	k := float32(1 - math.Exp(float64(-glideEase*dt)))
	p.pivot = s.pivot.Add(p.pivot.Sub(s.pivot).Mul(k))
	p.arm = s.length + (p.arm-s.length)*k
}

// newFlight returns the flight from one picture to another, the zero value for a cut.
func newFlight(was, is subject, from, to scene.Camera, m *bsp.Map) (f flight) {
	way := to.Origin.Sub(from.Origin).Len()
	switch {
	case was.staged == OverviewStage, is.staged == OverviewStage, is.mode == Free, is.mode == Path, !was.known,
		!is.known:
		return f
	case was.inside() && is.inside():
		return f
	case was.thirdPerson && is.inside(): // respawned somewhere else
		return f
	case is.mode == Overhead && was.mode == Overhead:
		// No wall is in the way of an overhead view.
	case is.mode == Overhead, was.mode == Overhead, hasWalls(m) && m.Reach(to.Origin, from.Origin, wallDistance) < 1:
		return f
	}
	if !(way <= maxFlightLength) {
		return f
	}
	f.duration = minFlightTime + way/flightSpeed
	if is.thirdPerson {
		f.duration = max(f.duration, deathFlightTime)
	}
	f.from, f.left = from, f.duration
	return f
}

// inside reports whether the camera is in a player's head.
func (s *subject) inside() bool { return s.mode == Eyes && s.staged == NoStage && !s.thirdPerson }

// advance returns the camera dt seconds later in a flight to a camera that may move.
func (f *flight) advance(to scene.Camera, m *bsp.Map, dt float32) scene.Camera {
	if f.left = max(0, f.left-dt); f.left == 0 {
		return to
	}
	u := 1 - f.left/f.duration
	u = u * u * (3 - 2*u)
	c := between(f.from, to, u)
	if to.Near == 0 && hasWalls(m) && m.Reach(to.Origin, c.Origin, wallDistance) < 1 {
		f.left = 0 // the followed player has gone around a corner
		return to
	}
	return c
}

// between returns a camera between two others, 0 for a and 1 for b. Pitch and yaw each turn the shorter way, so that
// the horizon stays level.
func between(a, b scene.Camera, u float32) scene.Camera {
	c := scene.Camera{Origin: a.Origin.Add(b.Origin.Sub(a.Origin).Mul(u)), FOV: a.FOV + (b.FOV-a.FOV)*u, Near: a.Near +
		(b.Near-a.Near)*u}
	for i := range c.Angles {
		c.Angles[i] = wrap(a.Angles[i] + wrap(b.Angles[i]-a.Angles[i])*u)
	}
	return c
}
