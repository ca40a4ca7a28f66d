package hud

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// FinderRow is a row of the finder: a command or a choice with its label, its current state and its keys.
type FinderRow struct {
	Label, State, Keys string
	On                 bool // the state is not the default
	Group              string
	Title              bool // Label is the title of the group, and the row cannot be selected
}

// Finder is a list of commands or choices, filtered by typing.
type Finder struct {
	Title string
	Query *Typed
	Hint  string      // shown in the line while Query is empty; "" for a search
	Rows  []FinderRow // those that match Query
	// Selected is the row that Enter runs, -1 for none; Top is the first visible row.
	Selected, Top int
}

// Select selects a row, clamped to the existing ones, and scrolls to it. visible is the number of visible rows.
func (p *Finder) Select(row, visible int) {
	p.Selected = max(-1, min(row, len(p.Rows)-1))
	p.Top = max(p.Selected-visible+1, min(p.Top, max(0, p.Selected)))
	p.Scroll(0, visible)
}

// Scroll scrolls by rows.
func (p *Finder) Scroll(rows, visible int) {
	p.Top = max(0, min(p.Top+rows, len(p.Rows)-visible))
}

// FinderBox is the layout of the finder, in pixels.
type FinderBox struct {
	Rect, Close, Query, Rows Rect
	Row                      float32 // height of a row
}

// Sizes of the finder, in units.
const (
	finderWidth = 520
	finderHead  = 28
	finderLine  = 30
	finderRow   = 20
	finderRows  = 18  // maximum
	finderState = 240 // distance of the states from the right edge
	finderKeys  = 110 // distance of the keys from the right edge
)

// NewFinderBox lays out the finder in the middle of a screen, above the bar.
func NewFinderBox(s Screen) FinderBox {
	l := NewLayout(s)
	px := func(v float32) float32 { return round(v * l.Unit) }
	m, head, line, row := px(panelMargin), s.press(finderHead), px(finderLine), s.press(finderRow)
	w := min(px(finderWidth), max(0, s.Width-2*m))
	rows := max(0, min(finderRows, int((l.Bar.Y-2*m-head-line-px(6))/row)))
	h := head + line + float32(rows)*row + px(6)
	b := FinderBox{Rect: Rect{round((s.Width - w) / 2), max(0, min(m+round((l.Bar.Y-2*m-h)/3), l.Bar.Y-m-h)), w, h},
		Row: row}
	b.Close = Rect{b.Rect.X + w - head, b.Rect.Y, head, head}
	b.Query = Rect{b.Rect.X, b.Rect.Y + head, w, line}
	b.Rows = Rect{b.Rect.X, b.Query.Y + line, w, float32(rows) * row}
	return b
}

// Visible returns the number of visible rows.
func (b *FinderBox) Visible() int {
	if b.Row <= 0 {
		return 0
	}
	return int(b.Rows.H/b.Row + 0.5)
}

// FinderPart is a piece of the finder that can be clicked.
type FinderPart uint8

// The parts.
const (
	FinderNone   FinderPart = iota // outside the finder
	FinderGround                   // inside the finder, but on no part of it
	FinderClose
	FinderItem // Hit also returns the row
)

// Hit returns the part of the finder at a point, and the index of a row of p, or -1.
func (b *FinderBox) Hit(p *Finder, x, y float32) (part FinderPart, row int) {
	switch {
	case b.Close.Has(x, y):
		return FinderClose, -1
	case b.Rows.Has(x, y):
		if row := p.Top + int((y-b.Rows.Y)/b.Row); row < len(p.Rows) {
			return FinderItem, row
		}
		return FinderGround, -1
	case b.Rect.Has(x, y):
		return FinderGround, -1
	}
	return FinderNone, -1
}

func finderArea(_ *HUD, in *Input) Rect {
	b := NewFinderBox(in.Screen)
	return b.Rect
}

// drawFinder draws the finder.
func (c *canvas) drawFinder(in *Input, _ Rect) {
	c.finder(in.Finder, in.Screen, in.MouseKnown, in.MouseX, in.MouseY)
}

