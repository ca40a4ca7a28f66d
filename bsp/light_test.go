package bsp

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestLightOfPolygons: the axes of the room make s = x + y/2, t = y/2 - z. On
// the floor at z = -64, x from -64 to 0, y from -64 to 64, s is -96..32 (luxels
// -6..2) and t is 32..96 (2..6); 9 luxels wide, 5 high.
func TestLightOfPolygons(t *testing.T) {
	for _, version := range []Version{VersionQuake, VersionBSP2, VersionQuake2, VersionQBSP} {
		m := load(t, rooms(false)[version])
		f := &m.Faces[0]
		if f.Light.Width != 9 || f.Light.Height != 5 || f.Light.Offset != 0 || f.Light.Styles != [4]uint8{0, 255,
			255, 255} {
			t.Errorf("%s: light %+v", version, f.Light)
		}
		for k, c := range m.FaceVertices[:4] {
			want := map[mgl32.Vec3]mgl32.Vec2{
				{-64, -64, -64}: {0.5, 0.5}, {-64, 64, -64}: {4.5, 4.5}, {0, 64, -64}: {8.5, 4.5},
				{0, -64, -64}: {4.5, 0.5},
			}[m.Vertices[c]]
			if m.Lighting.Corners[k] != want {
				t.Errorf("%s: corner %v at luxel %v, not %v", version, m.Vertices[c], m.Lighting.Corners[k], want)
			}
		}
		if want := map[Game]int{Quake: 1, Quake2: 3}[version.Game()]; m.Lighting.Channels != want {
			t.Errorf("%s: %d channels", version, m.Lighting.Channels)
		}
	}
}

// TestLightBounds: a face whose light does not lie in the lump has none, and
// its corners are where the texture has them, a sixteenth of its texels.
func TestLightBounds(t *testing.T) {
	const floor = 9 * 5
	for _, c := range []struct {
		version Version
		styles  [4]uint8
		offset  int32
		luxels  int // bytes of the lump
		want    int32
	}{
		{VersionQuake, [4]uint8{0, 255, 255, 255}, 7, floor + 7, 7},
		{VersionQuake, [4]uint8{0, 255, 255, 255}, 7, floor + 6, -1},
		{VersionQuake, [4]uint8{3, 4, 255, 255}, 0, 2 * floor, 0},
		{VersionQuake, [4]uint8{3, 4, 255, 255}, 0, 2*floor - 1, -1},
		{VersionQuake, [4]uint8{1, 2, 3, 4}, 0, 4 * floor, 0},
		{VersionQuake, [4]uint8{1, 2, 3, 4}, 0, 4*floor - 1, -1},
		{VersionQuake, [4]uint8{255, 255, 255, 255}, 0, floor, 0},
		{VersionQuake, [4]uint8{255, 255, 255, 255}, 0, floor - 1, -1},
		{VersionQuake, [4]uint8{0, 255, 255, 255}, -1, 1000, -1},
		{VersionQuake2, [4]uint8{0, 255, 255, 255}, 3, 3*floor + 3, 3},
		{VersionQuake2, [4]uint8{0, 255, 255, 255}, 3, 3*floor + 2, -1},
	} {
		magic, lumps := split(rooms(false)[c.version])
		set("faces", 12, c.styles, c.offset)(lumps)
		lumps["lighting"] = make([]byte, c.luxels)
		m := load(t, file(magic, lumps))
		f := &m.Faces[0]
		if f.Light.Offset != c.want || f.Light.Styles != c.styles {
			t.Errorf("%+v: light %+v", c, f.Light)
		}
		if want := (mgl32.Vec2{-6, 2}); c.want < 0 && !slices.Contains(m.Lighting.Corners[:4], want) {
			t.Errorf("%+v: corners %v lack %v", c, m.Lighting.Corners[:4], want)
		}
	}
	// Axes that make a lightmap of 4,096 luxels, and one of 4,097: 2 corners 64
	// units apart.
	for scale, want := range map[float32]int32{4095 * 16 / 64: 0, 4096 * 16 / 64: -1} {
		magic, lumps := split(rooms(false)[VersionQuake])
		set("texinfo", 0, [8]float32{scale, 0, 0, 0, 0, 0, 1, 0})(lumps)
		lumps["lighting"] = make([]byte, 1<<20)
		if f := load(t, file(magic, lumps)).Faces[0]; f.Light.Offset != want {
			t.Errorf("scale %v: light %+v", scale, f.Light)
		}
	}
}

