package scene

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
	"demoscope/render/internal/rendertest"
	"demoscope/render/material"
)

// painted returns a sample map with its textures.
func painted(t testing.TB, name string) *Geometry {
	t.Helper()
	g := Prepare(loadMap(t, name))
	g.Paint(assets.OwnPalette(assets.Quake), nil, false)
	if g.paint.level.Load() == nil {
		t.Fatal("the map has no textures")
	}
	return g
}

// TestGameWithoutTextures: until the textures are ready, and where there are none, the picture is that of Lit.
func TestGameWithoutTextures(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q3/demoscope1.bsp"} {
		g := Prepare(loadMap(t, name))
		s, lit := New(), New()
		s.SetGeometry(g)
		lit.SetGeometry(g)
		o := DefaultOptions()
		game := o
		game.Mode = Game
		for _, c := range insideCameras(g, 4) {
			s.Build(nil, c, View{640, 360, 1}, &game)
			lit.Build(nil, c, View{640, 360, 1}, &o)
			if s.World.Textures != nil || !reflect.DeepEqual(s.World, lit.World) {
				t.Errorf("%s: the picture of %+v is not that of Lit", name, c)
			}
		}
	}
	g := painted(t, "demoscope1.bsp")
	level := g.paint.level.Load()
	if g.Paint(assets.OwnPalette(assets.Quake2), nil, false); g.paint.level.Load() != level {
		t.Error("textures are made twice")
	}
}

// TestTexturesAreInPlace: from wherever a face is seen, the places on it have the texels and luxels that its map says.
func TestTexturesAreInPlace(t *testing.T) {
	g := painted(t, "demoscope1.bsp")
	level := g.paint.level.Load()
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	corners := 0
	for _, c := range insideCameras(g, 24) {
		c.FOV = 70
		s.Build(nil, c, View{800, 500, 1}, &o)
		if s.World.Textures != &level.Textures || s.World.Lift != level.Lift {
			t.Fatal("the buffer has other textures")
		}
		f := &s.frame.frustum
		for i := range s.World.Vertices {
			v := &s.World.Vertices[i]
			if v.Custom[3] == 0 {
				t.Fatalf("a corner has no texture: %+v", v)
			}
			number := int32(math.Abs(float64(v.Custom[3]))) - 1
			if level.List[number].Kind == draw.Sky {
				// On the screen its direction is where the corner is.
				d := mgl32.Vec3(v.Custom[:3])
				x, y, w := d.Dot(f.fx), d.Dot(f.fy), d.Dot(f.forward)
				if abs(f.centerX+x/w-v.X) > 0.05 || abs(f.centerY+y/w-v.Y) > 0.05 {
					t.Errorf("a sky at %v, %v has direction %v", v.X, v.Y, d)
				}
				continue
			}
			depth := 1 / v.Custom[2]
			p := f.origin.Add(f.forward.Mul(depth)).Add(f.right.Mul((v.X - f.centerX) * depth / f.focal)).
				Sub(f.up.Mul((v.Y - f.centerY) * depth / f.focal))
			if !onSome(g, level, number, v, p, depth) {
				t.Fatalf("no face at %v has texel %v, %v of texture %d", p, v.Custom[0]*depth, v.Custom[1]*depth,
					number)
			}
			corners++
		}
	}
	if corners < 1000 {
		t.Errorf("only %d corners are seen", corners)
	}
}

// onSome reports whether a face at a place has the texel and the luxel of a corner.
func onSome(g *Geometry, level *material.Level, number int32, v *draw.Vertex, p mgl32.Vec3, depth float32) bool {
	for i := range g.faces {
		f := &g.faces[i]
		s := &level.Surfaces[f.source]
		if s.Texture != number || abs(f.plane.normal.Dot(p)-f.plane.dist) > 0.02*depth {
			continue
		}
		off := max(abs(v.Custom[0]*depth-s.U.Vec3().Dot(p)-s.U[3]), abs(v.Custom[1]*depth-s.V.Vec3().Dot(p)-s.V[3]))
		if s.Lit {
			luxels := float32(math.Mod(float64(v.V*depth-s.T.Vec3().Dot(p)-s.T[3])+0.5, math.Max(1, float64(s.Rows))))
			off = max(off, abs(v.U*depth-s.S.Vec3().Dot(p)-s.S[3]), abs(luxels-0.5))
		}
		if off < 0.01*max(1, depth) {
			return true
		}
	}
	return false
}

