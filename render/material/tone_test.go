package material

import (
	"testing"

	"demoscope/render/draw"
)

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
	l, _ := s.lift(quakeScale)
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
