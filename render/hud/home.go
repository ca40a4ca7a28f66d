package hud

import (
	"slices"
	"strconv"

	"demoscope/render/draw"
)

// Home is the content of the demo browser, which a window shows when no demo is open: a search box, recently watched
// demos, a table of demos or moments, and a page on the selected one. [Browser.Build] draws it. It holds only the
// visible rows, as readable text.
type Home struct {
	Screen         Screen
	MouseKnown     bool
	MouseX, MouseY float32 // pixels
	Scrolling      bool    // the pointer holds the scroll bar and hovers nothing else

	Query *Typed
	// Problem is the error in the query, empty if it is valid.
	Problem string
	// Hint is shown in the search box while it is empty.
	Hint string
	// Suggestions are completions of the query, or actions on it.
	Suggestions []HomeSuggestion

	// Buttons are beside the search box, from the right. Those without a name are not shown.
	Buttons []string

	// Chips are recently watched demos. Chip is the one with the focus, -1 for none.
	Chips []HomeChip
	Chip  int

	HomeTable

	// Menu is open over the table, nil if closed.
	Menu *HomeMenu
	// Finder is open over everything, nil if closed.
	Finder *Finder

	// Page is on the selected demo, nil for none. Only is set if it replaces the table.
	Page *HomePage
	Only bool

	// Status is at the lower edge. At its right is Message, or Keys if there is no message.
	Status, Keys, Message string
}

// HomeTable is the table of demos.
type HomeTable struct {
	Columns    []HomeColumn
	Sort       int // index of the column that sorts the table, -1 for none
	Descending bool
	// Rows are the visible rows. The first has index Top of Count.
	Rows     []HomeRow
	Top      int
	Count    int
	Selected int  // index of a row
	Focused  bool // the table has the focus
	// Empty says why there are no rows.
	Empty string
}

// HomeSuggestion is a completion of the query.
type HomeSuggestion struct {
	Text, What string
	Count      int    // number of demos that match, 0 for a keyword
	Key        string // accepts the suggestion, empty for none
}

// HomeChip is a recently watched demo.
type HomeChip struct {
	Title, Line string
	Part        float32 // how much of it was watched, 0 to 1
}

// HomeColumn is a column of the table.
type HomeColumn struct {
	Name  string
	Width float32 // minimum, in units
	Grow  float32 // share of the remaining width
	Drop  int     // columns with the highest value are dropped first; 0 is never dropped
	Time  bool    // numbers, right-aligned
}

// MaxHomeColumns is the maximum number of columns of a table.
const MaxHomeColumns = 16

// HomeMenu is a menu of switches over the table.
type HomeMenu struct {
	Title    string
	Rows     []HomeMenuRow
	Selected int
}

// HomeMenuRow is a switch in a menu.
type HomeMenuRow struct {
	Name   string
	On     bool
	NoRoom bool // it is on, but there is no room to show it
}

// HomeRow is a row of the table, with a cell for each column.
type HomeRow struct {
	Cells [MaxHomeColumns]string
	Dim   bool // the demo cannot be read
}

// HomeShape holds everything except the screen that the layout of the demo browser depends on.
type HomeShape struct {
	Columns    []HomeColumn
	Buttons    []string
	Chips      int
	Helped     bool // there are suggestions
	Page, Only bool // there is a page; the page replaces the table
	// Plot is set if the page has a plot, and Picture if it has a picture. Map is the aspect ratio of its map, 0 if
	// it has none. Lines, Players and Moments count its lines of text, players and moments.
	Plot           bool
	Picture        bool
	NoPicture      bool // a line says why there is no picture
	Map            float32
	Lines, Players int
	Moments        int
}

// Shape returns the values that the layout depends on.
func (in *Home) Shape() HomeShape {
	s := HomeShape{Columns: in.Columns, Buttons: in.Buttons, Chips: len(in.Chips), Helped: len(in.Suggestions) > 0,
		Page: in.Page != nil, Only: in.Only}
	if p := in.Page; p != nil {
		s.Plot, s.Map, s.Lines, s.Players = len(p.Plot.Lines) > 0, p.Map.Aspect, len(p.Lines), len(p.Players)
		s.Picture, s.NoPicture = p.Picture.Wanted && !p.Picture.None, p.Picture.Wanted && p.Picture.None
		s.Moments = p.Count
	}
	return s
}

