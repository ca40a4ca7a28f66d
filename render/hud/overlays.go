package hud

import (
	"slices"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Overlays are what a viewer may see beside what the games show, to understand what happens.
// Nothing of it is drawn unless it is asked for.
type Overlays struct {
	Team     bool // how everybody is, and where
	Timers   bool // when armor, megahealth and powerups are back
	Velocity bool // speed of the followed player
	Buttons  bool // that the followed player presses
	Beside   bool // comparison of the followed player with Ghost
	Heard    bool // in words, which are Subtitles
	// Items are the items of the level, nil if they are unknown.
	Items *timeline.Items
	Speed Speed
	Ghost Ghost
	// Subtitles are of the sounds, the one that began first before others.
	Subtitles []Subtitle
}

// SideAreas are the areas of the overlays, empty for those that are not drawn.
type SideAreas struct {
	Team    Rect // left, below the prints
	Timers  Rect // the column left of the items
	Buttons Rect
	Speed   Rect
	Ghost   Rect
	// Subtitles are right, above the status.
	Subtitles Rect
}

// all returns all areas.
func (s *SideAreas) all() [6]*Rect {
	return [...]*Rect{&s.Team, &s.Timers, &s.Buttons, &s.Speed, &s.Ghost, &s.Subtitles}
}

// OverlaySet has a bit for each overlay with its own area, as in [SideAreas], and [DuelPanel].
type OverlaySet uint8

// DuelPanel is the matchup panel, which has no switch here.
const DuelPanel OverlaySet = 1 << 6

// overlayNames are what those overlays are called where they are said to have no room.
var overlayNames = [...]string{"the team overlay", "the item timers", "the key display",
	"the speedometer", "the ghost comparison", "the sound cues", "the matchup panel"}

// overlayElements are the elements that draw them, in the same order.
var overlayElements = [...]string{"players", "item clocks", "buttons", "speed", "ghost", "subtitles", "duels"}

// String returns the names of the overlays as one says them: "the key display, the speedometer and the sound cues".
func (s OverlaySet) String() (list string) {
	for i, name := range overlayNames {
		switch bit := OverlaySet(1) << i; {
		case s&bit == 0:
		case s&(bit-1) == 0:
			list = name
		case s>>1 < bit:
			list += " and " + name
		default:
			list += ", " + name
		}
	}
	return list
}

// Wanted returns the overlays with their own area that are switched on.
func (o *Overlays) Wanted() (s OverlaySet) {
	for i, wanted := range [...]bool{o.Team, o.Timers, o.Buttons, o.Velocity, o.Beside, o.Heard} {
		if wanted {
			s |= 1 << i
		}
	}
	return s
}

// NoRoom returns the overlays that are asked for and had no room in the last [HUD.Build], and the duel where
// it had none beside them; and of which of these it is known whether they had room. Of none it is while a
// page hides all of them, and of what gives way for a while to the program's own messages, or to a kill, not
// before these are gone.
func (h *HUD) NoRoom(in *Input) (lack, known OverlaySet) {
	if !h.page.playing(in) {
		return 0, 0
	}
	known = in.Overlays.Wanted()
	lack = known &^ h.page.layout.Beside.placed()
	if len(in.Messages) > 0 {
		return lack, lack
	}
	if known != 0 && in.Matchup.Sides[1].Text != "" {
		known |= DuelPanel
	}
	for i := range elements {
		switch k := slices.Index(overlayElements[:], elements[i].name); {
		case k < 0 || !h.room.leavesOut(i):
		case in.Kill.Known:
			known &^= 1 << k &^ lack
		default:
			lack |= 1 << k
		}
	}
	if h.page.duelless || h.front != nil && h.front.page.duelless {
		lack |= DuelPanel
	}
	return lack & known, known
}

// NoRoomAlone returns what [HUD.NoRoom] says has none in a window with one view.
func (h *HUD) NoRoomAlone(in *Input) (lack OverlaySet) {
	one := *in
	one.Extent, one.Panes = Whole, nil
	alone := h.Pane()
	alone.window = nil
	alone.Build(&one)
	lack, _ = alone.NoRoom(&one)
	return lack
}

// placed returns the overlays that have an area.
func (s *SideAreas) placed() (list OverlaySet) {
	for i, r := range s.all() {
		if r.W > 0 && r.H > 0 {
			list |= 1 << i
		}
	}
	return list
}

// Sizes of the overlays in units.
const (
	teamWidth     = 326
	columnWidth   = 150
	buttonsHeight = 62
	speedHeight   = 84
	ghostHeight   = 62
	leastTimers   = 40
	leastMiddle   = 120 // what must remain between the two sides
	sideGap       = 6
)

// makeRoom gives overlays their areas, which the text in the middle and the program's own
// messages lose. Where there is no room for both sides, there is none for the left one. chips is how high what a
// mod's status bar has at the left is, in pixels.
func (l *Layout) makeRoom(in *Input, chips float32) {
	o := &in.Overlays
	px := func(v float32) float32 { return round(v * l.Unit) }
	gap := px(sideGap)
	top, bottom := l.Center.Y, l.Banner.Y+l.Banner.H
	left, right := l.Banner.X, l.Items.X-gap
	if (o.Timers || o.Velocity || o.Buttons || o.Beside) && right-left >= px(columnWidth+leastMiddle) {
		column := Rect{right - px(columnWidth), top, px(columnWidth), bottom - top}
		fromBelow := func(wanted bool, height float32) (r Rect) {
			if wanted && column.H >= px(height) {
				r = Rect{column.X, column.Y + column.H - px(height), column.W, px(height)}
				column.H = max(0, column.H-r.H-gap)
			}
			return r
		}
		l.Beside.Ghost = fromBelow(o.Beside, ghostHeight)
		l.Beside.Speed = fromBelow(o.Velocity, speedHeight)
		l.Beside.Buttons = fromBelow(o.Buttons, buttonsHeight)
		if o.Timers && column.H >= px(leastTimers) {
			l.Beside.Timers = column
		}
		right = column.X - gap
		l.Banner.W = max(0, right-l.Banner.X)
	}
	if o.Heard {
		l.roomForSubtitles()
	}
	players := top // where their table begins
	if in.World.Game == world.Quake2 {
		// A mod's additions stand there: the table is beside them, or where the picture is too narrow for that, below.
		if beside := l.Match.X + l.Match.W + gap; right-beside >= px(teamWidth+leastMiddle) && (in.Extent != Window ||
			beside+px(teamWidth) <= in.Panes[0].X+in.Panes[0].W) {
			left = beside
		} else if chips > 0 {
			players += chips + gap
		}
	}
	if o.Team && right-left >= px(teamWidth+leastMiddle) {
		switch {
		case in.World.Game != world.Quake2:
			l.Match = Rect{}
		case left < l.Match.X+l.Match.W:
			l.Match.H = min(l.Match.H, chips)
		}
		l.Beside.Team = Rect{left, players, px(teamWidth), max(0, l.Banner.Y-gap-players)}
		if beside := left + px(teamWidth) + gap; l.Banner.X+l.Banner.W-beside >= px(leastMiddle) {
			l.Beside.Team.H = max(0, bottom-players) // the program's own messages are beside it
			l.Banner.X, l.Banner.W = beside, l.Banner.X+l.Banner.W-beside
		}
		left += px(teamWidth) + gap
	}
	if l.Beside == (SideAreas{}) {
		return
	}
	// In the middle of the screen, if there is room enough.
	begin, end := max(left, l.Center.X), min(right, l.Center.X+l.Center.W)
	middle := l.Center.X + l.Center.W/2
	if half := min(middle-begin, end-middle); half >= px(leastMiddle) {
		begin, end = middle-half, middle+half
	}
	l.Center = Rect{begin, l.Center.Y, max(0, end-begin), l.Center.H}
}

// spotOf returns the spot that a place is named by, and whether that is at it, nil if none is
// near.
func (o *Overlays) spotOf(at world.Pose) (spot *timeline.Spot, there bool) {
	if o.Items == nil {
		return nil, false
	}
	spot = o.Items.Nearest(at.Origin)
	if spot == nil {
		return nil, false
	}
	d := spot.Origin.Sub(at.Origin).Len()
	if !(d <= nearSpot) {
		return nil, false
	}
	return spot, d <= atSpot
}

// How far from an item a player is still at it, and near it, in units.
const (
	atSpot   = 120
	nearSpot = 800
)
