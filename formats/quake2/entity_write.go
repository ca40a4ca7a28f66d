package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// writeEntity writes the fields announced by e.Bits. Volume and attenuation of the loop sound are written if they are
// in e.Mask.
func (p *Protocol) writeEntity(w *wire.Writer, e *message.EntityDelta) {
	bits := e.Bits
	p.writeEntityHead(w, bits, e.Number)
	wide := p.Extended && bits&bitModel16 != 0
	if bits&bitModel != 0 {
		writeIndex(w, e.Model, wide)
	}
	if bits&bitModel2 != 0 {
		writeIndex(w, e.Model2, wide)
	}
	if bits&bitModel3 != 0 {
		writeIndex(w, e.Model3, wide)
	}
	if bits&bitModel4 != 0 {
		writeIndex(w, e.Model4, wide)
	}
	switch {
	case bits&bitFrame8 != 0 && bits&bitFrame16 != 0:
		w.Byte(e.FrameLow)
		w.Word(uint16(e.Frame))
	default:
		writeFlags(w, e.Frame, bits&bitFrame8 != 0, bits&bitFrame16 != 0)
	}
	writeFlags(w, e.Skin, bits&bitSkin8 != 0, bits&bitSkin16 != 0)
	writeFlags(w, e.Effects, bits&bitEffects8 != 0, bits&bitEffects16 != 0)
	writeFlags(w, e.RenderFX, bits&bitRenderFX8 != 0, bits&bitRenderFX16 != 0)
	for i, bit := range originBits {
		switch {
		case bits&bit == 0:
		case p.Wide:
			writeDelta(w, e.Origin[i], e.Difference&(message.FieldOriginX<<i) != 0)
		default:
			w.Short(int16(e.Origin[i]))
		}
	}
	for i, bit := range angleBits {
		switch {
		case bits&bit == 0:
		case p.Extended && bits&bitAngle16 != 0:
			w.Short(int16(e.Angles[i]))
		case p.Extended:
			w.Char(int8(e.Angles[i] >> 8))
		default:
			w.Char(int8(e.Angles[i]))
		}
	}
	p.writeLate(w, e)
}

func (p *Protocol) writeLate(w *wire.Writer, e *message.EntityDelta) {
	bits := e.Bits
	if bits&bitOldOrigin != 0 {
		p.writePosition(w, &e.OldOrigin)
	}
	if bits&bitSound != 0 {
		if p.Extended {
			v := uint16(e.Sound) & loopSound
			if e.Mask&message.FieldVolume != 0 {
				v |= loopVolume
			}
			if e.Mask&message.FieldAttenuation != 0 {
				v |= loopAttenuation
			}
			w.Word(v)
			if v&loopVolume != 0 {
				w.Byte(e.Volume)
			}
			if v&loopAttenuation != 0 {
				w.Byte(e.Attenuation)
			}
		} else {
			w.Byte(uint8(e.Sound))
		}
	}
	if bits&bitEvent != 0 {
		w.Byte(uint8(e.Event))
	}
	if bits&bitSolid != 0 {
		if p.Extended {
			w.Long(e.Solid)
		} else {
			w.Word(uint16(e.Solid))
		}
	}
	if !p.Extended {
		return
	}
	writeFlags(w, e.MoreEffects, bits&bitMoreFX8 != 0, bits&bitMoreFX16 != 0)
	if bits&bitAlpha != 0 {
		w.Byte(e.Alpha)
	}
	if bits&bitScale != 0 {
		w.Byte(e.Scale)
	}
}

// WriteEntities writes entities for [Protocol.ReadEntities].
func (p *Protocol) WriteEntities(w *wire.Writer, list []message.EntityDelta) {
	for i := range list {
		p.writeEntity(w, &list[i])
	}
	w.Word(0)
}

func (p *Protocol) writeEntityHead(w *wire.Writer, bits uint64, number int32) {
	w.Byte(uint8(bits))
	if bits&bitMore1 != 0 {
		w.Byte(uint8(bits >> 8))
		if bits&bitMore2 != 0 {
			w.Byte(uint8(bits >> 16))
			if bits&bitMore3 != 0 {
				w.Byte(uint8(bits >> 24))
				if bits&bitMore4 != 0 && p.Extended {
					w.Byte(uint8(bits >> 32))
				}
			}
		}
	}
	if bits&bitNumber16 != 0 {
		w.Word(uint16(number))
	} else {
		w.Byte(uint8(number))
	}
}

