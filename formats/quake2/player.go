package quake2

import (
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

const playerMore = 1 << 15 // one more byte of flags

// maxStatsWide is the number of a player's stats in the wide protocols; others have 32.
const maxStatsWide = 64

// playerMasks are the fields announced by each flag of a playerinfo, from the lowest (DM2 3.18; from 15 on only in
// extended protocols).
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
	0, // playerMore
	message.PlayerFog,
}

// masksOf converts the wire's flags to fields.
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

// readPlayer reads a playerinfo. It appends the values of the stats to stats and returns the result.
func (p *Protocol) readPlayer(r *wire.Reader, m *message.Quake2PlayerInfo, stats []int16) []int16 {
	f := uint32(r.Word())
	if p.Fog && f&playerMore != 0 {
		f |= uint32(r.Byte()) << 16
	}
	m.Bits = f
	p.readFields(r, m, masksOf(playerMasks[:], f))
	return p.readStats(r, m, stats)
}

// writePlayer writes a playerinfo for readPlayer.
func (p *Protocol) writePlayer(w *wire.Writer, m *message.Quake2PlayerInfo) {
	w.Word(uint16(m.Bits))
	if p.Fog && m.Bits&playerMore != 0 {
		w.Byte(uint8(m.Bits >> 16))
	}
	p.writeFields(w, m, masksOf(playerMasks[:], m.Bits))
	p.writeStats(w, m)
}

// readFields reads the fields of a player in mask and sets m.Mask. Demos and multi-view recordings have the same order
// of fields.
func (p *Protocol) readFields(r *wire.Reader, m *message.Quake2PlayerInfo, mask message.PlayerField) {
	m.Mask, m.Difference = mask, 0
	if mask&message.PlayerType != 0 {
		m.Type = r.Byte()
	}
	if mask&message.PlayerOrigin != 0 {
		p.readMove(r, m, &m.Origin, message.PlayerOriginX)
	}
	if mask&message.PlayerVelocity != 0 {
		p.readMove(r, m, &m.Velocity, message.PlayerVelocityX)
	}
	if mask&message.PlayerTime != 0 {
		m.Time = p.moveWord(r)
	}
	if mask&message.PlayerFlags != 0 {
		m.Flags = p.moveWord(r)
	}
	if mask&message.PlayerGravity != 0 {
		m.Gravity = r.Short()
	}
	if mask&message.PlayerDeltaAngles != 0 {
		readAngles16(r, m.DeltaAngles[:])
	}
	if mask&message.PlayerViewOffset != 0 {
		readOffsets(r, &m.ViewOffset)
	}
	if mask&message.PlayerViewAngles != 0 {
		readAngles16(r, m.ViewAngles[:2])
	}
	if mask&message.PlayerViewRoll != 0 {
		readAngles16(r, m.ViewAngles[2:])
	}
	if mask&message.PlayerKickAngles != 0 {
		readOffsets(r, &m.KickAngles)
	}
	if mask&message.PlayerGunIndex != 0 {
		m.GunIndex = uint16(index(r, p.Extended))
	}
	if mask&message.PlayerGunFrame != 0 {
		m.GunFrame = r.Byte()
	}
	if mask&message.PlayerGunOffset != 0 {
		readOffsets(r, &m.GunOffset)
	}
	if mask&message.PlayerGunAngles != 0 {
		readOffsets(r, &m.GunAngles)
	}
	if mask&message.PlayerBlend != 0 {
		p.readBlend(r, m)
	}
	if mask&message.PlayerFog != 0 {
		p.readFog(r, &m.Fog)
	}
	if mask&message.PlayerFOV != 0 {
		m.FOV = r.Byte()
	}
	if mask&message.PlayerRDFlags != 0 {
		m.RDFlags = r.Byte()
	}
}

