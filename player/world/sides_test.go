package world_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/player/world"
)

// TestSidesOfTeams: the teams of a match are its sides, each with the color that most of them wear: the
// trousers', or the shirts' where trousers are alike and shirts are not. One team alone, and who has none,
// are no sides.
func TestSidesOfTeams(t *testing.T) {
	player := func(team string, frags int32, shirt, pants uint8) world.Player {
		return world.Player{InUse: true, Name: "x", Team: team, Frags: frags, Shirt: shirt, Pants: pants}
	}
	side := func(name string, color int, score int32) world.Side {
		return world.Side{Name: name, Slot: world.Nobody, Color: color, Score: score}
	}
	for _, c := range []struct {
		what    string
		players []world.Player
		want    []world.Side
	}{
		{"trousers", []world.Player{player("a", 3, 1, 4), player("a", 4, 1, 4), player("b", 9, 1, 13),
			player("b", 1, 2, 13)},
			[]world.Side{side("b", 13, 10), side("a", 4, 7)}},
		{"shirts", []world.Player{player("a", 3, 1, 4), player("a", 4, 1, 4), player("b", 1, 2, 4)},
			[]world.Side{side("a", 1, 7), side("b", 2, 1)}},
		{"all alike", []world.Player{player("a", 3, 1, 4), player("a", 4, 1, 4), player("b", 1, 1, 4)},
			[]world.Side{side("a", 4, 7), side("b", 4, 1)}},
		{"one team", []world.Player{player("a", 3, 1, 4), player("a", 4, 1, 4), player("a", 1, 2, 4)}, nil},
		{"without a team", []world.Player{player("a", 3, 1, 4), player("", 4, 1, 4), player("b", 1, 1, 13)},
			[]world.Side{side("a", 4, 3), side("b", 13, 1)}},
	} {
		w := world.World{Game: world.QuakeWorld, Players: c.players}
		for i := range w.Players {
			w.Players[i].Slot = i
		}
		w.Match.Teams = true
		if d := cmp.Diff(c.want, append([]world.Side(nil), w.Sides(nil)...)); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
	}
}

// TestAllCounts: what the game has told of a player stands for what was counted, each number for itself.
func TestAllCounts(t *testing.T) {
	counted := world.Counts{Kills: 1, Deaths: 2, Suicides: 3, TeamKills: 4}
	const others = world.ToldDeaths | world.DeathsByOthers
	for told, want := range map[world.ScoreFields]world.Counts{
		0:                   counted,
		world.ToldKills:     {Kills: 10, Deaths: 2, Suicides: 3, TeamKills: 4},
		world.ToldSuicides:  {Kills: 1, Deaths: 2, Suicides: 30, TeamKills: 4},
		world.ToldTeamKills: {Kills: 1, Deaths: 2, Suicides: 3, TeamKills: 40},
		world.ToldDeaths:    {Kills: 1, Deaths: 20, Suicides: 3, TeamKills: 4},
		// deaths by others only: the others are suicides, or at least those that were counted
		others:                      {Kills: 1, Deaths: 20, Suicides: 3, TeamKills: 4},
		others | world.ToldSuicides: {Kills: 1, Deaths: 50, Suicides: 30, TeamKills: 4},
	} {
		s := world.Score{Kills: 10, Deaths: 20, Suicides: 30, TeamKills: 40, Told: told, Counted: counted}
		if got := s.AllCounts(); got != want {
			t.Errorf("told %b: %+v, want %+v", told, got, want)
		}
	}
	s := world.Score{Deaths: 20, Told: others, Counted: world.Counts{Deaths: 21}}
	if s.AllDeaths() != 21 {
		t.Errorf("%d deaths, more were counted", s.AllDeaths())
	}
}
