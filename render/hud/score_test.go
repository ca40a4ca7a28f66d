package hud

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// necropolis is a single player's level in the middle.
var necropolis = world.Single{Known: true, Kills: 12, Monsters: 30, Secrets: 1, TotalSecrets: 4,
	Counted: world.CountedMonsters | world.CountedSecrets}

// written returns what an element writes.
func written(in *Input, draw func(h *HUD, in *Input, r Rect), r Rect) []string {
	h := New(1)
	h.decide(in)
	h.out.Reset()
	draw(h, in, r)
	return textsOf(h)
}

// What the clock beside the score says: the time, and what it counts.
func TestClock(t *testing.T) {
	match := func(start float64, info string) func(in *Input) {
		return func(in *Input) { in.World.Match.Start, in.World.Level().ServerInfo = start, info }
	}
	with := func(list ...func(in *Input)) func(in *Input) {
		return func(in *Input) {
			for _, f := range list {
				f(in)
			}
		}
	}
	phase := func(p world.Phase) func(in *Input) { return func(in *Input) { in.World.Match.Phase = p } }
	solo := func(in *Input) { in.World.Single.Known = true }
	quakeWorldGame := func(in *Input) { in.World.Game = world.QuakeWorld }
	noBar := func(in *Input) { in.NoBar = true }
	over := func(in *Input) { in.World.Intermission, in.World.IntermissionTime = true, 59.875 }
	for _, c := range []struct {
		name   string
		clock  ClockKind
		change func(in *Input)
		want   string
	}{
		{"a match with a limit", ClockGame, match(30, `\timelimit\20`), "19:28 left of 20:00"},
		{"a match at its end", ClockGame, match(2.5, `\timelimit\1`), "0:00 left of 1:00"},
		{"a match just before its end", ClockGame, match(2.75, `\timelimit\1`), "0:01 left of 1:00"},
		{"a match after its limit", ClockGame, match(1.5, `\timelimit\1`), "0:01 over 1:00"},
		{"a match without a limit", ClockGame, match(30, ""), "0:32 match time"},
		{"a match that tells that it has none", ClockGame, match(30, `\timelimit\0`), "0:32 played, no limit"},
		{"the end alone", ClockGame, func(in *Input) { in.World.Match.End = 70 }, "0:08 left"},
		{"the end alone, over it", ClockGame, func(in *Input) { in.World.Match.End = 60 }, "0:00 left"},
		{"countdown", ClockGame, with(match(70, `\timelimit\20`), phase(world.PhaseCountdown)), "0:08 to the start"},
		{"countdown to an unknown start", ClockGame, phase(world.PhaseCountdown), ""},
		{"warm-up", ClockGame, with(match(30, `\timelimit\20`), phase(world.PhaseWarmUp)), ""},
		{"after the match", ClockGame, with(match(30, `\timelimit\20`), phase(world.PhaseOver)), ""},
		{"intermission of a match", ClockGame, with(match(30, `\timelimit\20`), over), ""},
		{"deathmatch in Quake", ClockGame, func(*Input) {}, "1:02 level time"},
		{"its warm-up", ClockGame, phase(world.PhaseWarmUp), ""},
		{"nothing known", ClockGame, quakeWorldGame, ""},
		{"nothing known and no bar", ClockGame, with(quakeWorldGame, noBar), "1:05 demo time"},
		{"a match and no bar", ClockGame, with(match(30, ""), noBar), "0:32 match time"},
		{"single player", ClockGame, solo, "1:02 level time"},
		{"single player, level done", ClockGame, with(solo, over), "0:59 level time"},
		{"one client of QuakeWorld", ClockGame, func(in *Input) {
			in.World.Game, in.World.Level().MaxClients = world.QuakeWorld, 1
		}, ""},
		{"one client of Quake II", ClockGame, func(in *Input) {
			in.World.Game, in.World.Level().MaxClients = world.Quake2, 1
		}, "1:02 level time"},
		{"server's", ClockServer, match(30, ""), "1:02 server time"},
		{"match without a beginning", ClockMatch, func(*Input) {}, "-:-- match time"},
		{"match with a limit", ClockMatch, match(30, `\timelimit\20`), "0:32 match time"},
		{"no world", ClockMatch, func(in *Input) { in.World = nil }, ""},
	} {
		in := fakeInput(screens[3])
		in.Clock, in.Time, in.Duration, in.Clocks = 65.25, 62.5, 754.3, c.clock
		in.Sides = nil
		c.change(in)
		clock := in.clock()
		got := strings.TrimSpace(string(clock.appendCounts(append(clock.appendTime(nil), ' '))))
		if clock.counts == "" {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The bar says where the demo is and how long it is, whatever clock is chosen.
func TestPosition(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(in *Input)
		want   string
	}{
		{"playing", func(*Input) {}, "1:05 12:34"},
		{"paused", func(in *Input) { in.Paused = true }, "1:05.250 12:34"},
		{"while the demo is read", func(in *Input) { in.Complete = false }, "1:05 12:34+"},
		{"live", func(in *Input) { in.Complete, in.Growing, in.Live, in.Lag = false, true, true, 0.58 },
			"1:05 LIVE 0.5 s behind"},
		{"live, of which nothing comes", func(in *Input) {
			in.Complete, in.Growing, in.Live, in.Waits, in.Lag = false, true, true, true, 0.5
		}, "1:05 LIVE waiting"},
		{"live, of which much is still read", func(in *Input) {
			in.Complete, in.Growing, in.Live, in.Lag = false, true, true, 260
		}, "1:05 LIVE catching up"},
		{"behind a live game", func(in *Input) { in.Complete, in.Growing, in.Lag = false, true, 83.5 },
			"1:05 -1:23 to live"},
		{"with the server's clock", func(in *Input) { in.Clocks = ClockServer }, "1:05 12:34"},
		{"no world", func(in *Input) { in.World = nil }, "1:05 12:34"},
	} {
		in := fakeInput(screens[3])
		in.Clock, in.Time, in.Duration = 65.25, 62.5, 754.3
		c.change(in)
		h, b := New(1), NewBar(NewLayout(in.Screen), false)
		h.bar.drawPosition(in, &b, false)
		if got := strings.Join(textsOf(h), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// quake3Scores makes a match of Quake III with the two best scores and the frags of the
// watched player.
func quake3Scores(first, second, own int32) func(in *Input) {
	return func(in *Input) {
		in.Sides, in.Watched, in.World.Game, in.World.Match.FragsCount = nil, 1, world.Quake3, true
		in.World.Match.Known, in.World.Match.Scores = true, [2]int32{first, second}
		for i := range in.World.Players {
			in.World.Players[i].Frags = 0
		}
		in.World.Players[1].Frags = own
	}
}

// What the score says of a match, in the order in which it is drawn.
func TestScore(t *testing.T) {
	area := NewLayout(screens[3]).Score
	whiteFlag := func(state world.FlagState, side, carrier int) func(in *Input) {
		return func(in *Input) {
			in.World.Match.White = world.WhiteFlag{Flag: world.Flag{State: state, Carrier: carrier}, Side: side}
		}
	}
	flags := func(a, b world.Flag) func(in *Input) {
		return func(in *Input) { in.World.Match.Flags = [2]world.Flag{a, b} }
	}
	for _, c := range []struct {
		name   string
		change func(in *Input)
		want   string
	}{
		{"teams", func(*Input) {}, "19:28|left of 20:00|61|blue|60|red"},
		{"a duel", func(in *Input) {
			in.Sides = []world.Side{{Name: "Quarry", Slot: 2, Color: 4, Score: -3}, {Name: "Lumen", Slot: 3, Color: -1,
				Score: world.NoScore}}
		}, "19:28|left of 20:00|-3|Quarry|-|Lumen"},
		{"a fifth side has no room", func(in *Input) {
			in.Sides = nil
			for i, name := range []string{"a", "b", "c", "d", "e"} {
				in.Sides = append(in.Sides, world.Side{Name: name, Slot: world.Nobody, Color: i, Score: int32(9 - i)})
			}
		}, "19:28|left of 20:00|9|a|8|b|7|c|6|d"},
		// Nobody's match: the leader, and the watched player with its place.
		{"everybody alone", func(in *Input) {
			in.Sides, in.Watched = nil, 1
		}, "19:28|left of 20:00|50|1.|Quarry|30|3.|Vesper"},
		{"the leader is watched", func(in *Input) {
			in.Sides, in.Watched = nil, 2
		}, "19:28|left of 20:00|50|1.|Quarry|31|2.|Lumen"},
		{"a spectator is watched", func(in *Input) {
			in.Sides, in.Watched = nil, 5
		}, "19:28|left of 20:00|50|1.|Quarry|31|2.|Lumen"},
		{"equal ones", func(in *Input) {
			in.Sides, in.Watched = nil, 4
			for i := range in.World.Players {
				in.World.Players[i].Frags = 3
			}
		}, "19:28|left of 20:00|3|1.|Ranger|3|1.|Stray"},
		{"each better than the one before", func(in *Input) {
			in.Sides, in.Watched = nil, 4
			for i := range in.World.Players {
				in.World.Players[i].Frags = int32(i)
			}
		}, "19:28|left of 20:00|4|1.|Stray|3|2.|Lumen"},
		{"one alone", func(in *Input) {
			in.Sides, in.World.Players, in.World.Match.Start = nil, in.World.Players[:1], 0
		}, ""},
		{"Quake III's scores", quake3Scores(7, 3, 1), "19:28|left of 20:00|7|1. unknown|1|Vesper"},
		{"Quake III's sixth, with another", func(in *Input) {
			quake3Scores(7, 3, 1)(in)
			in.World.Recorder = 1
			in.World.Level().Quake3Stats.Rank = 18
			in.World.Stats.Set(18, 0x4005)
		}, "19:28|left of 20:00|7|1. unknown|1|6.|Vesper"},
		{"Quake III's spectator", func(in *Input) {
			quake3Scores(7, 3, 1)(in)
			in.Watched = 5
		}, "19:28|left of 20:00|7|1. unknown|3|2. unknown"},
		{"Quake III's place of somebody else", func(in *Input) {
			quake3Scores(7, 3, 1)(in)
			in.World.Recorder = 0
			in.World.Level().Quake3Stats.Rank = 18
			in.World.Stats.Set(18, 5)
		}, "19:28|left of 20:00|7|1. unknown|1|Vesper"},
		{"Quake III's place that cannot be", func(in *Input) {
			quake3Scores(7, 3, 1)(in)
			in.World.Recorder = 1
			in.World.Level().Quake3Stats.Rank = 18
			in.World.Stats.Set(18, 1000)
		}, "19:28|left of 20:00|7|1. unknown|1|Vesper"},
		{"Quake III's leader", quake3Scores(7, 3, 7), "19:28|left of 20:00|7|1.|Vesper|3|2. unknown"},
		{"Quake III's second", quake3Scores(7, 3, 3), "19:28|left of 20:00|7|1. unknown|3|2.|Vesper"},
		{"Quake III's leader, counted", func(in *Input) {
			quake3Scores(7, 3, 1)(in)
			in.World.Players[2].Frags = 7
		}, "19:28|left of 20:00|7|1.|Quarry|1|Vesper"},
		{"Quake III's first two, counted", func(in *Input) {
			quake3Scores(7, 3, 3)(in)
			in.World.Players[2].Frags, in.World.Players[1].Frags = 7, 3
		}, "19:28|left of 20:00|7|1.|Quarry|3|2.|Vesper"},
		{"Quake III's leader, counted twice", func(in *Input) {
			quake3Scores(7, 3, 1)(in)
			in.World.Players[2].Frags, in.World.Players[3].Frags = 7, 7
		}, "19:28|left of 20:00|7|1. unknown|1|Vesper"},
		{"Quake III's first two at one", quake3Scores(7, 7, 7), "19:28|left of 20:00|7|1.|Vesper|7|1. unknown"},
		{"Quake III's first score of several", func(in *Input) {
			quake3Scores(7, 7, 7)(in)
			in.World.Players[2].Frags, in.World.Players[3].Frags = 7, 7
		}, "19:28|left of 20:00|7|1.|Vesper|7|1.|Quarry"},
		{"Quake III, one alone", quake3Scores(7, world.NoScore, 7), "19:28|left of 20:00|7|1.|Vesper"},
		{"Quake III, nobody there", quake3Scores(world.NoScore, world.NoScore, 0), "19:28|left of 20:00"},
		{"frags that the demo does not tell", func(in *Input) {
			in.Sides, in.World.Match.Start = nil, 0
			in.World.Game, in.World.Match.FragsCount = world.Quake3, true
		}, ""},
		{"whole minutes", func(in *Input) { in.World.Match.Start, in.World.Match.Latest = 0, in.Time+480 },
			"~7:30|left|61|blue|60|red"},
		{"overtime and pause", func(in *Input) { in.World.Match.Phase, in.World.Paused = world.PhaseOvertime, true },
			"19:28|left of 20:00|61|blue|60|red|overtime|game paused"},
		{"warm-up", func(in *Input) { in.World.Match.Phase = world.PhaseWarmUp }, "61|blue|60|red|warm-up"},
		{"over", func(in *Input) { in.World.Match.Phase = world.PhaseOver }, "61|blue|60|red|match over"},
		{"a pause alone", func(in *Input) {
			in.Sides, in.World.Match.Start, in.World.Paused, in.World.Players = nil, 0,
				true, nil
		}, "game paused"},
		{"flags at home", flags(world.Flag{State: world.FlagHome}, world.Flag{State: world.FlagHome}),
			"19:28|left of 20:00|61|blue|60|red"},
		// The first flag is the red team's, whichever side is ahead.
		{"flags away", flags(world.Flag{State: world.FlagDropped}, world.Flag{State: world.FlagTaken, Carrier: 2}),
			"19:28|left of 20:00|61|Quarry|blue|60|dropped|red"},
		{"a flag that nobody knows who has", flags(world.Flag{State: world.FlagTaken, Carrier: world.Nobody},
			world.Flag{State: world.FlagHome}),
			"19:28|left of 20:00|61|blue|60|taken|red"},
		// Where there is one flag it stands at the side that has it, or at both while nobody has.
		{"a white flag at home", whiteFlag(world.FlagHome, 0, world.Nobody), "19:28|left of 20:00|61|blue|60|red"},
		{"a white flag that lies there", whiteFlag(world.FlagDropped, 0, world.Nobody),
			"19:28|left of 20:00|61|dropped|blue|60|dropped|red"},
		{"a white flag with red", whiteFlag(world.FlagTaken, 0, world.Nobody),
			"19:28|left of 20:00|61|blue|60|taken|red"},
		{"a white flag with blue", whiteFlag(world.FlagTaken, 1, 2), "19:28|left of 20:00|61|Quarry|blue|60|red"},
		{"obelisks", func(in *Input) {
			in.World.Match.Obelisks = [2]world.Obelisk{{Known: true, Health: 254}, {Known: true, Health: 1}}
		}, "19:28|left of 20:00|61|obelisk 1%|blue|60|obelisk 99%|red"},
		{"obelisks, one whole and one destroyed", func(in *Input) {
			in.World.Match.Obelisks = [2]world.Obelisk{{Known: true}, {Known: true, Health: 255}}
		}, "19:28|left of 20:00|61|obelisk 100%|blue|60|obelisk 0%|red"},
		{"monsters", func(in *Input) {
			in.Sides, in.World = nil, quakeWorld(1)
			in.World.Single = necropolis
		}, "1:02|level time|monsters 12/30|secrets 1/4"},
		{"secrets alone", func(in *Input) {
			in.Sides, in.World = nil, quakeWorld(1)
			in.World.Single = world.Single{Known: true, Monsters: 8, TotalSecrets: 4, Counted: world.CountedSecrets}
		}, "1:02|level time|secrets 0/4"},
	} {
		in := teamInput(screens[3])
		in.Time = 62.5
		c.change(in)
		if got := strings.Join(written(in, drawScore, area), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What the match is in is left out where it would stick out of the score's room.
func TestTagsStayInTheScore(t *testing.T) {
	in := teamInput(screens[3])
	in.World.Match.Phase, in.World.Paused, in.Sides = world.PhaseOvertime, true, nil
	in.World.Match.Start, in.World.Players = 0, nil
	for width, want := range map[float32]string{1000: "overtime|game paused", 20: ""} {
		if got := strings.Join(written(in, drawScore, Rect{0, 0, width, scoreHeight}), "|"); got != want {
			t.Errorf("in %v pixels: %q, want %q", width, got, want)
		}
	}
}

// A side stands in its team's color: red, blue, or the palette's.
func TestSideColors(t *testing.T) {
	in := teamInput(screens[3])
	for _, c := range []struct {
		pants int
		want  bool
	}{{4, true}, {13, true}, {0, true}, {12, true}, {-1, false}} {
		if _, ok := in.sideColor(&world.Side{Color: c.pants}); ok != c.want {
			t.Errorf("pants %d: %v", c.pants, ok)
		}
	}
	red, _ := in.sideColor(&world.Side{Color: 4})
	blue, _ := in.sideColor(&world.Side{Color: 13})
	if red.R < 2*red.B || blue.B < 2*blue.R {
		t.Errorf("red is %v, blue %v", red, blue)
	}
	h := New(1)
	h.Build(in)
	stripes := 0
	for _, l := range describe(h) {
		if strings.HasPrefix(l, "rect ") && (strings.HasSuffix(l, " e2584a") || strings.HasSuffix(l, " 5b9bf0")) {
			stripes++
		}
	}
	if stripes < 2 {
		t.Errorf("%d stripes in the colors of the teams", stripes)
	}
}

// Nothing of the server's uptime is on the screen by default.
func TestNoServerTime(t *testing.T) {
	in := teamInput(screens[3])
	in.Time = 45296 // 12:34:56
	h := New(1)
	for _, bar := range []bool{false, true} {
		in.NoBar = !bar
		in.World.Match.Start = 45290
		h.Build(in)
		for _, text := range textsOf(h) {
			if strings.Contains(text, "12:34:5") {
				t.Errorf("%q is written", text)
			}
		}
	}
}

// In an intermission the scoreboard is drawn, whatever text in the middle is left from
// before, has expired or comes then; only a finale hides it.
func TestIntermissionShowsTheScoreboard(t *testing.T) {
	for _, c := range []struct {
		name  string
		list  []message.Message
		after float64 // seconds
		board bool
	}{
		{"no text", []message.Message{&message.Intermission{}}, 0, true},
		{"an old text", []message.Message{&message.CenterPrint{Text: []byte("go")}, &message.Intermission{}}, 10, true},
		{"a text from just before", []message.Message{&message.CenterPrint{Text: []byte("go")},
			&message.Intermission{}}, 0.1, true},
		{"a text in it", []message.Message{&message.Intermission{}, &message.CenterPrint{Text: []byte("go")}},
			0.1, true},
		{"a finale", []message.Message{&message.Finale{Text: []byte("the end")}}, 100, false},
	} {
		in := fakeInput(screens[3])
		in.World = quakeWorld(4, c.list...)
		in.Clock, in.Messages = in.World.Clock+c.after, nil
		h := New(1)
		h.Build(in)
		list := textsOf(h)
		if got := slices.Contains(list, "frags"); got != c.board {
			t.Errorf("%s: a scoreboard is drawn: %v, want %v: %q", c.name, got, c.board, list)
		}
	}
}

// A finale is typed, eight characters a second, below its header; a cutscene has none.
func TestFinaleIsTyped(t *testing.T) {
	text := "As the corpse\nof the monster"
	for _, c := range []struct {
		message message.Message
		after   float64
		want    string
	}{
		{&message.Finale{Text: []byte(text)}, 0, "CONGRATULATIONS!"},
		{&message.Finale{Text: []byte(text)}, 0.25, "CONGRATULATIONS!|As"},
		{&message.Finale{Text: []byte(text)}, 1, "CONGRATULATIONS!|As the c"},
		{&message.Finale{Text: []byte(text)}, 2, "CONGRATULATIONS!|As the corpse|of"},
		{&message.Finale{Text: []byte(text)}, 100, "CONGRATULATIONS!|As the corpse|of the monster"},
		{&message.Cutscene{Text: []byte(text)}, 1, "As the c"},
		{&message.Cutscene{Text: []byte(text)}, 60, "As the corpse|of the monster"},
	} {
		in := fakeInput(screens[3])
		in.World = quakeWorld(4, c.message)
		in.Clock, in.Messages, in.NoBar = in.World.Clock+c.after, nil, true
		h := New(1)
		h.Build(in)
		if got := strings.Join(textsOf(h), "|"); got != c.want {
			t.Errorf("%T after %v s: %q, want %q", c.message, c.after, got, c.want)
		}
	}
}

// A line of a finale does not move while it is typed.
func TestFinaleStands(t *testing.T) {
	in := fakeInput(screens[3])
	in.World, in.Messages = quakeWorld(1, &message.Finale{Text: []byte("the end of it")}), nil
	place := ""
	h := New(1)
	for i := 1; i < 20; i++ {
		in.Clock = in.World.Clock + float64(i)/8
		h.Build(in)
		for _, l := range describe(h) {
			if f := strings.Fields(l); f[0] == "text" && strings.Contains(l, `"t`) {
				if at := f[1] + " " + f[2]; place == "" {
					place = at
				} else if at != place {
					t.Fatalf("after %d characters the line is at %s, not %s", i, at, place)
				}
			}
		}
	}
	if place == "" {
		t.Error("nothing is typed")
	}
}

// The result of a single player has time, monsters and secrets instead of a list of
// one.
func TestSolo(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = quakeWorld(1, &message.Intermission{})
	in.World.Single = necropolis
	in.World.IntermissionTime, in.Time = 62.0625, 80
	in.Messages, in.NoBar = nil, true
	h := New(1)
	h.Build(in)
	if got := strings.Join(textsOf(h), "|"); got != "The Slipgate Complex|time|1:02.063|monsters|12/30|secrets|1/4" {
		t.Errorf("%q", got)
	}
	in.World.Single.Skill, in.World.Single.SkillKnown = 2, true
	h.Build(in)
	if got := strings.Join(textsOf(h),
		"|"); got != "The Slipgate Complex|time|1:02.063|skill|hard|monsters|12/30|secrets|1/4" {
		t.Errorf("with a skill %q", got)
	}
	// Two who play together have a scoreboard.
	in.World.Players[1].InUse, in.World.Players[1].Name = true, "Second"
	h.Build(in)
	if got := strings.Join(textsOf(h), "|"); !strings.Contains(got, "frags") ||
		!strings.Contains(got, "monsters 12/30   secrets 1/4   1:02 level time") {
		t.Errorf("together: %q", got)
	}
}