// HomeLayout is the layout of the demo browser, in pixels.
type HomeLayout struct {
	Unit    float32
	Least   float32 // as [Layout.Least]
	Query   Rect
	Buttons [maxHomeButtons]Rect
	Chips   [maxHomeChips]Rect // empty if they do not fit
	Helps   Rect               // for the suggestions, which replace the chips
	Head    Rect
	More    Rect                 // at the right end of the head; opens the menu
	Columns [MaxHomeColumns]Rect // of the head of the table; empty if they do not fit
	Rows    Rect
	Row     float32
	Scroll  Rect
	Page    Rect
	Parts   pageLayout
	Status  Rect
}

const (
	shortName      = 4 // maximum letters of a short button
	maxHomeButtons = 5 // buttons in a row
	maxHomeChips   = 6 // suggestions below the search box
)

// Sizes of the demo browser, in units.
const (
	homeMargin  = 12
	homeQuery   = 30
	homeButton  = 116
	homeShort   = 60 // a button with a short name
	homeChip    = 42
	homeChipMin = 200
	homeHelp    = 20
	homeHead    = 24
	homeRow     = 21
	homeStatus  = 20
	homePage    = 440
	// homeBeside is the minimum width of a screen for a page beside the table.
	homeBeside = 1090
	homeScroll = 10
	homeMore   = 16
	homeMenu   = 170 // width of the menu
)

// HomeHasRoom reports whether a screen is wide enough for a page beside the table.
func HomeHasRoom(s Screen) bool { return s.Width/s.Unit() >= homeBeside }

// HomeChips returns the number of chips that fit on a screen: none if they leave no room for two rows of the table.
func HomeChips(s Screen) int {
	u := s.Unit()
	m, gap, w := round(homeMargin*u), round(8*u), round(homeChipMin*u)
	if used := m + s.press(homeQuery) + gap + s.press(homeChip) + gap + homeFootHeight(u); s.Height-used < s.press(
		homeHead)+2*s.press(homeRow) {
		return 0
	}
	return max(1, min(maxHomeChips, int((s.Width-2*m+gap)/(w+gap))))
}

// homeFootHeight returns the height of the line at the lower edge with the space above and below it, in pixels.
func homeFootHeight(u float32) float32 { return round(2*u) + round(homeStatus*u) + round(4*u) }

