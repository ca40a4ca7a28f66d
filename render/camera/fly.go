package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/scene"
)

const (
	flySpeed    = 400  // units a second; players run 320
	minFlySpeed = 25   // units a second
	maxFlySpeed = 6400 // units a second
	fastFactor  = 3
	flyResponse = 14  // per second: how fast the velocity approaches what the keys ask for
	flyRest     = 0.5 // units a second: slower is standing still
	maxPitch    = 89  // degrees
)

// TakeOff begins to fly from a camera.
func (c *Camera) TakeOff(from scene.Camera) {
	if c.How == Free {
		return
	}
	if c.How != Along {
		c.before = c.How
	}
	c.How = Free
	c.Origin, c.Velocity = from.Origin, mgl32.Vec3{}
	c.Angles = mgl32.Vec3{clampPitch(from.Angles[0]), from.Angles[1], 0}
}

// Land ends flying, or going along a path: the camera behaves as before.
func (c *Camera) Land() {
	if c.How == Free || c.How == Along {
		c.How = c.before
	}
}

// Fly moves the camera for dt seconds. Wish is where to: 1 or -1 forward, to the right and up.
func (c *Camera) Fly(wish mgl32.Vec3, fast bool, dt float64) {
	forward, right, _ := scene.Camera{Angles: c.Angles}.Vectors()
	to := forward.Mul(wish[0]).Add(right.Mul(wish[1])).Add(up.Mul(wish[2]))
	if l := to.Len(); l > 0 {
		speed := c.Speed
		if fast {
			speed *= fastFactor
		}
		to = to.Mul(speed / max(1, l)) // of a stick that is not at its end less
	}
	k := float32(1 - math.Exp(-flyResponse*dt))
	c.Velocity = c.Velocity.Add(to.Sub(c.Velocity).Mul(k))
	if to == (mgl32.Vec3{}) && c.Velocity.Len() < flyRest {
		c.Velocity = mgl32.Vec3{}
	}
	c.Origin = c.Origin.Add(c.Velocity.Mul(float32(dt)))
}

// clampPitch returns a pitch, which may be given as 350 for -10 degrees, between those that a
// flying camera may have.
func clampPitch(p float32) float32 { return mgl32.Clamp(wrap(p), -maxPitch, maxPitch) }
