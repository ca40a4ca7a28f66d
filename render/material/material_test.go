package material

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// gray is a palette whose index i is i of red, and twice that of green.
var gray = func() *assets.Palette {
	p := new(assets.Palette)
	for i := range p {
		p[i] = color.RGBA{uint8(i), uint8(2 * i), 7, 255}
	}
	return p
}()

// pixels returns the pixels of a texture: index 1, 2, 3 and so on up to most.
func pixels(width, height, most int) []uint8 {
	list := make([]uint8, width*height)
	for i := range list {
		list[i] = uint8(1 + i%most)
	}
	return list
}

// floor returns a map of one square of 64 by 64 units from 128, 256, with a texture of 32 by 16 texels, two to a unit
// along x and one along -y. Its light has two styles of 9 by 5 luxels.
func floor(version bsp.Version, name string) *bsp.Map {
	m := &bsp.Map{
		Version:      version,
		Vertices:     []mgl32.Vec3{{128, 256, 10}, {128, 320, 10}, {192, 320, 10}, {192, 256, 10}},
		FaceVertices: []uint32{0, 1, 2, 3},
		Faces: []bsp.Face{{NumVertices: 4, Light: bsp.FaceLight{Offset: 5, Width: 9, Height: 5,
			Styles: [4]uint8{0, 3, bsp.NoStyle, bsp.NoStyle}}}},
		Textures: []bsp.Texture{{Name: name, Width: 32, Height: 16, Pixels: pixels(32, 16, 100),
			Axes: [2]mgl32.Vec4{{2, 0, 0, 3}, {0, -1, 0, 1}}}},
	}
	m.Lighting.Channels = 1
	m.Lighting.Samples = make([]byte, 5+2*45)
	for i := range 90 {
		m.Lighting.Samples[5+i] = uint8(i + 1)
	}
	// From 259/16 to 387/16 luxels, and from -319/16 to -255/16, with half a luxel before the first.
	for _, v := range m.Vertices {
		m.Lighting.Corners = append(m.Lighting.Corners,
			mgl32.Vec2{(2*v[0]+3)/16 - 16 + 0.5, (1-v[1])/16 + 20 + 0.5})
	}
	return m
}

// at returns a value of a place.
func at(v mgl32.Vec4, p mgl32.Vec3) float32 { return v.Vec3().Dot(p) + v[3] }

// TestSurface: each place of a face has the texel and the luxel that its map says.
func TestSurface(t *testing.T) {
	m := floor("29", "stone")
	l := New(m, gray, nil, true)
	s, x := &l.Surfaces[0], &l.List[0]
	if s.Texture != 0 || !s.Lit || s.Opacity != 1 || s.Rows != 5 || x.Kind != draw.Plain || x.Levels != 5 || x.Glows {
		t.Fatalf("the surface is %+v of %+v", s, x)
	}
	for _, c := range []struct {
		p    mgl32.Vec3
		u, v float32 // in the texture
		s, t float32 // how many luxels it is from the first
	}{
		{p: mgl32.Vec3{128, 256, 10}, u: 3, v: 1, s: 3. / 16, t: 65. / 16},
		{p: mgl32.Vec3{134.5, 256, 10}, u: 16, v: 1, s: 1, t: 65. / 16},
		{p: mgl32.Vec3{150.5, 305, 10}, u: 16, v: 0, s: 3, t: 1},
	} {
		u, v := math.Mod(float64(at(s.U, c.p))+320, 32), math.Mod(float64(at(s.V, c.p))+320, 16)
		if math.Abs(u-float64(c.u)) > 1e-3 || math.Abs(v-float64(c.v)) > 1e-3 {
			t.Errorf("at %v is texel %v, %v, not %v, %v", c.p, u, v, c.u, c.v)
		}
		first := [2]float32{at(s.S, c.p) - c.s - 0.5, at(s.T, c.p) - c.t - 0.5}
		for k, style := range [...]uint8{1, 46} {
			luxel := l.Image.RGBAAt(int(first[0]+0.01), int(first[1]+0.01)+k*int(s.Rows))
			if luxel != (color.RGBA{style, style, style, 255}) {
				t.Errorf("from %v on style %d begins with luxel %v, not %d", c.p, k, luxel, style)
			}
		}
	}
	if u := at(s.U, m.Vertices[0]); u < 0 || u >= 32 {
		t.Errorf("texels are counted from far away: %v", u)
	}
}

