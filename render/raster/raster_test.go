package raster

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"

	"demoscope/render/draw"
)

// background is the color behind everything in tests.
var background = color.RGBA{10, 12, 16, 255}

var white4 = draw.Color{R: 1, G: 1, B: 1, A: 1}

// at returns a pixel as red, green and blue.
func (p *Picture) at(x, y int) [3]uint8 {
	c := p.pix[y*p.width+x]
	return [3]uint8{uint8(c), uint8(c >> 8), uint8(c >> 16)}
}

// covered returns the rows of a picture on black, one letter a pixel: a dot for black.
func covered(p *Picture) (rows []string) {
	for y := range p.height {
		row := ""
		for x := range p.width {
			switch c := p.at(x, y); {
			case c == [3]uint8{}:
				row += "."
			case c == [3]uint8{255, 255, 255}:
				row += "#"
			default:
				row += "+"
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestWhichPixelsAreCovered: those whose middle is in the triangle, or on an upper or left
// side of it. The rows are drawn by hand.
func TestWhichPixelsAreCovered(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(b *draw.Buffer)
		want []string
	}{
		{"all", func(b *draw.Buffer) { b.Triangle(-9, -9, 20, -9, -9, 20, white4) }, []string{"#####", "#####",
			"#####", "#####"}},
		{"whole pixels", func(b *draw.Buffer) {
			b.Rect(1, 1, 3, 2, white4)
		}, []string{".....", ".###.", ".###.", "....."}},
		{"middles", func(b *draw.Buffer) {
			b.Rect(0.5, 0.5, 3, 2, white4)
		}, []string{"###..", "###..", ".....", "....."}},
		{"just behind the middles", func(b *draw.Buffer) {
			b.Rect(0.51, 0.51, 3, 2, white4)
		}, []string{".....", ".###.", ".###.", "....."}},
		{"turned the other way", func(b *draw.Buffer) { b.Quad(1, 1, 1, 3, 4, 3, 4, 1, white4) },
			[]string{".....", ".###.", ".###.", "....."}},
		// The long side goes through the middles of 3, 2, 1 and 0: a right one, then a left one.
		{"right side on middles", func(b *draw.Buffer) { b.Triangle(0, 0, 4, 0, 0, 4, white4) },
			[]string{"###..", "##...", "#....", "....."}},
		{"left side on middles", func(b *draw.Buffer) { b.Triangle(4, 0, 4, 4, 0, 4, white4) },
			[]string{"...#.", "..##.", ".###.", "####."}},
		{"a point up", func(b *draw.Buffer) { b.Triangle(2.5, 0, 5, 4, 0, 4, white4) }, []string{"..#..", "..#..",
			".###.", "#####"}},
		{"a point down", func(b *draw.Buffer) { b.Triangle(0, 0, 5, 0, 2.5, 4, white4) }, []string{"#####", ".###.",
			"..#..", "..#.."}},
		{"between two middles", func(b *draw.Buffer) {
			b.Rect(1.6, 0, 0.8, 4, white4)
		}, []string{".....", ".....", ".....", "....."}},
		{"a line of no area", func(b *draw.Buffer) { b.Triangle(0, 0, 5, 4, 2.5, 2, white4) },
			[]string{".....", ".....", ".....", "....."}},
		{"outside", func(b *draw.Buffer) {
			b.Rect(5, 0, 9, 4, white4)
			b.Rect(-9, 0, 9, 4, white4)
			b.Rect(0, -9, 5, 9, white4)
			b.Rect(0, 4, 5, 9, white4)
		}, []string{".....", ".....", ".....", "....."}},
	} {
		var b draw.Buffer
		c.draw(&b)
		p := New(5, 4)
		p.Draw(&b, nil)
		if got := covered(p); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}

// inside reports whether a pixel belongs to a triangle, by the signs of the areas between
// its sides and the pixel's middle.
func inside(v *[3][2]int64, x, y int64) bool {
	px, py := x*256+128, y*256+128
	area := func(a, b [2]int64, x, y int64) int64 { return (b[0]-a[0])*(y-a[1]) - (b[1]-a[1])*(x-a[0]) }
	turn := area(v[0], v[1], v[2][0], v[2][1])
	if turn == 0 {
		return false
	}
	for i := range 3 {
		a, b := v[i], v[(i+1)%3]
		if turn < 0 {
			a, b = b, a
		}
		// With y downwards the inside is to the right of a side that goes down it: sides
		// that go up are left ones, and level ones that go right are upper ones.
		e := area(a, b, px, py)
		if e < 0 || e == 0 && !(b[1] < a[1] || b[1] == a[1] && b[0] > a[0]) {
			return false
		}
	}
	return true
}

// place draws a coordinate: often such that sides go through middles of pixels.
func place(t *rapid.T, name string, most int) float32 {
	steps := rapid.SampledFrom([]int{1, 2, 4, 256}).Draw(t, name+" steps")
	return float32(rapid.IntRange(-2*most*steps, 3*most*steps).Draw(t, name)) / float32(steps)
}

// TestPixelsOfAnyTriangle compares the pixels of triangles with those that the signs of
// areas say, one by one.
func TestPixelsOfAnyTriangle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const w, h = 13, 11
		var b draw.Buffer
		var v [3][2]int64
		for i := range 3 {
			x, y := place(t, "x", w), place(t, "y", h)
			b.Vertex(x, y, white4)
			v[i] = [2]int64{int64(x * 256), int64(y * 256)}
		}
		b.Index(0, 1, 2)
		p := New(w, h)
		p.Draw(&b, nil)
		for y := range h {
			for x := range w {
				got := p.at(x, y) != [3]uint8{}
				if want := inside(&v, int64(x), int64(y)); got != want {
					t.Fatalf("pixel %d %d is covered: %v, want %v", x, y, got, want)
				}
			}
		}
	})
}

// TestSharedSidesAreDrawnOnce: where triangles meet, every pixel is in one of them. The
// triangles are half transparent, so that a pixel tells how often it was drawn.
func TestSharedSidesAreDrawnOnce(t *testing.T) {
	half := draw.Color{R: 1, G: 1, B: 1, A: 0.5}
	rapid.Check(t, func(t *rapid.T) {
		const w, h = 16, 12
		var b draw.Buffer
		// A rectangle around the picture, cut from a point in it.
		x, y := place(t, "x", w)/8+w/2, place(t, "y", h)/8+h/2
		x, y = max(0, min(w, x)), max(0, min(h, y))
		around := [][2]float32{{-1, -1}, {place(t, "top", w)/4 + w/2, -1}, {w + 1, -1},
			{w + 1, place(t, "right", h)/4 + h/2}, {w + 1, h + 1}, {-1, h + 1}}
		b.Vertex(x, y, half)
		for _, c := range around {
			b.Vertex(c[0], c[1], half)
		}
		for i := range around {
			j := (i + 1) % len(around)
			if rapid.Bool().Draw(t, "turned") {
				i, j = j, i
			}
			b.Index(0, uint32(i+1), uint32(j+1))
		}
		// Points on the upper and right sides may lie beyond its corners: then the
		// triangles overlap.
		if around[1][0] < -1 || around[1][0] > w+1 || around[3][1] < -1 || around[3][1] > h+1 {
			t.Skip()
		}
		p := New(w, h)
		p.Draw(&b, nil)
		for i, c := range p.pix {
			if c != 0xff7f7f7f {
				t.Fatalf("pixel %d %d is %08x: not drawn once", i%w, i/w, c)
			}
		}
	})
}

// fenced returns a picture with a fence of pixels around its memory, and a function that
// fails a test if the fence does not stand, or the picture is not opaque.
func fenced(w, h int) (*Picture, func(fataler)) {
	const fence, post = 64, 0x12345678
	all := make([]uint32, w*h+2*fence)
	fill(all, post)
	p := &Picture{width: w, height: h, pix: all[fence : fence+w*h]}
	p.Fill(background)
	return p, func(t fataler) {
		for i := range fence {
			if all[i] != post || all[len(all)-1-i] != post {
				t.Fatalf("pixels outside of the picture are drawn")
			}
		}
		for i, c := range p.pix {
			if c>>24 != 255 {
				t.Fatalf("pixel %d is %08x: not opaque", i, c)
			}
		}
	}
}

// fataler is a test, also one of package rapid.
type fataler interface{ Fatalf(string, ...any) }

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// odd are numbers that no triangle should have.
var odd = []float32{
	0, -0.5, 0.5, 1, -1, 3.7, 8192, -8192, 1 << 20, -(1 << 20), 1<<20 + 1, 1e9, -1e9, 1e38, -1e38, inf, -inf, nan,
	math.SmallestNonzeroFloat32, 1e-30, 0.001953125,
}

// TestAnyNumbers: whatever the corners are, drawing ends and touches nothing else.
func TestAnyNumbers(t *testing.T) {
	atlas := image.NewRGBA(image.Rect(0, 0, 7, 5))
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 20).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
		p, check := fenced(w, h)
		number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float32(), rapid.Float32Range(-40, 40),
			rapid.Float32Range(0, 1))
		var b draw.Buffer
		for range 6 {
			b.Vertices = append(b.Vertices, draw.Vertex{
				X: number.Draw(t, "x"), Y: number.Draw(t, "y"), U: number.Draw(t, "u"), V: number.Draw(t, "v"),
				R: number.Draw(t, "r"), G: number.Draw(t, "g"), B: number.Draw(t, "b"), A: number.Draw(t, "a"),
			})
		}
		b.Indices = rapid.SliceOfN(rapid.SampledFrom([]uint32{0, 1, 2, 3, 4, 5, 6, math.MaxUint32}), 0, 20).Draw(
			t, "indices")
		p.Draw(&b, nil)
		p.Draw(&b, atlas)
		check(t)
	})
}

