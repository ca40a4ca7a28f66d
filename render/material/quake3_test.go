package material

import (
	"image"
	"image/color"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// game is a game of pictures and a script.
type game struct {
	pictures map[string]*image.NRGBA
	shaders  map[string]*shader.Shader
}

func (g *game) Shader(name string) *shader.Shader { return g.shaders[name] }

func (g *game) Image(name string) (*image.NRGBA, error) {
	if p := g.pictures[name]; p != nil {
		return p, nil
	}
	return nil, fs.ErrNotExist
}

// newGame returns a game with a script, and pictures of 8 by 8 pixels of one color.
func newGame(t testing.TB, script string, pictures map[string]color.NRGBA) *game {
	t.Helper()
	list, err := shader.Parse([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	g := &game{make(map[string]*image.NRGBA), make(map[string]*shader.Shader)}
	for _, s := range list {
		g.shaders[s.Name] = s
	}
	for name, c := range pictures {
		p := image.NewNRGBA(image.Rect(0, 0, 8, 8))
		for i := range 64 {
			p.SetNRGBA(i%8, i/8, c)
		}
		g.pictures[name] = p
	}
	return g
}

// room3 returns a map of Quake III with three faces of one texture: a square of 64 units from 128, 256 with light of
// the map, which its texture covers twice along x and once along y; the same square lit at its corners; and two
// triangles that are lit at their corners.
func room3(name string) *bsp.Map {
	m := &bsp.Map{
		Version:      bsp.VersionQuake3,
		Vertices:     []mgl32.Vec3{{128, 256, 10}, {128, 320, 10}, {192, 320, 10}, {192, 256, 10}, {160, 256, 50}},
		Textures:     []bsp.Texture{{Name: name}},
		FaceVertices: []uint32{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 4, 1, 2, 4},
		Faces: []bsp.Face{
			{NumVertices: 4, Light: bsp.FaceLight{Offset: 128 * 128 * 3, Width: 128, Height: 128}},
			{FirstVertex: 4, NumVertices: 4, Light: bsp.FaceLight{Offset: -1}},
			{FirstVertex: 8, NumVertices: 6, Triangles: true, Light: bsp.FaceLight{Offset: -1}},
		},
	}
	m.Lighting.Channels, m.Lighting.Samples = 3, make([]byte, 2*128*128*3)
	for i := range 128 * 128 {
		copy(m.Lighting.Samples[3*(128*128+i):], []byte{uint8(i % 128 / 4), 20, uint8(i / 128)})
	}
	for _, v := range m.FaceVertices {
		p := m.Vertices[v]
		m.TexCoords = append(m.TexCoords, mgl32.Vec2{(p[0] - 96) / 32, (p[1] - 256) / 64})
		m.Lighting.Corners = append(m.Lighting.Corners, mgl32.Vec2{(p[0]-128)/2 + 10, (p[1]-256)/4 + 40})
		m.Lighting.Colors = append(m.Lighting.Colors, [4]uint8{uint8(p[0] / 8), uint8(p[2]), 0, 9})
	}
	for i := range m.Faces {
		f := &m.Faces[i]
		f.Mins, f.Maxs = mgl32.Vec3{128, 256, 10}, mgl32.Vec3{192, 320, 10}
	}
	return m
}

// smoothed returns the light at a luxel of the image, as it is drawn.
func smoothed(l *Level, s, t float32) (c [3]float64) {
	x, y := float64(s)-0.5, float64(t)-0.5
	for _, n := range [...][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		weight := math.Abs(1-n[0]-(x-math.Floor(x))) * math.Abs(1-n[1]-(y-math.Floor(y)))
		p := l.Image.RGBAAt(int(math.Floor(x)+n[0]), int(math.Floor(y)+n[1]))
		for k, v := range [...]uint8{p.R, p.G, p.B} {
			c[k] += weight * float64(v)
		}
	}
	return c
}

// TestSurfaces3: each place of a face, or of a triangle, has the texel and the light that its corners say.
func TestSurfaces3(t *testing.T) {
	m := room3("wall")
	l := New(m, nil, newGame(t, "", map[string]color.NRGBA{"wall": {50, 60, 70, 80}}), true)
	if l == nil || l.LightScale != 1 {
		t.Fatal("there is no level")
	}
	for _, c := range []struct {
		face, triangle uint32
		p              mgl32.Vec3
		u, v           float32
		light          [3]float64
	}{
		// Luxels 10 + (x - 128) / 2 and 40 + (y - 256) / 4, half a luxel before the middle of the one with that number;
		// their red is a quarter of the column, and light counts four times.
		{0, 0, mgl32.Vec3{129, 258, 10}, 0.25, 0.25, [3]float64{8, 80, 160}},
		{0, 0, mgl32.Vec3{185, 306, 10}, 14.25, 6.25, [3]float64{36, 80, 208}},
		{1, 0, mgl32.Vec3{128, 256, 10}, 0, 0, [3]float64{64, 40, 0}},
		{1, 0, mgl32.Vec3{192, 320, 10}, 16, 8, [3]float64{96, 40, 0}},
		{2, 0, mgl32.Vec3{128, 256, 10}, 0, 0, [3]float64{64, 40, 0}},
		{2, 0, mgl32.Vec3{128, 320, 10}, 0, 8, [3]float64{64, 40, 0}},
		{2, 0, mgl32.Vec3{160, 256, 50}, 8, 0, [3]float64{80, 200, 0}},
		{2, 0, mgl32.Vec3{144, 288, 30}, 4, 4, [3]float64{72, 120, 0}},
		{2, 1, mgl32.Vec3{192, 320, 10}, 16, 8, [3]float64{96, 40, 0}},
		{2, 1, mgl32.Vec3{160, 256, 50}, 8, 0, [3]float64{80, 200, 0}},
	} {
		list := l.Of(c.face, c.triangle)
		if len(list) != 1 || !list[0].Lit || list[0].Opacity != 1 || list[0].Adds {
			t.Fatalf("face %d, triangle %d: %+v", c.face, c.triangle, list)
		}
		s := &list[0]
		u, v := at(s.U, c.p)-c.u, at(s.V, c.p)-c.v
		if off := u - 8*float32(math.Round(float64(u)/8)); off < -1e-3 || off > 1e-3 {
			t.Errorf("face %d, triangle %d, %v: texel %v, not %v", c.face, c.triangle, c.p, u+c.u, c.u)
		}
		if off := v - 8*float32(math.Round(float64(v)/8)); off < -1e-3 || off > 1e-3 {
			t.Errorf("face %d, triangle %d, %v: texel %v, not %v", c.face, c.triangle, c.p, v+c.v, c.v)
		}
		got := smoothed(l, at(s.S, c.p), at(s.T, c.p))
		for k := range got {
			if math.Abs(got[k]-c.light[k]) > 2.5 {
				t.Errorf("face %d, triangle %d, %v: light %v, not %v", c.face, c.triangle, c.p, got, c.light)
				break
			}
		}
	}
	if list := l.Of(2, 2); len(list) != 0 {
		t.Errorf("a third triangle has %+v", list)
	}
	x := &l.List[0]
	if c := l.Image.RGBAAt(x.X+3, x.Y+3); x.Kind != draw.Plain || c != (color.RGBA{50, 60, 70, 255}) {
		t.Errorf("a texel is %v of %+v", c, x)
	}
}

// TestLooks: what a script makes of the pictures of its stages.
func TestLooks(t *testing.T) {
	pictures := map[string]color.NRGBA{"a": {100, 200, 50, 64}, "b": {255, 128, 0, 255}, "c": {10, 20, 30, 200},
		"none": {10, 20, 30, 0}}
	type look struct {
		kind    draw.TextureKind
		texel   color.RGBA
		adds    bool
		lit     bool
		opacity float32
	}
	plain := color.RGBA{100, 200, 50, 255}
	bright := look{draw.Plain, color.RGBA{255, 128, 0, 255}, true, false, 1}
	for name, c := range map[string]struct {
		stages string
		want   []look
	}{
		"light first": {"{ map $lightmap; }; { map a; blendfunc filter; }",
			[]look{{draw.Plain, plain, false, true, 1}}},
		"light last": {"{ map a; }; { map $lightmap; blendfunc filter; }",
			[]look{{draw.Plain, plain, false, true, 1}}},
		"no light": {"{ map a; }",
			[]look{{draw.Plain, plain, false, false, 1}}},
		"corners": {"{ map a; rgbgen vertex; }",
			[]look{{draw.Plain, plain, false, true, 1}}},
		"a glow": {"{ map a; }; { map $lightmap; blendfunc filter; }; { map c; blendfunc add; }",
			[]look{{draw.Plain, plain, false, true, 1},
				{draw.Plain, color.RGBA{10, 20, 30, 255}, true, false, 1}}},
		"a lit glow": {"{ map a; }; { map c; blendfunc add; }; { map $lightmap; blendfunc filter; }",
			[]look{{draw.Plain, plain, false, true, 1},
				{draw.Plain, color.RGBA{10, 20, 30, 255}, true, true, 1}}},
		"holes": {"{ map a; alphafunc lt128; }",
			[]look{{draw.Fence, plain, false, false, 1}}},
		"all holes": {"{ map a; alphafunc ge128; }",
			[]look{{draw.Fence, color.RGBA{}, false, false, 1}}},
		"hardly there": {"{ map a; alphafunc gt0; }",
			[]look{{draw.Fence, plain, false, false, 1}}},
		"glass": {"{ map a; blendfunc blend; }",
			[]look{{draw.Blend, color.RGBA{25, 50, 12, 64}, false, false, 1}}},
		"inverse": {"{ map a; blendfunc gl_one_minus_src_alpha gl_src_alpha; }",
			[]look{{draw.Blend, color.RGBA{74, 149, 37, 191}, false, false, 1}}},
		"weighted": {"{ map a; blendfunc gl_src_alpha gl_one; }",
			[]look{{draw.Plain, color.RGBA{25, 50, 12, 255}, true, false, 1}}},
		"a shadow": {"{ map a; blendfunc gl_zero gl_one_minus_src_color; }",
			[]look{{draw.Blend, color.RGBA{0, 0, 0, 200}, false, false, 1}}},
		"a filter with holes": {"{ map none; blendfunc filter; alphafunc gt0; }",
			[]look{{draw.Blend, color.RGBA{}, false, false, 1}}},
		"a filter without": {"{ map none; blendfunc filter; }",
			[]look{{draw.Blend, color.RGBA{0, 0, 2, 235}, false, false, 1}}},
		"a filter": {"{ map a; blendfunc filter; alphafunc gt0; }",
			[]look{{draw.Blend, color.RGBA{0, 21, 0, 139}, false, false, 1}}},
		"brighter": {"{ map a; blendfunc gl_dst_color gl_one; }",
			[]look{{draw.Plain, plain, true, false, 0.1}}},
		"a product": {"{ map a; }; { map b; blendfunc filter; }",
			[]look{{draw.Plain, color.RGBA{100, 100, 0, 255}, false, false, 1}}},
		"a tint": {"{ map a; }; { map b; blendfunc filter; tcmod scroll 1 1; }",
			[]look{{draw.Plain, color.RGBA{100, 100, 0, 255}, false, false, 1}}},
		"grain": {"{ map a; }; { map b; blendfunc gl_dst_color gl_src_color; detail; }",
			[]look{{draw.Plain, plain, false, false, 1}, {draw.Blend, color.RGBA{}, false, false, 1}}}, // see TestGrain
		"too many passes": {"{ map a; }; { map b; blendfunc add; }; { map b; blendfunc add; }; " +
			"{ map b; blendfunc add; }; { map b; blendfunc add; }; { map c; blendfunc gl_dst_color gl_src_color; }",
			[]look{{draw.Plain, plain, false, false, 1}, bright, bright, bright}},
		"shine": {"{ map a; }; { map b; blendfunc add; tcgen environment; }",
			[]look{{draw.Plain, plain, false, false, 1}, {draw.Plain, color.RGBA{255, 128, 0, 255}, true, false, 1}}},
		"a tinted shine": {"{ map a; }; { map b; blendfunc add; tcgen environment; }; { map a; blendfunc filter; }; " +
			"{ map b; blendfunc filter; }", []look{{draw.Plain, color.RGBA{39, 78, 0, 255}, false, false, 1},
			{draw.Plain, color.RGBA{100, 50, 0, 255}, true, false, 1}}},
		"covered": {"{ map b; }; { map a; }",
			[]look{{draw.Plain, plain, false, false, 1}}},
		"a missing one": {"{ map missing; }; { map a; blendfunc add; }",
			[]look{{draw.Plain, plain, true, false, 1}}},
		"only missing": {"{ map missing; }",
			nil},
		"fog": {"fogparms ( 1 1 1 ) 100",
			[]look{{draw.Plain, color.RGBA{255, 255, 255, 255}, true, false, 0}}},
	} {
		l := New(room3("x"), nil, newGame(t, "x\n{\n"+strings.ReplaceAll(c.stages, ";", "\n")+"\n}", pictures), true)
		if l == nil {
			if c.want != nil {
				t.Errorf("%s: no textures", name)
			}
			continue
		}
		list := l.Of(0, 0)
		if name == "too many passes" && list[0].Dark != 0 {
			t.Errorf("%s: they are darker by %v", name, list[0].Dark)
		}
		if len(list) != len(c.want) {
			t.Errorf("%s: %d surfaces, not %d", name, len(list), len(c.want))
			continue
		}
		for i, want := range c.want {
			s := &list[i]
			x := &l.List[s.Texture]
			if got := (look{x.Kind, l.Image.RGBAAt(x.X, x.Y), s.Adds, s.Lit, s.Opacity}); got != want {
				t.Errorf("%s, surface %d: %+v, not %+v", name, i, got, want)
			}
		}
	}
}

// TestGrain: a stage of grain makes the picture behind it twice their product, in the game's light only.
func TestGrain(t *testing.T) {
	g := newGame(t, "x\n{\n{\nmap a\n}\n{\nmap b\nblendfunc gl_dst_color gl_src_color\ntcmod scale 4 2\ndetail\n}\n}",
		map[string]color.NRGBA{"a": {90, 120, 30, 255}, "b": {}})
	for i := range 64 {
		c := uint8(60 + 2*i)
		g.pictures["b"].SetNRGBA(i%8, i/8, color.NRGBA{c, c, c, 255})
	}
	l := New(room3("x"), nil, g, true)
	list := l.Of(0, 0)
	if len(list) != 2 {
		t.Fatalf("%d surfaces", len(list))
	}
	if m := l.Moments(nil, 0)[list[1].Stage-1]; m.Moved != (shader.Affine{4, 0, 0, 0, 2, 0}) {
		t.Errorf("it is moved by %v", m.Moved)
	}
	base, over := &l.List[list[0].Texture], &l.List[list[1].Texture]
	for i := range 64 {
		under, grain := l.Image.RGBAAt(base.X, base.Y), l.Image.RGBAAt(over.X+i%8, over.Y+i/8)
		bright := 2 * float64(60+2*i) / 255
		stays := (1 - float64(list[0].Dark)) * (1 - float64(grain.A)/255)
		for k, got := range [...]uint8{under.R, under.G, under.B} {
			want := bright * [...]float64{90, 120, 30}[k]
			if got := float64(got) * stays; math.Abs(got-want) > 2 {
				t.Fatalf("pixel %d, channel %d: %v, not %v", i, k, got, want)
			}
		}
	}
	if l := New(room3("x"), nil, g, false); len(l.Of(0, 0)) != 1 || len(l.List) != 1 {
		t.Errorf("lifted light has %d surfaces and %d textures", len(l.Of(0, 0)), len(l.List))
	}
}

// TestDark: how much light is left of that of a face with luxels, and of one without.
func TestDark(t *testing.T) {
	const corners = 344. / (9 * 255) // four times the colors of three corners
	const light = "; { map $lightmap; blendfunc filter; }"
	type look struct {
		lit           bool
		dark, opacity float32
	}
	for stages, want := range map[string][2]look{ // of the last surface
		"{ map a; }; { map $lightmap; blendfunc gl_dst_color gl_src_color; }": {{true, -1, 1}, {false, -1, 1}},
		"{ map a; }; { map b; blendfunc filter; rgbgen const ( 0.5 0.25 0.15 ); }" + light: {{true, 0.7, 1},
			{false, 0.7, 1}},
		"{ map a; rgbgen vertex; }" + light:                        {{true, 1 - corners, 1}, {true, 0, 1}},
		"{ map a; rgbgen oneminusvertex; }" + light:                {{true, corners, 1}, {false, corners, 1}},
		"{ map a; }; { map b; blendfunc blend; alphagen vertex; }": {{false, 0, 9. / 255}, {false, 0, 9. / 255}},
	} {
		l := New(room3("x"), nil, newGame(t, "x\n{\n"+strings.ReplaceAll(stages, ";", "\n")+"\n}",
			map[string]color.NRGBA{"a": {100, 200, 50, 255}, "b": {255, 128, 0, 255}}), true)
		for face, want := range want {
			list := l.Of(uint32(face), 0)
			s := list[len(list)-1]
			if got := (look{s.Lit, s.Dark, s.Opacity}); got.lit != want.lit ||
				math.Abs(float64(got.dark-want.dark)) > 1e-6 || math.Abs(float64(got.opacity-want.opacity)) > 1e-6 {
				t.Errorf("%s, face %d: %+v, not %+v", stages, face, got, want)
			}
		}
	}
}

// TestOnce: a texture that is not repeated ends where the face does not hide what is behind it.
func TestOnce(t *testing.T) {
	for stages, want := range map[string]bool{"{ clampmap a; blendfunc add; }": true,
		"{ map a; blendfunc add; }": false, "{ clampmap a; blendfunc blend; }": true, "{ clampmap a; }": false} {
		l := New(room3("x"), nil, newGame(t, "x\n{\n"+strings.ReplaceAll(stages, ";", "\n")+"\n}",
			map[string]color.NRGBA{"a": {100, 200, 50, 255}}), true)
		s := l.Of(0, 0)[0]
		if s.Once != want {
			t.Errorf("%s: %v", stages, s.Once)
		}
		// Its first corner is at 1, 0 in textures of 8 texels, wherever whole textures are counted from.
		if u := at(s.U, mgl32.Vec3{128, 256, 10}); want && u != 8 {
			t.Errorf("%s: texel %v", stages, u)
		}
	}
}

// TestReflection: places that the eye sees in a mirror, as those of a picture whose width and height are y and z.
func TestReflection(t *testing.T) {
	p := mgl32.Vec3{10, 20, 30}
	for _, c := range []struct{ eye, normal, want mgl32.Vec3 }{
		{p.Add(mgl32.Vec3{9, 0, 0}), mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0.5, 0.5}},   // straight on
		{p.Add(mgl32.Vec3{3, 4, 0}), mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0.1, 0.5}},   // from the left, to the right
		{p.Add(mgl32.Vec3{3, 0, 4}), mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0.5, 0.9}},  // from above, to the ground
		{p.Add(mgl32.Vec3{0, 4, 3}), mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0.1, 0.2}},   // a floor
		{p.Add(mgl32.Vec3{0, 4, -3}), mgl32.Vec3{0, 0, -1}, mgl32.Vec3{0.1, 0.8}}, // a ceiling
		{p, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0.5, 0.5}},
	} {
		s, v := Reflection(c.eye, p, c.normal)
		if (mgl32.Vec3{s, v}).Sub(c.want).Len() > 1e-5 {
			t.Errorf("%v at %v: %v, %v", c.eye, c.normal, s, v)
		}
	}
}

