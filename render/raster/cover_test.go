package raster

import (
	"image"
	"image/color"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"demoscope/render/draw"
)

// A pixel is covered if its middle is within, and a rectangle is hidden if all its pixels are.
func TestCover(t *testing.T) {
	var c Cover
	c.Reset(200, 100)
	c.AddFan([][2]float32{{10, 20}, {150, 20}, {150, 40}, {10, 40}})
	for _, test := range []struct {
		left, top, right, bottom float32
		hidden                   bool
	}{
		{10, 20, 149, 39, true}, {50, 25, 51, 26, true}, {63, 20, 65, 21, true},
		{9, 20, 20, 30, false}, {10, 19, 20, 30, false}, {140, 20, 150, 30, false}, {140, 20, 149, 40, false},
		{-20, 25, 5, 30, false}, {300, 25, 400, 30, false}, {10, 200, 20, 300, false}, {20, 30, 20, 30, false},
		{float32(math.NaN()), 20, 149, 39, false}, {10, 20, float32(math.Inf(1)), 39, false},
	} {
		if got := c.Hides(test.left, test.top, test.right, test.bottom); got != test.hidden {
			t.Errorf("%+v: %v", test, got)
		}
	}
	// Two halves that share a side are a whole, out of the picture too.
	c.AddFan([][2]float32{{0, 0}, {200, 0}, {0, 100}})
	if c.Hides(-50, -50, 300, 300) {
		t.Error("half a picture hides all")
	}
	c.AddFan([][2]float32{{200, 0}, {200, 100}, {0, 100}})
	if !c.Hides(-50, -50, 300, 300) {
		t.Error("the whole picture does not hide all")
	}
	if c.Reset(200, 100); c.Hides(50, 25, 51, 26) {
		t.Error("something is covered in the beginning")
	}
	// A corner that is no number, or too far away to be one of a picture, is in all triangles of its fan.
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), -1e12} {
		for axis := range 2 {
			polygon := [][2]float32{{10, 20}, {150, 20}, {150, 40}, {10, 40}}
			polygon[0][axis] = bad
			if c.AddFan(polygon); c.Hides(50, 30, 51, 31) {
				t.Errorf("%v covers something", polygon)
			}
		}
	}
}

// What is covered are the pixels that are drawn, of any polygon.
func TestCoverIsWhatIsDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	p, white := New(130, 70), draw.Color{R: 1, G: 1, B: 1, A: 1}
	var c Cover
	for range 400 {
		p.Fill(color.RGBA{A: 255})
		c.Reset(130, 70)
		for range 1 + r.IntN(3) {
			var polygon [][2]float32
			var b draw.Buffer
			for range 3 + r.IntN(3) {
				at := [2]float32{r.Float32()*230 - 50, r.Float32()*170 - 50}
				if r.IntN(3) == 0 {
					at = [2]float32{float32(math.Round(float64(at[0]))), float32(math.Round(float64(at[1]*2)) / 2)}
				}
				polygon = append(polygon, at)
				b.Vertex(at[0], at[1], white)
			}
			b.Fan(0, uint32(len(polygon)))
			p.Draw(&b, nil)
			c.AddFan(polygon)
		}
		for y := range 70 {
			for x := range 130 {
				drawn := p.Pix()[4*(130*y+x)] == 255
				if covered := c.rows[y*c.words+x>>6]>>(x&63)&1 == 1; covered != drawn {
					t.Fatalf("the pixel at %d, %d is drawn: %v, and covered: %v", x, y, drawn, covered)
				}
			}
		}
	}
}

