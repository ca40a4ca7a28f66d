package timeline

import (
	"testing"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// What kills in a level has one word by how fast the victim fell, whatever word the game has for it.
func TestMeans(t *testing.T) {
	const fast, slow = DeadlySpeed + 1, DeadlySpeed - 1
	for _, c := range []struct {
		game   world.Game
		weapon string
		fall   float32
		by     int
		want   string
	}{
		{world.Quake3, "trap", fast, world.Nobody, "fall out of the map"},
		{world.Quake3, "trap", slow, world.Nobody, "map trap"},
		{world.Quake2, "trap", fast, world.Nobody, "deadly fall"},
		{world.Quake2, "trap", fast, 0, "deadly fall"},
		{world.Quake2, "trap", slow, world.Nobody, "map trap"},
		// Whose trap it was is known: Quake II's mission pack has such a weapon.
		{world.Quake2, "trap", slow, 0, "trap"},
		{world.Quake2, "trap", slow, 3, "trap"},
		{world.Quake, "void", slow, world.Nobody, "fall out of the map"},
		{world.QuakeWorld, "falling", slow, world.Nobody, "fall"},
		{world.QuakeWorld, "", fast, world.Nobody, "fall"},
		{world.QuakeWorld, "unknown", fast, world.Nobody, "fall"},
		{world.QuakeWorld, "unknown", slow, world.Nobody, ""},
		{world.QuakeWorld, "suicide", fast, 0, "suicide"},
		{world.QuakeWorld, "", slow, world.Nobody, ""},
		{world.QuakeWorld, "rocket launcher", fast, 1, "rocket launcher"},
		{world.QuakeWorld, "lava", fast, world.Nobody, "lava"},
	} {
		e := Event{}
		e.Weapon, e.Fall, e.Player = weapon.Named(c.weapon), c.fall, c.by
		if got := e.Means(c.game); got != c.want {
			t.Errorf("%v, %q by %d at %v: %q, not %q", c.game, c.weapon, c.by, c.fall, got, c.want)
		}
	}
}
