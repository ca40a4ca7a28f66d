package hud

import (
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// shown returns how many glyphs the notices have at a time.
func shown(h *HUD, in *Input, clock float64) int {
	in.Clock = clock
	h.out.Reset()
	h.canvas.Shade = false
	h.feed.drawNotices(in, Rect{0, 0, 900, 110})
	return len(glyphs(&h.out))
}

func TestPrintsLastFourSeconds(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	in.World, in.Events = quakeWorld(1, &message.Print{Text: []byte("one two\n")}), nil
	at := in.World.Clock
	for after, want := range map[float64]int{0: 6, 3.9: 6, 4.1: 0} {
		if got := shown(h, in, at+after); got != want {
			t.Errorf("%v s later %d glyphs, want %d", after, got, want)
		}
	}
	apply(in.World, &message.Time{Time: 64.5}, &message.Print{Text: []byte("three\n")})
	if got := shown(h, in, at+3); got != 11 {
		t.Errorf("with a second line %d glyphs", got)
	}
	if got := shown(h, in, at+5); got != 5 {
		t.Errorf("when the first is old %d glyphs", got)
	}
	// A line that can be split nowhere does not stop the drawing.
	apply(in.World, &message.Print{Text: append(make([]byte, 0), "\xff\x00\x00\n"...)})
	shown(h, in, at+3)
}

// A line that comes again is one line with how often it came; one that comes after another is
// two lines.
func TestPrintsFold(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = quakeWorld(1)
	for _, c := range []struct{ text, want string }{
		{"safe", `"safe"`},
		{"safe", `"safe" "×2"`},
		{"lost", `"safe" "×2" "lost"`},
		{"safe", `"safe" "×2" "lost" "safe"`},
		{"safe", `"safe" "×2" "lost" "safe" "×2"`},
	} {
		apply(in.World, &message.Time{Time: float32(in.World.Time) + 0.1}, &message.Print{Text: []byte(c.text + "\n")})
		h := New(1)
		h.canvas.Shade = false
		in.Clock = in.World.Clock
		h.feed.drawNotices(in, Rect{0, 0, 900, 200})
		if got := words(h); got != c.want {
			t.Errorf("after %q the lines are %s, want %s", c.text, got, c.want)
		}
	}
}

// What is printed for one player is seen by who follows that player, and by nobody else.
func TestPrintsForOthers(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = rules.New("mvd")
	in.World.Begin(&message.Packet{Targets: 1 << 2})
	in.World.Apply(&message.Print{Level: 2, Text: []byte("one two\n")})
	in.World.End()
	for watched, want := range map[int]int{2: 6, 1: 0, world.Nobody: 0} {
		in.Watched = watched
		if got := shown(New(1), in, in.World.Clock); got != want {
			t.Errorf("who follows player %d sees %d glyphs, want %d", watched, got, want)
		}
	}
}

// Of recordings that are watched as one, who follows one of the recorders is told what he was told.
func TestPrintsOfSeveralRecordings(t *testing.T) {
	recording := func(slot int32, line, center string) *world.World {
		const moreBits, model = 1, 1 << 10
		return quakeWorld(3, &message.SetView{Entity: slot + 1},
			&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: slot + 1, Bits: moreBits | model,
				Mask: message.FieldModel, Model: 2}},
			&message.Print{Text: []byte(line + "\n")}, &message.CenterPrint{Text: []byte(center)})
	}
	in := fakeInput(screens[3])
	in.World = world.NewCombined()
	in.World.Combine(recording(0, "three", "ab"), []*world.World{recording(1, "one", "abcd")})
	h := New(1)
	for watched, want := range map[int][2]int{0: {5, 2}, 1: {3, 4}, 2: {5, 2}, world.Nobody: {5, 2}} {
		in.Watched = watched
		lines := shown(h, in, in.World.Clock)
		h.out.Reset()
		h.messages.drawCenter(in, NewLayout(in.Screen).Center)
		if got := [2]int{lines, len(glyphs(&h.out))}; got != want {
			t.Errorf("who follows player %d sees %d glyphs of lines and in the middle, want %d", watched, got, want)
		}
	}
}

