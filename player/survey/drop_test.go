package survey

import "testing"

// Below the end of a floor that goes on for 8 columns a wall is presumed, down to the floor on which one
// falls; not if the floor may be a bridge, if somebody was below it, or if what is below is not known.
func TestDrop(t *testing.T) {
	for _, c := range []struct {
		name  string
		deep  int32
		below bool
		known bool
		want  float32
	}{
		{"a ledge", 8, false, true, 0}, {"a bridge", 7, false, true, 100}, {"somebody below", 8, true, true, 100},
		{"nothing known", 8, false, false, 100},
	} {
		f := &field{s: newSurvey(), tiles: map[uint64]*tile{}}
		for x := range c.deep {
			f.add(spot{x: -x, z: 100, kind: Floor})
		}
		if c.known {
			f.add(spot{x: 1, z: 0, kind: Floor})
		}
		if c.below {
			f.s.carve(-12, 4, 15.5, 2, 50)
		}
		p := &f.spots[f.near(0, 0, 100, 1)]
		if got := f.dropTo(p, [2]int32{1, 0}); got != c.want {
			t.Errorf("%s: down to %v, want %v", c.name, got, c.want)
		}
	}
}
