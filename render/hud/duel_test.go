package hud

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// TestDuels: who is watched with his own eyes is "you"; hits between others are told if one of
// them has a name in the picture, for a second and a half, the watched one's first, the newest
// lowest.
func TestDuels(t *testing.T) {
	type hit struct {
		by, who int
		clock   float64
	}
	for name, c := range map[string]struct {
		hits   []hit
		behind bool
		names  []string
		want   string
	}{
		"none":             {nil, false, nil, ``},
		"you":              {[]hit{{0, 1, 9.5}}, false, nil, `"You" "hit" "B"`},
		"by one":           {[]hit{{1, 0, 9.5}}, false, nil, `"B" "hits" "you"`},
		"from behind":      {[]hit{{1, 0, 9.5}}, true, nil, `"B" "hits" "A"`},
		"long ago":         {[]hit{{1, 0, 8.4}}, false, nil, ``},
		"not yet":          {[]hit{{1, 0, 11}}, false, nil, ``},
		"others":           {[]hit{{1, 2, 9.5}}, false, nil, ``},
		"others in sight":  {[]hit{{1, 2, 9.5}}, false, []string{"C"}, `"B" "hits" "C"`},
		"both, and others": {[]hit{{1, 0, 9.2}, {0, 1, 9.5}, {1, 2, 9.9}}, false, []string{"C"}, `"You" "hit" "B" "B" "hits" "you" "B" "hits" "C"`},
	} {
		in := fakeInput(screens[3])
		in.Clock, in.Crosshair, in.Watched = 10, !c.behind, 0
		in.World.Players = []world.Player{{Slot: 0, Name: "A"}, {Slot: 1, Name: "B"}, {Slot: 2, Name: "C"}}
		for _, k := range c.hits {
			p := &in.World.Players[k.who]
			p.Struck, p.StruckBy = world.Deed{Clock: k.clock, Known: true}, k.by+1
		}
		for _, n := range c.names {
			in.Labels = append(in.Labels, draw.Label{Text: n})
		}
		h := New(1)
		area := Rect{0, 600, in.Screen.Width, 90}
		h.drawDuels(in, area)
		if got := words(h); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for _, v := range h.out.Vertices {
			if v.Y < area.Y || v.Y > area.Y+area.H {
				t.Fatalf("%s: drawn at a height of %v", name, v.Y)
			}
		}
		if n := testing.AllocsPerRun(20, func() { h.out.Reset(); h.drawDuels(in, area) }); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
