// Package camera places the camera: in a player's eyes, behind or above the player, around the player, or wherever
// the viewer flies. Walls push it in, and it eases movements that would otherwise jump. It does not choose the
// followed player; see [demoscope/player.Player.Follow].
//
// Positions are in Quake units. Angles are in degrees: pitch (positive is down), yaw and roll.
package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// Mode is a camera mode.
type Mode uint8

// The modes. Those that follow a player come first.
const (
	Eyes     Mode = iota // first-person view
	Chase                // chase camera, turned with the player and by the mouse
	Orbit                // turns slowly around the player
	Overhead             // looks down on the player
	Free                 // free camera
	Path                 // along a camera path
	modeCount
)

// Modes returns the modes that a viewer can start with.
func Modes() []Mode { return []Mode{Eyes, Chase, Orbit, Overhead, Path} }

// String returns the name of the mode.
func (h Mode) String() string {
	return [...]string{"eyes", "chase", "orbit", "overhead", "free", "path"}[min(h, modeCount-1)]
}

const (
	// DefaultFOV is the default field of view in degrees, as in the games.
	DefaultFOV = 90

	// wallDistance is the minimum distance of a camera from walls, in units, so that the near plane does not cut them
	// open: the corners of the near plane, one unit away, are less than half as far in the widest pictures. A player's
	// eyes are farther from anything solid.
	wallDistance = 6
)

// Camera is the viewer's camera: its mode and the state of each mode.
type Camera struct {
	Mode Mode
	FOV  float32 // degrees; 0 for the demo's or, if it has none, DefaultFOV
	// Staged is how the director shows the followed player, in place of the viewer's first-person mode.
	Staged Stage
	// LivingEyes are the eyes of all living players, for [OverviewStage].
	LivingEyes []mgl32.Vec3
	// Aspect is the picture's width divided by its height, 0 for 4:3. Covered is the part of the height that is
	// hidden at the bottom: overhead views are centered in the rest.
	Aspect, Covered float32

	// Death is how the followed player died, while that player is dead.
	Death Death

	// Calm replaces flights by cuts, and turns the camera only if the viewer does.
	Calm bool

	// For Free. Velocity is the current velocity and Speed its maximum, in units per second.
	Origin, Angles, Velocity mgl32.Vec3
	Speed                    float32
	before                   Mode // the mode before Free or Path

	// For Chase: pitch and yaw added to the player's, and the distance from the eye in units.
	ChaseTurn mgl32.Vec2
	Distance  float32
	// For Orbit: pitch and yaw, and the distance from the eye in units.
	OrbitTurn mgl32.Vec2
	Radius    float32
	pause     float32 // seconds until it turns by itself again
	sweep     float32 // 1 or -1 while it turns away from a wall, to the left or right
	// For Path: the path, and the time on it in viewer's seconds.
	Track *Track
	Clock float64
	// For Overhead: the direction that is up in the picture, and the height above the eye in units.
	North  float32
	Height float32

	zoomed    bool   // FOV was set by [Camera.Zoom]
	spread    spread // extent of the level
	last      lastPicture
	deathView deathView // view of the dead followed player
}

// Stage is how the director shows a player.
type Stage uint8

// The stages.
const (
	NoStage       Stage = iota // the viewer's mode
	ChaseStage                 // chase camera, with killer and victim in one picture
	OverviewStage              // from above, with all living players
)

// New returns a camera in first-person mode.
func New() Camera {
	return Camera{
		Speed: flySpeed, Distance: chaseDistance, OrbitTurn: mgl32.Vec2{orbitPitch, 0}, Radius: orbitRadius,
		North: overheadNorth, Height: overheadHeight, last: lastPicture{arm: math.MaxFloat32},
	}
}

// Next switches to the next mode that follows a player. After Free that is Chase.
func (c *Camera) Next() {
	switch c.Mode {
	case Free:
		c.Set(Chase)
	case Overhead, Path:
		c.Set(Eyes)
	default:
		c.Set(c.Mode + 1)
	}
}

// Set switches to a mode, with its default orientation. Free begins at the current position.
func (c *Camera) Set(h Mode) {
	if c.zoomed {
		c.FOV, c.zoomed = 0, false
	}
	switch h {
	case Chase:
		c.ChaseTurn = mgl32.Vec2{}
	case Orbit:
		c.OrbitTurn, c.pause, c.sweep = mgl32.Vec2{orbitPitch, wrap(c.last.camera.Angles[1])}, 0, 0
	case Free:
		c.StartFree(c.last.camera)
		return
	case Path:
		if c.Mode != Free && c.Mode != Path {
			c.before = c.Mode
		}
	}
	c.Mode = h
}

// ShownMode returns the mode of the picture, which the director may have chosen.
func (c *Camera) ShownMode() Mode {
	if c.Mode == Eyes {
		return [...]Mode{Eyes, Chase, Overhead}[c.Staged]
	}
	return c.Mode
}

// staged returns how the director shows a player, if the viewer leaves that to the director.
func (c *Camera) staged() Stage {
	if c.Mode != Eyes {
		return NoStage
	}
	return c.Staged
}

// ShowsOverview reports whether the director shows all players.
func (c *Camera) ShowsOverview() bool { return c.staged() == OverviewStage }

