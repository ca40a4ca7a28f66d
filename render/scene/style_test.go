package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/render/draw"
)

// sameColor reports whether colors are the same but for rounding.
func sameColor(a, b draw.Color) bool {
	return abs(a.R-b.R) < 1e-3 && abs(a.G-b.G) < 1e-3 && abs(a.B-b.B) < 1e-3 && abs(a.A-b.A) < 1e-3
}

// TestColorsOfTheLevel are those of edges and faces, by kind.
func TestColorsOfTheLevel(t *testing.T) {
	for kind, want := range map[bsp.Kind]struct {
		edge uint32
		face draw.Color // in full light
	}{
		bsp.KindSolid:    {0xa9bccb, draw.RGB(0x8b96a6)},
		bsp.KindWindow:   {0x7fd0e0, draw.Color{R: 0.45, G: 0.75, B: 0.82, A: 0.25}},
		bsp.KindWater:    {0x4a8df0, draw.Color{R: 0.16, G: 0.36, B: 0.75, A: 0.55}},
		bsp.KindSlime:    {0x74c442, draw.Color{R: 0.30, G: 0.55, B: 0.15, A: 0.65}},
		bsp.KindLava:     {0xff7b2e, draw.Color{R: 0.95, G: 0.36, B: 0.08, A: 0.85}},
		bsp.KindTeleport: {0xb679ff, draw.Color{R: 0.45, G: 0.22, B: 0.75, A: 0.80}},
		bsp.KindSky:      {0x46546c, draw.RGB(0x2a3850)},
		bsp.KindNoDraw:   {0x46546c, draw.RGB(0)},
	} {
		if edgeColors[kind] != draw.RGB(want.edge) || faceTints[kind] != want.face {
			t.Errorf("%v: edges %+v, faces %+v", kind, edgeColors[kind], faceTints[kind])
		}
	}
	if moverColor != draw.RGB(0xe8b45a) || moverTint != draw.RGB(0xb08a52) || Background != draw.RGB(0x0a0c10) {
		t.Error("doors or the background have another color")
	}
	for i, want := range []uint32{0x2d4a78, 0x2f8f9d, 0x6fcf72, 0xf2d04a, 0xff7040} {
		if draw.Heat(float32(i)/4) != draw.RGB(want) {
			t.Errorf("heat %d is %+v", i, draw.Heat(float32(i)/4))
		}
	}
	for slot, want := range []uint32{
		0xf2b134, 0x4cc9f0, 0x7ae582, 0xf072b6, 0xb28dff, 0xff8552, 0xd9ed92, 0x5fa8d3,
		0xe5989b, 0x90be6d, 0xf9c74f, 0x9db4c0, 0xcdb4db, 0x43aa8b, 0xf3722c, 0xa2d2ff, 0xf2b134,
	} {
		if got := slotColor(slot); got != draw.RGB(want) {
			t.Errorf("slot %d is %+v, want %06x", slot, got, want)
		}
	}
	slotColor(-1) // nobody's, but no panic
}

