package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/director"
	"demoscope/render/scene"
)

// cameraMode is how the camera behaves. Which player is watched is separate: see
// [player.Player.Follow].
type cameraMode uint8

// The modes.
const (
	firstPerson cameraMode = iota // through a player's eyes
	chase                         // from behind, turned by the mouse
	freeFly
)

const (
	defaultFOV = 90 // degrees, as in the games

	flySpeed    = 400  // units a second; players run 320
	minFlySpeed = 25   // units a second
	maxFlySpeed = 6400 //
	wheelFactor = 1.25 // of the speed, a notch
	fastFactor  = 3
	flyResponse = 14  // per second: how fast the velocity approaches what the keys ask for
	flyRest     = 0.5 // units a second: slower is standing still

	degreesAPoint = 0.11 // of turning per device-independent pixel
	maxPitch      = 89   // degrees, of flying
	maxChaseTurn  = 80   // degrees up or down, by the mouse
	maxChasePitch = 85   // degrees, with the player's own pitch

	chaseDistance    = 120 // units
	minChaseDistance = 40
	maxChaseDistance = 1200
	chaseHeight      = 16 // above the eye
	chaseMargin      = 12 // from the wall behind
	chaseStep        = 8  // units between the points that are tested for walls

	takeOffDistance = 64 // units behind the eyes
)

// camera is the viewer's camera: its mode, and what each mode keeps.
type camera struct {
	mode   cameraMode
	before cameraMode // the mode before flying
	fov    float32    // degrees; 0 for the demo's, or else the default
	// behind is set while the director shows a player from behind whom the viewer's own mode
	// would show through the eyes.
	behind bool

	// Of freeFly, in units, degrees and units a second.
	origin, angles, velocity mgl32.Vec3
	speed                    float32

	// Of chase: pitch and yaw in degrees, added to the player's, and units from
	// the player's eye.
	turn     mgl32.Vec2
	distance float32
}

func newCamera() camera {
	return camera{speed: flySpeed, distance: chaseDistance}
}

// takeOff begins to fly from a camera.
func (c *camera) takeOff(from scene.Camera) {
	if c.mode == freeFly {
		return
	}
	c.before, c.mode = c.mode, freeFly
	c.origin, c.velocity = from.Origin, mgl32.Vec3{}
	c.angles = mgl32.Vec3{clampPitch(from.Angles[0]), from.Angles[1], 0}
}

// land ends flying.
func (c *camera) land() {
	if c.mode == freeFly {
		c.mode = c.before
	}
}

// shown returns the mode of the picture.
func (c *camera) shown() cameraMode {
	if c.behind && c.mode == firstPerson {
		return chase
	}
	return c.mode
}

// toggleChase switches between chase and first person; from flying it goes to
// chase.
func (c *camera) toggleChase() {
	switch c.mode {
	case firstPerson:
		c.mode, c.turn = chase, mgl32.Vec2{}
	case chase:
		c.mode = firstPerson
	case freeFly:
		c.mode = chase
	}
}

// turnBy turns the camera by a movement of the mouse, in device-independent
// pixels to the right and down.
func (c *camera) turnBy(dx, dy float32) {
	dx, dy = dx*degreesAPoint, dy*degreesAPoint
	switch c.mode {
	case freeFly:
		c.angles[0] = mgl32.Clamp(c.angles[0]+dy, -maxPitch, maxPitch)
		c.angles[1] = wrap(c.angles[1] - dx)
	case chase:
		c.turn[0] = mgl32.Clamp(c.turn[0]+dy, -maxChaseTurn, maxChaseTurn)
		c.turn[1] = wrap(c.turn[1] - dx)
	}
}

// scroll changes the speed of flying or the distance of chase by notches of the
// wheel.
func (c *camera) scroll(notches float32) {
	k := float32(math.Pow(wheelFactor, float64(notches)))
	switch c.mode {
	case freeFly:
		c.speed = mgl32.Clamp(c.speed*k, minFlySpeed, maxFlySpeed)
	case chase:
		c.distance = mgl32.Clamp(c.distance/k, minChaseDistance, maxChaseDistance)
	}
}

// fly moves the camera for dt seconds as the held keys say.
func (c *camera) fly(h *held, dt float64) {
	axis := func(plus, minus bool) (v float32) {
		if plus {
			v++
		}
		if minus {
			v--
		}
		return v
	}
	f, r, _ := scene.Camera{Angles: c.angles}.Vectors()
	forward, right := mgl32.Vec3(f), mgl32.Vec3(r)
	wish := forward.Mul(axis(h.forward, h.back)).Add(right.Mul(axis(h.right, h.left)))
	wish[2] += axis(h.up, h.down)
	if l := wish.Len(); l > 0 {
		speed := c.speed
		if h.fast {
			speed *= fastFactor
		}
		wish = wish.Mul(speed / l)
	}
	k := float32(1 - math.Exp(-flyResponse*dt))
	c.velocity = c.velocity.Add(wish.Sub(c.velocity).Mul(k))
	if wish == (mgl32.Vec3{}) && c.velocity.Len() < flyRest {
		c.velocity = mgl32.Vec3{}
	}
	c.origin = c.origin.Add(c.velocity.Mul(float32(dt)))
}

