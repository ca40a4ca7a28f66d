package pattern

import (
	"testing"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// TestSentence: hits read as players tell of them, and a number that is not known is left out.
func TestSentence(t *testing.T) {
	const gun = weapon.Shotgun
	hit := func(kind Kind, w weapon.Kind, m Measure, v float64, victims ...string) *Hit {
		h := &Hit{Kind: kind, From: 10, To: 14.1, Weapon: w, Victims: victims, Seen: true}
		if v != 0 {
			h.Set(m, v)
		}
		return h
	}
	for want, h := range map[string]*Hit{
		"mid-air on Ann: shotgun, 223 units up":     hit(Midair, gun, Height, 223.4, "Ann"),
		"mid-air on Ann: shotgun":                   hit(Midair, gun, Height, 0, "Ann"),
		"direct hit on Ann: 640 units away":         hit(Direct, weapon.None, Distance, 640, "Ann"),
		"flick shot on Ann: shotgun, a turn of 59°": hit(Flick, gun, Turn, 59, "Ann"),
		"kill on Ann: 1.2 s before the end":         hit(LastSecond, weapon.None, Left, 1.2, "Ann"),
		"killed Ann, shotgun, 80 units away":        hit(Kill, gun, Distance, 80, "Ann"),
		"killed Ann":                                hit(Kill, weapon.None, Left, 9, "Ann"),
		"3 kills in 4.1 s: Ann, Bob, Ann":           hit(Run, weapon.None, Kills, 3, "Ann", "Bob", "Ann"),
		"2 kills with one shot, shotgun: Ann, Bob":  hit(Multi, gun, Kills, 2, "Ann", "Bob"),
		"a kill with quad in 4.1 s: Ann":            hit(Quad, weapon.None, Kills, 1, "Ann"),
		"rocket jump, 268 units up":                 hit(RocketJump, weapon.None, Rise, 268),
		"trick jump, 324 units far":                 hit(TrickJump, weapon.None, Distance, 324),
		"behind 7":                                  hit(Comeback, weapon.None, Behind, 7), // as Words
	} {
		if got := h.Sentence(world.QuakeWorld); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	late := hit(Kill, weapon.None, Left, 0, "Ann")
	late.Map, late.WarmUp, late.Seen = "maps/dm6.bsp", true, false
	if got := late.Sentence(world.Quake); got != "killed Ann; dm6; outside of a match; partly out of sight" {
		t.Errorf("%q", got)
	}
}
