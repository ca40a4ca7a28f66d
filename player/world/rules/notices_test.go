package rules_test

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// lines returns the printed lines that are kept, the oldest first.
func (s *script) lines() (list []string) {
	for i := s.Notices.Len() - 1; i >= 0; i-- {
		list = append(list, string(s.Notices.Line(i).Text))
	}
	return list
}

func (s *script) expectLines(what string, want ...string) {
	s.t.Helper()
	if got := s.lines(); !slices.Equal(got, want) {
		s.t.Errorf("%v: %s: %q, not %q", s.Game, what, got, want)
	}
}

// Lines come whole, several at once or in pieces, of several packets too.
func TestNoticeLines(t *testing.T) {
	for _, format := range []string{"dem", "qwd", "mvd"} {
		s := newQuake(t, "A")
		if format != "dem" {
			s = newQuakeWorld(t, format, "A")
		}
		if s.Notices.Len() != 0 {
			t.Errorf("%s: %d lines at first", format, s.Notices.Len())
		}
		s.packet(printAt(2, "one\n"))
		s.expectLines("a line", "one")
		s.packet(printAt(2, "two\nthree\n\nfi"), printAt(2, "ve"))
		s.expectLines("several", "one", "two", "three", "", "five")
		s.packet(printAt(2, ", six"), printAt(2, ""))
		s.packet(printAt(2, "\nseven"), printAt(2, "\n"), printAt(2, "eight\n"))
		s.expectLines("pieces", "one", "two", "three", "", "five, six", "seven", "eight")
	}
}

// A line is the event that the rules make of it, whether it comes alone, with others or in pieces, and also if more
// lines come at once than are kept.
func TestNoticeEvents(t *testing.T) {
	for _, format := range []string{"dem", "qwd", "mvd"} {
		s := newQuake(t, "A", "B")
		if format != "dem" {
			s = newQuakeWorld(t, format, "A", "B")
		}
		s.packet(printAt(1, "B died, or so\nA died\nB suici"), printAt(1, "des\nthe end\n"))
		s.packet(printAt(1, strings.Repeat("again\n", 40)+"A suicides\nA suicides."), printAt(1, "\nB died\n"))
		s.packet(printAt(1, "B died"))
		want := map[string]world.EventKind{"A suicides": world.EventKill, "B died": world.EventKill}
		for i, line := range s.lines() {
			l := s.Notices.Line(s.Notices.Len() - 1 - i)
			if open := i == s.Notices.Len()-1; l.Event != want[line] && !open || open && l.Event != world.EventPrint {
				t.Errorf("%s: line %d, %q, is %v", format, i, line, l.Event)
			}
		}
	}
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packet(printAt(1, "B died, or so\nA died\nB suici"), printAt(1, "des\nthe end\n"))
	for i, want := range []world.EventKind{world.EventPrint, world.EventKill, world.EventKill, world.EventPrint} {
		if l := s.Notices.Line(i); l.Event != want {
			t.Errorf("%q is %v", l.Text, l.Event)
		}
	}
}