// TestMovedSurface: a texture moves and turns with its brush model.
func TestMovedSurface(t *testing.T) {
	s := material.Surface{U: mgl32.Vec4{1, 2, 0.5, 7}, V: mgl32.Vec4{0, -1, 0.25, -3}, S: mgl32.Vec4{0.1, 0, 0, 40},
		T: mgl32.Vec4{0, 0.1, 0.2, 50}, Texture: 3, Rows: 6, Lit: true, Mirror: mgl32.Vec3{0.6, 0, 0.8}}
	at := placeAt(mgl32.Vec3{100, -40, 12}, mgl32.Vec3{30, 110, -20}, 1)
	m := moved(&s, &at)
	for _, p := range []mgl32.Vec3{{}, {10, 0, 0}, {0, 20, 0}, {3, -4, 50}} {
		q := at.point(p)
		for i, pair := range [][2]mgl32.Vec4{{s.U, m.U}, {s.V, m.V}, {s.S, m.S}, {s.T, m.T}} {
			before, after := pair[0].Vec3().Dot(p)+pair[0][3], pair[1].Vec3().Dot(q)+pair[1][3]
			if abs(before-after) > 1e-3 {
				t.Errorf("value %d of %v is %v, and %v at its place", i, p, before, after)
			}
		}
	}
	if want := at.point(s.Mirror).Sub(at.point(mgl32.Vec3{})); m.Mirror.Sub(want).Len() > 1e-5 {
		t.Errorf("its mirror faces %v, not %v", m.Mirror, want)
	}
	if m.Texture != 3 || m.Rows != 6 || !m.Lit {
		t.Errorf("it became %+v", m)
	}
}

// TestLightStylesOfTextures: each light style that shines is drawn over the one before, and adds its light.
func TestLightStylesOfTextures(t *testing.T) {
	g := painted(t, "demoscope1.bsp")
	g.Paint(assets.OwnPalette(assets.Quake), nil, true)
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	s.begin(nil, Camera{}, View{640, 360, 1}, &o)
	s.tints.styles[0], s.tints.styles[5], s.tints.styles[6] = 1, 0.5, 0
	number := int32(-1)
	for i := range s.frame.textures.List {
		if s.frame.textures.List[i].Kind == draw.Plain && number < 0 {
			number = int32(i)
		}
	}
	square := []corner{{-8, -8, 64, 1}, {8, -8, 64, 1}, {8, 8, 64, 1}, {-8, 8, 64, 1}}
	surface := material.Surface{Texture: number, Lit: true, Rows: 7, Opacity: 1, T: mgl32.Vec4{0, 0, 0, 20}}
	const one = 2.0625 // of a luxel, in Quake
	for _, c := range []struct {
		styles [4]uint8
		want   [][3]float32 // light, opacity and luxel of each
	}{
		{[4]uint8{0, 255, 255, 255}, [][3]float32{{one, 1, 20}}},
		{[4]uint8{0, 5, 255, 255}, [][3]float32{{one, 1, 20}, {one / 2, 0, 27}}},
		{[4]uint8{6, 6, 5, 255}, [][3]float32{{0, 1, 20}, {one / 2, 0, 34}}},
		{[4]uint8{255, 255, 255, 255}, [][3]float32{{one, 1, 20}}},
	} {
		s.World.Reset()
		s.textured.fan(&s.World, square, &surface, &c.styles, material.NoFrame)
		if len(s.World.Vertices) != 4*len(c.want) || len(s.World.Indices) != 6*len(c.want) {
			t.Errorf("%v are %d corners", c.styles, len(s.World.Vertices))
			continue
		}
		for i, want := range c.want {
			v := &s.World.Vertices[4*i]
			if got := [3]float32{v.R, v.A, v.V * 64}; got != want || v.G != v.R || v.B != v.R {
				t.Errorf("layer %d of %v has %v, not %v", i, c.styles, got, want)
			}
		}
	}
	surface.Dark = 0.25
	s.World.Reset()
	s.textured.fan(&s.World, square, &surface, &[4]uint8{0, 255, 255, 255}, material.NoFrame)
	if v := &s.World.Vertices[0]; v.R != 0.75*one || v.A != 1 {
		t.Errorf("a darker one is %+v", v)
	}
	surface.Dark = -1
	surface.Lit, surface.Opacity = false, 0.33
	s.World.Reset()
	s.textured.fan(&s.World, square, &surface, &[4]uint8{0, 5, 255, 255}, material.NoFrame)
	if v := s.World.Vertices; len(v) != 4 || v[0].R != 2*0.33 || v[0].A != 0.33 ||
		v[0].Custom[3] != float32(-number-1) {
		t.Errorf("glass is %+v", v)
	}
}

