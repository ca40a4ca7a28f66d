package material

import (
	"testing"

	"demoscope/assets"
	"demoscope/assets/picture"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// TestTone: a dark texture becomes brighter and a bright one darker, with less contrast and color, and what glows stays
// as it is.
func TestTone(t *testing.T) {
	between := func(what string, v uint8, low, high uint8) {
		t.Helper()
		if v < low || v > high {
			t.Errorf("%s is %d, not %d to %d", what, v, low, high)
		}
	}
	dark := []byte{20, 20, 20, 255, 40, 40, 40, 255, 9, 250, 3, 0}
	worldTone.apply(dark, draw.Plain)
	between("dark", dark[0], 34, 42)
	between("less dark", dark[4], 52, 62)
	if d := int(dark[4]) * 100 / int(dark[0]); d >= 160 || d <= 142 {
		t.Errorf("a texel twice as bright is now %d%% of the other", d)
	}
	if g := [3]byte(dark[8:11]); g != [3]byte{9, 250, 3} || dark[11] != 0 {
		t.Errorf("what glows is %v", dark[8:])
	}
	white := []byte{255, 255, 255, 255, 200, 200, 200, 255}
	worldTone.apply(white, draw.Plain)
	between("white", white[0], 110, 200)
	red := []byte{120, 60, 60, 255}
	worldTone.apply(red, draw.Plain)
	if share := 100 * int(red[1]) / int(red[0]); share <= 52 || share >= 75 {
		t.Errorf("red is %v", red)
	}
	yellow := []byte{200, 170, 0, 255, 200, 170, 0, 255}
	worldTone.apply(yellow, draw.Plain)
	if share := 100 * int(yellow[2]) / int(yellow[0]); share < 45 || share > 55 {
		t.Errorf("a loud texture is %v", yellow)
	}
	spots := []byte{100, 60, 50, 255, 60, 75, 90, 255}
	worldTone.apply(spots, draw.Plain)
	if d := int(spots[0]) - int(spots[2]); d < 24 || d > 36 {
		t.Errorf("red and blue of a spot differ by %d, not 50: %v", d, spots)
	}
	if d := int(spots[6]) - int(spots[4]); d < 2 || d > 12 {
		t.Errorf("blue and red of a spot differ by %d, not 30: %v", d, spots)
	}
	skin := []byte{120, 60, 60, 255, 24, 12, 12, 255}
	skinTone.apply(skin, draw.Plain)
	if share := 100 * int(skin[1]) / int(skin[0]); share < 48 || share > 52 {
		t.Errorf("the color of a skin is %v", skin)
	}
	black := []byte{0, 0, 0, 255}
	worldTone.apply(black, draw.Plain)
	if black[0] != 0 {
		t.Errorf("black is %v", black)
	}
	glass := []byte{10, 10, 10, 64}
	worldTone.apply(glass, draw.Blend)
	if glass[0] <= 10 || glass[0] > 64 || glass[3] != 64 {
		t.Errorf("glass is %v", glass)
	}
}

// TestSmooth: grain is evened out, across the edges of a repeated texture, too. Edges and what glows stay.
func TestSmooth(t *testing.T) {
	const side = 16
	grain := tone{grain: 0.065}
	pix := make([]byte, 4*side*side)
	at := func(x, y int) []byte { return pix[4*(y*side+x):][:4] }
	for y := range side {
		for x := range side {
			v := uint8(50 + 6*((x+y)%2)) // a board of little contrast
			if x >= side/2 {
				v += 150
			}
			copy(at(x, y), []byte{v, v / 2, 90, 255})
		}
	}
	copy(at(3, 3), []byte{9, 250, 3, 0})
	grain.smooth(pix, side, side)
	differ := func(a, b []byte) int { return max(int(a[0])-int(b[0]), int(b[0])-int(a[0])) }
	if d := differ(at(4, 9), at(5, 9)); d > 2 {
		t.Errorf("neighbors differ by %d, not 6", d)
	}
	if d := differ(at(4, 0), at(4, side-1)); d > 2 {
		t.Errorf("the first and the last row differ by %d, not 6", d)
	}
	if d := differ(at(7, 9), at(8, 9)); d < 130 {
		t.Errorf("an edge of 150 is one of %d", d)
	}
	if g := [4]byte(at(3, 3)); g != [4]byte{9, 250, 3, 0} {
		t.Errorf("what glows is %v", g)
	}
	if b := at(12, 12)[2]; b != 90 {
		t.Errorf("an even channel of 90 is %d", b)
	}
	for _, size := range [][2]int{{1, 1}, {2, 1}, {1, 8}, {3, 5}} {
		few := make([]byte, 4*size[0]*size[1])
		for i := range few {
			few[i] = 255
		}
		if grain.smooth(few, size[0], size[1]); few[0] != 255 {
			t.Errorf("a white texture of %v is %d", size, few[0])
		}
	}
}

// TestTones: in lifted light levels, liquids and skies each have a tone.
func TestTones(t *testing.T) {
	for _, c := range []struct {
		kind draw.TextureKind
		face bsp.Kind
		want *tone
	}{
		{draw.Plain, bsp.KindSolid, &worldTone}, {draw.Fence, bsp.KindSolid, &worldTone},
		{draw.Warp, bsp.KindWater, &waterTone}, {draw.Warp, bsp.KindSlime, &slimeTone},
		{draw.Warp, bsp.KindLava, &liquidTone}, {draw.Warp, bsp.KindTeleport, &liquidTone},
		{draw.Sky, bsp.KindSky, &skyTone},
	} {
		if got := toneOf(c.kind, c.face); got != c.want {
			t.Errorf("textures of the kind %d on %v have the tone %+v", c.kind, c.face, got)
		}
	}
}

// TestTint: gray water becomes blue, and slime green, as bright as before.
func TestTint(t *testing.T) {
	for _, c := range []struct {
		tone *tone
		most int // the largest channel
	}{{&waterTone, 2}, {&slimeTone, 1}} {
		pix := []byte{60, 60, 60, 255}
		c.tone.apply(pix, draw.Warp)
		gray := []byte{60, 60, 60, 255}
		plain := *c.tone
		plain.tint = 0
		plain.apply(gray, draw.Warp)
		for k := range 3 {
			if k != c.most && pix[k]+12 > pix[c.most] {
				t.Errorf("%v", pix)
			}
		}
		before := luma(int(gray[0]), int(gray[1]), int(gray[2])) >> 8
		after := luma(int(pix[0]), int(pix[1]), int(pix[2])) >> 8
		if abs := max(before-after, after-before); abs > 3 {
			t.Errorf("the brightness is %d, and was %d", after, before)
		}
	}
}

// TestTrueColors: only lifted light changes textures and skins.
func TestTrueColors(t *testing.T) {
	m := floor("29", "stone")
	texel := func(l *Level) uint8 { return l.Image.Pix[l.Image.PixOffset(l.List[0].X, l.List[0].Y)] }
	same, lifted := New(m, gray, nil, true), New(m, gray, nil, false)
	if same.Lift != (draw.Lift{}) || lifted.Lift.Power == 0 {
		t.Errorf("the curves are %+v and %+v", same.Lift, lifted.Lift)
	}
	want := gray[m.Textures[0].Pixels[0]].R
	if got := texel(same); got != want {
		t.Errorf("in true light a texel is %d, not %d", got, want)
	}
	if got := texel(lifted); got == want {
		t.Errorf("in lifted light a texel is %d, too", got)
	}
	var s Skins
	for _, c := range []struct {
		trueLight bool
		same      bool
	}{{true, true}, {false, false}} {
		s.Begin(nil, c.trueLight)
		p := &picture.Picture{Width: 8, Height: 8, Pix: make([]byte, 3*8*8)}
		for i := range p.Pix {
			p.Pix[i] = 20
		}
		skin := s.AddPicture(SkinName{Path: "skin"}, assets.Skin{Picture: p})
		x := &s.Textures().List[skin.Texture]
		if got := s.Textures().Image.Pix[s.Textures().Image.PixOffset(x.X, x.Y)]; (got == 20) != c.same || got < 20 {
			t.Errorf("with true light %v a skin of 20 is %d", c.trueLight, got)
		}
	}
}

// TestPale: light keeps its brightness and loses color, but not true light.
func TestPale(t *testing.T) {
	b := builder{level: &Level{}}
	light := []byte{100, 200, 0, 255}
	if b.pale(light); [4]byte(light) != [4]byte{130, 200, 60, 255} {
		t.Errorf("it is %v", light)
	}
	b.level.True = true
	light = []byte{100, 200, 0, 255}
	if b.pale(light); [4]byte(light) != [4]byte{100, 200, 0, 255} {
		t.Errorf("true light is %v", light)
	}
}

// TestDim: a level is dimmed only if most of it is bright, and then to a quarter of full brightness.
func TestDim(t *testing.T) {
	for _, c := range []struct {
		mean       float64
		most       uint8
		low, high  float64 // of the factor
		brightness float64
	}{
		{0.4, 255, 0.1, 0.4, 0.25},
		{0.4, 128, 0.2, 0.7, 0.25},
		{0.3, 30, 1, 1, 0.2},
		{0.1, 255, 1, 1, 0.2},
	} {
		var s shares
		s.add(c.mean, c.most, 1)
		l, dim := s.lift(2)
		if dim < c.low || dim > c.high {
			t.Errorf("textures of %v in light %d are dimmed by %v", c.mean, c.most, dim)
		}
		light := float64(l.At(float32(dim * 2 * float64(c.most) / 255)))
		if got := c.mean * light; got < c.brightness-0.02 || got > c.brightness+0.02 {
			t.Errorf("textures of %v in light %d have a brightness of %v", c.mean, c.most, got)
		}
	}
}

// gradual is a level of a mean brightness whose light grows evenly from none to full.
func gradual(mean float64) draw.Lift {
	var s shares
	for most := range 256 {
		s.add(mean, uint8(most), 1)
	}
	l, _ := s.lift(lightScale)
	return l
}

// TestLiftOfTextures: the darker the textures of a level are the more its light is lifted: half of it is as bright as
// it should be, and nothing is black.
func TestLiftOfTextures(t *testing.T) {
	for _, mean := range []float64{0.15, 0.2, 0.3} {
		l := gradual(mean)
		if middle := mean * float64(l.At(1)); middle < 0.18 || middle > 0.36 {
			t.Errorf("of textures of %v the middle is %v: %+v", mean, middle, l)
		}
		if least := mean * float64(l.Least); least < 0.055 {
			t.Errorf("of textures of %v the darkest is %v", mean, least)
		}
		if l.At(draw.FullLight) != draw.FullLight {
			t.Errorf("of textures of %v full light is %v", mean, l.At(draw.FullLight))
		}
	}
	if dark, bright := gradual(0.15), gradual(0.5); dark.At(0.2) < 1.3*bright.At(0.2) {
		t.Errorf("dark textures have %+v, bright ones %+v", dark, bright)
	}
}
