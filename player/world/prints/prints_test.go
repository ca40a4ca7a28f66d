package prints

import (
	"strings"
	"testing"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// A line of each phrase stands in obituaries_test.go, or of Quake II's in
// obituaries_quake23_test.go, both of player/world/rules, with what it means:
// whoever adds a phrase adds a line there and counts it here.
func TestPhrasesAreCounted(t *testing.T) {
	if n := [...]int{len(deathPhrases), len(fortressDeaths), len(modDeaths), len(libreDeaths), len(packDeaths),
		len(monsterPhrases), len(quake2Deaths)}; n != [...]int{91, 48, 68, 56, 9, 11, 71} {
		t.Errorf("%d phrases: is there a line by hand for each?", n)
	}
}

// Every phrase is read as itself: none is hidden by another.
func TestPhrasesNotHidden(t *testing.T) {
	check := func(d *deathPhrase, read func(players []world.Player, line, plain []byte) (world.Event, bool)) {
		players := []world.Player{{Name: "Ann", InUse: true}, {Slot: 1, Name: "Bo b", InUse: true}}
		middle := strings.NewReplacer(his, "his", himself, "himself", him, "him").Replace(d.middle)
		line, killer, victim, team := "Ann"+middle, 1, 0, false
		switch d.names {
		case victimKiller:
			line += "Bo b" + d.suffix
		case killerVictim:
			line += "Bo b" + d.suffix
			killer, victim = 0, 1
		case deflected:
			line += "Bo b" + d.suffix
			killer = 0
		case suicide:
			killer = 0
		case killerOnly:
			killer, victim, team = 0, world.Nobody, true
		case victimOnly:
			killer, team = world.Nobody, true
		case killerMate:
			line += "Bo b" + d.suffix
			killer, victim, team = 0, 1, true
		case mateKiller:
			line += "Bo b" + d.suffix
			team = true
		case worldDeath:
			killer = world.Nobody
		}
		e, ok := read(players, []byte(line), Plain(nil, []byte(line)))
		if !ok || e.Player != killer || e.Other != victim || e.Weapon != d.weapon || e.TeamKill != team ||
			string(e.Text) != line {
			t.Errorf("%q: %v %+v, not %d kills %d by %q", line, ok, e, killer, victim, d.weapon)
		}
	}
	for _, table := range [...][]deathPhrase{deathPhrases[:], fortressDeaths[:], modDeaths} {
		for i := range table {
			check(&table[i], Death)
			check(&table[i], QuakeDeath)
		}
	}
	for _, table := range [...][]deathPhrase{libreDeaths[:], packDeaths[:]} {
		for i := range table {
			check(&table[i], QuakeDeath)
		}
	}
}

// A pronoun in a phrase is any of a player's, and the longer where one begins another.
func TestPronouns(t *testing.T) {
	for _, test := range []struct {
		text, phrase string
		want         int
	}{
		{"fell to his death", "fell to " + his + " death", 17},
		{"fell to her death", "fell to " + his + " death", 17},
		{"fell to its death", "fell to " + his + " death", 17},
		{"fell to their death", "fell to " + his + " death", 19},
		{"fell to a death", "fell to " + his + " death", -1},
		{"fell to his", "fell to " + his + " death", -1},
		{"hits herself twice", "hits " + himself, 12},
		{"hits her", "hits " + himself, -1},
		{"hits her", "hits " + him, 8},
		{"hits them all", "hits " + him, 9},
		{"hit", "hits", -1},
	} {
		if got := beginsWith([]byte(test.text), test.phrase); got != test.want {
			t.Errorf("%q begins with %q by %d bytes, not %d", test.text, test.phrase, got, test.want)
		}
	}
}

// Who fights whom in Rocket Arena, and who lost.
func TestArena(t *testing.T) {
	players := []world.Player{{Name: "Ann", InUse: true}, {Name: "Bo vs. b", InUse: true}, {Name: "Cy"}}
	for _, test := range []struct {
		line string
		a, b int
		ok   bool
	}{
		{"Ann vs. Bo vs. b", 0, 1, true}, {"Bo vs. b vs. Ann", 1, 0, true},
		{"Ann vs. Cy", -1, -1, false}, {"Ann vs.", -1, -1, false}, {"Ann vs. ", -1, -1, false},
		{"[red] vs [blue]", -1, -1, false},
	} {
		a, b, ok := ArenaPair(players, []byte(test.line), []byte(test.line))
		if ok != test.ok || ok && (a != test.a || b != test.b) {
			t.Errorf("%q: %d and %d, %v", test.line, a, b, ok)
		}
	}
	for line, want := range map[string]int{
		"The winner Ann has been defeated": 0, "The challenger Bo vs. b has failed": 1,
		"The winner Cy has been defeated": -1, "The winner Ann has failed": -1, "The winner  has been defeated": -1,
		"The new winner is Ann": -1, "Ann has been defeated": -1,
	} {
		if got, ok := ArenaDeath(players, []byte(line), []byte(line)); got != want || ok != (want >= 0) {
			t.Errorf("%q: %d %v, not %d", line, got, ok, want)
		}
	}
}

// In KTX's midair a line of its own stands for the obituary, with the height in digits of another shape.
func TestMidair(t *testing.T) {
	players := []world.Player{{Name: "Ann", InUse: true}, {Slot: 1, Name: "Bo on b", InUse: true},
		{Slot: 2, Name: "Cy", InUse: true}}
	for line, want := range map[string][2]int{
		"\x8b bronze midair   [   \x9a\x9a.\x98] by Ann on Cy":            {0, 2},
		"\x8b platinum midair [ \x93\x92\x92\x93.\x98] by Bo on b on Ann": {1, 0},
		"\x8b gold midair     [  -\x94\x9b.\x99] by Cy on Bo on b":        {2, 1},
		"\x8b bronze midair   [   \x9a\x9a.\x98] by Ann on Dee":           {-1, -1},
		"\x8b bronze midair   [   \x9a\x9a.\x98] by ":                     {-1, -1},
		"\x8b bronze midair   [   \x9a\x9a.\x98] for Ann on Cy":           {-1, -1},
		"bronze midair": {-1, -1},
		"\x8b bronze midair   [   \x9a\x9a.\x98] by Ann on Cy and somebody on": {-1, -1},
	} {
		e, ok := Death(players, []byte(line), Plain(nil, []byte(line)))
		if ok != (want[0] >= 0) || ok && (e.Player != want[0] || e.Other != want[1] ||
			e.Weapon != weapon.RocketLauncher) {
			t.Errorf("%q: %+v %v, want %d", line, e, ok, want)
		}
		if killer, victim, _ := midair(players, []byte(line), Plain(nil, []byte(line))); killer != want[0] ||
			victim != want[1] {
			t.Errorf("%q is of %d and %d, want %d", line, killer, victim, want)
		}
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
		{1, 3, "a", true}, {1, 3, "a", false}, {1.2, 3, "a", false}, {1.1, 4, "a", true},
		{1.1, world.Nobody, "a", false},
		{1.1, 3, "b", true}, {1.6, 3, "a", true}, {1.6, world.Nobody, "c", true}, {1.6, 2, "c", true},
		{2, world.Nobody, "a", true},
	} {
		if got := p.Fresh(c.clock, c.slot, c.item); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// No phrase is shorter than the one by which lines are passed over unread, and a line of
// that length is read.
func TestShortestLine(t *testing.T) {
	shortest := 1000
	for _, table := range [...][]deathPhrase{deathPhrases[:], fortressDeaths[:], modDeaths, libreDeaths[:],
		packDeaths[:]} {
		for i := range table {
			shortest = min(shortest, len(table[i].middle)) // a pronoun is longer than what stands for it
		}
	}
	for i := range monsterPhrases {
		shortest = min(shortest, len(monsterPhrases[i].phrase))
	}
	for i := range quake2Deaths {
		d := &quake2Deaths[i]
		n := len(" ") + len(d.phrase)
		if d.by.named() {
			n += len(" K") + len(d.rest)
		}
		shortest = min(shortest, n)
	}
	if shortest != shortestPhrase {
		t.Errorf("a phrase has %d bytes, not %d", shortest, shortestPhrase)
	}
	players := []world.Player{{Name: "A", InUse: true}}
	line := []byte("A died")
	if len(line) != Shortest {
		t.Fatalf("%q has %d bytes", line, len(line))
	}
	for name, read := range map[string]func([]world.Player, []byte, []byte) (world.Event, bool){
		"QuakeWorld": Death, "Quake": QuakeDeath} {
		if e, ok := read(players, line, line); !ok || e.Other != 0 {
			t.Errorf("%s: %q: %v %+v", name, line, ok, e)
		}
	}
	if e, _, ok := Quake2Death(players, line); !ok || e.Other != 0 {
		t.Errorf("Quake II: %q: %v %+v", line, ok, e)
	}
}

// Of the players whose names begin a line, each may be the victim: a name of which the
// next one begins, several with one name, and a name as long as the line.
func TestNamesThatBeginALine(t *testing.T) {
	players := []world.Player{
		{Name: "a", InUse: true}, {Slot: 1, Name: "a was", InUse: true}, {Slot: 2, Name: "a was", InUse: true},
		{Slot: 3, Name: "a was squished", InUse: true}, {Slot: 4, Name: "a was b"}, {Slot: 5, InUse: true},
	}
	for line, want := range map[string]int{
		"a died": 0, "a was died": 1, "a was was squished": 1, "a was squished": 0, "a was squished died": 3,
		"a was b died": world.Nobody, " died": world.Nobody,
	} {
		e, ok := QuakeDeath(players, []byte(line), []byte(line))
		if e.Other != want || ok != (want >= 0) {
			t.Errorf("%q: %v, the victim is %d, not %d", line, ok, e.Other, want)
		}
	}
}
