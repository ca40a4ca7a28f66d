package hud

import "demoscope/render/draw"

// HomePage is the page of the demo browser on one demo.
type HomePage struct {
	Title string
	Lines []string
	// Pending says why the page is incomplete, such as that the demo is being read.
	Pending string
	Picture HomePicture
	Plot    HomePlot
	Map     HomeMap
	// Players are the rows of a table, best first. Columns are its columns of numbers.
	Players []HomePlayer
	Columns []HomeNumber
	// Highlights are the visible highlights. The first has index Top of Count.
	Highlights []HomeMoment
	Top, Count int
	Selected   int  // index of a highlight
	Focused    bool // the highlights have the focus
}

// HomePicture is the place for a picture of a moment, which is drawn over the demo browser.
type HomePicture struct {
	Wanted bool
	Line   string // caption
	// Lack says why there is no picture, or none yet; empty if there is one.
	Lack string
	None bool // there will be none, and a line takes its place
}

// HomePlot is the score of a match over time.
type HomePlot struct {
	Lines  []HomeLine
	Length string  // of the match
	Most   string  // score at the upper edge
	Zero   float32 // position of score 0 from the lower edge, 0 to 1
	Mark   float32 // position of the selected moment, 0 to 1; negative for none
	// Cursor is the position of the pointer or of the keyboard cursor, 0 to 1. Time is its label, empty for no
	// cursor.
	Cursor  float32
	Time    string
	Focused bool // the plot has the focus
}

// HomeLine is the score of a side over time.
type HomeLine struct {
	Name, Score string
	Tone        int         // color, less than [PlotTones]
	Steps       []HomePoint // the score changes at each step; the line ends at the last
}

// HomePoint is a position in a plot, from the left and from the lower edge, 0 to 1.
type HomePoint struct{ X, Y float32 }

// HomeMap is a heat map of a level, seen from above, with its outline and the places of deaths. Positions are from
// the left and from the lower edge, 0 to 1.
type HomeMap struct {
	Aspect float32 // width divided by height; 0 if there is no map
	Cells  []HomeCell
	Lines  []HomeStroke
	Deaths []HomePoint
}

// HomeCell is a part of the ground with the same heat everywhere, as in [draw.Heat].
type HomeCell struct {
	Low, High HomePoint
	Heat      float32
}

// HomeStroke is a piece of the outline of the level.
type HomeStroke struct{ From, To HomePoint }

// HomeNumber is a column of numbers in the table of players.
type HomeNumber struct {
	Title string
	Width float32 // units
}

// maxHomeNumbers is the maximum number of columns of numbers in the table of players.
const maxHomeNumbers = 8

// HomePlayer is a row of the table of players.
type HomePlayer struct {
	Name    string
	Remark  string   // after the name: whether the player left or came back
	Cells   []string // one number per column
	Items   string   // items taken
	Weapons string   // weapons with kills and accuracy
	Line    int      // index of the plot line of the player or the team, -1 for none
}

// HomeMoment is a highlight of a demo.
type HomeMoment struct{ Clock, Text string }

// Colors of plot lines, for [HomeLine.Tone].
const (
	ToneBlue  = 1
	ToneRed   = 3
	PlotTones = 8 // number of tones
)

// plotColors are the colors by tone.
var plotColors = [PlotTones]draw.Color{colorAccent, colorBlue, colorGreen, colorRed, colorViolet, colorYellow,
	draw.RGB(0x5fd0d6), draw.RGB(0xd67fb8)}

func (l *HomeLine) color() draw.Color { return plotColors[l.Tone%len(plotColors)] }

// pageLayout is the layout of a page, in pixels.
type pageLayout struct {
	Picture, Caption                          Rect // empty if there is no room
	Title, Lines, Plot, Map, Players, Heading Rect
	Rows                                      Rect // of the highlights
	Row, Line                                 float32
	Scroll                                    Rect
}

// Visible returns the number of visible highlights.
func (p *pageLayout) Visible() int {
	if p.Row <= 0 {
		return 0
	}
	return int(p.Rows.H/p.Row + 0.5)
}

// textLines returns the number of lines of text that fit.
func (p *pageLayout) textLines() int {
	if p.Line <= 0 {
		return 0
	}
	return int(p.Lines.H/p.Line + 0.5)
}