// TestWhatCannotBeDrawn: what is no number, is too far away or has no corner is left out,
// and the rest is drawn.
func TestWhatCannotBeDrawn(t *testing.T) {
	for _, x := range []float32{nan, inf, -inf, 1e9, -1e9} {
		var b draw.Buffer
		b.Triangle(x, 0, 4, 0, 0, 4, white4)
		b.Triangle(0, x, 4, 0, 0, 4, white4)
		b.Index(0, 1, 99)
		b.Index(1<<31, 1, 2)
		b.Rect(1, 1, 1, 1, white4)
		p := New(3, 3)
		p.Draw(&b, nil)
		if got := fmt.Sprint(covered(p)); got != "[... .#. ...]" {
			t.Errorf("with %v: %s", x, got)
		}
	}
	// At the limit they are drawn.
	var b draw.Buffer
	b.Triangle(-maxCoordinate, -maxCoordinate, maxCoordinate, -maxCoordinate, -maxCoordinate, maxCoordinate, white4)
	p := New(3, 3)
	p.Draw(&b, nil)
	// Its long side goes from the right upper to the left lower corner, through 0, 0.
	if got := fmt.Sprint(covered(p)); got != "[... ... ...]" {
		t.Error(got)
	}
	b.Triangle(maxCoordinate, maxCoordinate, maxCoordinate, -maxCoordinate, -maxCoordinate, maxCoordinate, white4)
	p.Draw(&b, nil)
	if got := fmt.Sprint(covered(p)); got != "[### ### ###]" {
		t.Error(got)
	}
}