// TestMirroringFace: a mirror has the texels of what the eye sees in it, moved as its stage says.
func TestMirroringFace(t *testing.T) {
	s := New()
	s.SetGeometry(painted(t, "demoscope1.bsp"))
	o := DefaultOptions()
	o.Mode = Game
	s.begin(nil, Camera{Origin: mgl32.Vec3{100, 200, 300}}, View{640, 360, 1}, &o)
	of := &s.frame.textures.List[0]
	surface := material.Surface{Opacity: 1, Mirror: mgl32.Vec3{-1, 0, 0}, Stage: 1}
	square := []corner{{-8, -8, 64, 1}, {8, -8, 64, 1}, {8, 8, 128, 1}, {-8, 8, 64, 1}}
	for _, moved := range []shader.Affine{shader.Still, {2, 0.5, 0.25, -1, 3, -0.75}} {
		s.World.Reset()
		s.textured.moving = []material.Moment{{Moved: moved, Color: [3]float32{1, 1, 1}, Opacity: 1}}
		s.textured.fan(&s.World, square, &surface, &[4]uint8{255, 255, 255, 255}, material.NoFrame)
		if len(s.World.Vertices) != 4 {
			t.Fatalf("%d corners", len(s.World.Vertices))
		}
		for i, c := range square {
			v := &s.World.Vertices[i]
			f := &s.frame.frustum
			p := f.origin.Add(f.forward.Mul(c.w)).Add(f.right.Mul((v.X - f.centerX) * c.w / f.focal)).
				Sub(f.up.Mul((v.Y - f.centerY) * c.w / f.focal))
			x, y := material.Reflection(mgl32.Vec3{100, 200, 300}, p, surface.Mirror)
			a := [len(moved)]float32{}
			for k, n := range moved {
				a[k] = float32(n)
			}
			u, w := (x*a[0]+y*a[1]+a[2])*float32(of.Width), (x*a[3]+y*a[4]+a[5])*float32(of.Height)
			if abs(v.Custom[0]*c.w-u) > 0.01 || abs(v.Custom[1]*c.w-w) > 0.01 {
				t.Errorf("corner %d has texel %v, %v, not %v, %v", i, v.Custom[0]*c.w, v.Custom[1]*c.w, u, w)
			}
		}
	}
}

