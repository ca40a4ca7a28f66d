package quake3_test

import (
	"math"
	"reflect"

	"demoscope/formats/message"
	"demoscope/player/world/quake3"
)

// sampleOf puts a snapshot into the form of the facts, with those of its
// entities that want has.
func (c *dm3Facts) sampleOf(s *quake3.RawSnapshot, want []dm3Entity) dm3Sample {
	p := s.Player
	vec := func(state []int32, x, y, z int) [3]float32 {
		return [3]float32{bitsOf(state[x]), bitsOf(state[y]), bitsOf(state[z])}
	}
	k := dm3Sample{
		Index: c.snapshots.Count, GameState: len(c.gamestates) - 1, Message: s.Sequence, Time: s.Time,
		Command:     s.Command,
		EntityCount: len(s.Entities), EntityNumbers: []int{}, Entities: []dm3Entity{},
		Player: dm3Player{
			CommandTime: p[message.PlayerStateCommandTime], Type: p[message.PlayerStatePMType],
			Flags:     p[message.PlayerStatePMFlags],
			ClientNum: p[message.PlayerStateClientNum], Weapon: p[message.PlayerStateWeapon],
			ViewHeight: p[message.PlayerStateViewHeight], Health: p[message.PlayerStateStats],
			Origin: vec(p[:], message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ),
			Velocity: vec(p[:], message.PlayerStateVelocityX, message.PlayerStateVelocityY,
				message.PlayerStateVelocityZ),
			ViewAngles: vec(p[:], message.PlayerStateViewPitch, message.PlayerStateViewYaw,
				message.PlayerStateViewRoll),
		},
	}
	copy(k.Player.Stats[:], p[message.PlayerStateStats:])
	copy(k.Player.Persistant[:], p[message.PlayerStatePersistant:])
	copy(k.Player.Ammo[:], p[message.PlayerStateAmmo:])
	copy(k.Player.Powerups[:], p[message.PlayerStatePowerups:])
	for _, e := range s.Entities {
		k.EntityNumbers = append(k.EntityNumbers, e.Number)
		if len(k.Entities) == len(want) || want[len(k.Entities)].Number != e.Number {
			continue
		}
		v := e.State
		k.Entities = append(k.Entities, dm3Entity{
			Number: e.Number, Type: v[message.EntityStateType], Flags: v[message.EntityStateFlags],
			Event: v[message.EntityStateEvent], EventParm: v[message.EntityStateEventParm],
			Weapon:    v[message.EntityStateWeapon],
			ClientNum: v[message.EntityStateClientNum], ModelIndex: v[message.EntityStateModelIndex],
			LegsAnim: v[message.EntityStateLegsAnim], TorsoAnim: v[message.EntityStateTorsoAnim],
			Solid:  v[message.EntityStateSolid],
			TrType: v[message.EntityStatePosType], TrTime: v[message.EntityStatePosTime],
			TrDuration: v[message.EntityStatePosDuration],
			TrBase: vec(v[:], message.EntityStatePosBaseX, message.EntityStatePosBaseY,
				message.EntityStatePosBaseZ),
			TrDelta: vec(v[:], message.EntityStatePosDeltaX, message.EntityStatePosDeltaY,
				message.EntityStatePosDeltaZ),
			AposBase: vec(v[:], message.EntityStateAposBasePitch, message.EntityStateAposBaseYaw,
				message.EntityStateAposBaseRoll),
			Origin: vec(v[:], message.EntityStateOriginX, message.EntityStateOriginY, message.EntityStateOriginZ),
		})
	}
	return k
}

func bitsOf(v int32) float32 { return math.Float32frombits(uint32(v)) }

// newLike returns a pointer to a new zero value of v's type, and deref what
// such a pointer points to.
func newLike(v any) any { return reflect.New(reflect.TypeOf(v)).Interface() }
func deref(p any) any   { return reflect.ValueOf(p).Elem().Interface() }
