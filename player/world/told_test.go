package world

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
)

// told lists the last packet's events of the kinds that make an index.
func told(w *World) (list []string) {
	who := func(slot int) string {
		if slot < 0 {
			return "-"
		}
		return w.Players[slot].Name
	}
	for _, e := range w.Events {
		switch e.Kind {
		case EventKill:
			list = append(list, fmt.Sprintf("%s kills %s by %s", who(e.Player), who(e.Other), e.Weapon))
		case EventItem:
			list = append(list, fmt.Sprintf("%s takes %s", who(e.Player), e.Item))
		case EventCapture:
			list = append(list, fmt.Sprintf("%s captures %s%d", who(e.Player), e.Item, e.Value))
		case EventChat:
			list = append(list, fmt.Sprintf("%s says %q", who(e.Player), e.Text))
		case EventMatchStart:
			list = append(list, "begin")
		case EventMatchEnd:
			list = append(list, "end")
		case EventPause:
			list = append(list, fmt.Sprintf("%s pause %d", who(e.Player), e.Value))
		case EventMark:
			list = append(list, fmt.Sprintf("mark %s", e.Text))
		case EventSecret:
			list = append(list, "secret")
		case EventIntermission:
			list = append(list, "intermission")
		}
	}
	return list
}

func expectTold(t *testing.T, w *World, what string, want ...string) {
	t.Helper()
	if got := told(w); !slices.Equal(got, want) {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}

// newQuakeWith is a Quake world of players with these names, seen by
// the first.
func newQuakeWith(names ...string) *World {
	list := []message.Message{&message.ServerInfo{Protocol: 15, MaxClients: 4, MapName: []byte("Test"), Models: [][]byte{[]byte("maps/e1m1.bsp")}}}
	for i, name := range names {
		list = append(list, &message.UpdateName{Player: uint8(i), Text: []byte(name)})
	}
	return play(New("dem"), list)
}

// prints makes a packet of Quake's prints.
func prints(parts ...string) (list []message.Message) {
	for _, s := range parts {
		list = append(list, &message.Print{Text: []byte(s)})
	}
	return list
}

func TestQuakeLines(t *testing.T) {
	for _, test := range []struct {
		print string // pieces, cut at |
		want  []string
	}{
		{"Ann| rides |Bo b|'s rocket\n", []string{"Bo b kills Ann by rocket launcher"}},
		{"Ann| was shot by a Grunt\n", []string{"- kills Ann by Grunt"}},
		{"Ann| was blasted by an Enforcer|\n", []string{"- kills Ann by Enforcer"}},
		{"Ann was mowed down by a Cyberhunter\n", []string{"- kills Ann by Cyberhunter"}},
		{"Ann was fed to the Rotfish\n", []string{"- kills Ann by Rotfish"}},
		{"Ann joins the Zombies\n", []string{"- kills Ann by Zombie"}},
		{"Ann became one with Shub-Niggurath\n", []string{"- kills Ann by Shub-Niggurath"}},
		{"Ann was gunned down by nobody\n", nil},
		{"Ann was shot\n", nil},
		{"Zed was shot by a Grunt\n", nil},
		{"Ann was nailed by a Grunt\n", []string{"a Grunt kills Ann by nailgun"}}, // he is called so
		{"Ann was ax-murdered by a Knight\n", []string{"- kills Ann by Knight"}},
		{"Ann tries to put the pin back in\n", []string{"Ann kills Ann by grenade launcher"}},
		{"Ann ate a lavaball\n", []string{"- kills Ann by trap"}},
		{"Ann tried to leave\n", []string{"- kills Ann by "}},
		{"Bo b sucked on Ann's muffler\n", []string{"Ann kills Bo b by shotgun"}},
		{"\xc1nn was shot by a Grunt\n", nil}, // another player's name
		{"Ann \xf7\xe1\xf3 shot by a Grunt\n", []string{"- kills Ann by Grunt"}},
		{"You got the |Grenade Launcher|\n", []string{"Ann takes Grenade Launcher"}},
		{"You got the |nailgun|\n", []string{"Ann takes Nailgun"}},
		{"You got the |nails|\n", nil},
		{"You got |25| |nails|\n", nil},
		{"You got |the |Lightning Gun|\n", []string{"Ann takes Lightning Gun"}},
		{"You got armor\n", []string{"Ann takes armor"}},
		{"You got |100| armor|\n", []string{"Ann takes Green Armor"}},
		{"You got |150| armor|\n", []string{"Ann takes Yellow Armor"}},
		{"You got |200| armor|\n", []string{"Ann takes Red Armor"}},
		{"You got |5| armor|\n", nil},
		{"You receive |100| health\n", []string{"Ann takes Megahealth"}},
		{"You receieve |100| health|\n", []string{"Ann takes Megahealth"}},
		{"You receive |25| health\n", nil},
		{"You get |the Rocket Launcher|, |5| rockets|\n", []string{"Ann takes Rocket Launcher"}},
		{"You get |2| rockets  |\n", nil},
		{"You got the |Quad Damage|\n", []string{"Ann takes Quad Damage"}},
		{"You got the |silver keycard|\n", []string{"Ann takes silver keycard"}},
		{"You got the |rune!|\n", []string{"Ann takes rune"}},
		{"You| got the Rune of Bone!|\n", []string{"Ann takes Rune of Bone"}},
		{"You need the gold key\n", nil},
		{"You are dead\n", nil},
		{"You\n", nil},
		{"Bo b got the RED flag!\n", []string{"Bo b takes Red Flag"}},
		{"Bo b captured the BLUE flag!\n", []string{"Bo b captures Blue Flag0"}},
		{"Zed captured the BLUE flag!\n", nil},
		{"Bo b captured the GREEN flag!\n", nil},
		{"\x01Bo b: Ann was shot by a Grunt\n", []string{`Bo b says "\x01Bo b: Ann was shot by a Grunt\n"`}},
		{"\x01(Bo b): hello\n", []string{`Bo b says "\x01(Bo b): hello\n"`}},
		{"Bo b paused the game\n", []string{"Bo b pause 1"}},
	} {
		w := newQuakeWith("Ann", "Bo b", "a Grunt")
		play(w, prints(strings.Split(test.print, "|")...))
		expectTold(t, w, test.print, test.want...)
	}
}

// Pieces of a line come in several packets; chat between them is no part of
// it, and a new level begins a new line.
func TestQuakePieces(t *testing.T) {
	w := newQuakeWith("Ann", "Bo b")
	play(w, prints("Bo b", "\x01Ann: ha\n"))
	c := w.Clone()
	for _, x := range []*World{w, c} {
		play(x, prints(" was shot by", " a Grunt"))
		expectTold(t, x, "an open line")
		play(x, prints("\nAnn sui", "cides\nx"))
		expectTold(t, x, "two lines", "- kills Bo b by Grunt", "Ann kills Ann by suicide")
		if x.Players[0].Deaths != 1 || x.Players[1].Deaths != 1 || x.Players[0].Kills != 0 {
			t.Errorf("%+v", x.Players)
		}
	}
	if w.Hash() != c.Hash() {
		t.Error("a copy differs")
	}
	c.rules.(*quakeRules).text.lines.drop()
	if w.Hash() == c.Hash() {
		t.Error("what is open is no part of the hash")
	}
	play(w, prints("You got the"), []message.Message{&message.ServerInfo{MaxClients: 1}, &message.UpdateName{Text: []byte("Ann")}}, prints(" Thunderbolt\n"))
	expectTold(t, w, "after a new level")
	play(w, prints(strings.Repeat("x", 3*maxLine)+"\nAnn suicides\n"))
	expectTold(t, w, "after a line that is too long", "Ann kills Ann by suicide")
}

func TestQuakePause(t *testing.T) {
	w := newQuakeWith("Ann")
	play(w, []message.Message{&message.SetPause{}})
	expectTold(t, w, "not paused")
	play(w, []message.Message{&message.SetPause{Pause: 1}, &message.SetPause{Pause: 1}})
	expectTold(t, w, "paused", "- pause 1")
	play(w, []message.Message{&message.SetPause{}, &message.FoundSecret{}, &message.Intermission{}, &message.Intermission{}})
	expectTold(t, w, "goes on", "- pause 0", "secret", "intermission")
}

// Every phrase is read as itself: none is hidden by another.
func TestPhrasesNotHidden(t *testing.T) {
	check := func(d *deathPhrase, read func(w *World, line, plain []byte) (Event, bool)) {
		w := newQuakeWith("Ann", "Bo b")
		line, killer, victim := "Ann"+d.middle, 1, 0
		switch d.who {
		case victimKiller:
			line += "Bo b" + d.suffix
		case killerVictim:
			line += "Bo b" + d.suffix
			killer, victim = 0, 1
		case suicide:
			killer = 0
		case killerOnly:
			killer, victim = 0, Nobody
		default:
			killer = Nobody
		}
		e, ok := read(w, []byte(line), plainText(nil, []byte(line)))
		if !ok || e.Player != killer || e.Other != victim || e.Weapon != d.weapon || string(e.Text) != line {
			t.Errorf("%q: %v %+v, not %d kills %d by %q", line, ok, e, killer, victim, d.weapon)
		}
	}
	for i := range deathPhrases {
		check(&deathPhrases[i], (*World).obituary)
		check(&deathPhrases[i], (*World).quakeObituary)
	}
	for i := range libreDeaths {
		check(&libreDeaths[i], (*World).quakeObituary)
	}
}

func TestQuakeWorldTold(t *testing.T) {
	for _, test := range []struct {
		level uint8
		print string
		want  []string
	}{
		{lineItem, "You get the Rocket Launcher, 47 shells\n", []string{"Bo b takes Rocket Launcher"}},
		{lineItem, "You get 25 shells\n", nil},
		{lineItem, "You got the \xf2\xf5\xee\xe5!\n", []string{"Bo b takes rune"}},
		{lineMatch, "Cy \xe7\xef\xf4 the \xd2\xc5\xc4 flag!\n", []string{"Cy takes Red Flag"}},
		{lineMatch, "Cy \xe3\xe1\xf0\xf4\xf5\xf2\xe5\xe4 the \xc2\xcc\xd5\xc5 flag!\n", []string{"Cy captures Blue Flag0"}},
		{lineMatch, "Cy \xf2\xe5\xf4\xf5\xf2\xee\xe5\xe4 the \xc2\xcc\xd5\xc5 flag!\n", nil},
		{lineMatch, "The match has begun!\n", []string{"begin"}},
		{lineMatch, "\xd4\xe8\xe5 \xe4\xf5\xe5\xec \xe8\xe1\xf3 \xe2\xe5\xe7\xf5\xee\xa1\n", []string{"begin"}},
		{lineMatch, "The match is over                (5)\n", []string{"end"}},
		{lineMatch, "Match stopped by majority vote\n", []string{"end"}},
		{lineMatch, "\xc2\xcc\xd5\xc5 team won the level with 368 points!\n", []string{"end"}},
		{lineMatch, "Cy paused the game. He has 2 remaining request(s).\n", []string{"Cy pause 1"}},
		{lineMatch, "Nobody paused the game\n", nil},
		{lineChat, "Cy: The match is over\n", []string{`Cy says "Cy: The match is over\n"`}},
		{lineChat, "(Bo b): x\n", []string{`Bo b says "(Bo b): x\n"`}},
		{lineChat, "[SPEC] Ann: x\n", []string{`Ann says "[SPEC] Ann: x\n"`}},
		{lineChat, "[wire]: x\n", []string{`- says "[wire]: x\n"`}},
	} {
		w := newQWWorld(t, "qwd")
		w.all(&message.Print{Level: test.level, Text: []byte(test.print)})
		expectTold(t, w.World, test.print, test.want...)
	}
	w := newQWWorld(t, "mvd")
	w.all(&message.Print{Level: lineMatch, Text: []byte("Cy paused the game\n")})
	w.all(&message.Print{Level: lineMatch, Text: []byte("Cy paused the game\nAnn unpaused the game\n")})
	expectTold(t, w.World, "goes on", "Ann pause 0")
}

// A match begins and ends once, whatever tells of it; its rounds do not count.
func TestQuakeWorldMatch(t *testing.T) {
	w := newQWWorld(t, "mvd")
	line := func(s string) message.Message { return &message.Print{Level: lineMatch, Text: []byte(s)} }
	note := &message.StuffText{Text: []byte("//ktx matchstart\n")}
	w.all(note, line("The match has begun!\n"), note)
	expectTold(t, w.World, "begins", "begin")
	w.time += 10
	w.all(note)
	expectTold(t, w.World, "a round")
	w.all(line("Match stopped by majority vote\n"), line("The match is over\n"))
	expectTold(t, w.World, "ends", "end")
	w.time += 10
	w.all(note, note)
	expectTold(t, w.World, "another", "begin")
	w.all(line("The match is over\n"))
	expectTold(t, w.World, "and its end", "end")
}

// The same may be told twice, with and without who it was.
func TestPickups(t *testing.T) {
	var p pickups
	for i, c := range []struct {
		clock float64
		slot  int
		item  string
		want  bool
	}{
		{1, 3, "a", true}, {1, 3, "a", false}, {1.2, 3, "a", false}, {1.1, 4, "a", true}, {1.1, Nobody, "a", false},
		{1.1, 3, "b", true}, {1.6, 3, "a", true}, {1.6, Nobody, "c", true}, {1.6, 2, "c", true}, {2, Nobody, "a", true},
	} {
		if got := p.fresh(c.clock, c.slot, c.item); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// stats makes a packet of stats: pairs of index and value.
func stats(pairs ...int32) (list []message.Message) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, &message.UpdateStat{Index: uint8(pairs[i]), Value: pairs[i+1]})
	}
	return list
}