// TopAt is [HomeLayout.TopAt] for the highlights.
func (p *pageLayout) TopAt(y float32, count int) int {
	l := HomeLayout{Rows: p.Rows, Row: p.Row, Scroll: p.Scroll}
	return l.TopAt(y, count)
}

// Sizes of a page, in units.
const (
	pageLine    = 16
	pagePlot    = 104
	pageMap     = 140 // instead of pagePlot, if there is a map beside the plot
	pageMoments = 5   // highlights that are kept before the table of players gets room
	pagePlotMin = 70  // minimum height of the plot; the table of players gets less room for it
	// pageWide is the minimum width of a page with the highlights beside the rest, and pageLow the minimum height of
	// a page that shows more than text and numbers.
	pageWide, pageLow = 520, 260
	// pageLowLines is the number of lines of text on a lower page.
	pageLowLines = 3
	// pictureLeast is the minimum height of a picture above the rest, in units. picturePart and pictureAlone are its
	// maximum height as a part of the page, with a plot and without.
	pictureLeast              = 90
	picturePart, pictureAlone = 0.32, 0.45
)

// pictureShape is the height of a picture divided by its width.
const pictureShape = 9. / 16

// layoutPicture lays out a picture at the top of an area, if there is room, and returns the remaining area.
func (p *pageLayout) layoutPicture(in Rect, u, high float32) Rect {
	px := func(v float32) float32 { return round(v * u) }
	h := float32(int(min(in.W*pictureShape, high-px(pageLine)-px(6))))
	if h < px(pictureLeast) {
		return in
	}
	p.Picture = Rect{in.X, in.Y, in.W, h}
	p.Caption = Rect{in.X, in.Y + h + px(1), in.W, px(pageLine)}
	used := h + px(pageLine) + px(6)
	return Rect{in.X, in.Y + used, in.W, in.H - used}
}

// layoutPage lays out a page. A wide page has the highlights beside the rest.
func layoutPage(r Rect, u, finger float32, shape *HomeShape) (p pageLayout) {
	px := func(v float32) float32 { return round(v * u) }
	pad := px(10)
	in := r.inset(pad)
	p.Row, p.Line = max(px(homeRow-2), finger), px(pageLine)
	wide, low := in.W > pageWide*u, in.H < pageLow*u
	left := in
	switch {
	case wide:
		left.W = round(in.W*0.5) - pad
	case shape.Picture:
		part := float32(picturePart)
		if !shape.Plot {
			part = pictureAlone
		}
		in = p.layoutPicture(in, u, in.H*part)
		left = in
	}
	y, bottom := left.Y, in.Y+in.H
	if in.H >= px(24) {
		p.Title = Rect{left.X, y, left.W, px(24)}
	}
	y += p.Title.H
	lines := min(shape.Lines, int(max(0, bottom-y)/p.Line))
	if low {
		lines = min(lines, pageLowLines)
	}
	p.Lines = Rect{left.X, y, left.W, float32(lines) * p.Line}
	if shape.Picture && !wide && p.Picture.H == 0 { // beside the lines of text on a low page
		h := p.Title.H + p.Lines.H
		if w := float32(int(h / pictureShape)); w <= 0.4*left.W && lines > 1 {
			p.Picture = Rect{left.X + left.W - w, left.Y, w, h}
			p.Title.W -= w + pad
			p.Lines.W -= w + pad
		}
	}
	y += p.Lines.H
	if shape.NoPicture {
		p.Caption = Rect{left.X, y, left.W, p.Line}
		y += p.Line
	}
	y += px(6)
	least := float32(min(shape.Moments, pageMoments)+1) * p.Row
	if wide {
		least = 0
	}
	table := float32(shape.Players+1) * p.Line
	room := bottom - y - least - px(10)
	if h := min(px(plotHeight(shape)), room, max(px(pagePlotMin), room-table-px(8))); h > px(40) && !low {
		p.layoutPlot(Rect{left.X, y, left.W, h}, px(8), shape)
		y += h + px(8)
	}
	if shape.Players > 0 {
		lines := max(0, min(shape.Players+1, int((bottom-y-least)/p.Line)))
		if lines > 2 || lines == shape.Players+1 { // at least one player
			p.Players = Rect{left.X, y, left.W, float32(lines) * p.Line}
			y += p.Players.H + px(8)
		}
	}
	moments := Rect{in.X, y, in.W, max(0, bottom-y)}
	if wide {
		x := left.X + left.W + 2*pad
		moments = Rect{x, in.Y, in.X + in.W - x, in.H}
		if shape.Picture {
			moments = p.layoutPicture(moments, u, moments.H-(pageMoments+1)*p.Row)
		}
	}
	p.layoutMoments(moments, px(homeScroll))
	return p
}