// TestTextureOnce: of a texture that is not repeated, only one copy is drawn.
func TestTextureOnce(t *testing.T) {
	s := New()
	s.SetGeometry(painted(t, "demoscope1.bsp"))
	o := DefaultOptions()
	o.Mode = Game
	s.begin(nil, Camera{}, View{640, 360, 1}, &o)
	of := &s.frame.textures.List[0]
	width, height := float32(of.Width), float32(of.Height)
	far := 80 * s.frame.frustum.focal
	square := []corner{{-far, -far, 64, 1}, {far, -far, 64, 1}, {far, far, 64, 1}, {-far, far, 64, 1}}
	// The texture's left and upper edge are 4 units right of and above the eye; it is 16 units wide and 8 high.
	surface := material.Surface{Opacity: 1, U: mgl32.Vec4{0, -width / 16, 0, -width / 4},
		V: mgl32.Vec4{0, 0, -height / 8, height / 2}}
	for _, once := range []bool{false, true} {
		surface.Once = once
		s.World.Reset()
		s.textured.fan(&s.World, square, &surface, &[4]uint8{255, 255, 255, 255}, material.NoFrame)
		low, high := mgl32.Vec2{1e9, 1e9}, mgl32.Vec2{-1e9, -1e9} // in textures
		for i := range s.World.Vertices {
			v := &s.World.Vertices[i]
			for k, texel := range [...]float32{v.Custom[0] * 64 / width, v.Custom[1] * 64 / height} {
				low[k], high[k] = min(low[k], texel), max(high[k], texel)
			}
		}
		if is := low.Len() < 1e-3 && high.Sub(mgl32.Vec2{1, 1}).Len() < 1e-3; is != once {
			t.Errorf("once %v: textures from %v to %v", once, low, high)
		}
	}
	surface.U[3] += 100 * width // far away
	s.World.Reset()
	s.textured.fan(&s.World, square, &surface, &[4]uint8{255, 255, 255, 255}, material.NoFrame)
	if len(s.World.Vertices) > 0 {
		t.Errorf("%d corners of a texture that is elsewhere", len(s.World.Vertices))
	}
}

// TestGameAllocatesNothing: once memory has grown, a picture with textures needs no more.
func TestGameAllocatesNothing(t *testing.T) {
	g := painted(t, "demoscope1.bsp")
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	cameras := insideCameras(g, 16)
	frame := func() {
		for _, c := range cameras {
			s.Build(nil, c, View{640, 360, 1}, &o)
		}
	}
	frame()
	if n := testing.AllocsPerRun(3, frame); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTrueLight: only lifted light has a curve.
func TestTrueLight(t *testing.T) {
	g := painted(t, "demoscope1.bsp")
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	g.Paint(assets.OwnPalette(assets.Quake), nil, true)
	s.Build(nil, insideCameras(g, 1)[0], View{640, 360, 1}, &o)
	if s.World.Lift != (draw.Lift{}) || s.World.Textures == nil {
		t.Errorf("true light is lifted by %+v", s.World.Lift)
	}
	g.Paint(assets.OwnPalette(assets.Quake), nil, false)
	s.Build(nil, insideCameras(g, 1)[0], View{640, 360, 1}, &o)
	if s.World.Lift.Power == 0 {
		t.Error("lifted light has no curve after the true one")
	}
}

// TestFogOfTheMap: textures and what has none are in the fog of the map, and other modes are not.
func TestFogOfTheMap(t *testing.T) {
	m := *loadMap(t, "demoscope1.bsp")
	m.Entities = append([]bsp.Entity{append(bsp.Entity{{Key: "fog", Value: "0.64 1 0.5 0"}}, m.Entities[0]...)},
		m.Entities[1:]...)
	g := Prepare(&m)
	g.Paint(assets.OwnPalette(assets.Quake), nil, true)
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	s.Build(nil, insideCameras(g, 1)[0], View{640, 360, 1}, &o)
	if s.World.Fog != (draw.Fog{}) {
		t.Errorf("the mode lit has the fog %+v", s.World.Fog)
	}
	o.Mode = Game
	s.Build(nil, insideCameras(g, 1)[0], View{640, 360, 1}, &o)
	if want := (draw.Fog{Color: [3]float32{1, 0.5}, Density: 0.01, Most: 1, Sky: 0.5}); s.World.Fog != want {
		t.Fatalf("the fog is %+v, not %+v", s.World.Fog, want)
	}
	// At a depth of 100 units 1/e is left.
	got := s.canvas.inFog(draw.Color{B: 1, A: 0.5}, 100)
	if abs(got.R-0.632) > 0.01 || abs(got.G-0.316) > 0.01 || abs(got.B-0.368) > 0.01 || got.A != 0.5 {
		t.Errorf("a color in the fog is %+v", got)
	}
}

// TestFogOfVolumes: each corner of a face has the fog of its depth, and a face that is in no fog has none.
func TestFogOfVolumes(t *testing.T) {
	s := New()
	o := DefaultOptions()
	s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, &o)
	fog := material.Volume{Color: [3]float32{1, 0.5, 0}, Depth: 400, Most: 1}
	s.textured.fillFog(&s.World, []corner{{0, 0, 100, 1}, {50, 0, 100, 1}, {0, 50, 400, 1}}, &fog)
	if len(s.World.Vertices) != 3 || len(s.World.Indices) != 3 {
		t.Fatalf("%d corners", len(s.World.Vertices))
	}
	for i, share := range []float32{0.5, 0.5, 1} {
		if v := &s.World.Vertices[i]; abs(v.A-share) > 1e-3 || abs(v.R-share) > 1e-3 || abs(v.G-share/2) > 1e-3 ||
			v.B != 0 || v.Custom[3] != 0 {
			t.Errorf("corner %d is %+v", i, v)
		}
	}
	s.World.Reset()
	fog.Depth = 0
	s.textured.fillFog(&s.World, []corner{{0, 0, 100, 1}, {50, 0, 100, 1}, {0, 50, 400, 1}}, &fog)
	if len(s.World.Vertices) > 0 {
		t.Error("there is fog of no depth")
	}
}

