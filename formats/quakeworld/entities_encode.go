package quakeworld

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Merge sets e to the combined effect of e and, after it, d, in a form that can be written.
func Merge(e, d *message.EntityDelta) {
	bits := e.Bits
	e.Merge(d)
	if model := uint64(uModel | uModelDouble); d.Bits&model != 0 { // together they determine the encoding of the model
		e.Bits = bits&^model | d.Bits
	}
	e.Bits &^= uRemove
}

// writeEntities writes a set.
func (e *Encoder) writeEntities(w *wire.Writer, p *message.PacketEntities) error {
	if p.Delta {
		w.Byte(idDeltaEntities)
		w.Byte(p.From)
	} else {
		w.Byte(idPacketEntities)
	}
	for i := range p.Entities {
		d := &p.Entities[i]
		if d.Number < 0 || d.Number >= maxEntities || uint32(d.Bits)&^uNumber|uint32(d.Number)&uNumber == 0 {
			return fmt.Errorf("quakeworld: entity %d with mask %#x cannot be written", d.Number, d.Bits)
		}
		e.writeDelta(w, d)
	}
	w.Word(0)
	return nil
}

// writeDelta writes a delta with the fields announced by its Bits.
func (e *Encoder) writeDelta(w *wire.Writer, d *message.EntityDelta) {
	bits := uint32(d.Bits)
	fte := e.Protocol.FTE
	w.Word(uint16(bits&^uNumber | uint32(d.Number)&uNumber))
	if bits&uMoreBits != 0 && (!d.Remove || fte&fteEntityDouble != 0) {
		w.Byte(uint8(bits))
		if bits&uEvenMore != 0 && fte&fteMoreBits != 0 {
			w.Byte(uint8(bits >> 16))
			if bits&uYetMore != 0 && !d.Remove {
				w.Byte(uint8(bits >> 24))
			}
		}
	}
	if d.Remove {
		return
	}
	if bits&uModel != 0 {
		w.Byte(uint8(d.Model))
	} else if bits&uModelDouble != 0 && fte&fteModelDouble != 0 {
		w.Word(uint16(d.Model))
	}
	for _, f := range [...]struct {
		bit   uint32
		value int32
	}{{uFrame, d.Frame}, {uColormap, d.Colormap}, {uSkin, d.Skin}, {uEffects, d.Effects}} {
		if bits&f.bit != 0 {
			w.Byte(uint8(f.value))
		}
	}
	u := e.Protocol.EntityUnits()
	for axis := range placeFlags {
		if bits&placeFlags[axis].origin != 0 {
			w.Coord(u, d.Origin[axis])
		}
		if bits&placeFlags[axis].angle != 0 {
			w.Angle(u, d.Angles[axis])
		}
	}
	f, _ := extras(bits, fte)
	writeExtras(w, d, f)
}

// writeExtras writes the fields of extras, which follow origin and angles.
func writeExtras(w *wire.Writer, d *message.EntityDelta, f message.Field) {
	if f&message.FieldScale != 0 {
		w.Byte(d.Scale)
	}
	if f&message.FieldAlpha != 0 {
		w.Byte(d.Alpha)
	}
	if f&message.FieldFatness != 0 {
		w.Byte(d.Fatness)
	}
	if f&message.FieldDrawFlags != 0 {
		w.Byte(d.DrawFlags)
	}
	if f&message.FieldAbsLight != 0 {
		w.Byte(d.AbsLight)
	}
	if f&message.FieldColorMod != 0 {
		w.Bytes(d.ColorMod[:])
	}
	if f&message.FieldDPFlags != 0 {
		w.Byte(d.DPFlags)
	}
	if f&message.FieldTag != 0 {
		w.Short(d.Tag[0])
		w.Short(d.Tag[1])
	}
	if f&message.FieldLight != 0 {
		for _, v := range d.Light {
			w.Short(v)
		}
		w.Byte(d.LightStyle)
		w.Byte(d.LightFlags)
	}
	if f&message.FieldMoreEffects != 0 {
		w.Byte(uint8(d.MoreEffects))
	}
}

// CodeDelta codes a separate entity delta in a demo of Quake with these bits of FTEX. Its coordinates are 16 bits or
// floats.
func CodeDelta(c *wire.Codec, fte uint32, e *message.EntityDelta) {
	p := Protocol{FTE: fte}
	if c.Units != p.Units() {
		c.Fail(message.ErrUnknown)
		return
	}
	if !c.Reading() {
		w := Encoder{Protocol: p}
		w.writeDelta(c.Writer(), e)
		return
	}
	d := Decoder{Protocol: p, entitySizes: deltaSizesOf(p.EntityUnits())}
	d.readDelta(c.Reader(), e)
}
