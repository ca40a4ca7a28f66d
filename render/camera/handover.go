package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// A hand-over to another player or another way is a short flight if the way is short and free:
// the eye keeps where it is. Else it is a cut, since a flight would lead through walls, or be so
// long or fast that one sees nothing of what one looks for. To and from a plan
// it is a cut, since that has no walls. From eyes to eyes it is always a cut:
// one would fly into a face.
const (
	maxFlight   = 700  // units
	flightBegin = 0.25 // seconds of the shortest flight
	flightSpeed = 2000 // units a second: what a longer one takes more
)

const (
	// armEase is how fast, per second, an arm grows again when nothing is in its way any more.
	// It becomes shorter at once: the camera would be in the wall.
	armEase = 4
	// cutEase is how fast the height follows up to which a level is drawn from above.
	cutEase = 8
	// glideEase is how fast a picture of everybody follows them.
	glideEase = 1.5
)

// shown is what the last picture showed, and how that changes into the next.
type shown struct {
	of     subject
	camera scene.Camera
	known  bool
	arm    float32    // its length now
	pivot  mgl32.Vec3 // of the arm, and the length of the whole
	length float32
	flight flight
}

// subject is what a camera shows: a change of it is a hand-over.
type subject struct {
	how         How
	slot        int
	staged      Stage
	thirdPerson bool
	known       bool // there is an eye
}

// flight is a hand-over that is under way.
type flight struct {
	from        scene.Camera
	left, whole float32 // seconds
}

// Cut makes the next picture show everything as if it had been so for long: after a seek, or
// in another level.
func (c *Camera) Cut() { c.shown.known = false }

// Move returns the camera for an eye, dt seconds after the last call. A nil map has no walls.
func (c *Camera) Move(eye player.Eye, m *bsp.Map, dt float64) scene.Camera {
	s := &c.shown
	if !(dt >= 0) {
		dt = 0 // a machine's clock may jump
	}
	if c.How == Orbit {
		c.turnOrbit(eye, m, !s.known || s.of.how != Orbit || s.of.slot != eye.Slot, float32(dt))
	}
	of := subject{c.How, eye.Slot, c.staged(), c.How == Eyes && eye.ThirdPerson, eye.Known}
	if !of.thirdPerson || !s.known || of != s.of {
		c.grave.known = false
	}
	if of.thirdPerson && !c.grave.known {
		c.grave = c.graveOf(eye, m)
	}
	p := c.place(eye, m)
	switch {
	case !s.known:
		s.flight, s.arm = flight{}, p.free
	case of != s.of:
		s.arm = p.free
		if s.flight = (flight{}); !c.Calm {
			s.flight = takeFlight(s.of, of, s.camera, p.at(p.free), m)
		}
	default:
		s.easeArm(&p, float32(dt))
	}
	if of.staged == FromAllOver && s.known && of == s.of {
		s.glide(&p, float32(dt))
	}
	s.pivot, s.length = p.pivot, p.arm
	s.of, s.known = of, true
	s.camera = s.flight.pass(p.at(s.arm), m, float32(dt))
	return s.camera
}

// Stay keeps the picture for now: there is nothing to see.
func (c *Camera) Stay() scene.Camera { return c.shown.camera }

// easeArm brings the arm toward its free length.
func (s *shown) easeArm(p *place, dt float32) {
	ease := float32(armEase)
	if p.plan {
		ease = cutEase
	} else {
		s.arm = min(s.arm, p.free)
	}
	s.arm += (p.free - s.arm) * float32(1-math.Exp(float64(-ease*dt)))
}

// glide brings a picture of everybody to where they are now: it goes on from where it was, since
// it would jump when somebody dies.
func (s *shown) glide(p *place, dt float32) {
	k := float32(1 - math.Exp(float64(-glideEase*dt)))
	p.pivot = s.pivot.Add(p.pivot.Sub(s.pivot).Mul(k))
	p.arm = s.length + (p.arm-s.length)*k
}

// takeFlight returns the flight from a picture to another, none for a cut.
func takeFlight(was, is subject, from, to scene.Camera, m *bsp.Map) (f flight) {
	way := to.Origin.Sub(from.Origin).Len()
	switch {
	case was.staged == FromAllOver || is.staged == FromAllOver, is.how == Free, is.how == Along, !was.known, !is.known:
		return f
	case was.inside() && is.inside():
		return f
	case was.thirdPerson && is.inside(): // lives again, somewhere else
		return f
	case is.how == Above && was.how == Above:
		// No wall is in the way of a plan.
	case is.how == Above, was.how == Above, walled(m) && m.Reach(to.Origin, from.Origin, clear) < 1:
		return f
	}
	if !(way <= maxFlight) {
		return f
	}
	f.whole = flightBegin + way/flightSpeed
	if is.thirdPerson {
		f.whole = max(f.whole, deathFlight)
	}
	f.from, f.left = from, f.whole
	return f
}

// inside reports whether the camera is in a player's head.
func (s *subject) inside() bool { return s.how == Eyes && s.staged == NoStage && !s.thirdPerson }

// pass returns where a flight is dt seconds later, on its way to a camera which may move.
func (f *flight) pass(to scene.Camera, m *bsp.Map, dt float32) scene.Camera {
	if f.left = max(0, f.left-dt); f.left == 0 {
		return to
	}
	u := 1 - f.left/f.whole
	u = u * u * (3 - 2*u)
	c := between(f.from, to, u)
	if to.Near == 0 && walled(m) && m.Reach(to.Origin, c.Origin, clear) < 1 {
		f.left = 0 // who is watched has gone around a corner
		return to
	}
	return c
}

// between returns a camera between two others, 0 for a and 1 for b. It turns pitch and yaw each
// the shorter way, so that the horizon stays level.
func between(a, b scene.Camera, u float32) scene.Camera {
	c := scene.Camera{Origin: a.Origin.Add(b.Origin.Sub(a.Origin).Mul(u)), FOV: a.FOV + (b.FOV-a.FOV)*u, Near: a.Near +
		(b.Near-a.Near)*u}
	for i := range c.Angles {
		c.Angles[i] = wrap(a.Angles[i] + wrap(b.Angles[i]-a.Angles[i])*u)
	}
	return c
}