// NewHomeLayout lays out the demo browser on a screen. If the screen is too low for everything, it leaves out the
// chips, then the line at the lower edge, then the head of the table.
func NewHomeLayout(s Screen, shape *HomeShape) HomeLayout {
	u := s.Unit()
	px := func(v float32) float32 { return round(v * u) }
	m, gap := px(homeMargin), px(8)
	l := HomeLayout{Unit: u, Least: s.least(), Row: s.press(homeRow)}
	left, right := m, max(m, s.Width-m)
	y := m
	x := right
	for i := range min(len(shape.Buttons), maxHomeButtons) {
		if shape.Buttons[i] == "" {
			continue
		}
		w := px(homeButton)
		if len(shape.Buttons[i]) <= shortName {
			w = px(homeShort)
		}
		w = min(w, (right-left)/(maxHomeButtons+1))
		x -= w
		l.Buttons[i] = Rect{x, y, w, s.press(homeQuery)}
		x -= gap
	}
	l.Query = Rect{left, y, max(0, x-left), s.press(homeQuery)}
	y += l.Query.H + gap

	if fit := min(shape.Chips, HomeChips(s)); fit > 0 {
		w := float32(int((right - left - float32(fit-1)*gap) / float32(max(fit, 3))))
		for i := range fit {
			l.Chips[i] = Rect{left + float32(i)*(w+gap), y, w, s.press(homeChip)}
		}
		if shape.Helped {
			l.Helps = Rect{left, y, right - left, s.press(homeChip)}
			l.Chips = [maxHomeChips]Rect{}
		}
		y += s.press(homeChip) + gap
	} else if shape.Helped { // a single line; the table moves down for it if some rows remain
		l.Helps = Rect{left, y - gap, right - left, max(px(homeHelp), l.Least)}
		if y+l.Helps.H+s.press(homeHead)+2*l.Row <= s.Height {
			y += l.Helps.H
		}
	}

	head := s.press(homeHead)
	bottom := s.Height - homeFootHeight(u)
	if bottom-y >= head+l.Row {
		l.Status = Rect{left, bottom + px(2), right - left, px(homeStatus)}
	} else if bottom = s.Height - px(2); bottom-y < head+l.Row {
		head = 0
	}
	body := Rect{left, y, right - left, max(0, bottom-y)}
	table := body
	switch {
	case shape.Page && shape.Only:
		l.Page, table = body, Rect{}
	case shape.Page:
		w := min(px(homePage), body.W/2)
		l.Page = Rect{body.X + body.W - w, body.Y, w, body.H}
		table.W = max(0, body.W-w-gap)
	}
	if l.Page.W > 0 {
		l.Parts = layoutPage(l.Page, u, l.Least, shape)
	}
	if table.W <= 0 {
		return l
	}
	l.Head = Rect{table.X, table.Y, table.W, head}
	rows := max(0, float32(int((table.H-l.Head.H)/l.Row)))
	scroll := px(homeScroll)
	l.Rows = Rect{table.X, table.Y + l.Head.H, max(0, table.W-scroll), rows * l.Row}
	l.Scroll = Rect{table.X + table.W - scroll, l.Rows.Y, scroll, l.Rows.H}
	l.More = Rect{table.X + table.W - px(homeMore), l.Head.Y, px(homeMore), l.Head.H}
	l.layoutColumns(shape.Columns)
	return l
}

// layoutColumns lays out the columns. It leaves out the least important ones that have no room; the others share the
// remaining width.
func (l *HomeLayout) layoutColumns(columns []HomeColumn) {
	u, width := l.Unit, l.Rows.W
	columns = columns[:min(len(columns), MaxHomeColumns)]
	var out [MaxHomeColumns]bool
	need := func() (w, grow float32) {
		for i := range columns {
			if !out[i] {
				w += columns[i].Width * u
				grow += columns[i].Grow
			}
		}
		return w, grow
	}
	w, grow := need()
	for w > width {
		last := -1
		for i := range columns {
			if !out[i] && columns[i].Drop > 0 && (last < 0 || columns[i].Drop > columns[last].Drop) {
				last = i
			}
		}
		if last < 0 {
			break
		}
		out[last] = true
		w, grow = need()
	}
	x := l.Rows.X
	for i := range columns {
		if out[i] {
			continue
		}
		cw := columns[i].Width * u
		if grow > 0 {
			cw += max(0, width-w) * columns[i].Grow / grow
		}
		cw = min(float32(int(cw)), l.Rows.X+width-x)
		l.Columns[i] = Rect{x, l.Head.Y, cw, l.Head.H}
		x += cw
	}
}

// Visible returns the number of visible rows of the table.
func (l *HomeLayout) Visible() int {
	if l.Row <= 0 {
		return 0
	}
	return int(l.Rows.H/l.Row + 0.5)
}

// thumb returns the thumb of a scroll bar, empty if all rows are visible.
func thumb(bar Rect, least float32, top, visible, count int) Rect {
	if count <= visible || bar.H <= 0 {
		return Rect{}
	}
	h := max(min(least, bar.H), bar.H*float32(visible)/float32(count))
	part := float32(top) / float32(count-visible)
	return Rect{bar.X, bar.Y + (bar.H-h)*max(0, min(1, part)), bar.W, h}
}

// TopAt returns the first visible row when the middle of the thumb is at a y coordinate, in pixels.
func (l *HomeLayout) TopAt(y float32, count int) int {
	return topAt(l.Scroll, l.Row, y, l.Visible(), count)
}