// layoutMoments lays out the heading and the rows of the highlights, and the scroll bar beside them.
func (p *pageLayout) layoutMoments(moments Rect, scroll float32) {
	if moments.H >= p.Row {
		p.Heading = Rect{moments.X, moments.Y, moments.W, p.Row}
	}
	rows := max(0, float32(int((moments.H-p.Row)/p.Row)))
	p.Rows = Rect{moments.X, moments.Y + p.Row, max(0, moments.W-scroll), rows * p.Row}
	p.Scroll = Rect{moments.X + moments.W - scroll, p.Rows.Y, scroll, p.Rows.H}
}

// plotHeight returns the height of the plot and the map, in units; 0 if there is neither.
func plotHeight(shape *HomeShape) float32 {
	switch {
	case shape.Map > 0:
		return pageMap
	case shape.Plot:
		return pagePlot
	}
	return 0
}

// layoutPlot lays out the plot and, at its right, the map, no wider than necessary. Without a plot, the map is at the
// left.
func (p *pageLayout) layoutPlot(r Rect, gap float32, shape *HomeShape) {
	if shape.Plot {
		p.Plot = r
	}
	if shape.Map <= 0 {
		return
	}
	most := r.W
	if shape.Plot {
		most = round(r.W * 0.5)
	}
	w := min(round(r.H*shape.Map), most)
	p.Map = Rect{r.X, r.Y, w, r.H}
	if shape.Plot {
		p.Map.X += r.W - w
		p.Plot.W = max(0, r.W-w-gap)
	}
}

// NoHighlights is the value of [HomePage].Pending for a demo without highlights, which is not an error.
const NoHighlights = "No highlights"

// drawPage draws a page.
func (b *Browser) drawPage(p *HomePage, l *HomeLayout, part HomePart, hot int) {
	c := &b.canvas
	u := l.Unit
	k := &l.Parts
	c.panel(l.Page, colorPanel)
	b.clipped(fontStrong, k.Title.X, c.middle(k.Title, fontStrong), k.Title.W, p.Title, colorText)
	for i, line := range p.Lines[:min(len(p.Lines), k.textLines())] {
		b.clipped(fontSmall, k.Lines.X, k.Lines.Y+float32(i)*k.Line, k.Lines.W, line, colorDim)
	}
	switch {
	case k.Picture.H > 0:
		b.drawPicture(&p.Picture, k, part == HomePictureAt)
	case k.Caption.H > 0:
		b.clipped(fontSmall, k.Caption.X, k.Caption.Y, k.Caption.W, p.Picture.Lack, colorFaint)
	}
	if k.Plot.H > 0 {
		b.drawPlot(&p.Plot, k.Plot)
	}
	if k.Map.H > 0 {
		b.drawMap(&p.Map, k.Map)
	}
	if k.Players.H > 0 {
		b.drawPlayers(p, k)
	}
	b.drawHeading(p, k)
	whole := -1 // the row whose full text is also shown
	for i := range min(len(p.Highlights), k.Visible()) {
		r := Rect{k.Rows.X, k.Rows.Y + float32(i)*k.Row, k.Rows.W, k.Row}
		selected, under := p.Focused && p.Top+i == p.Selected, part == HomeHighlight && hot == i
		if selected && whole < 0 || under {
			whole = i
		}
		b.drawHighlight(&p.Highlights[i], r, selected, under)
	}
	b.scrollBar(k.Scroll, k.Row, p.Top, k.Visible(), p.Count, false)
	switch {
	case whole >= 0:
		b.drawWhole(p.Highlights[whole].Text, Rect{k.Rows.X, k.Rows.Y + float32(whole)*k.Row, k.Rows.W, k.Row}, l.Page,
			k.Rows.W-round(76*u))
	case part == HomePictureAt:
		b.drawWhole(p.Picture.Line, k.Caption, l.Page, k.Caption.W)
	}
}

