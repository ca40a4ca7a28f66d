package hud

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
)

// TestMatchupPanel: the watched stands at the left, the other at the right, with health (or words where
// it is not told) and armor toward the middle, where each one's deed has an arrow. Who hit whom
// of the two is not told again. What is drawn stays in the panel, and the numbers of health near
// the middle of the picture.
func TestMatchupPanel(t *testing.T) {
	side := func(name string, slot int) anchor.Label {
		return anchor.Label{Text: name, Player: slot + 1, Color: colorText}
	}
	a, b := side("A", 0), side("B", 1)
	a.HealthKnown, a.Health, a.ArmorKnown, a.Armor, a.Weapon = true, 89, true, 132, 9 // a rocket launcher
	about := b
	about.HealthAbout, about.Health, about.HealthMost = true, 25, 49
	for name, c := range map[string]struct {
		sides [2]anchor.Label
		deeds [2]story.Action
		want  string
	}{
		"no matchup": {[2]anchor.Label{}, [2]story.Action{}, ``},
		"a matchup": {[2]anchor.Label{a, b}, [2]story.Action{story.ActionRocket, story.ActionHits},
			`"RL" "89" "132" "A" "B" "rocket" "hits"`},
		"a mate": {[2]anchor.Label{a, func() anchor.Label { m := b; m.Mate = true; return m }()},
			[2]story.Action{story.ActionRocket}, `"RL" "89" "132" "A" "B" "mate" "rocket"`},
		"about": {[2]anchor.Label{a, about}, [2]story.Action{story.ActionNone, story.ActionAims},
			`"RL" "89" "132" "A" "≈37" "B" "aims"`},
		"not in view": {[2]anchor.Label{a, func() anchor.Label { m := b; m.Unseen = true; return m }()},
			[2]story.Action{},
			`"RL" "89" "132" "A" "B"`},
		"with another": {[2]anchor.Label{a, side("C", 2)}, [2]story.Action{},
			`"RL" "89" "132" "A" "C"`},
	} {
		for _, size := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}} {
			in := fakeInput(size)
			in.Clock, in.Crosshair, in.Watched, in.Messages = 10, false, 0, nil
			in.World.Players = []world.Player{{Slot: 0, Name: "A"}, {Slot: 1, Name: "B"}, {Slot: 2, Name: "C"}}
			in.World.Players[1].Struck, in.World.Players[1].StruckBy = world.Timestamp{Clock: 9.5, Known: true}, 1
			in.Matchup = anchor.Matchup{Sides: c.sides, Actions: c.deeds}
			h := New(size.Unit())
			h.decide(in)
			area := h.page.matchupArea
			h.drawMatchup(in, area)
			if got := words(h); got != c.want {
				t.Errorf("%s, %vx%v: %s, want %s", name, size.Width, size.Height, got, c.want)
			}
			for _, v := range h.out.Vertices {
				if v.X < area.X-1 || v.X > area.X+area.W+1 || v.Y < area.Y || v.Y > area.Y+area.H {
					t.Fatalf("%s, %vx%v: drawn at %v %v, beside %v", name, size.Width, size.Height, v.X, v.Y, area)
				}
			}
			if n := testing.AllocsPerRun(20, func() { h.out.Reset(); h.drawMatchup(in, area) }); n > 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
			if slot := h.PlayerAt(size.Width/2+30, area.Y+area.H-5); c.want != "" && c.sides[1].Text != "" &&
				slot != c.sides[1].Player-1 {
				t.Errorf("%s: a click watches %d", name, slot)
			}
		}
	}
}

