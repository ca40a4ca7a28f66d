package rules_test

import (
	"math"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// at applies a packet of a time of the demo's own clock.
func (s *script) at(time float64, list ...message.Message) {
	s.time = time
	s.packet(list...)
}

// something is a message that shows that the game runs, so that a frame
// begins.
func (s *script) something() message.Message {
	if s.Game == world.Quake {
		return &message.ClientData{}
	}
	return &message.QWNails{}
}

func (s *script) expectClock(what string, time, clock, frame, previous float64) {
	s.t.Helper()
	const near = 1e-9
	for _, c := range [...]struct {
		name      string
		got, want float64
	}{{"Time", s.Time, time}, {"Clock", s.Clock, clock}, {"FrameClock", s.FrameClock, frame},
		{"PrevFrameClock", s.PrevFrameClock, previous}} {
		if math.Abs(c.got-c.want) > near {
			s.t.Errorf("%v: %s: %s %v, not %v", s.Game, what, c.name, c.got, c.want)
		}
	}
}

// newTimeless returns a game whose demo has told no time yet.
func newTimeless(t *testing.T, format string) *script {
	s := &script{World: newWorld(t, format), t: t, sequence: 1}
	return s
}

// The viewer's clock begins at 0 with the first time, however late, goes on
// with the demo's, and takes a tenth of a second over a cut.
func TestClock(t *testing.T) {
	for _, format := range []string{"dem", "qwd", "mvd"} {
		s := newTimeless(t, format)
		if s.Timed() || s.Began() || s.Clock != 0 || s.Time != 0 || s.Block != -1 || s.LevelCount != 0 ||
			s.Recorder != nobody {
			t.Errorf("%s: at first: %+v", format, s.World)
		}
		s.at(4250, s.something())
		s.expectClock("the first time", 4250, 0, 0, 0)
		if !s.Timed() || !s.Began() || s.Block != 0 {
			t.Errorf("%s: timed %v, began %v, block %d", format, s.Timed(), s.Began(), s.Block)
		}
		s.at(4250.5, s.something())
		s.expectClock("half a second", 4250.5, 0.5, 0.5, 0)
		s.at(4250.5, s.something())
		s.expectClock("no time", 4250.5, 0.5, 0.5, 0)
		s.at(4251)
		s.expectClock("no frame", 4251, 1, 0.5, 0)
		s.at(4252, s.something())
		s.expectClock("a frame", 4252, 2, 2, 0.5)
		s.at(4312, s.something())
		s.expectClock("the longest gap", 4312, 62, 62, 2)
		s.at(4372.125, s.something())
		s.expectClock("a gap that is too long", 4372.125, 62.1, 62.1, 62.1)
		s.at(4373.125, s.something())
		s.expectClock("goes on", 4373.125, 63.1, 63.1, 62.1)
		s.at(4373, s.something())
		s.expectClock("backwards", 4373, 63.2, 63.2, 63.2)
		s.at(4374)
		if !s.Began() {
			t.Errorf("%s: the frame has not gone", format)
		}
		s.at(10)
		// The time before was 0.875 s after the one before the step back: that was
		// damage, and does not count.
		s.expectClock("a cut without a frame", 10, 64.075, 63.2, 63.2)
		if s.Began() {
			t.Errorf("%s: nothing has begun behind the cut", format)
		}
		s.at(11, s.something())
		s.expectClock("and a frame behind it", 11, 65.075, 65.075, 65.075)
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			s.at(bad, s.something())
			s.expectClock("no number", 11, 65.075, 65.075, 65.075)
		}
		s.at(0.5, s.something())
		s.expectClock("far back", 0.5, 65.175, 65.175, 65.175)
	}
}

