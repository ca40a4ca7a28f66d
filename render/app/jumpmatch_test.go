package app

import (
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Two matches of one level: from each moment to the next one, and back to the beginning of this one or, soon after it,
// of the one before.
func TestMatchFrom(t *testing.T) {
	var list []timeline.Event
	for _, clock := range []float64{10, 300} {
		list = append(list, timeline.Event{Kind: world.EventMatchStart, Clock: clock},
			timeline.Event{Kind: world.EventKill, Clock: clock + 5})
	}
	for _, c := range []struct {
		now       float64
		direction int
		want      float64 // negative for none
	}{{0, 1, 10}, {10, 1, 300}, {299, 1, 300}, {300, 1, -1}, {5, -1, -1}, {11, -1, -1}, {13, -1, 10}, {301, -1, 10},
		{400, -1, 300}} {
		to, ok := matchFrom(list, c.now, c.direction)
		if ok != (c.want >= 0) || ok && to != c.want {
			t.Errorf("from %v by %d: %v, %v, not %v", c.now, c.direction, to, ok, c.want)
		}
	}
}
