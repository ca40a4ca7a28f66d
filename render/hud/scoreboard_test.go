package hud

import "testing"

func TestScoresAreRanked(t *testing.T) {
	w := quakeWorld(5)
	w.Players[1].Spectator = true
	w.Players[1].Frags = 99
	w.Players[2].Frags = 40
	h := New(1)
	h.rank(w)
	want := []int{2, 0, 3, 4, 1}
	if len(h.order) != len(want) {
		t.Fatalf("order %v", h.order)
	}
	for i := range want {
		if h.order[i] != want[i] {
			t.Fatalf("order %v, want %v", h.order, want)
		}
	}
	if cols := h.columns(w); len(cols) != 1 || cols[0].title != "frags" {
		t.Errorf("%d columns though the demo tells only frags", len(cols))
	}
	w.Players[0].Ping = 30
	if cols := h.columns(w); len(cols) != 2 {
		t.Errorf("%d columns with pings", len(cols))
	}
}

func TestTeamScores(t *testing.T) {
	w := quakeWorld(5)
	for i, name := range []string{"red", "blue", "red", "blue", "red"} {
		w.Players[i].Team = name
		w.Players[i].Frags = int32(10 * (i + 1))
	}
	w.Players[4].Spectator = true
	h := New(1)
	h.rank(w)
	h.addTeams(w)
	if len(h.teams) != 2 || h.teams[0] != (team{"blue", 60}) || h.teams[1] != (team{"red", 40}) {
		t.Errorf("teams %+v", h.teams)
	}
	in := fakeInput(screens[0])
	in.World, in.Scores = w, true
	h.Build(in)
	if n := testing.AllocsPerRun(10, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
