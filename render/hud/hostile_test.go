package hud

import (
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// finite fails the test if a corner of the HUD is nowhere, or an index of no corner.
func (h *HUD) finite(t *testing.T, what string) {
	t.Helper()
	b := h.Buffer()
	for i := range b.Vertices {
		if v := &b.Vertices[i]; v.X-v.X != 0 || v.Y-v.Y != 0 || v.A-v.A != 0 {
			t.Fatalf("%s: a corner at %v, %v", what, v.X, v.Y)
		}
	}
	for _, i := range b.Indices {
		if int(i) >= len(b.Vertices) {
			t.Fatalf("%s: index %d of %d", what, i, len(b.Vertices))
		}
	}
}

// Whatever a demo says, the HUD draws it, with no more corners than a picture has: names of a megabyte, texts that go
// from right to left, scores and times beyond all bounds, ten thousand events.
func TestHostileInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	long := strings.Repeat("\u202e\x1b[31mab\xff \u200b^1&c123", 1<<16) // more than a megabyte
	var events []timeline.Event
	for i := range 10000 {
		events = append(events, timeline.Event{Clock: float64(i) / 20, Kind: world.EventChat, Text: long[:i%200]})
	}
	w := quakeWorld(4,
		&message.UpdateName{Player: 1, Text: []byte(long)}, &message.UpdateFrags{Player: 1, Frags: math.MinInt16},
		&message.Print{Text: []byte(long)}, &message.CenterPrint{Text: []byte(long)}, &message.ClientData{
			Health: math.MinInt16, Armor: 255, Ammo: 255})
	for name, change := range map[string]func(*Input){
		"as it is":    func(*Input) {},
		"no world":    func(in *Input) { in.World = nil },
		"time NaN":    func(in *Input) { in.Clock, in.Time, in.Duration, in.Progress = nan, nan, nan, nan },
		"time inf":    func(in *Input) { in.Clock, in.Time, in.Duration, in.Progress = inf, -inf, inf, inf },
		"time 1e30":   func(in *Input) { in.Clock, in.Time, in.Duration = 1e30, -1e30, 1e30 },
		"no duration": func(in *Input) { in.Duration, in.Complete = 0, false },
		"nobody":      func(in *Input) { in.Watched = world.Nobody },
		"out of list": func(in *Input) { in.Watched = 1 << 30 },
		"marks": func(in *Input) {
			for i := range 10000 {
				in.Bookmarks = append(in.Bookmarks, bookmarks.Mark{Clock: float64(i), Name: long[:100]})
			}
			in.Bookmarks = append(in.Bookmarks, bookmarks.Mark{Clock: inf, Name: long})
			in.Clip = Clip{In: -inf, Out: nan, HasIn: true, HasOut: true}
		},
		"messages": func(in *Input) { in.Messages = []Message{{long[:2000], MessageWarning}, {"", MessageNote}} },
		"levels":   func(in *Input) { in.Levels = []timeline.Level{{Map: long, Title: long, Start: nan, End: -inf}} },
		"speed":    func(in *Input) { in.PlaybackRate = nan },
		"pointer":  func(in *Input) { in.MouseX, in.MouseY = float32(inf), -1e30 },
	} {
		for _, s := range []Screen{{1280, 720, 1, 0, false}, {1, 1, 1, 0, false}, {8190, 1, 4, 0, false},
			{1, 8190, 0.25, 0, false}} {
			in := fakeInput(s)
			in.World, in.Events, in.List = w, events, NewEventList()
			in.MouseKnown, in.MouseX, in.MouseY = true, 300, s.Height-20
			change(in)
			h := New(s.Unit())
			for _, page := range []func(){func() {}, func() { in.Scores = true }, func() {
				in.ShowHelp = true
			}, func() { in.Display = Clean }} {
				page()
				h.Build(in)
				h.finite(t, name)
				if n := len(h.Buffer().Vertices); n > 200_000 {
					t.Errorf("%s on %v: %d corners", name, s, n)
				}
			}
		}
	}
}

// A line that is typed, or a name from a file of bookmarks, is as long as its box shows.
func TestTypedIsBounded(t *testing.T) {
	var line Typed
	line.Set(strings.Repeat("ä", 1<<20))
	if got := line.String(); got != strings.Repeat("ä", maxTyped/2) {
		t.Errorf("the line has %d bytes", len(got))
	}
	line.Set("a" + strings.Repeat("ä", maxTyped))
	if got := line.String(); got != "a"+strings.Repeat("ä", (maxTyped-1)/2) {
		t.Errorf("the line has %d bytes: %q", len(got), got)
	}
	line.Set("short")
	if line.String() != "short" {
		t.Errorf("the line is %q", line.String())
	}
}

// Runes that the font lacks take no memory of their own.
func TestMissingRunesAreNotKept(t *testing.T) {
	a := newAtlas(1)
	for r := rune(0x20000); r < 0x30000; r++ {
		if g := a.glyph(fontText, r); g != a.glyph(fontText, missing) {
			t.Fatalf("rune %x is %+v", r, g)
		}
	}
	if n := len(a.faces[fontText].others); n > 10 {
		t.Errorf("%d glyphs are kept", n)
	}
}
