package hud

import (
	"testing"

	"demoscope/formats/message"
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

// TestTextOfTheFrontView: the game's text in the middle stands in the middle of the view of the one to whom it was said, in a
// fight, too, and on nothing that the window has above it.
func TestTextOfTheFrontView(t *testing.T) {
	for _, s := range []Screen{{Width: 1280, Height: 720, Scale: 1}, {Width: 640, Height: 360, Scale: 1}} {
		w, tall, flat := s.Width/2, s.Height, s.Height/2
		for _, panes := range [][]Rect{
			{{0, 0, w, tall}, {w, 0, w, tall}},
			{{0, 0, s.Width, flat}, {0, flat, s.Width, flat}},
			{{0, 0, w, flat}, {w, 0, w, flat}, {0, flat, w, flat}, {w, flat, w, flat}},
		} {
			for front, pane := range panes {
				h, in := New(s.Unit()), fakeInput(s)
				in.World = quakeWorld(2, &message.CenterPrint{Text: []byte("You glow")})
				in.Clock, in.Messages, in.NoBar = in.World.Clock, nil, true
				in.Extent, in.Panes, in.Front = Window, panes, front
				h.decide(in)
				h.out.Reset()
				h.canvas.Shade = false
				h.drawCenter(in, centerArea(h, in))
				r, any := bounds(&h.out)
				l := &h.page.layout
				switch middle := r.X + r.W/2 - pane.X - pane.W/2; {
				case !any:
					t.Errorf("%vx%v, view %d of %v: nothing is drawn", s.Width, s.Height, front, panes)
				case !pane.Contains(r), middle < -2, middle > 2:
					t.Errorf("%vx%v, view %d of %v: the text is at %v", s.Width, s.Height, front, panes, r)
				case r.Overlaps(l.Score), r.Overlaps(l.Notices), r.Overlaps(l.Info):
					t.Errorf("%vx%v, view %d of %v: the text at %v lies on %v, %v or %v", s.Width, s.Height, front, panes, r, l.Score, l.Notices, l.Info)
				}
			}
		}
	}
}