// What is printed for a bot alone is left out, what is printed for all is not.
func TestPrintsForBots(t *testing.T) {
	for bot, want := range map[string]string{"": `"one" "two"`, `\*bot\1`: `"two"`} {
		in := fakeInput(screens[3])
		in.World, in.Watched = rules.New("mvd"), 2
		in.World.Begin(&message.Packet{Targets: world.Everybody})
		in.World.Apply(&message.QWUpdateUserInfo{Player: 2, User: 3, Text: []byte(`\name\Vesper` + bot)})
		in.World.End()
		in.World.Begin(&message.Packet{Targets: 1 << 2})
		in.World.Apply(&message.Print{Level: 2, Text: []byte("one\n")})
		in.World.End()
		in.World.Begin(&message.Packet{Targets: world.Everybody})
		in.World.Apply(&message.Print{Level: 2, Text: []byte("two\n")})
		in.World.End()
		h := New(1)
		in.Clock = in.World.Clock
		h.feed.drawNotices(in, Rect{0, 0, 900, 200})
		if got := words(h); got != want {
			t.Errorf("with the info %q the lines are %s, want %s", bot, got, want)
		}
	}
}

func TestCenterPrintGoes(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	draw := func(clock float64) int {
		in.Clock = clock
		h.out.Reset()
		h.canvas.Shade = false
		h.messages.drawCenter(in, NewLayout(in.Screen).Center)
		return len(glyphs(&h.out))
	}
	in.World = quakeWorld(1, &message.CenterPrint{Text: []byte("\xe1b\n\nc")})
	at := in.World.Clock
	for after, want := range map[float64]int{0: 3, 2.4: 3, 2.6: 0} {
		if n := draw(at + after); n != want {
			t.Errorf("%v s later %d glyphs, want %d", after, n, want)
		}
	}
}

// Text that does not fit is cut at its end, inside the area.
func TestLongCenterPrintStaysInside(t *testing.T) {
	h := New(1)
	text := ""
	for range 100 {
		text += "a line of a score table\n"
	}
	in := fakeInput(screens[0])
	in.World = quakeWorld(1, &message.CenterPrint{Text: []byte(text)})
	in.Clock = in.World.Clock
	area := NewLayout(in.Screen).Center
	h.messages.drawCenter(in, area)
	list := glyphs(&h.out)
	if len(list) < 20 {
		t.Fatalf("%d glyphs", len(list))
	}
	for _, g := range list {
		if !area.Contains(g) {
			t.Fatalf("glyph at %v, area %v", g, area)
		}
	}
}

// Of a text in the middle 64 lines are laid out, however it is cut into them.
func TestCenterLinesAreBounded(t *testing.T) {
	a := New(1).canvas.Atlas
	for name, text := range map[string]string{
		"lines": strings.Repeat("a\n", 1000), "words": strings.Repeat("aaaa ", 1000), "nothing": strings.Repeat("\n",
			1000) + "a",
		"just enough": strings.Repeat("a\n", 64), "too few": strings.Repeat("a\n", 63),
	} {
		want := map[string]int{"lines": 64, "words": 64, "nothing": 0, "just enough": 64, "too few": 63}[name]
		if n := len(centerLines(nil, a, fontText, []byte(text), charsetQuake, 40)); n != want {
			t.Errorf("%s: %d lines, want %d", name, n, want)
		}
	}
}

// squeeze leaves out what separates texts.
func squeeze(s string) string { return strings.NewReplacer("|", "", " ", "").Replace(s) }