// InHead reports whether the picture is taken from inside a player's head.
func (c *Camera) InHead() bool { return c.ShownMode() == Eyes && c.last.flight.left <= 0 }

const (
	degreesPerPoint = 0.11 // degrees per device-independent pixel
	maxTurn         = 80   // up or down, by the mouse
	wheelFactor     = 1.25 // per notch
)

// TurnBy turns the camera by a movement of the mouse, in device-independent pixels to the right and down.
func (c *Camera) TurnBy(dx, dy float32) {
	dx, dy = dx*degreesPerPoint, dy*degreesPerPoint
	turn := func(pitch, yaw *float32, limit float32) {
		*pitch, *yaw = mgl32.Clamp(*pitch+dy, -limit, limit), wrap(*yaw-dx)
	}
	switch c.Mode {
	case Free:
		turn(&c.Angles[0], &c.Angles[1], maxPitch)
	case Chase:
		turn(&c.ChaseTurn[0], &c.ChaseTurn[1], maxTurn)
	case Orbit:
		turn(&c.OrbitTurn[0], &c.OrbitTurn[1], maxTurn)
		c.pause = orbitPause
	case Overhead:
		c.North = wrap(c.North - dx)
	}
}

// CanTurn reports whether dragging with the right mouse button turns the camera.
func (c *Camera) CanTurn() bool { return c.Mode == Chase || c.Mode == Orbit || c.Mode == Overhead }

// Scroll changes the distance of the camera, or the speed of a free camera, by notches of the wheel.
func (c *Camera) Scroll(notches float32) {
	k := float32(math.Pow(wheelFactor, float64(notches)))
	switch c.Mode {
	case Free:
		c.Speed = mgl32.Clamp(c.Speed*k, minFlySpeed, maxFlySpeed)
	case Chase:
		c.Distance = mgl32.Clamp(c.Distance/k, minDistance, maxDistance)
	case Orbit:
		c.Radius = mgl32.Clamp(c.Radius/k, minDistance, maxDistance)
	case Overhead:
		c.Height = mgl32.Clamp(c.Height/k, minOverheadHeight, maxOverheadHeight)
	}
}

// The narrowest and widest field of view of a zoom, in degrees.
const (
	zoomNarrow = 20
	zoomWide   = 120
)

// Zoom magnifies the picture by notches. In most modes, it is [Camera.Scroll]. In first-person view and along a path,
// it narrows the field of view until the mode changes.
func (c *Camera) Zoom(notches float32) {
	if notches == 0 {
		return
	}
	if c.Mode != Eyes && c.Mode != Path {
		c.Scroll(notches)
		return
	}
	fov := c.FOV
	if fov <= 0 {
		fov = c.last.camera.FOV
	}
	if fov <= 0 {
		fov = DefaultFOV
	}
	half := math.Tan(float64(mgl32.DegToRad(fov)) / 2)
	half /= math.Pow(wheelFactor, float64(notches))
	c.FOV, c.zoomed = mgl32.Clamp(mgl32.RadToDeg(float32(2*math.Atan(half))), zoomNarrow, zoomWide), true
}

// place is the position of the camera in a mode: at the end of an arm, which walls shorten.
type place struct {
	scene.Camera // at the end of the full arm
	pivot, back  mgl32.Vec3
	arm          float32 // length without obstacles
	free         float32 // length up to the first obstacle
	overhead     bool    // walls do not shorten the arm: anything between the camera and its free part is not drawn
}

// at returns the camera with an arm of the given length.
func (p *place) at(arm float32) scene.Camera {
	c := p.Camera
	switch {
	case p.arm == 0:
	case p.overhead:
		c.Origin, c.Near = p.pivot.Add(p.back.Mul(p.arm)), max(minNear, p.arm-arm)
	default:
		c.Origin = p.pivot.Add(p.back.Mul(arm))
	}
	return c
}

// minNear is the minimum near distance of an overhead view, in units.
const minNear = 2

// View returns the camera for an eye, without easing. A nil map has no walls.
func (c *Camera) View(eye player.Eye, m *bsp.Map) scene.Camera {
	p := c.place(eye, m)
	return p.at(p.free)
}

// place returns the target position of the camera.
func (c *Camera) place(eye player.Eye, m *bsp.Map) place {
	p := place{Camera: scene.EyeCamera(eye, DefaultFOV)}
	switch {
	case c.Mode == Free:
		p.Camera = scene.Camera{Origin: c.Origin, Angles: c.Angles, FOV: DefaultFOV}
	case c.Mode == Path && c.Track.Len() > 0:
		p.Camera = c.Track.At(c.Clock)
	case c.ShowsOverview() && len(c.LivingEyes) > 0:
		p = c.playersOverview(m)
	case !eye.Known, c.ShowsOverview():
		p.Camera = levelOverview(m)
	case c.Mode == Chase:
		p = c.chase(eye, m)
	case c.Mode == Orbit:
		p = c.orbit(eye, m)
	case c.Mode == Overhead:
		p = c.overhead(eye, m)
	case c.Staged == ChaseStage:
		p = staged(eye, m)
	case eye.ThirdPerson:
		p = c.afterDeath(eye, m)
	}
	if c.FOV > 0 {
		p.FOV = c.FOV
	}
	return p
}

// wrap returns an angle between -180 and 180 degrees.
func wrap(a float32) float32 {
	return float32(math.Remainder(float64(a), 360))
}
