package text

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"demoscope/formats/wire"
)

// number returns the following characters that can be part of a number.
func (c *cursor) number() []byte {
	c.space()
	start := c.pos
	for c.pos < len(c.b) {
		switch ch := c.b[c.pos]; {
		case ch >= '0' && ch <= '9', ch == '-', ch == '+', ch == '.', ch == 'e', ch == 'E':
			c.pos++
			continue
		}
		break
	}
	return c.b[start:c.pos]
}

func (c *cursor) uint(bits int) (uint64, error) {
	n, err := strconv.ParseUint(string(c.number()), 10, bits)
	if err != nil {
		return 0, errNumber
	}
	return n, nil
}

// raw reads raw bits as a string of hexadecimal digits, if one follows.
func (c *cursor) raw(size int) (bits uint64, ok bool, err error) {
	if !c.is('"') {
		return 0, false, nil
	}
	n := bytes.IndexByte(c.b[c.pos:], '"')
	if n < 3 || string(c.b[c.pos:c.pos+2]) != "0x" {
		return 0, true, errJSON
	}
	bits, err = strconv.ParseUint(string(c.b[c.pos+2:c.pos+n]), 16, size)
	if err != nil {
		return 0, true, errNumber
	}
	c.pos += n + 1
	return bits, true, nil
}

// float32 reads a float and returns its bits.
func (c *cursor) float32() (uint32, error) {
	if bits, ok, err := c.raw(32); ok {
		return uint32(bits), err
	}
	f, err := strconv.ParseFloat(string(c.number()), 32)
	if err != nil {
		return 0, errNumber
	}
	return math.Float32bits(float32(f)), nil
}

func (c *cursor) float64() (float64, error) {
	if bits, ok, err := c.raw(64); ok {
		return math.Float64frombits(bits), err
	}
	f, err := strconv.ParseFloat(string(c.number()), 64)
	if err != nil {
		return 0, errNumber
	}
	return f, nil
}

func (c *cursor) coord() (wire.Coord, error) {
	if c.units.Coord == wire.CoordFloat {
		bits, err := c.float32()
		return wire.Coord(int32(bits)), err
	}
	if bits, ok, err := c.raw(32); ok {
		return wire.Coord(int32(bits)), err
	}
	x, err := c.float64()
	if err != nil {
		return 0, err
	}
	v, ok := numberCoord(c.units.Coord, x)
	if !ok {
		return 0, errNumber
	}
	return v, nil
}

func (c *cursor) angle(e wire.AngleEncoding) (wire.Angle, error) {
	if e == wire.AngleFloat {
		bits, err := c.float32()
		return wire.Angle(int32(bits)), err
	}
	if bits, ok, err := c.raw(32); ok {
		return wire.Angle(int32(bits)), err
	}
	x, err := c.float64()
	if err != nil {
		return 0, err
	}
	v, ok := numberAngle(e, x)
	if !ok {
		return 0, errNumber
	}
	return v, nil
}

// encodings reads the encodings of coordinates and angles.
func (c *cursor) encodings() (wire.Units, error) {
	var u wire.Units
	b, err := c.bytes(nil)
	if err != nil {
		return u, err
	}
	coord, angle, _ := bytes.Cut(b, []byte{' '})
	n, ok := encodingNumber(coordNames, string(coord))
	m, alsoOK := encodingNumber(angleNames, string(angle))
	if !ok || !alsoOK {
		return u, errJSON
	}
	return wire.Units{Coord: wire.CoordEncoding(n), Angle: wire.AngleEncoding(m)}, nil
}

// wordNumber reads a number or its name.
func (c *cursor) wordNumber(words []string, size int) (uint64, error) {
	if c.space() != '"' {
		return c.uint(size)
	}
	b, err := c.bytes(c.scratch[:0])
	if err != nil {
		return 0, err
	}
	c.scratch = b
	n, ok := encodingNumber(words, string(b))
	if !ok {
		return 0, fmt.Errorf("unknown word %.100q", b)
	}
	return uint64(n), nil
}

// bytes reads a string and appends its code points to b, one byte each.
func (c *cursor) bytes(b []byte) ([]byte, error) {
	if err := c.take('"'); err != nil {
		return b, err
	}
	for c.pos < len(c.b) {
		switch ch := c.b[c.pos]; {
		case ch == '"':
			c.pos++
			return b, nil
		case ch == '\\':
			v, err := c.escape()
			if err != nil {
				return b, err
			}
			b = append(b, v)
		case ch < utf8.RuneSelf:
			b = append(b, ch)
			c.pos++
		default:
			r, n := utf8.DecodeRune(c.b[c.pos:])
			if r > 0xff {
				return b, errString
			}
			b = append(b, byte(r))
			c.pos += n
		}
	}
	return b, errJSON
}

// escape reads an escape sequence after its backslash.
func (c *cursor) escape() (byte, error) {
	rest := c.b[c.pos+1:]
	if len(rest) == 0 {
		return 0, errJSON
	}
	if rest[0] == 'u' {
		if len(rest) < 5 {
			return 0, errJSON
		}
		n, err := strconv.ParseUint(string(rest[1:5]), 16, 16)
		if err != nil {
			return 0, errJSON
		}
		if n > 0xff {
			return 0, errString
		}
		c.pos += 6
		return byte(n), nil
	}
	i := bytes.IndexByte([]byte(`"\/bfnrt`), rest[0])
	if i < 0 {
		return 0, errJSON
	}
	c.pos += 2
	return "\"\\/\b\f\n\r\t"[i], nil
}