// TestNoiseOfServers: what servers print beside a match that runs is left out, and only then.
func TestNoiseOfServers(t *testing.T) {
	for _, c := range []struct {
		text  string
		noise bool
	}{
		{"no weapon.\n", true}, {bronze("no weapon\n"), true}, {"You got the Rocket Launcher\n", true},
		{"You receive 25 health\n", true},
		{"matchdate: 2024-05-01 12:29:44 CEST\n", true}, {"skill " + bronze("15") + "\n", true},
		{"Server decides to turn powerups on\n", true},
		{"Ranger rides Vesper's rocket\n", false}, {"You are dead\n", false}, {"2 minutes remaining\n", false},
		{"Vesper got the RED flag!\n", false},
		{"Quad Damage is wearing off\n", false},
	} {
		for _, phase := range []world.Phase{world.PhaseRunning, world.PhaseOvertime, world.PhaseWarmUp,
			world.PhaseUnknown} {
			in := fakeInput(screens[3])
			in.World = quakeWorld(1, &message.Print{Text: []byte(c.text)})
			in.World.Game, in.World.Match.Phase = world.QuakeWorld, phase
			running := phase == world.PhaseRunning || phase == world.PhaseOvertime
			if got := shown(New(1), in, in.World.Clock) == 0; got != (c.noise && running) {
				t.Errorf("%q in phase %d: left out is %v", c.text, phase, got)
			}
		}
	}
	in := fakeInput(screens[3])
	in.World = quakeWorld(1, &message.Print{Text: []byte("\x01Vesper: no weapon\n")})
	in.World.Game, in.World.Match.Phase = world.QuakeWorld, world.PhaseRunning
	if in.World.Notices.Line(0).Chat != true || shown(New(1), in, in.World.Clock) == 0 {
		t.Error("chat is left out")
	}
}

// TestRecordingIsNotReported: the server's message that it records is left out, with the line that names the file.
func TestRecordingIsNotReported(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = quakeWorld(1, &message.Print{Text: []byte("Server starts recording (disk):\ndemoscope1.mvd\n")})
	if n := shown(New(1), in, in.World.Clock); n != 0 {
		t.Errorf("%d lines are shown", n)
	}
	in.World = quakeWorld(1, &message.Print{Text: []byte("Server starts recording (disk):\na.mvd\nHello\n")})
	if n := shown(New(1), in, in.World.Clock); n != len("Hello") {
		t.Errorf("of three lines %d letters are shown, want those of the last", n)
	}
}

// TestTextsInAFight: while a match runs, a text in the middle ends above the middle third of
// the picture, and no greeting is drawn.
func TestTextsInAFight(t *testing.T) {
	for _, s := range screens {
		for _, c := range []struct {
			text  string
			shown bool
		}{
			{"Vesper\nA/H: 100 50 - RL: 20", true}, {strings.Repeat("line\n", 40), true},
			{"Welcome\n\nRunning KTX 1.42", false}, {"\n" + bronze("Welcome") + " to\n", false},
		} {
			in := fakeInput(s)
			in.World = quakeWorld(2, &message.CenterPrint{Text: []byte(c.text)})
			in.World.Match.Phase = world.PhaseRunning
			in.Clock = in.World.Clock
			h := New(s.Unit())
			h.decide(in)
			h.out.Reset()
			h.messages.drawCenter(in, centerArea(h, in))
			r, any := bounds(&h.out)
			if any != c.shown || any && r.Y+r.H > s.Height/3+1 {
				t.Errorf("%v %.20q: %v, drawn at %v", s, c.text, any, r)
			}
			if !h.page.hasCrosshair(in) {
				t.Errorf("%v %.20q: no crosshair", s, c.text)
			}
			in.World.Match.Phase = world.PhaseWarmUp
			if !in.hasCenter() || h.page.hasCrosshair(in) {
				t.Errorf("%v %.20q in a warm-up", s, c.text)
			}
		}
	}
}

// TestInfoSaysWhatIsNoMap: a picture has a line more where it says what is drawn in the map's place, as wide
// as its words.
func TestInfoSaysWhatIsNoMap(t *testing.T) {
	in := fakeInput(screens[3])
	h := New(1)
	h.Build(in)
	room := Rect{0, 0, 900, 400}
	_, before := h.infoLines(in, room, false)
	in.Level = "rebuilt from the demo, of which this says more than anybody would"
	width, after := h.infoLines(in, room, false)
	atlas := h.canvas.Atlas
	if want := textWidth(atlas, fontSmall, []byte(in.Level), charsetOwn); width != want ||
		after != before+atlas.lineHeight(fontSmall) {
		t.Errorf("the corner is %v wide, want %v, and %v high after %v", width, want, after, before)
	}
}

// TestSlimMessages: a message that would be a column of letters beside a panel is not drawn.
func TestSlimMessages(t *testing.T) {
	in := fakeInput(screens[3])
	h := New(1)
	h.Build(in)
	for width, drawn := range map[float32]bool{20: false, 60: false, 70: true} {
		before := len(h.Buffer().Vertices)
		h.messages.drawMessages(in, &h.page, []Message{{Text: "List of events", Kind: MessageNote}},
			Rect{10, 10, width, 200})
		if got := len(h.Buffer().Vertices) > before; got != drawn {
			t.Errorf("%v wide: it is drawn: %v", width, got)
		}
	}
}

