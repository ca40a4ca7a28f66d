package quakeworld

import (
	"errors"
	"fmt"

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

	qizmoVoiceSize = 34   // qwfacts 0.5
	chunkSize      = 1024 // of a chunked download
	nailSize       = 6
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

// tempEntityKind is what a temporary entity has besides a place.
type tempEntityKind uint8

const (
	tempPoint tempEntityKind = iota
	tempCount                // a count before the place
	tempBeam                 // an entity before it, an end behind it
	tempUnknown
)

// tempEntities are the kinds by type (QWD tables 9 to 11).
var tempEntities = [...]tempEntityKind{2: tempCount, 5: tempBeam, 6: tempBeam, 9: tempBeam, 12: tempCount, 13: tempPoint}

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

// readNails reads packed nails (QWD 5.44).
func (d *Decoder) readNails(m *message.QWNails) {
	r := &d.r
	list := m.Nails[:0]
	for range r.Byte() {
		var n message.QWNail
		if m.Numbered {
			n.Number = r.Byte()
		}
		b := r.Bytes(nailSize)
		if b == nil {
			break
		}
		n.X = nailPlace(uint16(b[0]) | uint16(b[1]&0x0f)<<8)
		n.Y = nailPlace(uint16(b[1]>>4) | uint16(b[2])<<4)
		n.Z = nailPlace(uint16(b[3]) | uint16(b[4]&0x0f)<<8)
		n.Pitch = int8(b[4]) >> 4
		n.Yaw = int8(b[5])
		list = append(list, n)
	}
	m.Nails = list
}

// nailZero is the packed form of place 0.
const nailZero = 2048

func nailPlace(packed uint16) int16 { return int16(packed) - nailZero }

// writeNails writes what readNails reads.
func (e *Encoder) writeNails(w *wire.Writer, m *message.QWNails) error {
	if len(m.Nails) > 255 {
		return errors.New("quakeworld: more than 255 nails")
	}
	if m.Numbered {
		w.Byte(idNails2)
	} else {
		w.Byte(idNails)
	}
	w.Byte(uint8(len(m.Nails)))
	for i := range m.Nails {
		n := &m.Nails[i]
		if m.Numbered {
			w.Byte(n.Number)
		}
		x, y, z := uint16(n.X+nailZero), uint16(n.Y+nailZero), uint16(n.Z+nailZero)
		w.Byte(uint8(x))
		w.Byte(uint8(x>>8&0x0f | y<<4))
		w.Byte(uint8(y >> 4))
		w.Byte(uint8(z))
		w.Byte(uint8(z>>8&0x0f) | uint8(n.Pitch)<<4)
		w.Byte(uint8(n.Yaw))
	}
	return nil
}

// readDownload reads a piece of a file (QWD 5.42; qwfacts 1).
func (d *Decoder) readDownload(m *message.QWDownload) {
	r := &d.r
	*m = message.QWDownload{Chunked: d.Protocol.FTE&fteChunkedDownloads != 0}
	if m.Chunked {
		m.Chunk = r.Long()
		if m.Chunk < 0 {
			m.Size = r.Long()
			m.File = r.String()
		} else {
			m.Data = r.Bytes(chunkSize)
		}
		return
	}
	m.Size = int32(r.Short())
	m.Percent = r.Byte()
	if m.Size > 0 {
		m.Data = r.Bytes(int(m.Size))
	}
}

// writeDownload writes what readDownload reads.
func (e *Encoder) writeDownload(w *wire.Writer, m *message.QWDownload) {
	w.Byte(idDownload)
	switch {
	case !m.Chunked:
		w.Short(int16(m.Size))
		w.Byte(m.Percent)
		w.Bytes(m.Data)
	case m.Chunk < 0:
		w.Long(m.Chunk)
		w.Long(m.Size)
		w.String(m.File)
	default:
		w.Long(m.Chunk)
		w.Bytes(m.Data)
	}
}

// Flags of a projectile.
const (
	projectileAngles = 1 << 0
	projectileModel  = 1 << 2
	projectileOrigin = 1 << 9
	projectileAge    = 1 << 11
	projectileRemove = 1 << 15
)

// readProjectiles reads the projectiles that clients compute.
func (d *Decoder) readProjectiles(m *message.QWProjectiles) {
	r := &d.r
	m.Frame = r.Long()
	m.Projectiles = m.Projectiles[:0]
	for {
		word := r.Word()
		if word == 0 || r.Overrun() {
			break
		}
		p := message.QWProjectile{Word: word}
		if word&projectileRemove == 0 {
			p.Bits = r.Word()
			if p.Bits&projectileOrigin != 0 {
				p.Origin = [3]float32{r.Float(), r.Float(), r.Float()}
				p.Velocity = [3]float32{r.Float(), r.Float(), r.Float()}
			}
			if p.Bits&projectileAngles != 0 {
				d.angles(&p.Angles)
			}
			if p.Bits&projectileModel != 0 {
				p.Model, p.Owner = r.Short(), r.Short()
			}
			if p.Bits&projectileAge != 0 {
				p.Age = r.Byte()
			}
		}
		m.Projectiles = append(m.Projectiles, p)
	}
}

// writeProjectiles writes what readProjectiles reads.
func (e *Encoder) writeProjectiles(w *wire.Writer, m *message.QWProjectiles) {
	w.Byte(idProjectiles)
	w.Long(m.Frame)
	for i := range m.Projectiles {
		p := &m.Projectiles[i]
		w.Word(p.Word)
		if p.Word&projectileRemove != 0 {
			continue
		}
		w.Word(p.Bits)
		if p.Bits&projectileOrigin != 0 {
			for _, v := range p.Origin {
				w.Float(v)
			}
			for _, v := range p.Velocity {
				w.Float(v)
			}
		}
		if p.Bits&projectileAngles != 0 {
			e.angles(w, &p.Angles)
		}
		if p.Bits&projectileModel != 0 {
			w.Short(p.Model)
			w.Short(p.Owner)
		}
		if p.Bits&projectileAge != 0 {
			w.Byte(p.Age)
		}
	}
	w.Word(0)
}
