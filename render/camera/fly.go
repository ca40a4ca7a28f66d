package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/scene"
)

const (
	flySpeed    = 400  // units per second; players run at 320
	minFlySpeed = 25   // units per second
	maxFlySpeed = 6400 // units per second
	fastFactor  = 3
	flyResponse = 14  // per second: how fast the velocity approaches the wish
	flyRest     = 0.5 // units per second: slower counts as standing still
	maxPitch    = 89  // degrees
)

// StartFree switches to the free camera, beginning at another camera.
func (c *Camera) StartFree(from scene.Camera) {
	if c.Mode == Free {
		return
	}
	if c.Mode != Path {
		c.before = c.Mode
	}
	c.Mode = Free
	c.Origin, c.Velocity = from.Origin, mgl32.Vec3{}
	c.Angles = mgl32.Vec3{clampPitch(from.Angles[0]), from.Angles[1], 0}
}

// Restore leaves the free camera or a camera path and restores the previous mode.
func (c *Camera) Restore() {
	if c.Mode == Free || c.Mode == Path {
		c.Mode = c.before
	}
}

// Fly moves the free camera for dt seconds. Wish is the direction: 1 or -1 for forward, right and up.
func (c *Camera) Fly(direction mgl32.Vec3, fast bool, dt float64) {
	forward, right, _ := scene.Camera{Angles: c.Angles}.Vectors()
	to := forward.Mul(direction[0]).Add(right.Mul(direction[1])).Add(up.Mul(direction[2]))
	if l := to.Len(); l > 0 {
		speed := c.Speed
		if fast {
			speed *= fastFactor
		}
		to = to.Mul(speed / max(1, l)) // less for a stick that is not fully tilted
	}
	k := float32(1 - math.Exp(-flyResponse*dt))
	c.Velocity = c.Velocity.Add(to.Sub(c.Velocity).Mul(k))
	if to == (mgl32.Vec3{}) && c.Velocity.Len() < flyRest {
		c.Velocity = mgl32.Vec3{}
	}
	c.Origin = c.Origin.Add(c.Velocity.Mul(float32(dt)))
}

// clampPitch returns a pitch, which may be given as 350 for -10 degrees, within the limits of a free camera.
func clampPitch(p float32) float32 { return mgl32.Clamp(wrap(p), -maxPitch, maxPitch) }
