package app

import (
	"slices"
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Every jump lands before an event, and the same key again goes on to the next.
func TestJumpsOverEvents(t *testing.T) {
	events := []timeline.Event{
		{Clock: 0, Kind: world.EventLevel}, {Clock: 1, Kind: world.EventKill}, {Clock: 20, Kind: world.EventKill},
		{Clock: 20.05, Kind: world.EventKill},
		{Clock: 21, Kind: world.EventKill}, {Clock: 30, Kind: world.EventChat}, {Clock: 100, Kind: world.EventLevel},
		{Clock: 101, Kind: world.EventKill}, {Clock: 140, Kind: world.EventKill},
	}
	levels := []timeline.Level{{Start: 0, End: 100}, {Start: -1}, {Start: 100, End: 200}}
	kills := func(e *timeline.Event) bool { return e.Kind == world.EventKill }
	any := func(*timeline.Event) bool { return true }
	for _, c := range []struct {
		name      string
		want      func(*timeline.Event) bool
		from      float64
		direction int
		landings  []float64
	}{
		// The first kill is too early to be landed before, and what is at once is one.
		{"kills on", kills, 0, 1, []float64{17, 18, 100, 137}},
		{"kills back", kills, 200, -1, []float64{137, 100, 18, 17.05, 0}},
		{"all on", any, 0, 1, []float64{17, 18, 27, 100, 137}},
		{"all back", any, 138, -1, []float64{100, 27, 18, 17.05, 0}},
		{"kills back from shortly before some", kills, 19.5, -1, []float64{0}},
		{"kills back from shortly after one", kills, 20.02, -1, []float64{17, 0}},
		{"kills on from shortly before one", kills, 19, 1, []float64{100, 137}},
	} {
		var got []float64
		j, now := jumps{}, c.from
		for len(got) < 20 {
			to, ok := nextLanding(events, levels, c.want, now)
			if c.direction < 0 {
				from, until := j.back(now)
				to, ok = previousLanding(events, levels, c.want, from, until)
			}
			if !ok {
				break
			}
			got = append(got, to)
			j, now = jumps{to, true}, to+0.5 // it plays on
			if c.direction > 0 {
				now = to
			}
		}
		for i := range got {
			got[i] = float64(int(got[i]*100+0.5)) / 100
		}
		if !slices.Equal(got, c.landings) {
			t.Errorf("%s: landed at %v, want %v", c.name, got, c.landings)
		}
	}
}

// Although the demo plays on after a jump back, the next one goes further back.
func TestJumpingBackWhilePlaying(t *testing.T) {
	j := jumps{}
	if from, until := j.back(50); from != 50 || until != 50 {
		t.Error("without a jump one is somewhere else")
	}
	j = jumps{landed: 47, known: true}
	for _, c := range []struct{ now, from float64 }{{47, 47}, {48.5, 47}, {50.9, 47}, {60, 60}, {46, 46}} {
		if got, _ := j.back(c.now); got != c.from {
			t.Errorf("at %v back from %v, want %v", c.now, got, c.from)
		}
	}
}
