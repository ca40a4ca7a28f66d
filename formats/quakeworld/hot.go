package quakeworld

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

const (
	// Values of a sound's fields that are not on the wire.
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

// tempEntityKind says which fields a temporary entity has besides its origin.
type tempEntityKind uint8

const (
	tempPoint tempEntityKind = iota
	tempCount                // a count before the origin
	tempBeam                 // an entity before the origin, an end after it
	tempUnknown
)

// tempEntities are the kinds by type (QWD tables 9 to 11).
var tempEntities = [...]tempEntityKind{2: tempCount, 5: tempBeam, 6: tempBeam, 9: tempBeam, 12: tempCount,
	13: tempPoint}

func tempKind(t uint8) tempEntityKind {
	if int(t) < len(tempEntities) {
		return tempEntities[t]
	}
	return tempUnknown
}

// readTempEntity reads a temporary entity (QWD 5.24).
func (d *Decoder) readTempEntity(m *message.TempEntity) {
	r := &d.r
	*m = message.TempEntity{Type: r.Byte()}
	switch tempKind(m.Type) {
	case tempPoint:
		d.coords(&m.Origin)
	case tempCount:
		m.Count = r.Byte()
		d.coords(&m.Origin)
	case tempBeam:
		m.Entity = int32(r.Short())
		d.coords(&m.Origin)
		d.coords(&m.End)
	default:
		d.fail(message.ErrRange)
	}
}

// writeTempEntity writes what readTempEntity reads.
func (e *Encoder) writeTempEntity(w *wire.Writer, m *message.TempEntity) error {
	kind := tempKind(m.Type)
	if kind == tempUnknown {
		return fmt.Errorf("quakeworld: no temporary entity has type %d", m.Type)
	}
	w.Byte(idTempEntity)
	w.Byte(m.Type)
	switch kind {
	case tempCount:
		w.Byte(m.Count)
	case tempBeam:
		w.Short(int16(m.Entity))
	}
	e.coords(w, &m.Origin)
	if kind == tempBeam {
		e.coords(w, &m.End)
	}
	return nil
}

// readStat reads an updatestat or updatestatlong.
func (d *Decoder) readStat(m *message.UpdateStat, long bool) {
	r := &d.r
	m.Long, m.Index = long, r.Byte()
	if m.Index >= maxStats {
		d.fail(message.ErrRange)
	}
	if long {
		m.Value = r.Long()
	} else {
		m.Value = int32(r.Byte())
	}
}

// writeStat writes what readStat reads.
func writeStat(w *wire.Writer, m *message.UpdateStat) {
	if m.Long {
		w.Byte(idUpdateStatLong)
		w.Byte(m.Index)
		w.Long(m.Value)
		return
	}
	w.Byte(idUpdateStat)
	w.Byte(m.Index)
	w.Byte(uint8(m.Value))
}