// topAt returns the first visible row when the middle of the thumb of a scroll bar is at a y coordinate, in pixels.
func topAt(bar Rect, least, y float32, visible, count int) int {
	t := thumb(bar, least, 0, visible, count)
	if t.H == 0 || bar.H <= t.H {
		return 0
	}
	part := (y - t.H/2 - bar.Y) / (bar.H - t.H)
	return int(max(0, min(1, part))*float32(count-visible) + 0.5)
}

// HomePart is a piece of the demo browser that can be clicked.
type HomePart uint8

// The parts. [HomeLayout.Hit] returns some of them with an index.
const (
	HomeNone HomePart = iota
	HomeQuery
	HomeSuggest // index of the suggestion
	HomeButton  // index of the button
	HomeChipAt  // index of the chip
	HomeSort    // index of the column
	HomeRowAt   // index among the visible rows
	HomeScroll
	HomeMore
	HomeMenuAt    // index of the row, -1 for the title
	HomeHighlight // index among the visible highlights
	HomePictureAt
	HomePlotAt
	HomePageAt
)

// Hit returns the part of the demo browser at a point, and its index.
func (l *HomeLayout) Hit(in *Home, x, y float32) (part HomePart, index int) {
	if in.Scrolling {
		return HomeScroll, 0
	}
	if in.Menu != nil {
		if r := l.menu(in.Menu); r.Has(x, y) {
			return HomeMenuAt, min(int((y-r.Y)/l.menuRow(in.Menu)), len(in.Menu.Rows)) - 1
		}
	}
	for i := range in.Suggestions {
		if l.Suggestion(i).Has(x, y) {
			return HomeSuggest, i
		}
	}
	if l.More.Has(x, y) {
		return HomeMore, 0
	}
	if l.Query.Has(x, y) {
		return HomeQuery, 0
	}
	if i := at(l.Buttons[:min(len(in.Buttons), maxHomeButtons)], x, y); i >= 0 && in.Buttons[i] != "" {
		return HomeButton, i
	}
	if i := at(l.Chips[:], x, y); i >= 0 {
		return HomeChipAt, i
	}
	if i := at(l.Columns[:], x, y); i >= 0 {
		return HomeSort, i
	}
	if l.Scroll.Has(x, y) {
		return HomeScroll, 0
	}
	if l.Rows.Has(x, y) {
		if i := int((y - l.Rows.Y) / l.Row); i < len(in.Rows) {
			return HomeRowAt, i
		}
		return HomeNone, -1
	}
	if in.Page != nil {
		if part, index = l.Parts.hit(in.Page, x, y); part != HomeNone {
			return part, index
		}
	}
	if l.Page.Has(x, y) {
		return HomePageAt, 0
	}
	return HomeNone, -1
}

// at returns the index of the area at a point, or -1.
func at(areas []Rect, x, y float32) int {
	return slices.IndexFunc(areas, func(r Rect) bool { return r.Has(x, y) })
}

// hit is [HomeLayout.Hit] for the parts of a page.
func (k *pageLayout) hit(p *HomePage, x, y float32) (part HomePart, index int) {
	switch {
	case k.Rows.Has(x, y):
		if i := int((y - k.Rows.Y) / k.Row); i < len(p.Highlights) {
			return HomeHighlight, i
		}
		return HomePageAt, 0
	case p.Picture.Lack == "" && k.Picture.Has(x, y):
		return HomePictureAt, 0
	case k.Plot.Has(x, y):
		return HomePlotAt, 0
	}
	return HomeNone, -1
}

// helps returns the number of suggestions per line, and the number of lines.
func (l *HomeLayout) helps() (columns, lines int) {
	columns = max(1, min(4, int(l.Helps.W/(homeChipMin*l.Unit))))
	return columns, max(1, min(2, int(l.Helps.H/max(round(homeHelp*l.Unit), l.Least))))
}

// Suggestion returns the area of a suggestion, in pixels; empty if there is no room for it.
func (l *HomeLayout) Suggestion(i int) Rect {
	columns, lines := l.helps()
	if i >= columns*lines {
		return Rect{}
	}
	w, h := float32(int(l.Helps.W/float32(columns))), float32(int(l.Helps.H/float32(lines)))
	return Rect{l.Helps.X + float32(i%columns)*w, l.Helps.Y + float32(i/columns)*h, w, h}
}

