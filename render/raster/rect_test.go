package raster

import (
	"image"
	"math/rand/v2"
	"testing"

	"demoscope/render/draw"
)

// rectAt draws the rectangle with which a buffer begins, and returns how many indices it has.
func rectAt(p *Picture, b *draw.Buffer, atlas *image.RGBA) int {
	p.corners.reset(b.Vertices)
	return p.rectOf(b, 0, atlas)
}

// TestRectanglesAreTheirTriangles: an upright rectangle has the pixels that its triangles have, in the same
// colors but for one of 255. Glyphs are as large as their part of the atlas here, for where a pixel lies
// between two of the atlas either may be nearest.
func TestRectanglesAreTheirTriangles(t *testing.T) {
	const seed = 23
	r := rand.New(rand.NewPCG(seed, seed))
	p, q := New(80, 40), New(80, 40)
	drawn := map[kind]int{}
	for n := range 20_000 {
		p.Fill(background)
		q.Fill(background)
		var b draw.Buffer
		x, y, w, h := r.Float32()*100-10, r.Float32()*60-10, 0.01+r.Float32()*60, 0.01+r.Float32()*40
		color := func() draw.Color {
			return draw.RGB(r.Uint32() & 0xffffff).Alpha([]float32{1, 1, r.Float32()}[r.IntN(3)])
		}
		switch r.IntN(4) {
		case 0:
			b.Rect(x, y, w, h, color())
		case 1:
			b.RectGradient(x, y, w, h, color(), color())
		case 2:
			b.RectGradient(x, y, w, h, color(), color())
			v := b.Vertices
			v[1].R, v[3].R, v[1].G, v[3].G = v[3].R, v[1].R, v[3].G, v[1].G // to the right
			v[1].B, v[3].B, v[1].A, v[3].A = v[3].B, v[1].B, v[3].A, v[1].A
		default:
			b.Glyph(float32(int(x)), float32(int(y)), 12, 15, float32(r.IntN(12)), float32(r.IntN(12)), 12, 15, color())
		}
		if got := rectAt(p, &b, letter()); got != 6 {
			t.Fatalf("rectangle %d, %+v, is found as %d indices", n, b.Vertices, got)
		}
		p.Fill(background)
		p.Draw(&b, letter())
		other := alone(&b)
		if rectAt(q, other, letter()) != 0 {
			t.Fatalf("rectangle %d is found in another order", n)
		}
		q.Draw(other, letter())
		for i := range p.pix {
			got, want := p.at(i%80, i/80), q.at(i%80, i/80)
			for k := range got {
				if d := int(got[k]) - int(want[k]); d > 1 || d < -1 {
					t.Fatalf("rectangle %d, %+v: pixel %d, %d is %v, not %v", n, b.Vertices, i%80, i/80, got, want)
				}
			}
		}
		drawn[p.triangle.kind]++
	}
	for k := flat; k <= general; k++ {
		if drawn[k] < 1000 {
			t.Errorf("only %d rectangles of kind %d", drawn[k], k)
		}
	}
}

// TestOtherQuadsAreNoRectangle: what does not lie or look as a rectangle, or is not whole, is drawn as triangles.
func TestOtherQuadsAreNoRectangle(t *testing.T) {
	c := draw.RGB(0x4080c0)
	quad := func() *draw.Buffer {
		b := &draw.Buffer{}
		b.Rect(2, 3, 10, 7, c)
		return b
	}
	p := New(20, 20)
	for name, change := range map[string]func(b *draw.Buffer){
		"the upper side": func(b *draw.Buffer) { b.Vertices[1].Y++ },
		"the lower side": func(b *draw.Buffer) { b.Vertices[3].Y++ },
		"the left side":  func(b *draw.Buffer) { b.Vertices[3].X++ },
		"the right side": func(b *draw.Buffer) { b.Vertices[2].X++ },
		"turned over": func(b *draw.Buffer) {
			v := b.Vertices
			v[0], v[1], v[2], v[3] = v[1], v[0], v[3], v[2]
		},
		"upside down": func(b *draw.Buffer) {
			v := b.Vertices
			v[0], v[1], v[2], v[3] = v[3], v[2], v[1], v[0]
		},
		"one corner's color":     func(b *draw.Buffer) { b.Vertices[2].G = 0 },
		"another corner's color": func(b *draw.Buffer) { b.Vertices[0].A = 0.5 },
		"one corner's place":     func(b *draw.Buffer) { b.Vertices[2].U += 3 },
		"another corner's place": func(b *draw.Buffer) { b.Vertices[0].V += 3 },
		"a lower corner's place": func(b *draw.Buffer) { b.Vertices[2].V += 3 },
		"a left corner's place":  func(b *draw.Buffer) { b.Vertices[3].U += 3 },
		"no width":               func(b *draw.Buffer) { v := b.Vertices; v[1].X, v[2].X = v[0].X, v[0].X },
		"no height":              func(b *draw.Buffer) { v := b.Vertices; v[2].Y, v[3].Y = v[0].Y, v[0].Y },
		"no number":              func(b *draw.Buffer) { b.Vertices[2].X = nan },
		"a corner missing":       func(b *draw.Buffer) { b.Vertices = b.Vertices[:3] },
		"an index missing":       func(b *draw.Buffer) { b.Indices = b.Indices[:5] },
		"an index of others":     func(b *draw.Buffer) { b.Indices[5] = 0 },
		"the largest indices": func(b *draw.Buffer) {
			last := ^uint32(0)
			b.Indices = []uint32{last - 1, last, 0, last - 1, 0, 1}
		},
	} {
		b := quad()
		if rectAt(p, b, nil) != 6 {
			t.Fatal("no rectangle is one")
		}
		if change(b); rectAt(p, b, nil) != 0 {
			t.Errorf("%s: %+v is a rectangle", name, b.Vertices)
		}
	}
}

// TestRectangleByHand: from 1.5 to 4.5 and from 0.4 to 2.6 are the middles of pixels 1 to 3 (the left side's
// is in, the right one's is not) and rows 0.5 to 2.5.
func TestRectangleByHand(t *testing.T) {
	p := New(6, 4)
	var b draw.Buffer
	b.Rect(1.5, 0.4, 3, 2.2, draw.Color{R: 1, A: 0.2})
	if rectAt(p, &b, nil) != 6 {
		t.Fatal("it is no rectangle")
	}
	for i := range p.pix {
		want := [3]uint8{}
		if x, y := i%6, i/6; x >= 1 && x <= 3 && y <= 2 {
			want[0] = 51
		}
		if got := p.at(i%6, i/6); got != want {
			t.Errorf("pixel %d, %d is %v, not %v", i%6, i/6, got, want)
		}
	}
}

// TestRectanglesCountAsWork: rows and pixels.
func TestRectanglesCountAsWork(t *testing.T) {
	p := New(6, 4)
	var b draw.Buffer
	b.Rect(-10, -10, 13, 12, draw.RGB(0xffffff))
	p.work = 100
	if rectAt(p, &b, nil); p.work != 100-2-6 {
		t.Errorf("two rows of three pixels have taken %d", 100-p.work)
	}
	for _, x := range []float32{-10, 6} {
		var beside draw.Buffer
		beside.Rect(x, 0, 4, 4, draw.RGB(0xffffff))
		p.work = 100
		if rectAt(p, &beside, nil) != 6 || p.work != 100 {
			t.Errorf("what lies beside the picture, at %v, has taken %d", x, 100-p.work)
		}
	}
}