// Convex polygons, with corners in a line and more than once, cover what their triangles do, but for single
// pixels at a corner that is within by the grid.
func TestCoverOfConvexPolygons(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var whole, fan Cover
	atOnce, missing, pixels := 0, 0, 0
	for range 3000 {
		// Corners around an ellipse, and between them some that are nearly in a line.
		x, y := r.Float64()*230-50, r.Float64()*170-50
		width, height := math.Exp(r.Float64()*7-1), math.Exp(r.Float64()*7-1)
		angles := make([]float64, 3+r.IntN(6))
		for i := range angles {
			angles[i] = r.Float64() * 2 * math.Pi
		}
		slices.Sort(angles)
		if r.IntN(2) == 0 {
			slices.Reverse(angles)
		}
		var polygon [][2]float32
		at := func(i int) (float64, float64) {
			sin, cos := math.Sincos(angles[i%len(angles)])
			return x + width*cos, y + height*sin
		}
		for i := range angles {
			x0, y0 := at(i)
			x1, y1 := at(i + 1)
			for range 1 + r.IntN(2) {
				polygon = append(polygon, [2]float32{float32(x0), float32(y0)})
			}
			if part := r.Float64(); r.IntN(2) == 0 {
				polygon = append(polygon, [2]float32{float32(x0 + (x1-x0)*part), float32(y0 + (y1-y0)*part)})
			}
		}
		whole.Reset(130, 70)
		fan.Reset(130, 70)
		if whole.addConvex(polygon) {
			atOnce++
		} else {
			whole.AddFan(polygon)
		}
		for i := 2; i < len(polygon); i++ {
			fan.add(&polygon[0], &polygon[i-1], &polygon[i])
		}
		for i, covered := range whole.rows {
			if covered&^fan.rows[i] != 0 {
				t.Fatalf("%v covers what its triangles do not", polygon)
			}
			missing += bits.OnesCount64(fan.rows[i] &^ covered)
			pixels += bits.OnesCount64(fan.rows[i])
		}
	}
	if atOnce < 2000 || missing > pixels/100000 {
		t.Errorf("%d of 3000 polygons were found to be convex, and %d of %d pixels are missing", atOnce,
			missing, pixels)
	}
}

// What is bare is filled, and nothing else, unless the picture is another one.
func TestBareRows(t *testing.T) {
	var c Cover
	c.Reset(8, 6)
	if got, want := c.Bare(), (Bare{image.Pt(8, 6), 0, 6}); got != want {
		t.Errorf("without faces %v is bare, want %v", got, want)
	}
	c.AddFan([][2]float32{{0, 0}, {8, 0}, {8, 2}, {0, 2}})
	c.AddFan([][2]float32{{0, 4}, {7, 4}, {7, 5}, {0, 5}}) // but for one pixel
	c.AddFan([][2]float32{{0, 5}, {8, 5}, {8, 6}, {0, 6}})
	bare := c.Bare()
	if want := (Bare{image.Pt(8, 6), 2, 5}); bare != want {
		t.Errorf("%v is bare, want %v", bare, want)
	}
	p := New(8, 6)
	p.FillBare(color.RGBA{1, 2, 3, 4}, bare)
	for y := range 6 {
		want := color.RGBA{A: 255}
		if y >= 2 && y < 5 {
			want = color.RGBA{1, 2, 3, 255}
		}
		for _, x := range []int{0, 7} {
			if got := p.Image().RGBAAt(x, y); got != want {
				t.Errorf("pixel %d, %d is %v, want %v", x, y, got, want)
			}
		}
	}
	for _, other := range []*Picture{New(8, 7), New(9, 6)} {
		other.FillBare(color.RGBA{1, 2, 3, 4}, bare)
		m := other.Image()
		for _, at := range []image.Point{{}, m.Rect.Max.Sub(image.Pt(1, 1))} {
			if got := m.RGBAAt(at.X, at.Y); got != (color.RGBA{1, 2, 3, 255}) {
				t.Errorf("of a picture of %v pixel %v is %v", m.Rect.Max, at, got)
			}
		}
	}
	c.AddFan([][2]float32{{0, 0}, {8, 0}, {8, 6}, {0, 6}})
	if b := c.Bare(); b.From != b.To {
		t.Errorf("of what is covered %v is bare", b)
	}
}
