package hud

import "demoscope/player/bookmarks"

// Browsing is what the person who watches wants to see of a demo's events, and
// the bookmarks and clip set in it.
type Browsing struct {
	// Filter has the classes of events that the bar and the list show.
	Filter ClassSet
	// NoSpoilers hides what lies after the moment.
	NoSpoilers bool
	Bookmarks  []bookmarks.Mark
	Clip       Clip
	Clocks     ClockKind
	List       *EventList // nil while it is closed
	Naming     *Typed     // the name of a bookmark while it is being typed, else nil
}

// Clip is the part of a demo between two points, in viewer's seconds.
type Clip struct {
	In, Out       float64
	HasIn, HasOut bool
	Loop          bool
}

// ahead reports whether a moment, in viewer's seconds, must not be shown yet.
func (in *Input) ahead(clock float64) bool { return in.NoSpoilers && clock > in.Clock }
