package dem

import (
	"encoding/binary"
	"math"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// window is the number of bytes that readUpdate may access without a check. The longest updateentity has 4 bytes of
// flags, 2 of number, 5 of ordinary fields, 24 of origin and angles and 12 of transparency.
const window = 64

// readUpdate reads the updateentity at b[0], which begins with its flags, and returns its size in bytes. Fields without
// a flag get arbitrary values: a store costs less than an unpredictable branch, and the mask has the valid fields.
func (p *protocol) readUpdate(b *[window]byte, m *message.EntityDelta) int {
	fields := fieldsQuake
	if p.extended() {
		fields = fieldsExtended
	}
	bits := uint32(b[0])
	mask := fields[0][b[0]]
	i := 1
	if bits&updateMore != 0 {
		bits |= uint32(b[1]) << 8
		mask |= fields[1][b[1]]
		i = 2
		if bits&updateExtend1 != 0 && p.extended() {
			bits |= uint32(b[2]) << 16
			mask |= fields[2][b[2]]
			i = 3
			if bits&updateExtend2 != 0 {
				bits |= uint32(b[3]) << 24
				i = 4
			}
		}
	}
	m.Bits = uint64(bits)
	m.Mask = mask
	m.Remove = false
	long := bits / updateLong & 1
	m.Number = int32(binary.LittleEndian.Uint16(b[i:]) & (0xff | -uint16(long)))
	i += 1 + int(long)
	m.Model = int32(b[i])
	i += int(bits / updateModel & 1)
	m.Frame = int32(b[i])
	i += int(bits / updateFrame & 1)
	m.Colormap = int32(b[i])
	i += int(bits / updateColormap & 1)
	m.Skin = int32(b[i])
	i += int(bits / updateSkin & 1)
	m.Effects = int32(b[i])
	i += int(bits / updateEffects & 1)
	if p.Units == (wire.Units{}) {
		m.Origin[0] = wire.Coord(int16(binary.LittleEndian.Uint16(b[i:])))
		i += int(bits / (updateOriginX / 2) & 2)
		m.Angles[0] = wire.Angle(int8(b[i]))
		i += int(bits / updatePitch & 1)
		m.Origin[1] = wire.Coord(int16(binary.LittleEndian.Uint16(b[i:])))
		i += int(bits / (updateOriginY / 2) & 2)
		m.Angles[1] = wire.Angle(int8(b[i]))
		i += int(bits / updateYaw & 1)
		m.Origin[2] = wire.Coord(int16(binary.LittleEndian.Uint16(b[i:])))
		i += int(bits / (updateOriginZ / 2) & 2)
		m.Angles[2] = wire.Angle(int8(b[i]))
		i += int(bits / updateRoll & 1)
	} else {
		i = p.readPlace(b, i, mask, m)
	}
	if bits&updateExtend1 != 0 {
		i = p.readExtras(b, i, bits, m)
	}
	return i
}

// readPlace reads origin and angles of protocol 999 at b[i] and returns the index after them.
func (p *protocol) readPlace(b *[window]byte, i int, mask message.Field, m *message.EntityDelta) int {
	var r wire.Reader
	r.Reset(b[i:])
	for axis := range 3 {
		if mask&(message.FieldOriginX<<axis) != 0 {
			m.Origin[axis] = r.Coord(p.Units)
		}
		if mask&(message.FieldPitch<<axis) != 0 {
			m.Angles[axis] = r.Angle(p.Units)
		}
	}
	return i + r.Pos()
}

// readExtras reads the data after the ordinary fields: Nehahra's transparency in protocol 15, otherwise alpha, scale,
// high bytes and the end time of the interpolation. It returns the index after them.
func (p *protocol) readExtras(b *[window]byte, i int, bits uint32, m *message.EntityDelta) int {
	if !p.extended() {
		m.Transparency[0] = math.Float32frombits(binary.LittleEndian.Uint32(b[i:]))
		m.Transparency[1] = math.Float32frombits(binary.LittleEndian.Uint32(b[i+4:]))
		m.Transparency[2] = 0
		if !transparencyHasThird(m) {
			return i + 8
		}
		m.Transparency[2] = math.Float32frombits(binary.LittleEndian.Uint32(b[i+8:]))
		return i + 12
	}
	m.Alpha = b[i]
	i += int(bits / updateAlpha & 1)
	m.Scale = b[i]
	i += int(bits / updateScale & 1)
	m.FrameHigh = b[i]
	i += int(bits / updateFrameHigh & 1)
	m.ModelHigh = b[i]
	i += int(bits / updateModelHigh & 1)
	m.LerpFinish = b[i]
	i += int(bits / updateLerpFinish & 1)
	return i
}

// transparencyHasThird reports whether Nehahra's transparency has a third float, which the value 2 of the first
// announces.
func transparencyHasThird(m *message.EntityDelta) bool { return m.Transparency[0] == 2 }

// writeUpdate is the inverse of readUpdate. It writes the fields announced by m.Bits.
func (p *protocol) writeUpdate(w *wire.Writer, m *message.EntityDelta) {
	bits := uint32(m.Bits) | svcUpdateEntity
	w.Byte(uint8(bits))
	if bits&updateMore == 0 {
		bits &= 0xff
	} else {
		w.Byte(uint8(bits >> 8))
	}
	extended := p.extended()
	if bits&updateExtend1 == 0 || !extended {
		bits &= 0xffff
	} else {
		w.Byte(uint8(bits >> 16))
		if bits&updateExtend2 == 0 {
			bits &= 0xffffff
		} else {
			w.Byte(uint8(bits >> 24))
		}
	}
	if bits&updateLong != 0 {
		w.Word(uint16(m.Number))
	} else {
		w.Byte(uint8(m.Number))
	}
	put := func(bit uint32, v uint8) {
		if bits&bit != 0 {
			w.Byte(v)
		}
	}
	put(updateModel, uint8(m.Model))
	put(updateFrame, uint8(m.Frame))
	put(updateColormap, uint8(m.Colormap))
	put(updateSkin, uint8(m.Skin))
	put(updateEffects, uint8(m.Effects))
	for axis, f := range [3][2]uint32{{updateOriginX, updatePitch}, {updateOriginY, updateYaw},
		{updateOriginZ, updateRoll}} {
		if bits&f[0] != 0 {
			w.Coord(p.Units, m.Origin[axis])
		}
		if bits&f[1] != 0 {
			w.Angle(p.Units, m.Angles[axis])
		}
	}
	if bits&updateExtend1 == 0 {
		return
	}
	if !extended {
		w.Float(m.Transparency[0])
		w.Float(m.Transparency[1])
		if transparencyHasThird(m) {
			w.Float(m.Transparency[2])
		}
		return
	}
	put(updateAlpha, m.Alpha)
	put(updateScale, m.Scale)
	put(updateFrameHigh, m.FrameHigh)
	put(updateModelHigh, m.ModelHigh)
	put(updateLerpFinish, m.LerpFinish)
}
