package scene

import (
	"math"
	"slices"
	"testing"

	"demoscope/bsp"
	"demoscope/render/setting"
)

// skyOver returns a scene with a face of the sky of 20,000 units a side above an eye, and
// draws it.
func skyOver(eye vec, angles vec, o Options) *Scene {
	g := Prepare(nil)
	height := float32(500)
	g.vertices = []vec{{-1e4, -1e4, height}, {1e4, -1e4, height}, {1e4, 1e4, height}, {-1e4, 1e4, height}}
	g.corners = []uint32{0, 1, 2, 3}
	s := New()
	s.SetGeometry(g)
	s.Build(nil, Camera{Origin: eye, Angles: angles}, View{400, 300, 1}, &o)
	s.World.Reset()
	s.level.fillFace(&face{plane: plane{vec{0, 0, -1}, -height}, numCorners: 4, kind: bsp.KindSky, texture: -1})
	return s
}

// skyLines returns where the lines of the sky cross the middle of the picture, in pixels:
// those that run down it, and those that run across.
func skyLines(s *Scene) (down, across []int) {
	// The face comes first, then each line has six corners, of which the second and the
	// fifth are its ends.
	for i := 4; i+5 < len(s.World.Vertices); i += 6 {
		p, q := &s.World.Vertices[i+1], &s.World.Vertices[i+4]
		if dx, dy := abs(p.X-q.X), abs(p.Y-q.Y); dy > dx {
			down = append(down, int(math.Round(float64(p.X+q.X)/2)))
		} else {
			across = append(across, int(math.Round(float64(p.Y+q.Y)/2)))
		}
	}
	slices.Sort(down)
	slices.Sort(across)
	return down, across
}

// TestSkyTangents: the tangents are those of every 15 degrees.
func TestSkyTangents(t *testing.T) {
	for i, tangent := range skyTangents {
		if want := math.Tan(float64(15*(i-5)) * math.Pi / 180); math.Abs(float64(tangent)-want) > 1e-4 {
			t.Errorf("tangent %d is %v, want %v", i, tangent, want)
		}
	}
}

// TestLinesOfTheSky looks straight up, 4:3 and 90 degrees wide: 200 pixels are a tangent
// of 1. 15 degrees are 53.6 pixels, 30 are 115.5, 45 are the edge.
func TestLinesOfTheSky(t *testing.T) {
	want := []int{0, 85, 146, 200, 254, 315, 400}
	for _, eye := range []vec{{}, {300, -200, 100}} { // wherever the eye is
		down, across := skyLines(skyOver(eye, vec{-90, 0, 0}, Options{}))
		if !slices.Equal(down, want) || !slices.Equal(across, []int{35, 96, 150, 204, 265}) {
			t.Errorf("from %v lines run down at %v, across at %v", eye, down, across)
		}
	}
	// Half a step lower, what ran across the middle is 7.5 degrees from it: 26.3 pixels. The
	// next lines are at 22.5 degrees, 82.8 pixels.
	down, across := skyLines(skyOver(vec{}, vec{-82.5, 0, 0}, Options{}))
	if !slices.Equal(across, []int{67, 124, 176, 233}) || !slices.Contains(down, 200) {
		t.Errorf("7.5 degrees from straight up lines run down at %v, across at %v", down, across)
	}
}

// TestSkyWithoutLines: by option there are none, nor below the horizon; and the face is
// not darker far away.
func TestSkyWithoutLines(t *testing.T) {
	s := skyOver(vec{}, vec{-60, 0, 0}, Options{Switches: setting.SkyLines})
	if n := len(s.World.Vertices); n != 4 {
		t.Errorf("%d corners, want those of the face", n)
	}
	for i, v := range s.World.Vertices[1:] {
		if f := s.World.Vertices[0]; v.R != f.R || v.G != f.G || v.B != f.B {
			t.Errorf("corner %d has another color than the first", i+1)
		}
	}
	// An eye above the face sees it below its horizon.
	if down, across := skyLines(skyOver(vec{0, 0, 900}, vec{60, 0, 0}, Options{})); len(down)+len(across) > 0 {
		t.Errorf("below the horizon lines run down at %v, across at %v", down, across)
	}
}

// TestSkyFadesToTheHorizon: a line is faint below 20 degrees (the sine of which is 0.342),
// and none is left below 3.
func TestSkyFadesToTheHorizon(t *testing.T) {
	s := skyOver(vec{}, vec{}, Options{})
	up := s.frame.worldAxis(2)
	for degrees, want := range map[float64]float32{90: 1, 30: 1, 11.537: 0.5, 5.739: 0.1667, 2.8: 0, -30: 0} {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		// Looking along x: y in the picture is down, in pixels times the depth.
		c := corner{y: -float32(sin) * 100 * s.frame.focal, w: float32(cos) * 100}
		if got := s.frame.skyAlpha(&c, &up); abs(got-want) > 1e-3 {
			t.Errorf("at %v degrees a line has %v of its color, want %v", degrees, got, want)
		}
	}
}
