package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// View is the recorder's eye, including view height and offsets, in Quake units and degrees.
type View struct {
	// Origin is the place of the eye at the World's FrameClock, and WasOrigin at its
	// PrevFrameClock.
	Origin, WasOrigin mgl32.Vec3
	// Angles are the newest angles. For others see [View.At].
	Angles mgl32.Vec3
	// Punch is the recoil of a weapon and, in Quake II, everything that shakes the view. It is not
	// included in Angles.
	Punch mgl32.Vec3
	// Hurt is by how much the last damage turned the view at HurtClock, in seconds of the viewer's
	// clock: see [View.Kick].
	Hurt      mgl32.Vec3
	HurtClock float64
	Height    float32 // of the eye above the origin
	FOV       float32 // horizontal, in degrees; 0 if unknown
	// Entity is the number of the entity to which the eye belongs, or 0.
	Entity int32
	// Known is set if the demo has a recorder's view, and NoLerp if the eye jumped to Origin.
	Known, NoLerp bool
	// Fixed is set during an intermission or cutscene, when nothing shakes the view.
	Fixed    bool
	wasKnown bool

	looks [viewLooks]look
	count int
}

// viewLooks is the number of stored view directions. A client records several between two server
// frames.
const viewLooks = 16

// look is a view direction at a time.
type look struct {
	clock  float64
	angles mgl32.Vec3
	jump   bool
}

// hurtTime is how long damage shakes the view, in seconds.
const hurtTime = 0.5

// Kick returns by how much recoil and damage turn the view at a time of the viewer's clock, in
// degrees.
func (v *View) Kick(clock float64) mgl32.Vec3 {
	if v.Fixed {
		return mgl32.Vec3{}
	}
	left := 1 - (clock-v.HurtClock)/hurtTime
	if left <= 0 || left > 1 {
		return v.Punch
	}
	return v.Punch.Add(v.Hurt.Mul(float32(left)))
}

// hurt turns the view because of damage at a time of the viewer's clock. See [Edit.Hurt].
func (v *View) hurt(clock float64, damage int, away mgl32.Vec3) {
	const (
		share, least = 0.5, 10 // share of the damage that counts, and the least that counts
		degrees      = 0.6     // per point that counts
	)
	if l := away.Len(); l > 0 {
		away = away.Mul(1 / l)
	}
	size := degrees * max(least, share*float32(damage))
	sin, cos := math.Sincos(float64(v.Angles[1]) * math.Pi / 180)
	forward, right := mgl32.Vec3{float32(cos), float32(sin), 0}, mgl32.Vec3{float32(sin), -float32(cos), 0}
	v.Hurt = mgl32.Vec3{size * away.Dot(forward), 0, size * away.Dot(right)}
	v.HurtClock = clock
}

// Jumped reports whether Origin must not be interpolated from WasOrigin.
func (v *View) Jumped() bool { return v.NoLerp || !v.wasKnown }

// WasKnown reports whether WasOrigin is known.
func (v *View) WasKnown() bool { return v.wasKnown }

// turn sets the angles at a time of the viewer's clock. See [Edit.Turn].
func (v *View) turn(clock float64, angles mgl32.Vec3, jump bool) {
	v.Angles = angles
	if v.count > 0 && v.looks[(v.count-1)%viewLooks].clock == clock {
		v.count--
		jump = jump || v.looks[v.count%viewLooks].jump
	}
	v.looks[v.count%viewLooks] = look{clock, angles, jump}
	v.count++
}

// At returns the angles at a time of the viewer's clock. They are interpolated the short way round
// between the directions before and after it, unless those are more than [MaxInterpolation] apart.
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
		if to.jump || to.clock <= from.clock || to.clock-from.clock > MaxInterpolation {
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