// TestFacesByModeAndKind are the colors of faces nearby. 0x8b96a6 is 0.545,
// 0.588, 0.651.
func TestFacesByModeAndKind(t *testing.T) {
	s := New()
	solid := func(f float32) draw.Color { return draw.Color{R: 0.5451 * f, G: 0.5882 * f, B: 0.6510 * f, A: 1} }
	for _, c := range []struct {
		mode  Mode
		kind  bsp.Kind
		shade uint8
		want  draw.Color
	}{
		{Lit, bsp.KindSolid, 255, solid(1)}, {Lit, bsp.KindSolid, 0, solid(0.37)},
		{Lit, bsp.KindSolid, 51, solid(0.496)},
		{Shaded, bsp.KindSolid, 255, solid(0.54)}, {Shaded, bsp.KindSolid, 0, solid(0.12)},
		{HiddenLine, bsp.KindSolid, 255, solid(0.22)}, {HiddenLine, bsp.KindSolid, 0, solid(0.05)},
		{Lit, bsp.KindSky, 99, draw.RGB(0x2a3850).Dim(0.5)}, {Shaded, bsp.KindSky, 9, draw.RGB(0x2a3850).Dim(0.5)},
		{HiddenLine, bsp.KindSky, 99, draw.RGB(0x0a0c10)},
		{Lit, bsp.KindWater, 9, draw.Color{R: 0.16, G: 0.36, B: 0.75, A: 0.55}}, {HiddenLine, bsp.KindWater, 9,
			draw.Color{R: 0.096, G: 0.216, B: 0.45, A: 0.55}},
	} {
		s.frame.opt.Mode = c.mode
		if got := s.tints.faceColor(&face{kind: c.kind, shade: c.shade, texture: -1}); !sameColor(got, c.want) {
			t.Errorf("%v %v with shade %d: %+v, want %+v", c.mode, c.kind, c.shade, got, c.want)
		}
	}
	// The sun stands at 0.35, 0.6, 1, which is 1.2176 long.
	for normal, want := range map[vec]uint8{{0, 0, 1}: 237, {0, 0, -1}: 78, {1, 0, 0}: 185, {0, 1, 0}: 205,
		{-1, 0, 0}: 130} {
		if got := shadeOf(normal); got != want {
			t.Errorf("a face toward %v has shade %d, want %d", normal, got, want)
		}
	}
}

// TestFarIsFainter: lines fade by 700/(700+depth) squared to 0.16, faces turn
// into the background at half by 2400 units.
func TestFarIsFainter(t *testing.T) {
	for depth, want := range map[float32]float32{-50: 1, 0: 1, 300: 0.16 + 0.84*0.49*1.15, 700: 0.16 + 0.84*0.25*1.15,
		6300: 0.16 + 0.84*0.01*1.15} {
		if got := fade(depth); abs(got-want) > 1e-4 {
			t.Errorf("at %v a line has %v of its brightness, want %v", depth, got, want)
		}
	}
	red := draw.Color{R: 1, A: 0.5}
	s := New()
	s.begin(nil, Camera{}, View{}, nil)
	// The background is 10, 12 and 16 of 255.
	for depth, want := range map[float32]draw.Color{0: {R: 1, A: 0.5}, 2400: {R: 0.5196, G: 0.0235, B: 0.0314, A: 0.5},
		7200: {R: 0.2794, G: 0.0353, B: 0.0471, A: 0.5}} {
		if got := fog(red, depth); !sameColor(got, want) {
			t.Errorf("at %v a face is %+v, want %+v", depth, got, want)
		}
	}
	bright := draw.Color{R: 1, G: 1, B: 1, A: 0.8}
	s.frame.opt.Mode = Lit
	if got := s.canvas.faded(bright, 700, 0); !sameColor(got, draw.Color{R: 1, G: 1, B: 1, A: 0.8 * 0.4015}) {
		t.Errorf("over bright faces a line at 700 is %+v", got)
	}
	if got := s.canvas.faded(bright, 1e6, 0.6); !sameColor(got, draw.Color{R: 1, G: 1, B: 1, A: 0.48}) {
		t.Errorf("a line that stays at 0.6 is %+v", got)
	}
	// 0.4015 counts as 0.3+0.7*0.4015 = 0.58105, and that as 0.58105*(2-0.58105) = 0.82448 of the way from the
	// background.
	s.frame.opt.Mode = Wire
	mix := func(c float32) float32 { return c + (1-c)*0.82448 }
	if got := s.canvas.faded(bright, 700, 0); !sameColor(got, draw.Color{R: mix(10. / 255), G: mix(12. / 255),
		B: mix(16. / 255), A: 0.8}) {
		t.Errorf("without faces a line at 700 is %+v", got)
	}
}

