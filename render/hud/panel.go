package hud

import (
	"strconv"

	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Panel is where the parts of the list of events are, in pixels.
type Panel struct {
	Rect     Rect
	Title    Rect
	Spoilers Rect // says whether spoilers are on, and switches that
	Close    Rect
	Query    Rect
	Chips    [ClassCount]Rect
	Legend   Rect // says what the colors of the chips mean
	Rows     Rect
	Row      float32 // height of a row
	Scroll   Rect
}

// Sizes of the panel, in units.
const (
	panelWidth  = 400
	panelMargin = 12
	panelPad    = 10
	panelRow    = 20
	chipsARow   = 5
	// roomBeside is how wide the rest of the screen must be for the other parts of
	// the HUD to be drawn there.
	roomBeside = 640
)

// NewPanel lays out the list of events on a screen: at the right, above the
// bar.
func NewPanel(s Screen) Panel {
	l := NewLayout(s)
	u := l.Unit
	px := func(v float32) float32 { return round(v * u) }
	m, pad := px(panelMargin), px(panelPad)
	w := min(px(panelWidth), s.Width-2*m)
	p := Panel{Rect: Rect{s.Width - m - w, m, w, max(0, l.Bar.Y-2*m)}, Row: s.press(panelRow)}
	x, right := p.Rect.X+pad, p.Rect.X+p.Rect.W-pad
	y := p.Rect.Y + px(6)
	head := s.press(24)
	p.Close = Rect{right - head, y, head, head}
	p.Spoilers = Rect{p.Close.X - px(6) - px(112), y, px(112), head}
	p.Title = Rect{x, y, max(0, p.Spoilers.X-px(6)-x), head}
	y += head + px(4)
	p.Query = Rect{x, y, right - x, s.press(24)}
	y += p.Query.H + px(6)
	gap := px(4)
	chip := Rect{Y: y - gap - s.press(19), H: s.press(19)}
	for i := range p.Chips {
		if i%chipsARow == 0 {
			chip.X, chip.Y = x, chip.Y+chip.H+gap
		}
		chip.W = float32(int((right - x - (chipsARow-1)*gap) * chipShare(i)))
		p.Chips[i] = chip
		chip.X += chip.W + gap
	}
	p.Legend = Rect{x, chip.Y + chip.H + px(4), right - x, px(16)}
	y = p.Legend.Y + p.Legend.H + px(6)
	bar := px(8)
	bottom := p.Rect.Y + p.Rect.H - px(6)
	rows := max(0, float32(int((bottom-y)/p.Row)))
	p.Rows = Rect{p.Rect.X + px(4), y, right - bar - p.Rect.X - px(6), rows * p.Row}
	p.Scroll = Rect{right - bar + px(4), y, bar, p.Rows.H}
	return p
}

// chipShare returns the part of its row that a chip takes: long labels need more.
func chipShare(i int) float32 {
	const edges = 2 // letters that the sides of a chip are as wide as
	first, sum := i-i%chipsARow, 0
	for k := first; k < min(first+chipsARow, int(ClassCount)); k++ {
		sum += len(Class(k).Label()) + edges
	}
	return float32(len(Class(i).Label())+edges) / float32(sum)
}

// Visible returns how many rows are visible.
func (p *Panel) Visible() int { return int(p.Rows.H/p.Row + 0.5) }

// ListPart is a piece of the list of events that can be clicked.
type ListPart uint8

// The parts.
const (
	ListNone   ListPart = iota // outside of the panel
	ListGround                 // the panel, but no part of it
	ListSpoilers
	ListClose
	ListQuery
	ListChip // with the class
	ListRow  // with the row
	ListScroll
)

// Hit returns the part of the panel at a point, and the class of a chip or the
// number of a row.
func (p *Panel) Hit(l *EventList, x, y float32) (part ListPart, index int) {
	switch {
	case !p.Rect.Has(x, y):
		return ListNone, -1
	case p.Spoilers.Has(x, y):
		return ListSpoilers, -1
	case p.Close.Has(x, y):
		return ListClose, -1
	case p.Query.Has(x, y):
		return ListQuery, -1
	case p.Scroll.Has(x, y):
		return ListScroll, -1
	case p.Rows.Has(x, y):
		if i := l.rowAt(p, y); i >= 0 {
			return ListRow, i
		}
	}
	for i, r := range p.Chips {
		if r.Has(x, y) {
			return ListChip, i
		}
	}
	return ListGround, -1
}

// drawList draws the list of events.
func (c *canvas) drawList(in *Input, _ Rect) {
	u := c.Unit()
	p, l := NewPanel(in.Screen), in.List
	l.update(in, &p)
	part, index := ListNone, -1
	switch {
	case in.Held == HeldList:
		part = ListScroll
	case in.over(HeldNothing):
		part, index = p.Hit(l, in.MouseX, in.MouseY)
	}
	c.panel(p.Rect, colorTip)

	at := func(r Rect, f textFont) float32 { return round(r.Y + (r.H-c.Atlas.lineHeight(f))/2) }
	w := drawText(c, fontStrong, p.Title.X, at(p.Title, fontStrong), "Events", charsetOwn, colorText)
	text := strconv.AppendInt(c.scratch[:0], int64(len(l.rows)), 10)
	drawText(c, fontSmall, p.Title.X+w+8*u, at(p.Title, fontSmall), text, charsetOwn, colorDim)
	spoilers := "Spoilers: on"
	if !in.On(setting.Spoilers) {
		spoilers = "Spoilers: off"
	}
	c.toggle(p.Spoilers, spoilers, in.On(setting.Spoilers), part == ListSpoilers, classes[ClassMine].color)
	c.closeCross(p.Close, part == ListClose)

	c.drawQuery(l, p.Query, part == ListQuery)
	for i, r := range p.Chips {
		c.toggle(r, Class(i).Label(), in.Filter.Has(Class(i)), part == ListChip && index == i, classes[i].color)
	}
	c.tip = clip(c.Atlas, fontSmall, c.tip, barLegend, charsetOwn, p.Legend.W)
	drawText(c, fontSmall, p.Legend.X, at(p.Legend, fontSmall), c.tip, charsetOwn, colorDim)
	for i := 0; i < p.Visible() && i+int(l.top) < len(l.rows); i++ {
		n := i + int(l.top)
		r := Rect{p.Rows.X, p.Rows.Y + float32(i)*p.Row, p.Rows.W, p.Row}
		c.drawRow(in, l, n, r, part == ListRow && index == n)
	}
	if len(l.rows) == 0 {
		drawText(c, fontSmall, p.Rows.X+round(8*u), p.Rows.Y+round(4*u), whyEmpty(in), charsetOwn, colorDim)
	}
	if t := l.thumb(&p); t.H > 0 {
		c.Out.Rect(p.Scroll.X, p.Scroll.Y, round(4*u), p.Scroll.H, colorEdge)
		color := colorFaint
		if part == ListScroll {
			color = colorAccent
		}
		c.Out.Rect(t.X, t.Y, round(4*u), t.H, color)
	}
}

// barLegend explains the marks of the bar below the chips of the list of events.
const barLegend = "Timeline marks have these colors; taller: several events"

// whyEmpty returns why the list is empty, in words.
func whyEmpty(in *Input) string {
	switch {
	case len(in.Events) > 0:
		return "No events match the filters and the search"
	case !in.Complete:
		return "Reading the demo…"
	}
	return "No events in this demo"
}

// toggle draws a switch with a name, filled if it is on.
func (c *canvas) toggle(r Rect, name string, on, hot bool, color draw.Color) {
	u := c.Unit()
	ink := colorFaint
	if on {
		c.Out.Rect(r.X, r.Y, r.W, r.H, color.Alpha(0.2))
		ink = colorText
	}
	edge := colorEdge
	if hot {
		edge = colorAccent
	}
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), edge)
	if !on {
		color = color.Dim(0.5)
	}
	c.Out.Rect(r.X, r.Y, max(2, round(3*u)), r.H, color)
	c.tip = clip(c.Atlas, fontSmall, c.tip, name, charsetOwn, r.W-10*u)
	drawText(c, fontSmall, r.X+round(7*u), round(r.Y+(r.H-c.Atlas.lineHeight(fontSmall))/2), c.tip, charsetOwn, ink)
}

