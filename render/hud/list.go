package hud

import (
	"bytes"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"demoscope/player/bookmarks"
)

// row is a line of the list: an event, or a bookmark if event is -1.
type row struct {
	clock           float64
	event, bookmark int32
}

// EventList is the list of a demo's events and bookmarks: its rows, the text that it
// is searched for, and how far it is scrolled.
type EventList struct {
	// Query is the text that a row must contain; Asking is set while it is being
	// typed.
	Query  Typed
	Asking bool
	// SearchKey is the key that asks for it, as it is printed on the keyboard, "" where there may be none.
	SearchKey string

	rows   []row
	key    ticksKey
	query  []byte           // the query of rows
	marked []bookmarks.Mark // the bookmarks in rows
	now    int              // the last row that is not after the moment, -1 if there is none
	top    float32          // rows scrolled out above the panel
	follow bool             // the moment is kept in view
	line   []piece          // scratch
	text   []byte
}

// NewEventList returns a list that keeps the moment in view.
func NewEventList() *EventList { return &EventList{follow: true, now: -1, SearchKey: "/"} }

// Len returns how many rows there are.
func (l *EventList) Len() int { return len(l.rows) }

// FollowNow scrolls to the moment and keeps it in view.
func (l *EventList) FollowNow() { l.follow = true }

// Row returns the index of a row's event or of its bookmark; the other is -1.
func (l *EventList) Row(i int) (event, bookmark int) {
	if i < 0 || i >= len(l.rows) {
		return -1, -1
	}
	return int(l.rows[i].event), int(l.rows[i].bookmark)
}

// update updates the rows, if anything that they depend on has changed, and now.
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

// fill makes the rows.
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

// matches reports whether the line contains the query, which is the first query bytes
// of l.text, regardless of colors and case.
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

// Scroll scrolls the list by rows. From then on the moment is kept in view only if it
// is in view.
func (l *EventList) Scroll(p *Panel, rows float32) {
	l.top += rows
	l.clamp(p)
	at := float32(l.now)
	l.follow = at >= l.top && at <= l.top+float32(p.Visible())-1
}

// Page scrolls the list by the visible rows less one: down for a direction of 1, up
// for -1.
func (l *EventList) Page(p *Panel, direction int) {
	l.Scroll(p, float32(direction*max(1, p.Visible()-1)))
}

func (l *EventList) clamp(p *Panel) {
	l.top = max(0, min(l.top, float32(len(l.rows)-p.Visible())))
}

// rowAt returns the row at a height of the panel, -1 if there is none.
func (l *EventList) rowAt(p *Panel, y float32) int {
	i := int((y-p.Rows.Y)/p.Row) + int(l.top)
	if y < p.Rows.Y || i >= len(l.rows) || i-int(l.top) >= p.Visible() {
		return -1
	}
	return i
}

// minThumb is the least height of the scroll bar's thumb, in rows.
const minThumb = 1

// thumb returns the scroll bar's thumb; it is empty if all rows are visible.
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
