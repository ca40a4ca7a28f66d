package hud

import "strconv"

// MenuRow is a row of the menu of how the picture is drawn: a choice, the names of its
// keys, and what is chosen.
type MenuRow struct {
	Label, Keys, State string
	On                 bool
}

// Menu is where the parts of the menu are, in pixels.
type Menu struct {
	Rect, Close Rect
	Rows        Rect
	Row         float32 // height of a row
	Scroll      Rect    // empty if there is room for all rows
	Of          int     // how many rows there are, with those for which there is no room
}

// Sizes of the menu, in units.
const (
	menuWidth = 344
	menuHead  = 28
	menuRow   = 20
	menuKeys  = 82 // from the right, where the keys begin
	menuState = 160
	menuBar   = 12 // what the scroll bar takes of the width
)

// NewMenu lays out the menu on a screen: at the left, above the bar and below the score, or over it
// where there is no room for all rows. Where there is none at all for some, the others are scrolled.
func NewMenu(s Screen, rows int) Menu {
	l := NewLayout(s)
	px := func(v float32) float32 { return round(v * l.Unit) }
	m, head, row := px(panelMargin), s.press(menuHead), s.press(menuRow)
	y := l.Score.Y + l.Score.H + px(6)
	if y+head+float32(rows)*row+px(6) > l.Bar.Y-m {
		y = m
	}
	of := rows
	rows = max(0, min(rows, int((l.Bar.Y-y-m-head-px(6))/row)))
	p := Menu{Of: of, Rect: Rect{m, y, min(px(menuWidth), max(0, s.Width-2*m)), head + float32(rows)*row + px(6)},
		Row: row}
	p.Close = Rect{p.Rect.X + p.Rect.W - head, p.Rect.Y, head, head}
	p.Rows = Rect{p.Rect.X, p.Rect.Y + head, p.Rect.W, float32(rows) * row}
	if rows < of {
		bar := px(menuBar)
		p.Rows.W = max(0, p.Rows.W-bar)
		p.Scroll = Rect{p.Rows.X + p.Rows.W, p.Rows.Y, bar, p.Rows.H}
	}
	return p
}

// Visible returns how many rows there is room for.
func (p *Menu) Visible() int { return int(p.Rows.H/p.Row + 0.5) }

// First returns the row that is the first one below the head, of those that may be.
func (p *Menu) First(top int) int { return max(0, min(top, p.Of-p.Visible())) }

// TopAt returns the first row when the middle of the thumb is at a y coordinate, in pixels.
func (p *Menu) TopAt(y float32) int { return topAt(p.Scroll, p.Row, y, p.Visible(), p.Of) }

// MenuPart is a piece of the menu that can be clicked.
type MenuPart uint8

// The parts.
const (
	MenuNone   MenuPart = iota // outside of the menu
	MenuGround                 // the menu, but no part of it
	MenuClose
	MenuItem // with the row
	MenuScroll
)

// Hit returns the part of the menu at a point, and the number of a row below the head, -1 for none.
func (p *Menu) Hit(x, y float32) (part MenuPart, row int) {
	switch {
	case p.Close.Has(x, y):
		return MenuClose, -1
	case p.Rows.Has(x, y):
		return MenuItem, int((y - p.Rows.Y) / p.Row)
	case p.Scroll.Has(x, y):
		return MenuScroll, -1
	case p.Rect.Has(x, y):
		return MenuGround, -1
	}
	return MenuNone, -1
}

// drawMenu draws the menu of how the picture is drawn.
func (h *HUD) drawMenu(in *Input, _ Rect) {
	c := &h.canvas
	u := c.Unit()
	p := NewMenu(in.Screen, len(in.Menu))
	part, hot := MenuNone, -1
	switch {
	case in.Held == HeldMenu:
		part = MenuScroll
	case in.over(HeldNothing):
		part, hot = p.Hit(in.MouseX, in.MouseY)
	}
	c.panel(p.Rect, colorTip)
	at := func(y, height float32, f textFont) float32 { return round(y + (height-c.Atlas.lineHeight(f))/2) }
	left, right := p.Rect.X+round(12*u), p.Rect.X+p.Rect.W
	w := drawText(c, fontStrong, left, at(p.Rect.Y, p.Close.H, fontStrong), "Picture", charsetOwn, colorText)
	h.closeCross(p.Close, part == MenuClose)
	visible, first := p.Visible(), p.First(in.MenuTop)
	if visible < p.Of {
		h.tip = strconv.AppendInt(h.tip[:0], int64(visible), 10)
		h.tip = strconv.AppendInt(append(h.tip, " of "...), int64(p.Of), 10)
		drawText(c, fontSmall, left+w+8*u, at(p.Rect.Y, p.Close.H, fontSmall), h.tip, charsetOwn, colorDim)
		h.scrollBar(p.Scroll, p.Row, first, visible, p.Of, part == MenuScroll)
	}
	for i := range visible {
		row, y := &in.Menu[first+i], p.Rows.Y+float32(i)*p.Row
		if i == hot {
			c.Out.Rect(p.Rows.X+round(4*u), y, p.Rows.W-round(8*u), p.Row, colorEdge)
		}
		ink, mark := colorDim, colorFaint
		if row.On {
			ink, mark = colorText, colorAccent
		}
		c.Out.Rect(p.Rows.X+round(4*u), y+round(4*u), max(2, round(3*u)), p.Row-round(8*u), mark)
		h.tip = clip(c.Atlas, fontSmall, h.tip, row.Label, charsetOwn, right-round(menuState*u)-left-6*u)
		drawText(c, fontSmall, left, at(y, p.Row, fontSmall), h.tip, charsetOwn, ink)
		h.tip = clip(c.Atlas, fontSmall, h.tip, row.State, charsetOwn, (menuState-menuKeys-4)*u)
		drawText(c, fontSmall, right-round(menuState*u), at(y, p.Row, fontSmall), h.tip, charsetOwn, mark)
		h.tip = clip(c.Atlas, fontSmall, h.tip, row.Keys, charsetOwn, p.Rows.X+p.Rows.W-right+(menuKeys-8)*u)
		drawText(c, fontSmall, right-round(menuKeys*u), at(y, p.Row, fontSmall), h.tip, charsetOwn, colorDim)
	}
}

// closeCross draws the cross that closes a panel.
func (h *HUD) closeCross(r Rect, hot bool) {
	c := &h.canvas
	u := c.Unit()
	color := colorDim
	if hot {
		color = colorAccent
	}
	s := round(5 * u)
	x, y := r.X+r.W/2, r.Y+r.H/2
	c.Out.Line(x-s, y-s, x+s, y+s, 1.5*u, color)
	c.Out.Line(x-s, y+s, x+s, y-s, 1.5*u, color)
}
