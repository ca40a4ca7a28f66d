package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of an entity on the wire (DM2 3.15). Those from 28 on and 13 only exist in extended protocols.
const (
	bitOriginX    = 1 << 0
	bitOriginY    = 1 << 1
	bitYaw        = 1 << 2
	bitRoll       = 1 << 3
	bitFrame8     = 1 << 4
	bitEvent      = 1 << 5
	bitRemove     = 1 << 6
	bitMore1      = 1 << 7
	bitNumber16   = 1 << 8
	bitOriginZ    = 1 << 9
	bitPitch      = 1 << 10
	bitModel      = 1 << 11
	bitRenderFX8  = 1 << 12
	bitAngle16    = 1 << 13
	bitEffects8   = 1 << 14
	bitMore2      = 1 << 15
	bitSkin8      = 1 << 16
	bitFrame16    = 1 << 17
	bitRenderFX16 = 1 << 18
	bitEffects16  = 1 << 19
	bitModel2     = 1 << 20
	bitModel3     = 1 << 21
	bitModel4     = 1 << 22
	bitMore3      = 1 << 23
	bitOldOrigin  = 1 << 24
	bitSkin16     = 1 << 25
	bitSound      = 1 << 26
	bitSolid      = 1 << 27
	bitModel16    = 1 << 28
	bitMoreFX8    = 1 << 29
	bitAlpha      = 1 << 30
	bitMore4      = 1 << 31
	bitScale      = 1 << 32
	bitMoreFX16   = 1 << 33

	bitsModel = bitModel | bitModel2 | bitModel3 | bitModel4
	// bitsRare are the flags of rarely changed fields.
	bitsRare = bitsModel | bitSkin8 | bitSkin16 | bitEffects8 | bitEffects16 |
		bitRenderFX8 | bitRenderFX16
	bitsLate = bitOldOrigin | bitSound | bitEvent | bitSolid
	bitsLast = bitMoreFX8 | bitMoreFX16 | bitAlpha | bitScale
)

// Bits of a loop sound in extended protocols.
const (
	loopSound       = 0x3fff
	loopVolume      = 0x4000
	loopAttenuation = 0x8000
)

// Units returns the units of entities' coordinates and angles. In extended protocols each entity has angles of either 8
// or 16 bits, so all are converted to 16.
func (p *Protocol) Units() wire.Units {
	if p.Edition.kex() {
		return wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleFloat}
	}
	if p.Edition == Repro {
		return wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleShort}
	}
	if p.Extended {
		return wire.Units{Coord: wire.CoordShort, Angle: wire.AngleShort}
	}
	return wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte}
}

// entityHead reads the flags and the number of an entity.
func (p *Protocol) entityHead(r *wire.Reader) (bits uint64, number int32) {
	bits = uint64(r.Byte())
	if bits&bitMore1 != 0 {
		bits |= uint64(r.Byte()) << 8
		if bits&bitMore2 != 0 {
			bits |= uint64(r.Byte()) << 16
			if bits&bitMore3 != 0 {
				bits |= uint64(r.Byte()) << 24
				if bits&bitMore4 != 0 && p.Extended {
					bits |= uint64(r.Byte()) << 32
				}
			}
		}
		if bits&bitNumber16 != 0 {
			return bits, int32(r.Word())
		}
	}
	return bits, int32(r.Byte())
}

// readEntity reads the fields announced by the flags into e; the other fields keep their values.
func (p *Protocol) readEntity(r *wire.Reader, e *message.EntityDelta, bits uint64, number int32) {
	e.Number, e.Bits = number, bits
	e.Remove = bits&bitRemove != 0
	e.Difference = 0
	var mask message.Field
	if bits&bitsRare != 0 {
		mask = p.readLook(r, e, bits)
	}
	if bits&(bitFrame8|bitFrame16) != 0 && bits&bitsRare == 0 {
		mask |= readFrame(r, e, bits)
	}
	if p.Wide {
		mask |= readDeltaOrigin(r, e, bits)
	} else {
		if bits&bitOriginX != 0 {
			e.Origin[0] = wire.Coord(r.Short())
			mask |= message.FieldOriginX
		}
		if bits&bitOriginY != 0 {
			e.Origin[1] = wire.Coord(r.Short())
			mask |= message.FieldOriginY
		}
		if bits&bitOriginZ != 0 {
			e.Origin[2] = wire.Coord(r.Short())
			mask |= message.FieldOriginZ
		}
	}
	if bits&(bitPitch|bitYaw|bitRoll) != 0 {
		mask |= p.readAngles(r, e, bits)
	}
	if bits&bitsLate != 0 {
		mask |= p.readLate(r, e, bits)
	}
	if p.Extended && bits&bitsLast != 0 {
		mask |= readLast(r, e, bits)
	}
	e.Mask = mask
}

func readFrame(r *wire.Reader, e *message.EntityDelta, bits uint64) message.Field {
	switch {
	case bits&bitFrame16 == 0:
		e.Frame = int32(r.Byte())
	case bits&bitFrame8 == 0:
		e.Frame = int32(r.Word())
	default:
		// No server writes both forms; engines that read both keep the second.
		e.FrameLow = r.Byte()
		e.Frame = int32(r.Word())
		return message.FieldFrame | message.FieldFrameLow
	}
	return message.FieldFrame
}