// TestLightOfSurfaces: vertices of Quake III have their place in a lightmap of
// 128 luxels, and a color.
func TestLightOfSurfaces(t *testing.T) {
	const page = 128 * 128 * 3
	magic, lumps := split(rooms(false)[VersionQuake3])
	lumps["lighting"] = make([]byte, 2*page)
	for i, p := range []int32{0, 1, 2, -1, -3} {
		set("faces", 104*i+28, p)(lumps)
	}
	m := load(t, file(magic, lumps))
	for i, want := range []int32{0, page, -1, -1, -1} {
		size := uint16(128)
		if want < 0 {
			size = 0
		}
		if l := m.Faces[i].Light; l != (FaceLight{want, [4]uint8{0, 255, 255, 255}, size, size}) {
			t.Errorf("face %d: light %+v", i, l)
		}
	}
	if m.Lighting.Channels != 3 || len(m.Lighting.Corners) != len(m.FaceVertices) ||
		len(m.Lighting.Colors) != len(m.FaceVertices) {
		t.Fatalf("%d channels, %d corners, %d colors, %d vertices", m.Lighting.Channels, len(m.Lighting.Corners),
			len(m.Lighting.Colors), len(m.FaceVertices))
	}
	for i, v := range m.FaceVertices { // textures go 16 units by x, and 3 below z
		if at := m.Vertices[v]; m.TexCoords[i].Sub(mgl32.Vec2{at[0] / 16, at[2] - 3}).Len() > 1e-5 {
			t.Errorf("corner %d at %v: texture at %v", i, at, m.TexCoords[i])
		}
		if m.Lighting.Corners[i] != (mgl32.Vec2{32, 64}) || m.Lighting.Colors[i] != [4]uint8{1, 2, 3, 255} {
			t.Errorf("corner %d at %v, color %v", i, m.Lighting.Corners[i], m.Lighting.Colors[i])
		}
	}
}

func TestAttachLit(t *testing.T) {
	room := func() *Map {
		magic, lumps := split(rooms(false)[VersionQuake])
		set("faces", 12+4, int32(5))(lumps)
		set("faces", 20+16, int32(-1))(lumps)
		return load(t, file(magic, lumps))
	}
	lit := append([]byte("QLIT\x01\x00\x00\x00"), make([]byte, 3*400)...)
	lit[8], lit[9], lit[10], lit[len(lit)-1] = 7, 8, 9, 10
	edit := func(at int, b byte) []byte {
		d := slices.Clone(lit)
		d[at] = b
		return d
	}
	for _, c := range []struct {
		data []byte
		at   int64
		want string
	}{
		{nil, 0, "not a .lit file"},
		{lit[:7], 0, "not a .lit file"},
		{edit(0, 'q'), 0, "not a .lit file"},
		{edit(4, 2), 4, "version 2, not 1"},
		{edit(7, 1), 4, "version 16777217, not 1"},
		{lit[:len(lit)-1], 8, "1199 bytes of light for a map that has 1200"},
		{append(slices.Clone(lit), 0), 8, "1201 bytes of light for a map that has 1200"},
	} {
		m := room()
		err := m.AttachLit(c.data)
		var fe *FormatError
		if !errors.As(err, &fe) || fe.Offset != c.at || fe.Lump != "lit" || fe.Version != VersionQuake ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%.12q: %v, not %q", c.data, err, c.want)
		}
		if m.Lighting.Channels != 1 || len(m.Lighting.Samples) != 400 || m.Faces[0].Light.Offset != 5 {
			t.Errorf("%.12q: the map was changed", c.data)
		}
	}
	m := room()
	if err := m.AttachLit(lit); err != nil {
		t.Fatal(err)
	}
	checkMap(t, m)
	l := m.Lighting
	if l.Channels != 3 || len(l.Samples) != 1200 || !slices.Equal(l.Samples[:3], []byte{7, 8, 9}) ||
		l.Samples[1199] != 10 {
		t.Errorf("%d channels, %d bytes", l.Channels, len(l.Samples))
	}
	if m.Faces[0].Light.Offset != 15 || m.Faces[1].Light.Offset != -1 {
		t.Errorf("light at %d and %d", m.Faces[0].Light.Offset, m.Faces[1].Light.Offset)
	}
	lit[8] = 99
	if l.Samples[0] != 7 {
		t.Error("the map refers to the file's bytes")
	}
	if err := m.AttachLit(lit); err == nil || !strings.Contains(err.Error(), "already has colored light") {
		t.Errorf("a second .lit file: %v", err)
	}
}
