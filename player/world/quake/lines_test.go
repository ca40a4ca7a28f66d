package quake

import (
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
)

// newQuakeWith is a Quake world of players with these names, seen by
// the first.
func newQuakeWith(t testing.TB, names ...string) *world.World {
	list := []message.Message{&message.ServerInfo{Protocol: 15, MaxClients: 4, MapName: []byte("Test"),
		Models: [][]byte{[]byte("maps/e1m1.bsp")}}}
	for i, name := range names {
		list = append(list, &message.UpdateName{Player: uint8(i), Text: []byte(name)})
	}
	return worldtest.Play(worldtest.Watch(t, world.New(world.Quake, New)), list)
}

// printed makes a packet of Quake's prints.
func printed(parts ...string) (list []message.Message) {
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
		{"Ann was nailed by a Grunt\n", []string{"a Grunt kills Ann by nailgun"}}, // a player is called so
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
		{"$qc_death_sgAnnBo b", []string{"Bo b kills Ann by shotgun"}},
		{"$qc_ks_gruntAnn\n", []string{"- kills Ann by Grunt"}},
		{"$qc_got_item$qc_nailgun", []string{"Ann takes Nailgun"}},
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
		w := newQuakeWith(t, "Ann", "Bo b", "a Grunt")
		worldtest.Play(w, printed(strings.Split(test.print, "|")...))
		worldtest.ExpectEvents(t, w, test.print, test.want...)
	}
}

// A match forgets the kills of the warm-up, and a second one those of the first.
func TestQuakeMatchCountsFromItsBeginning(t *testing.T) {
	w := newQuakeWith(t, "Ann", "Bo b")
	for _, begin := range []string{"", "The match has begun!\n", "The match has begun!\n"} {
		worldtest.Play(w, printed(begin, "Ann sucked on Bo b's muffler\n", "Ann suicides\n"))
		got, want := [2]world.Counts{w.Players[0].Counts(), w.Players[1].Counts()},
			[2]world.Counts{{Deaths: 2, Suicides: 1}, {TeamKills: 1}} // in shirts of one color
		if got != want {
			t.Errorf("after %q: %+v", begin, got)
		}
	}
}

// Pieces of a line come in several packets; chat between them is no part of
// it, and a new level begins a new line.
func TestQuakePieces(t *testing.T) {
	w := newQuakeWith(t, "Ann", "Bo b")
	worldtest.Play(w, printed("Bo b", "\x01Ann: ha\n"))
	c := w.Clone()
	for _, x := range []*world.World{w, c} {
		worldtest.Play(x, printed(" was shot by", " a Grunt"))
		worldtest.ExpectEvents(t, x, "an open line")
		worldtest.Play(x, printed("\nAnn sui", "cides\nx"))
		worldtest.ExpectEvents(t, x, "two lines", "- kills Bo b by Grunt", "Ann kills Ann by suicide")
		if x.Players[0].Deaths != 1 || x.Players[1].Deaths != 1 || x.Players[0].Kills != 0 {
			t.Errorf("%+v", x.Players)
		}
	}
	if w.Hash() != c.Hash() {
		t.Error("a copy differs")
	}
	d := worldtest.Play(newQuakeWith(t, "Ann", "Bo b"), printed("Bo b", "\x01Ann: ha\n"),
		printed(" was shot by", " a Grunt"))
	e := worldtest.Play(newQuakeWith(t, "Ann", "Bo b"), printed("Bo b", "\x01Ann: ha\n"),
		printed(" was shot by", " a Knight"))
	if d.Hash() == e.Hash() {
		t.Error("what is open is no part of the hash")
	}
	worldtest.Play(w, printed("You got the"), []message.Message{&message.ServerInfo{MaxClients: 1}, &message.UpdateName{
		Text: []byte("Ann")}}, printed(" Thunderbolt\n"))
	worldtest.ExpectEvents(t, w, "after a new level")
	worldtest.Play(w, printed(strings.Repeat("x", 3*1024)+"\nAnn suicides\n"))
	worldtest.ExpectEvents(t, w, "after a line that is too long", "Ann kills Ann by suicide")
}

func TestQuakePause(t *testing.T) {
	w := newQuakeWith(t, "Ann")
	worldtest.Play(w, []message.Message{&message.SetPause{}})
	worldtest.ExpectEvents(t, w, "not paused")
	worldtest.Play(w, []message.Message{&message.SetPause{Pause: 1}, &message.SetPause{Pause: 1}})
	worldtest.ExpectEvents(t, w, "paused", "- pause 1")
	worldtest.Play(w, []message.Message{&message.SetPause{}, &message.FoundSecret{}, &message.Intermission{},
		&message.Intermission{}})
	worldtest.ExpectEvents(t, w, "goes on", "- pause 0", "secret", "intermission")
}

// TestTeamColors: where two players wear each of two colors, the pants name the teams.
func TestTeamColors(t *testing.T) {
	for color, want := range []string{"white", "brown", "light blue", "green", "red", "tan", "orange", "pink", "purple",
		"violet", "beige", "teal", "yellow", "blue"} {
		list := []message.Message{&message.ServerInfo{Protocol: 15, MaxClients: 4, Multi: 1,
			Models: [][]byte{[]byte("maps/dm3.bsp")}}}
		for slot := range uint8(4) {
			list = append(list, &message.UpdateName{Player: slot, Text: []byte{'a' + slot}},
				&message.UpdateColors{Player: slot, Colors: (uint8(color) + slot%2) % 14})
		}
		w := worldtest.Play(newQuakeWith(t), list)
		if got := [...]string{w.Players[0].Team, w.Players[2].Team}; got != [...]string{want, want} {
			t.Errorf("color %d: %q, not %q", color, got, want)
		}
	}
}
