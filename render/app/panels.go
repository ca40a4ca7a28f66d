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

// panels opens and closes what lies over the picture: the help pages, the list of warnings, the scoreboard and the
// event list. Which of them are open is in viewing, so that it stays when another demo is opened.
type panels struct {
	pic          *Picture
	reader       *reader
	help         help
	scoresKeyFor float64 // seconds since the scoreboard key went down
}

// scoresHoldSeconds is how long the scoreboard key must be held for its release to close the scoreboard, in seconds.
// After a shorter press it stays open.
const scoresHoldSeconds = 0.3

// toggleScores opens or closes the scoreboard.
func (p *panels) toggleScores() {
	v := &p.pic.Viewing
	if v.scores, p.scoresKeyFor = !v.scores, 0; v.scores {
		p.help.closePages()
	}
}

// releaseScores closes the scoreboard if its key was held.
func (p *panels) releaseScores() {
	if p.scoresKeyFor > scoresHoldSeconds {
		p.pic.Viewing.scores = false
	}
}

// toggleWarnings opens or closes the list of warnings.
func (p *panels) toggleWarnings() {
	n := &p.pic.Demo.Notices
	switch {
	case n.warningsOpen:
		n.warningsOpen = false
	case n.warningCount() > 0:
		p.help.closePages()
		p.pic.Viewing.scores = false
		n.warningsOpen = true
	default:
		n.say("No warnings")
	}
}

// toggleList opens or closes the event list.
func (p *panels) toggleList() {
	v, events := &p.pic.Viewing, p.pic.Demo.List.Events
	if v.List = !v.List; v.List {
		p.help.closePages()
		v.scores = false
	}
	events.SearchKey = ""
	if !p.reader.touched {
		events.SearchKey = p.reader.keyOf("search-events")
	}
	events.FollowNow()
	if !v.List && events.Asking {
		p.pic.Demo.typing.end(true)
	}
}

// covering reports whether a page covers everything above the timeline.
func (p *panels) covering() bool {
	return p.pic.Viewing.help || p.pic.Viewing.scores || p.pic.Demo.Notices.warningsOpen
}

// click handles a click while a page covers the picture. It turns to the next help page, or closes the page. It returns
// false if there is no page.
func (p *panels) click() bool {
	switch {
	case p.pic.Viewing.help:
		p.help.toggle()
	case p.pic.Demo.Notices.warningsOpen:
		p.toggleWarnings()
	case p.pic.Viewing.scores:
		p.toggleScores()
	default:
		return false
	}
	return true
}

// close closes the topmost panel, or releases the pointer if it is captured. It returns false if there was neither.
func (p *panels) close() bool {
	v := &p.pic.Viewing
	switch {
	case v.help:
		p.help.closePages()
	case p.pic.Demo.Notices.warningsOpen:
		p.toggleWarnings()
	case p.pic.Captured:
		p.pic.ReleasePointer()
		p.pic.Demo.Notices.sayBriefly("Mouse released")
	case v.scores:
		v.scores = false
	case v.List:
		p.toggleList()
	default:
		return false
	}
	return true
}

// searchEvents opens the event list and asks for the text to search for.
func (p *panels) searchEvents() {
	if !p.pic.Viewing.List {
		p.toggleList()
	}
	events := p.pic.Demo.List.Events
	events.Asking = true
	p.pic.Demo.beginTyping(&events.Query, func(keep bool) {
		events.Asking = false
		if !keep {
			events.Query.Set("")
		}
		events.FollowNow()
	})
}

// turn turns a page of the open help or event list. If neither is open, it seeks to the next level or, for -1, the
// previous one.
func (p *panels) turn(direction int) {
	switch s := p.pic.Demo; {
	case p.pic.Viewing.help:
		p.help.turn(direction)
	case p.pic.Viewing.List:
		panel := hud.NewPanel(p.pic.Size)
		s.List.Events.Page(&panel, direction)
	default:
		s.seekLevel(direction)
	}
}

// gripAt returns what of the event list a finger touches at a position, and the height of its rows in pixels. It is
// gripPicture if the list is not there.
func (p *panels) gripAt(x, y float32) (what grip, row float32) {
	if !p.pic.Viewing.List || p.covering() {
		return gripPicture, 0
	}
	panel := hud.NewPanel(p.pic.Size)
	switch part, _ := panel.Hit(p.pic.Demo.List.Events, x, y); part {
	case hud.ListNone:
		return gripPicture, 0
	case hud.ListScroll:
		return gripHandle, 0
	case hud.ListRow:
		return gripRows, panel.Row
	}
	return gripButton, 0
}

// point handles the pointer over the event list, and reports whether the list used it.
func (p *panels) point(in *input) bool {
	s, l, v := p.pic.Demo, &p.pic.Demo.List, &p.pic.Viewing
	panel := hud.NewPanel(p.pic.Size)
	if l.scrolling {
		l.Events.ScrollTo(&panel, in.y)
		l.scrolling = in.left
		return true
	}
	part, index := panel.Hit(l.Events, in.x, in.y)
	if part == hud.ListNone {
		if in.leftPressed && l.Events.Asking {
			s.typing.end(true)
		}
		return false
	}
	if in.wheel != 0 {
		l.Events.Scroll(&panel, -in.wheel*wheelRows)
	}
	switch {
	case part == hud.ListChip && in.rightPressed:
		v.showOnlyClass(hud.Class(index), &s.Notices)
	case !in.leftPressed:
	case part == hud.ListClose:
		p.toggleList()
	case part == hud.ListSpoilers:
		v.toggleSwitch(setting.Find("spoilers"), &s.Notices)
	case part == hud.ListQuery:
		p.searchEvents()
	case part == hud.ListChip:
		v.toggleClass(hud.Class(index), &s.Notices)
	case part == hud.ListRow:
		p.pic.seekRow(index)
	case part == hud.ListScroll:
		l.scrolling = true
		l.Events.ScrollTo(&panel, in.y)
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
