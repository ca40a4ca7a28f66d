package survey

import (
	"slices"
	"testing"
)

// line returns the sides between corners, one column each.
func line(corners ...corner) (list []corner) {
	list = corners[:1:1]
	for _, to := range corners[1:] {
		at := list[len(list)-1]
		for at != to {
			for k := range at {
				at[k] += max(-1, min(1, to[k]-at[k]))
			}
			list = append(list, at)
		}
	}
	return list
}

func TestStraighten(t *testing.T) {
	steps := []corner{{0, 0}}
	for i := range int32(6) {
		steps = append(steps, corner{3*i + 3, i}, corner{3*i + 3, i + 1})
	}
	for _, c := range []struct {
		name  string
		pair  [2]uint64
		line  []corner
		ahead bool
		want  []corner
	}{
		{"a corner", [2]uint64{beyondUnknown, beyondFloors}, line(corner{0, 0}, corner{5, 0}, corner{5, 5}), true,
			[]corner{{0, 0}, {5, 0}, {5, 5}}},
		{"a notch of one column is filled", [2]uint64{beyondUnknown, beyondFloors},
			line(corner{0, 0}, corner{5, 0}, corner{5, 1}, corner{6, 1}, corner{6, 0}, corner{12, 0}), true,
			[]corner{{0, 0}, {12, 0}}},
		{"a column that stands out stays", [2]uint64{beyondUnknown, beyondFloors},
			line(corner{0, 0}, corner{5, 0}, corner{5, 1}, corner{6, 1}, corner{6, 0}, corner{12, 0}), false,
			[]corner{{0, 0}, {5, 1}, {12, 0}}},
		{"a closed one", [2]uint64{beyondUnknown, beyondFloors}, line(corner{0, 0}, corner{4, 0}, corner{4, 3},
			corner{0, 3}, corner{0, 0}), true,
			[]corner{{0, 0}, {4, 0}, {4, 3}, {0, 3}, {0, 0}}},
	} {
		b := rim{pair: c.pair, ahead: c.ahead, line: c.line, tops: make([]float32, len(c.line)-1)}
		b.straighten()
		if !slices.Equal(b.line, c.want) || len(b.tops) != len(b.line)-1 {
			t.Errorf("%s: %v, %d tops", c.name, b.line, len(b.tops))
		}
	}
	// Steps of one in three columns are a line, but for its ends.
	for _, ahead := range []bool{false, true} {
		b := rim{pair: [2]uint64{beyondUnknown, beyondFloors}, ahead: ahead, line: line(steps...),
			tops: make([]float32, 24)}
		b.tops[10] = -7
		if b.straighten(); len(b.line) > 4 {
			t.Errorf("steps have %v", b.line)
		}
		if slices.Min(b.tops) != -7 {
			t.Errorf("the walls along it are %v high", b.tops)
		}
	}
}
