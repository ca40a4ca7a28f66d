// Package camera places the camera: in a player's eyes, behind or above the player, around the
// player, or where the viewer flies. It knows walls, which push it in, and eases what would
// otherwise jump. Whom one watches is not its business: see [demoscope/player.Player.Follow].
//
// All places are in units, all angles in degrees: pitch, positive down, yaw and roll.
package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// How is how a camera behaves.
type How uint8

// The ways. Those of a player come first.
const (
	Eyes   How = iota // through a player's eyes
	Behind            // from behind, turned with the player and by the mouse
	Orbit             // turns slowly around the player
	Above             // looks down on the player
	Free              // flies as the viewer wants
	Along             // along a path
	hows
)

// Ways returns the ways that one can begin with.
func Ways() []How { return []How{Eyes, Behind, Orbit, Above, Along} }

// String returns the way in a word.
func (h How) String() string {
	return [...]string{"eyes", "chase", "orbit", "overhead", "free", "path"}[min(h, hows-1)]
}

const (
	// DefaultFOV is the field of view where nobody says another: degrees, as in the games.
	DefaultFOV = 90

	// clear is how far a camera stays away from walls, so that they are not cut open: the
	// corners of the near plane, one unit away, are less than half as far off in the widest
	// pictures. A player's eyes are farther away from anything solid.
	clear = 6
)

// Camera is the viewer's camera: its way, and what each way keeps.
type Camera struct {
	How How
	FOV float32 // degrees; 0 for the demo's, or else DefaultFOV
	// Staged is how the director shows whom the viewer's own way would show through the eyes.
	Staged Stage
	// People are the eyes of all who live, for an Overview.
	People []mgl32.Vec3
	// Aspect is the picture's width as a part of its height, 0 for 4:3, and Covered how much of the
	// height is hidden at its lower side: what is seen from above is in the middle of the rest.
	Aspect, Covered float32

	// Death is how the followed player died, while the player is dead.
	Death Death

	// Calm has cuts instead of flights, and no turning but the viewer's.
	Calm bool

	// Of Free. Velocity is what it flies with, and Speed with what at most, in units a second.
	Origin, Angles, Velocity mgl32.Vec3
	Speed                    float32
	before                   How // the way before flying, or Along

	// Of Behind: pitch and yaw that are added to the player's, and units from the eye.
	Turn     mgl32.Vec2
	Distance float32
	// Of Orbit: pitch and yaw, and units from the eye.
	Round  mgl32.Vec2
	Radius float32
	rest   float32 // seconds until it turns by itself again
	sweep  float32 // 1 or -1 while it turns away from a wall, to the left or right
	// Of Along: the path, and when on it, in viewer's seconds.
	Track *Track
	Clock float64
	// Of Above: which way is up in the picture, and units above the eye.
	North  float32
	Height float32

	zoomed bool   // FOV is of [Camera.Zoom]
	spread spread // of the level
	shown  shown
	grave  grave // of the dead followed player
}

// Stage is how the director shows a player.
type Stage uint8

// The stages.
const (
	NoStage     Stage = iota // as the viewer wants
	FromBehind               // from behind, so that killer and victim are in one picture
	FromAllOver              // from above, with all who live
)

// New returns a camera in a player's eyes.
func New() Camera {
	return Camera{
		Speed: flySpeed, Distance: behindDistance, Round: mgl32.Vec2{orbitPitch, 0}, Radius: orbitRadius,
		North: aboveNorth, Height: aboveHeight, shown: shown{arm: math.MaxFloat32},
	}
}

// Next goes on to the next way of watching a player. From flying it goes to that from behind.
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

// Set behaves in a way, as if the viewer had not turned it yet. Free begins where the camera is.
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

// Shown returns the way of the picture, which the director may have chosen.
func (c *Camera) Shown() How {
	if c.How == Eyes {
		return [...]How{Eyes, Behind, Above}[c.Staged]
	}
	return c.How
}

// staged returns how the director shows a player, if the viewer leaves that to him.
func (c *Camera) staged() Stage {
	if c.How != Eyes {
		return NoStage
	}
	return c.Staged
}

// Overviews reports whether the director shows everybody.
func (c *Camera) Overviews() bool { return c.staged() == FromAllOver }

// Inside reports whether the picture is taken from inside a player's head.
func (c *Camera) Inside() bool { return c.Shown() == Eyes && c.shown.flight.left <= 0 }

const (
	degreesAPoint = 0.11 // of turning per device-independent pixel
	maxTurn       = 80   // up or down, by the mouse
	wheelFactor   = 1.25 // a notch
)

// TurnBy turns the camera by a movement of the mouse, in device-independent pixels to the right
// and down.
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

// Turns reports whether the mouse turns the camera while its right button is down.
func (c *Camera) Turns() bool { return c.How == Behind || c.How == Orbit || c.How == Above }

// Scroll changes how far the camera is away, or how fast it flies, by notches of the wheel.
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

// The narrowest and widest field of view of a zoom, degrees.
const (
	zoomNarrow = 20
	zoomWide   = 120
)

// Zoom makes what is seen larger by notches, as [Camera.Scroll] does: through the eyes and along a path it
// narrows the field of view, until the way is changed.
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

// place is where a way puts the camera: at the end of an arm that walls shorten.
type place struct {
	scene.Camera // at the end of the whole arm
	pivot, back  mgl32.Vec3
	arm          float32 // its length if nothing is in the way
	free         float32 // of it nothing is in the way
	plan         bool    // walls do not shorten the arm: what is before its free part is not drawn
}

// at returns the camera with an arm of a length.
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

// minCut is the depth in units behind which everything is drawn in a picture from above.
const minCut = 2

// View returns the camera for an eye, as if it had been there for long. A nil map has no walls.
func (c *Camera) View(eye player.Eye, m *bsp.Map) scene.Camera {
	p := c.place(eye, m)
	return p.at(p.free)
}

// place returns where the camera belongs.
func (c *Camera) place(eye player.Eye, m *bsp.Map) place {
	p := place{Camera: scene.EyeCamera(eye, DefaultFOV)}
	switch {
	case c.How == Free:
		p.Camera = scene.Camera{Origin: c.Origin, Angles: c.Angles, FOV: DefaultFOV}
	case c.How == Along && c.Track.Len() > 0:
		p.Camera = c.Track.At(c.Clock)
	case c.Overviews() && len(c.People) > 0:
		p = c.everybody(m)
	case !eye.Known, c.Overviews():
		p.Camera = overview(m)
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
