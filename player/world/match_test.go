package world

import "testing"

// Who plays for a side: in a team those of its name who are no spectators, in a duel one
// player.
func TestSideHas(t *testing.T) {
	red, duel := Side{Name: "red", Slot: Nobody}, Side{Name: "Ann", Slot: 3}
	for _, c := range []struct {
		player Player
		side   *Side
		want   bool
	}{
		{Player{Team: "red"}, &red, true}, {Player{Team: "blue"}, &red, false}, {Player{Team: "red", Spectator: true},
			&red, false},
		{Player{Slot: 3}, &duel, true}, {Player{Slot: 2, Team: "Ann"}, &duel, false},
	} {
		if c.side.Has(&c.player) != c.want {
			t.Errorf("%+v on the side %s: %v", c.player, c.side.Name, !c.want)
		}
	}
}

// A score is of teams where the game has red and blue, or flags are in it; teams of names may be one player each.
func TestOfTeams(t *testing.T) {
	flags := [2]Flag{{State: FlagHome}, {State: FlagTaken}}
	for _, c := range []struct {
		match Match
		want  bool
	}{
		{Match{}, false}, {Match{Known: true}, false}, {Match{Flags: flags}, false},
		{Match{Teams: true}, false}, {Match{Teams: true, Known: true}, true},
		{Match{Teams: true, Known: true, Names: [2]string{"uno", "duo"}}, false},
		{Match{Teams: true, Flags: flags}, true}, {Match{Teams: true, Known: true, Names: [2]string{"uno", "duo"},
			Flags: flags}, true},
	} {
		if got := c.match.OfTeams(); got != c.want {
			t.Errorf("%+v: %v", c.match, got)
		}
	}
}