// finder draws a finder on a screen, with the pointer at x and y if known is set.
func (c *canvas) finder(p *Finder, s Screen, known bool, x, y float32) {
	u := c.Unit()
	b := NewFinderBox(s)
	part, hot := FinderNone, -1
	if known {
		part, hot = b.Hit(p, x, y)
	}
	c.panel(b.Rect, colorTip)
	at := func(y, height float32, f textFont) float32 { return round(y + (height-c.Atlas.lineHeight(f))/2) }
	left, right := b.Rect.X+round(14*u), b.Rect.X+b.Rect.W-round(10*u)
	drawText(c, fontStrong, left, at(b.Rect.Y, b.Close.H, fontStrong), p.Title, charsetOwn, colorText)
	c.closeCross(b.Close, part == FinderClose)
	box := Rect{left, b.Query.Y + round(2*u), right - left, b.Query.H - round(8*u)}
	c.Out.Rect(box.X, box.Y, box.W, box.H, colorEdge)
	if len(p.Query.Bytes()) == 0 {
		hint := p.Hint
		if hint == "" {
			hint = "Search"
		}
		drawText(c, fontSmall, box.X+round(14*u), at(box.Y, box.H, fontSmall), hint, charsetOwn, colorFaint)
	}
	c.drawTyped(p.Query, fontText, Rect{box.X + round(6*u), box.Y, box.W - round(12*u), box.H}, true)
	if len(p.Rows) == 0 && p.Hint == "" {
		drawText(c, fontSmall, left, at(b.Rows.Y, b.Row, fontSmall), "No match",
			charsetOwn, colorDim)
	}
	group := ""
	for i := range min(b.Visible(), len(p.Rows)-p.Top) {
		row, y := &p.Rows[p.Top+i], b.Rows.Y+float32(i)*b.Row
		if p.Top+i == p.Selected || p.Top+i == hot && !row.Title {
			c.Out.Rect(b.Rows.X+round(4*u), y, b.Rows.W-round(8*u), b.Row, colorEdge)
		}
		if p.Top+i == p.Selected {
			c.Out.Rect(b.Rows.X+round(4*u), y, max(2, round(3*u)), b.Row, colorAccent)
		}
		if i > 0 && row.Group != group {
			c.Out.Rect(left, y, right-left, max(1, round(u)), colorEdge)
		}
		group = row.Group
		if row.Title {
			drawText(c, fontStrong, left, at(y, b.Row, fontStrong), row.Label, charsetOwn, colorText)
			continue
		}
		ink := colorDim
		if row.On {
			ink = colorAccent
		}
		end := right - round(finderKeys*u)
		if row.State != "" {
			end = right - round(finderState*u)
			c.tip = clip(c.Atlas, fontSmall, c.tip, row.State, charsetOwn, (finderState-finderKeys-6)*u)
			drawText(c, fontSmall, end, at(y, b.Row, fontSmall), c.tip, charsetOwn, ink)
		}
		c.tip = clip(c.Atlas, fontSmall, c.tip, row.Label, charsetOwn, end-left-6*u)
		drawText(c, fontSmall, left, at(y, b.Row, fontSmall), c.tip, charsetOwn, colorText)
		c.tip = clip(c.Atlas, fontSmall, c.tip, row.Keys, charsetOwn, finderKeys*u)
		drawText(c, fontSmall, right-textWidth(c.Atlas, fontSmall, c.tip, charsetOwn), at(y, b.Row, fontSmall), c.tip,
			charsetOwn, colorDim)
	}
	if n := len(p.Rows); n > b.Visible() { // scroll position
		w := max(2, round(3*u))
		part := b.Rows.H * float32(b.Visible()) / float32(n)
		c.Out.Rect(b.Rect.X+b.Rect.W-w-round(2*u), b.Rows.Y+b.Rows.H*float32(p.Top)/float32(n), w, part, colorFaint)
	}
}

// maxTyped is the maximum length of a typed line, in bytes: more than its box shows, but paths can be that long.
const maxTyped = 400

