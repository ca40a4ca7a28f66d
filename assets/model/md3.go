package model

import (
	"encoding/binary"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// md3Header is the header of an MD3.
type md3Header struct {
	Magic                         [4]byte
	Version                       int32
	Name                          [64]byte
	Flags                         int32
	Frames, Tags, Surfaces, Skins int32
	FramesAt, TagsAt, SurfacesAt  int32
	End                           int32
}

// md3Surface is the header of a surface; its offsets are relative to it.
type md3Surface struct {
	Magic                                            [4]byte
	Name                                             [64]byte
	Flags                                            int32
	Frames, Shaders, Vertices, Triangles             int32
	TrianglesAt, ShadersAt, TexCoordsAt, PositionsAt int32
	End                                              int32
}

// md3Scale is the unit of stored coordinates.
const md3Scale = 1.0 / 64

// md3 reads an MD3.
func (f *file) md3() error {
	const frameSize = 56
	var h md3Header
	if err := f.header(&h); err != nil {
		return err
	}
	err := f.counts(
		count{"frames", 76, h.Frames, maxPoses}, count{"tags", 80, h.Tags, maxTags}, count{"surfaces", 84, h.Surfaces,
			maxSurfaces},
	)
	if err != nil {
		return err
	}
	if h.Frames == 0 {
		return f.errorf("header", 76, "no frames")
	}
	m := f.m
	b, err := f.part("frames", int64(h.FramesAt), int(h.Frames), frameSize)
	if err != nil {
		return err
	}
	m.Poses = make([]Pose, h.Frames)
	for i := range m.Poses {
		m.Poses[i] = Pose{Name: name(b[frameSize*i+40:][:16]), scale: mgl32.Vec3{md3Scale, md3Scale, md3Scale}}
	}
	m.oneByOne()
	if err := f.md3Tags(&h); err != nil {
		return err
	}
	offset := int64(h.SurfacesAt)
	var packed [][]byte
	for range h.Surfaces {
		positions, size, err := f.md3Surface(offset)
		if err != nil {
			return err
		}
		packed = append(packed, positions)
		offset += size
	}
	if err := f.vertexPoses(m.NumVertices, len(m.Poses)); err != nil {
		return err
	}
	// In the file each surface has all its poses, here each pose has all its surfaces.
	m.vertices = make([]vertex, 0, m.NumVertices*len(m.Poses))
	for i := range m.Poses {
		for k, b := range packed {
			size := m.Surfaces[k].NumVertices * vertexSize
			m.appendWords(b[i*size:][:size])
		}
	}
	m.bound()
	return nil
}

const vertexSize = 8

// appendWords appends vertices of an MD3.
func (m *Model) appendWords(packed []byte) {
	for ; len(packed) >= vertexSize; packed = packed[vertexSize:] {
		m.vertices = append(m.vertices, vertex{
			int16(binary.LittleEndian.Uint16(packed)), int16(binary.LittleEndian.Uint16(packed[2:])),
			int16(binary.LittleEndian.Uint16(packed[4:])), binary.LittleEndian.Uint16(packed[6:]),
		})
	}
}

// md3Tags reads the tags of all poses. Their names are those of the first pose; other poses may have another order.
func (f *file) md3Tags(h *md3Header) error {
	const tagSize, nameSize = 112, 64
	m := f.m
	b, err := f.part("tags", int64(h.TagsAt), len(m.Poses)*int(h.Tags), tagSize)
	if err != nil {
		return err
	}
	for i := range h.Tags {
		m.Tags = append(m.Tags, name(b[tagSize*int(i):][:nameSize]))
	}
	m.tags = make([]Tag, len(m.Poses)*len(m.Tags))
	for i := range m.tags {
		m.tags[i] = Unit
	}
	for i := range m.tags {
		r := b[tagSize*i:][:tagSize]
		pose, k := i/len(m.Tags), i%len(m.Tags)
		if !named(r[:nameSize], m.Tags[k]) {
			if k = m.tagIndex(name(r[:nameSize])); k < 0 {
				return f.errorf(fmt.Sprint("frame ", pose), int(h.TagsAt)+tagSize*i, "tag %q is not in the first frame",
					name(r[:nameSize]))
			}
		}
		t := &m.tags[pose*len(m.Tags)+k]
		t.Origin = vec3(r[nameSize:])
		for c := range t.Axis {
			t.Axis[c] = f32(r[nameSize+12+4*c:])
			if !(abs(t.Axis[c]) <= maxCoord) {
				return f.errorf(fmt.Sprint("frame ", pose), int(h.TagsAt)+tagSize*i, "tag %q has an axis of %v",
					m.Tags[k], t.Axis[c])
			}
		}
		for _, c := range t.Origin {
			if !(abs(c) <= maxCoord) {
				return f.errorf(fmt.Sprint("frame ", pose), int(h.TagsAt)+tagSize*i, "tag %q lies at %v",
					m.Tags[k], t.Origin)
			}
		}
	}
	return nil
}

// named reports whether a name in a file is s.
func named(b []byte, s string) bool {
	return len(s) <= len(b) && string(b[:len(s)]) == s && (len(s) == len(b) || b[len(s)] == 0)
}

// md3Surface reads a surface except for its vertices, which it returns, and the offset of the next surface relative to
// this one.
func (f *file) md3Surface(offset int64) (positions []byte, size int64, err error) {
	const shaderSize, triangleSize, stSize, nameSize = 68, 12, 8, 64
	m := f.m
	what := fmt.Sprint("surface ", len(m.Surfaces))
	var h md3Surface
	b, err := f.part(what, offset, 1, binary.Size(&h))
	if err != nil {
		return nil, 0, err
	}
	if _, err := binary.Decode(b, binary.LittleEndian, &h); err != nil {
		return nil, 0, err
	}
	wrong := func(at int, format string, args ...any) ([]byte, int64, error) {
		return nil, 0, f.errorf(what, int(offset)+at, format, args...)
	}
	switch {
	case string(h.Magic[:]) != "IDP3":
		return wrong(0, "begins with %q", h.Magic[:])
	case int(h.Frames) < len(m.Poses):
		return wrong(72, "%d frames, of which the model has %d", h.Frames, len(m.Poses))
	case h.Shaders < 0 || h.Shaders > maxSkins:
		return wrong(76, "%d shaders, more than %d", h.Shaders, maxSkins)
	case h.Vertices < 0 || int(h.Vertices) > maxVertices-m.NumVertices:
		return wrong(80, "%d vertices, more than %d in all surfaces", h.Vertices, maxVertices)
	case h.Triangles < 0 || int(h.Triangles) > maxTriangles-len(m.Triangles):
		return wrong(84, "%d triangles, more than %d in all surfaces", h.Triangles, maxTriangles)
	}
	s := Surface{
		Name: name(h.Name[:]), FirstVertex: m.NumVertices, NumVertices: int(h.Vertices),
		FirstTriangle: len(m.Triangles), NumTriangles: int(h.Triangles),
	}
	if b, err = f.part(what+", shaders", offset+int64(h.ShadersAt), int(h.Shaders), shaderSize); err != nil {
		return nil, 0, err
	}
	for ; len(b) > 0; b = b[shaderSize:] {
		s.Skins = append(s.Skins, Image{Name: name(b[:nameSize])})
	}
	if b, err = f.part(what+", triangles", offset+int64(h.TrianglesAt), int(h.Triangles), triangleSize); err != nil {
		return nil, 0, err
	}
	for i := range int(h.Triangles) {
		var t Triangle
		for k := range t.V {
			v := binary.LittleEndian.Uint32(b[triangleSize*i+4*k:])
			if v >= uint32(h.Vertices) {
				return wrong(int(h.TrianglesAt)+triangleSize*i, "triangle %d has vertex %d of %d", i, int32(v),
					h.Vertices)
			}
			t.V[k] = uint32(s.FirstVertex) + v
		}
		t.UV = t.V
		m.Triangles = append(m.Triangles, t)
	}
	if b, err = f.part(what+", texture coordinates", offset+int64(h.TexCoordsAt), int(h.Vertices), stSize); err != nil {
		return nil, 0, err
	}
	for ; len(b) > 0; b = b[stSize:] {
		m.TexCoords = append(m.TexCoords, mgl32.Vec2{finite(f32(b)), finite(f32(b[4:]))})
	}
	if positions, err = f.part(what+", vertices", offset+int64(h.PositionsAt), int(h.Vertices)*len(m.Poses),
		vertexSize); err != nil {
		return nil, 0, err
	}
	m.NumVertices += int(h.Vertices)
	m.Surfaces = append(m.Surfaces, s)
	return positions, int64(h.End), nil
}