// TestWorkIsBounded: after maxScreens times all of the picture nothing more is drawn.
func TestWorkIsBounded(t *testing.T) {
	var b draw.Buffer
	for range 2 * maxScreens {
		b.Rect(0, 0, 8, 8, draw.Color{A: 1})
	}
	b.Rect(0, 0, 8, 8, white4)
	p := New(8, 8)
	p.Draw(&b, nil)
	if got := p.at(4, 4); got != [3]uint8{} {
		t.Errorf("a rectangle after 512 of the picture's size is drawn: %v", got)
	}
	b.Indices = b.Indices[len(b.Indices)-6*200:]
	p.Draw(&b, nil)
	if got := p.at(4, 4); got != [3]uint8{255, 255, 255} {
		t.Errorf("one after 199 is not drawn: %v", got)
	}
}

// TestLargePictures: sides of 8192 pixels, to the last one.
func TestLargePictures(t *testing.T) {
	for _, size := range []image.Point{{8192, 2}, {2, 8192}, {8192, 8192}} {
		if size.X*size.Y > 1<<20 && testing.Short() {
			continue
		}
		p := New(size.X, size.Y)
		var b draw.Buffer
		w, h := float32(size.X), float32(size.Y)
		// From black at the left to a gray at the right; what is added for a pixel is no
		// whole number of what colors are counted in.
		gray := draw.Color{R: 0.7003, G: 0.7003, B: 0.7003, A: 1}
		v := []uint32{b.Vertex(0, 0, draw.Color{A: 1}), b.Vertex(w, 0, gray), b.Vertex(w, h, gray),
			b.Vertex(0, h, draw.Color{A: 1})}
		b.Index(v[0], v[1], v[2])
		b.Index(v[0], v[2], v[3])
		p.Draw(&b, nil)
		for _, y := range []int{0, 1, size.Y - 1} {
			for x := range size.X {
				want := 255 * 0.7003 * (float64(x) + 0.5) / float64(size.X)
				if got := p.at(x, y); math.Abs(float64(got[0])-want) > 0.6 || got[1] != got[0] || got[2] != got[0] {
					t.Fatalf("%v: pixel %d %d is %v, want %v", size, x, y, got, want)
				}
			}
		}
	}
}