func (c *canvas) drawQuery(l *EventList, r Rect, hot bool) {
	u := c.Unit()
	edge := colorEdge
	if hot || l.Asking {
		edge = colorAccent
	}
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), edge)
	inner := Rect{r.X + round(7*u), r.Y, r.W - round(14*u), r.H}
	if len(l.Query.text) == 0 && !l.Asking {
		c.tip = append(c.tip[:0], "Search names and words"...)
		if l.SearchKey != "" {
			c.tip = append(append(append(c.tip, " ("...), l.SearchKey...), ')')
		}
		drawText(c, fontSmall, inner.X, round(r.Y+(r.H-c.Atlas.lineHeight(fontSmall))/2), c.tip, charsetOwn, colorFaint)
		return
	}
	c.drawTyped(&l.Query, fontText, inner, l.Asking)
}

// timeWidth is the width of a row's time in units.
const timeWidth = 60

func (c *canvas) drawRow(in *Input, l *EventList, n int, r Rect, hot bool) {
	u := c.Unit()
	row := &l.rows[n]
	switch {
	case n == l.now:
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorAccent.Alpha(0.18))
		c.Out.Rect(r.X, r.Y, max(2, round(2*u)), r.H, colorAccent)
	case hot:
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorEdge)
	}
	color := colorText
	if row.clock > in.Clock {
		color = colorDim
	}
	text := appendClock(c.scratch[:0], row.clock, false)
	drawTextRight(c, fontTime, r.X+timeWidth*u, round(r.Y+(r.H-c.Atlas.lineHeight(fontTime))/2), text,
		charsetOwn, color)

	class := ClassBookmark
	c.pieces = c.pieces[:0]
	if row.event >= 0 {
		e := &in.Events[row.event]
		class = l.key.viewer.Class(e)
		c.pieces = appendEvent(c.pieces, in.charset(), in.game(), e)
	} else {
		c.pieces = appendBookmark(c.pieces, &in.Bookmarks[row.bookmark])
	}
	x := r.X + round((timeWidth+8)*u)
	c.Out.Rect(x, r.Y+round(3*u), max(2, round(3*u)), r.H-round(6*u), classes[class].color)
	x += round(10 * u)
	c.drawPieces(fontText, x, round(r.Y+(r.H-c.Atlas.lineHeight(fontText))/2), r.X+r.W-x)
}

// closeCross draws the cross that closes a panel.
func (c *canvas) closeCross(r Rect, hot bool) {
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
