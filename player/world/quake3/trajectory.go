package quake3

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
)

// Trajectory types (trType): how an entity moves between two snapshots.
const (
	trStationary = iota
	trInterpolate
	trLinear
	trLinearStop
	trSine
	trGravity
)

// trajectoryGravity is the acceleration of a falling entity, in units per second squared. The gravity of players can
// differ.
const trajectoryGravity = 800

// placeAt sets p to an entity's position at a time in milliseconds of the server's clock.
func (s *entityState) placeAt(now int32, p *mgl32.Vec3) {
	p[0] = float(s[message.EntityStatePosBaseX])
	p[1] = float(s[message.EntityStatePosBaseY])
	p[2] = float(s[message.EntityStatePosBaseZ])
	kind := s[message.EntityStatePosType]
	if uint32(kind) <= trInterpolate {
		return // most entities don't move
	}
	var t float32
	if kind == trLinear || kind == trGravity {
		t = float32(int64(now)-int64(s[message.EntityStatePosTime])) * 0.001
	} else {
		t = traveled(kind, s[message.EntityStatePosTime], s[message.EntityStatePosDuration], now)
	}
	p[0] += float(s[message.EntityStatePosDeltaX]) * t
	p[1] += float(s[message.EntityStatePosDeltaY]) * t
	p[2] += float(s[message.EntityStatePosDeltaZ]) * t
	if kind == trGravity {
		p[2] -= 0.5 * trajectoryGravity * t * t
	}
}

// anglesAt sets p to an entity's angles, in degrees, at a time in milliseconds
// of the server's clock.
func (s *entityState) anglesAt(now int32, p *mgl32.Vec3) {
	p[0] = float(s[message.EntityStateAposBasePitch])
	p[1] = float(s[message.EntityStateAposBaseYaw])
	p[2] = float(s[message.EntityStateAposBaseRoll])
	kind := s[message.EntityStateAposType]
	if uint32(kind) <= trInterpolate {
		return
	}
	t := traveled(kind, s[message.EntityStateAposTime], s[message.EntityStateAposDuration], now)
	p[0] += float(s[message.EntityStateAposDeltaPitch]) * t
	p[1] += float(s[message.EntityStateAposDeltaYaw]) * t
	p[2] += float(s[message.EntityStateAposDeltaRoll]) * t
}

// heading caches the direction in which an entity was launched.
type heading struct {
	velocity [3]int32   // raw, because the sign of a zero affects the angles
	angles   mgl32.Vec3 // degrees
}

// of returns the direction in which an entity was launched, as angles in degrees. The game turns missiles that way
// whatever their angles, and turns missiles that don't move upwards. The result is cached while the velocity stays the
// same.
func (h *heading) of(s *entityState) mgl32.Vec3 {
	raw := [3]int32{s[message.EntityStatePosDeltaX], s[message.EntityStatePosDeltaY], s[message.EntityStatePosDeltaZ]}
	if raw != h.velocity || raw == ([3]int32{}) {
		h.velocity, h.angles = raw, headingOf(s.vec(message.EntityStatePosDeltaX, message.EntityStatePosDeltaY,
			message.EntityStatePosDeltaZ))
	}
	return h.angles
}

// headingOf returns the angles of a velocity, in degrees.
func headingOf(v mgl32.Vec3) mgl32.Vec3 {
	if v == (mgl32.Vec3{}) {
		return mgl32.Vec3{-90, 0, 0}
	}
	level := math.Hypot(float64(v[0]), float64(v[1]))
	return mgl32.Vec3{
		-mgl32.RadToDeg(float32(math.Atan2(float64(v[2]), level))),
		mgl32.RadToDeg(float32(math.Atan2(float64(v[1]), float64(v[0])))),
	}
}

// traveled returns the factor of a trajectory's delta: the seconds since its start, or for a sine the sine's value (-1
// to 1). Times are in milliseconds.
func traveled(kind, time, duration, now int32) float32 {
	passed := int64(now) - int64(time)
	switch kind {
	case trLinearStop:
		passed = max(0, min(passed, int64(duration)))
	case trSine:
		if duration == 0 {
			return 0
		}
		return float32(math.Sin(float64(passed) / float64(duration) * 2 * math.Pi))
	case trLinear, trGravity:
	default:
		return 0
	}
	return float32(passed) * 0.001
}

// vec returns a vector from three float fields.
func (s *entityState) vec(x, y, z int) mgl32.Vec3 {
	return mgl32.Vec3{float(s[x]), float(s[y]), float(s[z])}
}

// set sets v to three float fields. It is for code that runs for every entity. It writes v in place, component by
// component, because the processor stalls when it reads as a whole what was just written in parts.
func (s *entityState) set(v *mgl32.Vec3, x, y, z int) {
	v[0], v[1], v[2] = float(s[x]), float(s[y]), float(s[z])
}

// float returns the float whose IEEE bits a raw field holds.
func float(v int32) float32 { return math.Float32frombits(uint32(v)) }