// TestBoxOfSky: the sides of a sky cover a picture without gaps, and each place has the texel that its direction has.
func TestBoxOfSky(t *testing.T) {
	s := New()
	s.SetGeometry(painted(t, "demoscope1.bsp"))
	o := DefaultOptions()
	o.Mode = Game
	sky := &material.Level{}
	for range material.Sides {
		sky.List = append(sky.List, draw.Texture{Width: 64, Height: 32, Levels: 1})
	}
	for _, angles := range []mgl32.Vec3{{0, 0, 0}, {0, 45, 0}, {-89, 10, 0}, {89, 200, 0}, {-40, 130, 20},
		{20, 261, 0}} {
		s.Build(nil, Camera{Origin: mgl32.Vec3{500, -300, 20}, Angles: angles, FOV: 100}, View{640, 480, 1}, &o)
		s.frame.textures = sky
		f := &s.frame.frustum
		polygon := []corner{{-f.centerX, -f.centerY, 1, 1}, {f.centerX, -f.centerY, 1, 1}, {f.centerX, f.centerY, 1, 1},
			{-f.centerX, f.centerY, 1, 1}}
		var buf draw.Buffer
		s.textured.box(&buf, polygon, 0)
		for i := range buf.Vertices {
			v := &buf.Vertices[i]
			d := f.forward.Add(f.right.Mul((v.X - f.centerX) / f.focal)).Sub(f.up.Mul((v.Y - f.centerY) / f.focal))
			side := &material.Sides[int(-v.Custom[3])-1]
			along := d.Dot(side.Axis)
			u := 32 + 31.5*d.Dot(side.Right)/along
			w := 16 - 15.5*d.Dot(side.Up)/along
			if along <= 0 || abs(v.Custom[0]/v.Custom[2]-u) > 0.02 || abs(v.Custom[1]/v.Custom[2]-w) > 0.02 {
				t.Errorf("angles %v, at %v, %v: texel %v, %v, not %v, %v", angles, v.X, v.Y, v.Custom[0]/v.Custom[2],
					v.Custom[1]/v.Custom[2], u, w)
			}
		}
		area := float32(0)
		for i := 0; i < len(buf.Indices); i += 3 {
			a, b, c := &buf.Vertices[buf.Indices[i]], &buf.Vertices[buf.Indices[i+1]], &buf.Vertices[buf.Indices[i+2]]
			area += abs((b.X-a.X)*(c.Y-a.Y)-(c.X-a.X)*(b.Y-a.Y)) / 2
		}
		if abs(area-640*480) > 50 {
			t.Errorf("angles %v: the sides cover %v pixels of %d", angles, area, 640*480)
		}
	}
}

