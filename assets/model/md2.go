package model

import (
	"encoding/binary"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// md2Header is the header of an MD2.
type md2Header struct {
	Magic                                       [4]byte
	Version                                     int32
	Width, Height, FrameSize                    int32
	Skins, Vertices, TexCoords, Triangles       int32
	Commands, Frames                            int32
	SkinsAt, TexCoordsAt, TrianglesAt, FramesAt int32
	CommandsAt, End                             int32
}

// md2 reads an MD2. It ignores the commands for GL, which repeat the triangles, or are wrong.
func (f *file) md2() error {
	const skinSize, stSize, triangleSize, frameHead = 64, 4, 12, 40
	var h md2Header
	if err := f.header(&h); err != nil {
		return err
	}
	err := f.counts(
		count{"pixels of width", 8, h.Width, maxSkinSide}, count{"pixels of height", 12, h.Height, maxSkinSide},
		count{"skins", 20, h.Skins, maxSkins},
		count{"vertices", 24, h.Vertices, maxVertices}, count{"texture coordinates", 28, h.TexCoords, 3 * maxTriangles},
		count{"triangles", 32, h.Triangles, maxTriangles}, count{"frames", 40, h.Frames, maxPoses},
	)
	if err != nil {
		return err
	}
	if h.Frames == 0 {
		return f.errorf("header", 40, "no frames")
	}
	if int64(h.FrameSize) < frameHead+4*int64(h.Vertices) {
		return f.errorf("header", 16, "frames of %d bytes cannot hold %d vertices", h.FrameSize, h.Vertices)
	}
	if err := f.vertexPoses(int(h.Vertices), int(h.Frames)); err != nil {
		return err
	}
	m := f.m
	m.NumVertices = int(h.Vertices)
	surface := Surface{NumVertices: int(h.Vertices), NumTriangles: int(h.Triangles)}

	b, err := f.part("skins", int64(h.SkinsAt), int(h.Skins), skinSize)
	if err != nil {
		return err
	}
	for ; len(b) > 0; b = b[skinSize:] {
		surface.Skins = append(surface.Skins, Image{Name: name(b[:skinSize])})
	}
	m.Surfaces = []Surface{surface}

	if b, err = f.part("texture coordinates", int64(h.TexCoordsAt), int(h.TexCoords), stSize); err != nil {
		return err
	}
	m.TexCoords = make([]mgl32.Vec2, h.TexCoords, max(h.TexCoords, 1))
	for i := range m.TexCoords {
		s, t := int16(binary.LittleEndian.Uint16(b[stSize*i:])), int16(binary.LittleEndian.Uint16(b[stSize*i+2:]))
		m.TexCoords[i] = texel(int32(s), int32(t), h.Width, h.Height)
	}

	if b, err = f.part("triangles", int64(h.TrianglesAt), int(h.Triangles), triangleSize); err != nil {
		return err
	}
	m.Triangles = make([]Triangle, h.Triangles)
	for i := range m.Triangles {
		r := b[triangleSize*i:][:triangleSize]
		t := &m.Triangles[i]
		for k := range t.V {
			t.V[k] = uint32(binary.LittleEndian.Uint16(r[2*k:]))
			t.UV[k] = uint32(binary.LittleEndian.Uint16(r[6+2*k:]))
			if t.V[k] >= uint32(h.Vertices) || t.UV[k] >= uint32(h.TexCoords) {
				return f.errorf(fmt.Sprint("triangle ", i), int(h.TrianglesAt)+triangleSize*i,
					"vertex %d of %d, texture coordinate %d of %d", t.V[k], h.Vertices, t.UV[k], h.TexCoords)
			}
		}
	}

	if b, err = f.part("frames", int64(h.FramesAt), int(h.Frames), int(h.FrameSize)); err != nil {
		return err
	}
	m.vertices = make([]vertex, 0, m.NumVertices*int(h.Frames))
	m.Poses = make([]Pose, h.Frames)
	for i := range m.Poses {
		r := b[int(h.FrameSize)*i:]
		p := &m.Poses[i]
		p.scale, p.origin, p.Name = vec3(r), vec3(r[12:]), name(r[24:frameHead])
		if err := f.places(fmt.Sprint("frame ", i), int(h.FramesAt)+int(h.FrameSize)*i, p.scale, p.origin,
			255); err != nil {
			return err
		}
		m.appendBytes(r[frameHead:][:4*m.NumVertices])
	}
	m.oneByOne()
	m.bound()
	return nil
}

// oneByOne makes a frame for each pose.
func (m *Model) oneByOne() {
	m.Frames = make([]Frame, len(m.Poses))
	for i := range m.Frames {
		m.Frames[i] = Frame{First: i, Count: 1}
	}
}
