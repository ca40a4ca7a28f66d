package hud

import "testing"

// TestPlacesOfTheMenu are worked out by hand: a margin of 12 units, below the score, which is 46
// high, and 6 more; 300 wide, a head of 28, rows of 20 and 6 below them.
func TestPlacesOfTheMenu(t *testing.T) {
	for _, c := range []struct {
		s    Screen
		rows int
		want Menu
	}{
		{Screen{1280, 720, 1, 0, false}, 12, Menu{Rect: Rect{12, 64, 344, 274}, Close: Rect{328, 64, 28, 28}, Rows: Rect{12, 92, 344, 240}, Row: 20}},
		// 0.75 pixels a unit: 34.5 are rounded to 35, and 4.5 to 5.
		{Screen{640, 360, 1, 0, false}, 12, Menu{Rect: Rect{9, 49, 258, 206}, Close: Rect{246, 49, 21, 21}, Rows: Rect{9, 70, 258, 180}, Row: 15}},
		// From below the score to the bar, at 445, there is room for 24 rows.
		{Screen{1280, 480, 1, 0, false}, 25, Menu{Rect: Rect{9, 9, 258, 401}, Close: Rect{246, 9, 21, 21}, Rows: Rect{9, 30, 258, 375}, Row: 15}},
		// Above the bar, which begins at 85, there are 67 pixels: 41 for rows.
		{Screen{640, 120, 1, 0, false}, 12, Menu{Rect: Rect{9, 9, 258, 56}, Close: Rect{246, 9, 21, 21}, Rows: Rect{9, 30, 258, 30}, Row: 15}},
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
		{11, 152}: {MenuNone, -1}, {356, 152}: {MenuNone, -1}, {100, 338}: {MenuNone, -1}, {100, 82}: {MenuGround, -1}, {100, 335}: {MenuGround, -1},
		{344, 72}: {MenuClose, -1}, {100, 92}: {MenuItem, 0}, {100, 111.9}: {MenuItem, 0}, {100, 112}: {MenuItem, 1}, {300, 331.9}: {MenuItem, 11},
	} {
		if part, row := p.Hit(at[0], at[1]); part != want.part || row != want.row {
			t.Errorf("at %v are %v and %d, want %v and %d", at, part, row, want.part, want.row)
		}
	}
}
