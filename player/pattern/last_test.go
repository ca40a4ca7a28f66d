package pattern

import (
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// What a game counts after it has ended a match is of the match, and what it does not is of none.
func TestMatchCountsUntilLast(t *testing.T) {
	f := &Facts{Game: world.Quake3, Levels: []Level{{Count: 1, End: 30}}, Recorder: world.Nobody,
		Results: []world.Result{{Level: 1, Complete: true, Start: 1, End: 10, Last: 11, Players: []world.Score{
			{Slot: 0, Name: "Ann"}, {Slot: 1, Name: "Bob"}}}},
	}
	for _, clock := range []float64{0.5, 5, 10.5, 11, 11.5} {
		f.Events = append(f.Events, timeline.Event{Clock: clock, Kind: world.EventKill, Player: 0,
			Other: 1, PlayerName: "Ann", OtherName: "Bob"})
	}
	f.findMatches()
	for i, want := range []int{-1, 0, 0, 0, -1} {
		if got := f.MatchAt(f.Events[i].Clock); got != want {
			t.Errorf("%v: match %d, not %d", f.Events[i].Clock, got, want)
		}
	}
	if m := f.Counted()[0]; m.Kills.Deaths != 3 || m.To != 10 {
		t.Errorf("%d deaths until %v", m.Kills.Deaths, m.To)
	}
}
