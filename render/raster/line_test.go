package raster

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"demoscope/render/draw"
)

// TestLineRows compares what processors have for the rows of a line with plain Go: of all widths, also in
// part beyond the picture, and what lies beside and below the picture.
func TestLineRows(t *testing.T) {
	const seed, lines, below = 9, 40_000, 9
	r := rand.New(rand.NewPCG(seed, seed))
	drawn := 0
	for n := range lines {
		width, height := 1+r.IntN(80), 1+r.IntN(40)
		p := New(width, height)
		memory := make([]uint32, width*height+below)
		for i := range memory {
			memory[i] = r.Uint32() | opaque
		}
		b := anyLine(r, width, height)
		corners, _ := b.LineAt(0)
		draw := func(rows func(l *line, s *strip)) (pix []uint32, l line, s strip) {
			pix = slices.Clone(memory)
			p.pix, p.strip, p.line = pix[:width*height], strip{}, line{}
			if !p.line.place(corners) {
				t.Fatalf("line %d, %+v, is none", n, corners)
			}
			if top, from, to := p.line.rows(width, height); from < to && p.line.paint(corners, from) {
				p.lineRows(&p.line, top, from, to, rows)
			}
			p.strip.pix = nil
			return pix, p.line, p.strip
		}
		got, gotLine, gotStrip := draw((*line).draw)
		want, wantLine, wantStrip := draw((*line).plainRows)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("line %d, %+v: pixel %d, %d is %x, not %x", n, corners, i%width, i/width, got[i], want[i])
			}
		}
		if !slices.Equal(got[width*height:], memory[width*height:]) {
			t.Fatalf("line %d has changed what is behind the picture", n)
		}
		if !reflect.DeepEqual(gotStrip, wantStrip) || gotLine != wantLine {
			t.Fatalf("line %d: the strip is at %+v of %+v, not at %+v of %+v", n, gotStrip, gotLine,
				wantStrip, wantLine)
		}
		if wantStrip.drawn > 0 {
			drawn++
		}
	}
	if drawn < lines/2 {
		t.Errorf("only %d lines of %d were drawn", drawn, lines)
	}
}

// anyLine returns a buffer with a line near a picture.
func anyLine(r *rand.Rand, width, height int) *draw.Buffer {
	var b draw.Buffer
	place := func(size int) float32 { return (r.Float32()*1.6 - 0.3) * float32(size) }
	color := func() draw.Color {
		return draw.Color{R: r.Float32(), G: r.Float32(), B: r.Float32(), A: min(1, 2*r.Float32())}
	}
	x0, y0, x1, y1 := place(width), place(height), place(width), place(height)
	switch r.IntN(8) {
	case 0:
		y1 = y0
	case 1:
		x1 = x0
	case 2:
		x1, y1 = x0+r.Float32()-0.5, y0+r.Float32()-0.5
	case 3:
		x0, y0, x1, y1 = float32(math.Round(float64(x0))), float32(math.Round(float64(y0))),
			float32(math.Round(float64(x1))), float32(math.Round(float64(y1)))
	}
	from, to := color(), color()
	if r.IntN(2) == 0 {
		to = from
	}
	b.LineGradient(x0, y0, x1, y1, []float32{0.3, 1, 1.1, 1.3, 2, 5, 12}[r.IntN(7)], from, to)
	return &b
}

// asLine returns the triangles of a line of corners from a list, whose outer ones have no color.
func asLine(list []draw.Vertex, width float32) (b draw.Buffer) {
	b.Line(0, 0, 1, 1, width, white4)
	for i := range b.Vertices {
		if i < len(list) {
			outside := b.Vertices[i].A == 0
			if b.Vertices[i] = list[i]; outside {
				v := &b.Vertices[i]
				v.U, v.V, v.R, v.G, v.B, v.A = draw.WhiteU, draw.WhiteV, 0, 0, 0, 0
			}
		}
	}
	return b
}

// alone returns the same triangles in an order in which they are no line.
func alone(b *draw.Buffer) *draw.Buffer {
	other := draw.Buffer{Vertices: b.Vertices, Indices: slices.Clone(b.Indices)}
	for i := 0; i+2 < len(other.Indices); i += 3 {
		t := other.Indices[i:]
		t[0], t[1], t[2] = t[1], t[2], t[0]
	}
	return &other
}

// TestLinesAreTheirTriangles: a line has the pixels that its triangles have, but for those whose middle is
// where it ends, as far as the grid tells, in the same colors but for two of 255; where its color changes,
// a quarter of that besides, since triangles bend colors at their diagonals.
func TestLinesAreTheirTriangles(t *testing.T) {
	const seed = 11
	r := rand.New(rand.NewPCG(seed, seed))
	p, q := New(80, 40), New(80, 40)
	same, changing := 0, 0
	for n := range 20_000 {
		p.Fill(background)
		q.Fill(background)
		b := anyLine(r, 80, 40)
		corners, _ := b.LineAt(0)
		if other, _ := alone(b).LineAt(0); len(corners) < 6 || other != nil {
			t.Fatalf("line %d is found as %d corners, and as %d in another order", n, len(corners), len(other))
		}
		p.Draw(b, nil)
		q.Draw(alone(b), nil)
		half := len(corners) / 2
		change := 0.0
		for _, by := range []float32{corners[1].R - corners[half+1].R, corners[1].G - corners[half+1].G,
			corners[1].B - corners[half+1].B, corners[1].A - corners[half+1].A} {
			change = max(change, math.Abs(float64(by)))
		}
		if change == 0 {
			same++
		} else {
			changing++
		}
		x, y := float64(corners[0].X), float64(corners[0].Y)
		dx, dy := float64(corners[half].X)-x, float64(corners[half].Y)-y
		long := math.Hypot(dx, dy)
		for i := range p.pix {
			at := (float64(i%80)+0.5-x)*dx/long + (float64(i/80)+0.5-y)*dy/long
			if math.Abs(at) < 1.0/64 || math.Abs(at-long) < 1.0/64 {
				continue
			}
			got, want := p.at(i%80, i/80), q.at(i%80, i/80)
			for k := range got {
				if d := math.Abs(float64(got[k]) - float64(want[k])); d > 2+change*255/4 {
					t.Fatalf("line %d, %+v: pixel %d, %d is %v, not %v", n, corners, i%80, i/80, got, want)
				}
			}
		}
	}
	if same < 5000 || changing < 5000 {
		t.Errorf("%d lines of one color and %d of two", same, changing)
	}
}

