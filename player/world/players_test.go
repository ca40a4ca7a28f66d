package world

import "testing"

// In Quake II a 0 that nobody told may be one that was counted, or none: other numbers were counted.
func TestHasFragsOfQuake2(t *testing.T) {
	w := &World{Game: Quake2}
	for _, c := range []struct {
		p    Player
		want bool
	}{{Player{}, false}, {Player{Frags: 1}, true}, {Player{Frags: -1}, true}, {Player{FragsTold: true}, true}, {Player{EyeKnown: true}, true}} {
		if got := w.HasFrags(&c.p); got != c.want {
			t.Errorf("%d frags, told %v, eye %v: %v", c.p.Frags, c.p.FragsTold, c.p.EyeKnown, got)
		}
	}
}