// What is kept of a line: level, whether it was said, when and for whom.
func TestNoticeKinds(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	for level := range uint8(4) {
		s.time += 1
		s.packetTo(1<<level, printAt(level, "x\n"))
		n := s.Notices.Line(0)
		if n.Level != level || n.Chat != (level == 3) || n.Targets != 1<<level || n.Clock != s.Clock {
			t.Errorf("level %d: %+v", level, n)
		}
		kind := world.EventPrint
		if level == 3 {
			kind = world.EventChat
		}
		if e := s.Events; len(e) != 1 || e[0].Kind != kind || e[0].Level != level || string(e[0].Text) != "x\n" {
			t.Errorf("level %d: %+v", level, e)
		}
		if e := s.Events[0]; e.Player != int(level) && level != 3 || level == 3 && e.Player != nobody {
			t.Errorf("level %d: told to %d", level, e.Player)
		}
	}
	if s.packet(printAt(2, "x\n")); s.Events[0].Player != nobody {
		t.Errorf("told to everybody: %+v", s.Events)
	}
	if s.packetTo(3, printAt(2, "x\n")); s.Events[0].Player != nobody {
		t.Errorf("told to two: %+v", s.Events)
	}
	// A client's recording is told to its recorder, items only to it.
	c := newQuakeWorld(t, "qwd", "A")
	if c.packetTo(5, printAt(0, "x\n")); c.Notices.Line(0).Targets != everybody {
		t.Errorf("%+v", c.Notices.Line(0))
	}
	q := newQuake(t, "A")
	q.packet(printAt(9, "x\n"))
	if n := q.Notices.Line(0); n.Level != 0 || n.Chat || n.Targets != everybody {
		t.Errorf("%+v", n)
	}
	q.packet(printAt(0, "\x01A: x\n"))
	if n := q.Notices.Line(0); !n.Chat || q.Events[0].Kind != world.EventChat || q.Events[0].Player != 0 {
		t.Errorf("%+v, %+v", n, q.Events)
	}
	q.packet(printAt(0, "\x02A: x\n"))
	if n := q.Notices.Line(0); n.Chat || q.Events[0].Kind != world.EventPrint {
		t.Errorf("%+v, %+v", n, q.Events)
	}
}

// A line that is continued later has the later time; one for others is another
// line.
func TestNoticeOpenLines(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packetTo(1, printAt(1, "a"))
	s.time += 2
	s.packetTo(1, printAt(2, "b"))
	if n := s.Notices.Line(0); string(n.Text) != "ab" || n.Clock != s.Clock || n.Level != 1 {
		t.Errorf("%+v", n)
	}
	s.packetTo(2, printAt(2, "c"))
	s.packetTo(1, printAt(2, "d\n"))
	s.expectLines("for two", "ab", "c", "d")
	for i, want := range []uint32{1, 2, 1} {
		if got := s.Notices.Line(i).Targets; got != want {
			t.Errorf("line %d is for %x, not %x", i, got, want)
		}
	}
}

// 32 lines are kept; the oldest go.
func TestNoticeLimit(t *testing.T) {
	s := newQuake(t, "A")
	for i := range 31 {
		s.packet(printAt(0, strings.Repeat("x", i)+"\n"))
	}
	if s.Notices.Len() != 31 {
		t.Errorf("%d lines", s.Notices.Len())
	}
	s.packet(printAt(0, "31\n"))
	if s.Notices.Len() != 32 || len(s.Notices.Line(31).Text) != 0 || string(s.Notices.Line(0).Text) != "31" {
		t.Errorf("%d lines", s.Notices.Len())
	}
	s.packet(printAt(0, "32\n"))
	if s.Notices.Len() != 32 || string(s.Notices.Line(31).Text) != "x" || string(s.Notices.Line(1).Text) != "31" ||
		string(s.Notices.Line(0).Text) != "32" {
		t.Errorf("%q", s.lines())
	}
}

// A line that never ends is cut, and so is one that is put together of pieces
// to be read.
func TestNoticeLength(t *testing.T) {
	s := newQuake(t, "A")
	for range 1500 {
		s.packet(printAt(0, "x"))
	}
	if n := len(s.Notices.Line(0).Text); n != 1024 {
		t.Errorf("%d letters", n)
	}
	for _, c := range []struct {
		name   int // letters
		deaths int
	}{{1024 - len(" suicides"), 1}, {1025 - len(" suicides"), 0}} {
		name := strings.Repeat("n", c.name)
		for _, s := range []*script{newQuake(t, name), newQuakeWorld(t, "qwd", name)} {
			s.packet(printAt(1, name))
			if s.packet(printAt(1, " suicides\n")); len(s.only(world.EventKill)) != c.deaths {
				t.Errorf("%v: a name of %d letters: %+v", s.Game, c.name, s.only(world.EventKill))
			}
			if s.packet(printAt(1, name+" suicides\n")); len(s.only(world.EventKill)) != c.deaths {
				t.Errorf("%v: a name of %d letters: %+v", s.Game, c.name, s.only(world.EventKill))
			}
		}
	}
}

