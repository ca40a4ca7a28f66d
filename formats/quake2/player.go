package quake2

import (
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of a playerinfo on the wire (DM2 3.18; from 15 on only in extended
// protocols).
const (
	playerType        = 1 << 0
	playerOrigin      = 1 << 1
	playerVelocity    = 1 << 2
	playerTime        = 1 << 3
	playerFlags       = 1 << 4
	playerGravity     = 1 << 5
	playerDeltaAngles = 1 << 6
	playerViewOffset  = 1 << 7
	playerViewAngles  = 1 << 8
	playerKickAngles  = 1 << 9
	playerBlend       = 1 << 10
	playerFOV         = 1 << 11
	playerGunIndex    = 1 << 12
	playerGunFrame    = 1 << 13
	playerRDFlags     = 1 << 14
	playerMore        = 1 << 15
	playerFog         = 1 << 16
)

// maxStats is how many stats there are.
const (
	maxStats     = 32
	maxStatsWide = 64
)

// playerMasks says which fields each flag announces.
var playerMasks = [...]message.PlayerField{
	message.PlayerType,
	message.PlayerOrigin,
	message.PlayerVelocity,
	message.PlayerTime,
	message.PlayerFlags,
	message.PlayerGravity,
	message.PlayerDeltaAngles,
	message.PlayerViewOffset,
	message.PlayerViewAngles | message.PlayerViewRoll,
	message.PlayerKickAngles,
	message.PlayerBlend,
	message.PlayerFOV,
	message.PlayerGunIndex,
	message.PlayerGunFrame | message.PlayerGunOffset | message.PlayerGunAngles,
	message.PlayerRDFlags,
	0,
	message.PlayerFog,
}

// masksOf turns the wire's flags into fields.
func masksOf(table []message.PlayerField, wire uint32) (mask message.PlayerField) {
	for wire != 0 {
		i := bits.TrailingZeros32(wire)
		if i >= len(table) {
			break
		}
		mask |= table[i]
		wire &= wire - 1
	}
	return mask
}

// readPlayer reads a playerinfo. Stats are appended to stats, which is
// returned.
func (p *Protocol) readPlayer(r *wire.Reader, m *message.Quake2PlayerInfo, stats []int16) []int16 {
	f := uint32(r.Word())
	if p.Fog && f&playerMore != 0 {
		f |= uint32(r.Byte()) << 16
	}
	m.Bits = f
	m.Mask = masksOf(playerMasks[:], f)
	m.Difference = 0
	if f&playerType != 0 {
		m.Type = r.Byte()
	}
	if f&playerOrigin != 0 {
		p.readMove(r, m, &m.Origin, message.PlayerOriginX)
	}
	if f&playerVelocity != 0 {
		p.readMove(r, m, &m.Velocity, message.PlayerVelocityX)
	}
	if f&playerTime != 0 {
		m.Time = p.moveWord(r)
	}
	if f&playerFlags != 0 {
		m.Flags = p.moveWord(r)
	}
	if f&playerGravity != 0 {
		m.Gravity = r.Short()
	}
	if f&playerDeltaAngles != 0 {
		readAngles16(r, &m.DeltaAngles)
	}
	if f&playerViewOffset != 0 {
		readOffsets(r, &m.ViewOffset)
	}
	if f&playerViewAngles != 0 {
		readAngles16(r, &m.ViewAngles)
	}
	if f&playerKickAngles != 0 {
		readOffsets(r, &m.KickAngles)
	}
	if f&playerGunIndex != 0 {
		m.GunIndex = uint16(index(r, p.Extended))
	}
	if f&playerGunFrame != 0 {
		m.GunFrame = r.Byte()
		readOffsets(r, &m.GunOffset)
		readOffsets(r, &m.GunAngles)
	}
	if f&playerBlend != 0 {
		p.readBlend(r, m)
	}
	if p.Fog && f&playerFog != 0 {
		p.readFog(r, &m.Fog)
	}
	if f&playerFOV != 0 {
		m.FOV = r.Byte()
	}
	if f&playerRDFlags != 0 {
		m.RDFlags = r.Byte()
	}
	return p.readStats(r, m, stats)
}

// writePlayer writes what readPlayer reads.
func (p *Protocol) writePlayer(w *wire.Writer, m *message.Quake2PlayerInfo) {
	f := m.Bits
	w.Word(uint16(f))
	if p.Fog && f&playerMore != 0 {
		w.Byte(uint8(f >> 16))
	}
	if f&playerType != 0 {
		w.Byte(m.Type)
	}
	if f&playerOrigin != 0 {
		p.writeMove(w, m, &m.Origin, message.PlayerOriginX)
	}
	if f&playerVelocity != 0 {
		p.writeMove(w, m, &m.Velocity, message.PlayerVelocityX)
	}
	if f&playerTime != 0 {
		p.writeMoveWord(w, m.Time)
	}
	if f&playerFlags != 0 {
		p.writeMoveWord(w, m.Flags)
	}
	if f&playerGravity != 0 {
		w.Short(m.Gravity)
	}
	if f&playerDeltaAngles != 0 {
		writeAngles16(w, &m.DeltaAngles)
	}
	if f&playerViewOffset != 0 {
		writeOffsets(w, &m.ViewOffset)
	}
	if f&playerViewAngles != 0 {
		writeAngles16(w, &m.ViewAngles)
	}
	if f&playerKickAngles != 0 {
		writeOffsets(w, &m.KickAngles)
	}
	if f&playerGunIndex != 0 {
		writeIndex(w, int32(m.GunIndex), p.Extended)
	}
	if f&playerGunFrame != 0 {
		w.Byte(m.GunFrame)
		writeOffsets(w, &m.GunOffset)
		writeOffsets(w, &m.GunAngles)
	}
	if f&playerBlend != 0 {
		p.writeBlend(w, m)
	}
	if p.Fog && f&playerFog != 0 {
		p.writeFog(w, &m.Fog)
	}
	if f&playerFOV != 0 {
		w.Byte(m.FOV)
	}
	if f&playerRDFlags != 0 {
		w.Byte(m.RDFlags)
	}
	p.writeStats(w, m)
}

// readMove reads three coordinates that wide protocols write as differences;
// x is the bit of the first.
func (p *Protocol) readMove(r *wire.Reader, m *message.Quake2PlayerInfo, v *[3]wire.Coord, x message.PlayerField) {
	for i := range v {
		p.readMoveAxis(r, m, v, i, x)
	}
}

func (p *Protocol) readMoveAxis(r *wire.Reader, m *message.Quake2PlayerInfo, v *[3]wire.Coord, i int, x message.PlayerField) {
	if !p.Wide {
		v[i] = wire.Coord(r.Short())
		return
	}
	c, difference := readDelta(r)
	v[i] = c
	if difference {
		m.Difference |= x << i
	}
}

func (p *Protocol) writeMove(w *wire.Writer, m *message.Quake2PlayerInfo, v *[3]wire.Coord, x message.PlayerField) {
	for i := range v {
		p.writeMoveAxis(w, m, v, i, x)
	}
}

func (p *Protocol) writeMoveAxis(w *wire.Writer, m *message.Quake2PlayerInfo, v *[3]wire.Coord, i int, x message.PlayerField) {
	if p.Wide {
		writeDelta(w, v[i], m.Difference&(x<<i) != 0)
	} else {
		w.Short(int16(v[i]))
	}
}

// moveWord reads pm_time or pm_flags.
func (p *Protocol) moveWord(r *wire.Reader) uint16 { return uint16(index(r, p.Wide)) }

func (p *Protocol) writeMoveWord(w *wire.Writer, v uint16) { writeIndex(w, int32(v), p.Wide) }

func readAngles16(r *wire.Reader, v *[3]wire.Angle) {
	v[0] = wire.Angle(r.Short())
	v[1] = wire.Angle(r.Short())
	v[2] = wire.Angle(r.Short())
}

func writeAngles16(w *wire.Writer, v *[3]wire.Angle) {
	w.Short(int16(v[0]))
	w.Short(int16(v[1]))
	w.Short(int16(v[2]))
}

func readOffsets(r *wire.Reader, v *[3]int8) {
	v[0] = r.Char()
	v[1] = r.Char()
	v[2] = r.Char()
}

func writeOffsets(w *wire.Writer, v *[3]int8) {
	w.Char(v[0])
	w.Char(v[1])
	w.Char(v[2])
}

// blendAll has the bits of the four bytes of blend.
const blendAll = 0x0f

func (p *Protocol) readBlend(r *wire.Reader, m *message.Quake2PlayerInfo) {
	m.BlendBits = blendAll
	if p.Wide {
		m.BlendBits = r.Byte()
	}
	for i := range m.Blend {
		if m.BlendBits&(1<<i) != 0 {
			m.Blend[i] = r.Byte()
		}
	}
	for i := range m.DamageBlend {
		if m.BlendBits&(0x10<<i) != 0 {
			m.DamageBlend[i] = r.Byte()
		}
	}
}

func (p *Protocol) writeBlend(w *wire.Writer, m *message.Quake2PlayerInfo) {
	if !p.Wide {
		w.Bytes(m.Blend[:])
		return
	}
	w.Byte(m.BlendBits)
	for i, v := range m.Blend {
		if m.BlendBits&(1<<i) != 0 {
			w.Byte(v)
		}
	}
	for i, v := range m.DamageBlend {
		if m.BlendBits&(0x10<<i) != 0 {
			w.Byte(v)
		}
	}
}

// readStats reads the mask of stats and their values: a long in Quake II,
// groups of seven bits in the wide protocols.
func (p *Protocol) readStats(r *wire.Reader, m *message.Quake2PlayerInfo, stats []int16) []int16 {
	if p.Wide {
		m.StatBits = readVariable(r)
	} else {
		m.StatBits = uint64(uint32(r.Long()))
	}
	n := len(stats)
	for b := m.StatBits; b != 0; b &= b - 1 {
		stats = append(stats, r.Short())
	}
	m.Stats = stats[n:len(stats):len(stats)]
	return stats
}

func (p *Protocol) writeStats(w *wire.Writer, m *message.Quake2PlayerInfo) {
	if p.Wide {
		writeVariable(w, m.StatBits)
	} else {
		w.Long(int32(m.StatBits))
	}
	for _, v := range m.Stats {
		w.Short(v)
	}
}

// readVariable reads a number of seven bits a byte, the lowest first; the
// high bit says that more follow.
func readVariable(r *wire.Reader) (v uint64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.Byte()
		v |= uint64(b&0x7f) << shift
		if b&0x80 == 0 {
			break
		}
	}
	return v
}

func writeVariable(w *wire.Writer, v uint64) {
	for v >= 0x80 {
		w.Byte(uint8(v) | 0x80)
		v >>= 7
	}
	w.Byte(uint8(v))
}
