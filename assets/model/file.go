package model

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// file is a model file being read.
type file struct {
	format Format
	data   []byte
	m      *Model

	at      int   // offset of the next part, for parts that follow each other
	claimed int64 // bytes of all parts so far
}

// errorf returns an error in a part of the file, at an offset.
func (f *file) errorf(what string, at int, format string, args ...any) error {
	return &FormatError{string(f.format), what, int64(at), fmt.Errorf(format, args...)}
}

// count is a number in a header, with its name and offset.
type count struct {
	what string
	at   int
	n    int32
	most int
}

// counts checks numbers of a header.
func (f *file) counts(list ...count) error {
	for _, c := range list {
		if c.n < 0 || int64(c.n) > int64(c.most) {
			return f.errorf("header", c.at, "%d %s, more than %d", c.n, c.what, c.most)
		}
	}
	return nil
}

// part returns n records of size bytes at an offset. They must be in the file, and all parts together must not be
// larger than the file: a small file with overlapping parts must not become a large model. n and size are not negative.
func (f *file) part(what string, offset int64, n, size int) ([]byte, error) {
	length := int64(n) * int64(size)
	if offset < 0 || offset > int64(len(f.data)) || length > int64(len(f.data))-offset {
		return nil, &FormatError{string(f.format), what, min(max(offset, 0), int64(len(f.data))),
			fmt.Errorf("%d bytes at %d exceed the file size of %d", length, offset, len(f.data))}
	}
	if f.claimed += length; f.claimed > int64(len(f.data)) {
		return nil, &FormatError{string(f.format), what, offset, errOverlap}
	}
	f.at = int(offset + length)
	return f.data[offset:f.at], nil
}

var errOverlap = fmt.Errorf("overlapping parts: together larger than the file")

// next is part for the part after the previous one.
func (f *file) next(what string, n, size int) ([]byte, error) {
	return f.part(what, int64(f.at), n, size)
}

// header reads a header of the size of v into v, a pointer to a struct of numbers.
func (f *file) header(v any) error {
	b, err := f.next("header", 1, binary.Size(v))
	if err != nil {
		return err
	}
	_, err = binary.Decode(b, binary.LittleEndian, v)
	return err
}

// vertexPoses checks the total number of vertices in all poses.
func (f *file) vertexPoses(vertices, poses int) error {
	if n := int64(vertices) * int64(poses); n > maxVertexPoses {
		return f.errorf("header", 0, "%d vertices in all %d poses, more than %d", n, poses, maxVertexPoses)
	}
	return nil
}

// places checks the scale and origin of stored coordinates, at an offset.
func (f *file) places(what string, at int, scale, origin mgl32.Vec3, largest float32) error {
	for i := range scale {
		if !(abs(origin[i]) <= maxCoord && abs(scale[i])*largest <= maxCoord) {
			return f.errorf(what, at, "scale %v and origin %v are no places within %d units", scale, origin, maxCoord)
		}
	}
	return nil
}

// ends reads the times of a group's n members. The games refuse those that are not above 0.
func (f *file) ends(what string, n int) ([]float32, error) {
	at := f.at
	b, err := f.next(what, n, 4)
	if err != nil {
		return nil, err
	}
	ends := make([]float32, n)
	for i := range ends {
		if ends[i] = f32(b[4*i:]); !(ends[i] > 0 && ends[i] <= math.MaxFloat32) {
			return nil, f.errorf(what, at+4*i, "interval of %v seconds", ends[i])
		}
	}
	return ends, nil
}

// bound computes the boxes of all poses.
func (m *Model) bound() {
	for i := range m.Poses {
		p := &m.Poses[i]
		list := m.pose(i)
		if len(list) == 0 {
			continue
		}
		least, most := list[0], list[0]
		for _, v := range list[1:] {
			least = vertex{min(least.x, v.x), min(least.y, v.y), min(least.z, v.z), 0}
			most = vertex{max(most.x, v.x), max(most.y, v.y), max(most.z, v.z), 0}
		}
		a, b := p.place(least), p.place(most)
		for k := range a {
			p.Mins[k], p.Maxs[k] = min(a[k], b[k]), max(a[k], b[k])
		}
	}
}

func i32(b []byte) int32   { return int32(binary.LittleEndian.Uint32(b)) }
func f32(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

func vec3(b []byte) mgl32.Vec3 { return mgl32.Vec3{f32(b), f32(b[4:]), f32(b[8:])} }

func abs(f float32) float32 { return max(f, -f) }

// finite returns f, or 0 if it is NaN or infinite.
func finite(f float32) float32 {
	if !(abs(f) <= math.MaxFloat32) {
		return 0
	}
	return f
}

// name returns the text up to the first NUL; a name may fill its field without one.
func name(b []byte) string {
	s, _, _ := bytes.Cut(b, []byte{0})
	return string(s)
}
