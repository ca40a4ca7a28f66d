package survey

import (
	"slices"
	"testing"
)

func TestTrapezoids(t *testing.T) {
	var list []segment
	around := func(corners ...corner) {
		for i, c := range corners {
			if next := corners[(i+1)%len(corners)]; next[1] != c[1] {
				list = append(list, segmentOf(c, next))
			}
		}
	}
	around(corner{0, 0}, corner{10, 0}, corner{10, 10}, corner{0, 10})
	around(corner{2, 2}, corner{2, 4}, corner{4, 4}, corner{4, 2})     // a hole
	around(corner{20, 0}, corner{24, 0}, corner{22, 4}, corner{18, 4}) // beside it
	var got [][6]float32
	area := float32(0)
	trapezoids(list, func(low, high float32, left, right segment) {
		p := [6]float32{low, high, left.at(low), right.at(low), left.at(high), right.at(high)}
		got = append(got, p)
		area += (high - low) * (p[3] - p[2] + p[5] - p[4]) / 2
	})
	slices.SortFunc(got, func(a, b [6]float32) int { return slices.Compare(a[:], b[:]) })
	want := [][6]float32{{0, 2, 0, 10, 0, 10}, {0, 4, 20, 24, 18, 22}, {2, 4, 0, 2, 0, 2}, {2, 4, 4, 10, 4, 10},
		{4, 10, 0, 10, 0, 10}}
	if !slices.Equal(got, want) || area != 112 {
		t.Errorf("%v, together %v", got, area)
	}
}