// TestWaves: where faces of a liquid meet, the texture and its waves continue, whatever the size of the texture.
func TestWaves(t *testing.T) {
	for _, size := range []uint32{16, 48, 64, 256} {
		m := floor("29", "*lava")
		m.Textures[0].Kind, m.Textures[0].Width, m.Textures[0].Height = bsp.KindLava, size, size
		m.Textures[0].Pixels = pixels(int(size), int(size), 100)
		for i := range 8 { // a row of faces, each from where the one before it ends
			f := m.Faces[0]
			f.Kind, f.FirstVertex = bsp.KindLava, uint32(len(m.FaceVertices))
			for k := range uint32(4) {
				m.FaceVertices = append(m.FaceVertices, uint32(len(m.Vertices)))
				m.Vertices = append(m.Vertices, m.Vertices[k].Add(mgl32.Vec3{float32(100 * i), float32(-70 * i), 0}))
				m.Lighting.Corners = append(m.Lighting.Corners, mgl32.Vec2{})
			}
			m.Faces = append(m.Faces, f)
		}
		m.Faces = m.Faces[1:]
		l := New(m, gray, nil, true)
		for i := range l.Surfaces {
			p := mgl32.Vec3{128, 256, 10}
			for _, d := range []float32{at(l.Surfaces[i].U, p) - at(l.Surfaces[0].U, p),
				at(l.Surfaces[i].V, p) - at(l.Surfaces[0].V, p)} {
				if n := int(math.Round(float64(d))); n%int(size) != 0 || n%draw.WarpLength != 0 {
					t.Errorf("%d texels: face %d begins %d texels away", size, i, n)
				}
			}
		}
	}
}

// TestKinds: what a texture is called, and the indices that it has, say how it covers faces.
func TestKinds(t *testing.T) {
	wide, square, odd := [2]uint32{32, 16}, [2]uint32{16, 16}, [2]uint32{30, 16}
	for _, c := range []struct {
		version bsp.Version
		name    string
		kind    bsp.Kind
		flags   uint32
		size    [2]uint32
		want    draw.Texture
		texture int32
		opacity float32
		lit     bool
		alpha   uint8 // of texel 0, whose index is 255, and of texel 1, whose index is 0
		zero    uint8
	}{
		{"29", "stone", bsp.KindSolid, 0, wide,
			draw.Texture{Kind: draw.Plain, Levels: 5, Glows: true}, 0, 1, true, 0, 255},
		{"29", "{grate", bsp.KindSolid, 0, wide, draw.Texture{Kind: draw.Fence, Levels: 5}, 0, 1, true, 0, 255},
		{"29", "*lava", bsp.KindLava, 0, wide,
			draw.Texture{Kind: draw.Warp, Levels: 5}, 0, 1, false, 255, 255},
		{"29", "sky1", bsp.KindSky, 0, wide,
			draw.Texture{Kind: draw.Sky, Levels: 1}, 0, 1, false, 255, 0},
		{"29", "sky of one layer", bsp.KindSky, 0, square,
			draw.Texture{Kind: draw.Sky, Levels: 1}, -1, 0, false, 255, 0},
		{"29", "odd", bsp.KindSolid, 0, odd,
			draw.Texture{Kind: draw.Plain, Levels: 2, Glows: true}, 0, 1, true, 0, 255},
		{"38", "stone", bsp.KindSolid, 0, wide,
			draw.Texture{Kind: draw.Plain, Levels: 5}, 0, 1, true, 255, 255},
		{"38", "{grate", bsp.KindSolid, 0, wide, draw.Texture{Kind: draw.Plain, Levels: 5}, 0, 1, true, 255, 255},
		{"38", "glass", bsp.KindWindow, 0x10, wide,
			draw.Texture{Kind: draw.Plain, Levels: 5}, 0, 0.33, false, 255, 255},
		{"38", "glass", bsp.KindWindow, 0x20, wide,
			draw.Texture{Kind: draw.Plain, Levels: 5}, 0, 0.66, false, 255, 255},
		{"38", "brwater", bsp.KindWater, 0x8, wide,
			draw.Texture{Kind: draw.Warp, Levels: 5}, 0, 1, false, 255, 255},
		{"38", "sky1", bsp.KindSky, 0x4, wide,
			draw.Texture{Kind: draw.Sky, Levels: 1}, -1, 0, false, 255, 0},
	} {
		m := floor(c.version, c.name)
		x := &m.Textures[0]
		x.Kind, x.Flags, x.Width, x.Height = c.kind, c.flags, c.size[0], c.size[1]
		x.Pixels = pixels(int(x.Width), int(x.Height), 200)
		x.Pixels[0], x.Pixels[1] = 255, 0
		m.Faces[0].Kind = c.kind
		l := New(m, gray, nil, true)
		got := l.List[0]
		if got.Kind != c.want.Kind || got.Levels != c.want.Levels || got.Glows != c.want.Glows {
			t.Errorf("%s %s is %+v", c.version, c.name, got)
		}
		if s := l.Surfaces[0]; s.Texture != c.texture || s.Opacity != c.opacity || s.Lit != c.lit {
			t.Errorf("%s %s has surface %+v", c.version, c.name, s)
		}
		first, second := l.Image.RGBAAt(got.X, got.Y), l.Image.RGBAAt(got.X+1, got.Y)
		if first.A != c.alpha || second.A != c.zero {
			t.Errorf("%s %s begins with %v and %v", c.version, c.name, first, second)
		}
	}
}

