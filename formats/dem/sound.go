package dem

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// readSound reads a sound after its id (DEM 7.7).
func (p *protocol) readSound(r *wire.Reader, m *message.Sound) {
	bits := uint16(r.Byte())
	*m = message.Sound{Bits: bits, Volume: defaultVolume, Attenuation: defaultAttenuation}
	if bits&soundVolume != 0 {
		m.Volume = r.Byte()
	}
	if bits&soundAttenuation != 0 {
		m.Attenuation = r.Byte()
	}
	if !p.extended() {
		bits &^= soundLongEntity | soundLongNumber
	}
	if bits&soundLongEntity != 0 {
		m.Entity = int32(r.Word())
		m.Channel = r.Byte()
	} else {
		m.Channel, m.Entity = unpackChannel(r.Word())
	}
	m.Sound = readSized(r, bits&soundLongNumber != 0)
	for i := range m.Origin {
		m.Origin[i] = r.Coord(p.Units)
	}
}

// writeSound is the inverse of readSound. It writes the fields announced by m.Bits.
func (p *protocol) writeSound(w *wire.Writer, m *message.Sound) {
	bits := m.Bits
	w.Byte(uint8(bits))
	if bits&soundVolume != 0 {
		w.Byte(m.Volume)
	}
	if bits&soundAttenuation != 0 {
		w.Byte(m.Attenuation)
	}
	if !p.extended() {
		bits &^= soundLongEntity | soundLongNumber
	}
	if bits&soundLongEntity != 0 {
		w.Word(uint16(m.Entity))
		w.Byte(m.Channel)
	} else {
		w.Word(packChannel(m.Channel, m.Entity))
	}
	writeSized(w, bits&soundLongNumber != 0, m.Sound)
	for i := range m.Origin {
		w.Coord(p.Units, m.Origin[i])
	}
}

// unpackChannel splits the short with a sound channel in its low three bits and an entity above.
func unpackChannel(v uint16) (channel uint8, entity int32) { return uint8(v & 7), int32(v >> 3) }

// packChannel is the inverse of unpackChannel.
func packChannel(channel uint8, entity int32) uint16 { return uint16(entity)<<3 | uint16(channel&7) }

// readSized reads an unsigned number of 16 bits if long, otherwise of 8.
func readSized(r *wire.Reader, long bool) int32 {
	if long {
		return int32(r.Word())
	}
	return int32(r.Byte())
}

// writeSized is the inverse of readSized.
func writeSized(w *wire.Writer, long bool, v int32) {
	if long {
		w.Word(uint16(v))
	} else {
		w.Byte(uint8(v))
	}
}
