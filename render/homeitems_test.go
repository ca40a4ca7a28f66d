package render

import (
	"testing"

	"demoscope/player/dataset"
	"demoscope/player/library"
	"demoscope/player/world"
)

// What a player took is called as in the game: OpenArena and Quake II have no pentagram and no ring.
func TestItemsAreCalledAsInTheGame(t *testing.T) {
	quake := map[string]*dataset.ItemStatistics{"ra": {Took: 3}, "p": {Took: 1}, "r": {Took: 2}}
	later := map[string]*dataset.ItemStatistics{"ra": {Took: 3}, "invuln": {Took: 1}, "r": {Took: 2}, "kamikaze": {Took: 4}}
	for game, want := range map[string]string{
		"quake": "ra 3  pent 1  ring 2", "quakeworld": "ra 3  pent 1  ring 2", "quake2": "ra 3  invis 2  invuln 1  kamikaze 4", "quake3": "ra 3  invis 2  invuln 1  kamikaze 4",
	} {
		took := quake
		if game == "quake2" || game == "quake3" {
			took = later
		}
		m := &library.Match{
			Statistics: &dataset.Statistics{Game: game, Players: []dataset.PlayerStatistics{{Name: "Ann", Items: took}}},
			Result:     &world.Result{Players: []world.Score{{Name: "Ann"}}},
		}
		if list := playersOf(m, func(s string) string { return s }); len(list) != 1 || list[0].Items != want {
			t.Errorf("%s: %+v, want %s", game, list, want)
		}
	}
}
