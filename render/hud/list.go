package hud

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"unicode"
	"unicode/utf8"

	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// row is a row of the list: an event, or a bookmark if event is -1.
type row struct {
	clock           float64
	event, bookmark int32
}

// EventList is the list of a demo's events and bookmarks, with its search text and scroll position.
type EventList struct {
	// Query is the text that a row must contain. Asking is set while the viewer types it.
	Query  Typed
	Asking bool
	// SearchKey is the label of the key that starts a search, "" if there may be none.
	SearchKey string

	rows   []row
	key    ticksKey
	query  []byte           // the query that rows match
	marked []bookmarks.Mark // the bookmarks in rows
	now    int              // index of the last row up to the current moment, -1 if there is none
	top    float32          // number of rows scrolled out above the panel
	follow bool             // the current moment stays in view
	line   []piece          // scratch
	text   []byte
}

// NewEventList returns a list that keeps the current moment in view.
func NewEventList() *EventList { return &EventList{follow: true, now: -1, SearchKey: "/"} }

// Len returns the number of rows.
func (l *EventList) Len() int { return len(l.rows) }

// FollowNow scrolls to the current moment and keeps it in view.
func (l *EventList) FollowNow() { l.follow = true }

// Row returns the index of the event or of the bookmark in a row. The other one is -1.
func (l *EventList) Row(i int) (event, bookmark int) {
	if i < 0 || i >= len(l.rows) {
		return -1, -1
	}
	return int(l.rows[i].event), int(l.rows[i].bookmark)
}

// update updates now, and the rows if a value that they depend on has changed.
func (l *EventList) update(in *Input, p *Panel) {
	events := in.visibleEvents()
	key := ticksKey{count: len(events), viewer: in.viewer(), filter: in.Filter}
	if len(events) > 0 {
		key.events = &events[0]
	}
	if key != l.key || !bytes.Equal(l.query, l.Query.text) || !slices.Equal(l.marked, in.Bookmarks) {
		l.key = key
		l.query = append(l.query[:0], l.Query.text...)
		l.marked = append(l.marked[:0], in.Bookmarks...)
		l.fill(in)
	}
	l.now = sort.Search(len(l.rows), func(i int) bool { return l.rows[i].clock > in.Clock }) - 1
	visible := float32(p.Visible())
	if at := float32(max(0, l.now)); l.follow && (at < l.top || at > l.top+visible-1) {
		l.top = at - float32(int(visible/3))
	}
	l.clamp(p)
}

// fill collects the rows.
func (l *EventList) fill(in *Input) {
	l.rows = l.rows[:0]
	l.text = appendLower(l.text[:0], &reader{charset: charsetOwn}, l.query)
	query := len(l.text)
	set := in.charset()
	list := in.Bookmarks
	if !in.Filter.Has(ClassBookmark) {
		list = nil
	}
	next := 0
	addBookmarks := func(until float64) {
		for ; next < len(list) && list[next].Clock <= until; next++ {
			l.line = appendBookmark(l.line[:0], &list[next])
			if l.matches(query) {
				l.rows = append(l.rows, row{list[next].Clock, -1, int32(next)})
			}
		}
	}
	for i := range in.visibleEvents() {
		e := &in.Events[i]
		c := l.key.viewer.Class(e)
		if c == ClassNone || !in.Filter.Has(c) {
			continue
		}
		addBookmarks(e.Clock)
		l.line = appendEvent(l.line[:0], set, in.game(), e)
		if l.matches(query) {
			l.rows = append(l.rows, row{e.Clock, int32(i), -1})
		}
	}
	for ; next < len(list); addBookmarks(list[next].Clock) {
	}
}

// matches reports whether the line contains the query, the first query bytes of l.text, ignoring colors and case.
func (l *EventList) matches(query int) bool {
	if query == 0 {
		return true
	}
	l.text = l.text[:query]
	for i := range l.line {
		p := &l.line[i]
		l.text = appendLower(l.text, p.reader(), p.text)
	}
	return bytes.Contains(l.text[query:], l.text[:query])
}

