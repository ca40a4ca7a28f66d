package render

import (
	"demoscope/render/hud"
)

// wheelRows is how many rows of the list a notch of the wheel scrolls.
const wheelRows = 3

// listPanel is the part of the list of events that belongs to a demo; whether it is
// open is in viewing.
type listPanel struct {
	events    *hud.EventList
	scrolling bool // the pointer holds the scroll bar
}

// toggleList opens or closes the list of events.
func (g *game) toggleList() {
	l := &g.demo.list
	g.viewing.list = !g.viewing.list
	if g.viewing.list {
		g.coverNoMore()
		g.viewing.scores = false
	}
	l.events.SearchKey = ""
	if !g.reader.touched {
		l.events.SearchKey = g.keyOf("search-events")
	}
	l.events.FollowNow()
	if !g.viewing.list && l.events.Asking {
		g.demo.typing.end(true)
	}
}

// search opens the list and asks for the text to search for.
func (g *game) search() {
	if !g.viewing.list {
		g.toggleList()
	}
	events := g.demo.list.events
	events.Asking = true
	g.demo.beginTyping(&events.Query, func(keep bool) {
		events.Asking = false
		if !keep {
			events.Query.Set("")
		}
		events.FollowNow()
	})
}

// turnPage moves the open help page or list by a page; if there is none, it seeks to the
// next level, or for -1 the one before.
func (g *game) turnPage(direction int) {
	if g.viewing.help {
		g.turnHelp(direction)
		return
	}
	if g.viewing.list {
		p := hud.NewPanel(g.size)
		g.demo.list.events.Page(&p, direction)
		return
	}
	g.demo.seekLevel(direction)
}

// pointList handles the pointer over the list, and reports whether it was there.
func (g *game) pointList(in *input) bool {
	s, l := g.demo, &g.demo.list
	p := hud.NewPanel(g.size)
	if l.scrolling {
		l.events.ScrollTo(&p, in.y)
		l.scrolling = in.left
		return true
	}
	part, index := p.Hit(l.events, in.x, in.y)
	if part == hud.ListNone {
		if in.leftPressed && l.events.Asking {
			s.typing.end(true)
		}
		return false
	}
	if in.wheel != 0 {
		l.events.Scroll(&p, -in.wheel*wheelRows)
	}
	switch {
	case part == hud.ListChip && in.rightPressed:
		g.viewing.filterAlone(hud.Class(index), &s.notices)
	case !in.leftPressed:
	case part == hud.ListClose:
		g.toggleList()
	case part == hud.ListSpoilers:
		g.toggleSwitch("spoilers")
	case part == hud.ListQuery:
		g.search()
	case part == hud.ListChip:
		g.viewing.filter(hud.Class(index), &s.notices)
	case part == hud.ListRow:
		g.seekRow(index)
	case part == hud.ListScroll:
		l.scrolling = true
		l.events.ScrollTo(&p, in.y)
	}
	return true
}

// seekRow seeks to the event or bookmark of a row of the list, and shows the player whom an event is about.
func (vs *views) seekRow(row int) {
	s := vs.demo
	t := s.player.Timeline()
	events := t.Events()
	switch event, mark := s.list.events.Row(row); {
	case event >= 0 && event < len(events):
		s.land(landing(&events[event], t.Levels()))
		vs.showDoer(&events[event])
	case mark >= 0 && mark < len(s.marks.Marks):
		s.land(s.marks.Marks[mark].Clock)
	}
}

// typing is a line of text that is being typed, until Enter or Esc.
type typing struct {
	line *hud.Typed // nil if keys are commands
	done func(keep bool)
	// take, if it is not nil, is given all else that keys ask for while the line is typed; Enter
	// does not end the line if it returns true.
	take func(in *input) bool
}

// begin gives the keyboard to a line. Done is called at the end, with false if the
// line is to be discarded.
func (t *typing) begin(line *hud.Typed, done func(keep bool)) {
	t.end(true)
	*t = typing{line: line, done: done}
}

// end gives the keyboard back to the commands.
func (t *typing) end(keep bool) {
	if done := t.done; t.line != nil {
		*t = typing{}
		done(keep)
	}
}

// read edits the line by what was typed.
func (t *typing) read(in *input) {
	in.edit(t.line)
	handled := t.take != nil && t.take(in)
	switch {
	case t.line == nil: // it was ended
	case in.enter && handled:
	case in.enter:
		t.end(true)
	case in.escape:
		t.end(false)
	}
}

// beginTyping gives the keyboard to a line, and ends fast playing, whose key may be
// held.
func (s *session) beginTyping(line *hud.Typed, done func(keep bool)) {
	s.typing.begin(line, done)
	s.player.endFast()
}
