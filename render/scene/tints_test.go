package scene

import (
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestTints are the colors of faces by the means of their textures, worked out by hand.
func TestTints(t *testing.T) {
	p := &assets.Palette{
		1: color.RGBA{255, 0, 0, 255}, 2: color.RGBA{0, 255, 0, 255}, 3: color.RGBA{0, 0, 255, 255},
		4: color.RGBA{102, 51, 51, 255},
		5: color.RGBA{0, 0, 4, 255}, 6: color.RGBA{128, 128, 128, 255},
	}
	for _, c := range []struct {
		what   string
		kind   bsp.Kind
		texels []uint8
		want   draw.Color
	}{
		{"no texture", bsp.KindSolid, nil, draw.Color{R: 0.5451, G: 0.5882, B: 0.6510, A: 1}},
		// 0x8b96a6 is 0.3*0.5451 + 0.59*0.5882 + 0.11*0.6510 = 0.5822 bright. Gray of that
		// brightness is 0.5822, of which a face takes 0.6.
		{"gray", bsp.KindSolid, []uint8{6}, draw.Color{R: 0.5674, G: 0.5846, B: 0.6097, A: 1}},
		// 0.4, 0.2, 0.2 is 0.26 bright, and as bright as the face 0.8957, 0.4478, 0.4478.
		// 0.6 of it is 0.7555, 0.5040, 0.5291, whose parts are 0.2515 apart: 0.2 of that is left.
		{"brick", bsp.KindSolid, []uint8{4, 4, 4}, draw.Color{R: 0.7200, G: 0.5200, B: 0.5400, A: 1}},
		// Red is 0.3 bright and would be 1.94: it is cut to 1.
		{"red", bsp.KindSolid, []uint8{1}, draw.Color{R: 0.5519, G: 0.3519, B: 0.3605, A: 1}},
		// A blue of 4/255 is 0.0017 bright, 0.0173 of what counts in full: 0.0104 is taken.
		{"nearly black", bsp.KindSolid, []uint8{5}, draw.Color{R: 0.5395, G: 0.5821, B: 0.6546, A: 1}},
		{"black", bsp.KindSolid, []uint8{0}, draw.Color{R: 0.5451, G: 0.5882, B: 0.6510, A: 1}},
		// Half red and half green is 0.5, 0.5, 0 and 0.445 bright; lava is 0.5062 bright,
		// so that is 0.5688, 0.5688, 0, of which 0.3.
		{"lava", bsp.KindLava, []uint8{1, 2, 1, 2}, draw.Color{R: 0.8356, G: 0.4226, B: 0.0560, A: 0.85}},
		{"window", bsp.KindWindow, []uint8{1}, draw.Color{R: 0.45, G: 0.75, B: 0.82, A: 0.25}},
		{"sky", bsp.KindSky, []uint8{1}, draw.RGB(0x2a3850)},
	} {
		if got := tintOf(c.kind, meanColor(&bsp.Texture{Texels: c.texels}, p)); !sameColor(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
}

// TestTintsFollowPaletteAndOptions: the sample's map has textures, which are colored by
// the palette of the moment unless the option says no.
func TestTintsFollowPaletteAndOptions(t *testing.T) {
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	green := &assets.Palette{}
	for i := range green {
		green[i] = color.RGBA{60, 180, 60, 255}
	}
	s := New()
	s.SetGeometry(g)
	var solid *face
	for i := range g.faces {
		if f := &g.faces[i]; f.kind == bsp.KindSolid && len(g.source.Textures[f.texture].Texels) > 0 {
			solid = f
			break
		}
	}
	// 60, 180, 60 is 0.5129 bright; as bright as the face it is 0.2671, 0.8013, 0.2671,
	// of which the face takes 0.6, and as much color as walls may have.
	tinted := draw.Color{R: 0.4614, G: 0.6614, B: 0.4865, A: 1}
	plain := draw.Color{R: 0.5451, G: 0.5882, B: 0.6510, A: 1}
	for _, c := range []struct {
		what string
		o    Options
		want draw.Color
	}{
		{"lit", Options{Palette: green}, tinted},
		{"shaded", Options{Palette: green, Mode: Shaded}, tinted},
		{"without", Options{Palette: green, Switches: setting.TextureColors}, plain},
		{"hidden lines", Options{Palette: green, Mode: HiddenLine}, plain},
	} {
		s.Build(nil, poses[0].camera, View{100, 100, 1}, &c.o)
		if got := s.tints.faceTint(solid); !sameColor(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
	s.Build(nil, poses[0].camera, View{100, 100, 1}, nil)
	if got := s.tints.faceTint(solid); sameColor(got, tinted) {
		t.Error("another palette changes nothing")
	}
}

// TestMoversTakeTheirTexture: a face of a brush model has 0.4 of the color of its texture,
// and the lines of its lattice unless the option says no.
func TestMoversTakeTheirTexture(t *testing.T) {
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	green := &assets.Palette{}
	for i := range green {
		green[i] = color.RGBA{60, 180, 60, 255}
	}
	s := New()
	s.SetGeometry(g)
	var door *face
	for i := range g.faces {
		f := &g.faces[i]
		if f.kind == bsp.KindSolid && f.numLattice > 0 && g.source.Faces[f.source].Model > 0 &&
			len(g.source.Textures[f.texture].Texels) > 0 {
			door = f
			break
		}
	}
	if door == nil {
		t.Fatal("no brush model has a lattice")
	}
	// The mover's 176, 138, 82 of 255, and the 0.4614, 0.6614, 0.4865 of a wall.
	tinted := draw.Color{R: 0.5987, G: 0.5893, B: 0.3875, A: 1}
	middle := g.vertices[g.corners[door.firstCorner]].Add(g.vertices[g.corners[door.firstCorner+2]]).Mul(0.5)
	eye := middle.Add(door.plane.normal.Mul(100))
	lines := func(o Options) (n int) {
		o.Palette = green
		s.begin(nil, Camera{Origin: vec(eye), Angles: vec{0, degreesOf(door.plane.normal.Mul(-1)), 0}, FOV: 90},
			View{400, 300, 1}, &o)
		s.visible.update(eye)
		at := placeAt(mgl32.Vec3{}, mgl32.Vec3{}, 1)
		s.movers.putLattice(door, &at, &eye)
		return len(s.pieces.points) / 2
	}
	if n := lines(Options{}); n < 1 || n > int(door.numLattice) {
		t.Errorf("%d lines of %d", n, door.numLattice)
	}
	if got := s.tints.moverTint(door); !sameColor(got, tinted) {
		t.Errorf("a door is %+v, want %+v", got, tinted)
	}
	if n := lines(Options{Switches: setting.TextureColors | setting.FloorGrid}); n != 0 {
		t.Errorf("%d lines without the grid", n)
	}
	if got := s.tints.moverTint(door); got != moverTint {
		t.Errorf("a door without tints is %+v, want %+v", got, moverTint)
	}
}

// TestFloorsAndWallsDiffer: floors, ceilings and the walls of one gray texture have four colors; those of a colorful
// texture have one.
func TestFloorsAndWallsDiffer(t *testing.T) {
	gray, red := draw.Color{R: 0.5, G: 0.5, B: 0.5, A: 1}, draw.Color{R: 0.5, G: 0.3, B: 0.3, A: 1}
	for name, c := range map[string]struct {
		normal vec
		want   draw.Color
	}{
		"floor": {vec{0.6, 0, 0.8}, draw.Color{R: 0.54, G: 0.5, B: 0.41, A: 1}},
		"roof":  {vec{0, 0, -1}, draw.Color{R: 0.475, G: 0.5, B: 0.55, A: 1}},
		"x":     {vec{-0.8, 0.6, 0}, draw.Color{R: 0.515, G: 0.5, B: 0.47, A: 1}},
		"y":     {vec{0, 0.8, 0.6}, draw.Color{R: 0.485, G: 0.5, B: 0.53, A: 1}},
	} {
		if got := toned(gray, facingOf(mgl32.Vec3(c.normal))); !sameColor(got, c.want) {
			t.Errorf("%s: gray becomes %+v, want %+v", name, got, c.want)
		}
		if got := toned(red, facingOf(mgl32.Vec3(c.normal))); !sameColor(got, red) {
			t.Errorf("%s: red becomes %+v", name, got)
		}
	}
}

// TestNamesOfTexturesHaveColors: a texture of which nothing but the name is known has a calm color, which others
// whose names begin like it share; and a liquid keeps its own.
func TestNamesOfTexturesHaveColors(t *testing.T) {
	named := func(name string, kind bsp.Kind) draw.Color {
		return meanColor(&bsp.Texture{Name: name, Kind: kind}, &assets.Palette{})
	}
	a, b := named("textures/base_wall/atech2_c", bsp.KindSolid), named("textures/other/ATECH1", bsp.KindSolid)
	other := named("textures/base_wall/patch10", bsp.KindSolid)
	if a != b || a == other {
		t.Errorf("atech2_c is %+v, atech1 %+v, patch10 %+v", a, b, other)
	}
	if hue := spread(a); hue < 0.1 || hue > 0.15 || a.A != 1 {
		t.Errorf("a color by name is %+v", a)
	}
	if got := named("textures/liquids/xyz", bsp.KindWater); got.A != 0 {
		t.Errorf("water is %+v", got)
	}
}
