package hud

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/anchor"
)

// What stands for a player can be clicked where it is drawn, in small windows and on dense screens.
func TestPlayerAt(t *testing.T) {
	for _, s := range []Screen{{640, 360, 1, 0, false}, {1280, 720, 1, 0, false}, {2560, 1440, 2, 0, false}} {
		in := fakeInput(s)
		in.World, in.Crosshair = quakeWorld(4), false // nothing in the middle, which names leave free
		in.Labels = []anchor.Label{
			{X: s.Width / 2, Y: s.Height / 2, Text: "Vesper", Color: colorText, Player: 2},
			{X: s.Width / 4, Y: s.Height / 2, Text: "nobody's", Color: colorText},
		}
		h := New(s.Unit())
		h.Build(in)
		low := h.canvas.Atlas.lineHeight(fontSmall) / 2
		if got := h.PlayerAt(s.Width/2, s.Height/2-low); got != 1 {
			t.Errorf("%v: at the name is %d, want 1", s, got)
		}
		for _, at := range [][2]float32{{s.Width / 4, s.Height/2 - low}, {s.Width / 2, s.Height/2 + 3*low},
			{s.Width / 2, s.Height * 0.2}} {
			if got := h.PlayerAt(at[0], at[1]); got != world.Nobody {
				t.Errorf("%v: at %v is %d", s, at, got)
			}
		}
		h.Build(fakeInput(s))
		if got := h.PlayerAt(s.Width/2, s.Height/2-low); got != world.Nobody {
			t.Errorf("%v: where the name was is %d", s, got)
		}
	}
}

// All rows of the players' table, the pointers at the sides and the lines of kills can be clicked.
func TestTargetsOfPages(t *testing.T) {
	s := Screen{1280, 720, 1, 0, false}
	for _, c := range []struct {
		page string
		want int // targets at least
	}{{"fight", 2}, {"overlays", 4}, {"scores", 4}} {
		input := pages[c.page]
		if input == nil {
			t.Errorf("there is no page %s", c.page)
			continue
		}
		h := New(s.Unit())
		h.Build(input(s))
		all := append(append([]target(nil), h.targets...), h.board.boardRows...)
		if len(all) < c.want {
			t.Errorf("%s: %d things can be clicked, want %d", c.page, len(all), c.want)
		}
		for _, a := range all {
			x, y := a.area.X+a.area.W/2, a.area.Y+a.area.H/2
			if !(Rect{0, 0, s.Width, s.Height}).Has(x, y) || h.PlayerAt(x, y) < 0 {
				t.Errorf("%s: %+v cannot be clicked", c.page, a)
			}
		}
	}
}

// The frame around what can be clicked is there while the pointer is on it and was moved lately,
// but not on who is watched, nor while the bar is dragged.
func TestHand(t *testing.T) {
	s := Screen{1280, 720, 1, 0, false}
	base := func() *Input {
		in := fakeInput(s)
		in.Watched, in.MouseKnown, in.Pointing, in.MouseX, in.MouseY = 0, true, true, 640, 360
		in.Body, in.BodySlot = anchor.Body{X: 620, Y: 330, W: 40, H: 60}, 1
		return in
	}
	for _, c := range []struct {
		name   string
		change func(*Input)
		want   bool
	}{
		{"on a body", func(*Input) {}, true},
		{"on who is watched", func(in *Input) { in.Watched = 1 }, false},
		{"no pointer", func(in *Input) { in.MouseKnown = false }, false},
		{"lies still", func(in *Input) { in.Pointing = false }, false},
		{"drags", func(in *Input) { in.Held = HeldTrack }, false},
		{"on nothing", func(in *Input) { in.Body.W = 0 }, false},
		{"on the bar", func(in *Input) { in.MouseY = 715 }, false},
		{"below the page of keys", func(in *Input) { in.ShowHelp = true }, false},
	} {
		in := base()
		c.change(in)
		h := New(s.Unit())
		h.Build(in)
		if got := h.Hand(in); got != c.want {
			t.Errorf("%s: a hand is %v, want %v", c.name, got, c.want)
		}
	}
}

// TestWatchOffNumbers: whom a click would watch is not said on the status, the score, the corner with the
// level, overlays or the bar, wherever the pointer is, and not far away from it.
func TestWatchOffNumbers(t *testing.T) {
	for _, s := range []Screen{{640, 360, 1, 0, false}, {1280, 720, 1, 0, false}} {
		h, in := New(s.Unit()), overlayInput(s)
		in.Messages, in.MouseKnown, in.Pointing = nil, true, true
		h.Build(in)
		l := &h.page.layout
		for x := float32(4); x < s.Width; x += 20 {
			for y := float32(4); y < l.Bar.Y; y += 20 {
				in.MouseX, in.MouseY = x, y
				in.Body, in.BodySlot = anchor.Body{X: x - 20, Y: y - 20, W: 40, H: 40}, 1
				box := h.offNumbers(in, Rect{x + 14*l.Unit, y + 14*l.Unit, 80 * l.Unit, 15 * l.Unit},
					Rect{0, 0, s.Width, s.Height})
				for _, r := range [...]Rect{l.Vitals, l.Ammo, l.Weapons, l.Score, infoArea(h, in),
					h.teamPanel(in, &h.page),
					l.Beside[overlayTimers], l.Beside[overlaySpeed], l.Bar} {
					if overlap(&box, &r) {
						t.Fatalf("%v, pointer at %v %v: said at %v, on %v", s, x, y, box, r)
					}
				}
				if dx, dy := box.X-x, box.Y-y; dx*dx+dy*dy > s.Width*s.Width/4 {
					t.Fatalf("%v, pointer at %v %v: said at %v", s, x, y, box)
				}
			}
		}
	}
}
