package hud

import (
	"slices"
	"testing"

	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// subtitledInput is a moment in which more is heard than there is room for in a narrow picture.
func subtitledInput(s Screen) *Input {
	in := overlayInput(s)
	in.Overlays.Heard = true
	in.Messages = []Message{{Text: "Volume 70 %"}}
	for i := range in.World.Players[:2] { // who hit whom is said beside them
		p := &in.World.Players[i]
		p.Struck, p.StruckBy = world.Timestamp{Clock: in.Clock - 0.4, Known: true}, 2-i
	}
	in.Overlays.Subtitles = []Subtitle{
		{Words: "a super shotgun", Slot: 2, Count: 3, Color: colorAccent, Level: 0.4, Fresh: 1, Turn: -90,
			Placed: true},
		{Words: "an explosion", Slot: world.Nobody, Count: 1, Color: colorAccent, Level: 1, Fresh: 1, Turn: 180,
			Placed: true},
		{Words: "a cry of pain", Slot: 0, Count: 1, Color: colorDanger, Level: 1, Fresh: 0.5},
		{Words: "the megahealth", Slot: 1, Count: 1, Color: colorGood, Level: 0.1, Fresh: 1, Turn: 45, Placed: true},
		{Words: "a door", Slot: world.Nobody, Count: 12, Color: colorBlue, Level: 0.7, Fresh: 1, Turn: 10,
			Placed: true},
	}
	return in
}

// TestSubtitlesStayInTheirRows: one that is there keeps its row whatever comes and goes, a new
// one takes the lowest that is free; after a seek they are in their order from the bottom.
func TestSubtitlesStayInTheirRows(t *testing.T) {
	list := func(words ...string) (list []Subtitle) {
		for _, w := range words {
			list = append(list, Subtitle{Words: w, Slot: world.Nobody, Count: 1, Level: 1, Fresh: 1})
		}
		return list
	}
	var s subtitles
	for _, step := range []struct {
		clock float64
		heard []string
		want  [5]string
	}{
		{10, []string{"a", "b"}, [5]string{"a", "b"}},
		{10.1, []string{"b", "c", "a"}, [5]string{"a", "b", "c"}},
		{10.2, []string{"b", "c"}, [5]string{"", "b", "c"}},
		{10.3, []string{"b", "c", "d", "e"}, [5]string{"d", "b", "c", "e"}},
		{10.2, []string{"b", "c"}, [5]string{"", "b", "c"}}, // a step back
		{10.2, nil, [5]string{}},
		{10.3, []string{"b", "c", "d", "e", "f"}, [5]string{"b", "c", "d", "e", "f"}},
		{10.4, []string{"g", "c", "d", "e", "f"}, [5]string{"g", "c", "d", "e", "f"}},
		{90, []string{"d", "c", "g"}, [5]string{"d", "c", "g"}}, // a seek
		{90.5, []string{"c", "d"}, [5]string{"d", "c"}},
		{10.4, []string{"c", "d"}, [5]string{"c", "d"}},
	} {
		s.settle(&Input{Moment: Moment{Clock: step.clock}, Overlays: Overlays{Subtitles: list(step.heard...)}})
		var got [5]string
		for i := range s.rows {
			got[i] = s.rows[i].words
		}
		if got != step.want {
			t.Errorf("at %v: %q, want %q", step.clock, got, step.want)
		}
	}
}

// TestSubtitlesByPlayer: the same words of two players are two subtitles.
func TestSubtitlesByPlayer(t *testing.T) {
	var s subtitles
	s.settle(&Input{Overlays: Overlays{Subtitles: []Subtitle{{Words: "a rocket", Slot: 1}, {Words: "a rocket", Slot: 2},
		{Words: "a rocket", Slot: world.Nobody}}}})
	if want := [5]subtitleKey{{"a rocket", 1}, {"a rocket", 2}, {"a rocket", world.Nobody}}; s.rows != want {
		t.Errorf("%v", s.rows)
	}
}

// TestRoomOfSubtitles is worked out by hand: 250 units or 28 % of the width, 90 units high, at the
// right end of the messages' area, which loses it.
func TestRoomOfSubtitles(t *testing.T) {
	for s, want := range map[Screen][2]Rect{
		{1280, 720, 1, 0, false}: {{910, 518, 250, 90}, {12, 524, 892, 84}},
		{640, 360, 1, 0, false}:  {{355, 183, 179, 79}, {11, 188, 339, 74}},
	} {
		in := &Input{Screen: s, Moment: Moment{World: rules.New("mvd")}, Overlays: Overlays{Heard: true}}
		l, _ := in.layout(true, 0)
		if got := [2]Rect{l.Beside[overlaySubtitles], l.Banner}; got != want {
			t.Errorf("%v: %v, want %v", s, got, want)
		}
		in.Heard = false
		if l, _ := in.layout(true, 0); l.Beside[overlaySubtitles] != (Rect{}) {
			t.Errorf("%v: there is room for subtitles that nobody wants", s)
		}
	}
}

// TestSubtitlesAreBrighterIfLouder: the ink of a loud one is opaque, that of a silent one has 0.45
// of it, and both fade.
func TestSubtitlesAreBrighterIfLouder(t *testing.T) {
	s := Screen{1280, 720, 1, 0, false}
	for _, c := range []struct{ level, fresh, want float32 }{{1, 1, 1}, {0, 1, 0.45}, {1, 0.5, 0.5}, {0.5, 1, 0.725}} {
		h, in := New(1), fakeInput(s)
		in.Overlays = Overlays{Heard: true, Subtitles: []Subtitle{{Words: "a door", Slot: world.Nobody, Count: 1,
			Color: draw.RGB(0xffffff), Level: c.level, Fresh: c.fresh, Placed: true}}}
		h.Build(in)
		h.out.Reset()
		h.subtitles.draw(in, h.page.layout.Beside[overlaySubtitles])
		loudest := float32(0)
		for _, v := range h.out.Vertices {
			if v.R > 0.2 { // not the ground
				loudest = max(loudest, v.A)
			}
		}
		if d := loudest - c.want; d > 0.001 || d < -0.001 {
			t.Errorf("%v: %v, want %v", c, loudest, c.want)
		}
	}
}

// TestNeedle: an arrow points up for what is ahead, to the right for what is at the right.
func TestNeedle(t *testing.T) {
	for turn, want := range map[float32][2]float32{0: {100, 93}, 90: {107, 100}, 180: {100, 107}, -90: {93, 100}} {
		h := New(1)
		h.needle(100, 100, turn, colorText)
		if tip := h.out.Vertices[0]; abs32(tip.X-want[0]) > 0.01 || abs32(tip.Y-want[1]) > 0.01 {
			t.Errorf("%v degrees: the tip is at %v, %v", turn, tip.X, tip.Y)
		}
	}
}

func abs32(x float32) float32 { return max(x, -x) }

// TestNamesKeepOffSubtitles: a name that would lie on a subtitle is moved.
func TestNamesKeepOffSubtitles(t *testing.T) {
	s := Screen{1280, 720, 1, 0, false}
	h, in := New(1), subtitledInput(s)
	in.Overlays.Team, in.Overlays.Timers, in.Overlays.Velocity, in.Overlays.Buttons = false, false, false, false
	in.Labels = []anchor.Label{{X: 960, Y: 560, Text: "Vesper", Color: colorText}}
	h.Build(in)
	if len(h.subtitles.taken) != 5 {
		t.Fatalf("%d subtitles", len(h.subtitles.taken))
	}
	name := h.plates.boxes[len(h.plates.boxes)-1]
	if slices.ContainsFunc(h.subtitles.taken, func(r Rect) bool { return r.Overlaps(name) }) {
		t.Errorf("the name is at %v, on one of %v", name, h.subtitles.taken)
	}
	notCollide(t, "subtitles", s, h)
}

// TestSubtitlesDoNotAllocate: nor do pictures with them.
func TestSubtitlesDoNotAllocate(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), subtitledInput(s)
	h.Build(in)
	if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// Where texts are so large that the table of players and the subtitles reach one another, the line of a kill
// keeps off the subtitles, which lay on it, and below the table.
func TestKillBesideSubtitles(t *testing.T) {
	s := Screen{Width: 1280, Height: 720, Scale: 1, Percent: 200}
	h, in := New(s.Unit()), subtitledInput(s)
	in.Messages, in.NoBar = nil, true // as in a picture
	in.Kill = anchor.Kill{Kill: story.Kill{Known: true, In: -0.2, Alpha: 1, Means: "rocket launcher"}}
	in.Kill.Sides = [2]anchor.KillSide{{Pointer: anchor.Pointer{Text: "goblin", Player: 1}, At: anchor.KillEye},
		{Pointer: anchor.Pointer{Text: "ThundeR", Player: 2}}}
	for range 2 { // the subtitles are known when the second one is arranged
		h.Build(in)
	}
	l := &h.page.layout.Beside
	if l[overlayTeam].X+l[overlayTeam].W <= l[overlaySubtitles].X || len(h.subtitles.taken) == 0 ||
		h.kill.headline.W <= 0 {
		t.Fatalf("the table is at %v, subtitles at %v, the line of the kill at %v", l[overlayTeam], h.subtitles.taken,
			h.kill.headline)
	}
	for _, b := range h.subtitles.taken {
		if overlap(&h.kill.headline, &b) {
			t.Errorf("the line of a kill at %v lies on a subtitle at %v", h.kill.headline, b)
		}
	}
	if panel := h.teamPanel(in, &h.page); overlap(&h.kill.headline, &panel) {
		t.Errorf("the line of a kill at %v lies on the table of players at %v", h.kill.headline, panel)
	}
}