// TestHeat: of counts up to 16 the logarithm says how warm ground is.
func TestHeat(t *testing.T) {
	for count, want := range map[uint32]draw.Color{0: draw.Heat(0), 1: draw.Heat(0), 2: draw.Heat(0.25),
		4: draw.Heat(0.5), 8: draw.Heat(0.75), 16: draw.Heat(1)} {
		cells := walkedCells{of: &Walked{Points: []vec{{}}, Counts: []uint32{count}}, top: 16}
		if _, got := cells.cell(0); !sameColor(got, want) {
			t.Errorf("%d of 16 is %+v, want %+v", count, got, want)
		}
	}
	once := walkedCells{of: &Walked{Points: []vec{{}}, Counts: []uint32{1}}, top: 1}
	if _, got := once.cell(0); got != draw.Heat(0) {
		t.Error("ground that was walked once, as all, is not cold")
	}
	if got := cellMiddle(vec{70, -1, 5}); got != (vec{80, -16, 5}) {
		t.Errorf("the middle of the cell is %v", got)
	}
}

func TestModes(t *testing.T) {
	for m, want := range map[Mode]string{Game: "game", Lit: "lit", Shaded: "shaded", HiddenLine: "hidden-line",
		Wire: "wire"} {
		if m.String() != want {
			t.Errorf("mode %d is called %s", m, m)
		}
	}
	if Game.Next() != Lit || Lit.Next() != Shaded || Shaded.Next() != HiddenLine || HiddenLine.Next() != Wire ||
		Wire.Next() != Game {
		t.Error("the modes follow in another order")
	}
}

// TestLightAtCorners reads a lightmap of 4x3 luxels by hand.
func TestLightAtCorners(t *testing.T) {
	m := &bsp.Map{Version: bsp.VersionQuake}
	m.Lighting.Channels = 1
	m.Lighting.Samples = []byte{
		99, 99, // of another face
		10, 20, 30, 40,
		50, 60, 70, 80,
		90, 100, 110, 120,
	}
	m.Lighting.Corners = []mgl32.Vec2{{0, 0}, {1.9, 1}, {3, 2}, {-5, 9}}
	f := &bsp.Face{NumVertices: 4, Light: bsp.FaceLight{Offset: 2, Width: 4, Height: 3}}
	r := lightReader{m: m}
	// Means of what is around: (10+20+50+60)/4 = 35, of all of the left nine
	// (10+...+110)/9 = 60, (70+80+110+120)/4 = 95, and 90+100 and 50+60 is 75.
	for i, want := range []uint8{35, 60, 95, 95} {
		if i == 3 {
			want = 95
			if got := r.sample(&f.Light, [2]float32{0, 2}); got != 75 {
				t.Errorf("lower left the light is %d, want 75", got)
			}
			continue
		}
		if got := r.sample(&f.Light, m.Lighting.Corners[i]); got != want {
			t.Errorf("corner %d has light %d, want %d", i, got, want)
		}
	}
	if got := r.middle(&f.Light); got != 65 {
		t.Errorf("the mean of the lightmap is %d, want 65", got)
	}
	// Half of a corner's light is the mean of the face.
	if got := r.face(f); got[0] != 50 || got[1] != 62 || got[2] != 80 {
		t.Errorf("corners have light %v", got)
	}
	m.Version = bsp.VersionQuake3
	if got := r.face(f); got[0] != 35 {
		t.Errorf("Quake III's corner has light %v, want 35", got)
	}
	f.Kind = bsp.KindWater
	if got := r.face(f); got[0] != 200 {
		t.Errorf("water has light %v, want that of what shines", got)
	}
	f.Kind = bsp.KindSolid
	f.Light.Offset = -1
	if got := r.face(f); got[0] != 0 {
		t.Errorf("a face that no light reaches has %v", got)
	}
	m.Lighting.Colors = [][4]uint8{{30, 60, 91, 255}, {}, {}, {}}
	if got := r.face(f); got[0] != 60 {
		t.Errorf("a corner with a color has light %v, want its mean", got)
	}
	m.Lighting.Samples = nil
	if got := r.face(f); got[0] != 200 {
		t.Errorf("without lightmaps light is %v", got)
	}
	if got := mean([]uint8{10, 20, 31}); got != 20 {
		t.Errorf("the mean is %d", got)
	}
}
