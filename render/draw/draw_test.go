package draw

import (
	"math"
	"slices"
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

func TestColors(t *testing.T) {
	c := RGB(0xff8033)
	if c != (Color{1, 128. / 255, 51. / 255, 1}) {
		t.Errorf("0xff8033 is %+v", c)
	}
	c = Color{0.5, 0.25, 1, 0.8}
	if got := c.Alpha(0.5); got != (Color{0.5, 0.25, 1, 0.4}) {
		t.Errorf("half as opaque: %+v", got)
	}
	if got := c.Dim(0.5); got != (Color{0.25, 0.125, 0.5, 0.8}) {
		t.Errorf("half as bright: %+v", got)
	}
	if got := (Color{0, 1, 0.5, 1}).Mix(Color{1, 0, 0.5, 0}, 0.25); got != (Color{0.25, 0.75, 0.5, 0.75}) {
		t.Errorf("a quarter of the way: %+v", got)
	}
}

// corners are x, y and opacity of the vertices of a buffer.
func corners(b *Buffer) (list [][3]float32) {
	for _, v := range b.Vertices {
		list = append(list, [3]float32{v.X, v.Y, v.A})
	}
	return list
}

// TestWhereShapesAre compares vertices and indices of each shape with places
// worked out by hand.
func TestWhereShapesAre(t *testing.T) {
	c := Color{1, 1, 1, 0.8}
	quad := []uint32{0, 1, 2, 0, 2, 3}
	for _, s := range []struct {
		name    string
		draw    func(b *Buffer)
		corners [][3]float32
		indices []uint32
	}{
		{"triangle", func(b *Buffer) { b.Triangle(1, 2, 3, 4, 5, 6, c) }, [][3]float32{{1, 2, 0.8}, {3, 4, 0.8},
			{5, 6, 0.8}}, []uint32{0, 1, 2}},
		{"quad", func(b *Buffer) { b.Quad(1, 2, 3, 4, 5, 6, 7, 8, c) }, [][3]float32{{1, 2, 0.8}, {3, 4, 0.8},
			{5, 6, 0.8}, {7, 8, 0.8}}, quad},
		{"rect", func(b *Buffer) { b.Rect(10, 20, 3, 4, c) }, [][3]float32{{10, 20, 0.8}, {13, 20, 0.8}, {13, 24, 0.8},
			{10, 24, 0.8}}, quad},
		{"gradient", func(b *Buffer) { b.RectGradient(10, 20, 3, 4, c, c.Alpha(0.5)) }, [][3]float32{{10, 20, 0.8},
			{13, 20, 0.8}, {13, 24, 0.4}, {10, 24, 0.4}}, quad},
		{"fan", func(b *Buffer) {
			for i := range 5 {
				b.Vertex(float32(i), 0, c)
			}
			b.Fan(1, 4)
		}, [][3]float32{{0, 0, 0.8}, {1, 0, 0.8}, {2, 0, 0.8}, {3, 0, 0.8}, {4, 0, 0.8}}, []uint32{1, 2, 3, 1, 3, 4}},
		// 3 wide: covered for 1 pixel on both sides, fading out to 2; half a pixel
		// longer at both ends.
		{"line", func(b *Buffer) { b.LineGradient(10, 20, 30, 20, 3, c, c.Alpha(0.5)) }, [][3]float32{
			{9.5, 22, 0}, {9.5, 21, 0.8}, {9.5, 19, 0.8}, {9.5, 18, 0}, {30.5, 22, 0}, {30.5, 21, 0.4}, {30.5, 19, 0.4},
			{30.5, 18, 0},
		}, []uint32{0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6}},
		// Half a pixel wide is one that is half as opaque.
		{"thin line", func(b *Buffer) { b.Line(10, 20, 10, 40, 0.5, c) }, [][3]float32{
			{9, 19.75, 0}, {10, 19.75, 0.4}, {11, 19.75, 0}, {9, 40.25, 0}, {10, 40.25, 0.4}, {11, 40.25, 0},
		}, []uint32{0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}},
		{"no way", func(b *Buffer) { b.Line(10, 20, 10, 20, 1, c) }, [][3]float32{
			{9.5, 21, 0}, {9.5, 20, 0.8}, {9.5, 19, 0}, {10.5, 21, 0}, {10.5, 20, 0.8}, {10.5, 19, 0},
		}, []uint32{0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}},
	} {
		var b Buffer
		s.draw(&b)
		got := corners(&b)
		same := len(got) == len(s.corners)
		for i := range got {
			for k := range got[i] {
				same = same && math.Abs(float64(got[i][k]-s.corners[i][k])) < 1e-4
			}
		}
		if !same || !slices.Equal(b.Indices, s.indices) {
			t.Errorf("%s: %v %v, want %v %v", s.name, got, b.Indices, s.corners, s.indices)
		}
	}
	var b Buffer
	b.Frame(10, 20, 30, 40, 2, c)
	for i, want := range [][4]float32{{10, 20, 40, 22}, {10, 58, 40, 60}, {10, 22, 12, 58}, {38, 22, 40, 58}} {
		if v, w := b.Vertices[4*i], b.Vertices[4*i+2]; v.X != want[0] || v.Y != want[1] || w.X != want[2] ||
			w.Y != want[3] {
			t.Errorf("side %d of the frame is from %v %v to %v %v, want %v", i, v.X, v.Y, w.X, w.Y, want)
		}
	}
	b.Reset()
	if len(b.Vertices) != 0 || len(b.Indices) != 0 {
		t.Error("a reset buffer is not empty")
	}
	b.Glyph(10, 20, 3, 4, 100, 200, 6, 8, c)
	for i, want := range [][4]float32{{10, 20, 100, 200}, {13, 20, 106, 200}, {13, 24, 106, 208}, {10, 24, 100, 208}} {
		if v := b.Vertices[i]; v.X != want[0] || v.Y != want[1] || v.U != want[2] || v.V != want[3] {
			t.Errorf("corner %d of the glyph is %+v, want %v", i, v, want)
		}
	}
}

// TestRoundShapes: circles fade out over a pixel around their radius, rings on
// both sides, in as many steps as 3 times the root of the radius and 8.
func TestRoundShapes(t *testing.T) {
	for _, s := range []struct {
		name         string
		inner, outer float32
		steps        int
		rows         []float32 // radius and opacity in turn
	}{
		{"circle", 0, 16, 20, []float32{16.5, 0, 15.5, 1}},
		{"small circle", 0, 0.25, 9, []float32{0.75, 0, 0, 1}},
		{"ring", 4, 9, 17, []float32{9.5, 0, 8.5, 1, 4.5, 1, 3.5, 0}},
		{"huge ring", 100, 900, 64, []float32{900.5, 0, 899.5, 1, 100.5, 1, 99.5, 0}},
	} {
		var b Buffer
		b.Ring(50, 60, s.inner, s.outer, Color{1, 1, 1, 1})
		row := len(s.rows) / 2
		if len(b.Vertices) != s.steps*row {
			t.Errorf("%s: %d vertices, want %d steps of %d", s.name, len(b.Vertices), s.steps, row)
			continue
		}
		for i, v := range b.Vertices {
			r := math.Hypot(float64(v.X-50), float64(v.Y-60))
			if want := s.rows[i%row*2]; math.Abs(r-float64(want)) > 1e-3 || v.A != s.rows[i%row*2+1] {
				t.Fatalf("%s: vertex %d is %v from the middle, opacity %v; want %v", s.name, i, r, v.A, want)
			}
		}
	}
	var b Buffer
	b.Ring(0, 0, 1, 0, Color{1, 1, 1, 1})
	b.Ring(0, 0, 1, -3, Color{1, 1, 1, 1})
	if len(b.Vertices) != 0 {
		t.Error("a ring without a radius is drawn")
	}
}

// TestLineAt: a line is found where it begins, and nothing else is.
func TestLineAt(t *testing.T) {
	var b Buffer
	b.Rect(0, 0, 5, 5, RGB(0xffffff))
	thin := len(b.Indices)
	b.Line(1, 1, 9, 9, 1, RGB(0xffffff))
	wide := len(b.Indices)
	b.LineGradient(1, 1, 9, 9, 4, RGB(0xffffff), RGB(0xff0000))
	for i := range b.Indices {
		corners, indices := b.LineAt(i)
		want, wantIndices := 0, 0
		switch i {
		case thin:
			want, wantIndices = 6, 12
		case wide:
			want, wantIndices = 8, 18
		}
		if len(corners) != want || indices != wantIndices {
			t.Errorf("at %d there are %d corners of %d indices, not %d of %d", i, len(corners), indices, want,
				wantIndices)
		}
		if want > 0 && &corners[0] != &b.Vertices[b.Indices[i]] {
			t.Errorf("the corners at %d are others", i)
		}
	}
	alone := Buffer{}
	alone.Line(1, 1, 9, 9, 1, RGB(0xffffff))
	if corners, _ := alone.LineAt(0); len(corners) != 6 {
		t.Errorf("a line with nothing behind it has %d corners", len(corners))
	}
	// Any other index, the last corner missing, or an index missing.
	for _, at := range []int{thin, wide} {
		_, count := b.LineAt(at)
		for k := at + 1; k < at+count; k++ {
			b.Indices[k]++
			if corners, _ := b.LineAt(at); corners != nil {
				t.Errorf("with index %d changed there is a line", k)
			}
			b.Indices[k]--
		}
		short := Buffer{Vertices: b.Vertices[:int(b.Indices[at])+count/3+1], Indices: b.Indices}
		if corners, _ := short.LineAt(at); corners != nil {
			t.Error("a line has a corner that is not there")
		}
		short = Buffer{Vertices: b.Vertices, Indices: b.Indices[:at+count-1]}
		if corners, _ := short.LineAt(at); corners != nil {
			t.Error("a line has a triangle that is not there")
		}
	}
	far := Buffer{Vertices: b.Vertices, Indices: slices.Clone(b.Indices[thin:wide])}
	for i := range far.Indices {
		far.Indices[i] += 1<<32 - 20
	}
	if corners, _ := far.LineAt(0); corners != nil {
		t.Error("a line of corners far behind the last")
	}
}
