package app

import (
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// wheelRows is the number of rows of the event list that one notch of the wheel scrolls.
const wheelRows = 3

// listPanel is the state of the event list that belongs to a demo. Whether the list is open is in viewing.
type listPanel struct {
	Events    *hud.EventList
	scrolling bool // the pointer holds the scroll bar
}

// toggleList opens or closes the event list.
func (g *App) toggleList() {
	l := &g.Demo.List
	g.Viewing.List = !g.Viewing.List
	if g.Viewing.List {
		g.help.closePages()
		g.Viewing.scores = false
	}
	l.Events.SearchKey = ""
	if !g.reader.touched {
		l.Events.SearchKey = g.reader.keyOf("search-events")
	}
	l.Events.FollowNow()
	if !g.Viewing.List && l.Events.Asking {
		g.Demo.typing.end(true)
	}
}

// searchEvents opens the event list and asks for the text to search for.
func (g *App) searchEvents() {
	if !g.Viewing.List {
		g.toggleList()
	}
	events := g.Demo.List.Events
	events.Asking = true
	g.Demo.beginTyping(&events.Query, func(keep bool) {
		events.Asking = false
		if !keep {
			events.Query.Set("")
		}
		events.FollowNow()
	})
}

// turnPage turns a page of the open help or event list. If neither is open, it seeks to the next level or, for -1, the
// previous one.
func (g *App) turnPage(direction int) {
	if g.Viewing.help {
		g.help.turn(direction)
		return
	}
	if g.Viewing.List {
		p := hud.NewPanel(g.Size)
		g.Demo.List.Events.Page(&p, direction)
		return
	}
	g.Demo.seekLevel(direction)
}

// pointList handles the pointer over the event list, and reports whether the list used it.
func (g *App) pointList(in *input) bool {
	s, l := g.Demo, &g.Demo.List
	p := hud.NewPanel(g.Size)
	if l.scrolling {
		l.Events.ScrollTo(&p, in.y)
		l.scrolling = in.left
		return true
	}
	part, index := p.Hit(l.Events, in.x, in.y)
	if part == hud.ListNone {
		if in.leftPressed && l.Events.Asking {
			s.typing.end(true)
		}
		return false
	}
	if in.wheel != 0 {
		l.Events.Scroll(&p, -in.wheel*wheelRows)
	}
	switch {
	case part == hud.ListChip && in.rightPressed:
		g.Viewing.showOnlyClass(hud.Class(index), &s.Notices)
	case !in.leftPressed:
	case part == hud.ListClose:
		g.toggleList()
	case part == hud.ListSpoilers:
		g.Viewing.toggleSwitch(setting.Find("spoilers"), &s.Notices)
	case part == hud.ListQuery:
		g.searchEvents()
	case part == hud.ListChip:
		g.Viewing.toggleClass(hud.Class(index), &s.Notices)
	case part == hud.ListRow:
		g.seekRow(index)
	case part == hud.ListScroll:
		l.scrolling = true
		l.Events.ScrollTo(&p, in.y)
	}
	return true
}

// seekRow seeks to the event or bookmark in a row of the list, and shows the player of the event.
func (vs *views) seekRow(row int) {
	s := vs.Demo
	t := s.Player.Timeline()
	events := t.Events()
	switch event, mark := s.List.Events.Row(row); {
	case event >= 0 && event < len(events):
		s.land(landing(&events[event], t.Levels()))
		vs.showActor(&events[event])
	case mark >= 0 && mark < len(s.Marks.Marks):
		s.land(s.Marks.Marks[mark].Clock)
	}
}

// typing is a line of text that is being typed, until Enter or Esc.
type typing struct {
	line *hud.Typed // nil if keys are commands
	done func(keep bool)
	// take, if not nil, handles other keys while the line is typed. If it returns true, Enter doesn't end the line.
	take func(in *input) bool
}

// begin gives the keyboard to a line. done is called at the end; keep is false if the line is to be discarded.
func (t *typing) begin(line *hud.Typed, done func(keep bool)) {
	t.end(true)
	*t = typing{line: line, done: done}
}

// end returns the keyboard to the commands.
func (t *typing) end(keep bool) {
	if done := t.done; t.line != nil {
		*t = typing{}
		done(keep)
	}
}

// read applies the input to the line.
func (t *typing) read(in *input) {
	in.edit(t.line)
	handled := t.take != nil && t.take(in)
	switch {
	case t.line == nil: // take has ended it
	case in.enter && handled:
	case in.enter:
		t.end(true)
	case in.escape:
		t.end(false)
	}
}

// beginTyping gives the keyboard to a line, and ends fast playback, since its key may be held.
func (s *Session) beginTyping(line *hud.Typed, done func(keep bool)) {
	s.typing.begin(line, done)
	s.Player.endFastPlay()
}