// TestBlending: half of white over black is 127 or 128, and so on, by hand; then all opacities
// and colors within one of 255 of what the formula says.
func TestBlending(t *testing.T) {
	for _, c := range []struct {
		below, above draw.Color
		want         [3]uint8
	}{
		{draw.Color{A: 1}, draw.Color{R: 1, G: 1, B: 1, A: 0.5}, [3]uint8{128, 128, 128}},
		{draw.RGB(0xff8040), draw.Color{R: 1, G: 1, B: 1, A: 0}, [3]uint8{255, 128, 64}},
		{draw.RGB(0xff8040), draw.RGB(0x010203), [3]uint8{1, 2, 3}},
		{draw.RGB(0x0000ff), draw.Color{R: 1, A: 0.25}, [3]uint8{64, 0, 191}},
		{draw.RGB(0xffffff), draw.Color{A: 0.75}, [3]uint8{64, 64, 64}},
		{draw.RGB(0xffffff), draw.Color{R: 1, G: 1, B: 1, A: 0.3}, [3]uint8{255, 255, 255}},
	} {
		var b draw.Buffer
		b.Rect(0, 0, 1, 1, c.below)
		b.Rect(0, 0, 1, 1, c.above)
		p := New(1, 1)
		p.Draw(&b, nil)
		got := p.at(0, 0)
		for i := range got {
			if d := int(got[i]) - int(c.want[i]); d < -1 || d > 1 {
				t.Errorf("%v over %v is %v, want %v", c.above, c.below, got, c.want)
				break
			}
		}
	}
	p := New(256, 1)
	for a := range 513 {
		for _, part := range []float64{0, 0.3, 0.999, 1} {
			alpha := float64(a) / 512
			for d := range p.pix {
				p.pix[d] = uint32(d)*0x010101 | opaque
			}
			var b draw.Buffer
			b.Rect(0, 0, 256, 1, draw.Color{R: float32(part), G: 1, B: 0, A: float32(alpha)})
			p.Draw(&b, nil)
			for d := range p.pix {
				got := p.at(d, 0)
				for i, c := range [3]float64{part, 1, 0} {
					want := 255*c*alpha + float64(d)*(1-alpha)
					if math.Abs(float64(got[i])-want) > 1.01 {
						t.Fatalf("%v with opacity %v over %d is %d, want %v", c, alpha, d, got[i], want)
					}
				}
				if a == 0 && got != [3]uint8{uint8(d), uint8(d), uint8(d)} {
					t.Fatalf("what cannot be seen changes %d to %v", d, got)
				}
			}
		}
	}
}

// TestColorsBetweenCorners: they go evenly from corner to corner, opaque or not.
func TestColorsBetweenCorners(t *testing.T) {
	const w, h = 700, 300
	for _, alpha := range []float32{1, 0.5} {
		var b draw.Buffer
		c := func(r, g, bl float32) draw.Color { return draw.Color{R: r, G: g, B: bl, A: alpha} }
		b.Vertex(0, 0, c(0, 0, 1))
		b.Vertex(w, 0, c(1, 0, 1))
		b.Vertex(0, h, c(0, 1, 0))
		b.Index(0, 1, 2)
		p := New(w, h)
		p.Draw(&b, nil)
		n := 0
		for y := range h {
			for x := range w {
				u, v := (float64(x)+0.5)/w, (float64(y)+0.5)/h
				if u+v > 0.999 {
					continue
				}
				n++
				got := p.at(x, y)
				for i, f := range [3]float64{u, v, 1 - v} {
					if want := 255 * f * float64(alpha); math.Abs(float64(got[i])-want) > 1.01 {
						t.Fatalf("opacity %v: channel %d of pixel %d %d is %d, want %v", alpha, i, x, y, got[i], want)
					}
				}
			}
		}
		if n < w*h*49/100 {
			t.Fatalf("only %d pixels", n)
		}
	}
}