func writeIndex(w *wire.Writer, v int32, wide bool) {
	if wide {
		w.Word(uint16(v))
	} else {
		w.Byte(uint8(v))
	}
}

func writeFlags(w *wire.Writer, v int32, short, long bool) {
	switch {
	case short && long:
		w.Long(v)
	case short:
		w.Byte(uint8(v))
	case long:
		w.Word(uint16(v))
	}
}

// Whole sets the wire's flags of an entity to write it as a change of nothing, or of its baseline: all fields in
// e.Mask, with absolute coordinates. It leaves out an event, which is over.
func (p *Protocol) Whole(e *message.EntityDelta) {
	e.Mask &^= message.FieldEvent | message.FieldFrameLow
	e.Difference, e.Remove = 0, false
	var bits uint64
	for _, f := range wholeFields {
		if e.Mask&f.field != 0 {
			bits |= f.bit
		}
	}
	if (p.Extended || p.Edition == Repro) && bits&(bitPitch|bitYaw|bitRoll) != 0 {
		bits |= bitAngle16
	}
	if bits&bitFrame8 != 0 && uint32(e.Frame) > 0xff {
		bits ^= bitFrame8 | bitFrame16
	}
	bits |= sized(e.Mask&message.FieldSkin != 0, e.Skin, bitSkin8, bitSkin16)
	bits |= sized(e.Mask&message.FieldEffects != 0, e.Effects, bitEffects8, bitEffects16)
	bits |= sized(e.Mask&message.FieldRenderFX != 0, e.RenderFX, bitRenderFX8, bitRenderFX16)
	if p.Edition != Classic {
		bits = p.wholeOfRerelease(e, bits)
	} else if p.Extended {
		if max(uint32(e.Model), uint32(e.Model2), uint32(e.Model3), uint32(e.Model4)) > 0xff && bits&bitsModel != 0 {
			bits |= bitModel16
		}
		bits |= sized(e.Mask&message.FieldMoreEffects != 0, e.MoreEffects, bitMoreFX8, bitMoreFX16)
	} else {
		bits &^= bitAlpha | bitScale
	}
	e.Bits = withMore(bits, e.Number)
}

// wholeFields are the fields of an entity with a single flag.
var wholeFields = [...]struct {
	field message.Field
	bit   uint64
}{
	{message.FieldOriginX, bitOriginX}, {message.FieldOriginY, bitOriginY}, {message.FieldOriginZ, bitOriginZ},
	{message.FieldPitch, bitPitch}, {message.FieldYaw, bitYaw}, {message.FieldRoll, bitRoll},
	{message.FieldModel, bitModel}, {message.FieldModel2, bitModel2}, {message.FieldModel3, bitModel3},
	{message.FieldModel4, bitModel4},
	{message.FieldFrame, bitFrame8}, {message.FieldOldOrigin, bitOldOrigin}, {message.FieldSound, bitSound},
	{message.FieldSolid, bitSolid}, {message.FieldAlpha, bitAlpha}, {message.FieldScale, bitScale},
}

// sized returns the flags for a number of 8, 16 or 32 bits. Engines take the highest of 16 bits for a sign.
func sized(there bool, v int32, short, long uint64) uint64 {
	switch {
	case !there:
		return 0
	case uint32(v) <= 0xff:
		return short
	case uint32(v) <= 0x7fff:
		return long
	}
	return short | long
}

// withMore adds the flags for the size of an entity's number and for further bytes of flags.
func withMore(bits uint64, number int32) uint64 {
	if number > 0xff {
		bits |= bitNumber16
	}
	wire := bits & wireBits
	for _, more := range [...]uint64{bitMore4, bitMore3, bitMore2, bitMore1} {
		if wire > more<<1-1 {
			wire |= more
		}
	}
	return bits | wire
}

// Removed returns the delta that removes an entity.
func Removed(number int32) message.EntityDelta {
	return message.EntityDelta{Number: number, Bits: withMore(bitRemove, number), Remove: true}
}
