package hud

import (
	"testing"
)

// smallScreens are smaller than windows are, as a tiling desktop makes them, and those of fingers.
var smallScreens = []Screen{
	{320, 200, 1, 0, false}, {1280, 100, 1, 0, false}, {480, 300, 1, 0, false}, {200, 400, 1, 0, false},
	{640, 200, 1, 0, false},
	{320, 200, 1, 0, true}, {640, 360, 1, 0, true}, {480, 300, 1, 0, true}, {1280, 720, 1, 0, true},
	{1280, 100, 1, 0, true}, {640, 400, 2, 0, false},
}

// TestSmallScreens: in windows that are too small for everything nothing is drawn over something else or outside, and
// what matters most is there: the bar with play and its track, then health.
func TestSmallScreens(t *testing.T) {
	for _, s := range smallScreens {
		screen := Rect{0, 0, s.Width, s.Height}
		b := NewBar(NewLayout(s), false)
		if b.Play.W <= 0 || b.Track.W < s.Width/4 {
			t.Errorf("%v: play is %v, the track %v", s, b.Play, b.Track)
		}
		parts := []Rect{b.Back, b.Play, b.Forward, b.Elapsed, b.Track, b.Total, b.Rate, b.List, b.Menu}
		for i, r := range parts {
			if r.W > 0 && !b.Rect.Contains(r) {
				t.Errorf("%v: part %d of the bar %v is not inside %v", s, i, r, b.Rect)
			}
			if s.Touch && r.W > 0 && (r.W < 32 || r.H < 32) {
				t.Errorf("%v: part %d is smaller than a finger: %v", s, i, r)
			}
			for j := range i {
				if r.Overlaps(parts[j]) {
					t.Errorf("%v: parts %d and %d of the bar overlap", s, i, j)
				}
			}
		}
		for page, input := range pages {
			if page == "one of several" && s.Width < 320 {
				continue // a view of 100 pixels
			}
			h, in := New(s.Unit()), input(s)
			h.decide(in)
			h.fitIn(in)
			areas, barDrawn := map[string]Rect{}, false
			for i := range elements {
				e := &elements[i]
				if !in.Extent.has(e) || !e.shown(h, in) || h.room.leavesOut(i) {
					continue
				}
				area := e.area(h, in)
				h.out.Reset()
				h.canvas.Shade = e.has(shaded)
				e.draw(h, in, area)
				r, any := bounds(&h.out)
				if !any {
					continue
				}
				barDrawn = barDrawn || e.name == "bar"
				slack := 1 + round(s.Unit())
				if grown := (Rect{-slack, -slack, screen.W + 2*slack, screen.H + 2*slack}); !grown.Contains(r) &&
					!over[e.name] {
					t.Errorf("%v %s: %s draws %v, outside", s, page, e.name, r)
				}
				if over[e.name] {
					continue
				}
				for other, q := range areas {
					if r.Overlaps(q) && overlap2(r, q) > 2*s.Unit() {
						t.Errorf("%v %s: %s at %v is on %s at %v", s, page, e.name, r, other, q)
					}
				}
				areas[e.name] = r
			}
			if !barDrawn && page != "one of several" {
				t.Errorf("%v %s: there is no bar", s, page)
			}
		}
	}
}

// TestSmallWindowsKeepWhatMatters: of a match in 320x200 the health, the score and the bar are there, and in
// 1280x100 the bar and the health; the weapons and the list of events are not. Nothing is allocated, and a
// usual window has all.
func TestSmallWindowsKeepWhatMatters(t *testing.T) {
	has := func(s Screen, page string) map[string]bool {
		h, in := New(s.Unit()), pages[page](s)
		build := func() { h.Build(in) }
		build()
		if n := testing.AllocsPerRun(5, build); n > 0 {
			t.Errorf("%v %s: %v allocations", s, page, n)
		}
		list := map[string]bool{}
		for i := range elements {
			list[elements[i].name] = elements[i].visible(h, in) && !h.room.leavesOut(i)
		}
		return list
	}
	for _, c := range []struct {
		s    Screen
		page string
		in   []string
		out  []string
	}{
		{Screen{320, 200, 1, 0, false}, "playing", []string{"bar", "vitals", "ammo", "score"}, []string{"weapons"}},
		{Screen{1280, 100, 1, 0, false}, "playing", []string{"bar", "vitals", "ammo"}, []string{"info", "notices"}},
		{Screen{1280, 100, 1, 0, false}, "list", []string{"bar"}, []string{"events"}},
		{Screen{320, 200, 1, 0, true}, "finder", []string{"bar", "finder"}, nil},
		{Screen{640, 360, 1, 0, false}, "playing", []string{"bar", "vitals", "ammo", "score", "weapons", "info",
			"notices"}, nil},
	} {
		list := has(c.s, c.page)
		for _, name := range c.in {
			if !list[name] {
				t.Errorf("%v %s: there is no %s", c.s, c.page, name)
			}
		}
		for _, name := range c.out {
			if list[name] {
				t.Errorf("%v %s: there is %s", c.s, c.page, name)
			}
		}
	}
	b := NewBar(NewLayout(Screen{320, 200, 1, 0, false}), false)
	if b.Rate.W != 0 || b.Total.W != 0 || b.Back.W != 0 || b.Elapsed.W != 81 || b.List.W != 25 || b.Menu.W != 25 {
		t.Errorf("the bar of 320 points: %+v", b)
	}
}

// overlap2 is the smaller side of what two areas have in common.
func overlap2(r, s Rect) float32 {
	return min(min(r.X+r.W, s.X+s.W)-max(r.X, s.X), min(r.Y+r.H, s.Y+s.H)-max(r.Y, s.Y))
}