// TestTextures: pixels of the atlas come where they should, once and twice as large, with
// color and opacity. What is between two values becomes the lower one.
func TestTextures(t *testing.T) {
	atlas := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range atlas.Pix {
		atlas.Pix[i] = 255
	}
	// At 4, 4: a transparent, a half white, a red and a white one.
	atlas.SetRGBA(4, 4, color.RGBA{})
	atlas.SetRGBA(5, 4, color.RGBA{128, 128, 128, 128})
	atlas.SetRGBA(4, 5, color.RGBA{255, 0, 0, 255})
	draw1 := func(size float32, c draw.Color) *Picture {
		var b draw.Buffer
		b.Glyph(1, 1, size, size, 4, 4, 2, 2, c)
		p := New(6, 6)
		p.Draw(&b, atlas)
		return p
	}
	p := draw1(2, white4)
	for _, c := range []struct {
		x, y int
		want [3]uint8
	}{{1, 1, [3]uint8{}}, {2, 1, [3]uint8{128, 128, 128}}, {1, 2, [3]uint8{255, 0, 0}}, {2, 2, [3]uint8{255, 255, 255}},
		{0, 0, [3]uint8{}}, {3, 3, [3]uint8{}}} {
		if got := p.at(c.x, c.y); got != c.want {
			t.Errorf("pixel %d %d is %v, want %v", c.x, c.y, got, c.want)
		}
	}
	p = draw1(4, draw.Color{R: 1, G: 0.5, B: 0, A: 0.5})
	for _, c := range []struct {
		x, y int
		want [3]uint8
	}{{1, 1, [3]uint8{}}, {2, 2, [3]uint8{}}, {3, 1, [3]uint8{64, 32, 0}}, {4, 2, [3]uint8{64, 32, 0}},
		{1, 3, [3]uint8{127, 0, 0}}, {4, 4, [3]uint8{127, 64, 0}}, {5, 5, [3]uint8{}}} {
		if got := p.at(c.x, c.y); got != c.want {
			t.Errorf("twice as large: pixel %d %d is %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestTextureWithoutOpacity: what is red in the atlas, and not opaque, adds red.
func TestTextureWithoutOpacity(t *testing.T) {
	atlas := image.NewRGBA(image.Rect(0, 0, 8, 8))
	atlas.SetRGBA(4, 4, color.RGBA{100, 0, 0, 0})
	p := New(1, 1)
	p.Fill(color.RGBA{50, 60, 70, 255})
	var b draw.Buffer
	b.Glyph(0, 0, 1, 1, 4, 4, 1, 1, white4)
	p.Draw(&b, atlas)
	if got := p.at(0, 0); got != [3]uint8{150, 60, 70} {
		t.Error(got)
	}
}

// TestLettersOfTwoColors: a color that changes goes on to do so over the white of letters.
func TestLettersOfTwoColors(t *testing.T) {
	atlas := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range atlas.Pix {
		atlas.Pix[i] = 255
	}
	var b draw.Buffer
	b.Glyph(0, 0, 5, 1, 4, 4, 5, 1, white4)
	b.Vertices[1].R, b.Vertices[2].R = 0, 0 // at the right side
	p := New(5, 1)
	p.Draw(&b, atlas)
	for x, want := range []uint8{230, 179, 128, 77, 26} { // a tenth less than 255, and then a fifth each
		if got := p.at(x, 0); max(got[0], want)-min(got[0], want) > 1 || got[1] != 255 {
			t.Errorf("pixel %d is %v, not of %d red", x, got, want)
		}
	}
}

// TestBrighterThanOpaque: colors that add light stop at white.
func TestBrighterThanOpaque(t *testing.T) {
	p := New(2, 2)
	p.Fill(color.RGBA{200, 100, 0, 255})
	b := draw.Buffer{Indices: []uint32{0, 1, 2}}
	for _, c := range [][2]float32{{-9, -9}, {20, -9}, {-9, 20}} {
		b.Vertices = append(b.Vertices, draw.Vertex{X: c[0], Y: c[1], U: draw.WhiteU, V: draw.WhiteV, R: 0.5,
			G: 0.5, B: 0.5})
	}
	p.Draw(&b, nil)
	if got := p.at(1, 1); got != [3]uint8{255, 227, 127} {
		t.Errorf("a light over a color is %v", got)
	}
}

// TestPixelsAsBytes: the bytes of a picture are those of an image.
func TestPixelsAsBytes(t *testing.T) {
	p := New(2, 1)
	p.Fill(color.RGBA{1, 2, 3, 4})
	var b draw.Buffer
	b.Rect(1, 0, 1, 1, draw.RGB(0x102030))
	p.Draw(&b, nil)
	if got := fmt.Sprint(p.Pix()); got != "[1 2 3 255 16 32 48 255]" {
		t.Error(got)
	}
	m := p.Image()
	if m.Rect != image.Rect(0, 0, 2, 1) || m.RGBAAt(1, 0) != (color.RGBA{16, 32, 48, 255}) {
		t.Errorf("%v %v", m.Rect, m.RGBAAt(1, 0))
	}
	p.Resize(0, -3)
	if p.Image().Rect != image.Rect(0, 0, 1, 1) {
		t.Errorf("%v", p.Image().Rect)
	}
}

// TestMemoryBehindThePicture: a picture of any size has it, also one that became larger in the memory of another.
func TestMemoryBehindThePicture(t *testing.T) {
	p := New(100, 1)
	for _, width := range []int{100, 98, 101, 104, 110, 1, 300, 301} {
		p.Resize(width, 1)
		if behind := cap(p.pix) - len(p.pix); len(p.pix) != width || behind < beyond {
			t.Errorf("%d pixels of %d, and %d behind them", len(p.pix), width, behind)
		}
	}
}

// shapes draws something of everything that buffers hold.
func shapes(b *draw.Buffer) {
	b.Rect(0, 0, 320, 90, draw.RGB(0x203040))
	b.RectGradient(0, 90, 320, 90, draw.RGB(0x203040), draw.RGB(0xc09060))
	for i := range 24 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 12)
		x, y := float32(math.Round(cos*4096)/4096), float32(math.Round(sin*4096)/4096)
		b.LineGradient(60+10*x, 60+10*y, 60+50*x, 60+50*y, 0.5+float32(i)/8, draw.RGB(0xffffff),
			draw.RGB(0x40c0ff).Alpha(0.25))
	}
	b.Circle(160, 60, 36, draw.RGB(0xd04030).Alpha(0.75))
	b.Ring(160, 60, 20, 44, draw.RGB(0xf0e040).Alpha(0.5))
	n := b.Vertex(220.25, 20.5, draw.RGB(0xff0000))
	b.Vertex(300.75, 40.125, draw.RGB(0x00ff00))
	b.Vertex(250, 110.75, draw.RGB(0x0000ff))
	b.Index(n, n+1, n+2)
	n = b.Vertex(230, 10, draw.Color{R: 1, G: 1, B: 1, A: 0})
	b.Vertex(310, 100, draw.Color{R: 1, G: 0.5, B: 0, A: 1})
	b.Vertex(210, 120, draw.Color{R: 0, G: 0, B: 0, A: 0.5})
	b.Index(n, n+1, n+2)
	for i := range 12 {
		f := float32(i)
		b.Glyph(10+24*f, 130+f/4, 16+f/2, 16+f, 8, 8, 16, 16, draw.RGB(0xffe0a0).Alpha(1-f/16))
	}
	b.Frame(4, 124, 312, 52, 2, draw.RGB(0xffffff).Alpha(0.5))
}

// letter is an atlas with a form that is no square at 8, 8.
func letter() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 32, 32))
	for y := range 4 {
		for x := range 4 {
			m.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
		}
	}
	for y := range 16 {
		for x := range 16 {
			c := uint8(max(0, 255-40*max(0, (x-8)*(x-8)+(y-8)*(y-8)-40)))
			if (x-8)*(x-8)+(y-8)*(y-8) < 16 {
				c = uint8(y * 16)
			}
			m.SetRGBA(8+x, 8+y, color.RGBA{c, c, c, c})
		}
	}
	return m
}