// Browser draws the demo browser. It reuses its memory from frame to frame.
type Browser struct {
	canvas
	out draw.Buffer
}

// NewBrowser returns a browser that uses the glyphs of an atlas.
func NewBrowser(a *Atlas) *Browser {
	b := &Browser{}
	b.canvas = newCanvas(&b.out, a)
	return b
}

// Buffer returns the triangles of the last [Browser.Build]. They are valid until the next one.
func (b *Browser) Buffer() *draw.Buffer { return &b.out }

// Build draws the demo browser into [Browser.Buffer].
func (b *Browser) Build(in *Home) {
	b.out.Reset()
	b.panels = b.panels[:0]
	c := &b.canvas
	c.Shade = false
	shape := in.Shape()
	l := NewHomeLayout(in.Screen, &shape)
	part, hot := HomeNone, -1
	if in.MouseKnown && in.Finder == nil {
		part, hot = l.Hit(in, in.MouseX, in.MouseY)
	}
	is := func(p HomePart, i int) bool { return part == p && hot == i }

	b.drawSearch(in, &l, part == HomeQuery)
	for i := range min(len(in.Buttons), maxHomeButtons) {
		if in.Buttons[i] != "" {
			b.drawButton(l.Buttons[i], in.Buttons[i], is(HomeButton, i))
		}
	}
	for i := range min(len(in.Chips), maxHomeChips) {
		if l.Chips[i].W > 0 {
			b.drawChip(&in.Chips[i], l.Chips[i], i == in.Chip, is(HomeChipAt, i))
		}
	}
	if l.Head.W > 0 {
		b.drawTable(in, &l, part, hot)
	}
	if in.Page != nil {
		b.drawPage(in.Page, &l, part, hot)
	}
	b.drawFoot(in, &l)
	b.drawSuggestions(in, &l, part, hot)
	if in.Menu != nil {
		b.drawMenu(in.Menu, &l, part, hot)
	}
	if in.Finder != nil {
		b.finder(in.Finder, in.Screen, in.MouseKnown, in.MouseX, in.MouseY)
	}
}

// menuRow returns the height of a row of a menu, reduced if the menu would not fit.
func (l *HomeLayout) menuRow(m *HomeMenu) float32 {
	room := l.Rows.Y + l.Rows.H - l.Head.Y - l.Head.H
	return min(l.Row, max(1, float32(int(room/float32(len(m.Rows)+1)))))
}

// menu returns the area of a menu, below the right end of the head of the table.
func (l *HomeLayout) menu(m *HomeMenu) Rect {
	w := min(round(homeMenu*l.Unit), l.Head.W)
	return Rect{l.Head.X + l.Head.W - w, l.Head.Y + l.Head.H, w, float32(len(m.Rows)+1) * l.menuRow(m)}
}

// MenuRow returns the area of a row of a menu; ok is false if there is no row i.
func (l *HomeLayout) MenuRow(m *HomeMenu, i int) (r Rect, ok bool) {
	r, row := l.menu(m), l.menuRow(m)
	return Rect{r.X, r.Y + float32(i+1)*row, r.W, row}, i >= 0 && i < len(m.Rows)
}