// A new level is a cut, wherever its own clock begins.
func TestClockLevels(t *testing.T) {
	for _, format := range []string{"dem", "qwd", "mvd"} {
		for _, c := range []struct{ time, clock float64 }{{101, 1.1}, {1, 1.1}, {130, 1.1}, {99.5, 1.1}} {
			var begin message.Message = &message.QWServerData{Protocol: 28}
			if format == "dem" {
				begin = &message.ServerInfo{Protocol: 15, MaxClients: 4}
			}
			s := newTimeless(t, format)
			s.at(100, begin, s.something())
			if s.LevelCount != 1 || s.Clock != 0 {
				t.Errorf("%s: level %d at %v", format, s.LevelCount, s.Clock)
			}
			// QuakeWorld's first level is no cut in the clock that runs on;
			// Quake's levels have clocks of their own.
			s.at(101, s.something())
			first := 1.0
			if format == "dem" {
				first = 0.1
			}
			s.expectClock("in the first level", 101, first, first, s.PrevFrameClock)
			s.at(101, begin)
			if s.LevelCount != 2 || s.Began() || len(s.only(world.EventLevel)) != 1 {
				t.Errorf("%s: level %d, frame %v, %v", format, s.LevelCount, s.Began(), s.Events)
			}
			if c.time == s.Time {
				continue
			}
			s.at(c.time, s.something())
			s.expectClock("the second level", c.time, c.clock-1+first, c.clock-1+first, c.clock-1+first)
			s.at(c.time+1, s.something())
			s.expectClock("goes on", c.time+1, c.clock+first, c.clock+first, c.clock-1+first)
		}
	}
}

// A level that begins at the time at which the one before ended takes no time.
func TestClockSameTime(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A")
	s.at(5, s.something())
	s.at(6, &message.QWServerData{Protocol: 28})
	s.at(6, s.something())
	s.expectClock("the same time", 6, 6, 6, 6)
	s.at(7, s.something())
	s.expectClock("the cut comes with the first step", 7, 6.1, 6.1, 6.1)
}

// Bytes that are no packet have no time.
func TestClockRaw(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A")
	s.at(3)
	s.Begin(&message.Packet{Kind: message.PacketRaw, Time: 9})
	s.End()
	if s.Time != 3 {
		t.Errorf("%v", s.Time)
	}
}

// Begin forgets the events of the packet before, and tells which it is.
func TestBegin(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(&message.FoundSecret{}, &message.KilledMonster{})
	if len(s.Events) != 2 {
		t.Errorf("%+v", s.Events)
	}
	s.Begin(&message.Packet{Block: 77})
	if len(s.Events) != 0 || s.Block != 77 {
		t.Errorf("block %d: %+v", s.Block, s.Events)
	}
	s.End()
}