// TestOtherTrianglesAreNoLine: corners that do not lie or look as those of a line are drawn as triangles, to the bit.
func TestOtherTrianglesAreNoLine(t *testing.T) {
	white := draw.RGB(0xffffff)
	for name, change := range map[string]func(v []draw.Vertex){
		"dark outside":  func(v []draw.Vertex) { v[len(v)-1].A = 0.5 },
		"red outside":   func(v []draw.Vertex) { v[0].R = 0.5 },
		"green outside": func(v []draw.Vertex) { v[0].G = 0.5 },
		"blue outside":  func(v []draw.Vertex) { v[0].B = 0.5 },
		"the other way round": func(v []draw.Vertex) {
			for i := range v {
				v[i].X = 40 - v[i].X
			}
		},
		"textured":            func(v []draw.Vertex) { v[1].U = 9 },
		"textured outside":    func(v []draw.Vertex) { v[0].V = 9 },
		"crooked":             func(v []draw.Vertex) { v[0].X += 4 },
		"brighter":            func(v []draw.Vertex) { v[1].R, v[1].G, v[1].B, v[1].A = 0, 3, 0, 0.5 },
		"brighter at the end": func(v []draw.Vertex) { w := &v[len(v)-2]; w.R, w.G, w.B, w.A = 0, 0, 1, 0.5 },
		"redder at the end":   func(v []draw.Vertex) { w := &v[len(v)-2]; w.R, w.G, w.B, w.A = 1, 0, 0, 0.5 },
		"without an area":     func(v []draw.Vertex) { clear(v); setWhite(v) },
		"beyond":              func(v []draw.Vertex) { v[0].X = 1e9 },
		"no number":           func(v []draw.Vertex) { v[len(v)-1].Y = nan },
		"of two colors":       func(v []draw.Vertex) { v[2].R /= 2 },
		"middle outside":      func(v []draw.Vertex) { v[1].X, v[1].Y = 2*v[0].X-v[1].X, 2*v[0].Y-v[1].Y },
		"middle beyond it":    func(v []draw.Vertex) { v[1].X, v[1].Y = v[2].X, v[2].Y },
		"middle on the edge":  func(v []draw.Vertex) { v[1].X, v[1].Y = v[0].X, v[0].Y },
		"middle beyond":       func(v []draw.Vertex) { v[1].X = inf },
	} {
		for _, width := range []float32{1, 6} {
			var b draw.Buffer
			b.Line(8, 6, 30, 20, width, white)
			if width == 1 && (name == "of two colors" || name[:6] == "middle") {
				continue // what only wide lines are asked
			}
			change(b.Vertices)
			p, q := New(40, 30), New(40, 30)
			p.Draw(&b, letter())
			q.Draw(alone(&b), letter())
			if got, want := p.Image().Pix, q.Image().Pix; !slices.Equal(got, want) {
				t.Errorf("%s, of width %v: pixels differ from those of the triangles", name, width)
			}
		}
	}
}

// setWhite sets corners to the white pixels of the atlas.
func setWhite(v []draw.Vertex) {
	for i := range v {
		v[i].U, v[i].V = draw.WhiteU, draw.WhiteV
	}
}

// TestLineByHand: a line from left to right, one pixel thick, in the middle of a row, and one between two
// rows, each half.
func TestLineByHand(t *testing.T) {
	for _, c := range []struct {
		y    float32
		want [5]int
	}{{2.5, [5]int{2: 255}}, {2, [5]int{1: 127, 2: 127}}, {2.25, [5]int{1: 64, 2: 191}}} {
		var b draw.Buffer
		b.Line(1, c.y, 5, c.y, 1, white4)
		if b.Vertices[2].Y != c.y-1 {
			t.Fatalf("the line fades out at %v", b.Vertices[0].Y)
		}
		p := New(8, 5)
		p.Draw(&b, nil)
		for y, want := range c.want {
			if got := int(p.at(3, y)[0]); got < want-1 || got > want+1 {
				t.Errorf("at %v pixel %d from above is %d, want %d", c.y, y, got, want)
			}
		}
	}
}

// TestLinesCountAsWork: a line costs its rows and pixels, also those in which nothing is left of it.
func TestLinesCountAsWork(t *testing.T) {
	var b draw.Buffer
	b.Line(2, 1, 2, 5, 1, white4) // with half a pixel at both ends, and one at both sides: the middles of 2 by 4 or 5
	p := New(8, 8)
	p.Draw(&b, nil)
	if got, want := p.work, int64(maxScreens*(8*8+8)-5-2*5); got != want {
		t.Errorf("%d rows and pixels are left, want %d", got, want)
	}
	for range 200 * maxScreens {
		b.Line(4, -9, 4, 19, 2, white4)
	}
	b.Rect(0, 0, 8, 8, draw.RGB(0x00ff00))
	p.Draw(&b, nil)
	if got := p.at(0, 0); got != [3]uint8{} {
		t.Errorf("what comes behind too many lines is drawn: %v", got)
	}
}