// drawMenu draws a menu.
func (b *Browser) drawMenu(m *HomeMenu, l *HomeLayout, part HomePart, hot int) {
	c := &b.canvas
	u := l.Unit
	r, row := l.menu(m), l.menuRow(m)
	c.panel(r, colorTip)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), colorEdge)
	pad := round(8 * u)
	b.clipped(fontSmall, r.X+pad, c.middle(Rect{r.X, r.Y, r.W, row}, fontSmall), r.W-2*pad, m.Title, colorFaint)
	for i := range m.Rows {
		k, _ := l.MenuRow(m, i)
		if i == m.Selected || part == HomeMenuAt && hot == i {
			c.Out.Rect(k.X, k.Y, k.W, k.H, colorEdge)
		}
		if i == m.Selected {
			c.Out.Rect(k.X, k.Y, max(2, round(2*u)), k.H, colorAccent)
		}
		box, ink := Rect{k.X + pad, round(k.Y + (row-9*u)/2), round(9 * u), round(9 * u)}, colorDim
		c.Out.Frame(box.X, box.Y, box.W, box.H, max(1, round(u)), colorDim)
		if m.Rows[i].On {
			ink = colorText
			c.Out.Rect(box.X+2*u, box.Y+2*u, box.W-4*u, box.H-4*u, colorAccent)
		}
		x, right := box.X+box.W+pad, k.X+k.W-pad
		if m.Rows[i].NoRoom {
			right -= drawTextRight(c, fontSmall, right, c.middle(k, fontSmall), "no room", charsetOwn, colorFaint) + pad
		}
		b.clipped(fontSmall, x, c.middle(k, fontSmall), right-x, m.Rows[i].Name, ink)
	}
}

// middle returns the top of a line of text that is centered vertically in an area.
func (c *canvas) middle(r Rect, f textFont) float32 {
	return round(r.Y + (r.H-c.Atlas.lineHeight(f))/2)
}

// clipped draws a text, cut to a width in pixels.
func (c *canvas) clipped(f textFont, x, y, width float32, text string, color draw.Color) {
	if width <= 0 {
		return
	}
	c.tip = clip(c.Atlas, f, c.tip, text, charsetOwn, width)
	drawText(c, f, x, y, c.tip, charsetOwn, color)
}

// drawSearch draws the search box.
func (b *Browser) drawSearch(in *Home, l *HomeLayout, hot bool) {
	c := &b.canvas
	u := l.Unit
	r := l.Query
	edge := colorFaint
	switch {
	case in.Problem != "":
		edge = colorDanger
	case hot || len(in.Query.text) > 0:
		edge = colorAccent
	}
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), edge)
	// A magnifying glass.
	gx, gy := r.X+round(15*u), r.Y+r.H/2-u
	c.Out.Ring(gx, gy, 3.5*u, 5*u, colorDim)
	c.Out.Line(gx+3.5*u, gy+3.5*u, gx+7*u, gy+7*u, 1.5*u, colorDim)
	inner := Rect{r.X + round(28*u), r.Y, r.W - round(36*u), r.H}
	if len(in.Query.text) == 0 {
		c.Out.Rect(inner.X, c.middle(r, fontText), max(1, round(1.5*u)), c.Atlas.lineHeight(fontText), colorAccent)
		b.clipped(fontSmall, inner.X+round(6*u), c.middle(r, fontSmall), inner.W-round(6*u), in.Hint, colorFaint)
		return
	}
	b.drawTyped(in.Query, fontText, inner, true)
}

// drawButton draws a button.
func (b *Browser) drawButton(r Rect, name string, hot bool) {
	c := &b.canvas
	u := c.Unit()
	edge, ink := colorEdge, colorDim
	if hot {
		edge, ink = colorAccent, colorText
	}
	c.panel(r, colorPanel)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), edge)
	b.tip = clip(c.Atlas, fontSmall, b.tip, name, charsetOwn, r.W-8*u)
	drawTextMiddle(c, fontSmall, r.X+r.W/2, c.middle(r, fontSmall), b.tip, charsetOwn, ink)
}

// drawChip draws a recently watched demo.
func (b *Browser) drawChip(chip *HomeChip, r Rect, focused, hot bool) {
	c := &b.canvas
	u := c.Unit()
	c.panel(r, colorPanel)
	if focused || hot {
		c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), colorAccent)
	}
	pad := round(8 * u)
	b.clipped(fontText, r.X+pad, r.Y+round(3*u), r.W-2*pad, chip.Title, colorText)
	b.clipped(fontSmall, r.X+pad, r.Y+round(21*u), r.W-2*pad, chip.Line, colorDim)
	if chip.Part > 0 {
		t := max(2, round(2*u))
		c.Out.Rect(r.X, r.Y+r.H-t, r.W, t, colorEdge)
		c.Out.Rect(r.X, r.Y+r.H-t, round(r.W*min(1, chip.Part)), t, colorAccent)
	}
}

