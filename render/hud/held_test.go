package hud

import (
	"slices"
	"testing"

	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// While the pointer holds one thing, wherever it comes nothing else shows that it is there.
func TestHeldTouchesNothingElse(t *testing.T) {
	s := Screen{640, 360, 1, 0, false}
	bar, list := NewBar(NewLayout(s), false), NewPanel(s)
	places := []Rect{
		bar.Track, bar.Play, bar.Elapsed, bar.Rate, bar.Menu,
		{list.Rows.X, list.Rows.Y, 40, list.Row}, list.Close, list.Chips[0], {300, 150, 40, 40},
	}
	h := New(s.Unit())
	at := func(in *Input, r Rect) ([]draw.Vertex, bool) {
		in.MouseX, in.MouseY = r.X+r.W/2, r.Y+r.H/2
		h.Build(in)
		return slices.Clone(h.Buffer().Vertices), h.Hand(in)
	}
	nowhere := Rect{600, 20, 0, 0}
	for _, page := range []string{"list", "scores", ""} {
		in := fakeInput(s)
		in.choose(page)
		in.MouseKnown, in.Pointing, in.Held = true, true, HeldNothing
		in.Body, in.BodySlot = anchor.Body{X: 300, Y: 150, W: 40, H: 40}, 2
		usual, _ := at(in, nowhere)
		if shows, _ := at(in, bar.Track); slices.Equal(usual, shows) {
			t.Errorf("%q: a free pointer shows nothing on the track", page)
		}
		for _, held := range []Held{HeldList, HeldPicture} {
			in.Held = held
			want, _ := at(in, nowhere)
			for _, r := range places {
				if got, hand := at(in, r); hand || !slices.Equal(got, want) {
					t.Errorf("%q, holding %d: the pointer at %v shows something", page, held, r)
				}
			}
		}
		in.Held = HeldTrack // which says the time below the pointer, so that all must be below each other
		for _, r := range places {
			r.X, r.W = bar.Track.X+100, 0
			in.MouseKnown = false
			want, _ := at(in, r)
			in.MouseKnown = true
			if got, hand := at(in, r); hand || !slices.Equal(got, want) {
				t.Errorf("%q, holding the track: the pointer at %v shows something", page, r)
			}
		}
	}
}

// While the scroll bar of the home is held, so is it.
func TestHomeHeldByItsScrollBar(t *testing.T) {
	in := homeInput(Screen{1280, 720, 1, 0, false}, 50_000, 0)
	shape := in.Shape()
	l := NewHomeLayout(in.Screen, &shape)
	h := NewBrowser(New(in.Screen.Unit()).Atlas())
	at := func(r Rect) []draw.Vertex {
		in.MouseKnown, in.MouseX, in.MouseY = true, r.X+r.W/2, r.Y+r.H/2
		h.Build(in)
		return slices.Clone(h.Buffer().Vertices)
	}
	held := at(l.Scroll)
	row := Rect{l.Rows.X, l.Rows.Y, 40, l.Row}
	if slices.Equal(at(row), held) {
		t.Error("a free pointer shows nothing on a row")
	}
	in.Scrolling = true
	for _, r := range []Rect{row, l.Query, l.Columns[0], l.Scroll} {
		if !slices.Equal(at(r), held) {
			t.Errorf("the pointer at %v shows something", r)
		}
	}
}
