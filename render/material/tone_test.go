package material

import (
	"testing"

	"demoscope/assets"
	"demoscope/assets/picture"
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
	between("dark", dark[0], 40, 60)
	between("less dark", dark[4], 60, 90)
	if d := int(dark[4]) * 100 / int(dark[0]); d >= 140 || d <= 125 {
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

// gradual is a level of a mean brightness whose light grows evenly from none to full.
func gradual(mean float64) draw.Lift {
	var s shares
	for most := range 256 {
		s.add(mean, uint8(most), 1)
	}
	return s.lift(lightScale)
}

// TestLiftOfTextures: the darker the textures of a level are the more its light is lifted: half of it is as bright as
// it should be, and nothing is black.
func TestLiftOfTextures(t *testing.T) {
	for _, mean := range []float64{0.15, 0.2, 0.3} {
		l := gradual(mean)
		if middle := mean * float64(l.At(1)); middle < 0.2 || middle > 0.4 {
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