// appendLower appends a decoded text in lower case.
func appendLower[T string | []byte](dst []byte, d *reader, s T) []byte {
	for len(s) > 0 {
		r, _, n := next(d, s)
		s = s[n:]
		if r != 0 {
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
	}
	return dst
}

// Scroll scrolls the list by rows. The current moment then stays in view only if it is in view.
func (l *EventList) Scroll(p *Panel, rows float32) {
	l.top += rows
	l.clamp(p)
	at := float32(l.now)
	l.follow = at >= l.top && at <= l.top+float32(p.Visible())-1
}

// Page scrolls the list by one row less than are visible: down for a direction of 1, up for -1.
func (l *EventList) Page(p *Panel, direction int) {
	l.Scroll(p, float32(direction*max(1, p.Visible()-1)))
}

func (l *EventList) clamp(p *Panel) {
	l.top = max(0, min(l.top, float32(len(l.rows)-p.Visible())))
}

// rowAt returns the row at a y coordinate, -1 if there is none.
func (l *EventList) rowAt(p *Panel, y float32) int {
	i := int((y-p.Rows.Y)/p.Row) + int(l.top)
	if y < p.Rows.Y || i >= len(l.rows) || i-int(l.top) >= p.Visible() {
		return -1
	}
	return i
}

// minThumb is the minimum height of the scroll bar's thumb, in rows.
const minThumb = 1

// thumb returns the thumb of the scroll bar, empty if all rows are visible.
func (l *EventList) thumb(p *Panel) Rect {
	n, visible := float32(len(l.rows)), float32(p.Visible())
	if n <= visible {
		return Rect{}
	}
	h := max(minThumb*p.Row, p.Scroll.H*visible/n)
	return Rect{p.Scroll.X, p.Scroll.Y + (p.Scroll.H-h)*l.top/(n-visible), p.Scroll.W, h}
}

// ScrollTo moves the middle of the thumb to a y coordinate, in pixels.
func (l *EventList) ScrollTo(p *Panel, y float32) {
	t := l.thumb(p)
	if t.H == 0 || p.Scroll.H <= t.H {
		return
	}
	part := (y - t.H/2 - p.Scroll.Y) / (p.Scroll.H - t.H)
	l.Scroll(p, max(0, min(1, part))*float32(len(l.rows)-p.Visible())-l.top)
}

// Panel is the layout of the list of events, in pixels.
type Panel struct {
	Rect     Rect
	Title    Rect
	Spoilers Rect // shows whether spoilers are hidden, and toggles that
	Close    Rect
	Query    Rect
	Chips    [ClassCount]Rect
	Legend   Rect // explains the colors of the chips
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
	// roomBeside is the minimum width of the rest of the screen for the other parts of the HUD.
	roomBeside = 640
)

// NewPanel lays out the list of events at the right of a screen, above the bar.
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

// chipShare returns the part of its row that a chip takes, by the length of its label.
func chipShare(i int) float32 {
	const edges = 2 // width of the edges of a chip, in letters
	first, sum := i-i%chipsARow, 0
	for k := first; k < min(first+chipsARow, int(ClassCount)); k++ {
		sum += len(Class(k).Label()) + edges
	}
	return float32(len(Class(i).Label())+edges) / float32(sum)
}

// Visible returns the number of visible rows.
func (p *Panel) Visible() int { return int(p.Rows.H/p.Row + 0.5) }

// ListPart is a piece of the list of events that can be clicked.
type ListPart uint8

// The parts. [Panel.Hit] returns some of them with an index.
const (
	ListNone   ListPart = iota // outside the panel
	ListGround                 // inside the panel, but on no part of it
	ListSpoilers
	ListClose
	ListQuery
	ListChip // index of the class
	ListRow  // index of the row
	ListScroll
)

// Hit returns the part of the panel at a point, and the class of a chip or the index of a row.
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

// barLegend explains the marks of the bar. It is below the chips of the list of events.
const barLegend = "Timeline marks have these colors; taller: several events"

// whyEmpty returns the reason that the list is empty.
func whyEmpty(in *Input) string {
	switch {
	case len(in.Events) > 0:
		return "No events match the filters and the search"
	case !in.Complete:
		return "Reading the demo…"
	}
	return "No events in this demo"
}

// toggle draws a named switch, filled if it is on.
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

// Class is a class of events from the viewer's point of view. Each has a color on the bar and a chip in the list of
// events.
type Class uint8

// The classes, in the order of the chips.
const (
	ClassKill  Class = iota // kills by others, and of monsters
	ClassMine               // kills by the followed player
	ClassDeath              // deaths of the followed player
	ClassChat
	ClassItem // major items, secrets
	ClassFlag // flags taken and captured
	ClassMatch
	ClassLevel
	ClassDemoMark // put into the recording by the player or the server
	ClassBookmark
	ClassCount
	ClassNone = ClassCount
)

// classes are the names in the keys file, the labels on the chips if they differ, and the colors.
var classes = [ClassCount]struct {
	name, label string
	color       draw.Color
}{
	ClassKill:     {"kills", "", draw.RGB(0xa7b0bd)},
	ClassMine:     {"mine", "POV kills", colorAccent},
	ClassDeath:    {"deaths", "POV deaths", colorDanger},
	ClassChat:     {"chat", "", draw.RGB(0xd67fb8)},
	ClassItem:     {"items", "", colorGreen},
	ClassFlag:     {"flags", "", colorYellow},
	ClassMatch:    {"match", "", colorDim},
	ClassLevel:    {"levels", "", colorText},
	ClassDemoMark: {"marks", "demo marks", colorViolet},
	ClassBookmark: {"bookmarks", "", draw.RGB(0x55d6d6)},
}

// String returns the name of the class in the keys file.
func (c Class) String() string {
	if c < ClassCount {
		return classes[c].name
	}
	return "none"
}

// Label returns the label of the class on its chip. POV is the followed player.
func (c Class) Label() string {
	if c < ClassCount && classes[c].label != "" {
		return classes[c].label
	}
	return c.String()
}

// ClassSet is a set of classes, one bit each.
type ClassSet uint16

// AllClasses has every class.
const AllClasses ClassSet = 1<<ClassCount - 1

// Has reports whether c is in the set.
func (s ClassSet) Has(c Class) bool { return s>>c&1 != 0 }

// Classes returns the set of the given classes.
func Classes(list ...Class) (s ClassSet) {
	for _, c := range list {
		s |= 1 << c
	}
	return s
}

// barClasses are the classes that the bar shows while the list of events is closed.
const barClasses ClassSet = 1<<ClassKill | 1<<ClassMine | 1<<ClassDeath | 1<<ClassLevel | 1<<ClassDemoMark |
	1<<ClassBookmark

// barFilter returns the classes on the bar: those of the list of events while it is open.
func (in *Input) barFilter() ClassSet {
	if in.List != nil {
		return in.Filter
	}
	return in.Filter & barClasses
}

// Viewer is the followed player, whose kills and deaths have their own classes.
type Viewer struct {
	Slot int // world.Nobody if no player is followed
	// Recorder is set if the player recorded the demo. Then [timeline.Event.Mine] marks the player's events, whatever
	// the slot was.
	Recorder bool
}

// Class returns the class of an event, ClassNone if it is not on the bar.
func (v Viewer) Class(e *timeline.Event) Class {
	switch e.Kind {
	case world.EventKill:
		switch {
		case v.Slot < 0 || v.Recorder && !e.Mine || !v.Recorder && !e.Of(v.Slot):
			return ClassKill
		case e.Other == v.Slot:
			return ClassDeath
		}
		return ClassMine
	case world.EventChat:
		return ClassChat
	case world.EventItem:
		if e.TakesFlag() {
			return ClassFlag
		}
		return ClassItem
	case world.EventSecret:
		return ClassItem
	case world.EventMonster:
		return ClassKill
	case world.EventCapture, world.EventFlagLost, world.EventFlagReturned:
		return ClassFlag
	case world.EventMatchStart, world.EventMatchEnd, world.EventPause, world.EventIntermission:
		return ClassMatch
	case world.EventLevel:
		return ClassLevel
	case world.EventMark:
		return ClassDemoMark
	}
	return ClassNone
}

// Browsing holds the event filter and the bookmarks, camera path and clip of a demo.
type Browsing struct {
	// Filter holds the classes of events on the bar and in the list.
	Filter    ClassSet
	Bookmarks []bookmarks.Mark
	Path      []bookmarks.PathPoint // of the camera path
	Clip      Clip
	Clocks    ClockKind  // the clock beside the score
	List      *EventList // nil while closed
	Naming    *Typed     // the name of a bookmark while it is typed, otherwise nil
}

// Clip is the part of a demo between two points, in viewer's seconds.
type Clip struct {
	In, Out       float64
	HasIn, HasOut bool
	Loop          bool
}

// ahead reports whether a viewer's time in seconds is hidden as a spoiler.
func (in *Input) ahead(clock float64) bool { return !in.On(setting.Spoilers) && clock > in.Clock }