// drawTable draws the table.
func (b *Browser) drawTable(in *Home, l *HomeLayout, part HomePart, hot int) {
	c := &b.canvas
	u := l.Unit
	c.panel(Rect{l.Head.X, l.Head.Y, l.Head.W, l.Head.H + l.Rows.H}, colorPanel)
	c.Out.Rect(l.Head.X, l.Head.Y, l.Head.W, l.Head.H, colorEdge.Alpha(0.6))
	if l.Head.H > 0 {
		b.drawHead(in, l, part, hot)
	}
	for n := range min(len(in.Rows), l.Visible()) {
		b.drawRow(in, l, n, part == HomeRowAt && hot == n)
	}
	if in.Count == 0 && in.Empty != "" {
		b.drawLines(fontText, in.Empty, Rect{l.Rows.X + round(16*u), l.Rows.Y + round(14*u), l.Rows.W - round(32*u),
			l.Rows.H}, colorDim)
	}
	b.scrollBar(l.Scroll, l.Row, in.Top, l.Visible(), in.Count, part == HomeScroll)
}

// drawHead draws the head of the table.
func (b *Browser) drawHead(in *Home, l *HomeLayout, part HomePart, hot int) {
	c := &b.canvas
	u := l.Unit
	pad := round(7 * u)
	for i := range min(len(in.Columns), MaxHomeColumns) {
		r := l.Columns[i]
		if r.W <= 0 {
			continue
		}
		ink := colorDim
		if part == HomeSort && hot == i {
			ink = colorText
		}
		if i == in.Sort {
			ink = colorAccent
			x, y, s, down := r.X+r.W-pad, r.Y+r.H/2, 3*u, 3*u
			if !in.Descending {
				down = -down
			}
			c.Out.Triangle(x-s, y-down/2, x+s, y-down/2, x, y+down, colorAccent)
		}
		b.clipped(fontSmall, r.X+pad, c.middle(r, fontSmall), r.W-2*pad-round(4*u), in.Columns[i].Name, ink)
	}
	ink := colorFaint
	if part == HomeMore || in.Menu != nil {
		ink = colorAccent
	}
	for i := range 3 {
		c.Out.Rect(round(l.More.X+l.More.W/2-u), round(l.More.Y+l.More.H/2+float32(i-1)*5*u-u), max(2, round(2*u)),
			max(2, round(2*u)), ink)
	}
}

// scrollBar draws a scroll bar unless all rows are visible.
func (c *canvas) scrollBar(bar Rect, least float32, top, visible, count int, hot bool) {
	t := thumb(bar, least, top, visible, count)
	if t.H <= 0 {
		return
	}
	u := c.Unit()
	color := colorFaint
	if hot {
		color = colorAccent
	}
	w := round(5 * u)
	c.Out.Rect(bar.X+(bar.W-w)/2, bar.Y, w, bar.H, colorEdge)
	c.Out.Rect(t.X+(bar.W-w)/2, t.Y, w, t.H, color)
}

// drawRow draws the n-th visible row.
func (b *Browser) drawRow(in *Home, l *HomeLayout, n int, hot bool) {
	c := &b.canvas
	u := l.Unit
	r := Rect{l.Rows.X, l.Rows.Y + float32(n)*l.Row, l.Rows.W, l.Row}
	row := &in.Rows[n]
	switch {
	case in.Top+n == in.Selected:
		ground := colorAccent.Alpha(0.10)
		if in.Focused {
			ground = colorAccent.Alpha(0.22)
		}
		c.Out.Rect(r.X, r.Y, r.W, r.H, ground)
		c.Out.Rect(r.X, r.Y, max(2, round(2*u)), r.H, colorAccent)
	case hot:
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorEdge)
	case (in.Top+n)%2 == 1:
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorEdge.Alpha(0.22))
	}
	pad := round(7 * u)
	for i := range min(len(in.Columns), MaxHomeColumns) {
		k := l.Columns[i]
		if k.W <= 0 || row.Cells[i] == "" {
			continue
		}
		ink := colorText
		if row.Dim || i == 0 {
			ink = colorDim
		}
		if in.Columns[i].Time {
			y := c.middle(r, fontTime)
			b.tip = clip(c.Atlas, fontTime, b.tip, row.Cells[i], charsetOwn, k.W-2*pad)
			drawTextRight(c, fontTime, k.X+k.W-pad, y, b.tip, charsetOwn, ink)
			continue
		}
		b.clipped(fontText, k.X+pad, c.middle(r, fontText), k.W-round(10*u), row.Cells[i], ink)
	}
}