// A server tells a team by telling each of its players: that is one line.
func TestTeamChat(t *testing.T) {
	start := func() *script {
		s := newQuakeWorld(t, "mvd", "A", "B")
		s.time = 10
		s.packetTo(1<<3, printAt(3, "(A): now\n"))
		return s
	}
	again := func(s *script, targets uint32, time float64, level uint8, text string) {
		s.time = time
		s.packetTo(targets, printAt(level, text))
	}
	s := start()
	again(s, 1<<5, 10, 3, "(A): now\n")
	if n := s.Notices.Line(0); s.Notices.Len() != 1 || n.Targets != 1<<3|1<<5 || len(s.Events) != 0 {
		t.Errorf("%d lines, for %x, %+v", s.Notices.Len(), n.Targets, s.Events)
	}
	for _, c := range []struct {
		what    string
		targets uint32
		time    float64
		level   uint8
		text    string
	}{
		{"later", 1 << 5, 10.0625, 3, "(A): now\n"}, {"another text", 1 << 5, 10, 3, "(A): now!\n"},
		{"no chat", 1 << 5, 10, 2, "(A): now\n"},
		{"everybody", everybody, 10, 3, "(A): now\n"}, {"not ended", 1 << 5, 10, 3, "(A): now"},
		{"two lines", 1 << 5, 10, 3, "(A): now\nx\n"}, {"an empty line", 1 << 5, 10, 3, "(A): now\n\n"},
	} {
		s := start()
		again(s, c.targets, c.time, c.level, c.text)
		if s.Notices.Len() < 2 || len(s.Events) == 0 {
			t.Errorf("%s: %q, %+v", c.what, s.lines(), s.Events)
		}
	}
	// Other lines may stand between, but not eight.
	for between, lines := range map[int]int{7: 8, 8: 10} {
		s := start()
		for range between {
			again(s, 1<<9, 10, 2, "other\n")
		}
		again(s, 1<<5, 10, 3, "(A): now\n")
		if s.Notices.Len() != lines {
			t.Errorf("%d between: %q", between, s.lines())
		}
	}
	// What everybody was told is not told again.
	s = newQuakeWorld(t, "mvd", "A")
	again(s, everybody, 10, 3, "A: hi\n")
	if again(s, 1, 10, 3, "A: hi\n"); s.Notices.Len() != 2 {
		t.Errorf("%q", s.lines())
	}
}

// For whom a line is.
func TestFor(t *testing.T) {
	for _, c := range []struct {
		targets uint32
		slot    int
		want    bool
	}{
		{everybody, nobody, true}, {everybody, 0, true}, {everybody, 31, true}, {everybody, 100, true}, {1, 0, true},
		{1, 1, false}, {1, nobody, false},
		{1 << 31, 31, true}, {1 << 31, 32, false}, {0, 0, false}, {0, nobody, false}, {0xfffffffe, 0, false},
		{0xfffffffe, 5, true}, {0xfffffffe, 32, false},
	} {
		if got := world.For(c.targets, c.slot); got != c.want {
			t.Errorf("%x for %d: %v", c.targets, c.slot, got)
		}
	}
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packetTo(1<<1, &message.CenterPrint{Text: []byte("x")})
	if s.Notices.CenterTargets != 1<<1 {
		t.Errorf("%x", s.Notices.CenterTargets)
	}
	if s.packetTo(1<<1, &message.Finale{Text: []byte("x")}); s.Notices.CenterTargets != everybody {
		t.Errorf("an end for %x", s.Notices.CenterTargets)
	}
}