// QuakeWorld's match clock counts from the line that begins a match, or from
// the minutes that are left, and stops at the match's end.
func TestMatchClock(t *testing.T) {
	info := func(key, value string) message.Message {
		return &message.QWServerInfo{Key: []byte(key), Value: []byte(value)}
	}
	expect := func(s *script, what string, at, seconds, limit float64, ok bool) {
		t.Helper()
		gotSeconds, gotLimit, gotOK := s.Match.Clock(s.Level(), at)
		if gotSeconds != seconds || gotLimit != limit || gotOK != ok {
			t.Errorf("%s: %v of %v, %v, not %v of %v, %v", what, gotSeconds, gotLimit, gotOK, seconds, limit, ok)
		}
	}
	s := newQuakeWorld(t, "mvd", "A")
	s.at(50, info("timelimit", "10"))
	expect(s, "before", 60, 0, 0, false)
	s.at(60, printAt(2, "The match has begun!\n"))
	expect(s, "begins", 60, 0, 600, true)
	expect(s, "a time before it", 30, 0, 600, true)
	expect(s, "later", 90, 30, 600, true)
	s.at(70, info("timelimit", ""))
	expect(s, "without a limit", 90, 30, 0, true)
	s.at(80, info("timelimit", "x"))
	expect(s, "a limit that is no number", 90, 30, 0, true)
	s.at(90, info("timelimit", "15"))
	expect(s, "a limit that changes", 90, 30, 900, true)
	s.at(100, printAt(2, "The match is over\n"))
	expect(s, "ends", 100, 0, 0, false)
	// Another one.
	s.at(110, printAt(2, "The duel has begun!\n"))
	expect(s, "the second", 120, 10, 900, true)
	s.at(120, &message.QWServerData{Protocol: 28})
	expect(s, "a new level", 130, 0, 0, false)

	// A recording that begins in a match knows whole minutes at first.
	s = newQuakeWorld(t, "mvd", "A")
	s.at(20, &message.StuffText{Text: []byte(`fullserverinfo "\timelimit\10\status\8 min left"` + "\n")})
	if s.Match.Latest != 20+480 || s.Match.Phase != world.PhaseRunning {
		t.Errorf("at first it ends at %v at the latest in phase %v", s.Match.Latest, s.Match.Phase)
	}
	expect(s, "before the minute is full", 30, 0, 0, false)
	s.at(40, info("status", "7 min left"))
	expect(s, "then", 40, 180, 600, true)
	if s.Match.Latest != 0 {
		t.Errorf("the clock is known and it ends at %v at the latest", s.Match.Latest)
	}

	for _, c := range []struct {
		status, limit string
		seconds       float64 // of the match when it is told; -1: unknown
	}{
		{"7 min left", "10", 180}, {"7 minutes left", "10", 180}, {"1 min left", "10", 540}, {"10 min left", "10", 0},
		{"11 min left", "10", -1}, {"0 min left", "10", -1}, {"-1 min left", "10", -1}, {"Standby", "10", -1},
		{"Countdown", "10", -1},
		{"7 min", "10", -1}, {"7", "10", -1}, {"7 sec left", "10", -1}, {"7 min left", "", -1},
		{"7 min left soon", "10", -1}, {"x min left", "10", -1},
	} {
		s := newQuakeWorld(t, "qwd", "A")
		s.at(1000, info("timelimit", c.limit), info("status", c.status))
		if c.seconds < 0 {
			expect(s, c.status, 1000, 0, 0, false)
		} else {
			expect(s, c.status, 1000, c.seconds, 600, true)
		}
		// Only the status says it.
		s = newQuakeWorld(t, "qwd", "A")
		s.at(1000, info("timelimit", c.limit), info("other", c.status))
		expect(s, "another key", 1000, 0, 0, false)
	}
}

// Which lines begin and end a match, at which levels, and which do not.
func TestMatchLines(t *testing.T) {
	for _, c := range []struct {
		line       string
		begin, end bool
	}{
		{"The match has begun!", true, false},
		{"The duel has begun!", true, false},
		{"The team play has begun", true, false},
		{"Match started", true, false},
		{"Match started!", true, false},
		{"\xcd\xe1\xf4\xe3\xe8 \xf3\xf4\xe1\xf2\xf4\xe5\xe4", true, false},
		{"The match is over", false, true},
		{"The duel is over", false, true},
		{"Match stopped by majority vote", false, true},
		{"RED team won the level with 10 points!", false, true},
		{"A team won the level with 10 points!", false, true},
		{"has begun", false, false},
		{"Match stopped", false, false},
		{"the match has begun!", false, false},
		{"The match begins in 10 seconds", false, false},
		{"match started", false, false},
		{"A says The match is over", false, false},
		{"The matches are over", false, false},
		{"A team won the level", false, false},
	} {
		for level := range uint8(4) {
			told := level == 1 || level == 2 // of matches and deaths, to everybody
			s := newQuakeWorld(t, "mvd", "A", "B")
			s.packet(printAt(level, c.line+"\n"))
			if n := len(s.only(world.EventMatchStart)); (n == 1) != (c.begin && told) || n > 1 {
				t.Errorf("%q at level %d: begins %d times", c.line, level, n)
			}
			if n := len(s.only(world.EventMatchEnd)); (n == 1) != (c.end && told) || n > 1 {
				t.Errorf("%q at level %d: ends %d times", c.line, level, n)
			}
			s = newQuakeWorld(t, "mvd", "A", "B")
			if s.packetTo(1, printAt(level, c.line+"\n")); len(s.only(world.EventMatchStart, world.EventMatchEnd)) !=
				0 {
				t.Errorf("%q, told to one: %+v", c.line, s.Events)
			}
		}
		// Mods of Quake have the same words.
		s := newQuake(t, "A", "B")
		s.printed(c.line)
		if b, e := s.only(world.EventMatchStart), s.only(world.EventMatchEnd); (len(b) == 1) != c.begin ||
			(len(e) == 1) != c.end {
			t.Errorf("%q in Quake: %+v", c.line, s.Events)
		}
	}
}

