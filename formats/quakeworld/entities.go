package quakeworld

import (
	"encoding/binary"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of an entity delta in EntityDelta.Bits: the high seven bits of the first word, the byte announced by uMoreBits,
// and above them the one or two bytes of FTE's extensions (QWD 5.48; mvd facts, section 2).
const (
	uPitch    = 1 << 0
	uRoll     = 1 << 1
	uModel    = 1 << 2
	uColormap = 1 << 3
	uSkin     = 1 << 4
	uEffects  = 1 << 5
	uEvenMore = 1 << 7
	uOriginX  = 1 << 9
	uOriginY  = 1 << 10
	uOriginZ  = 1 << 11
	uYaw      = 1 << 12
	uFrame    = 1 << 13
	uRemove   = 1 << 14
	uMoreBits = 1 << 15

	uScale         = 1 << 16
	uTrans         = 1 << 17
	uFatness       = 1 << 18
	uModelDouble   = 1 << 19
	uEntityDouble  = 1 << 21
	uEntityDouble2 = 1 << 22
	uYetMore       = 1 << 23
	uDrawFlags     = 1 << 24
	uAbsLight      = 1 << 25
	uColorMod      = 1 << 26
	uDPFlags       = 1 << 27
	uTag           = 1 << 28
	uLight         = 1 << 29
	uEffectsHigh   = 1 << 30

	uNumber = 1<<9 - 1
	uPlace  = uOriginX | uOriginY | uOriginZ | uPitch | uYaw | uRoll
)

// maxEntities is the maximum number of entities in a set: an entity number has at most eleven bits.
const maxEntities = 1 << 11

// fieldFlags are the fields of a delta in wire order.
var fieldFlags = [...]struct {
	bit   uint32
	field message.Field
}{
	{uModel, message.FieldModel}, {uFrame, message.FieldFrame}, {uColormap, message.FieldColormap},
	{uSkin, message.FieldSkin}, {uEffects, message.FieldEffects},
	{uOriginX, message.FieldOriginX}, {uPitch, message.FieldPitch},
	{uOriginY, message.FieldOriginY}, {uYaw, message.FieldYaw},
	{uOriginZ, message.FieldOriginZ}, {uRoll, message.FieldRoll},
}

// fieldsHigh and fieldsLow are the fields announced by the seven flags of the first word, and by the byte after it.
var fieldsHigh, fieldsLow = fieldTables()

func fieldTables() (high, low [128]message.Field) {
	for i := range high {
		for _, f := range fieldFlags {
			if uint32(i)<<9&f.bit != 0 {
				high[i] |= f.field
			}
			if uint32(i)&f.bit != 0 {
				low[i] |= f.field
			}
		}
	}
	return high, low
}

// deltaSizes are the sizes in bytes of the fields announced by the flags of the first word, and by the byte after it.
type deltaSizes struct {
	high, low [128]uint8
	wide      bool // float coordinates
	wideAngle bool // 16-bit angles
}

// allDeltaSizes are the sizes for all units: by wide, then by wideAngle. They are computed once, because a search after
// damage switches protocols at each byte.
var allDeltaSizes = [2][2]deltaSizes{
	{newDeltaSizes(false, false), newDeltaSizes(false, true)},
	{newDeltaSizes(true, false), newDeltaSizes(true, true)},
}

// deltaSizesOf returns the sizes for those units.
func deltaSizesOf(u wire.Units) *deltaSizes {
	wide, wideAngle := 0, 0
	if u.Coord == wire.CoordFloat {
		wide = 1
	}
	if u.Angle == wire.AngleShort {
		wideAngle = 1
	}
	return &allDeltaSizes[wide][wideAngle]
}

func newDeltaSizes(wide, wideAngle bool) deltaSizes {
	s := deltaSizes{wide: wide, wideAngle: wideAngle}
	coord, angle := uint8(2), uint8(1)
	if wide {
		coord = 4
	}
	if wideAngle {
		angle = 2
	}
	size := func(f message.Field) (n uint8) {
		for _, g := range fieldFlags {
			switch {
			case f&g.field == 0:
			case g.field&message.FieldOrigin != 0:
				n += coord
			case g.field&message.FieldAngles != 0:
				n += angle
			default:
				n++
			}
		}
		return n
	}
	for i := range s.high {
		s.high[i], s.low[i] = size(fieldsHigh[i]), size(fieldsLow[i])
	}
	return s
}

// extras returns the fields announced by FTE's flag bytes with the active extensions, and their size in bytes. A 16-bit
// model counts here only if the plain flag does not announce it.
func extras(bits, fte uint32) (f message.Field, size int) {
	if bits&uModelDouble != 0 && bits&uModel == 0 && fte&fteModelDouble != 0 {
		f, size = message.FieldModel, 2
	}
	if bits&uScale != 0 && fte&fteScale != 0 {
		f |= message.FieldScale
		size++
	}
	if bits&uTrans != 0 && fte&fteTrans != 0 {
		f |= message.FieldAlpha
		size++
	}
	if bits&uFatness != 0 && fte&fteFatness != 0 {
		f |= message.FieldFatness
		size++
	}
	if bits&uColorMod != 0 && fte&fteColorMod != 0 {
		f |= message.FieldColorMod
		size += 3
	}
	if bits&uRare != 0 {
		more, n := rareExtras(bits, fte)
		f |= more
		size += n
	}
	return f, size
}

// uRare are the flags of rarely changed fields.
const uRare = uDrawFlags | uAbsLight | uDPFlags | uTag | uLight | uEffectsHigh

// rareExtras is extras for uRare. From DarkPlaces' flags on, the fields need no extension of their own.
func rareExtras(bits, fte uint32) (f message.Field, size int) {
	if fte&fteHexen2 == 0 {
		bits &^= uDrawFlags | uAbsLight
	}
	for _, x := range [...]struct {
		bit   uint32
		field message.Field
		size  int
	}{
		{uDrawFlags, message.FieldDrawFlags, 1}, {uAbsLight, message.FieldAbsLight, 1},
		{uDPFlags, message.FieldDPFlags, 1}, {uTag, message.FieldTag, 4}, {uLight, message.FieldLight, 10},
		{uEffectsHigh, message.FieldMoreEffects, 1},
	} {
		if bits&x.bit != 0 {
			f |= x.field
			size += x.size
		}
	}
	return f, size
}

// readEntities reads the deltas of a set up to the final word 0.
func (d *Decoder) readEntities(p *message.PacketEntities) {
	list := p.Entities[:0]
	rest := d.r.Rest()
	pos := 0
	for {
		if len(rest)-pos < 2 {
			pos = len(rest) + 1
			break
		}
		word := uint32(binary.LittleEndian.Uint16(rest[pos:]))
		pos += 2
		if word == 0 {
			break
		}
		if len(list) == maxEntities {
			d.fail(message.ErrTooLarge)
			break
		}
		if len(list) == cap(list) {
			list = append(list, message.EntityDelta{})
		} else {
			list = list[:len(list)+1]
		}
		e := &list[len(list)-1]
		if word&^uNumber == 0 { // same as the baseline, like most entities of a full set
			e.Number, e.Bits, e.Mask, e.Remove = int32(word), 0, 0, false
			continue
		}
		n := d.delta(e, rest[pos:], word, true)
		if n < 0 {
			pos = len(rest) + 1
			break
		}
		pos += n
	}
	p.Entities = list
	d.r.Skip(pos)
}

// readDelta reads a delta outside a set: a baseline or static entity.
func (d *Decoder) readDelta(r *wire.Reader, e *message.EntityDelta) {
	word := uint32(r.Word())
	rest := r.Rest()
	n := d.delta(e, rest, word, false)
	if n < 0 {
		n = len(rest) + 1
	}
	r.Skip(n)
}

// delta reads the data after a delta's first word from b and returns its size, -1 if b is too short. In a set, a delta
// that removes has no fields.
func (d *Decoder) delta(e *message.EntityDelta, b []byte, word uint32, set bool) int {
	number := int32(word & uNumber)
	bits := word &^ uNumber
	remove := set && word&uRemove != 0
	i := 0
	fte := d.Protocol.FTE
	if bits&uMoreBits != 0 && (!remove || fte&fteEntityDouble != 0) {
		if len(b) == 0 {
			return -1
		}
		bits |= uint32(b[0])
		i = 1
		if bits&uEvenMore != 0 && fte&fteMoreBits != 0 {
			if len(b) < 2 {
				return -1
			}
			bits |= uint32(b[1]) << 16
			i = 2
			if bits&uYetMore != 0 && !remove {
				if len(b) < 3 {
					return -1
				}
				bits |= uint32(b[2]) << 24
				i = 3
			}
			if bits&uEntityDouble != 0 && fte&fteEntityDouble != 0 {
				number += 512
			}
			if bits&uEntityDouble2 != 0 && fte&fteEntityDouble2 != 0 {
				number += 1024
			}
		}
	}
	e.Number = number
	e.Bits = uint64(bits)
	e.Remove = remove
	if remove {
		e.Mask = 0
		return i
	}
	mask := fieldsHigh[bits>>9&0x7f] | fieldsLow[bits&0x7f]
	size := int(d.entitySizes.high[bits>>9&0x7f]) + int(d.entitySizes.low[bits&0x7f])
	if bits>>16 != 0 {
		f, n := extras(bits, fte)
		mask |= f
		size += n
	}
	e.Mask = mask
	if len(b)-i < size {
		return -1
	}
	b = b[i : i+size]
	if bits&0xff != 0 {
		b = d.deltaLow(e, b, bits)
	} else if bits&uFrame != 0 {
		e.Frame = int32(b[0])
		b = b[1:]
	}
	d.deltaPlace(e, b, bits)
	return i + size
}

// deltaLow reads the fields before the origin and returns the rest.
func (d *Decoder) deltaLow(e *message.EntityDelta, b []byte, bits uint32) []byte {
	if bits&uModel != 0 {
		e.Model = int32(b[0])
		b = b[1:]
		if bits&uModelDouble != 0 && d.Protocol.FTE&fteModelDouble != 0 {
			e.Model += 256
		}
	} else if bits&uModelDouble != 0 && d.Protocol.FTE&fteModelDouble != 0 {
		e.Model = int32(binary.LittleEndian.Uint16(b))
		b = b[2:]
	}
	if bits&uFrame != 0 {
		e.Frame = int32(b[0])
		b = b[1:]
	}
	if bits&uColormap != 0 {
		e.Colormap = int32(b[0])
		b = b[1:]
	}
	if bits&uSkin != 0 {
		e.Skin = int32(b[0])
		b = b[1:]
	}
	if bits&uEffects != 0 {
		e.Effects = int32(b[0])
		b = b[1:]
	}
	return b
}

// placeFlags are the flags of origin and angle by axis.
var placeFlags = [3]struct{ origin, angle uint32 }{{uOriginX, uPitch}, {uOriginY, uYaw}, {uOriginZ, uRoll}}

// deltaPlace reads the origin, the angles and the data after them.
func (d *Decoder) deltaPlace(e *message.EntityDelta, b []byte, bits uint32) {
	if bits&uPlace == uOriginX|uOriginY|uOriginZ && len(b) == 6 { // like most projectiles
		e.Origin[0] = wire.Coord(int16(binary.LittleEndian.Uint16(b)))
		e.Origin[1] = wire.Coord(int16(binary.LittleEndian.Uint16(b[2:])))
		e.Origin[2] = wire.Coord(int16(binary.LittleEndian.Uint16(b[4:])))
		return
	}
	for axis := range placeFlags {
		if bits&placeFlags[axis].origin != 0 {
			if d.entitySizes.wide {
				e.Origin[axis] = wire.Coord(binary.LittleEndian.Uint32(b))
				b = b[4:]
			} else {
				e.Origin[axis] = wire.Coord(int16(binary.LittleEndian.Uint16(b)))
				b = b[2:]
			}
		}
		if bits&placeFlags[axis].angle != 0 {
			if d.entitySizes.wideAngle {
				e.Angles[axis] = wire.Angle(int16(binary.LittleEndian.Uint16(b)))
				b = b[2:]
			} else {
				e.Angles[axis] = wire.Angle(int8(b[0]))
				b = b[1:]
			}
		}
	}
	if bits>>16 != 0 {
		deltaExtras(e, b)
	}
}

// deltaExtras reads the fields of extras, which follow origin and angles.
func deltaExtras(e *message.EntityDelta, b []byte) {
	m := e.Mask
	if m&message.FieldScale != 0 {
		e.Scale = b[0]
		b = b[1:]
	}
	if m&message.FieldAlpha != 0 {
		e.Alpha = b[0]
		b = b[1:]
	}
	if m&message.FieldFatness != 0 {
		e.Fatness = b[0]
		b = b[1:]
	}
	if m&message.FieldDrawFlags != 0 {
		e.DrawFlags = b[0]
		b = b[1:]
	}
	if m&message.FieldAbsLight != 0 {
		e.AbsLight = b[0]
		b = b[1:]
	}
	if m&message.FieldColorMod != 0 {
		e.ColorMod = [3]uint8(b)
		b = b[3:]
	}
	if m&message.FieldDPFlags != 0 {
		e.DPFlags = b[0]
		b = b[1:]
	}
	if m&message.FieldTag != 0 {
		for i := range e.Tag {
			e.Tag[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
		}
		b = b[4:]
	}
	if m&message.FieldLight != 0 {
		for i := range e.Light {
			e.Light[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
		}
		e.LightStyle, e.LightFlags = b[8], b[9]
		b = b[10:]
	}
	if m&message.FieldMoreEffects != 0 {
		e.MoreEffects = int32(b[0])
	}
}
