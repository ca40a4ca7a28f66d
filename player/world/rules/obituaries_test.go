package rules_test

import (
	"testing"

	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// obituaryTest is a line in which a game tells of a death, and who killed
// whom: "A" is slot 0 and "B" slot 1.
type obituaryTest struct {
	line           string
	killer, victim int
	weapon         string
}

const nobody = -1

// obituaries returns the rows of a list in the table of obituaries.
func obituaries(t *testing.T, list string) (tests []obituaryTest) {
	t.Helper()
	_, rows := corpus.Table(t, "testdata/obituaries.csv")
	slots := map[string]int{"A": 0, "B": 1, "": nobody}
	for _, row := range rows {
		if row[0] == list {
			tests = append(tests, obituaryTest{row[1], slots[row[2]], slots[row[3]], row[4]})
		}
	}
	if len(tests) == 0 {
		t.Fatalf("there is no list %s", list)
	}
	return tests
}

// expectKill checks that the last packet told of one death, which was counted.
func expectKill(s *script, o obituaryTest, line string) { expectKillOf(s, o, line, false) }

// expectKillOf is expectKill of a team mate or not.
func expectKillOf(s *script, o obituaryTest, line string, team bool) {
	s.t.Helper()
	kills := s.only(world.EventKill)
	if len(kills) != 1 {
		s.t.Errorf("%q: %d deaths, not 1", line, len(kills))
		return
	}
	if k := kills[0]; k.Player != o.killer || k.Other != o.victim || k.WeaponName() != o.weapon ||
		string(k.Text) != line ||
		k.TeamKill != team {
		s.t.Errorf("%q: slot %d kills %d with %q (%q), not %d %d with %q", line, k.Player, k.Other,
			k.WeaponName(), k.Text,
			o.killer, o.victim, o.weapon)
	}
	for slot := range 2 {
		var want [4]int32 // kills, deaths, suicides, team kills
		switch {
		case o.killer == slot && o.victim == slot:
			want[2] = 1
		case o.killer == slot && team:
			want[3] = 1
		case o.killer == slot:
			want[0] = 1
		}
		if o.victim == slot {
			want[1] = 1
		}
		p := &s.Players[slot]
		if got := [4]int32{p.Kills, p.Deaths, p.Suicides, p.TeamKills}; got != want {
			s.t.Errorf("%q: slot %d has %d kills, deaths, suicides and team kills, not %d", line, slot, got, want)
		}
	}
	for i := range s.Players {
		p := &s.Players[i]
		p.Kills, p.Deaths, p.Suicides, p.TeamKills = 0, 0, 0, 0
	}
}

// named2 puts two names in the places of A and B of a line.
func named2(line, a, b string) string {
	out := make([]byte, 0, 64)
	for i := range line {
		inWord := i+1 < len(line) && line[i+1] >= 'a' && line[i+1] <= 'z'
		switch {
		case line[i] == 'A' && !inWord:
			out = append(out, a...)
		case line[i] == 'B' && !inWord:
			out = append(out, b...)
		default:
			out = append(out, line[i])
		}
	}
	return string(out)
}

// obituaryNames are pairs of names that make lines hard to read: with spaces,
// one that begins the other, one that ends as phrases do, in the charset's
// other color.
var obituaryNames = [][2]string{
	{"A", "B"},
	{"Mr. X", "the big one"},
	{"zed", "zed by"},
	{"zed by", "zed"},
	{"was nailed by", "\xec\xef\xf7 rides"},
	{"\x12\x13 \xe1", "x's rocket"},
}

func testObituaries(t *testing.T, start func(names [2]string) *script, list []obituaryTest, team bool) {
	for _, names := range obituaryNames {
		s := start(names)
		for _, o := range list {
			line := named2(o.line, names[0], names[1])
			s.printed(line)
			expectKillOf(s, o, line, team)
			s.time += 10 // nothing is beside it
		}
	}
}

// Each line of each game tells who killed whom with what.
func TestObituaries(t *testing.T) {
	quake := func(n [2]string) *script { return newQuake(t, n[0], n[1]) }
	for _, list := range []string{"quakeworld", "quake", "fortress", "packs"} {
		testObituaries(t, quake, obituaries(t, list), false)
	}
	testObituaries(t, quake, obituaries(t, "team"), true)
	testObituaries(t, quake, obituaries(t, "libreteam"), true)
	for _, format := range []string{"qwd", "mvd"} {
		start := func(n [2]string) *script { return newQuakeWorld(t, format, n[0], n[1]) }
		testObituaries(t, start, obituaries(t, "quakeworld"), false)
		testObituaries(t, start, obituaries(t, "fortress"), false)
		testObituaries(t, start, obituaries(t, "team"), true)
	}
}

// The games' own words may be in the charset's other color; names are not the
// same in another.
func TestObituariesColored(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A", "B"), newQuakeWorld(t, "qwd", "A", "B")} {
		line := "A \xf2\xe9\xe4\xe5\xf3 B\xa7\xf3\xa0rocket"
		s.printed(line)
		expectKill(s, obituaryTest{"", 1, 0, "rocket launcher"}, line)
		for _, line := range []string{"\xc1 rides B's rocket", "A rides \xc2's rocket"} {
			s.printed(line)
			if k := s.only(world.EventKill); len(k) != 0 {
				t.Errorf("%q: %+v", line, k)
			}
		}
	}
}