// Who speaks: the name stands before a colon, in parentheses for a team.
func TestSpeakers(t *testing.T) {
	names := []string{"Ann", "Ann B", "B:c", "(x)", "Bo", "", "\xc1nn"}
	for _, c := range []struct {
		text string
		slot int
	}{
		{"Ann: hi", 0}, {"Ann B: hi", 1}, {"B:c: hi", 2}, {"(x): hi", 3}, {"(Ann): hi", 0}, {"(Ann B): hi", 1},
		{"Bo: Ann: hi", 4},
		{"\xc1nn: hi", 6}, {"[SPEC] Bo: hi", 4}, {"[SPEC] (Bo): hi", 4}, {"Ann:", 0},
		{"Ann hi", nobody}, {"ann: hi", nobody}, {"An: hi", nobody}, {"Anna: hi", nobody}, {": hi", nobody},
		{"(Ann: hi", nobody}, {"(): hi", nobody},
		{"Zed: hi", nobody}, {"", nobody}, {"Ann", nobody}, {"[SPEC]Bo: hi", nobody}, {"hi Ann: x", nobody},
		{" Ann: hi", nobody},
	} {
		for _, s := range []*script{newQuake(t, names...), newQuakeWorld(t, "qwd", names...),
			newQuakeWorld(t, "mvd", names...)} {
			if s.Game == world.Quake {
				s.packet(printAt(0, "\x01"+c.text+"\n"))
			} else {
				s.packet(printAt(3, c.text+"\n"))
			}
			if e := s.Events; len(e) != 1 || e[0].Kind != world.EventChat || e[0].Player != c.slot {
				t.Errorf("%v: %q: %+v, not slot %d", s.Game, c.text, e, c.slot)
			}
		}
	}
}

// A piece of what somebody says may end anywhere.
func TestSpeakersCut(t *testing.T) {
	for text, slot := range map[string]int{"Ann": nobody, "Ann:": nobody, "Ann: ": 0, "(Ann": nobody, "(Ann)": 0,
		"(": nobody, "[SPEC] ": nobody, "[SPEC] Ann": nobody} {
		s := newQuakeWorld(t, "qwd", "Ann")
		if s.packet(printAt(3, text)); s.Events[0].Player != slot {
			t.Errorf("%q: slot %d, not %d", text, s.Events[0].Player, slot)
		}
	}
}

// Lines of deaths and items that come in pieces; those of different players,
// and chat, do not mix.
func TestPieces(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	death := func(text string, kills int) {
		t.Helper()
		if s.packet(printAt(1, text)); len(s.only(world.EventKill)) != kills {
			t.Errorf("%q: %+v, not %d deaths", text, s.Events, kills)
		}
	}
	death("A rides ", 0)
	s.packet(printAt(3, "B: ha\n"))
	s.packetTo(1, printAt(1, "only for one"))
	death("B's rocket", 0)
	death("\nB sui", 1)
	death("cides\nA suicides\n", 2)
	s.packetTo(1<<1, printAt(0, "You got the "))
	s.packetTo(1<<1, printAt(0, "Biosuit"))
	s.packetTo(1<<1, printAt(0, "\n"))
	if got := s.taken(); !slices.Equal(got, []string{"1 Biosuit"}) {
		t.Errorf("%q", got)
	}
	s.packetTo(1<<1, printAt(0, "You got the "))
	s.packetTo(1<<0, printAt(0, "Quad Damage\n"))
	if got := s.taken(); len(got) != 0 {
		t.Errorf("a piece for another player: %q", got)
	}
	if s.packetTo(1<<1, printAt(0, "Quad Damage\n")); len(s.taken()) != 0 {
		t.Errorf("what was begun for another has gone: %q", s.taken())
	}
	s.packetTo(1<<1, printAt(0, "You got the "))
	s.packet(&message.QWServerData{Protocol: 28}, &message.QWUpdateUserInfo{Player: 1, Text: []byte(`\name\B`)})
	if s.packetTo(1<<1, printAt(0, "Quad Damage\n")); len(s.taken()) != 0 {
		t.Errorf("what was begun in another level has gone: %q", s.taken())
	}
}
