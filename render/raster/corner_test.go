package raster

import (
	"image"
	"testing"

	"demoscope/render/draw"
)

// Corners whose numbers want the same place are each drawn where they are, and none of an earlier buffer is.
func TestCornersThatShareAPlace(t *testing.T) {
	b := draw.Buffer{Vertices: make([]draw.Vertex, 3*cornersKept)}
	at := func(i uint32, x, y float32) uint32 {
		b.Vertices[i] = draw.Vertex{X: x, Y: y, U: draw.WhiteU, V: draw.WhiteV, R: 1, G: 1, B: 1, A: 1}
		return i
	}
	p := New(8, 8)
	for name, i := range map[string][3]uint32{
		"none":             {1, 2, 3},
		"first and second": {1, 1 + cornersKept, 3},
		"first and third":  {1, 2, 1 + cornersKept},
		"second and third": {1, 2, 2 + cornersKept},
		"all":              {1, 1 + cornersKept, 1 + 2*cornersKept},
	} {
		p.Fill(background)
		// The lower left half of the picture; then, with the same corners, the upper right one.
		at(i[0], 0, 0)
		at(i[1], 8, 8)
		at(i[2], 0, 8)
		b.Indices = append(b.Indices[:0], i[:]...)
		p.Draw(&b, nil)
		for _, c := range []struct {
			x, y  int
			drawn bool
		}{{1, 5, true}, {5, 7, true}, {5, 1, false}, {7, 5, false}} {
			if got := p.Image().RGBAAt(c.x, c.y) != background; got != c.drawn {
				t.Errorf("%s: pixel %d, %d is drawn: %v", name, c.x, c.y, got)
			}
		}
		at(i[2], 8, 0)
		p.Draw(&b, nil)
		if p.Image().RGBAAt(6, 1) == background {
			t.Errorf("%s: the corner is where it was in the buffer before", name)
		}
	}
	if p.corners.vertices != nil {
		t.Error("what was drawn is kept")
	}
}

// A texture may be beside the white pixels in one direction alone.
func TestTextureBesideWhite(t *testing.T) {
	atlas := image.NewRGBA(image.Rect(0, 0, 16, 16)) // transparent
	for name, place := range map[string][2]float32{"right": {10, draw.WhiteV}, "below": {draw.WhiteU, 10}} {
		var b draw.Buffer
		b.Triangle(0, 0, 8, 0, 0, 8, draw.RGB(0xffffff))
		for i := range b.Vertices {
			b.Vertices[i].U, b.Vertices[i].V = place[0], place[1]
		}
		p := New(8, 8)
		p.Fill(background)
		if p.Draw(&b, atlas); p.Image().RGBAAt(1, 1) != background {
			t.Errorf("%s of them, where the texture is transparent, something is drawn", name)
		}
	}
}
