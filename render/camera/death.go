package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// Parameters of the view of a dead followed player, in units and degrees. It is from outside, with a level horizon.
const (
	deathDistance = 110
	deathHeight   = 48 // above the eye
	deathFocus    = 512
	// maxDeathDistance is the maximum distance between a body and the place of death: farther away, the body has moved
	// elsewhere.
	maxDeathDistance = 400
	// minDeathDistance is the minimum length of the arm, so that the body does not fill the picture.
	minDeathDistance = 80
	// deathFlightTime is the minimum duration of the flight there, in seconds.
	deathFlightTime = 0.7
)

// deathTurns are the directions to try, relative to the one toward the killer.
var deathTurns = [...]float32{0, 30, -30, 60, -60, 100, -100, 140, -140, 180}

// Death is how a player died.
type Death struct {
	At          mgl32.Vec3 // of the player, valid if Known
	Killer      mgl32.Vec3 // at that time, valid if KillerKnown
	Known       bool
	KillerKnown bool
}

// deathView is the view of a dead player. It does not move, although the body may fall and turn, and the killer moves
// on.
type deathView struct {
	known bool
	yaw   float32
	pivot mgl32.Vec3
}

// deathViewOf returns the view of a dead player. It looks toward the killer if nothing is between them, otherwise in
// the direction of the eye, or to a side where there is room for the camera.
func (c *Camera) deathViewOf(eye player.Eye, m *bsp.Map) deathView {
	at, yaw := eye.Origin, eye.Angles[1]
	if d := c.Death.At.Sub(at); c.Death.Known && d.Dot(d) < maxDeathDistance*maxDeathDistance {
		at = c.Death.At
	}
	pivot := raise(m, at, deathHeight)
	if d := c.Death.Killer.Sub(pivot); c.Death.KillerKnown && d.Vec2().Len() > 1 &&
		(!hasWalls(m) || m.Reach(pivot, c.Death.Killer, 0) >= 1) {
		yaw = yawOf(d)
	}
	best, most := yaw, float32(-1)
	for _, turn := range deathTurns {
		free := onArm(m, pivot, mgl32.Vec3{0, yaw + turn, 0}, deathDistance).free
		if free >= minDeathDistance {
			return deathView{true, wrap(yaw + turn), pivot}
		}
		if free > most {
			best, most = wrap(yaw+turn), free
		}
	}
	return deathView{true, best, pivot}
}

// afterDeath returns the position behind and above a dead player.
func (c *Camera) afterDeath(eye player.Eye, m *bsp.Map) place {
	d := c.deathView
	if !d.known {
		d = c.deathViewOf(eye, m)
	}
	p := onArm(m, d.pivot, mgl32.Vec3{0, d.yaw, 0}, deathDistance)
	p.Angles[0] = mgl32.RadToDeg(float32(math.Atan2(deathHeight, float64(deathFocus+p.free))))
	p.FOV = scene.EyeCamera(eye, DefaultFOV).FOV
	return p
}