// What looks like a death and is none.
func TestNoObituaries(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A", "B", "Bob"), newQuakeWorld(t, "qwd", "A", "B", "Bob"),
		newQuakeWorld(t, "mvd", "A", "B", "Bob")} {
		for _, line := range []string{
			"", "A", "B", "rides", " rides B's rocket", "A rides", "A rides B", "A rides 's rocket",
			"A rides B's rocket!",
			"A rides B's rockets", "A rides B's Rocket", "A rides  B's rocket", "A ridesB's rocket",
			"Zed rides B's rocket",          // nobody's name
			"A rides Zed's rocket",          // nor this one
			"A was nailed by Bo",            // the beginning of a name
			"A was nailed by Bobby",         // a name and more
			"AA suicides",                   // more than a name
			"a suicides",                    // another name
			"A: A suicides",                 // said, not told
			"A suicides.",                   //
			"A suicides twice",              //
			"A was telefragged by teammate", //
			"A rips B",                      //
			"A rips B a new two",            //
			"A discharges into the mud",     //
			"A ate 3 loads of B's buckshot", //
			"Satan's power deflects 's telefrag",
			"Satan's power deflects Zed's telefrag",
			"Satan's power deflects A's rocket", "Satan's power deflects A's quadfrag",
			"Santa's power deflects A's telefrag",
			"A entered the game", "A left the game with 5 frags", "A changed name to B",
		} {
			s.printed(line)
			if k := s.only(world.EventKill); len(k) != 0 {
				t.Errorf("%v: %q is read as a death: %+v", s.Game, line, k)
			}
		}
	}
	q := newQuake(t, "A", "", "B")
	for _, line := range []string{"A got shot by a Grunt", "A is loved by a Grunt", "A was shot by Grunt",
		"A was shot by the Grunt", "Was A shot by a Grunt"} {
		if q.printed(line); len(q.only(world.EventKill)) != 0 {
			t.Errorf("%q is read as a death: %+v", line, q.Events)
		}
	}
	// LibreQuake's words and monsters are Quake's only.
	s := newQuakeWorld(t, "qwd", "A", "B")
	for _, o := range obituaries(t, "quake") {
		s.printed(o.line)
		if k := s.only(world.EventKill); len(k) != 0 {
			t.Errorf("%q is read as a death of QuakeWorld: %+v", o.line, k)
		}
	}
	// In QuakeWorld only what everybody is told, at the levels of deaths and
	// of the match, is one.
	for level, want := range []int{0, 1, 1, 0} {
		s.packet(printAt(uint8(level), "A rides B's rocket\n"))
		if n := len(s.only(world.EventKill)); n != want {
			t.Errorf("at level %d: %d deaths, not %d", level, n, want)
		}
	}
	m := newQuakeWorld(t, "mvd", "A", "B")
	m.packetTo(1<<1, printAt(1, "A rides B's rocket\n"))
	if k := m.only(world.EventKill); len(k) != 0 {
		t.Errorf("what one player is told is a death: %+v", k)
	}
	// Who has no name has no part in it.
	n := newQuakeWorld(t, "qwd", "", "B")
	for _, line := range []string{"B was nailed by ", "B rides 's rocket", " suicides", " rides B's rocket"} {
		if n.printed(line); len(n.only(world.EventKill)) != 0 {
			t.Errorf("%q: somebody without a name has a part in it", line)
		}
	}
	// Nor has who left.
	for _, line := range []string{" suicides", "A rides 's rocket"} {
		if q.printed(line); len(q.only(world.EventKill)) != 0 {
			t.Errorf("%q: an empty slot died", line)
		}
	}
}