// view returns the camera of the picture. A nil map has no walls.
func (c *camera) view(eye player.Eye, m *bsp.Map) scene.Camera {
	v := scene.EyeCamera(eye, defaultFOV)
	switch {
	case c.mode == freeFly:
		v = scene.Camera{Origin: c.origin, Angles: c.angles, FOV: defaultFOV}
	case !eye.Known:
		v = overview(m)
	case c.mode == chase:
		v = c.chase(eye, m)
	case c.behind:
		angles := mgl32.Vec3{wrap(eye.Angles[0])/2 + director.BehindPitch, eye.Angles[1], 0}
		v = scene.Camera{Origin: behind(m, eye.Origin, angles, director.BehindDistance, director.BehindHeight), Angles: angles, FOV: defaultFOV}
	case eye.ThirdPerson:
		v.Origin, v.Angles = thirdPerson(eye, m)
	}
	if c.fov > 0 {
		v.FOV = c.fov
	}
	return v
}

// chase returns the camera behind an eye, in front of any wall there.
func (c *camera) chase(eye player.Eye, m *bsp.Map) scene.Camera {
	// Demos have pitches of 350 degrees for 10 degrees up.
	pitch := mgl32.Clamp(wrap(eye.Angles[0])*0.5+c.turn[0], -maxChasePitch, maxChasePitch)
	angles := mgl32.Vec3{pitch, eye.Angles[1] + c.turn[1], 0}
	return scene.Camera{Origin: behind(m, eye.Origin, angles, c.distance, chaseHeight), Angles: angles, FOV: defaultFOV}
}

// thirdPerson returns the place and angles of a camera behind a dead player, which looks at a
// point far before the player's eye as that of Quake III's own client does. That one is 40
// units away and 8 above: from farther the body is seen, and who is about it.
func thirdPerson(eye player.Eye, m *bsp.Map) (origin, angles mgl32.Vec3) {
	const distance, height, focus, maxPitch = 110, 48, 512, 45 // units, degrees
	pitch := wrap(eye.Angles[0])
	origin = behind(m, eye.Origin, mgl32.Vec3{pitch / 2, eye.Angles[1], 0}, distance, height)
	ahead, _, _ := scene.Camera{Angles: mgl32.Vec3{min(pitch, maxPitch), eye.Angles[1], 0}}.Vectors()
	to := eye.Origin.Add(ahead.Mul(focus)).Sub(origin)
	down := math.Atan2(float64(-to[2]), math.Hypot(float64(to[0]), float64(to[1])))
	return origin, mgl32.Vec3{mgl32.RadToDeg(float32(down)), eye.Angles[1], 0}
}

// behind returns a place up to height units above and up to distance units behind an
// eye, as a camera with angles sees it, in front of any wall and below any ceiling there.
func behind(m *bsp.Map, eye, angles mgl32.Vec3, distance, height float32) mgl32.Vec3 {
	forward, _, _ := scene.Camera{Angles: angles}.Vectors()
	back, up := forward.Mul(-1), mgl32.Vec3{0, 0, 1}
	from := eye.Add(up.Mul(freeDistance(m, eye, up, height)))
	return from.Add(back.Mul(freeDistance(m, from, back, distance)))
}

// outside returns the camera of an eye, outside of the body that the eye belongs to:
// behind it, not below for a player who looks up, where the floor would be in the
// way.
func outside(from scene.Camera, m *bsp.Map) scene.Camera {
	from.Origin = behind(m, from.Origin, mgl32.Vec3{0, from.Angles[1], 0}, takeOffDistance, chaseHeight)
	return from
}

// freeDistance returns how far from a point, in a direction of length 1, the way is
// free of solid, at most limit units.
func freeDistance(m *bsp.Map, from, direction mgl32.Vec3, limit float32) float32 {
	if m == nil || len(m.Leaves) == 0 {
		return limit
	}
	for d := float32(chaseStep); d <= limit+chaseMargin; d += chaseStep {
		p := from.Add(direction.Mul(d))
		if m.Leaves[m.LeafAt([3]float32(p))].Cluster < 0 {
			return max(0, d-chaseStep-chaseMargin)
		}
	}
	return limit
}

// describe returns the camera's mode in words.
func (c *camera) describe(m *player.Moment) string {
	switch {
	case c.mode == freeFly:
		return "flying"
	case !m.Eye.Known:
		return "nobody to watch"
	case c.shown() == chase:
		return "from behind"
	case m.Eye.Slot == m.World.Recorder && m.World.View.Known:
		return "recorder's view"
	}
	return "player's view"
}

// clampPitch returns a pitch, which may be given as 350 for -10 degrees, between
// those that a flying camera may have.
func clampPitch(p float32) float32 { return mgl32.Clamp(wrap(p), -maxPitch, maxPitch) }

// wrap returns an angle between -180 and 180 degrees.
func wrap(a float32) float32 {
	return float32(math.Remainder(float64(a), 360))
}
