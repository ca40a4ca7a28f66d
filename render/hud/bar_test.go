package hud

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/player/story"
	"demoscope/render/anchor"
)

func TestBarPlacesAndTimes(t *testing.T) {
	for _, s := range screens {
		b := NewBar(NewLayout(s), false)
		for _, duration := range []float64{0.5, 60, 7200} {
			for _, part := range []float64{0, 0.1, 0.5, 0.999, 1} {
				clock := part * duration
				if got := b.TimeAt(b.XAt(clock, duration), duration); math.Abs(got-clock) > duration/1000 {
					t.Errorf("%v: %v of %v s comes back as %v", s, clock, duration, got)
				}
			}
			if b.TimeAt(-100, duration) != 0 || b.TimeAt(s.Width+100, duration) != duration {
				t.Errorf("%v: beyond its ends the track goes on", s)
			}
		}
		if b.XAt(5, 0) != b.Track.X {
			t.Errorf("%v: a demo without length", s)
		}
		middle := b.Rect.Y + b.Rect.H/2
		for _, c := range []struct {
			x    float32
			want Part
		}{
			{b.Back.X + 1, PartBack}, {b.Play.X + 1, PartPlay}, {b.Forward.X + 1, PartForward},
			{b.Track.X, PartTrack}, {b.Track.X + b.Track.W - 1, PartTrack},
			{b.Elapsed.X + 1, PartWarnings}, {b.Elapsed.X + b.Elapsed.W - 1, PartClock},
			{b.Total.X + 1, PartClock}, {b.Rate.X + 1, PartRate}, {b.List.X + 1, PartList}, {b.Menu.X + 1, PartMenu},
		} {
			if got := b.Hit(c.x, middle); got != c.want {
				t.Errorf("%v: at %v part %d, want %d", s, c.x, got, c.want)
			}
		}
		if b.Hit(b.Track.X+5, b.Rect.Y-1) != PartNone {
			t.Errorf("%v: above the bar is the bar", s)
		}
	}
}