// writeFields writes fields for readFields.
func (p *Protocol) writeFields(w *wire.Writer, m *message.Quake2PlayerInfo, mask message.PlayerField) {
	if mask&message.PlayerType != 0 {
		w.Byte(m.Type)
	}
	p.writeMove(w, m, mask, &m.Origin, message.PlayerOriginX)
	p.writeMove(w, m, mask, &m.Velocity, message.PlayerVelocityX)
	if mask&message.PlayerTime != 0 {
		p.writeMoveWord(w, m.Time)
	}
	if mask&message.PlayerFlags != 0 {
		p.writeMoveWord(w, m.Flags)
	}
	if mask&message.PlayerGravity != 0 {
		w.Short(m.Gravity)
	}
	if mask&message.PlayerDeltaAngles != 0 {
		writeAngles16(w, m.DeltaAngles[:])
	}
	if mask&message.PlayerViewOffset != 0 {
		writeOffsets(w, &m.ViewOffset)
	}
	if mask&message.PlayerViewAngles != 0 {
		writeAngles16(w, m.ViewAngles[:2])
	}
	if mask&message.PlayerViewRoll != 0 {
		writeAngles16(w, m.ViewAngles[2:])
	}
	if mask&message.PlayerKickAngles != 0 {
		writeOffsets(w, &m.KickAngles)
	}
	if mask&message.PlayerGunIndex != 0 {
		writeIndex(w, int32(m.GunIndex), p.Extended)
	}
	if mask&message.PlayerGunFrame != 0 {
		w.Byte(m.GunFrame)
	}
	if mask&message.PlayerGunOffset != 0 {
		writeOffsets(w, &m.GunOffset)
	}
	if mask&message.PlayerGunAngles != 0 {
		writeOffsets(w, &m.GunAngles)
	}
	if mask&message.PlayerBlend != 0 {
		p.writeBlend(w, m)
	}
	if mask&message.PlayerFog != 0 {
		p.writeFog(w, &m.Fog)
	}
	if mask&message.PlayerFOV != 0 {
		w.Byte(m.FOV)
	}
	if mask&message.PlayerRDFlags != 0 {
		w.Byte(m.RDFlags)
	}
}

// readMove reads the coordinates of v in m.Mask; x is the bit of the first. Wide protocols may write them as
// differences.
func (p *Protocol) readMove(r *wire.Reader, m *message.Quake2PlayerInfo, v *[3]wire.Coord, x message.PlayerField) {
	for i := range v {
		switch {
		case m.Mask&(x<<i) == 0:
		case p.Wide:
			var difference bool
			if v[i], difference = readDelta(r); difference {
				m.Difference |= x << i
			}
		default:
			v[i] = wire.Coord(r.Short())
		}
	}
}

func (p *Protocol) writeMove(w *wire.Writer, m *message.Quake2PlayerInfo, mask message.PlayerField, v *[3]wire.Coord,
	x message.PlayerField) {
	for i := range v {
		switch {
		case mask&(x<<i) == 0:
		case p.Wide:
			writeDelta(w, v[i], m.Difference&(x<<i) != 0)
		default:
			w.Short(int16(v[i]))
		}
	}
}

// moveWord reads pm_time or pm_flags.
func (p *Protocol) moveWord(r *wire.Reader) uint16 { return uint16(index(r, p.Wide)) }

func (p *Protocol) writeMoveWord(w *wire.Writer, v uint16) { writeIndex(w, int32(v), p.Wide) }

func readAngles16(r *wire.Reader, v []wire.Angle) {
	for i := range v {
		v[i] = wire.Angle(r.Short())
	}
}

func writeAngles16(w *wire.Writer, v []wire.Angle) {
	for _, a := range v {
		w.Short(int16(a))
	}
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

// blendAll has the bits of all four bytes of the blend.
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

// readStats reads the mask of stats and their values. The mask is 32 bits in Quake II, and groups of seven bits in the
// wide protocols.
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

// readVariable reads a number of seven bits per byte, the lowest first; the high bit announces another byte.
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

// WholePlayer sets the wire's flags of a playerinfo to write it as a change of nothing: all fields in m.Mask.
func (p *Protocol) WholePlayer(m *message.Quake2PlayerInfo) {
	if p.Edition != Classic {
		p.wholeRerelease(m)
		return
	}
	m.Bits = p.wholePlayer(m, playerMasks[:])
	if m.Bits > 0xffff {
		m.Bits |= playerMore
	}
}

// wholePlayer returns the flags in a table that announce the fields in m.Mask. Coordinates become absolute.
func (p *Protocol) wholePlayer(m *message.Quake2PlayerInfo, table []message.PlayerField) (bits uint32) {
	m.Difference, m.Remove = 0, false
	for i, fields := range table {
		if m.Mask&fields != 0 && (p.Fog || fields != message.PlayerFog) {
			bits |= 1 << i
		}
	}
	return bits
}