// TestBounds3: too much light is left out, and a face without room for its light is as bright as its texture.
func TestBounds3(t *testing.T) {
	m := room3("wall")
	m.Lighting.Samples = make([]byte, 130*128*128*3)
	first := m.Faces[0]
	m.Faces = nil
	for i := range 130 {
		first.Light.Offset = int32(i * 128 * 128 * 3)
		m.Faces = append(m.Faces, first)
	}
	l := New(m, nil, newGame(t, "", map[string]color.NRGBA{"wall": {1, 2, 3, 255}}), true)
	if a, b := l.Of(127, 0)[0].Lit, l.Of(128, 0)[0].Lit; !a || b {
		t.Errorf("light of the 128th page: %v, of the 129th: %v", a, b)
	}
	big := newGame(t, "", nil)
	big.pictures["wall"] = image.NewNRGBA(image.Rect(0, 0, 4096, 2048))
	if x := New(room3("wall"), nil, big, true).List[0]; x.Width != 1024 || x.Height != 512 || x.Levels != 7 {
		t.Errorf("a large texture is %+v", x)
	}
	if New(room3("wall"), nil, nil, true) != nil || New(room3("none"), nil, big, true) != nil {
		t.Error("without files there are textures")
	}
}

// FuzzLooks: no script breaks anything.
func FuzzLooks(f *testing.F) {
	for _, s := range []string{"{ map a\n}\n{ map b\nblendfunc filter\n}", "skyparms env/x 2 -\n{ clampmap b\n}",
		"cull none\n{ animmap 1 a b\nblendfunc blend\nrgbgen wave sin 1 2 3 4\ntcmod rotate 5\n}\n{ map $lightmap\n}"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, stages string, sky bool) {
		list, _ := shader.Parse([]byte("x\n{\n" + stages + "\n}"))
		g := newGame(t, "", map[string]color.NRGBA{"a": {1, 2, 3, 4}, "b": {5, 6, 7, 255}})
		for _, s := range list {
			g.shaders[s.Name] = s
		}
		m := room3("x")
		if sky {
			m.Textures[0].Kind = bsp.KindSky
		}
		l := New(m, nil, g, true)
		if l == nil {
			return
		}
		for _, s := range l.Of(2, 1) {
			for _, v := range [...]mgl32.Vec4{s.U, s.V, s.S, s.T} {
				if !(v.Dot(v) < 1e12) {
					t.Errorf("%v of %+v", v, s)
				}
			}
			if s.Texture < 0 || int(s.Texture) >= len(l.List) || int(s.Stage) > len(l.Moments(nil, 1e6)) {
				t.Errorf("%+v", s)
			}
		}
	})
}

