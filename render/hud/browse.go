package hud

import (
	"demoscope/player/bookmarks"

	"demoscope/render/setting"
)

// Browsing is which events of a demo the viewer wants to see, and the demo's
// bookmarks and clip.
type Browsing struct {
	// Filter has the classes of events in the bar and the list.
	Filter    ClassSet
	Bookmarks []bookmarks.Mark
	Path      []bookmarks.PathPoint // of the camera
	Clip      Clip
	Clocks    ClockKind  // which clock stands beside the score
	List      *EventList // nil while it is closed
	Naming    *Typed     // the name of a bookmark while it is being typed, otherwise nil
}

// Clip is the part of a demo between two points, in viewer's seconds.
type Clip struct {
	In, Out       float64
	HasIn, HasOut bool
	Loop          bool
}

// ahead reports whether a viewer's time in seconds is hidden as a spoiler.
func (in *Input) ahead(clock float64) bool { return !in.On(setting.Spoilers) && clock > in.Clock }
