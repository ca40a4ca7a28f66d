package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of a sound (DM2 3.10).
const (
	soundVolume      = 1 << 0
	soundAttenuation = 1 << 1
	soundOrigin      = 1 << 2
	soundEntity      = 1 << 3
	soundTimeOffset  = 1 << 4
	soundIndex16     = 1 << 5 // extended protocols
)

// Default values of a sound's fields.
const (
	fullVolume        = 255
	normalAttenuation = 64
)

func (p *Protocol) readSound(r *wire.Reader, m *message.Sound) {
	p.readSoundHead(r, m)
	if m.Bits&soundEntity != 0 {
		readChannel(r, m)
	}
	if m.Bits&soundOrigin != 0 {
		p.position(r, &m.Origin)
	}
}

// readSoundHead reads the part of a sound that demos and multi-view recordings share: flags, number, volume,
// attenuation and offset.
func (p *Protocol) readSoundHead(r *wire.Reader, m *message.Sound) {
	f := r.Byte()
	*m = message.Sound{Bits: uint16(f), Volume: fullVolume, Attenuation: normalAttenuation}
	m.Sound = index(r, p.Extended && f&soundIndex16 != 0)
	if f&soundVolume != 0 {
		m.Volume = r.Byte()
	}
	if f&soundAttenuation != 0 {
		m.Attenuation = r.Byte()
	}
	if f&soundTimeOffset != 0 {
		m.TimeOffset = r.Byte()
	}
}

// ReadMultiViewSound reads a sound of a multi-view recording, which always has an entity and never an origin.
func (p *Protocol) ReadMultiViewSound(r *wire.Reader, m *message.Sound) {
	p.readSoundHead(r, m)
	readChannel(r, m)
}

func readChannel(r *wire.Reader, m *message.Sound) {
	v := r.Word()
	m.Entity, m.Channel = int32(v>>3), uint8(v&7)
}

// HasOrigin reports whether a sound has its own origin; otherwise it comes from its entity.
func HasOrigin(m *message.Sound) bool { return m.Bits&soundOrigin != 0 }

func (p *Protocol) writeSound(w *wire.Writer, m *message.Sound) {
	p.writeSoundHead(w, m)
	if m.Bits&soundEntity != 0 {
		writeChannel(w, m)
	}
	if m.Bits&soundOrigin != 0 {
		p.writePosition(w, &m.Origin)
	}
}

func (p *Protocol) writeSoundHead(w *wire.Writer, m *message.Sound) {
	w.Byte(uint8(m.Bits))
	writeIndex(w, m.Sound, p.Extended && m.Bits&soundIndex16 != 0)
	if m.Bits&soundVolume != 0 {
		w.Byte(m.Volume)
	}
	if m.Bits&soundAttenuation != 0 {
		w.Byte(m.Attenuation)
	}
	if m.Bits&soundTimeOffset != 0 {
		w.Byte(m.TimeOffset)
	}
}

func writeChannel(w *wire.Writer, m *message.Sound) {
	w.Word(uint16(m.Entity)<<3 | uint16(m.Channel)&7)
}

// WriteMultiViewSound writes a sound for [Protocol.ReadMultiViewSound].
func (p *Protocol) WriteMultiViewSound(w *wire.Writer, m *message.Sound) {
	p.writeSoundHead(w, m)
	writeChannel(w, m)
}
