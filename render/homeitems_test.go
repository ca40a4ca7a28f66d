package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/player/dataset"
	"demoscope/player/library"
	"demoscope/player/world"
)

// What a player took is called as in the game: OpenArena and Quake II have no pentagram and no ring.
func TestItemsAreCalledAsInTheGame(t *testing.T) {
	quake := map[string]*dataset.ItemStatistics{"ra": {Took: 3}, "p": {Took: 1}, "r": {Took: 2}}
	later := map[string]*dataset.ItemStatistics{"ra": {Took: 3}, "invuln": {Took: 1}, "r": {Took: 2},
		"kamikaze": {Took: 4}}
	for game, want := range map[world.Game]string{
		world.Quake: "ra 3  pent 1  ring 2", world.QuakeWorld: "ra 3  pent 1  ring 2",
		world.Quake2: "ra 3  invis 2  invuln 1  kamikaze 4", world.Quake3: "ra 3  invis 2  invuln 1  kamikaze 4",
	} {
		took := quake
		if game == world.Quake2 || game == world.Quake3 {
			took = later
		}
		m := &library.Match{
			Statistics: &dataset.Statistics{Players: []dataset.PlayerStatistics{{Name: "Ann", Items: took}}},
			Result:     &world.Result{Players: []world.Score{{Name: "Ann"}}},
		}
		if list := playersOf(game, m); len(list) != 1 || list[0].Items != want {
			t.Errorf("%v: %+v, want %s", game, list, want)
		}
	}
}

// The page of a demo says of who left before the end when that was, or since when he looked on, and of who
// came back since when he plays, as info says it; and how many mates players killed, where anybody did.
func TestPlayersOfAPage(t *testing.T) {
	m := &library.Match{
		Result: &world.Result{Players: []world.Score{{Name: "Ann"}, {Name: "Di"}}, Left: []world.Score{
			{Name: "Bob", Slot: 1, Gone: 65}, {Name: "Cy", Slot: 2, Gone: 83, LooksOn: true}},
			Returns: []world.Return{{Name: "Di", Left: 3, Back: 9}}},
		Statistics: &dataset.Statistics{Players: []dataset.PlayerStatistics{{Name: "Ann"}, {Name: "Di"}},
			Left: []dataset.PlayerStatistics{{Name: "Bob"}, {Name: "Cy"}}},
	}
	expect := func(mates string) {
		t.Helper()
		want := [][]string{{"Ann", "", mates}, {"Di", "(back since 0:09)", mates}, {"Bob", "(left at 1:05)", mates},
			{"Cy", "(spectator from 1:23)", mates}}
		if mates != "" {
			want[2][2] = "3"
		}
		var got [][]string
		for _, p := range playersOf(world.QuakeWorld, m) {
			got = append(got, []string{p.Name, p.Remark, p.TeamKills})
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
	expect("")
	m.Statistics.Left[0].Stats.TeamKills = 3
	expect("0")
}
