package hud

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestPlacesOfTheMenu are worked out by hand: a margin of 12 units, below the score, which is 46
// high, and 6 more; 300 wide, a head of 28, rows of 20 and 6 below them.
func TestPlacesOfTheMenu(t *testing.T) {
	for _, c := range []struct {
		s    Screen
		rows int
		want Menu
	}{
		{Screen{1280, 720, 1, 0, false}, 12, Menu{Rect: Rect{12, 64, 344, 274}, Close: Rect{328, 64, 28, 28},
			Rows: Rect{12, 92, 344, 240}, Row: 20, Of: 12}},
		// 0.875 pixels a unit: 17.5 are rounded to 18, and 24.5 to 25.
		{Screen{640, 360, 1, 0, false}, 12, Menu{Rect: Rect{11, 56, 301, 246}, Close: Rect{287, 56, 25, 25},
			Rows: Rect{11, 81, 301, 216}, Row: 18, Of: 12}},
		// From below the score to the bar, at 440, there is room for 21 rows.
		{Screen{1280, 480, 1, 0, false}, 25, Menu{Rect: Rect{11, 11, 301, 408}, Close: Rect{287, 11, 25, 25},
			Rows: Rect{11, 36, 290, 378}, Row: 18, Scroll: Rect{301, 36, 11, 378}, Of: 25}},
		// Above the bar, which begins at 80, there are 58 pixels: 28 for rows, and the scroll bar takes 11 of
		// the width.
		{Screen{640, 120, 1, 0, false}, 12, Menu{Rect: Rect{11, 11, 301, 48}, Close: Rect{287, 11, 25, 25},
			Rows: Rect{11, 36, 290, 18}, Row: 18, Scroll: Rect{301, 36, 11, 18}, Of: 12}},
	} {
		if got := NewMenu(c.s, c.rows); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.s, got, c.want)
		}
	}
	p := NewMenu(Screen{1280, 720, 1, 0, false}, 12)
	for at, want := range map[[2]float32]struct {
		part MenuPart
		row  int
	}{
		{11, 152}: {MenuNone, -1}, {356, 152}: {MenuNone, -1}, {100, 338}: {MenuNone, -1}, {100, 82}: {MenuGround, -1},
		{100, 335}: {MenuGround, -1},
		{344, 72}:  {MenuClose, -1}, {100, 92}: {MenuItem, 0}, {100, 111.9}: {MenuItem, 0}, {100, 112}: {MenuItem, 1},
		{300, 331.9}: {MenuItem, 11},
	} {
		if part, row := p.Hit(at[0], at[1]); part != want.part || row != want.row {
			t.Errorf("at %v are %v and %d, want %v and %d", at, part, row, want.part, want.row)
		}
	}
}

// Where there is no room for all rows, the menu says how many of them are to be seen, is scrolled, and has a
// scroll bar.
func TestMenuIsScrolled(t *testing.T) {
	s := Screen{640, 360, 1, 0, false}
	in := fakeInput(s)
	for i := range 26 {
		in.Menu = append(in.Menu, MenuRow{Label: "choice " + strconv.Itoa(i), Keys: "X", State: "on"})
	}
	p := NewMenu(s, len(in.Menu))
	if p.Visible() != 14 || p.Scroll.W == 0 {
		t.Fatalf("%d rows are visible, and the bar is %+v", p.Visible(), p.Scroll)
	}
	for _, c := range []struct{ top, first, last int }{{0, 0, 13}, {3, 3, 16}, {12, 12, 25}, {99, 12, 25},
		{-5, 0, 13}} {
		in.MenuTop = c.top
		h := New(s.Unit())
		h.Build(in)
		text := strings.Join(describe(h), "\n")
		for i := range 26 {
			if got, want := strings.Contains(text, fmt.Sprintf("choice %d\"", i)), i >= c.first &&
				i <= c.last; got != want {
				t.Errorf("scrolled to %d: choice %d is drawn: %v", c.top, i, got)
			}
		}
		if !strings.Contains(text, "14 of 26") {
			t.Errorf("how many there are is not said:\n%s", text)
		}
	}
	for y, want := range map[float32]int{p.Scroll.Y: 0, p.Scroll.Y + p.Scroll.H/2: 6, p.Scroll.Y + p.Scroll.H: 12} {
		if got := p.TopAt(y); got != want {
			t.Errorf("at %v the first row is %d, not %d", y, got, want)
		}
	}
	if part, _ := p.Hit(p.Scroll.X+1, p.Scroll.Y+1); part != MenuScroll {
		t.Errorf("the bar is part %d", part)
	}
}