// TestMatchupBesideTheList: no part of the matchup panel lies under the list of events or powerups, and it stays below
// the middle of the picture.
func TestMatchupBesideTheList(t *testing.T) {
	for _, size := range []Screen{{1000, 1200, 1, 0, false}, {1024, 768, 1, 0, false}, {1280, 720, 1, 0, false}} {
		in := fakeInput(size)
		in.Clock, in.Watched, in.Messages, in.List = 10, 0, nil, NewEventList()
		for i := range in.Matchup.Sides {
			in.Matchup.Sides[i] = anchor.Label{Text: "Ranger", Player: i + 1, Color: colorText,
				Status: story.Status{HealthKnown: true, Health: 100, Weapon: 9}}
		}
		h := New(size.Unit())
		h.decide(in)
		area := h.page.matchupArea
		if panel, items := h.page.matchup, h.page.layout.Items; panel.Overlaps(items) || items.H < 40 {
			t.Errorf("%vx%v: the powerups %v lie on the matchup panel %v", size.Width, size.Height, items, panel)
		}
		h.drawMatchup(in, area)
		list, middle := NewPanel(size).Rect, size.Width/2
		left, right := middle, middle
		for _, v := range h.out.Vertices {
			left, right = min(left, v.X), max(right, v.X)
		}
		if right > list.X || right-middle < 60 || math.Abs(float64(middle-left-(right-middle))) > 2 {
			t.Errorf("%vx%v: drawn from %v to %v, the middle is %v, the list begins at %v", size.Width, size.Height,
				left, right, middle, list.X)
		}
	}
}

// TestMatchupNarrow: where the panel is as narrow as it may be, armor is told by its bar alone, and a name
// without room is left out, so that nothing lies on anything else.
func TestMatchupNarrow(t *testing.T) {
	for width, want := range map[float32]string{
		104: `"SSG" "100"`,
		150: `"SSG" "100" "maCLer"`,
		212: `"SSG" "100" "200" "maCLer"`,
	} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		h := New(1)
		side := anchor.Label{Text: "maCLer", Player: 2, Color: colorText, Status: story.Status{Weapon: 5,
			HealthKnown: true, Health: 100, ArmorKnown: true, Armor: 200}}
		h.matchupSide(in, &h.page, &side, Rect{0, 0, width, 40}, false)
		if got := words(h); got != want {
			t.Errorf("%v points: %s, want %s", width, got, want)
		}
	}
}

// TestMatchupNotInView: while a kill is told it stands at one of its two that nobody knows where he is.
func TestMatchupNotInView(t *testing.T) {
	for _, unseen := range []bool{false, true} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Messages, in.Kill = nil, killInput()
		in.Matchup.Sides = [2]anchor.Label{{Text: "Able", Player: 2, Color: colorText}, {Text: "Baker", Player: 3,
			Color: colorText, Unseen: unseen}}
		h := New(1)
		h.decide(in)
		h.drawMatchupPanel(in, &h.page, h.page.matchup)
		if got := strings.Contains(words(h), `"not in view"`); got != unseen {
			t.Errorf("unseen %v: %s", unseen, words(h))
		}
	}
}

// TestMatchupKiller: where a kill is told the killer is at the left of the panel, whoever is watched, and the arrow
// between them leads to the right; when it is over the watched is there again.
func TestMatchupKiller(t *testing.T) {
	for _, c := range []struct {
		isReported bool
		in         float32
		left       string
		want       string
	}{
		{true, 0.3, "Able", `"kills"`}, {true, -0.3, "Able", `"killed"`}, {false, 0, "Baker", `"hits"`},
	} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Messages, in.Kill = nil, killInput()
		in.Kill.Known, in.Kill.In = c.isReported, c.in
		in.Watched = 2
		in.Matchup.Sides = [2]anchor.Label{{Text: "Baker", Player: 3, Color: colorText},
			{Text: "Able", Player: 2, Color: colorText}}
		in.Matchup.Actions[0] = story.ActionHits
		h := New(1)
		h.decide(in)
		h.drawMatchupPanel(in, &h.page, h.page.matchup)
		if got := words(h); !strings.Contains(got, c.want) {
			t.Errorf("told %v: %s, want %s", c.isReported, got, c.want)
		}
		at := map[string]float32{}
		for _, name := range []string{"Able", "Baker"} {
			for _, line := range describe(h) {
				if strings.Contains(line, strconv.Quote(name)) {
					var x float32
					if _, err := fmt.Sscanf(line, "text %f", &x); err != nil {
						t.Fatalf("%q: %v", line, err)
					}
					at[name] = x
				}
			}
		}
		other := "Able"
		if c.left == other {
			other = "Baker"
		}
		if len(at) != 2 || at[c.left] > 640 || at[other] < 640 {
			t.Errorf("told %v: names at %v, want %s at the left", c.isReported, at, c.left)
		}
	}
}

