package quake2

import (
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/internal/hash"
)

// Kinds of movement (pm_type).
const (
	moveNormal    = 0
	moveSpectator = 1
	moveDead      = 2
	moveGib       = 3
	moveFreeze    = 4
)

// moveOnGround is the movement flag (pm_flags) of a player who stands on something.
const moveOnGround = 4

// playerState is the state of a player in wire units, so that the differences of the extended protocol add up exactly.
type playerState struct {
	slot       uint8
	inUse      bool
	moveType   uint8
	fov        uint8
	rdFlags    uint8
	moveFlags  uint16
	gunFrame   uint16
	gunIndex   uint16
	units      wire.Units // of origin, velocity and viewAngles
	origin     [3]wire.Coord
	velocity   [3]wire.Coord
	viewAngles [3]wire.Angle
	viewOffset mgl32.Vec3 // units
	viewHeight float32    // units; used by the re-release, which excludes it from viewOffset
	kick       mgl32.Vec3 // degrees
	gunOffset  mgl32.Vec3 // units
	gunAngles  mgl32.Vec3 // degrees
	blend      [4]uint8
	stats      [64]int16
	known      uint64 // one bit for each stat that has ever been set
	// lost are the fields of the position and view angles that no message has set since a loss of messages (multi-view
	// recordings).
	lost message.PlayerField
}

// placeFields are the fields of a player's position and view angles.
const placeFields = message.PlayerOrigin | message.PlayerViewAngles

// apply applies the delta in a message.
func (s *playerState) apply(m *message.Quake2PlayerInfo) {
	f := m.Mask
	if f&message.PlayerType != 0 {
		s.moveType = m.Type
	}
	for i := range s.origin {
		if f&(message.PlayerOriginX<<i) != 0 {
			add(&s.origin[i], m.Origin[i], m.Difference&(message.PlayerOriginX<<i) != 0)
		}
		if f&(message.PlayerVelocityX<<i) != 0 {
			add(&s.velocity[i], m.Velocity[i], m.Difference&(message.PlayerVelocityX<<i) != 0)
		}
	}
	if f&message.PlayerFlags != 0 {
		s.moveFlags = m.Flags
	}
	if f&message.PlayerViewOffset != 0 {
		s.viewOffset = quarters(m.ViewOffset)
	}
	if f&message.PlayerViewAngles != 0 {
		s.viewAngles[0], s.viewAngles[1] = m.ViewAngles[0], m.ViewAngles[1]
	}
	if f&message.PlayerViewRoll != 0 {
		s.viewAngles[2] = m.ViewAngles[2]
	}
	if f&message.PlayerKickAngles != 0 {
		s.kick = quarters(m.KickAngles)
	}
	s.applyGun(m)
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
	if m.Rerelease.Mask != 0 {
		s.applyRerelease(&m.Rerelease)
	}
}

// applyGun applies the fields of the weapon in view.
func (s *playerState) applyGun(m *message.Quake2PlayerInfo) {
	f := m.Mask
	if f&message.PlayerGunIndex != 0 {
		s.gunIndex = m.GunIndex
	}
	if f&message.PlayerGunFrame != 0 {
		s.gunFrame = uint16(m.GunFrame)
	}
	if f&message.PlayerGunOffset != 0 {
		s.gunOffset = quarters(m.GunOffset)
	}
	if f&message.PlayerGunAngles != 0 {
		s.gunAngles = quarters(m.GunAngles)
	}
}

func add(v *wire.Coord, change wire.Coord, difference bool) {
	if difference {
		change += *v
	}
	*v = change
}

// pose returns the player's position, view angles and velocity.
func (s *playerState) pose() world.Pose {
	return world.Pose{Origin: s.units.Vec(s.origin), Angles: s.units.Angles(s.viewAngles),
		Velocity: s.units.Vec(s.velocity), VelocityKnown: true}
}

func quarters(v [3]int8) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]) / 4, float32(v[1]) / 4, float32(v[2]) / 4}
}

// eye returns the position of the player's eye.
func (s *playerState) eye() mgl32.Vec3 {
	return mgl32.Vec3(s.units.Vec(s.origin)).Add(s.eyeOffset())
}

