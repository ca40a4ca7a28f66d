package app

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/player/match"
	"demoscope/player/world"
	"demoscope/render/hud"
)

// What a player took is called as in the game: OpenArena and Quake II have no pentagram and no ring.
func TestItemsAreCalledAsInTheGame(t *testing.T) {
	quake := map[string]match.Number{"ra": {Value: 3}, "p": {Value: 1}, "r": {Value: 2}}
	later := map[string]match.Number{"ra": {Value: 3}, "invuln": {Value: 1}, "r": {Value: 2}, "kamikaze": {Value: 4}}
	for game, want := range map[world.Game]string{
		world.Quake: "ra 3  pent 1  ring 2", world.QuakeWorld: "ra 3  pent 1  ring 2",
		world.Quake2: "ra 3  invis 2  invuln 1  kamikaze 4", world.Quake3: "ra 3  invis 2  invuln 1  kamikaze 4",
	} {
		took := quake
		if game == world.Quake2 || game == world.Quake3 {
			took = later
		}
		m := match.Of(game, &world.Result{Players: []world.Score{{Name: "Ann"}}})
		m.Players[0].Items = took
		if _, list := PlayersOf(m); len(list) != 1 || list[0].Items != want {
			t.Errorf("%v: %+v, want %s", game, list, want)
		}
	}
}

// The page of a demo says of who left before the end when that was, or since when he looked on, and of who
// came back since when he plays, as info says it; and how many mates players killed, where anybody did.
func TestPlayersOfAPage(t *testing.T) {
	r := &world.Result{Players: []world.Score{{Name: "Ann"}, {Name: "Di"}}, Left: []world.Score{
		{Name: "Bob", Slot: 1, Gone: 65}, {Name: "Cy", Slot: 2, Gone: 83, LooksOn: true}},
		Returns: []world.Return{{Name: "Di", Left: 3, Back: 9}}}
	expect := func(mates string) {
		t.Helper()
		want := [][]string{{"Ann", "", mates}, {"Di", "(back since 0:09)", mates}, {"Bob", "(left at 1:05)", mates},
			{"Cy", "(spectator from 1:23)", mates}}
		if mates != "" {
			want[2][2] = "3"
		}
		var got [][]string
		columns, list := PlayersOf(match.Of(world.QuakeWorld, r))
		at := slices.IndexFunc(columns, func(c hud.HomeNumber) bool { return c.Title == "tk" })
		for _, p := range list {
			kills := ""
			if at >= 0 {
				kills = p.Cells[at]
			}
			got = append(got, []string{p.Name, p.Remark, kills})
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
	expect("")
	r.Left[0].Counted.TeamKills = 3
	expect("0")
}
