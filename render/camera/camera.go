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

// How is a camera mode.
type How uint8

// The modes. Those that follow a player come first.
const (
	Eyes   How = iota // first-person view
	Behind            // chase camera, turned with the player and by the mouse
	Orbit             // turns slowly around the player
	Above             // looks down on the player
	Free              // free camera
	Along             // along a camera path
	modeCount
)

// Ways returns the modes that a viewer can start with.
func Ways() []How { return []How{Eyes, Behind, Orbit, Above, Along} }

// String returns the name of the mode.
func (h How) String() string {
	return [...]string{"eyes", "chase", "orbit", "overhead", "free", "path"}[min(h, modeCount-1)]
}

const (
	// DefaultFOV is the default field of view in degrees, as in the games.
	DefaultFOV = 90

	// clear is the minimum distance of a camera from walls, in units, so that the near plane does not cut them open:
	// the corners of the near plane, one unit away, are less than half as far in the widest pictures. A player's eyes
	// are farther from anything solid.
	clear = 6
)

// Camera is the viewer's camera: its mode and the state of each mode.
type Camera struct {
	How How
	FOV float32 // degrees; 0 for the demo's or, if it has none, DefaultFOV
	// Staged is how the director shows the followed player, in place of the viewer's first-person mode.
	Staged Stage
	// People are the eyes of all living players, for an Overview.
	People []mgl32.Vec3
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
	before                   How // the mode before Free or Along

	// For Behind: pitch and yaw added to the player's, and the distance from the eye in units.
	Turn     mgl32.Vec2
	Distance float32
	// For Orbit: pitch and yaw, and the distance from the eye in units.
	Round  mgl32.Vec2
	Radius float32
	rest   float32 // seconds until it turns by itself again
	sweep  float32 // 1 or -1 while it turns away from a wall, to the left or right
	// For Along: the path, and the time on it in viewer's seconds.
	Track *Track
	Clock float64
	// For Above: the direction that is up in the picture, and the height above the eye in units.
	North  float32
	Height float32

	zoomed    bool   // FOV was set by [Camera.Zoom]
	spread    spread // extent of the level
	shown     shown
	deathView deathView // view of the dead followed player
}

// Stage is how the director shows a player.
type Stage uint8

// The stages.
const (
	NoStage     Stage = iota // the viewer's mode
	FromBehind               // from behind, with killer and victim in one picture
	FromAllOver              // from above, with all living players
)

// New returns a camera in first-person mode.
func New() Camera {
	return Camera{
		Speed: flySpeed, Distance: behindDistance, Round: mgl32.Vec2{orbitPitch, 0}, Radius: orbitRadius,
		North: aboveNorth, Height: aboveHeight, shown: shown{arm: math.MaxFloat32},
	}
}

// Next switches to the next mode that follows a player. After Free that is Behind.
func (c *Camera) Next() {
	switch c.How {
	case Free:
		c.Set(Behind)
	case Above, Along:
		c.Set(Eyes)
	default:
		c.Set(c.How + 1)
	}
}

// Set switches to a mode, with its default orientation. Free begins at the current position.
func (c *Camera) Set(h How) {
	if c.zoomed {
		c.FOV, c.zoomed = 0, false
	}
	switch h {
	case Behind:
		c.Turn = mgl32.Vec2{}
	case Orbit:
		c.Round, c.rest, c.sweep = mgl32.Vec2{orbitPitch, wrap(c.shown.camera.Angles[1])}, 0, 0
	case Free:
		c.TakeOff(c.shown.camera)
		return
	case Along:
		if c.How != Free && c.How != Along {
			c.before = c.How
		}
	}
	c.How = h
}

// Shown returns the mode of the picture, which the director may have chosen.
func (c *Camera) Shown() How {
	if c.How == Eyes {
		return [...]How{Eyes, Behind, Above}[c.Staged]
	}
	return c.How
}

// staged returns how the director shows a player, if the viewer leaves that to the director.
func (c *Camera) staged() Stage {
	if c.How != Eyes {
		return NoStage
	}
	return c.Staged
}