func TestDrawDoesNotAllocate(t *testing.T) {
	var b draw.Buffer
	shapes(&b)
	p, atlas := New(320, 180), letter()
	if n := testing.AllocsPerRun(5, func() {
		p.Resize(320, 180)
		p.Fill(background)
		p.Draw(&b, atlas)
	}); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

// TestOneCorner: a texture, or a color brighter than its opacity, counts whichever corner has
// it. What is looked at is a pixel near that corner, on white.
func TestOneCorner(t *testing.T) {
	red := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range red.Pix {
		red.Pix[i] = [4]byte{255, 0, 0, 255}[i%4]
	}
	for top := range 3 {
		places := [3][2]float32{{10, 0}, {0, 20}, {20, 40}}
		x, y := places[top][0], places[top][1]
		nearX, nearY := int(10+(x-10)*0.8), int(20+(y-20)*0.8)
		for name, c := range map[string]struct {
			special draw.Vertex
			right   func(p [3]uint8) bool
		}{
			"texture": {draw.Vertex{X: x, Y: y, U: 30, V: 30, R: 1, G: 1, B: 1, A: 1}, func(p [3]uint8) bool {
				return p[0] > 150 && p[1] < 100
			}},
			"bright": {draw.Vertex{X: x, Y: y, U: draw.WhiteU, V: draw.WhiteV, R: 1, G: 1, B: 1, A: 0},
				func(p [3]uint8) bool { return p == [3]uint8{255, 255, 255} }},
		} {
			b := draw.Buffer{Vertices: []draw.Vertex{c.special}}
			for i, at := range places {
				if i != top {
					b.Vertices = append(b.Vertices, draw.Vertex{X: at[0], Y: at[1], U: draw.WhiteU, V: draw.WhiteV,
						R: 0.5, G: 0.5, B: 0.5, A: 0.5})
				}
			}
			b.Index(0, 1, 2)
			p := New(20, 40)
			p.Fill(color.RGBA{255, 255, 255, 255})
			p.Draw(&b, red)
			if got := p.at(nearX, nearY); !c.right(got) {
				t.Errorf("%s in corner %d: pixel %d %d is %v", name, top, nearX, nearY, got)
			}
		}
	}
}

// TestNonsenseInTheAtlas: a place in the atlas that is no number, or far away, is its first
// pixel, and an atlas without pixels is white.
func TestNonsenseInTheAtlas(t *testing.T) {
	atlas := image.NewRGBA(image.Rect(0, 0, 9, 9))
	for i := range atlas.Pix {
		atlas.Pix[i] = 255
	}
	copy(atlas.Pix, []byte{0, 255, 0, 255})
	for name, c := range map[string]struct {
		u     float32
		atlas *image.RGBA
		want  [3]uint8
	}{
		"no number": {float32(math.NaN()), atlas, [3]uint8{0, 255, 0}},
		"far away":  {1e30, atlas, [3]uint8{0, 255, 0}},
		"a pixel":   {8, atlas, [3]uint8{255, 255, 255}},
		"no pixels": {8, image.NewRGBA(image.Rectangle{}), [3]uint8{255, 255, 255}},
	} {
		var b draw.Buffer
		for _, at := range [][2]float32{{-9, -9}, {20, -9}, {-9, 20}} {
			b.Vertices = append(b.Vertices, draw.Vertex{X: at[0], Y: at[1], U: c.u, R: 1, G: 1, B: 1, A: 1})
		}
		b.Index(0, 1, 2)
		p := New(3, 2)
		p.Draw(&b, c.atlas)
		if got := p.at(1, 1); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestWorkCountsRows: a triangle between the middles of pixels costs its rows.
func TestWorkCountsRows(t *testing.T) {
	var b draw.Buffer
	b.Triangle(1.6, 0, 1.9, 0, 1.6, 4, white4)
	p := New(5, 4)
	p.Draw(&b, nil)
	if got, want := p.work, int64(maxScreens*(5*4+4)-4); got != want {
		t.Errorf("%d rows and pixels are left, want %d", got, want)
	}
}

// TestWholeNumbers: what becomes a whole number is bounded first, because processors differ
// beyond.
func TestWholeNumbers(t *testing.T) {
	nan, most := math.NaN(), int64(1)<<62
	for f, want := range map[float64]int64{0.4: 0, 2.5: 3, -0.4: 0, -2.5: -3, 1e30: most, -1e30: -most,
		math.Inf(1): most, nan: -most} {
		if got := nearest(f); got != want {
			t.Errorf("nearest to %v is %d, want %d", f, got, want)
		}
	}
	for f, want := range map[float64]int64{-3: 0, 0: 0, 7: 7, 254.7: 255, 255: 255, 300: 255, nan: 0} {
		if got := fixed(f, 255, 1); got != want {
			t.Errorf("%v is fixed as %d, want %d", f, got, want)
		}
	}
}