// TestSlimMatchup: of two of whose health nothing is told the panel has one line, as wide as their names need,
// with what matters more of what they do; once the health of one is estimated, there are bars in as much room as usual.
func TestSlimMatchup(t *testing.T) {
	for _, s := range []Screen{{Width: 640, Height: 360, Scale: 1}, {Width: 1280, Height: 720, Scale: 1}} {
		h, in := New(s.Unit()), fakeInput(s)
		in.Messages = nil
		in.Matchup.Sides = [2]anchor.Label{{Text: "Able", Player: 1, Color: colorText}, {Text: "Baker", Player: 2,
			Color: colorText}}
		in.Matchup.Actions = [2]story.Action{story.ActionAims, story.ActionFires}
		draws := func() (Rect, string) {
			h.decide(in)
			panel := h.page.matchup
			h.out.Reset()
			h.drawMatchupPanel(in, &h.page, panel)
			if r, _ := h.drawn(0); r.Y < panel.Y-2 || r.Y+r.H > panel.Y+panel.H+2 || r.X < panel.X-2 ||
				r.X+r.W > panel.X+panel.W+2 {
				t.Errorf("%v: %v is drawn in the panel at %v", s, r, panel)
			}
			return panel, texts(h)
		}
		slim, words := draws()
		if !strings.Contains(words, `"Able"`) || !strings.Contains(words, `"Baker"`) ||
			!strings.Contains(words, `ires"`) || strings.Contains(words, "told") {
			t.Errorf("%v: the slim panel says\n%s", s, words)
		}
		in.Matchup.Sides[1].HealthAbout, in.Matchup.Sides[1].Health, in.Matchup.Sides[1].HealthMost = true, 30, 40
		full, words := draws()
		if !strings.Contains(words, "≈35") {
			t.Errorf("%v: the panel says\n%s", s, words)
		}
		if slim.W > 0.7*full.W || slim.H > 0.7*full.H || slim.Y+slim.H != full.Y+full.H {
			t.Errorf("%v: the slim panel is at %v, the other at %v", s, slim, full)
		}
	}
}

// TestMatchupLeavesTheMiddle: in a low picture no message makes a matchup panel lie where the watched player looks, or
// on the inset: it stays above the status, and messages are beside it, or wait.
func TestMatchupLeavesTheMiddle(t *testing.T) {
	for _, s := range []Screen{{640, 360, 1, 0, false}, {640, 360, 1, 300, false}, {800, 450, 1, 0, false},
		{1280, 720, 1, 0, false}, {1280, 720, 1, 300, false}} {
		for _, team := range []bool{false, true} {
			in := fakeInput(s)
			in.Messages = []Message{{Text: "death32c: no map (--basedir DIR; Shift+V says more), rebuilt from the demo",
				Kind: MessageWarning}, {Text: "No audio device", Kind: MessageWarning}}
			in.Overlays.Team = team
			in.Matchup.Sides[0].Text, in.Matchup.Sides[1].Text, in.Matchup.Sides[1].Player = "Ranger", "Vesper", 2
			in.Inset = Inset{Shown: true, Slot: 1}
			h := New(s.Unit())
			h.Build(in)
			p := h.page.matchup
			middle := Rect{s.Width/2 - 10*s.Unit(), s.Height/2 - 10*s.Unit(), 20 * s.Unit(), 20 * s.Unit()}
			if inset := h.page.insetArea; p.W <= 0 && !team || overlap(&p, &middle) || overlap(&p, &inset) {
				t.Errorf("%v, overlay %v: the matchup panel is at %v, the inset at %v", s, team, p, inset)
			}
			if !hasMessages(h, in) {
				continue
			}
			h.out.Reset()
			h.messages.drawAllMessages(in, &h.page, messagesArea(h, in))
			if m, any := h.drawn(0); any && overlap(&m, &p) {
				t.Errorf("%v, overlay %v: messages at %v lie on the matchup panel at %v", s, team, m, p)
			}
		}
	}
}
