package model

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/directions"
)

// mdlHeader is the header of an MDL.
type mdlHeader struct {
	Magic                       [4]byte
	Version                     int32
	Scale, Origin               mgl32.Vec3
	Radius                      float32
	Eye                         mgl32.Vec3
	Skins, Width, Height        int32
	Vertices, Triangles, Frames int32
	SyncType                    int32
	Flags                       uint32
	Size                        float32
}

// mdl reads an MDL, whose parts follow each other.
func (f *file) mdl() error {
	var h mdlHeader
	if err := f.header(&h); err != nil {
		return err
	}
	err := f.counts(
		count{"skins", 48, h.Skins, maxSkins}, count{"pixels of width", 52, h.Width, maxSkinSide},
		count{"pixels of height", 56, h.Height, maxSkinSide},
		count{"vertices", 60, h.Vertices, maxVertices}, count{"triangles", 64, h.Triangles, maxTriangles},
		count{"frames", 68, h.Frames, maxPoses},
	)
	if err != nil {
		return err
	}
	if h.Frames == 0 {
		return f.errorf("header", 68, "no frames")
	}
	if err := f.places("header", 8, h.Scale, h.Origin, 255); err != nil {
		return err
	}
	m := f.m
	m.Flags, m.RandomStart = Flags(h.Flags), h.SyncType == 1
	m.NumVertices = int(h.Vertices)
	m.Surfaces = []Surface{{NumVertices: int(h.Vertices), NumTriangles: int(h.Triangles)}}
	if err := f.mdlSkins(&h); err != nil {
		return err
	}
	if err := f.mdlTriangles(&h); err != nil {
		return err
	}
	// Enough without groups, but not more than the rest of the file holds.
	m.vertices = make([]vertex, 0, min(int(h.Frames)*m.NumVertices, (len(f.data)-f.at)/4))
	for range h.Frames {
		if err := f.mdlFrame(&h); err != nil {
			return err
		}
	}
	m.bound()
	return nil
}

// mdlGroup reads the type of the next part and, for a group, the number of its members.
func (f *file) mdlGroup(what string, most int) (members int, group bool, err error) {
	at := f.at
	b, err := f.next(what, 1, 4)
	if err != nil || i32(b) == 0 {
		return 1, false, err
	}
	if b, err = f.next(what, 1, 4); err != nil {
		return 0, false, err
	}
	n := i32(b)
	if n < 1 || int64(n) > int64(most) {
		return 0, false, f.errorf(what, at+4, "a group of %d, where 1 to %d may be", n, most)
	}
	return int(n), true, nil
}

func (f *file) mdlSkins(h *mdlHeader) error {
	left := maxSkins
	for i := range h.Skins {
		what := fmt.Sprint("skin ", i)
		n, group, err := f.mdlGroup(what, left)
		if err != nil {
			return err
		}
		left -= n
		skin := Image{Width: int(h.Width), Height: int(h.Height)}
		if group {
			if skin.Ends, err = f.ends(what, n); err != nil {
				return err
			}
		}
		pixels, err := f.next(what, n, skin.Width*skin.Height)
		if err != nil {
			return err
		}
		pixels = append([]byte(nil), pixels...)
		for k := range n {
			size := skin.Width * skin.Height
			skin.Pixels = append(skin.Pixels, pixels[k*size:(k+1)*size:(k+1)*size])
		}
		f.m.Surfaces[0].Skins = append(f.m.Surfaces[0].Skins, skin)
	}
	return nil
}

// mdlTriangles reads texture coordinates and triangles. A vertex on the seam has two texture coordinates: that for
// triangles at the back is half a skin to the right.
func (f *file) mdlTriangles(h *mdlHeader) error {
	const stSize, triangleSize = 12, 16
	st, err := f.next("vertices", int(h.Vertices), stSize)
	if err != nil {
		return err
	}
	at := f.at
	b, err := f.next("triangles", int(h.Triangles), triangleSize)
	if err != nil {
		return err
	}
	m := f.m
	m.TexCoords = make([]mgl32.Vec2, h.Vertices)
	for i := range m.TexCoords {
		m.TexCoords[i] = texel(i32(st[stSize*i+4:]), i32(st[stSize*i+8:]), h.Width, h.Height)
	}
	behind := map[uint32]uint32{} // coordinates of vertices on the seam, at the back
	m.Triangles = make([]Triangle, h.Triangles)
	for i := range m.Triangles {
		r := b[triangleSize*i:][:triangleSize]
		t := &m.Triangles[i]
		for k := range t.V {
			v := uint32(i32(r[4+4*k:]))
			if v >= uint32(h.Vertices) {
				return f.errorf(fmt.Sprint("triangle ", i), at+triangleSize*i, "vertex %d of %d", int32(v), h.Vertices)
			}
			t.V[k], t.UV[k] = v, v
			if i32(r) != 0 || i32(st[stSize*v:]) == 0 { // at the front, or not on the seam
				continue
			}
			uv, ok := behind[v]
			if !ok {
				uv = uint32(len(m.TexCoords))
				behind[v] = uv
				s := i32(st[stSize*v+4:])
				m.TexCoords = append(m.TexCoords, texel(s+h.Width/2, i32(st[stSize*v+8:]), h.Width, h.Height))
			}
			t.UV[k] = uv
		}
	}
	return nil
}

// texel returns the texture coordinates of a pixel's center; 0 if the skin has no size.
func texel(s, t, width, height int32) (uv mgl32.Vec2) {
	if width > 0 {
		uv[0] = (float32(s) + 0.5) / float32(width)
	}
	if height > 0 {
		uv[1] = (float32(t) + 0.5) / float32(height)
	}
	return uv
}

// mdlFrame reads a frame, which may be a group of poses.
func (f *file) mdlFrame(h *mdlHeader) error {
	m := f.m
	what := fmt.Sprint("frame ", len(m.Frames))
	n, group, err := f.mdlGroup(what, maxPoses-len(m.Poses))
	if err != nil {
		return err
	}
	frame := Frame{First: len(m.Poses), Count: n}
	if group {
		if _, err = f.next(what, 2, 4); err != nil { // the box of all members
			return err
		}
		if frame.Ends, err = f.ends(what, n); err != nil {
			return err
		}
	}
	if err := f.vertexPoses(m.NumVertices, len(m.Poses)+n); err != nil {
		return err
	}
	for range n {
		head, err := f.next(what, 1, 2*4+16)
		if err != nil {
			return err
		}
		packed, err := f.next(what, m.NumVertices, 4)
		if err != nil {
			return err
		}
		m.Poses = append(m.Poses, Pose{Name: name(head[8:]), scale: h.Scale, origin: h.Origin})
		m.appendBytes(packed)
	}
	m.Frames = append(m.Frames, frame)
	return nil
}

// appendBytes appends the vertices of a pose of an MDL or MD2, four bytes each.
func (m *Model) appendBytes(packed []byte) {
	for ; len(packed) >= 4; packed = packed[4:] {
		normal := packed[3]
		if normal >= directions.Count {
			normal = directions.Up // for invalid ones
		}
		m.vertices = append(m.vertices, vertex{int16(packed[0]), int16(packed[1]), int16(packed[2]), uint16(normal)})
	}
}
