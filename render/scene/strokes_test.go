package scene

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"demoscope/bsp"
)

// TestStrokesHide: of the upper edge of a wall that is 200 units away a post that is 100 units away hides the
// middle. With a field of view of 90 degrees a picture of 320x240 has 160 pixels for a unit at a depth of 1.
func TestStrokesHide(t *testing.T) {
	wall, post := upright(200, 100, 200, -100, -50, 50, bsp.KindSolid), upright(100, 20, 100, -20, -100, 100,
		bsp.KindSolid)
	wall.BothSides, post.BothSides = true, true
	for _, c := range []struct {
		list []bsp.Polygon
		want [][2]float64 // from where to where the edge is seen, in pixels
	}{
		{[]bsp.Polygon{wall}, [][2]float64{{80, 240}}},
		{[]bsp.Polygon{wall, post}, [][2]float64{{80, 128}, {192, 240}}},
		{[]bsp.Polygon{post, wall}, [][2]float64{{80, 128}, {192, 240}}},
	} {
		s := New()
		s.SetGeometry(Prepare(bsp.Build(c.list, nil)))
		s.Build(nil, Camera{FOV: 90}, View{320, 240, 1}, &Options{Mode: HiddenLine, Follow: -1})
		var got [][2]float64
		for _, k := range s.Strokes() {
			if math.Abs(float64(k.Y0)-80) < 0.5 && math.Abs(float64(k.Y1)-80) < 0.5 { // 120 - 50/200*160
				got = append(got, [2]float64{float64(min(k.X0, k.X1)), float64(max(k.X0, k.X1))})
			}
		}
		slices.SortFunc(got, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		if len(got) != len(c.want) {
			t.Errorf("%d walls: %v is seen, want %v", len(c.list), got, c.want)
			continue
		}
		for i := range got {
			if math.Abs(got[i][0]-c.want[i][0]) > 0.1 || math.Abs(got[i][1]-c.want[i][1]) > 0.1 {
				t.Errorf("%d walls: %v is seen, want %v", len(c.list), got, c.want)
			}
		}
	}
}

// TestWaterHidesNothing: what is behind water is seen.
func TestWaterHidesNothing(t *testing.T) {
	wall, pane := upright(200, 100, 200, -100, -50, 50, bsp.KindSolid), upright(100, 20, 100, -20, -100, 100,
		bsp.KindWater)
	wall.BothSides, pane.BothSides = true, true
	s := New()
	s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{wall, pane}, nil)))
	s.Build(nil, Camera{FOV: 90}, View{320, 240, 1}, &Options{Mode: HiddenLine, Follow: -1})
	for _, k := range s.Strokes() {
		if math.Abs(float64(k.Y0)-80) < 0.5 && math.Abs(float64(k.X1-k.X0)) > 159 {
			return
		}
	}
	t.Error("the edge behind the water is not there as a whole")
}

// TestStrokesOfWhoIsBehindThePresumed: whom the picture draws over a wall that is only presumed is among the
// strokes, and his hole there cuts what lies around him: at 300 units half of its dense middle is 28 units
// wide and 36 high, with 160 pixels for a unit at a depth of 1. A wall that is known hides him.
func TestStrokesOfWhoIsBehindThePresumed(t *testing.T) {
	for _, c := range []struct {
		kind bsp.Kind
		body bool
		// to where the part of the step's edge reaches that begins on the left, and from where the one that
		// ends on the right
		edge [2]float64
	}{
		// one part
		{bsp.KindPresumed, true, [2]float64{146.6, 173.4}}, {bsp.KindSolid, false, [2]float64{192.8, 127.2}},
	} {
		step := levelAt(60, -40, 95, 40, 0, bsp.KindSolid) // its farther edge is at the height of his legs
		wall := upright(100, -64, 100, 64, -24, 100, c.kind)
		wall.BothSides = true
		s := New()
		s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{step, wall}, nil)))
		s.Build(momentOf(vec{200, 0, 0}), Camera{Origin: vec{-100, 0, 20}, FOV: 90}, View{320, 240, 1},
			&Options{Mode: HiddenLine, Follow: -1})
		body := 0
		var left, right float64
		for _, k := range s.Strokes() {
			switch y := float64(k.Y0); {
			case math.Abs(y-136.41) < 0.1 && math.Abs(float64(k.Y1-k.Y0)) < 0.1:
				if k.X0 > k.X1 {
					k.X0, k.X1 = k.X1, k.X0
				}
				if k.X0 < 140 {
					left = float64(k.X1)
				}
				if k.X1 > 180 {
					right = float64(k.X0)
				}
			case y > 110 && y < 132 && k.X0 > 145 && k.X0 < 175: // above the step there is nothing but him
				body++
			}
		}
		if body > 10 != c.body {
			t.Errorf("behind a face that is %v: %d strokes of him", c.kind, body)
		}
		if math.Abs(left-c.edge[0]) > 0.5 || math.Abs(right-c.edge[1]) > 0.5 {
			t.Errorf("behind a face that is %v: the edge is seen until %v and from %v on, want %v", c.kind, left,
				right, c.edge)
		}
	}
}

