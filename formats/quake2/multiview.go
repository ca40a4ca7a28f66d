package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of a player in a multi-view frame that announce no field (mvd facts, section 7).
const (
	viewStats  = 1 << 14
	viewMore   = 1 << 15 // one more byte of flags; in protocols without it: removed
	viewRemove = 1 << 16

	lastPlayer = 255 // the slot that ends the list
)

// viewMasks are the fields announced by each flag, from the lowest.
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

// ReadPlayers reads the players of a multi-view frame up to slot 255. It appends them to list and their stats to stats.
// The error is [message.ErrTruncated].
func (p *Protocol) ReadPlayers(r *wire.Reader, list []message.Quake2PlayerInfo, stats []int16) (
	[]message.Quake2PlayerInfo, []int16, error) {
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
	p.readFields(r, m, masksOf(viewMasks[:], f))
	if f&viewStats != 0 {
		return p.readStats(r, m, stats)
	}
	m.StatBits, m.Stats = 0, nil
	return stats
}

// WritePlayers writes players for [Protocol.ReadPlayers].
func (p *Protocol) WritePlayers(w *wire.Writer, list []message.Quake2PlayerInfo) {
	for i := range list {
		w.Byte(list[i].Number)
		p.writeView(w, &list[i])
	}
	w.Byte(lastPlayer)
}

func (p *Protocol) writeView(w *wire.Writer, m *message.Quake2PlayerInfo) {
	w.Word(uint16(m.Bits))
	if p.Fog && m.Bits&viewMore != 0 {
		w.Byte(uint8(m.Bits >> 16))
	}
	p.writeFields(w, m, masksOf(viewMasks[:], m.Bits))
	if m.Bits&viewStats != 0 {
		p.writeStats(w, m)
	}
}

// WholeView sets the wire's flags of a player in a multi-view frame to write it as a change of nothing: all fields in
// m.Mask.
func (p *Protocol) WholeView(m *message.Quake2PlayerInfo) {
	m.Bits = p.wholePlayer(m, viewMasks[:])
	if m.StatBits != 0 {
		m.Bits |= viewStats
	}
	if m.Bits > 0xffff {
		m.Bits |= viewMore
	}
}

// RemovedView returns the delta that removes a player from a multi-view frame.
func (p *Protocol) RemovedView(slot uint8) message.Quake2PlayerInfo {
	m := message.Quake2PlayerInfo{Number: slot, Quake2PlayerRare: message.Quake2PlayerRare{Remove: true},
		Bits: viewMore}
	if p.Fog {
		m.Bits |= viewRemove
	}
	return m
}
