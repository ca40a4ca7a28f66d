package quakeworld

import (
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

const (
	// Default values of a sound's fields.
	defaultVolume      = 255
	defaultAttenuation = 64

	soundVolume      = 1 << 15
	soundAttenuation = 1 << 14
	soundFlags       = soundVolume | soundAttenuation | 1<<13 // bit 13 is unused
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

// writeSound writes a sound for readSound.
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

var (
	tempPoint = coding.TempLayout{Known: true}
	tempCount = coding.TempLayout{Known: true, Count: true}
	tempBeam  = coding.TempLayout{Known: true, Beam: true, End: true}
)

// tempEntities are the layouts by type (QWD tables 9 to 11), and from 14 on those of FTE.
var tempEntities = [...]coding.TempLayout{
	tempPoint, tempPoint, tempCount, tempPoint, tempPoint, tempBeam, tempBeam, tempPoint, tempPoint, tempBeam,
	tempPoint, tempPoint, tempCount, tempPoint,
	14: tempPoint, 15: tempPoint,
	16: {Known: true, End: true}, 17: {Known: true, End: true}, 18: tempBeam,
	19: {Known: true, Further: 2}, 20: tempPoint, 21: tempPoint,
}

// tempFTE is the first type that only FTE's extensions have.
const tempFTE = 14

// layoutOf returns the layout of a type of temporary entity.
func layoutOf(t uint8) coding.TempLayout {
	if int(t) < len(tempEntities) {
		return tempEntities[t]
	}
	return coding.ExtendedTemp(t)
}

// readTempEntity reads a temporary entity (QWD 5.24).
func (d *Decoder) readTempEntity(m *message.TempEntity) {
	r := &d.r
	*m = message.TempEntity{Type: r.Byte()}
	l := layoutOf(m.Type)
	if !l.Known || m.Type >= tempFTE && d.Protocol.FTE|d.Protocol.FTE2 == 0 {
		d.fail(message.ErrRange)
		return
	}
	if l.Count {
		m.Count = r.Byte()
	}
	switch {
	case !l.Beam:
	case d.Protocol.replacing():
		coding.EntityNumber(&d.c.Codec, d.Protocol.FTE2, &m.Entity)
	default:
		m.Entity = int32(r.Short())
	}
	d.coords(&m.Origin)
	if l.End {
		d.coords(&m.End)
	}
	if n := l.Extra(d.units); n > 0 {
		m.Extra = r.Bytes(n)
	}
}

// writeTempEntity writes a temporary entity for readTempEntity.
func (e *Encoder) writeTempEntity(w *wire.Writer, m *message.TempEntity) error {
	l := layoutOf(m.Type)
	if !l.Known {
		return fmt.Errorf("quakeworld: no temporary entity has type %d", m.Type)
	}
	if n := l.Extra(e.units); len(m.Extra) != n {
		return fmt.Errorf("quakeworld: a temporary entity of type %d has %d bytes behind its places, not %d", m.Type, n,
			len(m.Extra))
	}
	w.Byte(idTempEntity)
	w.Byte(m.Type)
	if l.Count {
		w.Byte(m.Count)
	}
	switch {
	case !l.Beam:
	case e.Protocol.replacing():
		e.c.Write(w)
		coding.EntityNumber(&e.c.Codec, e.Protocol.FTE2, &m.Entity)
	default:
		w.Short(int16(m.Entity))
	}
	e.coords(w, &m.Origin)
	if l.End {
		e.coords(w, &m.End)
	}
	w.Bytes(m.Extra)
	return nil
}

// readStat reads an updatestat or updatestatlong.
func (d *Decoder) readStat(m *message.UpdateStat, long bool) {
	r := &d.r
	m.Long, m.Index = long, r.Byte()
	if long {
		m.Value = r.Long()
	} else {
		m.Value = int32(r.Byte())
	}
}

// writeStat writes a stat for readStat.
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