// TestStrokesThroughWhatThinsOut: what is upright and only presumed hides where it is opaque, not as a whole
// or not at all. This one is so below and clear at its upper end: from 40 to 200 pixels it lets less and less
// through, at 152 three tenths. The edge behind it reaches from 80 to 160.
func TestStrokesThroughWhatThinsOut(t *testing.T) {
	wall, pane := upright(200, 20, 200, -20, -50, 50, bsp.KindSolid), upright(100, 50, 100, -50, -50, 50,
		bsp.KindPresumed)
	wall.BothSides, pane.BothSides = true, true
	for _, c := range []struct {
		light []uint8 // of the corners: below, above, above, below
		until float64
	}{
		{[]uint8{255, 0, 0, 255}, 152}, {[]uint8{0, 0, 0, 0}, 160}, {[]uint8{255, 255, 255, 255}, 0},
	} {
		pane.Light = c.light
		s := New()
		s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{wall, pane}, nil)))
		s.Build(nil, Camera{FOV: 90}, View{320, 240, 1}, &Options{Mode: HiddenLine, Follow: -1})
		seen := 0.0
		for _, k := range s.Strokes() {
			if math.Abs(float64(k.X0)-144) < 0.1 && math.Abs(float64(k.X1)-144) < 0.1 { // 160 - 20/200*160
				seen = max(seen, float64(k.Y0), float64(k.Y1))
			}
		}
		if math.Abs(seen-c.until) > 0.2 {
			t.Errorf("light %v: the edge behind it is seen until %v, want %v", c.light, seen, c.until)
		}
	}
}

// TestCaptureSeesEverything: a player behind the camera and behind a wall is captured, and who is watched is not.
func TestCaptureSeesEverything(t *testing.T) {
	floor := levelAt(-256, -256, 512, 256, -24, bsp.KindSolid)
	s := New()
	s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{floor, upright(-100, -64, -100, 64, -24, 100, bsp.KindSolid)}, nil)))
	m := momentOf(vec{-200, 0, 0}, vec{0, 0, 0})
	m.Eye.Known, m.Eye.Slot = true, 1
	k := s.Capture(m, Camera{FOV: 90}, View{320, 200, 1}, &Options{Follow: -1, FirstPerson: true})
	if len(k.Bodies) != 1 || k.Bodies[0].ID != (BodyID{Kind: PlayerBody, Number: 0}) {
		t.Fatalf("captured %+v", k.Bodies)
	}
	if at := k.Bodies[0].Parts[0].At.Origin; at != (vec{-200, 0, 0}) {
		t.Errorf("the legs are at %v", at)
	}
	if c := s.Colors(&k.Bodies[0].Parts[0]); len(c) != len(k.Bodies[0].Parts[0].Model.Triangles) || c[0].A != 1 {
		t.Errorf("%d colors, the first one %v", len(c), c[0])
	}
	// What was captured is not drawn later, and pictures go on as before.
	if s.Build(m, Camera{Origin: vec{-100, 0, 20}, Angles: vec{0, 180, 0}, FOV: 90}, View{320, 200, 1}, nil); len(
		s.sight.figures) != 1 || len(s.World.Vertices) == 0 {
		t.Errorf("after it %d figures are drawn", len(s.sight.figures))
	}
}