// TestLightOfFaces: a face without a lightmap is black, and in a map without any light as bright as its texture.
func TestLightOfFaces(t *testing.T) {
	m := floor("29", "stone")
	m.Faces[0].Light.Offset = -1
	l := New(m, gray, nil, true)
	s := &l.Surfaces[0]
	if c := l.Image.RGBAAt(int(at(s.S, m.Vertices[2])), int(at(s.T, m.Vertices[2]))); !s.Lit || c != (color.RGBA{}) {
		t.Errorf("without a lightmap it has %v", c)
	}
	m.Lighting.Samples = nil
	if s := New(m, gray, nil, true).Surfaces[0]; s.Lit || s.Texture != 0 {
		t.Errorf("in a map without light it is %+v", s)
	}
	m = floor("29", "stone")
	m.Lighting.Channels, m.Lighting.Samples = 3, make([]byte, 5+3*90)
	copy(m.Lighting.Samples[5:], []byte{10, 20, 30, 40, 50, 60})
	l = New(m, gray, nil, true)
	s = &l.Surfaces[0]
	x, y := int(at(s.S, m.Vertices[0])-3./16), int(at(s.T, m.Vertices[0])-65./16)
	if a, b := l.Image.RGBAAt(x, y), l.Image.RGBAAt(x+1, y); a != (color.RGBA{10, 20, 30, 255}) ||
		b != (color.RGBA{40, 50, 60, 255}) {
		t.Errorf("colored light is %v, %v", a, b)
	}
}

// TestShared: what shares its pixels is one texture.
func TestShared(t *testing.T) {
	m := floor("29", "stone")
	m.Textures = append(m.Textures, m.Textures[0], bsp.Texture{Name: "none", Width: 16, Height: 16})
	m.Faces = append(m.Faces, m.Faces[0], m.Faces[0])
	m.Faces[1].Texture, m.Faces[2].Texture = 1, 2
	l := New(m, gray, nil, true)
	if len(l.List) != 1 || l.Surfaces[1].Texture != 0 || l.Surfaces[2].Texture != -1 {
		t.Errorf("there are %d textures, the faces have %d and %d", len(l.List), l.Surfaces[1].Texture,
			l.Surfaces[2].Texture)
	}
	m.Textures[0].Pixels, m.Textures[1].Pixels = nil, nil
	if New(m, gray, nil, true) != nil {
		t.Error("a map without pixels has textures")
	}
}

// TestLargeMaps: whatever a map has, the image is no larger than graphics cards can have it. The largest textures are
// halved until all fit, and faces whose light has no room are black.
func TestLargeMaps(t *testing.T) {
	m := floor("29", "stone")
	m.Textures = nil
	for range 40 {
		m.Textures = append(m.Textures, bsp.Texture{Name: "wide", Width: 1024, Height: 512,
			Pixels: pixels(1024, 512, 100), Axes: [2]mgl32.Vec4{{1, 0, 0, 0}, {0, 1, 0, 0}}})
	}
	m.Textures = append(m.Textures, bsp.Texture{Name: "small", Width: 64, Height: 64, Pixels: pixels(64, 64, 100)})
	m.Faces[0].Light.Width, m.Faces[0].Light.Height, m.Faces[0].Light.Offset = 512, 512, 0
	m.Lighting.Samples = make([]byte, 2*512*512)
	for range 20 {
		m.Faces = append(m.Faces, m.Faces[0])
	}
	l := New(m, gray, nil, true)
	if size := l.Image.Rect.Size(); size.X > 4096 || size.Y > 4096 {
		t.Fatalf("the image has %v", size)
	}
	if l.List[0].Width != 512 || l.List[0].Height != 256 || l.List[40].Width != 64 {
		t.Errorf("textures have %+v and %+v", l.List[0], l.List[40])
	}
	// Half as many texels: U counts them.
	if s := l.Surfaces[0]; s.Texture != 0 || s.U[0] != 0.5 || s.V[1] != 0.5 {
		t.Errorf("the surface is %+v", s)
	}
	black := 0
	for i := range l.Surfaces {
		if l.Surfaces[i].S.Vec3() == (mgl32.Vec3{}) {
			black++
		}
	}
	if black == 0 || black == len(l.Surfaces) {
		t.Errorf("%d of %d faces are black", black, len(l.Surfaces))
	}
	for range 9 {
		m.Textures = append(m.Textures, slices.Clone(m.Textures[:40])...)
		for i := len(m.Textures) - 40; i < len(m.Textures); i++ {
			m.Textures[i].Pixels = slices.Clone(m.Textures[i].Pixels)
		}
	}
	if l := New(m, gray, nil, true); l.List[0].Width != 128 || l.List[40].Width != 64 || l.Image.Rect.Dy() > 4096 {
		t.Errorf("of ten times as many they have %+v and %+v in %v", l.List[0], l.List[40], l.Image.Rect)
	}
}