// Overviews reports whether the director shows all players.
func (c *Camera) Overviews() bool { return c.staged() == FromAllOver }

// Inside reports whether the picture is taken from inside a player's head.
func (c *Camera) Inside() bool { return c.Shown() == Eyes && c.shown.flight.left <= 0 }

const (
	degreesAPoint = 0.11 // degrees per device-independent pixel
	maxTurn       = 80   // up or down, by the mouse
	wheelFactor   = 1.25 // per notch
)

// TurnBy turns the camera by a movement of the mouse, in device-independent pixels to the right and down.
func (c *Camera) TurnBy(dx, dy float32) {
	dx, dy = dx*degreesAPoint, dy*degreesAPoint
	turn := func(pitch, yaw *float32, limit float32) {
		*pitch, *yaw = mgl32.Clamp(*pitch+dy, -limit, limit), wrap(*yaw-dx)
	}
	switch c.How {
	case Free:
		turn(&c.Angles[0], &c.Angles[1], maxPitch)
	case Behind:
		turn(&c.Turn[0], &c.Turn[1], maxTurn)
	case Orbit:
		turn(&c.Round[0], &c.Round[1], maxTurn)
		c.rest = orbitRest
	case Above:
		c.North = wrap(c.North - dx)
	}
}

// Turns reports whether dragging with the right mouse button turns the camera.
func (c *Camera) Turns() bool { return c.How == Behind || c.How == Orbit || c.How == Above }

// Scroll changes the distance of the camera, or the speed of a free camera, by notches of the wheel.
func (c *Camera) Scroll(notches float32) {
	k := float32(math.Pow(wheelFactor, float64(notches)))
	switch c.How {
	case Free:
		c.Speed = mgl32.Clamp(c.Speed*k, minFlySpeed, maxFlySpeed)
	case Behind:
		c.Distance = mgl32.Clamp(c.Distance/k, minDistance, maxDistance)
	case Orbit:
		c.Radius = mgl32.Clamp(c.Radius/k, minDistance, maxDistance)
	case Above:
		c.Height = mgl32.Clamp(c.Height/k, minHeight, maxHeight)
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
	if c.How != Eyes && c.How != Along {
		c.Scroll(notches)
		return
	}
	fov := c.FOV
	if fov <= 0 {
		fov = c.shown.camera.FOV
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
	plan         bool    // walls do not shorten the arm: anything between the camera and its free part is not drawn
}

// at returns the camera with an arm of the given length.
func (p *place) at(arm float32) scene.Camera {
	c := p.Camera
	switch {
	case p.arm == 0:
	case p.plan:
		c.Origin, c.Near = p.pivot.Add(p.back.Mul(p.arm)), max(minCut, p.arm-arm)
	default:
		c.Origin = p.pivot.Add(p.back.Mul(arm))
	}
	return c
}

// minCut is the minimum near distance of an overhead view, in units.
const minCut = 2

// View returns the camera for an eye, without easing. A nil map has no walls.
func (c *Camera) View(eye player.Eye, m *bsp.Map) scene.Camera {
	p := c.place(eye, m)
	return p.at(p.free)
}

// place returns the target position of the camera.
func (c *Camera) place(eye player.Eye, m *bsp.Map) place {
	p := place{Camera: scene.EyeCamera(eye, DefaultFOV)}
	switch {
	case c.How == Free:
		p.Camera = scene.Camera{Origin: c.Origin, Angles: c.Angles, FOV: DefaultFOV}
	case c.How == Along && c.Track.Len() > 0:
		p.Camera = c.Track.At(c.Clock)
	case c.Overviews() && len(c.People) > 0:
		p = c.playersOverview(m)
	case !eye.Known, c.Overviews():
		p.Camera = levelOverview(m)
	case c.How == Behind:
		p = c.behind(eye, m)
	case c.How == Orbit:
		p = c.orbit(eye, m)
	case c.How == Above:
		p = c.above(eye, m)
	case c.Staged == FromBehind:
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
