package hud

import "demoscope/player/bookmarks"

// Browsing is what a viewer wants to see of what happens in a demo, and what
// he marked in it.
type Browsing struct {
	// Shown are the classes of events on the bar and in the list.
	Shown ClassSet
	// NoSpoilers hides what lies after the moment.
	NoSpoilers bool
	Bookmarks  []bookmarks.Mark
	Clip       Clip
	Clocks     ClockKind
	List       *EventList // nil: it is closed
	Naming     *Typed     // the name of a bookmark that is being typed; nil: none is
}

// listed reports whether the list of events is drawn.
func (in *Input) listed() bool { return in.List != nil && !in.NoBar && !in.ShowHelp && !in.Scores }

// layout lays out the screen; alone says that the list of events leaves no
// room for the status and what the demo prints.
func (in *Input) layout() (l Layout, alone bool) {
	switch {
	case in.NoBar:
		return newLayout(in.Screen, 0), false
	case in.listed():
		p := NewPanel(in.Screen)
		l, ok := besidePanel(in.Screen, &p)
		return l, !ok
	}
	return NewLayout(in.Screen), false
}

// Clip is the part of a demo between two points, in viewer's seconds.
type Clip struct {
	In, Out       float64
	HasIn, HasOut bool
	Loop          bool
}

// ahead reports whether a moment must not be told of.
func (in *Input) ahead(clock float64) bool { return in.NoSpoilers && clock > in.Clock }

// ClockKind is which clock the bar shows.
type ClockKind uint8

// The clocks.
const (
	ClockViewer ClockKind = iota // from 0, across levels
	ClockServer                  // the demo's own
	ClockMatch                   // since the match began, where that is known
	ClockCount
)

// drawClocks draws the clock left of the track and what belongs to it on the
// right: how long the demo is, or which clock it is.
func (h *HUD) drawClocks(in *Input, b *Bar, y float32, hot bool) {
	c := &h.canvas
	color, side := colorText, colorDim
	if hot {
		color, side = colorAccent, colorAccent
	}
	seconds, known := in.Clock, true
	text := h.tip[:0]
	switch in.Clocks {
	case ClockViewer:
		text = appendClock(text, in.Duration, false)
		if !in.Complete {
			text = append(text, '+')
		}
	case ClockServer:
		seconds = in.Time
		text = append(text, "server"...)
	case ClockMatch:
		text = append(text, "match"...)
		known = false
		if in.World != nil {
			var limit float64
			if seconds, limit, known = in.World.MatchClock(in.Time); limit > 0 {
				text = appendClock(text[:0], limit, false)
			}
		}
	}
	Text(c, FontTime, b.Total.X, y, text, CharsetOwn, side)
	h.tip = text
	if !known {
		TextRight(c, FontTime, b.Elapsed.X+b.Elapsed.W, y, "-:--", CharsetOwn, side)
		return
	}
	text = appendClock(h.scratch[:0], seconds, in.Paused)
	TextRight(c, FontTime, b.Elapsed.X+b.Elapsed.W, y, text, CharsetOwn, color)
}