// TestClockBesideTheWarnings: the time does not lie on the sign of warnings, which takes the room of its decimals.
func TestClockBesideTheWarnings(t *testing.T) {
	for _, c := range []struct {
		screen   Screen
		clock    float64
		warnings int
		want     string
	}{
		{Screen{480, 300, 1, 0, false}, 52, 0, "0:52.000"}, {Screen{480, 300, 1, 0, false}, 52, 1, "0:52.00"},
		{Screen{1280, 720, 1, 0, false}, 3601, 1, "1:00:01"}, {Screen{1280, 720, 1, 0, false}, 3601, 0, "1:00:01.000"},
	} {
		h, in := New(c.screen.Unit()), fakeInput(c.screen)
		in.Clock, in.Paused, in.Warnings = c.clock, true, c.warnings
		h.Build(in)
		h.out.Reset()
		b := NewBar(h.page.layout, false)
		h.bar.drawPosition(in, &b, false)
		if got := textsOf(h); len(got) == 0 || got[0] != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestClockAndSpeedTexts(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		fine    bool
		want    string
	}{
		{0, false, "0:00"}, {59.999, false, "0:59"}, {60, false, "1:00"}, {3599, false, "59:59"},
		{3600, false, "1:00:00"}, {3661.5, false, "1:01:01"},
		{61.0625, true, "1:01.063"}, {0.0004, true, "0:00.000"}, {-5, false, "0:00"}, {math.NaN(), false, "0:00"},
		{math.Inf(1), false, "277777:46:40"},
	} {
		if got := string(appendClock(nil, c.seconds, c.fine)); got != c.want {
			t.Errorf("%v: %q, want %q", c.seconds, got, c.want)
		}
	}
	for rate, want := range map[float64]string{1: "1×", 0.05: "0.05×", -2: "-2×", 0.75: "0.75×", 20: "20×"} {
		if got := string(appendRate(nil, rate)); got != want {
			t.Errorf("%v: %q", rate, got)
		}
	}
}

func TestMapNames(t *testing.T) {
	for path, want := range map[string]string{"maps/e1m1.bsp": "e1m1", "": "", "x": "x", "maps/a.b.bsp": "a.b"} {
		if got := mapName(path); got != want {
			t.Errorf("%q: %q", path, got)
		}
	}
}

// TestTipsCoverNothing: what the pointer on the bar tells lies on none of what is read, nor on the open list
// of events, nor outside of the window, with and without overlays, in one view and among four.
func TestTipsCoverNothing(t *testing.T) {
	for _, s := range []Screen{{Width: 640, Height: 360, Scale: 1}, {Width: 1280, Height: 720, Scale: 1},
		{Width: 1280, Height: 720, Scale: 1, Percent: 200}, {Width: 640, Height: 360, Scale: 1, Percent: 200}} {
		for _, kind := range []string{"status", "overlays", "list", "views"} {
			in := fakeInput(s)
			in.Messages = nil
			switch kind {
			case "overlays":
				o := overlayInput(s)
				in.World, in.Overlays, in.Clock = o.World, o.Overlays, o.Clock
			case "list":
				in.List = new(EventList)
			case "views":
				w, high := s.Width/2, NewLayout(s).Bar.Y/2
				in.Extent, in.Panes = Window, []Rect{{0, 0, w, high}, {w, 0, w, high}, {0, high, w, high},
					{w, high, w, high}}
			}
			h := New(s.Unit())
			h.Build(in)
			l := h.page.layout
			taken := slices.Clone(h.canvas.panels)
			if h.page.hasStatus(in) {
				for _, e := range []string{"vitals", "ammo", "weapons"} {
					h.out.Reset()
					for i := range elements {
						if elements[i].name == e {
							elements[i].draw(h, in, elements[i].area(h, in))
						}
					}
					if r, any := h.drawn(0); any {
						taken = append(taken, r)
					}
				}
			}
			for _, p := range in.Panes {
				taken = append(taken, Rect{p.X, p.Y + p.H - StripHeight(s), p.W, StripHeight(s)})
			}
			b := NewBar(l, false)
			for _, at := range []Rect{b.Rate, b.List, b.Menu, b.Play, b.Elapsed, b.Track, {b.Track.X + b.Track.W - 2,
				b.Track.Y, 1, b.Track.H}} {
				if at.W <= 0 {
					continue
				}
				in.MouseKnown, in.MouseX, in.MouseY = true, at.X+at.W/2, at.Y+at.H/2
				h.Build(in)
				tip := h.canvas.panels[len(h.canvas.panels)-1]
				if tip.X < 0 || tip.Y < 0 || tip.X+tip.W > s.Width || tip.Y+tip.H > s.Height {
					t.Errorf("%v, %s: the tip is at %v", s, kind, tip)
				}
				for _, r := range append(taken, b.Elapsed, b.Total, b.Rate) {
					if overlap(&tip, &r) {
						t.Errorf("%v, %s, the pointer at %v: the tip at %v lies on %v", s, kind, at, tip, r)
					}
				}
			}
		}
	}
}

// The tooltip says what a click on the part under the pointer does. There is none beside the parts, by touch or under
// the command menu.
func TestBarTips(t *testing.T) {
	for _, c := range []struct {
		name    string
		part    func(b *Bar) Rect
		want    string
		growing string // in a live game
	}{
		{"back", func(b *Bar) Rect { return b.Back }, "Previous frame", ""},
		{"play", func(b *Bar) Rect { return b.Play }, "Play, pause", ""},
		{"forward", func(b *Bar) Rect { return b.Forward }, "Next frame", ""},
		{"elapsed", func(b *Bar) Rect { return b.Elapsed }, "Switch clock", ""},
		{"total", func(b *Bar) Rect { return b.Total }, "Switch clock", "Go live"},
		{"rate", func(b *Bar) Rect { return b.Rate }, "Faster (right click: slower; wheel: both)", ""},
		{"mute", func(b *Bar) Rect { return b.Mute }, "Unmute", ""},
		{"list", func(b *Bar) Rect { return b.List }, "Events", ""},
		{"menu", func(b *Bar) Rect { return b.Menu }, "Menu: commands, settings, keys", ""},
	} {
		in := fakeInput(Screen{Width: 1280, Height: 720, Scale: 1})
		in.Messages, in.Muted = nil, true
		h := New(in.Screen.Unit())
		h.Build(in)
		b := NewBar(h.page.layout, true)
		at := c.part(&b)
		in.MouseKnown, in.MouseX, in.MouseY = true, at.X+at.W/2, at.Y+at.H/2
		words := func() string {
			h.pieces = h.pieces[:0]
			h.drawBarTip(in, Rect{})
			if len(h.pieces) == 0 {
				return ""
			}
			return h.pieces[0].text
		}
		if got := words(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		in.Growing = true
		if got := words(); got != cmp.Or(c.growing, c.want) {
			t.Errorf("%s of a live game: %q, want %q", c.name, got, cmp.Or(c.growing, c.want))
		}
		in.Screen.Touch = true
		touched := words()
		in.Screen.Touch, in.Finder = false, new(Finder)
		found := words()
		in.Finder, in.MouseKnown = nil, false
		if without := words(); touched+found+without != "" {
			t.Errorf("%s: %q by touch, %q under the menu, %q without a pointer", c.name, touched, found, without)
		}
	}
}

// TestPreviewBesideTheMatchup: wherever the pointer is on the bar, the preview lies neither on the matchup panel nor on
// the speed, the health and the ammunition, also where texts are large in a small window, and at most its
// width away from the pointer.
func TestPreviewBesideTheMatchup(t *testing.T) {
	for _, s := range []Screen{{640, 360, 1, 0, false}, {640, 360, 1, 200, false}, {1280, 720, 1, 0, false}} {
		h, in := New(s.Unit()), overlayInput(s)
		in.Overlays = Overlays{Velocity: true, Speed: in.Speed}
		in.Matchup.Sides = [2]anchor.Label{{Text: "A", Player: 1, Status: story.Status{HealthKnown: true, Health: 50}},
			{Text: "B", Player: 2}}
		in.MouseKnown, in.Preview.Shown = true, true
		in.Preview.Width, in.Preview.Height = PreviewSize(s)
		track := NewBar(NewLayout(s), false).Track
		for part := float32(0.02); part < 0.9; part += 0.07 {
			in.MouseX, in.MouseY = track.X+part*track.W, track.Y+track.H/2
			h.Build(in)
			l := &h.page.layout
			at, matchup := h.Preview(), h.page.matchup
			if at.W <= 0 || matchup.W <= 0 || l.Beside[overlaySpeed].W <= 0 {
				t.Fatalf("%v, %v%%, pointer at %v: the preview is at %v, the matchup panel at %v, the speed at %v",
					s, s.Percent, in.MouseX, at, matchup, l.Beside[overlaySpeed])
			}
			for _, r := range [...]Rect{matchup, l.Beside[overlaySpeed], l.Vitals, l.Ammo} {
				if overlap(&at, &r) {
					t.Errorf("%v, %v%%, pointer at %v: the preview at %v lies on %v", s, s.Percent, in.MouseX, at, r)
				}
			}
			if at.X > in.MouseX+at.W || at.X+2*at.W < in.MouseX {
				t.Errorf("%v, pointer at %v: the preview is at %v", s, in.MouseX, at)
			}
		}
	}
}

// TestDragNames: a drag names what happened at the time that it shows, and a pointer what a click jumps to.
func TestDragNames(t *testing.T) {
	in := fakeInput(Screen{1280, 720, 1, 0, false})
	in.Events, in.Bookmarks = in.Events[49:50], in.Bookmarks[:0] // a kill at 485.2 s
	h, b := New(in.Screen.Unit()), NewBar(NewLayout(in.Screen), false)
	in.MouseKnown, in.MouseY = true, b.Track.Y+b.Track.H/2
	for _, c := range []struct {
		away  float64 // of the pointer from the event, in seconds
		held  Held
		tip   string
		names bool
	}{
		{0.5, HeldNothing, "8:05", true}, {-2, HeldNothing, "8:05", true},
		{0.5, HeldTrack, "8:05", true}, {-2, HeldTrack, "8:03", false}, {2, HeldTrack, "8:07", false},
	} {
		in.MouseX, in.Held = b.XAt(in.Events[0].Clock+c.away, in.Duration), c.held
		h.Build(in)
		words := texts(h)
		words = words[strings.LastIndex(words, `"`+c.tip+`"`)+1:]
		if words == "" || strings.Contains(words, "Vesper") != c.names {
			t.Errorf("%g s away, holding %d: the tip is %s", c.away, c.held, words)
		}
	}
}