// TestGameOfQuake3: a level of Quake III has the pictures of its files, moved and colored over time, from both sides
// where a script says so.
func TestGameOfQuake3(t *testing.T) {
	m := loadMap(t, "q3/demoscope1.bsp")
	script, pixel := "", string([]byte{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 50, 100, 200})
	for i := range m.Textures {
		script += m.Textures[i].Name + "\n{\ncull none\n{\nmap x.tga\nrgbGen wave square 0.75 0.25 0 1\n}\n" +
			"{\nmap x.tga\nblendfunc add\ntcMod scroll 0.25 0\n}\n}\n"
	}
	models := rendertest.GameFiles(t, map[string]string{"baseq3/scripts/a.shader": script, "baseq3/x.tga": pixel})
	g := Prepare(m)
	g.Paint(nil, models.Textures(), false)
	if g.paint.level.Load() == nil {
		t.Fatal("the map has no textures")
	}
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	backs, adds := 0, 0
	for _, c := range insideCameras(g, 8) {
		for i, at := range []float64{0.25, 0.75} {
			s.Build(&player.Moment{World: rules.New("dm3"), Time: at}, c, View{640, 360, 1}, &o)
			for k := range s.World.Vertices {
				v := &s.World.Vertices[k]
				if v.Custom[3] == 0 {
					continue
				}
				if v.A == 0 {
					adds++
				} else if want := [2]float32{1, 0.5}[i]; abs(v.R-want) > 1e-6 {
					t.Fatalf("after %v s a corner has light %v, not %v", at, v.R, want)
				}
			}
		}
		for _, k := range s.level.order {
			if k >= 0 && g.faces[k].plane.normal.Dot(s.frame.origin) < g.faces[k].plane.dist {
				backs++
			}
		}
	}
	if backs == 0 || adds == 0 {
		t.Errorf("%d faces are seen from behind, %d corners add light", backs, adds)
	}
}

// TestDecals: of the faces in a plane, those that do not hide others and those that a script raises are drawn last, in
// the order of the map.
func TestDecals(t *testing.T) {
	m := loadMap(t, "q3/demoscope1.bsp")
	looks := []string{"{\nmap x.tga\n}\n", "{\nmap x.tga\nblendfunc add\n}\n", "polygonOffset\n{\nmap x.tga\n}\n"}
	script := ""
	for i := range m.Textures {
		script += m.Textures[i].Name + "\n{\n" + looks[i%len(looks)] + "}\n"
	}
	pixel := string([]byte{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 50, 100, 200})
	models := rendertest.GameFiles(t, map[string]string{"baseq3/scripts/a.shader": script, "baseq3/x.tga": pixel})
	g := Prepare(m)
	g.Paint(nil, models.Textures(), false)
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	node := make(map[int32]int)
	for n := range g.nodes {
		for i := range g.nodes[n].num {
			node[int32(g.nodes[n].first+i)] = n
		}
	}
	decal := func(k int32) bool { return m.Faces[g.faces[k].source].Texture%int32(len(looks)) > 0 }
	both := 0
	for _, c := range insideCameras(g, 8) {
		s.Build(nil, c, View{640, 360, 1}, &o)
		list := slices.DeleteFunc(slices.Clone(s.level.order), func(k int32) bool { return k < 0 })
		for i := 1; i < len(list); i++ {
			a, b := list[i-1], list[i]
			if node[a] != node[b] {
				continue
			}
			switch first, second := decal(a), decal(b); {
			case first && !second:
				t.Fatalf("face %d hides the decal %d", b, a)
			case first == second && a > b:
				t.Fatalf("face %d is drawn before %d", a, b)
			case second && !first:
				both++
			}
		}
	}
	if both == 0 {
		t.Error("no plane has both")
	}
}
