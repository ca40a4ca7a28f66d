package world

import (
	"math"

	"demoscope/formats/message"
)

// How an entity of Quake III moves between two snapshots (facts section 9).
const (
	trStationary = iota
	trInterpolate
	trLinear
	trLinearStop
	trSine
	trGravity
)

// trajectoryGravity is how fast a falling thing gets faster, in units a second
// squared, whatever the gravity of the players.
const trajectoryGravity = 800

// trajectory is where something is at any time: raw times in milliseconds,
// base and delta in units (or degrees) and units a second.
type trajectory struct {
	kind, time, duration int32
	base, delta          [3]float32
}

// position returns an entity's trajectory of places.
func (s *entityState) position() trajectory {
	return trajectory{
		kind: s[message.EntityStatePosType], time: s[message.EntityStatePosTime], duration: s[message.EntityStatePosDuration],
		base:  s.vec(message.EntityStatePosBaseX, message.EntityStatePosBaseY, message.EntityStatePosBaseZ),
		delta: s.vec(message.EntityStatePosDeltaX, message.EntityStatePosDeltaY, message.EntityStatePosDeltaZ),
	}
}

// turning returns an entity's trajectory of angles.
func (s *entityState) turning() trajectory {
	return trajectory{
		kind: s[message.EntityStateAposType], time: s[message.EntityStateAposTime], duration: s[message.EntityStateAposDuration],
		base:  s.vec(message.EntityStateAposBasePitch, message.EntityStateAposBaseYaw, message.EntityStateAposBaseRoll),
		delta: s.vec(message.EntityStateAposDeltaPitch, message.EntityStateAposDeltaYaw, message.EntityStateAposDeltaRoll),
	}
}

// vec returns three float fields.
func (s *entityState) vec(x, y, z int) [3]float32 {
	return [3]float32{float(s[x]), float(s[y]), float(s[z])}
}

// float returns the number whose IEEE bits a raw field holds.
func float(v int32) float32 { return math.Float32frombits(uint32(v)) }

// at returns the place, or the angles, at a time in milliseconds of the
// server's clock.
func (t *trajectory) at(now int32) [3]float32 {
	seconds := float32(int64(now)-int64(t.time)) * 0.001
	switch t.kind {
	case trLinear, trGravity:
	case trLinearStop:
		seconds = max(0, min(seconds, float32(t.duration)*0.001))
	case trSine:
		if t.duration == 0 {
			return t.base
		}
		phase := float64(int64(now)-int64(t.time)) / float64(t.duration)
		seconds = float32(math.Sin(phase * 2 * math.Pi))
	default:
		return t.base
	}
	p := t.base
	for i := range p {
		p[i] += t.delta[i] * seconds
	}
	if t.kind == trGravity {
		p[2] -= 0.5 * trajectoryGravity * seconds * seconds
	}
	return p
}