// Within a second it is the same match; then it is another, whether the end of
// the first was told or not. Its clock begins anew.
func TestMatchAgain(t *testing.T) {
	begin := printAt(2, "The match has begun!\n")
	for _, c := range []struct {
		after float64
		want  int
	}{{0.5, 0}, {1, 0}, {1.25, 1}, {30, 1}} {
		s := newQuakeWorld(t, "mvd", "A")
		s.at(10, begin)
		if s.at(10+c.after, begin); len(s.only(world.EventMatchStart)) != c.want || s.Match.Start != 10+c.after {
			t.Errorf("after %v: %+v, from %v", c.after, s.Events, s.Match.Start)
		}
	}
	// A note begins a match only where none is on.
	note := &message.StuffText{Text: []byte("//ktx matchstart\n")}
	s := newQuakeWorld(t, "mvd", "A")
	s.at(10, note)
	if len(s.only(world.EventMatchStart)) != 1 || s.Match.Start != 10 {
		t.Errorf("a note: %+v, from %v", s.Events, s.Match.Start)
	}
	if s.at(40, note); len(s.Events) != 0 || s.Match.Start != 10 {
		t.Errorf("a second note: %+v, from %v", s.Events, s.Match.Start)
	}
	s.at(50, printAt(2, "Match stopped by majority vote\n"))
	if s.at(60, note); len(s.only(world.EventMatchStart)) != 1 || s.Match.Start != 60 {
		t.Errorf("after the end: %+v, from %v", s.Events, s.Match.Start)
	}
	s.at(70, printAt(2, "The match is over\n"))
	if s.at(71, printAt(2, "The match is over\n")); len(s.Events) != 1 || s.Events[0].Kind != world.EventPrint {
		t.Errorf("a second end: %+v", s.Events)
	}
	for _, other := range []string{"//ktx matchstarted\n", "ktx matchstart\n", "//matchstart\n",
		"// ktx matchstart\n"} {
		s.time += 10
		if s.packet(&message.StuffText{Text: []byte(other)}); len(s.Events) != 0 {
			t.Errorf("%q: %+v", other, s.Events)
		}
	}
	if s.packet(&message.StuffText{Text: []byte("bf\n//demomark a b \ncolor 3\n//demomark")}); len(s.Events) != 2 ||
		s.Events[0].Kind != world.EventMark ||
		string(s.Events[0].Text) != "a b" || len(s.Events[1].Text) != 0 {
		t.Errorf("marks: %+v", s.Events)
	}
}

