package scene

import (
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/render/draw"
	"demoscope/render/material"
)

// painted returns a sample map with its textures.
func painted(t testing.TB, name string) *Geometry {
	t.Helper()
	g := Prepare(loadMap(t, name))
	g.Paint(assets.OwnPalette(assets.Quake))
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
	if g.Paint(assets.OwnPalette(assets.Quake2)); g.paint.level.Load() != level {
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
		T: mgl32.Vec4{0, 0.1, 0.2, 50}, Texture: 3, Rows: 6, Lit: true}
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
	if m.Texture != 3 || m.Rows != 6 || !m.Lit {
		t.Errorf("it became %+v", m)
	}
}

// TestLightStylesOfTextures: each light style that shines is drawn over the one before, and adds its light.
func TestLightStylesOfTextures(t *testing.T) {
	g := painted(t, "demoscope1.bsp")
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
		s.textured.fan(&s.World, square, &surface, &c.styles, false)
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
	surface.Lit, surface.Opacity = false, 0.33
	s.World.Reset()
	s.textured.fan(&s.World, square, &surface, &[4]uint8{0, 5, 255, 255}, false)
	if v := s.World.Vertices; len(v) != 4 || v[0].R != 0.33 || v[0].A != 0.33 || v[0].Custom[3] != float32(-number-1) {
		t.Errorf("glass is %+v", v)
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
	o.Mode, o.TrueLight = Game, true
	s.Build(nil, insideCameras(g, 1)[0], View{640, 360, 1}, &o)
	if s.World.Lift != (draw.Lift{}) || s.World.Textures == nil {
		t.Errorf("true light is lifted by %+v", s.World.Lift)
	}
}