// TestVolume: the share of a fog in front of a point, which is opaque after 400 units and begins 100 units above the
// ground.
func TestVolume(t *testing.T) {
	m := room3("x")
	m.Fogs = []bsp.Fog{{Shader: "f", Surface: bsp.Plane{Normal: mgl32.Vec3{0, 0, 1}, Dist: 100}}, {Shader: "f"},
		{Shader: "none"}}
	g := newGame(t, "x\n{\n{\nmap a\n}\n}\nf\n{\nfogparms ( 1 0.5 2 ) 400\n}\n",
		map[string]color.NRGBA{"a": {1, 2, 3, 255}})
	l := New(m, nil, g, true)
	if len(l.Volumes) != 3 || l.Volumes[0].Color != [3]float32{1, 0.5, 1} {
		t.Fatalf("the fogs are %+v", l.Volumes)
	}
	for _, c := range []struct {
		volume  int
		eye, to float32 // heights
		depth   float32
		want    float32
	}{
		{0, 50, 20, 100, 0.5}, {0, 50, 20, 900, 1}, // both in it
		{0, 50, 150, 100, 0}, {0, 150, 120, 100, 0},
		{0, 200, 0, 200, 0.5}, // half of the way
		{1, 200, 300, 100, 0.5}, {2, 50, 20, 100, 0},
	} {
		got := l.Volumes[c.volume].At(mgl32.Vec3{0, 0, c.eye}, mgl32.Vec3{50, 0, c.to}, c.depth)
		if math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if v := New(m, nil, g, false).Volumes[0]; v.At(mgl32.Vec3{0, 0, 50}, mgl32.Vec3{}, 900) > 0.5 {
		t.Error("in lifted light the fog hides players")
	}
}
