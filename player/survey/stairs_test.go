package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// climb goes along y 4 from one x to another in frames of 1/20 s, at 320 units a second, on stairs of steps that are
// deep and high from x 0 on: a body rests on the highest step below any part of it.
func (k *walker) climb(from, to, deep, high float32, steps int) {
	dir := float32(16)
	if to < from {
		dir = -dir
	}
	for x := from; (to-x)*dir > 0; x += dir {
		n := 0
		for n < steps && x+16 > float32(n)*deep {
			n++
		}
		k.at = mgl32.Vec3{x, 4, float32(n) * high}
		k.clock += 0.03
		k.frame()
	}
}

// Five steps, 32 deep and 16 high, that somebody went up and down are one flight: five treads that meet, a riser at
// each, and nothing missing from the foot to the top.
func TestFlightOfStairs(t *testing.T) {
	k := newWalker()
	for range 4 {
		k.climb(-200, 400, 32, 16, 5)
		k.climb(400, -200, 32, 16, 5)
	}
	l := k.build()
	floors := cells(l, Floor)
	heights := map[float32]bool{}
	for x := float32(-160); x <= 352; x += 8 {
		n := 0
		for c := range floors {
			if c[0] == x && c[1] == 0 {
				heights[c[2]] = true
				n++
			}
		}
		if n != 1 {
			t.Errorf("at x %v there are %d treads", x, n)
		}
	}
	for _, z := range []float32{0, 16, 32, 48, 64, 80} {
		if !heights[z] {
			t.Errorf("no tread at %v", z)
		}
	}
	if len(heights) != 6 {
		t.Errorf("treads at %v", heights)
	}
	risers := map[float32]bool{} // by their tops
	for _, f := range l.Faces {
		if f.Kind != Riser || f.Normal != (mgl32.Vec3{-1, 0, 0}) {
			continue
		}
		low, top := f.Corners[0][2], f.Corners[0][2]
		for _, c := range f.Corners {
			low, top = min(low, c[2]), max(top, c[2])
		}
		if top-low != 16 {
			t.Errorf("a riser from %v to %v", low, top)
		}
		risers[top] = true
	}
	for _, z := range []float32{16, 32, 48, 64, 80} {
		if !risers[z] {
			t.Errorf("no riser up to %v", z)
		}
	}
}

// What is missing between two treads belongs to the lower one.
func TestFlightGaps(t *testing.T) {
	for _, c := range []struct {
		name string
		top  float32
		gap  int32
		want []float32 // of the columns of the gap
	}{
		{"a step", 16, 3, []float32{0, 0, 0}},
		{"the highest step", 18, 4, []float32{0, 0, 0, 0}},
		{"too high", 20, 3, nil},
		{"too far", 16, 6, nil},
	} {
		f := &field{s: newSurvey(), tiles: map[uint64]*tile{}}
		f.add(spot{x: 0, y: 0, z: 0, kind: Floor})
		f.add(spot{x: c.gap + 1, y: 0, z: c.top, kind: Floor})
		f.fillStairs()
		for x := int32(1); x <= c.gap; x++ {
			i := f.first(x, 0)
			switch {
			case c.want == nil && i != 0:
				t.Errorf("%s: a tread at column %d", c.name, x)
			case c.want == nil:
			case i == 0 || f.spots[i-1].z != c.want[x-1]:
				t.Errorf("%s: no tread at column %d, height %v", c.name, x, c.want[x-1])
			}
		}
	}
}