// eyeOffset returns the position of the eye relative to the player's origin.
func (s *playerState) eyeOffset() mgl32.Vec3 { return s.viewOffset.Add(mgl32.Vec3{2: s.viewHeight}) }

// jumpUnits is the longest move along an axis between two frames, in units, that engines interpolate.
const jumpUnits = 256

// jumped reports whether the move from origin is too long to interpolate.
func (s *playerState) jumped(origin [3]wire.Coord) bool {
	for i := range s.origin {
		if d := s.units.Units(s.origin[i]) - s.units.Units(origin[i]); d > jumpUnits || d < -jumpUnits {
			return true
		}
	}
	return false
}

// copyStats copies the known stats to dst, which is part of w.
func (s *playerState) copyStats(w world.Edit, dst *world.Stats) {
	differ := s.known &^ dst.Known
	for b := s.known; b != 0; b &= b - 1 {
		if i := bits.TrailingZeros64(b) & 63; dst.Values[i] != int32(s.stats[i]) {
			differ |= 1 << i
		}
	}
	switch {
	case differ&(1<<world.Quake2StatChase) != 0: // they are another player's stats
		dst.Turn = world.Turn{}
	case differ&(1<<world.Quake2StatArmorIcon) != 0:
		equipment.TurnArmor(w, dst, int32(s.stats[world.Quake2StatArmorIcon]))
	}
	for b := differ; b != 0; b &= b - 1 { // usually none
		i := bits.TrailingZeros64(b) & 63
		w.SetStat(dst, i, int32(s.stats[i]))
	}
}

// chased is [world.World.Chased] for the stats of the state. A player who moves normally chases nobody: mods use the
// stat for other things, such as the player that is aimed at.
func (s *playerState) chased(w world.Edit) int {
	if s.moveType == moveNormal {
		return world.Nobody
	}
	now := world.Stats{Known: s.known}
	now.Values[world.Quake2StatChase] = int32(s.stats[world.Quake2StatChase])
	return w.Chased(&now)
}

// revert sets the stats to those of the player in w. client is the recorder's slot.
func (s *playerState) revert(w world.Edit, client int) {
	from := &w.Stats
	if slot := int(s.slot); slot != client {
		if slot >= len(w.Players) || w.Players[slot].Stats == nil {
			return
		}
		from = w.Players[slot].Stats
	}
	if !s.inUse {
		return // its newer stats were never shown
	}
	for i, v := range from.Values {
		s.stats[i] = int16(v)
	}
	s.known = from.Known
}

// show applies s to p. The rest of p comes from the player's entity.
func (s *playerState) show(w world.Edit, p *world.Player) {
	p.Pose = s.pose()
	p.EyeKnown = true
	p.ViewOffset = s.eyeOffset()
	p.Punch = s.kick
	p.FOV = float32(s.fov)
	p.MoveType = s.moveType
	p.RDFlags = s.rdFlags
	p.Footing = world.FootingOf(s.moveFlags&moveOnGround != 0)
	p.Blend = s.blend
	p.Gun = world.Gun{Known: true, Offset: s.gunOffset, Angles: s.gunAngles}
	p.WeaponModel = s.gunIndex
	w.SetWeaponFrame(p, s.gunFrame, false)
	p.Gibbed = s.moveType == moveGib
	p.Dead = p.Gibbed || s.moveType == moveDead
}

func (s *playerState) hash(h *hash.Hash) {
	h.Ints(int(s.slot), int(s.moveType), int(s.fov), int(s.rdFlags), int(s.gunFrame), int(s.gunIndex), int(s.moveFlags))
	h.Bools(s.inUse)
	for i := range s.origin {
		h.Ints(int(s.origin[i]), int(s.velocity[i]), int(s.viewAngles[i]))
	}
	h.Ints(int(s.units.Coord), int(s.units.Angle))
	for _, v := range [...]mgl32.Vec3{s.viewOffset, s.kick, s.gunOffset, s.gunAngles, {s.viewHeight}} {
		h.Vec(v)
	}
	h.Bytes(s.blend[:])
	h.Uint(s.known)
	h.Uint(uint64(s.lost))
	for _, v := range s.stats {
		h.Ints(int(v))
	}
}