// TestLift: a dark level is lifted more than a bright one, and never darkened.
func TestLift(t *testing.T) {
	level := func(luxel uint8) draw.Lift {
		m := floor("29", "stone")
		for i := range m.Lighting.Samples {
			m.Lighting.Samples[i] = luxel
		}
		return New(m, gray, nil, false).Lift
	}
	lifted := func(l draw.Lift, light float64) float64 {
		return float64(l.Least) + (2-float64(l.Least))*math.Pow(light/2, float64(l.Power))
	}
	for _, luxel := range []uint8{0, 1, 10, 60, 127, 200, 255} {
		l := level(luxel)
		if l.Power <= 0 || l.Power > 1 || l.Least < 0 || l.Least > 0.4 {
			t.Fatalf("light %d is lifted by %+v", luxel, l)
		}
		for light := 0.0; light <= 2; light += 0.125 {
			if lifted(l, light) < light-1e-6 {
				t.Errorf("of %+v light %v becomes %v", l, light, lifted(l, light))
			}
		}
	}
	m := floor("29", "stone")
	if m.Faces[0].Light.Offset = -1; New(m, gray, nil, false).Lift.Least == 0 {
		t.Error("a level without any light stays black")
	}
	dark, bright := level(20), level(127)
	if lifted(dark, 0.16) < 1.5*lifted(bright, 0.16) {
		t.Errorf("a dark level is lifted by %+v, a bright one by %+v", dark, bright)
	}
}

// TestFog: a map of Quake has the fog that its first entity names, and it is thinner in lifted light.
func TestFog(t *testing.T) {
	for _, c := range []struct {
		version   bsp.Version
		key, text string
		want      draw.Fog
	}{
		{"29", "fog", "0.64 .25 0.5 2", draw.Fog{Color: [3]float32{0.25, 0.5, 1}, Density: 0.01, Most: 1, Sky: 0.5}},
		{"BSP2", "_fog", "0.32", draw.Fog{Color: [3]float32{0.3, 0.3, 0.3}, Density: 0.005, Most: 1, Sky: 0.5}},
		{"29", "fog", "0 1 1 1", draw.Fog{}},
		{"29", "fog", "-1", draw.Fog{}},
		{"29", "fog", "NaN 1 1 1", draw.Fog{}},
		{"29", "fog", "thick", draw.Fog{}},
		{"38", "fog", "0.64", draw.Fog{}},
	} {
		m := floor(c.version, "stone")
		m.Entities = []bsp.Entity{{{Key: "classname", Value: "worldspawn"}, {Key: c.key, Value: c.text}},
			{{Key: "fog", Value: "1 1 1 1"}}}
		if got := New(m, gray, nil, true).Fog; got != c.want {
			t.Errorf("%s %s %q: %+v, not %+v", c.version, c.key, c.text, got, c.want)
		}
		got := New(m, gray, nil, false).Fog
		if got.Density != c.want.Density || got.Density > 0 && (got.Most > 0.5 || got.Sky >= 0.5) {
			t.Errorf("%s %q in lifted light: %+v", c.version, c.text, got)
		}
	}
}

// TestSkyTurn: what of a map's first entity makes its sky turn.
func TestSkyTurn(t *testing.T) {
	for _, c := range []struct {
		rate, axis string
		want       mgl32.Vec4
	}{
		{"5", "1 2 3", mgl32.Vec4{1, 2, 3, 5}}, {"-5", "0 0 1", mgl32.Vec4{0, 0, 1, -5}}, {"5", "", mgl32.Vec4{}},
		{"", "0 0 1", mgl32.Vec4{}}, {"x", "0 0 1", mgl32.Vec4{}}, {"nan", "0 0 1", mgl32.Vec4{}},
		{"1e30", "0 0 1", mgl32.Vec4{}}, {"5", "1 2", mgl32.Vec4{}}, {"5", "1 2 3 4", mgl32.Vec4{}},
	} {
		e := bsp.Entity{{Key: "skyrotate", Value: c.rate}, {Key: "skyaxis", Value: c.axis}}
		if got := skyTurn(e); got != c.want {
			t.Errorf("%q around %q: %v, want %v", c.rate, c.axis, got, c.want)
		}
	}
}