// drawHeading draws the heading of the highlights, or why there are none.
func (b *Browser) drawHeading(p *HomePage, k *pageLayout) {
	c := &b.canvas
	head, ink := "Highlights", colorAccent
	if p.Pending != "" {
		head = p.Pending
	}
	if head == NoHighlights {
		ink = colorDim
	}
	// The reason for an empty list takes the room of the list.
	if p.Count == 0 && textWidth(c.Atlas, fontSmall, head, charsetOwn) > k.Heading.W {
		b.drawLines(fontSmall, head, Rect{k.Heading.X, c.middle(k.Heading, fontSmall), k.Heading.W,
			k.Heading.H + k.Rows.H}, ink)
	} else {
		b.clipped(fontSmall, k.Heading.X, c.middle(k.Heading, fontSmall), k.Heading.W, head, ink)
	}
}

// drawHighlight draws the row of a highlight that may be selected or under the mouse.
func (b *Browser) drawHighlight(m *HomeMoment, r Rect, selected, under bool) {
	c := &b.canvas
	u := c.Unit()
	switch {
	case selected:
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorAccent.Alpha(0.22))
		c.Out.Rect(r.X, r.Y, max(2, round(2*u)), r.H, colorAccent)
	case under:
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorEdge)
	}
	x := r.X + round(52*u)
	drawTextRight(c, fontTime, x, c.middle(r, fontTime), m.Clock, charsetOwn, colorDim)
	b.clipped(fontSmall, x+round(10*u), c.middle(r, fontSmall), r.X+r.W-x-round(14*u), m.Text, colorText)
}

// drawWhole draws the full text of a row that is wider than room pixels: above the row or, if that would be outside
// the area, below it.
func (b *Browser) drawWhole(text string, at, area Rect, room float32) {
	c := &b.canvas
	u := c.Unit()
	if at.H <= 0 || textWidth(c.Atlas, fontSmall, text, charsetOwn) <= room {
		return
	}
	line, pad := c.Atlas.lineHeight(fontSmall), round(6*u)
	width := at.W - 2*pad
	lines := 0
	for rest := text; rest != ""; lines++ {
		n := fitText(c.Atlas, fontSmall, rest, charsetOwn, width, true)
		if n <= 0 {
			return
		}
		rest = rest[n:]
	}
	box := Rect{at.X, 0, at.W, float32(lines)*line + 2*pad}
	if box.Y = at.Y - box.H - round(2*u); box.Y < area.Y {
		box.Y = at.Y + at.H + round(2*u)
	}
	if box.Y+box.H > area.Y+area.H {
		return
	}
	c.panel(box, colorTip)
	c.Out.Frame(box.X, box.Y, box.W, box.H, max(1, round(u)), colorEdge)
	for y := box.Y + pad; text != ""; y += line {
		n := fitText(c.Atlas, fontSmall, text, charsetOwn, width, true)
		drawText(c, fontSmall, box.X+pad, y, text[:n], charsetOwn, colorText)
		text = text[n:]
	}
}

// drawPicture draws the frame of a picture, or why there is none.
func (b *Browser) drawPicture(p *HomePicture, k *pageLayout, hot bool) {
	c := &b.canvas
	u := c.Unit()
	r := k.Picture
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorTip)
	if p.Lack != "" {
		b.tip = clip(c.Atlas, fontSmall, b.tip, p.Lack, charsetOwn, r.W-8*u)
		drawTextMiddle(c, fontSmall, r.X+r.W/2, c.middle(r, fontSmall), b.tip, charsetOwn, colorFaint)
	} else if hot { // around the picture, which covers this
		line := max(1, round(2*u))
		c.Out.Frame(r.X-line, r.Y-line, r.W+2*line, r.H+2*line, line, colorAccent)
	}
	ink := colorDim
	if hot && p.Lack == "" {
		ink = colorText
	}
	b.clipped(fontSmall, k.Caption.X, k.Caption.Y, k.Caption.W, p.Line, ink)
}

// plotSides returns the left end and the width of the lines of a plot, in pixels.
func plotSides(r Rect, u float32) (x, width float32) {
	axis := round(30 * u)
	return r.X + axis, max(0, r.W-axis-round(2*u))
}

// PlotAt returns the position in a plot at an x coordinate in pixels, 0 to 1.
func (l *HomeLayout) PlotAt(x float32) float32 {
	left, width := plotSides(l.Parts.Plot, l.Unit)
	if width <= 0 {
		return 0
	}
	return max(0, min(1, (x-left)/width))
}

