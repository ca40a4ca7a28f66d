package model

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// sprHeader is the header of an SPR.
type sprHeader struct {
	Magic         [4]byte
	Version, Type int32
	Radius        float32
	Width, Height int32
	Frames        int32
	Beam          float32
	SyncType      int32
}

// spr reads an SPR: pictures that face the camera. It becomes a square that faces -x, with a pose and a skin for each
// frame. Of a group only the first member is used.
func (f *file) spr() error {
	var h sprHeader
	if err := f.header(&h); err != nil {
		return err
	}
	if err := f.counts(count{"frames", 24, h.Frames, maxSkins}); err != nil {
		return err
	}
	if h.Frames == 0 {
		return f.errorf("header", 24, "no frames")
	}
	f.m.square()
	left := maxSkins
	for i := range h.Frames {
		what := fmt.Sprint("frame ", i)
		members, group, err := f.mdlGroup(what, left)
		if err != nil {
			return err
		}
		left -= members
		if group {
			if _, err := f.ends(what, members); err != nil {
				return err
			}
		}
		for k := range members {
			if err := f.sprFrame(what, k == 0); err != nil {
				return err
			}
		}
	}
	f.m.oneByOne()
	f.m.bound()
	return nil
}

// sp2 reads an SP2: like an SPR, but the pictures are in other files.
func (f *file) sp2() error {
	const frameSize = 80
	var h struct {
		Magic           [4]byte
		Version, Frames int32
	}
	if err := f.header(&h); err != nil {
		return err
	}
	if err := f.counts(count{"frames", 8, h.Frames, maxSkins}); err != nil {
		return err
	}
	if h.Frames == 0 {
		return f.errorf("header", 8, "no frames")
	}
	f.m.square()
	for i := range h.Frames {
		what, at := fmt.Sprint("frame ", i), f.at
		b, err := f.next(what, 1, frameSize)
		if err != nil {
			return err
		}
		// The origin is that of the picture, from its lower left corner.
		width, height, x, y := int(i32(b)), int(i32(b[4:])), -int(i32(b[8:])), -int(i32(b[12:]))
		if err := f.checkSprite(what, at, x, y, width, height); err != nil {
			return err
		}
		f.m.addSprite(x, y+height, width, height, Image{Name: name(b[16:])})
	}
	f.m.oneByOne()
	f.m.bound()
	return nil
}

// IsSprite reports whether the model is a picture that always faces the camera.
func (m *Model) IsSprite() bool { return m.Format == SPR || m.Format == SP2 }

// square makes the model a square without poses.
func (m *Model) square() {
	m.NumVertices = 4
	m.TexCoords = []mgl32.Vec2{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	m.Triangles = []Triangle{{V: [3]uint32{0, 1, 2}, UV: [3]uint32{0, 1, 2}},
		{V: [3]uint32{0, 2, 3}, UV: [3]uint32{0, 2, 3}}}
	m.Surfaces = []Surface{{NumVertices: 4, NumTriangles: 2}}
}

// sprFrame reads a picture of an SPR, and stores it if counts is set.
func (f *file) sprFrame(what string, counts bool) error {
	at := f.at
	b, err := f.next(what, 1, 16)
	if err != nil {
		return err
	}
	x, y, width, height := int(i32(b)), int(i32(b[4:])), int(i32(b[8:])), int(i32(b[12:]))
	if err := f.checkSprite(what, at, x, y, width, height); err != nil {
		return err
	}
	pixels, err := f.next(what, height, width)
	if err == nil && counts {
		f.m.addSprite(x, y, width, height, Image{Width: width, Height: height,
			Pixels: [][]byte{append([]byte(nil), pixels...)}})
	}
	return err
}

// checkSprite checks the place of the upper left corner of a sprite's picture, y upward, and its size. It was read at
// an offset.
func (f *file) checkSprite(what string, at, x, y, width, height int) error {
	switch {
	case width < 0 || height < 0 || width > maxSkinSide || height > maxSkinSide:
		return f.errorf(what, at, "%d by %d pixels, more than %d per side", width, height, maxSkinSide)
	case x < -maxSkinSide || x > maxSkinSide || y < -maxSkinSide || y > maxSkinSide:
		return f.errorf(what, at, "it is at %d, %d, farther than %d", x, y, maxSkinSide)
	}
	return nil
}

// addSprite adds a pose and a skin: a picture with the upper left corner x, y, y upward.
func (m *Model) addSprite(x, y, width, height int, picture Image) {
	m.Poses = append(m.Poses, Pose{scale: mgl32.Vec3{1, 1, 1}})
	normal := packNormal(mgl32.Vec3{-1, 0, 0})
	side := func(n int) int16 { return int16(max(math.MinInt16, min(math.MaxInt16, n))) }
	for _, corner := range [4][2]int{{x, y}, {x + width, y}, {x + width, y - height}, {x, y - height}} {
		m.vertices = append(m.vertices, vertex{0, side(-corner[0]), side(corner[1]), normal})
	}
	m.Surfaces[0].Skins = append(m.Surfaces[0].Skins, picture)
}
