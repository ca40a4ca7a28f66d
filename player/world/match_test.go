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
		{Player{Team: "red"}, &red, true}, {Player{Team: "blue"}, &red, false}, {Player{Team: "red", Spectator: true}, &red, false},
		{Player{Slot: 3}, &duel, true}, {Player{Slot: 2, Team: "Ann"}, &duel, false},
	} {
		if c.side.Has(&c.player) != c.want {
			t.Errorf("%+v on the side %s: %v", c.player, c.side.Name, !c.want)
		}
	}
}