// drawPlot draws the score over time.
func (b *Browser) drawPlot(p *HomePlot, r Rect) {
	c := &b.canvas
	u := c.Unit()
	line := c.Atlas.lineHeight(fontSmall)
	g := Rect{Y: r.Y + round(4*u), H: max(0, r.H-line-round(6*u))}
	g.X, g.W = plotSides(r, u)
	c.Out.Rect(g.X, g.Y, g.W, g.H, colorTip)
	zero := g.Y + g.H*(1-p.Zero)
	c.Out.Rect(g.X, round(zero), g.W, max(1, round(u)), colorEdge)
	if zero-line/2 >= g.Y-round(3*u)+line { // not over the 0, if nobody has a higher score
		drawTextRight(c, fontSmall, g.X-round(5*u), g.Y-round(3*u), p.Most, charsetOwn, colorDim)
	}
	drawTextRight(c, fontSmall, g.X-round(5*u), min(zero-line/2, g.Y+g.H-line), "0", charsetOwn, colorDim)
	drawTextRight(c, fontSmall, g.X+g.W, g.Y+g.H+round(2*u), p.Length, charsetOwn, colorDim)
	at := func(q HomePoint) (x, y float32) { return g.X + g.W*q.X, g.Y + g.H*(1-q.Y) }
	for i := range p.Lines {
		s, color := p.Lines[i].Steps, p.Lines[i].color()
		for n := range max(0, len(s)-1) {
			x, y := at(s[n])
			end, down := at(s[n+1])
			c.Out.Line(x, y, end, y, max(1.5, 1.5*u), color)
			if down != y {
				c.Out.Line(end, y, end, down, max(1.5, 1.5*u), color)
			}
		}
	}
	if p.Mark >= 0 && p.Mark <= 1 {
		c.Out.Rect(round(g.X+g.W*p.Mark), g.Y, max(1, round(u)), g.H, colorText.Alpha(0.7))
	}
	if p.Focused {
		c.Out.Frame(g.X, g.Y, g.W, g.H, max(1, round(u)), colorAccent.Alpha(0.6))
	}
	if p.Time != "" {
		x := round(g.X + g.W*max(0, min(1, p.Cursor)))
		c.Out.Rect(x, g.Y, max(1, round(u)), g.H, colorAccent)
		w := textWidth(c.Atlas, fontSmall, p.Time, charsetOwn) + round(8*u)
		box := Rect{round(max(g.X, min(x-w/2, g.X+g.W-w))), g.Y, w, line + round(2*u)}
		c.panel(box, colorTip)
		drawText(c, fontSmall, box.X+round(4*u), box.Y+round(u), p.Time, charsetOwn, colorAccent)
	}
	// Below it, the names in the colors of the lines.
	x, y := g.X, g.Y+g.H+round(2*u)
	right := g.X + g.W - textWidth(c.Atlas, fontSmall, p.Length, charsetOwn) - round(10*u)
	for i := range p.Lines {
		n, color := &p.Lines[i], p.Lines[i].color()
		if right-x < 36*u {
			break
		}
		b.tip = clip(c.Atlas, fontSmall, b.tip, n.Name, charsetOwn, min(110*u, right-x-26*u))
		x += drawText(c, fontSmall, x, y, b.tip, charsetOwn, color) + round(4*u)
		x += drawText(c, fontSmall, x, y, n.Score, charsetOwn, colorText) + round(12*u)
	}
}

// drawMap draws the heat map of a level in the middle of an area.
func (b *Browser) drawMap(p *HomeMap, r Rect) {
	c := &b.canvas
	u := c.Unit()
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorTip)
	g := r.inset(round(4 * u))
	if p.Aspect <= 0 || g.W <= 0 || g.H <= 0 {
		return
	}
	w, height := g.W, g.W/p.Aspect
	if height > g.H {
		w, height = g.H*p.Aspect, g.H
	}
	g = Rect{g.X + (g.W-w)/2, g.Y + (g.H-height)/2, w, height}
	at := func(q HomePoint) (x, y float32) { return g.X + g.W*q.X, g.Y + g.H*(1-q.Y) }
	for i := range p.Cells {
		k := &p.Cells[i]
		left, bottom := at(k.Low)
		right, top := at(k.High)
		c.Out.Rect(left, top, right-left, bottom-top, draw.Heat(k.Heat).Alpha(0.85))
	}
	thick := max(1, u)
	for i := range p.Lines {
		x, y := at(p.Lines[i].From)
		x2, y2 := at(p.Lines[i].To)
		c.Out.Line(x, y, x2, y2, thick, colorDim.Alpha(0.7))
	}
	for _, q := range p.Deaths {
		x, y := at(q)
		c.Out.Rect(x-0.8*u, y-0.8*u, 1.6*u, 1.6*u, colorText.Alpha(0.8))
	}
}