// Who captures and who takes a flag.
func TestFlagLines(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A", "B c"), newQuakeWorld(t, "qwd", "A", "B c")} {
		for _, c := range []struct {
			line string
			kind world.EventKind
			slot int
			item string // empty: it is no such line
		}{
			{"A got the RED flag!", world.EventItem, 0, "Red Flag"},
			{"B c got the BLUE flag!", world.EventItem, 1, "Blue Flag"},
			{"A captured the BLUE flag!", world.EventCapture, 0, "Blue Flag"},
			{"B c captured the RED flag!", world.EventCapture, 1, "Red Flag"},
			{"A \xe7\xef\xf4\xa0the \xc2\xcc\xd5\xc5 flag!", world.EventItem, 0, "Blue Flag"},
			{"\xc1 got the RED flag!", 0, 0, ""},
			{"A returned the RED flag!", world.EventFlagReturned, 0, "Red Flag"},
			{"B c lost the BLUE flag!", world.EventFlagLost, 1, "Blue Flag"},
			{"The RED flag has been returned to base!", world.EventFlagReturned, nobody, "Red Flag"},
			{"The \xc2\xcc\xd5\xc5 flag has returned", world.EventFlagReturned, nobody, "Blue Flag"},
			{"Zed lost the RED flag!", 0, 0, ""},
			{"The RED flag has left", 0, 0, ""},
			{"The red flag has returned!", 0, 0, ""},
			{"A got the red flag!", 0, 0, ""},
			{"A got the RED flag", 0, 0, ""},
			{"A got the RED flag! ", 0, 0, ""},
			{"Zed captured the RED flag!", 0, 0, ""},
			{"A captured the  RED flag!", 0, 0, ""},
			{"Your flag!", 0, 0, ""},
		} {
			s.printed(c.line)
			got := s.only(world.EventItem, world.EventCapture, world.EventFlagLost, world.EventFlagReturned)
			if c.item == "" {
				if len(got) != 0 {
					t.Errorf("%q: %+v", c.line, got)
				}
				continue
			}
			if len(got) != 1 || got[0].Kind != c.kind || got[0].Player != c.slot || got[0].Item != c.item ||
				got[0].Other != nobody {
				t.Errorf("%q: %+v", c.line, got)
			}
		}
	}
}

// Pauses by message and by line, each told once.
func TestPauses(t *testing.T) {
	expect := func(s *script, what string, paused bool, players ...int) {
		t.Helper()
		got := s.only(world.EventPause)
		if len(got) != len(players) || s.Paused != paused {
			t.Errorf("%v: %s: paused %v, %+v", s.Game, what, s.Paused, got)
			return
		}
		for i, slot := range players {
			if got[i].Player != slot {
				t.Errorf("%v: %s: by %d, not %d", s.Game, what, got[i].Player, slot)
			}
		}
		for _, e := range got {
			if want := map[bool]int32{true: 1}[paused]; e.Value != want && len(got) == 1 {
				t.Errorf("%v: %s: value %d", s.Game, what, e.Value)
			}
		}
	}
	for _, s := range []*script{newQuake(t, "A", "B"), newQuakeWorld(t, "qwd", "A", "B"),
		newQuakeWorld(t, "mvd", "A", "B")} {
		s.packet(&message.SetPause{Pause: 0})
		expect(s, "it ran", false)
		s.packet(&message.SetPause{Pause: 2})
		expect(s, "stops", true, nobody)
		s.packet(&message.SetPause{Pause: 1})
		expect(s, "stands", true)
		s.printed("B unpaused the game")
		expect(s, "goes on", false, 1)
		s.printed("A paused the game")
		expect(s, "A stops it", true, 0)
		s.printed("Zed unpaused the game")
		expect(s, "a stranger", true)
		s.printed(" unpaused the game")
		expect(s, "nobody", true)
		s.printed("A resumed the game")
		expect(s, "A resumes", false, 0)
		s.printed("A: B paused the game")
		expect(s, "chatter", false)
		s.printed("A paused the game")
		s.printed("B paused the game")
		expect(s, "twice", true)
		var begin message.Message = &message.QWServerData{Protocol: 28}
		if s.Game == world.Quake {
			begin = &message.ServerInfo{Protocol: 15}
		}
		s.packet(begin)
		expect(s, "a new level", false)
	}
}
