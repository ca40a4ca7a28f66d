package bsp

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Names of lumps, also for errors.
const (
	lumpAreaPortals  = "area portals"
	lumpAreas        = "areas"
	lumpBrushes      = "brushes"
	lumpBrushSides   = "brush sides"
	lumpClipNodes    = "clipnodes"
	lumpEdges        = "edges"
	lumpEntities     = "entities"
	lumpFaces        = "faces"
	lumpFogs         = "fogs"
	lumpIndices      = "indices"
	lumpLeafBrushes  = "leaf brushes"
	lumpLeafFaces    = "leaf faces"
	lumpLeaves       = "leaves"
	lumpLightGrid    = "light grid"
	lumpLighting     = "lighting"
	lumpModels       = "models"
	lumpNodes        = "nodes"
	lumpPlanes       = "planes"
	lumpPop          = "pop"
	lumpSurfaceEdges = "surface edges"
	lumpTexInfo      = "texinfo"
	lumpTextures     = "textures"
	lumpVertices     = "vertices"
	lumpVisibility   = "visibility"
)

// FormatError is an error in a map, with its place.
type FormatError struct {
	Version Version // like [Map.Version]; "" if unknown
	Lump    string  // name of the lump; "" for the header
	Offset  int64   // bytes from the start of the file
	Err     error
}

// Error returns the version, lump and byte offset with the cause.
func (e *FormatError) Error() string {
	s := "bsp"
	if e.Version != "" {
		s += " version " + string(e.Version)
	}
	if e.Lump != "" {
		s += ", lump " + e.Lump
	}
	return fmt.Sprintf("%s, byte %d: %v", s, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// lump is a part of the file that was checked to be inside it.
type lump struct {
	version Version
	name    string
	offset  int // of data in the file
	data    []byte
}

// readDirectory reads a directory of offset and length pairs at dir, one for each name. It does not check offsets of
// empty lumps: compilers write anything there.
func readDirectory(version Version, data []byte, dir int, names []string) (map[string]*lump, error) {
	if len(data) < dir+8*len(names) {
		return nil, &FormatError{version, "", int64(len(data)), errTruncated}
	}
	lumps := make(map[string]*lump, len(names))
	list := make([]lump, len(names))
	for i, name := range names {
		entry := dir + 8*i
		offset := int64(int32(binary.LittleEndian.Uint32(data[entry:])))
		length := int64(int32(binary.LittleEndian.Uint32(data[entry+4:])))
		list[i] = lump{version: version, name: name}
		lumps[name] = &list[i]
		if length == 0 {
			continue
		}
		if offset < 0 || length < 0 || offset+length > int64(len(data)) {
			return nil, &FormatError{version, name, int64(entry),
				fmt.Errorf("%d bytes at %d exceed the file size of %d", length, offset, len(data))}
		}
		list[i].offset = int(offset)
		list[i].data = data[offset : offset+length]
	}
	return lumps, nil
}

// errorf returns an error at offset at of the lump.
func (l *lump) errorf(at int, format string, args ...any) error {
	return &FormatError{l.version, l.name, int64(l.offset + at), fmt.Errorf(format, args...)}
}

// records reads a lump that is a list of records of the given size: one T for each. An error of read is returned with
// the name, number and offset of the record.
func records[T any](l *lump, name string, size int, read func(r *record, v *T) error) ([]T, error) {
	if len(l.data)%size != 0 {
		return nil, l.errorf(0, "%d bytes are not a whole number of records of %d", len(l.data), size)
	}
	list := make([]T, len(l.data)/size)
	r := record{b: l.data}
	for i := range list {
		r.at, r.number = i*size, i // r.b stays the whole lump: storing a pointer each time costs more
		if err := read(&r, &list[i]); err != nil {
			return nil, l.errorf(i*size, "%s %d: %w", name, i, err)
		}
	}
	return list, nil
}

// record reads consecutive little-endian values from bytes that were checked to exist.
type record struct {
	b      []byte // the whole lump
	at     int
	number int // of the record in its lump
}

func (r *record) u8() uint8 { v := r.b[r.at]; r.at++; return v }

func (r *record) u16() uint16 {
	v := binary.LittleEndian.Uint16(r.b[r.at:])
	r.at += 2
	return v
}

func (r *record) u32() uint32 {
	v := binary.LittleEndian.Uint32(r.b[r.at:])
	r.at += 4
	return v
}

func (r *record) i16() int16       { return int16(r.u16()) }
func (r *record) i32() int32       { return int32(r.u32()) }
func (r *record) f32() float32     { return math.Float32frombits(r.u32()) }
func (r *record) vec3() mgl32.Vec3 { return mgl32.Vec3{r.f32(), r.f32(), r.f32()} }
func (r *record) skip(n int)       { r.at += n }

// bytes4 reads four bytes.
func (r *record) bytes4() [4]uint8 { return [4]uint8{r.u8(), r.u8(), r.u8(), r.u8()} }

// name reads a text of at most n bytes that ends at the first NUL.
func (r *record) name(n int) string {
	s := r.b[r.at : r.at+n]
	r.at += n
	for i, ch := range s {
		if ch == 0 {
			return string(s[:i])
		}
	}
	return string(s)
}

// index reads an unsigned number of 2 or 4 bytes.
func (r *record) index(size int) uint32 {
	if size == 2 {
		return uint32(r.u16())
	}
	return r.u32()
}

// signed reads a signed number of 2 or 4 bytes.
func (r *record) signed(size int) int32 {
	if size == 2 {
		return int32(r.i16())
	}
	return r.i32()
}

// boundsType is the number type of bounding boxes.
type boundsType int

const (
	bounds16 boundsType = iota
	bounds32
	boundsFloat
)

// size returns the size of a box in bytes.
func (t boundsType) size() int {
	if t == bounds16 {
		return 12
	}
	return 24
}

// bounds reads a box. Some compilers write empty boxes with the largest possible numbers; they are clamped to the
// limits of a map.
func (r *record) bounds(t boundsType) (mins, maxs mgl32.Vec3) {
	for _, v := range []*mgl32.Vec3{&mins, &maxs} {
		for i := range v {
			switch t {
			case bounds16:
				v[i] = float32(r.i16())
			case bounds32:
				v[i] = clampCoord(float32(r.i32()))
			default:
				v[i] = clampCoord(r.f32())
			}
		}
	}
	return mins, maxs
}

// maxCoord is the maximum coordinate in units. The largest maps of any engine reach 131,072. Products of two
// coordinates are finite in float32.
const maxCoord = 1 << 20

func clampCoord(f float32) float32 {
	if f != f {
		return 0
	}
	return max(-maxCoord, min(maxCoord, f))
}

// validCoords reports whether v is finite and within a map.
func validCoords(v mgl32.Vec3) bool {
	for _, f := range v {
		if !(f >= -maxCoord && f <= maxCoord) {
			return false
		}
	}
	return true
}

// checkRange returns an error unless the n elements from first on are below limit.
func checkRange(what string, first, n uint32, limit int) error {
	if uint64(first)+uint64(n) > uint64(limit) {
		return fmt.Errorf("%s %d+%d, but only %d exist", what, first, n, limit)
	}
	return nil
}

// checkIndex returns an error unless i is below limit.
func checkIndex(what string, i uint32, limit int) error {
	if uint64(i) >= uint64(limit) {
		return fmt.Errorf("%s %d, but only %d exist", what, i, limit)
	}
	return nil
}
