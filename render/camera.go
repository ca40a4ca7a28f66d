package render

import (
	"math"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// How is how the camera behaves. Whom one watches is another thing: the
// Player's.
type How uint8

// The ways.
const (
	HowEye   How = iota // through somebody's eyes
	HowChase            // from behind, turned by the mouse
	HowFly              // free
)

const (
	defaultFOV = 90 // degrees, as in the games

	flySpeed    = 400  // units a second; players run 320
	minFlySpeed = 25   // units a second
	maxFlySpeed = 6400 //
	wheelFactor = 1.25 // of the speed, a notch
	fastFactor  = 3
	flyResponse = 14 // a second: how soon a movement takes up speed

	degreesAPoint = 0.11 // of turning, a device-independent pixel

	chaseDistance    = 120 // units
	minChaseDistance = 40
	maxChaseDistance = 1200
	chaseHeight      = 16 // above the eye
	chaseMargin      = 12 // from the wall behind
	chaseStep        = 8  // units: how finely walls are looked for
)

// camera is the viewer's camera.
type camera struct {
	how      How
	last     How // the way before flying
	origin   [3]float32
	angles   [3]float32
	velocity [3]float32
	speed    float32
	turn     [2]float32 // of the chase camera: pitch, yaw
	distance float32
	fov      float32 // degrees, 0: the demo's or the usual one
}

func newCamera() camera {
	return camera{speed: flySpeed, distance: chaseDistance}
}

// takeOff begins to fly from where the picture was taken.
func (c *camera) takeOff(from scene.Camera) {
	if c.how == HowFly {
		return
	}
	c.last, c.how = c.how, HowFly
	c.origin, c.angles = from.Origin, from.Angles
	c.angles[2] = 0
	c.angles[0] = clampPitch(c.angles[0])
	c.velocity = [3]float32{}
}

// land ends flying.
func (c *camera) land() {
	if c.how == HowFly {
		c.how = c.last
	}
}

// turnBy turns the camera by a movement of the mouse, in device-independent
// pixels.
func (c *camera) turnBy(dx, dy float32) {
	dx, dy = dx*degreesAPoint, dy*degreesAPoint
	switch c.how {
	case HowFly:
		c.angles[1] = wrap(c.angles[1] - dx)
		c.angles[0] = clampPitch(c.angles[0] + dy)
	case HowChase:
		c.turn[1] = wrap(c.turn[1] - dx)
		c.turn[0] = max(-80, min(80, c.turn[0]+dy))
	}
}

// scroll changes speed or distance by notches of the wheel.
func (c *camera) scroll(notches float32) {
	k := float32(math.Pow(wheelFactor, float64(notches)))
	switch c.how {
	case HowFly:
		c.speed = max(minFlySpeed, min(maxFlySpeed, c.speed*k))
	case HowChase:
		c.distance = max(minChaseDistance, min(maxChaseDistance, c.distance/k))
	}
}

// fly moves the camera for dt seconds by the keys that are held.
func (c *camera) fly(held *[commandCount]bool, dt float64) {
	axis := func(plus, minus Command) float32 {
		var v float32
		if held[plus] {
			v++
		}
		if held[minus] {
			v--
		}
		return v
	}
	f, r, u := axis(MoveForward, MoveBack), axis(MoveRight, MoveLeft), axis(MoveUp, MoveDown)
	forward, right, _ := scene.Camera{Angles: c.angles}.Vectors()
	wish := [3]float32{forward[0]*f + right[0]*r, forward[1]*f + right[1]*r, forward[2]*f + right[2]*r + u}
	if l := length(wish); l > 0 {
		speed := c.speed / l
		if held[MoveFast] {
			speed *= fastFactor
		}
		for i := range wish {
			wish[i] *= speed
		}
	}
	k := float32(1 - math.Exp(-flyResponse*dt))
	for i := range c.origin {
		c.velocity[i] += (wish[i] - c.velocity[i]) * k
		if math.Abs(float64(c.velocity[i])) < 0.5 && wish[i] == 0 {
			c.velocity[i] = 0
		}
		c.origin[i] += c.velocity[i] * float32(dt)
	}
}

// view returns where the picture is taken from.
func (c *camera) view(eye player.Eye, m *bsp.Map) scene.Camera {
	v := c.place(eye, m)
	if c.fov > 0 {
		v.FOV = c.fov
	}
	return v
}

func (c *camera) place(eye player.Eye, m *bsp.Map) scene.Camera {
	switch {
	case c.how == HowFly:
		return scene.Camera{Origin: c.origin, Angles: c.angles, FOV: defaultFOV}
	case !eye.Known:
		return overview(m)
	case c.how == HowChase:
		return c.chase(eye, m)
	}
	return scene.EyeCamera(eye, defaultFOV)
}

// chase returns the view from behind an eye, before the wall that is there.
func (c *camera) chase(eye player.Eye, m *bsp.Map) scene.Camera {
	angles := [3]float32{max(-85, min(85, eye.Angles[0]*0.5+c.turn[0])), eye.Angles[1] + c.turn[1], 0}
	forward, _, _ := scene.Camera{Angles: angles}.Vectors()
	from := eye.Origin
	from[2] += chaseHeight
	free := freeDistance(m, from, [3]float32{-forward[0], -forward[1], -forward[2]}, c.distance)
	at := from
	for i := range at {
		at[i] -= forward[i] * free
	}
	return scene.Camera{Origin: at, Angles: angles, FOV: defaultFOV}
}

// freeDistance returns how far one gets from a point in a direction, at most
// limit units, before what is solid.
func freeDistance(m *bsp.Map, from, direction [3]float32, limit float32) float32 {
	if m == nil || len(m.Leaves) == 0 {
		return limit
	}
	solid := func(d float32) bool {
		p := [3]float32{from[0] + direction[0]*d, from[1] + direction[1]*d, from[2] + direction[2]*d}
		return m.Leaves[m.LeafAt(p)].Cluster < 0
	}
	for d := float32(chaseStep); d <= limit+chaseMargin; d += chaseStep {
		if solid(d) {
			return max(0, d-chaseStep-chaseMargin)
		}
	}
	return limit
}

func clampPitch(p float32) float32 { return max(-89, min(89, p)) }

// wrap returns an angle between -180 and 180 degrees.
func wrap(a float32) float32 {
	return float32(math.Remainder(float64(a), 360))
}

func length(v [3]float32) float32 {
	return float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])))
}
