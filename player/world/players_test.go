package world

import "testing"

// In Quake II a 0 that nobody told may be one that was counted, or none: other numbers were counted.
func TestHasFragsOfQuake2(t *testing.T) {
	w := &World{Game: Quake2}
	for _, c := range []struct {
		p    Player
		want bool
	}{{Player{}, false}, {Player{Frags: 1}, true}, {Player{Frags: -1}, true}, {Player{FragsReported: true}, true},
		{Player{EyeKnown: true}, true}} {
		if got := w.HasFrags(&c.p); got != c.want {
			t.Errorf("%d frags, reported %v, eye %v: %v", c.p.Frags, c.p.FragsReported, c.p.EyeKnown, got)
		}
	}
}

// A place is told of who is followed, counted from 0, with a flag beside it if another has it, too.
func TestPlace(t *testing.T) {
	w := newBlank(Quake3)
	w.Players = []Player{{Slot: 0, InUse: true}, {Slot: 1, InUse: true}}
	w.Recorder = 1
	w.Stats.Set(18, 0)
	if got := w.Place(&w.Players[1]); got != 0 {
		t.Errorf("where the game does not say where places are: %d", got)
	}
	w.Level().Quake3Stats.Rank = 18
	for told, want := range map[int32]int{0: 1, 5: 6, 1<<14 | 3: 4, 1 << 14: 1, 63: 64, 64: 0, -1: 0} {
		w.Stats.Set(18, told)
		if got := w.Place(&w.Players[1]); got != want {
			t.Errorf("%#x: %d, want %d", told, got, want)
		}
	}
	w.Stats.Set(18, 5)
	if got := w.Place(&w.Players[0]); got != 0 {
		t.Errorf("of who is not followed: %d", got)
	}
	w.Players[1].Spectator = true
	if got := w.Place(&w.Players[1]); got != 0 {
		t.Errorf("of a spectator: %d", got)
	}
}
