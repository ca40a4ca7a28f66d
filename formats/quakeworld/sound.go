package quakeworld

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

const (
	// What a sound has if its word does not say that more follows.
	defaultVolume      = 255
	defaultAttenuation = 64

	soundVolume      = 1 << 15
	soundAttenuation = 1 << 14
	soundFlags       = soundVolume | soundAttenuation | 1<<13 // bit 13 has no meaning
)

// readSound reads a sound (QWD 5.7).
func (d *Decoder) readSound(m *message.Sound) {
	r := &d.r
	word := r.Word()
	m.Bits = word & soundFlags
	m.Channel = uint8(word & 7)
	m.Entity = int32(word >> 3 & 0x3ff)
	m.Volume, m.Attenuation = defaultVolume, defaultAttenuation
	if word&soundVolume != 0 {
		m.Volume = r.Byte()
	}
	if word&soundAttenuation != 0 {
		m.Attenuation = r.Byte()
	}
	m.Sound = int32(r.Byte())
	d.coords(&m.Origin)
}

// writeSound writes what readSound reads.
func (e *Encoder) writeSound(w *wire.Writer, m *message.Sound) {
	w.Byte(idSound)
	w.Word(m.Bits&soundFlags | uint16(m.Entity&0x3ff)<<3 | uint16(m.Channel&7))
	if m.Bits&soundVolume != 0 {
		w.Byte(m.Volume)
	}
	if m.Bits&soundAttenuation != 0 {
		w.Byte(m.Attenuation)
	}
	w.Byte(uint8(m.Sound))
	e.coords(w, &m.Origin)
}
