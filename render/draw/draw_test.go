package draw

import (
	"math"
	"testing"
	"unsafe"
)

// The screen takes vertices as twelve float32 in this order.
func TestVertexLayout(t *testing.T) {
	var v Vertex
	for name, got := range map[string][2]uintptr{
		"size":   {unsafe.Sizeof(v), 48},
		"X":      {unsafe.Offsetof(v.X), 0},
		"Y":      {unsafe.Offsetof(v.Y), 4},
		"U":      {unsafe.Offsetof(v.U), 8},
		"V":      {unsafe.Offsetof(v.V), 12},
		"R":      {unsafe.Offsetof(v.R), 16},
		"G":      {unsafe.Offsetof(v.G), 20},
		"B":      {unsafe.Offsetof(v.B), 24},
		"A":      {unsafe.Offsetof(v.A), 28},
		"Custom": {unsafe.Offsetof(v.Custom), 32},
	} {
		if got[0] != got[1] {
			t.Errorf("%s at %d, want %d", name, got[0], got[1])
		}
	}
}

// area is the area that the triangles of a buffer cover, each weighed with
// the mean opacity of its corners.
func area(b *Buffer) float64 {
	sum := 0.0
	for i := 0; i < len(b.Indices); i += 3 {
		p, q, r := b.Vertices[b.Indices[i]], b.Vertices[b.Indices[i+1]], b.Vertices[b.Indices[i+2]]
		a := float64((q.X-p.X)*(r.Y-p.Y)-(q.Y-p.Y)*(r.X-p.X)) / 2
		sum += math.Abs(a) * float64(p.A+q.A+r.A) / 3
	}
	return sum
}

func TestShapesCoverTheirArea(t *testing.T) {
	white := Color{1, 1, 1, 1}
	for _, c := range []struct {
		name string
		draw func(b *Buffer)
		want float64
		tol  float64
	}{
		{"triangle", func(b *Buffer) { b.Triangle(0, 0, 4, 0, 0, 4, white) }, 8, 0},
		{"rect", func(b *Buffer) { b.Rect(1, 2, 30, 40, white) }, 1200, 0},
		{"frame", func(b *Buffer) { b.Frame(0, 0, 10, 10, 1, white) }, 36, 0},
		{"fan", func(b *Buffer) {
			first := b.Vertex(0, 0, white)
			for _, p := range [][2]float32{{10, 0}, {12, 5}, {10, 10}, {0, 10}} {
				b.Vertex(p[0], p[1], white)
			}
			b.Fan(first, 5)
		}, 110, 1e-3},
		{"circle", func(b *Buffer) { b.Circle(50, 50, 40, white) }, math.Pi * 1600, 60},
		{"ring", func(b *Buffer) { b.Ring(50, 50, 20, 40, white) }, math.Pi * 1200, 60},
		{"thin line", func(b *Buffer) { b.Line(0, 0, 100, 0, 0.5, white) }, 100.5 * 0.5, 0.01},
		{"line", func(b *Buffer) { b.Line(0, 0, 60, 80, 1, white) }, 101, 0.1},
		{"wide line", func(b *Buffer) { b.Line(0, 0, 60, 80, 4, white) }, 404, 0.5},
	} {
		var b Buffer
		c.draw(&b)
		if len(b.Indices)%3 != 0 {
			t.Errorf("%s: %d indices", c.name, len(b.Indices))
		}
		if got := area(&b); math.Abs(got-c.want) > c.tol {
			t.Errorf("%s covers %v, want %v", c.name, got, c.want)
		}
	}
}

func TestShapesDoNotAllocate(t *testing.T) {
	var b Buffer
	frame := func() {
		b.Reset()
		b.Line(0, 0, 5, 5, 1, Color{1, 1, 1, 1})
		b.Circle(5, 5, 10, Color{1, 0, 0, 1})
		b.Ring(5, 5, 3, 10, Color{1, 0, 0, 1})
		b.Rect(0, 0, 5, 5, Color{1, 1, 1, 1})
		b.Glyph(0, 0, 8, 8, 16, 16, 8, 8, Color{1, 1, 1, 1})
	}
	frame()
	if n := testing.AllocsPerRun(10, frame); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func TestColorsArePremultiplied(t *testing.T) {
	var b Buffer
	b.Rect(0, 0, 1, 1, Color{1, 0.5, 0, 0.5})
	v := b.Vertices[0]
	if v.R != 0.5 || v.G != 0.25 || v.B != 0 || v.A != 0.5 || v.U != WhiteU || v.V != WhiteV {
		t.Errorf("got %+v", v)
	}
}
