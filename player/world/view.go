package world

import "github.com/go-gl/mathgl/mgl32"

// View is the recorder's eye, with view height and offsets, in Quake units and
// degrees.
type View struct {
	// Origin is the eye's place at the World's FrameClock, WasOrigin at its
	// PrevFrameClock.
	Origin, WasOrigin mgl32.Vec3
	// Angles are the newest: see [View.At].
	Angles mgl32.Vec3
	// Punch is added to the angles when drawing.
	Punch  mgl32.Vec3
	Height float32 // of the eye above the origin
	FOV    float32 // degrees, horizontal; 0 if it is not known
	// Entity is the number of the entity that the eye belongs to, 0 if none.
	Entity int32
	// Known is set if the demo has a recorder's view, NoLerp if the eye jumped
	// to Origin.
	Known, NoLerp bool
	wasKnown      bool

	looks [viewLooks]look
	count int
}

// viewLooks is how many directions are kept: a client records several between two
// frames of the server.
const viewLooks = 16

// look is a direction at a time.
type look struct {
	clock  float64
	angles mgl32.Vec3
	jump   bool
}

// Jumped reports that Origin must not be interpolated from WasOrigin.
func (v *View) Jumped() bool { return v.NoLerp || !v.wasKnown }

// turn sets the angles at a viewer's time: see [Edit.Turn].
func (v *View) turn(clock float64, angles mgl32.Vec3, jump bool) {
	v.Angles = angles
	if v.count > 0 && v.looks[(v.count-1)%viewLooks].clock == clock {
		v.count--
		jump = jump || v.looks[v.count%viewLooks].jump
	}
	v.looks[v.count%viewLooks] = look{clock, angles, jump}
	v.count++
}

// At returns the angles at a viewer's time in seconds, interpolated the short way
// round between the directions before and after it.
func (v *View) At(clock float64) mgl32.Vec3 {
	for i := range min(v.count, viewLooks) {
		from := &v.looks[(v.count-1-i)%viewLooks]
		if from.clock > clock {
			continue
		}
		if i == 0 {
			break
		}
		to := &v.looks[(v.count-i)%viewLooks]
		if to.jump || to.clock <= from.clock {
			return from.angles
		}
		return LerpAngles(from.angles, to.angles, float32((clock-from.clock)/(to.clock-from.clock)))
	}
	return v.Angles
}

// rotate makes the current place the previous one.
func (v *View) rotate() {
	v.WasOrigin = v.Origin
	v.wasKnown = v.Known
	v.NoLerp = false
}
