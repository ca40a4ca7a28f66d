package prints

import (
	"testing"

	"demoscope/player/world"
)

// A line of each phrase stands in obituaries_test.go, or of Quake II's in
// obituaries_quake23_test.go, both of player/world/rules, with what it means:
// whoever adds a phrase adds a line there and counts it here.
func TestPhrasesAreCounted(t *testing.T) {
	if n := [...]int{len(deathPhrases), len(libreDeaths), len(monsterPhrases), len(quake2Deaths)}; n != [...]int{83, 57, 6, 48} {
		t.Errorf("%d phrases: is there a line by hand for each?", n)
	}
}

// Every phrase is read as itself: none is hidden by another.
func TestPhrasesNotHidden(t *testing.T) {
	check := func(d *deathPhrase, read func(players []world.Player, line, plain []byte) (world.Event, bool)) {
		players := []world.Player{{Name: "Ann", InUse: true}, {Slot: 1, Name: "Bo b", InUse: true}}
		line, killer, victim := "Ann"+d.middle, 1, 0
		switch d.names {
		case victimKiller:
			line += "Bo b" + d.suffix
		case killerVictim:
			line += "Bo b" + d.suffix
			killer, victim = 0, 1
		case suicide:
			killer = 0
		case killerOnly:
			killer, victim = 0, world.Nobody
		default:
			killer = world.Nobody
		}
		e, ok := read(players, []byte(line), Plain(nil, []byte(line)))
		if !ok || e.Player != killer || e.Other != victim || e.Weapon != d.weapon || string(e.Text) != line {
			t.Errorf("%q: %v %+v, not %d kills %d by %q", line, ok, e, killer, victim, d.weapon)
		}
	}
	for i := range deathPhrases {
		check(&deathPhrases[i], Death)
		check(&deathPhrases[i], QuakeDeath)
	}
	for i := range libreDeaths {
		check(&libreDeaths[i], QuakeDeath)
	}
}

// The same may be told twice, with and without who it was.
func TestPickups(t *testing.T) {
	var p Pickups
	for i, c := range []struct {
		clock float64
		slot  int
		item  string
		want  bool
	}{
		{1, 3, "a", true}, {1, 3, "a", false}, {1.2, 3, "a", false}, {1.1, 4, "a", true}, {1.1, world.Nobody, "a", false},
		{1.1, 3, "b", true}, {1.6, 3, "a", true}, {1.6, world.Nobody, "c", true}, {1.6, 2, "c", true}, {2, world.Nobody, "a", true},
	} {
		if got := p.Fresh(c.clock, c.slot, c.item); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
