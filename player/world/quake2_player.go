package world

import (
	"math/bits"

	"demoscope/formats/message"
)

// Quake II's stat numbers (DM2 3.18).
const (
	Quake2StatHealthIcon   = 0
	Quake2StatHealth       = 1
	Quake2StatAmmoIcon     = 2
	Quake2StatAmmo         = 3
	Quake2StatArmorIcon    = 4
	Quake2StatArmor        = 5
	Quake2StatSelectedIcon = 6
	Quake2StatPickupIcon   = 7
	Quake2StatPickupText   = 8 // config string of the item's name
	Quake2StatTimerIcon    = 9
	Quake2StatTimer        = 10
	Quake2StatHelpIcon     = 11
	Quake2StatSelectedItem = 12
	Quake2StatLayouts      = 13 // 1 the layout, 2 the inventory is shown
	Quake2StatFrags        = 14
	Quake2StatFlashes      = 15
	Quake2StatChase        = 16
	Quake2StatSpectator    = 17
)

// Kinds of movement (pm_type).
const (
	moveNormal    = 0
	moveSpectator = 1
	moveDead      = 2
	moveGib       = 3
	moveFreeze    = 4
)

// quake2Player is the state of a player as the wire has it: differences of
// the extended protocol must add up exactly.
type quake2Player struct {
	slot       uint8
	inUse      bool
	moveType   uint8
	fov        uint8
	rdFlags    uint8
	gunFrame   uint8
	gunIndex   uint16
	origin     [3]int32 // eighths of a unit
	velocity   [3]int32
	viewOffset [3]int8 // quarters
	kick       [3]int8
	viewAngles [3]int16
	blend      [4]uint8
	stats      [64]int16
	known      uint64 // bit per stat that was ever told
}

// apply changes s by what a message carries.
func (s *quake2Player) apply(m *message.Quake2PlayerInfo) {
	f := m.Mask
	if f&message.PlayerType != 0 {
		s.moveType = m.Type
	}
	for i := range s.origin {
		if f&(message.PlayerOriginX<<i) != 0 {
			add(&s.origin[i], int32(m.Origin[i]), m.Difference&(message.PlayerOriginX<<i) != 0)
		}
		if f&(message.PlayerVelocityX<<i) != 0 {
			add(&s.velocity[i], int32(m.Velocity[i]), m.Difference&(message.PlayerVelocityX<<i) != 0)
		}
	}
	if f&message.PlayerViewOffset != 0 {
		s.viewOffset = m.ViewOffset
	}
	if f&message.PlayerViewAngles != 0 {
		s.viewAngles[0], s.viewAngles[1] = int16(m.ViewAngles[0]), int16(m.ViewAngles[1])
	}
	if f&message.PlayerViewRoll != 0 {
		s.viewAngles[2] = int16(m.ViewAngles[2])
	}
	if f&message.PlayerKickAngles != 0 {
		s.kick = m.KickAngles
	}
	if f&message.PlayerGunIndex != 0 {
		s.gunIndex = m.GunIndex
	}
	if f&message.PlayerGunFrame != 0 {
		s.gunFrame = m.GunFrame
	}
	if f&message.PlayerBlend != 0 {
		for i := range s.blend {
			if m.BlendBits&(1<<i) != 0 {
				s.blend[i] = m.Blend[i]
			}
		}
	}
	if f&message.PlayerFOV != 0 {
		s.fov = m.FOV
	}
	if f&message.PlayerRDFlags != 0 {
		s.rdFlags = m.RDFlags
	}
	values := m.Stats
	for b := m.StatBits; b != 0 && len(values) > 0; b &= b - 1 {
		s.stats[bits.TrailingZeros64(b)] = values[0]
		values = values[1:]
	}
	s.known |= m.StatBits
}

func add(v *int32, change int32, difference bool) {
	if difference {
		change += *v
	}
	*v = change
}

// pose returns where a player stands and looks.
func (s *quake2Player) pose() Pose {
	return Pose{Origin: eighths(s.origin), Angles: shortAngles(s.viewAngles), Velocity: eighths(s.velocity)}
}

func eighths(v [3]int32) [3]float32 {
	return [3]float32{float32(v[0]) / 8, float32(v[1]) / 8, float32(v[2]) / 8}
}

func quarters(v [3]int8) [3]float32 {
	return [3]float32{float32(v[0]) / 4, float32(v[1]) / 4, float32(v[2]) / 4}
}

func shortAngles(v [3]int16) [3]float32 {
	const unit = 360.0 / 65536
	return [3]float32{float32(v[0]) * unit, float32(v[1]) * unit, float32(v[2]) * unit}
}

// eye returns where the player's eye is.
func (s *quake2Player) eye() [3]float32 {
	o, v := eighths(s.origin), quarters(s.viewOffset)
	return [3]float32{o[0] + v[0], o[1] + v[1], o[2] + v[2]}
}

// jumpEighths is the move between two frames that engines do not interpolate:
// 256 units along an axis.
const jumpEighths = 256 * 8

// jumped reports whether the player did not walk to where he is from origin.
func (s *quake2Player) jumped(origin [3]int32) bool {
	for i := range s.origin {
		if d := s.origin[i] - origin[i]; d > jumpEighths || d < -jumpEighths {
			return true
		}
	}
	return false
}

// copyStats makes dst the stats of s.
func (s *quake2Player) copyStats(dst *Stats) {
	for b := s.known; b != 0; b &= b - 1 {
		i := bits.TrailingZeros64(b)
		dst.Values[i] = int32(s.stats[i])
	}
	dst.Known |= s.known
}

// show makes p what s says, but for what the player's entity says.
func (s *quake2Player) show(p *Player) {
	p.Pose = s.pose()
	p.EyeKnown = true
	p.ViewOffset = quarters(s.viewOffset)
	p.Punch = quarters(s.kick)
	p.FOV = float32(s.fov)
	p.MoveType = s.moveType
	p.RDFlags = s.rdFlags
	p.WeaponModel = s.gunIndex
	p.WeaponFrame = uint16(s.gunFrame)
	p.Dead = s.moveType == moveDead || s.moveType == moveGib
	p.Frags = int32(s.stats[Quake2StatFrags])
}

func (s *quake2Player) hash(h *hasher) {
	h.int(int(s.slot))
	h.bool(s.inUse)
	for i := range s.origin {
		h.int(int(s.origin[i]))
		h.int(int(s.velocity[i]))
		h.int(int(s.viewOffset[i]))
		h.int(int(s.kick[i]))
		h.int(int(s.viewAngles[i]))
	}
	h.u64(uint64(s.moveType) | uint64(s.fov)<<8 | uint64(s.rdFlags)<<16 | uint64(s.gunFrame)<<24 | uint64(s.gunIndex)<<32)
	h.u64(s.known)
	for b := s.known; b != 0; b &= b - 1 {
		h.int(int(s.stats[bits.TrailingZeros64(b)]))
	}
	h.bytes(s.blend[:])
}
