package wire

import "math"

// Coord is a coordinate as on the wire; its value in Quake units depends on the CoordEncoding of the protocol.
type Coord int32

// Angle is an angle as on the wire; its value in degrees depends on the AngleEncoding of the protocol.
type Angle int32

// CoordEncoding is a protocol's encoding of coordinates.
type CoordEncoding uint8

// The encodings of coordinates.
const (
	CoordShort CoordEncoding = iota // 16 bits, units times 8
	CoordLong                       // 32 bits, units times 16 (protocol 999)
	Coord24                         // 16 bits of units and a byte of 1/255 (protocol 999)
	CoordFloat                      // 32-bit IEEE; Coord holds its bits
)

// AngleEncoding is a protocol's encoding of angles.
type AngleEncoding uint8

// The encodings of angles.
const (
	AngleByte  AngleEncoding = iota // 8 bits, a circle is 256
	AngleShort                      // 16 bits, a circle is 65536
	AngleFloat                      // 32-bit IEEE degrees; Angle holds its bits
)

// Units are the encodings of coordinates and angles in a protocol with its flags.
type Units struct {
	Coord CoordEncoding
	Angle AngleEncoding
}

// Coord reads a coordinate in the encoding of u.
func (r *Reader) Coord(u Units) Coord {
	switch u.Coord {
	case CoordShort:
		return Coord(r.Short())
	case Coord24:
		units := int32(r.Short())
		return Coord(units<<8 | int32(r.Byte()))
	}
	return Coord(r.Long())
}

// Angle reads an angle in the encoding of u.
func (r *Reader) Angle(u Units) Angle {
	switch u.Angle {
	case AngleByte:
		return Angle(r.Char())
	case AngleShort:
		return Angle(r.Short())
	}
	return Angle(r.Long())
}

// Coord writes a coordinate in the encoding of u.
func (w *Writer) Coord(u Units, v Coord) {
	switch u.Coord {
	case CoordShort:
		w.Short(int16(v))
	case Coord24:
		w.Short(int16(v >> 8))
		w.Byte(uint8(v))
	default:
		w.Long(int32(v))
	}
}

// Angle writes an angle in the encoding of u.
func (w *Writer) Angle(u Units, v Angle) {
	switch u.Angle {
	case AngleByte:
		w.Char(int8(v))
	case AngleShort:
		w.Short(int16(v))
	default:
		w.Long(int32(v))
	}
}

// Units returns v in Quake units.
func (u Units) Units(v Coord) float32 {
	switch u.Coord {
	case CoordShort:
		return float32(v) * (1.0 / 8)
	case CoordLong:
		return float32(v) * (1.0 / 16)
	case Coord24:
		return float32(v>>8) + float32(v&0xff)*(1.0/255)
	}
	return math.Float32frombits(uint32(v))
}

// Degrees returns v in degrees. Angles of 8 and 16 bits are signed, so the result is from -180 to below 180.
func (u Units) Degrees(v Angle) float32 {
	switch u.Angle {
	case AngleByte:
		return float32(v) * (360.0 / 256)
	case AngleShort:
		return float32(v) * (360.0 / 65536)
	}
	return math.Float32frombits(uint32(v))
}

// Vec returns three coordinates in Quake units.
func (u Units) Vec(v [3]Coord) [3]float32 {
	return [3]float32{u.Units(v[0]), u.Units(v[1]), u.Units(v[2])}
}

// Angles returns three angles in degrees.
func (u Units) Angles(v [3]Angle) [3]float32 {
	return [3]float32{u.Degrees(v[0]), u.Degrees(v[1]), u.Degrees(v[2])}
}
