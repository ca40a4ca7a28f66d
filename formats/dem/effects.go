package dem

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// readSound reads a sound behind its id (DEM 7.7).
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
		m.Origin[i] = r.Coord(p.units)
	}
}

// writeSound is the inverse of readSound. It goes by m.Bits.
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
	p.writePlace(w, m.Origin)
}

// unpackChannel splits the short that holds a sound channel in its low three
// bits and an entity above.
func unpackChannel(v uint16) (channel uint8, entity int32) { return uint8(v & 7), int32(v >> 3) }

// packChannel is the inverse of unpackChannel.
func packChannel(channel uint8, entity int32) uint16 { return uint16(entity)<<3 | uint16(channel&7) }

func (p *protocol) readStaticSound(r *wire.Reader, m *message.SpawnStaticSound) {
	for i := range m.Origin {
		m.Origin[i] = r.Coord(p.units)
	}
	m.Sound = readSized(r, m.Long)
	m.Volume = r.Byte()
	m.Attenuation = r.Byte()
}

func (p *protocol) writeStaticSound(w *wire.Writer, m *message.SpawnStaticSound) {
	p.writePlace(w, m.Origin)
	writeSized(w, m.Long, m.Sound)
	w.Byte(m.Volume)
	w.Byte(m.Attenuation)
}

// readTempEntity reads a temp_entity behind its id (DEM 7.24). It reports
// whether it knows the type: the length of others cannot be known.
func (p *protocol) readTempEntity(r *wire.Reader, m *message.TempEntity) bool {
	*m = message.TempEntity{Type: r.Byte()}
	shape := tempShapes[m.Type]
	if shape == tempUnknown {
		return r.Overrun()
	}
	if shape == tempLine {
		m.Entity = int32(r.Word())
	}
	for i := range m.Origin {
		m.Origin[i] = r.Coord(p.units)
	}
	switch shape {
	case tempLine:
		for i := range m.End {
			m.End[i] = r.Coord(p.units)
		}
	case tempColors:
		m.Color = r.Byte()
		m.Range = r.Byte()
	}
	return true
}

// writeTempEntity is the inverse of readTempEntity.
func (p *protocol) writeTempEntity(w *wire.Writer, m *message.TempEntity) bool {
	shape := tempShapes[m.Type]
	if shape == tempUnknown {
		return false
	}
	w.Byte(m.Type)
	if shape == tempLine {
		w.Word(uint16(m.Entity))
	}
	p.writePlace(w, m.Origin)
	switch shape {
	case tempLine:
		p.writePlace(w, m.End)
	case tempColors:
		w.Byte(m.Color)
		w.Byte(m.Range)
	}
	return true
}

func (p *protocol) writePlace(w *wire.Writer, v [3]wire.Coord) {
	for i := range v {
		w.Coord(p.units, v[i])
	}
}

func (p *protocol) writeAngles(w *wire.Writer, v [3]wire.Angle) {
	for i := range v {
		w.Angle(p.units, v[i])
	}
}
