package scene

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLinesAreCutAtTheSides compares a cut line with points along the whole one:
// those in the picture must lie on what is left.
func TestLinesAreCutAtTheSides(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := New()
	v := View{640, 480, 1}
	cut, gone := 0, 0
	for range 5000 {
		s.begin(nil, randomCamera(r, 50), v, nil)
		point := func() (vec, corner) {
			p := vec{r.Float32()*400 - 200, r.Float32()*400 - 200, r.Float32()*400 - 200}
			c := corner{light: 1}
			c.x, c.y, c.w = s.frame.transform(p)
			return p, c
		}
		_, p := point()
		_, q := point()
		a, b, ok := s.frame.clipLine(p, q, 0)
		x0, y0 := s.frame.screen(&a)
		x1, y1 := s.frame.screen(&b)
		if ok {
			cut++
			for _, n := range []float32{x0, x1} {
				if !(n > -1 && n < v.Width+1) {
					t.Fatalf("an end at %v is outside the picture", n)
				}
			}
			for _, n := range []float32{y0, y1} {
				if !(n > -1 && n < v.Height+1) {
					t.Fatalf("an end at height %v is outside the picture", n)
				}
			}
		} else {
			gone++
		}
		for i := range 65 {
			f := float32(i) / 64
			m := corner{p.x + (q.x-p.x)*f, p.y + (q.y-p.y)*f, p.w + (q.w-p.w)*f, 1}
			if m.w < nearPlane*1.01 {
				continue
			}
			x, y := s.frame.screen(&m)
			if x < 1 || x > v.Width-1 || y < 1 || y > v.Height-1 {
				continue
			}
			if !ok {
				t.Fatalf("a line with a point at %v %v was dropped", x, y)
			}
			// Distance from the cut line.
			dx, dy := float64(x1-x0), float64(y1-y0)
			l := math.Hypot(dx, dy)
			along := (float64(x-x0)*dx + float64(y-y0)*dy) / max(l, 1e-9)
			off := math.Abs(float64(x-x0)*dy-float64(y-y0)*dx) / max(l, 1e-9)
			if l > 1 && (off > 0.5 || along < -1 || along > l+1) {
				t.Fatalf("the point at %v %v does not lie on the line from %v %v to %v %v", x, y, x0, y0, x1, y1)
			}
		}
	}
	if cut < 500 || gone < 500 {
		t.Fatalf("%d lines cut, %d dropped: not enough of either", cut, gone)
	}
}

// TestCameraInsideGeometry looks from corners and edges of the map, where
// everything is cut at the near plane: no number may leave the guard band.
func TestCameraInsideGeometry(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q3/demoscope1.bsp"} {
		s := New()
		s.SetGeometry(Prepare(loadMap(t, name)))
		r := rand.New(rand.NewPCG(7, 8))
		v := View{800, 600, 1}
		check := func(c Camera) {
			for mode := range modes {
				s.Build(nil, c, v, &Options{Mode: mode})
				for _, x := range s.World.Vertices {
					// Guard bands are that many widths from the middle.
					if !(abs(x.X-v.Width/2) <= guard*v.Width && abs(x.Y-v.Height/2) <= guard*v.Height) {
						t.Fatalf("%s from %+v in %v: a vertex at %v %v", name, c, mode, x.X, x.Y)
					}
					if !(x.A >= 0 && x.A <= 1 && x.R >= 0 && x.R <= 1.01) {
						t.Fatalf("%s from %+v in %v: color %v %v %v %v", name, c, mode, x.R, x.G, x.B, x.A)
					}
				}
				for _, i := range s.World.Indices {
					if int(i) >= len(s.World.Vertices) {
						t.Fatalf("index %d of %d vertices", i, len(s.World.Vertices))
					}
				}
			}
		}
		for range 60 {
			c := randomCamera(r, 0)
			c.Origin = s.frame.g.vertices[r.IntN(len(s.frame.g.vertices))]
			check(c)
			e := s.frame.g.edges[r.IntN(len(s.frame.g.edges))]
			c.Origin = s.frame.g.vertices[e.v[0]].Add(s.frame.g.vertices[e.v[1]]).Mul(0.5)
			check(c)
			check(randomCamera(r, 3000))
		}
		nan := float32(math.NaN())
		check(Camera{vec{nan, 0, 0}, vec{0, nan, 0}, nan, 0})
		check(Camera{vec{1e30, 0, 0}, vec{1e30, 0, 0}, 1e30, 0})
	}
}

// TestPolygonCutAtNearPlane: a floor below the camera that reaches behind it
// covers exactly what lies below the horizon.
func TestPolygonCutAtNearPlane(t *testing.T) {
	s := New()
	s.begin(nil, Camera{Origin: vec{0, 0, 50}, FOV: 90}, View{640, 480, 1}, nil)
	s.canvas.polygon = s.canvas.polygon[:0]
	for _, p := range []vec{{-1000, -1e5, 0}, {-1000, 1e5, 0}, {1e6, 1e5, 0}, {1e6, -1e5, 0}} {
		c := corner{light: 1}
		c.x, c.y, c.w = s.frame.transform(p)
		s.canvas.polygon = append(s.canvas.polygon, c)
	}
	left := s.canvas.clip()
	area := float32(0)
	for i := range left {
		x0, y0 := s.frame.screen(&left[i])
		x1, y1 := s.frame.screen(&left[(i+1)%len(left)])
		area += (x0*y1 - x1*y0) / 2
	}
	// Two pixels more on three sides, see clipPolygon.
	if want := float32(644 * 242); abs(abs(area)-want) > 100 {
		t.Errorf("the floor covers %v pixels, want %v", abs(area), want)
	}
}
