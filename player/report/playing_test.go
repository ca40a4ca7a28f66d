package report

import (
	"slices"
	"testing"

	"demoscope/player/world"
)

// The winner stands first, whom slot and name tell together: bots share names, and a slot may have had somebody else.
func TestPlayingIsRanked(t *testing.T) {
	slot := func(i int) *int { return &i }
	info := &Info{
		game: world.QuakeWorld,
		Players: []InfoPlayer{
			{Slot: 0, Name: "bot"}, {Slot: 1, Name: "late"}, {Slot: 2, Name: "bot"},
			{Slot: 3, Name: "eye", Spectator: true}, {Slot: 4, Name: "ann"},
		},
		Result: &Result{Players: []PlayerScore{
			{Slot: slot(0), Name: "bot", Score: score(1)}, {Slot: slot(1), Name: "gone", Score: score(20)},
			{Slot: slot(2), Name: "bot", Score: score(9)}, {Slot: slot(4), Name: "ann", Score: score(5)},
		}},
	}
	var got []int
	for _, p := range info.Playing() {
		got = append(got, p.Slot)
	}
	if want := []int{2, 4, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("slots %v, want %v", got, want)
	}
}