// playerColumns are the columns of the table of players, in pixels: numbers end at ends, texts begin at items and
// weapons.
type playerColumns struct {
	name           float32 // width
	ends           [maxHomeNumbers]float32
	items, weapons float32
	right          float32
}

// Maximum width of names as a part of the table of players, with a remark after them and without.
const remarkedPart, namePart = 0.46, 0.3

// layoutPlayers lays out the columns of the table of players.
func (b *Browser) layoutPlayers(p *HomePage, r Rect) (k playerColumns) {
	c := &b.canvas
	u := c.Unit()
	names := round(100 * u)
	k.name = min(names, r.W*namePart)
	items := float32(0)
	for i := range p.Players {
		q := &p.Players[i]
		items = max(items, textWidth(c.Atlas, fontSmall, q.Items, charsetOwn))
		if q.Remark != "" {
			name := min(textWidth(c.Atlas, fontSmall, q.Name, charsetOwn), names-round(8*u))
			k.name = max(k.name, min(round(8*u)+name+round(6*u)+textWidth(c.Atlas, fontSmall, q.Remark, charsetOwn),
				r.W*remarkedPart))
		}
	}
	x := r.X + k.name
	for i := range p.Columns[:min(len(p.Columns), maxHomeNumbers)] {
		x += round(p.Columns[i].Width * u)
		k.ends[i] = x
	}
	k.items, k.right = x+round(10*u), r.X+r.W
	k.weapons = k.items
	if items > 0 {
		k.weapons += min(items, (k.right-k.items)*0.6) + round(10*u)
	}
	return k
}

// drawPlayers draws the table of players.
func (b *Browser) drawPlayers(p *HomePage, k *pageLayout) {
	c := &b.canvas
	u := c.Unit()
	r := k.Players
	lines := int(r.H/k.Line + 0.5)
	l := b.layoutPlayers(p, r)
	row := func(i int) float32 { return r.Y + float32(i)*k.Line }
	for i := range p.Columns[:min(len(p.Columns), maxHomeNumbers)] {
		drawTextRight(c, fontSmall, l.ends[i], row(0), p.Columns[i].Title, charsetOwn, colorFaint)
	}
	if l.weapons > l.items {
		b.clipped(fontSmall, l.items, row(0), l.weapons-l.items-round(10*u), "items", colorFaint)
	}
	b.clipped(fontSmall, l.weapons, row(0), l.right-l.weapons, "weapons", colorFaint)
	for i := range p.Players {
		q, y := &p.Players[i], row(i+1)
		if i+1 >= lines {
			break
		}
		if i+2 == lines && i+1 < len(p.Players) {
			b.clipped(fontSmall, r.X, y, r.W, "...", colorDim)
			break
		}
		ink := colorText
		if q.Line >= 0 && q.Line < len(p.Plot.Lines) {
			c.Out.Rect(r.X, y+round(3*u), max(2, round(3*u)), k.Line-round(6*u), p.Plot.Lines[q.Line].color())
		}
		x, room := r.X+round(8*u), l.name-round(8*u)
		if q.Remark != "" {
			// keep a part of the name
			room = max(room-textWidth(c.Atlas, fontSmall, q.Remark, charsetOwn)-round(6*u), room/3)
		}
		b.clipped(fontSmall, x, y, room, q.Name, ink)
		if q.Remark != "" {
			x += min(room, textWidth(c.Atlas, fontSmall, q.Name, charsetOwn)) + round(6*u)
			b.clipped(fontSmall, x, y, r.X+l.name-x, q.Remark, colorDim)
		}
		for n, text := range q.Cells[:min(len(q.Cells), len(p.Columns), maxHomeNumbers)] {
			drawTextRight(c, fontSmall, l.ends[n], y, text, charsetOwn, ink)
		}
		b.clipped(fontSmall, l.items, y, l.weapons-l.items-round(10*u), q.Items, colorText)
		b.clipped(fontSmall, l.weapons, y, l.right-l.weapons, q.Weapons, colorDim)
	}
}