// Typed is a line of text that a person types, in UTF-8.
type Typed struct {
	text []byte
	all  bool // all is selected: the next input replaces it
}

// Bytes returns the line. The result is valid until the line changes.
func (t *Typed) Bytes() []byte { return t.text }

// String returns the line.
func (t *Typed) String() string { return string(t.text) }

// Set replaces the line with s, cut to the maximum length.
func (t *Typed) Set(s string) {
	if len(s) > maxTyped {
		end := maxTyped
		for end > maxTyped-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	t.text, t.all = append(t.text[:0], s...), false
}

// Add appends runes, except unprintable ones.
func (t *Typed) Add(runes []rune) {
	for _, r := range runes {
		if t.all && unicode.IsPrint(r) {
			t.Clear()
		}
		if unicode.IsPrint(r) && len(t.text)+utf8.RuneLen(r) <= maxTyped {
			t.text = utf8.AppendRune(t.text, r)
		}
	}
}

// SelectAll selects the line, so that the next input replaces it and the next erase empties it.
func (t *Typed) SelectAll() { t.all = len(t.text) > 0 }

// Clear empties the line.
func (t *Typed) Clear() { t.text, t.all = t.text[:0], false }

// EraseWord removes the last word and the spaces after it.
func (t *Typed) EraseWord() {
	if t.all {
		t.Clear()
		return
	}
	rest := bytes.TrimRightFunc(t.text, unicode.IsSpace)
	for len(rest) > 0 {
		r, n := utf8.DecodeLastRune(rest)
		if unicode.IsSpace(r) {
			break
		}
		rest = rest[:len(rest)-n]
	}
	t.text = rest
}

// Erase removes the last rune, or the whole line if it is selected.
func (t *Typed) Erase() {
	if t.all {
		t.Clear()
		return
	}
	_, n := utf8.DecodeLastRune(t.text)
	t.text = t.text[:len(t.text)-n]
}

// TypedAt returns the area in which the line that is being typed was last drawn, in pixels.
func (c *canvas) TypedAt() Rect { return c.typedAt }

// drawTyped draws a line that is being typed into a box, with only its end if it is too long. If cursor is set, it
// draws a cursor after the text.
func (c *canvas) drawTyped(t *Typed, f textFont, r Rect, cursor bool) {
	u := c.Unit()
	y := round(r.Y + (r.H-c.Atlas.lineHeight(f))/2)
	text := t.text
	for len(text) > 0 && textWidth(c.Atlas, f, text, charsetOwn) > r.W-3*u {
		_, n := utf8.DecodeRune(text)
		text = text[n:]
	}
	if t.all {
		c.Out.Rect(round(r.X-u), y, round(textWidth(c.Atlas, f, text, charsetOwn)+2*u), c.Atlas.lineHeight(f),
			colorAccent.Alpha(0.35))
	}
	w := drawText(c, f, r.X, y, text, charsetOwn, colorText)
	if cursor {
		c.typedAt = r
		c.Out.Rect(round(r.X+w+u), y, max(1, round(1.5*u)), c.Atlas.lineHeight(f), colorAccent)
	}
}

// drawNaming draws the input box for the name of a bookmark.
func (c *canvas) drawNaming(in *Input, area Rect) {
	u := c.Unit()
	pad := round(8 * u)
	title := c.Atlas.lineHeight(fontSmall)
	line := c.Atlas.lineHeight(fontText)
	box := Rect{X: area.X, W: min(area.W, round(420*u)), H: title + line + 2*pad}
	box.Y = max(area.Y, area.Y+area.H-box.H)
	c.panel(box, colorTip)
	c.Out.Rect(box.X, box.Y, max(2, round(2*u)), box.H, classes[ClassBookmark].color)
	drawText(c, fontSmall, box.X+pad, box.Y+round(0.6*pad), "Name of the bookmark: Enter keeps it, Esc does not",
		charsetOwn, colorDim)
	c.drawTyped(in.Naming, fontText, Rect{box.X + pad, box.Y + box.H - line - round(0.7*pad), box.W - 2*pad, line},
		true)
}
