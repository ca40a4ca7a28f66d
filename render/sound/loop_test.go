package sound

import (
	"testing"

	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// The flight powerup of Quake III, whose number is 6, sounds while its player lives.
func TestFlightLoop(t *testing.T) {
	w := rules.New("dm3")
	for _, test := range []struct {
		p    world.Player
		want string
	}{
		{world.Player{Powerups: 1 << 6}, "sound/items/flight.wav"},
		{world.Player{Powerups: 1 << 6, Dead: true}, ""},
		{world.Player{Powerups: 1 << 1}, ""},
	} {
		if got := powerupLoop(w, &test.p); got != test.want {
			t.Errorf("powerups %#x, dead %v: %q, not %q", test.p.Powerups, test.p.Dead, got, test.want)
		}
	}
}