// readLook reads models, frame, skin, effects and render effects.
func (p *Protocol) readLook(r *wire.Reader, e *message.EntityDelta, bits uint64) (mask message.Field) {
	if bits&bitsModel != 0 {
		wide := p.Extended && bits&bitModel16 != 0
		if bits&bitModel != 0 {
			e.Model = index(r, wide)
			mask |= message.FieldModel
		}
		if bits&bitModel2 != 0 {
			e.Model2 = index(r, wide)
			mask |= message.FieldModel2
		}
		if bits&bitModel3 != 0 {
			e.Model3 = index(r, wide)
			mask |= message.FieldModel3
		}
		if bits&bitModel4 != 0 {
			e.Model4 = index(r, wide)
			mask |= message.FieldModel4
		}
	}
	if bits&(bitFrame8|bitFrame16) != 0 {
		mask |= readFrame(r, e, bits)
	}
	if bits&(bitSkin8|bitSkin16) != 0 {
		e.Skin = flags(r, bits&bitSkin8 != 0, bits&bitSkin16 != 0)
		mask |= message.FieldSkin
	}
	if bits&(bitEffects8|bitEffects16) != 0 {
		e.Effects = flags(r, bits&bitEffects8 != 0, bits&bitEffects16 != 0)
		mask |= message.FieldEffects
	}
	if bits&(bitRenderFX8|bitRenderFX16) != 0 {
		e.RenderFX = flags(r, bits&bitRenderFX8 != 0, bits&bitRenderFX16 != 0)
		mask |= message.FieldRenderFX
	}
	return mask
}

// index reads a model index of 8 or 16 bits.
func index(r *wire.Reader, wide bool) int32 {
	if wide {
		return int32(r.Word())
	}
	return int32(r.Byte())
}

// flags reads a number whose size depends on two flags: short 8 bits, long 16, both 32.
func flags(r *wire.Reader, short, long bool) int32 {
	switch {
	case short && long:
		return r.Long()
	case short:
		return int32(r.Byte())
	}
	return int32(r.Word())
}

func readDeltaOrigin(r *wire.Reader, e *message.EntityDelta, bits uint64) (mask message.Field) {
	for i, bit := range originBits {
		if bits&bit == 0 {
			continue
		}
		v, difference := readDelta(r)
		e.Origin[i] = v
		mask |= message.FieldOriginX << i
		if difference {
			e.Difference |= message.FieldOriginX << i
		}
	}
	return mask
}

var (
	originBits = [3]uint64{bitOriginX, bitOriginY, bitOriginZ}
	angleBits  = [3]uint64{bitPitch, bitYaw, bitRoll}
)

func (p *Protocol) readAngles(r *wire.Reader, e *message.EntityDelta, bits uint64) (mask message.Field) {
	if p.Extended {
		for i, bit := range angleBits {
			if bits&bit == 0 {
				continue
			}
			if bits&bitAngle16 != 0 {
				e.Angles[i] = wire.Angle(r.Short())
			} else {
				e.Angles[i] = wire.Angle(r.Char()) << 8
			}
			mask |= message.FieldPitch << i
		}
		return mask
	}
	if bits&bitPitch != 0 {
		e.Angles[0] = wire.Angle(r.Char())
		mask = message.FieldPitch
	}
	if bits&bitYaw != 0 {
		e.Angles[1] = wire.Angle(r.Char())
		mask |= message.FieldYaw
	}
	if bits&bitRoll != 0 {
		e.Angles[2] = wire.Angle(r.Char())
		mask |= message.FieldRoll
	}
	return mask
}

// readLate reads the data after the angles that every protocol has.
func (p *Protocol) readLate(r *wire.Reader, e *message.EntityDelta, bits uint64) (mask message.Field) {
	if bits&bitOldOrigin != 0 {
		p.position(r, &e.OldOrigin)
		mask |= message.FieldOldOrigin
	}
	if bits&bitSound != 0 {
		mask |= message.FieldSound
		if p.Extended {
			v := r.Word()
			e.Sound = int32(v & loopSound)
			if v&loopVolume != 0 {
				e.Volume = r.Byte()
				mask |= message.FieldVolume
			}
			if v&loopAttenuation != 0 {
				e.Attenuation = r.Byte()
				mask |= message.FieldAttenuation
			}
		} else {
			e.Sound = int32(r.Byte())
		}
	}
	if bits&bitEvent != 0 {
		e.Event = int32(r.Byte())
		mask |= message.FieldEvent
	}
	if bits&bitSolid != 0 {
		if p.Extended {
			e.Solid = r.Long()
		} else {
			e.Solid = int32(r.Word())
		}
		mask |= message.FieldSolid
	}
	return mask
}

// readLast reads the data that only extended protocols have.
func readLast(r *wire.Reader, e *message.EntityDelta, bits uint64) (mask message.Field) {
	if bits&(bitMoreFX8|bitMoreFX16) != 0 {
		e.MoreEffects = flags(r, bits&bitMoreFX8 != 0, bits&bitMoreFX16 != 0)
		mask |= message.FieldMoreEffects
	}
	if bits&bitAlpha != 0 {
		e.Alpha = r.Byte()
		mask |= message.FieldAlpha
	}
	if bits&bitScale != 0 {
		e.Scale = r.Byte()
		mask |= message.FieldScale
	}
	return mask
}

// ReadEntities reads entities up to number 0 and appends them to list. Errors are [message.ErrRange] for a number that
// is too large, and [message.ErrTruncated].
func (p *Protocol) ReadEntities(r *wire.Reader, list []message.EntityDelta) ([]message.EntityDelta, error) {
	most := int32(p.MaxEntities())
	for {
		bits, number := p.entityHead(r)
		if number == 0 {
			break // also at the end of the data
		}
		if number >= most {
			return list, message.ErrRange
		}
		n := len(list)
		if n < cap(list) {
			list = list[:n+1]
		} else {
			list = append(list, message.EntityDelta{})
		}
		p.readEntity(r, &list[n], bits, number)
	}
	if r.Overrun() {
		return list, message.ErrTruncated
	}
	return list, nil
}
