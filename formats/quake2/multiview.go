package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of a player in a multi-view frame (mvd facts, section 7).
const (
	viewType       = 1 << 0
	viewOriginXY   = 1 << 1
	viewOriginZ    = 1 << 2
	viewOffset     = 1 << 3
	viewAngles     = 1 << 4 // pitch and yaw
	viewRoll       = 1 << 5
	viewKickAngles = 1 << 6
	viewBlend      = 1 << 7
	viewFOV        = 1 << 8
	viewGunIndex   = 1 << 9
	viewGunFrame   = 1 << 10
	viewGunOffset  = 1 << 11
	viewGunAngles  = 1 << 12
	viewRDFlags    = 1 << 13
	viewStats      = 1 << 14
	viewMore       = 1 << 15 // one byte more, or removed where there is none
	viewRemove     = 1 << 16
	viewFog        = 1 << 17

	lastPlayer = 255 // the slot that ends the list
)

// viewMasks says which fields each flag announces.
var viewMasks = [...]message.PlayerField{
	message.PlayerType,
	message.PlayerOriginX | message.PlayerOriginY,
	message.PlayerOriginZ,
	message.PlayerViewOffset,
	message.PlayerViewAngles,
	message.PlayerViewRoll,
	message.PlayerKickAngles,
	message.PlayerBlend,
	message.PlayerFOV,
	message.PlayerGunIndex,
	message.PlayerGunFrame,
	message.PlayerGunOffset,
	message.PlayerGunAngles,
	message.PlayerRDFlags,
	0, 0, 0,
	message.PlayerFog,
}

// ReadPlayers reads the players of a multi-view frame up to slot 255 and
// appends them to list and their stats to stats.
func (p *Protocol) ReadPlayers(r *wire.Reader, list []message.Quake2PlayerInfo, stats []int16) ([]message.Quake2PlayerInfo, []int16, error) {
	for !r.Overrun() {
		slot := r.Byte()
		if slot == lastPlayer {
			break
		}
		n := len(list)
		if n < cap(list) {
			list = list[:n+1]
		} else {
			list = append(list, message.Quake2PlayerInfo{})
		}
		list[n].Number = slot
		stats = p.readView(r, &list[n], stats)
	}
	if r.Overrun() {
		return list, stats, message.ErrTruncated
	}
	return list, stats, nil
}

func (p *Protocol) readView(r *wire.Reader, m *message.Quake2PlayerInfo, stats []int16) []int16 {
	f := uint32(r.Word())
	m.Remove = false
	if f&viewMore != 0 {
		if p.Fog {
			f |= uint32(r.Byte()) << 16
			m.Remove = f&viewRemove != 0
		} else {
			m.Remove = true
		}
	}
	m.Bits = f
	m.Mask = masksOf(viewMasks[:], f)
	m.Difference = 0
	if f&viewType != 0 {
		m.Type = r.Byte()
	}
	if f&viewOriginXY != 0 {
		p.readMoveAxis(r, m, &m.Origin, 0, message.PlayerOriginX)
		p.readMoveAxis(r, m, &m.Origin, 1, message.PlayerOriginX)
	}
	if f&viewOriginZ != 0 {
		p.readMoveAxis(r, m, &m.Origin, 2, message.PlayerOriginX)
	}
	if f&viewOffset != 0 {
		readOffsets(r, &m.ViewOffset)
	}
	if f&viewAngles != 0 {
		m.ViewAngles[0] = wire.Angle(r.Short())
		m.ViewAngles[1] = wire.Angle(r.Short())
	}
	if f&viewRoll != 0 {
		m.ViewAngles[2] = wire.Angle(r.Short())
	}
	if f&viewKickAngles != 0 {
		readOffsets(r, &m.KickAngles)
	}
	if f&viewGunIndex != 0 {
		m.GunIndex = uint16(index(r, p.Extended))
	}
	if f&viewGunFrame != 0 {
		m.GunFrame = r.Byte()
	}
	if f&viewGunOffset != 0 {
		readOffsets(r, &m.GunOffset)
	}
	if f&viewGunAngles != 0 {
		readOffsets(r, &m.GunAngles)
	}
	if f&viewBlend != 0 {
		p.readBlend(r, m)
	}
	if p.Fog && f&viewFog != 0 {
		p.readFog(r, &m.Fog)
	}
	if f&viewFOV != 0 {
		m.FOV = r.Byte()
	}
	if f&viewRDFlags != 0 {
		m.RDFlags = r.Byte()
	}
	if f&viewStats != 0 {
		return p.readStats(r, m, stats)
	}
	m.StatBits, m.Stats = 0, nil
	return stats
}

// WritePlayers writes what ReadPlayers reads.
func (p *Protocol) WritePlayers(w *wire.Writer, list []message.Quake2PlayerInfo) {
	for i := range list {
		w.Byte(list[i].Number)
		p.writeView(w, &list[i])
	}
	w.Byte(lastPlayer)
}

func (p *Protocol) writeView(w *wire.Writer, m *message.Quake2PlayerInfo) {
	f := m.Bits
	w.Word(uint16(f))
	if p.Fog && f&viewMore != 0 {
		w.Byte(uint8(f >> 16))
	}
	if f&viewType != 0 {
		w.Byte(m.Type)
	}
	if f&viewOriginXY != 0 {
		p.writeMoveAxis(w, m, &m.Origin, 0, message.PlayerOriginX)
		p.writeMoveAxis(w, m, &m.Origin, 1, message.PlayerOriginX)
	}
	if f&viewOriginZ != 0 {
		p.writeMoveAxis(w, m, &m.Origin, 2, message.PlayerOriginX)
	}
	if f&viewOffset != 0 {
		writeOffsets(w, &m.ViewOffset)
	}
	if f&viewAngles != 0 {
		w.Short(int16(m.ViewAngles[0]))
		w.Short(int16(m.ViewAngles[1]))
	}
	if f&viewRoll != 0 {
		w.Short(int16(m.ViewAngles[2]))
	}
	if f&viewKickAngles != 0 {
		writeOffsets(w, &m.KickAngles)
	}
	if f&viewGunIndex != 0 {
		writeIndex(w, int32(m.GunIndex), p.Extended)
	}
	if f&viewGunFrame != 0 {
		w.Byte(m.GunFrame)
	}
	if f&viewGunOffset != 0 {
		writeOffsets(w, &m.GunOffset)
	}
	if f&viewGunAngles != 0 {
		writeOffsets(w, &m.GunAngles)
	}
	if f&viewBlend != 0 {
		p.writeBlend(w, m)
	}
	if p.Fog && f&viewFog != 0 {
		p.writeFog(w, &m.Fog)
	}
	if f&viewFOV != 0 {
		w.Byte(m.FOV)
	}
	if f&viewRDFlags != 0 {
		w.Byte(m.RDFlags)
	}
	if f&viewStats != 0 {
		p.writeStats(w, m)
	}
}
