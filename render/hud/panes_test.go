package hud

import (
	"testing"

	"demoscope/player/world/rules"
)

// TestOverlaysOfTheFrontView: the speed, 150 by 84 units, stands 6 from the right side and from the
// strip of 26 of the view of the one it tells of; where that has no room it is left out, and another
// view knows what lies over it.
func TestOverlaysOfTheFrontView(t *testing.T) {
	left, right := Rect{0, 0, 640, 600}, Rect{640, 0, 640, 600}
	for _, c := range []struct {
		panes []Rect
		front int
		want  Rect
	}{
		{[]Rect{left, right}, 0, Rect{484, 484, 150, 84}},
		{[]Rect{left, right}, 1, Rect{1124, 484, 150, 84}},
		{[]Rect{{0, 0, 140, 600}, right}, 0, Rect{}},
		{[]Rect{{0, 0, 640, 100}, right}, 0, Rect{}},
	} {
		h, in := New(1), &Input{Screen: Screen{1280, 720, 1, 0, false}, World: rules.New("mvd"), Overlays: Overlays{Velocity: true}}
		in.Extent, in.Panes, in.Front = Window, c.panes, c.front
		h.decide(in)
		if got := h.page.layout.Beside.Speed; got != c.want {
			t.Errorf("%v, view %d: the speed is at %v, want %v", c.panes, c.front, got, c.want)
		}
		of := New(1)
		of.window = h
		of.decide(&Input{Screen: Screen{640, 600, 1, 0, false}, World: in.World, Extent: Pane, At: [2]float32{640, 0}})
		want := Rect{}
		if c.want.X >= 640 {
			want = Rect{c.want.X - 640, c.want.Y, c.want.W, c.want.H}
		}
		if got := of.page.layout.Beside.Speed; got != want {
			t.Errorf("%v, view %d: the right view has the speed at %v, want %v", c.panes, c.front, got, want)
		}
	}
}
