package bsp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// FormatError says what is wrong with a map and where.
type FormatError struct {
	Version string // as Map.Version; "" where it is not known
	Lump    string // name of the lump; "" for the header
	Offset  int64  // bytes from the start of the file (or of the text given to ParseEntities)
	Err     error
}

// Error returns the version, lump and byte offset with the cause.
func (e *FormatError) Error() string {
	s := "bsp"
	if e.Version != "" {
		s += " version " + e.Version
	}
	if e.Lump != "" {
		s += ", lump " + e.Lump
	}
	return fmt.Sprintf("%s, byte %d: %v", s, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

var (
	errUnknown   = errors.New("not a map of Quake, Quake II or Quake III")
	errTruncated = errors.New("file ends inside the header")
)

// maxCoord bounds coordinates in units: the largest maps of any engine reach
// 131,072; products of what is allowed here stay finite in float32.
const maxCoord = 1 << 20

// lump is a checked part of the file. Every error that it makes knows its
// place.
type lump struct {
	version, name string
	offset        int // of data in the file
	data          []byte
}

// readLumps reads a directory of offset and length pairs at dir, one for each
// name. Offsets of empty lumps are not looked at; compilers leave anything
// there.
func readLumps(version string, data []byte, dir int, names []string) ([]lump, error) {
	if len(data) < dir+8*len(names) {
		return nil, &FormatError{version, "", int64(len(data)), errTruncated}
	}
	lumps := make([]lump, len(names))
	for i, name := range names {
		entry := dir + 8*i
		offset := int64(int32(binary.LittleEndian.Uint32(data[entry:])))
		length := int64(int32(binary.LittleEndian.Uint32(data[entry+4:])))
		lumps[i] = lump{version: version, name: name}
		if length == 0 {
			continue
		}
		if offset < 0 || length < 0 || offset+length > int64(len(data)) {
			return nil, &FormatError{version, name, int64(entry),
				fmt.Errorf("%d bytes at %d do not lie in the file of %d", length, offset, len(data))}
		}
		lumps[i].offset = int(offset)
		lumps[i].data = data[offset : offset+length]
	}
	return lumps, nil
}

// errorf returns an error at the byte at of the lump.
func (l *lump) errorf(at int, format string, args ...any) error {
	return &FormatError{l.version, l.name, int64(l.offset + at), fmt.Errorf(format, args...)}
}

// records returns the number of records of the given size and a cursor on the
// first.
func (l *lump) records(size int) (int, cursor, error) {
	if len(l.data)%size != 0 {
		return 0, cursor{}, l.errorf(0, "%d bytes are not a whole number of records of %d", len(l.data), size)
	}
	return len(l.data) / size, cursor{b: l.data}, nil
}

// cursor reads little-endian values one after the other from bytes that are
// known to be there.
type cursor struct {
	b  []byte
	at int
}

func (c *cursor) u8() uint8 { v := c.b[c.at]; c.at++; return v }

func (c *cursor) u16() uint16 {
	v := binary.LittleEndian.Uint16(c.b[c.at:])
	c.at += 2
	return v
}

func (c *cursor) u32() uint32 {
	v := binary.LittleEndian.Uint32(c.b[c.at:])
	c.at += 4
	return v
}

func (c *cursor) i16() int16   { return int16(c.u16()) }
func (c *cursor) i32() int32   { return int32(c.u32()) }
func (c *cursor) f32() float32 { return math.Float32frombits(c.u32()) }
func (c *cursor) vec() Vec     { return Vec{c.f32(), c.f32(), c.f32()} }
func (c *cursor) skip(n int)   { c.at += n }

// bytes4 reads four bytes.
func (c *cursor) bytes4() [4]uint8 { return [4]uint8{c.u8(), c.u8(), c.u8(), c.u8()} }

// name reads a text of at most n bytes that ends at the first NUL.
func (c *cursor) name(n int) string {
	s := c.b[c.at : c.at+n]
	c.at += n
	for i, ch := range s {
		if ch == 0 {
			return string(s[:i])
		}
	}
	return string(s)
}

// index reads an index of 16 or 32 bits.
func (c *cursor) index(wide bool) uint32 {
	if wide {
		return c.u32()
	}
	return uint32(c.u16())
}

// The number types of bounding boxes.
type boundsType int

const (
	bounds16 boundsType = iota
	bounds32
	boundsFloat
)

// size is the number of bytes of two corners.
func (t boundsType) size() int {
	if t == bounds16 {
		return 12
	}
	return 24
}

// bounds reads two corners. Empty boxes of some compilers are as wide as
// their numbers go; they are cut to what a map can hold.
func (c *cursor) bounds(t boundsType) (mins, maxs Vec) {
	for _, v := range []*Vec{&mins, &maxs} {
		for i := range v {
			switch t {
			case bounds16:
				v[i] = float32(c.i16())
			case bounds32:
				v[i] = clampCoord(float32(c.i32()))
			default:
				v[i] = clampCoord(c.f32())
			}
		}
	}
	return mins, maxs
}

func clampCoord(f float32) float32 {
	if f != f {
		return 0
	}
	return max(-maxCoord, min(maxCoord, f))
}

// validCoords reports whether v is finite and within a map.
func validCoords(v Vec) bool {
	for _, f := range v {
		if !(f >= -maxCoord && f <= maxCoord) {
			return false
		}
	}
	return true
}

// inRange reports whether n things from first on lie within limit things.
func inRange(first, n uint32, limit int) bool {
	return uint64(first)+uint64(n) <= uint64(limit)
}

// readPlanes reads planes, which in Quake and Quake II end in a type. It is
// found anew from the normal: nothing else may decide how a distance is taken.
func readPlanes(l *lump, hasType bool) ([]Plane, error) {
	size := 16
	if hasType {
		size = 20
	}
	n, c, err := l.records(size)
	if err != nil {
		return nil, err
	}
	planes := make([]Plane, n)
	for i := range planes {
		p := &planes[i]
		p.Normal, p.Dist = c.vec(), c.f32()
		if hasType {
			c.skip(4)
		}
		if !validCoords(p.Normal) || !(p.Dist > -4*maxCoord && p.Dist < 4*maxCoord) || dot(p.Normal, p.Normal) > 1.5 {
			return nil, l.errorf(i*size, "plane %d: normal %v, distance %v", i, p.Normal, p.Dist)
		}
		p.Type = planeType(p.Normal)
	}
	return planes, nil
}

func planeType(normal Vec) PlaneType {
	for i, f := range normal {
		if f == 1 {
			return PlaneType(i)
		}
	}
	return PlaneOblique
}

// readVertices reads points.
func readVertices(l *lump) ([]Vec, error) {
	n, c, err := l.records(12)
	if err != nil {
		return nil, err
	}
	v := make([]Vec, n)
	for i := range v {
		if v[i] = c.vec(); !validCoords(v[i]) {
			return nil, l.errorf(i*12, "vertex %d lies at %v", i, v[i])
		}
	}
	return v, nil
}

// readIndices reads indices below limit.
func readIndices(l *lump, wide bool, limit int) ([]uint32, error) {
	size := 2
	if wide {
		size = 4
	}
	n, c, err := l.records(size)
	if err != nil {
		return nil, err
	}
	v := make([]uint32, n)
	for i := range v {
		if v[i] = c.index(wide); uint64(v[i]) >= uint64(limit) {
			return nil, l.errorf(i*size, "index %d, but only %d exist", v[i], limit)
		}
	}
	return v, nil
}