// drawLines draws a text, wrapped at words.
func (b *Browser) drawLines(f textFont, text string, r Rect, ink draw.Color) {
	c := &b.canvas
	y := r.Y
	for len(text) > 0 && y < r.Y+r.H {
		n := fitText(c.Atlas, f, text, charsetOwn, r.W, true)
		drawText(c, f, r.X, y, text[:n], charsetOwn, ink)
		y += c.Atlas.lineHeight(f) + round(3*c.Unit())
		text = text[n:]
		if len(text) > 0 && text[0] == '\n' {
			text = text[1:]
		}
	}
}

// drawFoot draws the line at the lower edge: the status, and at its right a message or, if there is none, keys.
func (b *Browser) drawFoot(in *Home, l *HomeLayout) {
	c := &b.canvas
	u := l.Unit
	r := l.Status
	if r.H <= 0 {
		return
	}
	text, ink := in.Status, colorDim
	if in.Problem != "" {
		text, ink = in.Problem, colorDanger
	}
	right := r.X + r.W
	if in.Message != "" {
		w := min(r.W*0.7, textWidth(c.Atlas, fontText, in.Message, charsetOwn)+round(20*u))
		box := Rect{round(right - w), r.Y, w, r.H}
		c.panel(box, colorTip)
		c.Out.Rect(box.X, box.Y, max(2, round(2*u)), box.H, colorAccent)
		b.clipped(fontText, box.X+round(10*u), c.middle(box, fontText), box.W-round(18*u), in.Message, colorText)
		right = box.X - round(12*u)
	}
	b.clipped(fontSmall, r.X, c.middle(r, fontSmall), right-r.X, text, ink)
	keys, used := textWidth(c.Atlas, fontSmall, in.Keys, charsetOwn), textWidth(c.Atlas, fontSmall, text, charsetOwn)
	if in.Message == "" && used+keys+24*u <= r.W {
		drawText(c, fontSmall, right-keys, c.middle(r, fontSmall), in.Keys, charsetOwn, colorFaint)
	}
}

// drawSuggestions draws the completions of the query.
func (b *Browser) drawSuggestions(in *Home, l *HomeLayout, part HomePart, hot int) {
	c := &b.canvas
	u := l.Unit
	if len(in.Suggestions) == 0 {
		return
	}
	c.panel(l.Helps, colorTip)
	for i := range in.Suggestions {
		s, r := &in.Suggestions[i], l.Suggestion(i)
		if r.W <= 0 {
			break
		}
		if part == HomeSuggest && hot == i {
			c.Out.Rect(r.X, r.Y, r.W, r.H, colorEdge)
		}
		ink := colorText
		if s.Key != "" {
			ink = colorAccent
		}
		x, right := r.X+round(8*u), r.X+r.W-round(8*u)
		switch {
		case s.Key != "":
			right -= drawTextRight(c, fontSmall, right, c.middle(r, fontSmall), s.Key, charsetOwn, colorFaint) +
				round(10*u)
		case s.Count > 0:
			text := strconv.AppendInt(b.scratch[:0], int64(s.Count), 10)
			right -= drawTextRight(c, fontSmall, right, c.middle(r, fontSmall), text, charsetOwn, colorFaint) +
				round(10*u)
		}
		b.clipped(fontText, x, c.middle(r, fontText), right-x, s.Text, ink)
		x += textWidth(c.Atlas, fontText, s.Text, charsetOwn) + round(8*u)
		b.clipped(fontSmall, x, c.middle(r, fontSmall), right-x, s.What, colorDim)
	}
}