// Where nothing is printed, the stats tell what was taken.
func TestQuakeWorldStatsTell(t *testing.T) {
	const axe, shotgun, launcher, quad, green, red = 4096, 1, 32, 1 << 22, 1 << 13, 1 << 15
	for _, format := range []string{"qwd", "mvd"} {
		w := newQWWorld(t, format)
		say := func(what string, list []message.Message, want ...string) {
			t.Helper()
			w.packet(1<<1, list...)
			expectTold(t, w.World, format+": "+what, want...)
		}
		say("at first", stats(StatItems, axe|shotgun|launcher, StatHealth, 100))
		say("again", stats(StatItems, axe|shotgun|launcher))
		say("a powerup", stats(StatItems, axe|shotgun|launcher|quad), "Bo b takes Quad Damage")
		say("it ends", stats(StatItems, axe|shotgun|launcher))
		say("armour", stats(StatItems, axe|shotgun|launcher|green, StatArmor, 100), "Bo b takes Green Armor")
		say("less armour", stats(StatArmor, 60, StatHealth, 90))
		say("a little health", stats(StatHealth, 100))
		say("the same armour, and health", stats(StatArmor, 100, StatHealth, 200), "Bo b takes Green Armor", "Bo b takes Megahealth")
		say("health that ends", stats(StatHealth, 199))
		say("death", stats(StatHealth, -5))
		say("life", stats(StatHealth, 100, StatItems, axe|shotgun|64|16, StatArmor, 0))
		say("all at once", stats(StatItems, 127|red, StatArmor, 200))
		c := &qwWorld{World: w.Clone(), t: t, time: w.time, sequence: w.sequence}
		for _, x := range []*qwWorld{w, c} {
			x.packet(1<<1, stats(StatItems, 127|red|quad)...)
			expectTold(t, x.World, "a copy goes on", "Bo b takes Quad Damage")
		}
		if w.Hash() != c.Hash() {
			t.Error("a copy differs")
		}
		if format == "mvd" {
			w.packet(1<<0|1<<2, stats(StatItems, 1, StatHealth, 100)...)
			w.packet(1<<2, stats(StatItems, 33)...)
			expectTold(t, w.World, "another player", "Cy takes Rocket Launcher")
		}
	}
	// A print tells the same.
	w := newQWWorld(t, "qwd")
	w.all(stats(StatItems, 1, StatHealth, 100)...)
	w.all(&message.Print{Text: []byte("You got the Rocket Launcher\n")})
	expectTold(t, w.World, "printed", "Bo b takes Rocket Launcher")
	w.all(stats(StatItems, 33)...)
	expectTold(t, w.World, "and seen")
	// Who looks on sees the stats of others.
	w.all(&message.QWUpdateUserInfo{Player: 1, Text: []byte(`\name\Bo b\*spectator\1`)})
	w.all(stats(StatItems, 65)...)
	expectTold(t, w.World, "a spectator")
}
