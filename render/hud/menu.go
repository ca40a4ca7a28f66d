package hud

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
}

// Sizes of the menu, in units.
const (
	menuWidth = 344
	menuHead  = 28
	menuRow   = 20
	menuKeys  = 82 // from the right, where the keys begin
	menuState = 160
)

// NewMenu lays out the menu on a screen: at the left, above the bar and below the score, or over it
// where there is no room for all rows. Rows for which there is no room at all are left out.
func NewMenu(s Screen, rows int) Menu {
	l := NewLayout(s)
	px := func(v float32) float32 { return round(v * l.Unit) }
	m, head, row := px(panelMargin), s.press(menuHead), s.press(menuRow)
	y := l.Score.Y + l.Score.H + px(6)
	if y+head+float32(rows)*row+px(6) > l.Bar.Y-m {
		y = m
	}
	rows = max(0, min(rows, int((l.Bar.Y-y-m-head-px(6))/row)))
	p := Menu{Rect: Rect{m, y, min(px(menuWidth), max(0, s.Width-2*m)), head + float32(rows)*row + px(6)}, Row: row}
	p.Close = Rect{p.Rect.X + p.Rect.W - head, p.Rect.Y, head, head}
	p.Rows = Rect{p.Rect.X, p.Rect.Y + head, p.Rect.W, float32(rows) * row}
	return p
}

// MenuPart is a piece of the menu that can be clicked.
type MenuPart uint8

// The parts.
const (
	MenuNone   MenuPart = iota // outside of the menu
	MenuGround                 // the menu, but no part of it
	MenuClose
	MenuItem // with the row
)

// Hit returns the part of the menu at a point, and the number of a row, -1 for none.
func (p *Menu) Hit(x, y float32) (part MenuPart, row int) {
	switch {
	case p.Close.Has(x, y):
		return MenuClose, -1
	case p.Rows.Has(x, y):
		return MenuItem, int((y - p.Rows.Y) / p.Row)
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
	if in.MouseKnown {
		part, hot = p.Hit(in.MouseX, in.MouseY)
	}
	c.panel(p.Rect, colorTip)
	at := func(y, height float32, f textFont) float32 { return round(y + (height-c.Atlas.lineHeight(f))/2) }
	left, right := p.Rect.X+round(12*u), p.Rect.X+p.Rect.W
	drawText(c, fontStrong, left, at(p.Rect.Y, p.Close.H, fontStrong), "Picture", charsetOwn, colorText)
	h.closeCross(p.Close, part == MenuClose)
	for i := range int(p.Rows.H/p.Row + 0.5) {
		row, y := &in.Menu[i], p.Rows.Y+float32(i)*p.Row
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
		h.tip = clip(c.Atlas, fontSmall, h.tip, row.Keys, charsetOwn, (menuKeys-8)*u)
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
