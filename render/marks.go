package render

import (
	"errors"
	"math"

	"demoscope/internal/fault"
	"demoscope/player/bookmarks"
	"demoscope/render/hud"
)

// marks are the bookmarks and the clip of a demo, saved after every change.
type marks struct {
	*bookmarks.Bookmarks
	naming naming
	// made is set if nothing has been played since the clip or its loop was changed, at
	// the viewer's time madeAt.
	made    bool
	madeAt  float64
	opening chan openedMarks // nil once they are open
	// told is why the last save failed: that is said once.
	told string
	// fresh is the viewer's time of the bookmark set last, without a name.
	fresh float64
}

// nameWithin is for how long a bookmark without a name is meant by who gives one, in viewer's seconds: the demo goes on
// between the two keys.
const nameWithin = 3

// openedMarks are bookmarks that have been opened, or empty ones with an error.
type openedMarks struct {
	*bookmarks.Bookmarks
	err error
}

// begin begins to open the bookmarks: see [Options.Bookmarks]. Until they are, there are none.
func (m *marks) begin(open func() (*bookmarks.Bookmarks, error), report func(error)) {
	m.Bookmarks = &bookmarks.Bookmarks{}
	if open == nil {
		return
	}
	opening := make(chan openedMarks, 1)
	m.opening = opening
	go func() {
		var r openedMarks
		if err := fault.Guard("opening the bookmarks", func() { r.Bookmarks, r.err = open() }); err != nil {
			if r.err = err; report != nil {
				report(err)
			}
		}
		opening <- r
	}()
}

// take takes the bookmarks once they are open, or waits for that. What is wrong with them is said.
func (m *marks) take(n *notices, wait bool) {
	if m.opening == nil {
		return
	}
	var r openedMarks
	if wait {
		r = <-m.opening
	} else {
		select {
		case r = <-m.opening:
		default:
			return
		}
	}
	m.opening = nil
	if r.Bookmarks != nil {
		m.Bookmarks = r.Bookmarks
	}
	if r.err != nil {
		n.warnBesides("Can't read the bookmarks: " + r.err.Error())
	}
}

// needMarks makes commands wait until the bookmarks are open.
func needMarks(list []command) []command {
	for i := range list {
		do := list[i].Do
		list[i].Do = func(g *game) {
			g.demo.marks.take(&g.demo.notices, true)
			do(g)
		}
	}
	return list
}

// naming is the name that is being typed, and the viewer's time of its bookmark.
type naming struct {
	line  hud.Typed
	clock float64
}

// save writes bookmarks and clip. If that fails it says why, once for each reason.
func (m *marks) save(n *notices) {
	err := m.Save()
	if err == nil {
		m.told = ""
		return
	}
	if why := err.Error(); why != m.told {
		m.told = why
		if !errors.Is(err, bookmarks.ErrNotLocked) {
			why = "Bookmarks are not kept: " + why
		}
		n.warn(why)
	}
}

// toggle sets a bookmark at a moment, or removes the one there.
func (m *marks) toggle(clock float64, n *notices) {
	if m.Toggle(clock, "") {
		m.fresh = clock
		n.say("Bookmark set")
	} else {
		n.say("Bookmark removed")
	}
	m.save(n)
}

// nameBookmark asks for the name of the bookmark at the current moment, or of that which has just been set,
// and sets one if there is none.
func (s *session) nameBookmark() {
	m, clock := &s.marks, s.player.Clock()
	mark := m.At(clock)
	if mark == nil && math.Abs(clock-m.fresh) < nameWithin {
		if last := m.At(m.fresh); last != nil && last.Clock == m.fresh && last.Name == "" {
			mark = last
		}
	}
	if mark == nil {
		m.Toggle(clock, "")
		m.save(&s.notices)
		mark = m.At(clock)
	}
	m.naming.clock = mark.Clock
	m.naming.line.Set(mark.Name)
	s.beginTyping(&m.naming.line, func(keep bool) {
		if mark := m.At(m.naming.clock); keep && mark != nil {
			mark.Name = m.naming.line.String()
			m.save(&s.notices)
		}
	})
}

// from returns the time of the first bookmark after a moment, or for -1 of the last
// one before it.
func (m *marks) from(now float64, direction int) (clock float64, ok bool) {
	mark, ok := m.Next(now)
	if direction < 0 {
		mark, ok = m.Previous(now)
	}
	return mark.Clock, ok
}

// beginClip makes the clip begin at a moment.
func (m *marks) beginClip(clock float64, n *notices) {
	m.SetIn(clock)
	m.made, m.madeAt = true, clock
	n.say("Clip start set")
	m.save(n)
}

// endClip makes the clip end at a moment.
func (m *marks) endClip(clock float64, n *notices) {
	m.SetOut(clock)
	m.made, m.madeAt = true, clock
	n.say("Clip end set")
	m.save(n)
}

// toggleLoop turns the loop of the clip on or off at a moment.
func (m *marks) toggleLoop(clock float64, n *notices) {
	if _, _, ok := m.Clip(); !ok {
		n.say("Set the start and the end of a clip first")
		return
	}
	m.Loop = !m.Loop
	m.made, m.madeAt = true, clock
	n.sayState("Clip loop", m.Loop)
	m.save(n)
}

// forgetClip removes both ends of the clip.
func (m *marks) forgetClip(n *notices) {
	m.In, m.Out, m.Loop = nil, nil, false
	n.say("Clip cleared")
	m.save(n)
}

// hudClip returns the clip for the bar.
func (m *marks) hudClip() (c hud.Clip) {
	if m.In != nil {
		c.In, c.HasIn = *m.In, true
	}
	if m.Out != nil {
		c.Out, c.HasOut = *m.Out, true
	}
	c.Loop = m.Loop
	return c
}