// TestCutMessagesSaySo: a message for which there is no room ends in three dots, one that fits does not.
func TestCutMessagesSaySo(t *testing.T) {
	for _, c := range []struct {
		height float32
		dots   bool
	}{{28, true}, {46, true}, {200, false}} {
		in := fakeInput(screens[3])
		h := New(1)
		h.Build(in)
		v := len(h.Buffer().Vertices)
		h.messages.drawMessages(in, &h.page, []Message{{Text: "no player is called milton at that time; " +
			"there are many others of whom " +
			"one may be watched, and some who are out of sight now", Kind: MessageNote}}, Rect{10, 10, 300, c.height})
		glyphs := h.Buffer().Vertices[v:]
		if len(glyphs) < 40 {
			t.Fatalf("%d corners are drawn", len(glyphs))
		}
		last := glyphs[len(glyphs)-12:] // of three glyphs, four corners each
		if dots := last[0].U == last[4].U && last[0].U == last[8].U; dots != c.dots {
			t.Errorf("%v pixels high: it ends in dots: %v, want %v", c.height, dots, c.dots)
		}
	}
}

// TestTitlesBesideTheMatchup: the title of a film's scene lies neither on the matchup panel nor makes it
// move, and is shown while a kill is told. All of it is in its area.
func TestTitlesBesideTheMatchup(t *testing.T) {
	for _, s := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}, {1920, 1080, 1, 0, false},
		{1080, 1920, 1, 0, false}, {720, 1280, 1, 0, false}, {3840, 2160, 1, 0, false}} {
		in := fakeInput(s)
		in.Kill = killInput()
		in.NoBar, in.Messages = true, nil
		h := New(s.Unit())
		h.Build(in)
		before := h.matchupPlace(h.page.matchupArea)
		in.Messages = []Message{{Text: "somebody with a name: 6 kills in 8.4 s, rocket launcher · e1m2 · 2025-05-21",
			Kind: MessageTitle}}
		h.Build(in)
		after := h.matchupPlace(h.page.matchupArea)
		if before.Y != after.Y || !hasMessages(h, in) {
			t.Errorf("%v: the matchup panel is at %v, was at %v; the title is shown: %v", s, after, before,
				hasMessages(h, in))
		}
		h.out.Reset()
		area := messagesArea(h, in)
		h.messages.drawAllMessages(in, &h.page, area)
		title, any := h.drawn(0)
		if !any || overlap(&title, &after) || !area.inset(-2).Contains(title) {
			t.Errorf("%v: the title is at %v, the matchup panel at %v", s, title, after)
		}
		box := h.messages.messageBox(in, &h.page, MessageTitle, false)
		size := h.messages.titleFont(in.Messages[0].Text, box-16*s.Unit(), area.H-8*s.Unit())
		if lines := lineCount(h.canvas.Atlas, size, []byte(in.Messages[0].Text), charsetOwn,
			box-16*s.Unit()); float32(lines)*h.canvas.Atlas.lineHeight(size) > area.H {
			t.Errorf("%v: %d lines of the title are cut", s, lines)
		}
	}
}

// TestTitlesOfSmallFilms: a film that has no room between prints and status has titles, too, above the status.
func TestTitlesOfSmallFilms(t *testing.T) {
	for _, s := range []Screen{{426, 240, 1, 0, false}, {320, 180, 1, 0, false}, {200, 112, 1, 0, false}} {
		for _, display := range []Display{Watch, Analyst} {
			in := fakeInput(s)
			in.Display, in.NoBar = display, true
			in.Messages = []Message{{Text: "tom: 5 kills in 13.8 s · dm2", Kind: MessageTitle}}
			h := New(s.Unit())
			h.Build(in)
			h.out.Reset()
			h.messages.drawAllMessages(in, &h.page, messagesArea(h, in))
			title, any := h.drawn(0)
			if screen := (Rect{0, 0, s.Width, s.Height}); !any || !screen.Contains(title) {
				t.Errorf("%v, display %v: the title is at %v", s, display, title)
			}
		}
	}
}
