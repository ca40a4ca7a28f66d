package hud

import (
	"math"
	"slices"
	"strconv"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Overlays are additions to what the games show, which help to understand the match. None is drawn unless the viewer
// turns it on.
type Overlays struct {
	Team     bool // state and place of all players
	Timers   bool // when armor, megahealth and powerups return
	Velocity bool // speed of the followed player
	Buttons  bool // keys that the followed player presses
	Beside   bool // comparison of the followed player and Ghost
	Heard    bool // sound cues in words: Subtitles
	// Items are the items of the level, nil if unknown.
	Items *timeline.Items
	Speed Speed
	Ghost Ghost
	// Subtitles describe the sounds, in the order in which they began.
	Subtitles []Subtitle
}

// overlay is an element with a switch and an area in [SideAreas].
type overlay uint8

// Those from timers to ghost are in a column at the right. Those after the timers are about the followed player.
const (
	overlayTeam   overlay = iota // left, below the prints
	overlayTimers                // the column left of the items
	overlayButtons
	overlaySpeed
	overlayGhost
	overlaySubtitles // right, above the status
	overlayCount
)

// overlays are the members of [OverlaySet]: the element that draws each, its name in the message that there is no
// room, and whether it is on.
var overlays = [...]struct {
	element, words string
	wanted         func(*Overlays) bool
}{
	overlayTeam:      {"players", "the team overlay", func(o *Overlays) bool { return o.Team }},
	overlayTimers:    {"item clocks", "the item timers", func(o *Overlays) bool { return o.Timers }},
	overlayButtons:   {"buttons", "the key display", func(o *Overlays) bool { return o.Buttons }},
	overlaySpeed:     {"speed", "the speedometer", func(o *Overlays) bool { return o.Velocity }},
	overlayGhost:     {"ghost", "the ghost comparison", func(o *Overlays) bool { return o.Beside }},
	overlaySubtitles: {"subtitles", "the sound cues", func(o *Overlays) bool { return o.Heard }},
	overlayCount:     {"matchup", "the matchup panel", func(*Overlays) bool { return false }},
}

// SideAreas are the areas of the overlays, empty for those that are not drawn.
type SideAreas [overlayCount]Rect

// column returns the areas in the column at the right.
func (s *SideAreas) column() []Rect { return s[overlayTimers:overlaySubtitles] }

// OverlaySet has one bit per overlay and [MatchupPanel].
type OverlaySet uint16

// MatchupPanel stands for the matchup panel, which has no switch here.
const MatchupPanel OverlaySet = 1 << overlayCount

// String returns the names of the overlays as part of a sentence: "the key display, the speedometer and the sound
// cues".
func (s OverlaySet) String() (list string) {
	for i := range overlays {
		switch bit, words := OverlaySet(1)<<i, overlays[i].words; {
		case s&bit == 0:
		case s&(bit-1) == 0:
			list = words
		case s>>1 < bit:
			list += " and " + words
		default:
			list += ", " + words
		}
	}
	return list
}

// Wanted returns the overlays with their own area that are switched on.
func (o *Overlays) Wanted() (s OverlaySet) {
	for i := range overlays {
		if overlays[i].wanted(o) {
			s |= 1 << i
		}
	}
	return s
}

// NoRoom returns the overlays that are on but had no room in the last [HUD.Build], including the matchup panel, and
// those of which it is known whether they had room. Nothing is known while a page hides all of them. Overlays that
// give way to the program's own messages or to a kill for a while are unknown until these are gone.
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
		known |= MatchupPanel
	}
	for i := range elements {
		if !h.room.leavesOut(i) {
			continue
		}
		switch k := overlayOf(elements[i].name); {
		case k < 0:
		case in.Kill.Known:
			known &^= 1 << k &^ lack
		default:
			lack |= 1 << k
		}
	}
	if h.page.matchupHidden || h.front != nil && h.front.page.matchupHidden {
		lack |= MatchupPanel
	}
	return lack & known, known
}

// TitleLacksRoom reports whether the last [HUD.Build] had no room for a title among its messages.
func (h *HUD) TitleLacksRoom(in *Input) bool {
	return !h.messages.titled && slices.ContainsFunc(in.Messages, func(m Message) bool {
		return m.Kind == MessageTitle
	})
}

// overlayOf returns the overlay that an element draws, -1 for none.
func overlayOf(element string) int {
	for i := range overlays {
		if overlays[i].element == element {
			return i
		}
	}
	return -1
}

// NoRoomAlone returns the overlays that [HUD.NoRoom] would report in a window with a single view.
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
	for i, r := range s {
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
	leastMiddle   = 120 // minimum width between the two sides
	sideGap       = 6
)

// makeRoom gives overlays their areas, taken from the centered text and the program's own messages. If there is no
// room for both sides, the left one gets none. chips is the height in pixels of a mod's status bar at the left.
func (l *Layout) makeRoom(in *Input, chips float32) {
	o := &in.Overlays
	least := round(leastMiddle * l.Unit)
	left, right := l.Banner.X, l.Items.X-round(sideGap*l.Unit)
	if o.Timers || o.Velocity || o.Buttons || o.Beside {
		right = l.roomAtRight(o, left, right)
	}
	if o.Heard {
		l.roomForSubtitles()
	}
	left = l.roomAtLeft(in, left, right, chips)
	if l.Beside == (SideAreas{}) {
		return
	}
	// In the middle of the screen, if there is enough room.
	begin, end := max(left, l.Center.X), min(right, l.Center.X+l.Center.W)
	middle := l.Center.X + l.Center.W/2
	if half := min(middle-begin, end-middle); half >= least {
		begin, end = middle-half, middle+half
	}
	l.Center = Rect{begin, l.Center.Y, max(0, end-begin), l.Center.H}
}

// roomAtRight gives the overlays at the right their areas, if there is room between left and right, and returns the
// right border of what remains.
func (l *Layout) roomAtRight(o *Overlays, left, right float32) float32 {
	px := func(v float32) float32 { return round(v * l.Unit) }
	if right-left < px(columnWidth+leastMiddle) {
		return right
	}
	gap := px(sideGap)
	column := Rect{right - px(columnWidth), l.Center.Y, px(columnWidth), l.Banner.Y + l.Banner.H - l.Center.Y}
	fromBelow := func(wanted bool, height float32) (r Rect) {
		if wanted && column.H >= px(height) {
			r = Rect{column.X, column.Y + column.H - px(height), column.W, px(height)}
			column.H = max(0, column.H-r.H-gap)
		}
		return r
	}
	l.Beside[overlayGhost] = fromBelow(o.Beside, ghostHeight)
	l.Beside[overlaySpeed] = fromBelow(o.Velocity, speedHeight)
	l.Beside[overlayButtons] = fromBelow(o.Buttons, buttonsHeight)
	if o.Timers && column.H >= px(leastTimers) {
		l.Beside[overlayTimers] = column
	}
	right = column.X - gap
	l.Banner.W = max(0, right-l.Banner.X)
	return right
}

// roomAtLeft gives the table of players its area, if there is room between left and right, and returns the left
// border of what remains.
func (l *Layout) roomAtLeft(in *Input, left, right, chips float32) float32 {
	px := func(v float32) float32 { return round(v * l.Unit) }
	gap, top, bottom := px(sideGap), l.Center.Y, l.Banner.Y+l.Banner.H
	if in.World.Game == world.Quake2 {
		// A mod's additions are there: the table is beside them or, if the picture is too narrow for that, below.
		if beside := l.Match.X + l.Match.W + gap; right-beside >= px(teamWidth+leastMiddle) && (in.Extent != Window ||
			beside+px(teamWidth) <= in.Panes[0].X+in.Panes[0].W) {
			left = beside
		} else if chips > 0 {
			top += chips + gap
		}
	}
	if !in.Overlays.Team || right-left < px(teamWidth+leastMiddle) {
		return left
	}
	switch {
	case in.World.Game != world.Quake2:
		l.Match = Rect{}
	case left < l.Match.X+l.Match.W:
		l.Match.H = min(l.Match.H, chips)
	}
	l.Beside[overlayTeam] = Rect{left, top, px(teamWidth), max(0, l.Banner.Y-gap-top)}
	if beside := left + px(teamWidth) + gap; l.Banner.X+l.Banner.W-beside >= px(leastMiddle) {
		l.Beside[overlayTeam].H = max(0, bottom-top) // the program's own messages are beside it
		l.Banner.X, l.Banner.W = beside, l.Banner.X+l.Banner.W-beside
	}
	return left + px(teamWidth) + gap
}

// spotOf returns the spot that names a place, nil if none is near, and whether the place is at the spot.
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

// Maximum distances of a player at an item and near it, in Quake units.
const (
	atSpot   = 120
	nearSpot = 800
)

// keyCaps are the positions of keys in cells of a grid: two rows like those of a keyboard, with the buttons to their
// right.
var keyCaps = [...]struct {
	key         world.Keys
	label       string
	x, y, width float32 // in cells
}{
	{world.KeyForward, "W", 1, 0, 1},
	{world.KeyLeft, "A", 0, 1, 1},
	{world.KeyBack, "S", 1, 1, 1},
	{world.KeyRight, "D", 2, 1, 1},
	{world.KeyAttack, "fire", 3.4, 0, 1.9},
	{world.KeyJump, "jump", 3.4, 1, 1.9},
	{world.KeyCrouch, "duck", 0, 0, 1.9},
}

// capColumns and capRows are the size of the grid.
const capColumns, capRows = 5.3, 2

// reportedKeys returns the followed player if the demo contains the keys, otherwise nil.
func (in *Input) reportedKeys() *world.Player {
	if p := playerAt(in.World, in.Watched); p != nil && p.KeysKnown != 0 {
		return p
	}
	return nil
}

// noKeys is the message shown if the demo does not contain keys.
var noKeys = [...]string{"no keys in", "this demo"}

// drawButtons draws the keys of the followed player, bright if pressed. The demo does not contain the player's
// bindings, so the keys have their default names.
func (g *tagger) drawButtons(in *Input, r Rect) {
	c := &g.canvas
	u := c.Unit()
	c.panel(r, colorPanel)
	p := in.reportedKeys()
	if p == nil {
		line := c.Atlas.lineHeight(fontSmall)
		y := r.Y + (r.H-float32(len(noKeys))*line)/2
		for _, text := range noKeys {
			drawTextMiddle(c, fontSmall, r.X+r.W/2, y, text, charsetOwn, colorDim)
			y += line
		}
		return
	}
	inner := r.inset(round(infoPad * u))
	w, k := inner.W/capColumns, inner.H/capRows
	gap := max(1, round(1.5*u))
	for i := range keyCaps {
		b := &keyCaps[i]
		if p.KeysKnown&b.key == 0 {
			continue
		}
		area := Rect{round(inner.X + b.x*w), round(inner.Y + b.y*k), round(b.width*w) - gap, round(k) - gap}
		ground, ink := colorEdge, colorDim
		if p.Keys&b.key != 0 {
			ground, ink = colorAccent, draw.RGB(0x14181e)
		}
		c.Out.Rect(area.X, area.Y, area.W, area.H, ground)
		c.Shade = false
		drawTextMiddle(c, fontSmall, area.X+area.W/2, area.Y+(area.H-c.Atlas.lineHeight(fontSmall))/2, b.label,
			charsetOwn, ink)
	}
}

// Speed is the current and the recent speed of the followed player.
type Speed struct {
	// Now is the horizontal speed in Quake units per second, negative if unknown.
	Now float32
	// Track holds the player's positions in the last [SpeedSeconds], from the index, so that it does not depend on
	// how playback reached this moment.
	Track []timeline.Sample
}

// SpeedSeconds is the length of the speed graph, in seconds.
const SpeedSeconds = 5

const (
	// speedStep is the step of the graph's scale, and leastScale its minimum, in Quake units per second.
	speedStep, leastScale = 200, 400
	// endOfScale is the highest speed that the graph shows.
	endOfScale = 4000
)

// runSpeed returns the running speed of players in a game, in Quake units per second.
func runSpeed(g world.Game) float32 {
	if g == world.Quake2 {
		return 300
	}
	return 320
}

// drawSpeed draws the followed player's speed, and a graph of the last seconds with a line at running speed.
func (g *tagger) drawSpeed(in *Input, r Rect) {
	s := &in.Speed
	c := &g.canvas
	u := c.Unit()
	if s.Now < 0 && len(s.Track) == 0 {
		return
	}
	c.panel(r, colorPanel)
	pad := round(infoPad * u)
	inner := r.inset(pad)
	if s.Now >= 0 {
		text := strconv.AppendInt(g.scratch[:0], int64(math.Round(float64(min(s.Now, endOfScale)))), 10)
		w := drawText(c, fontTime, inner.X, inner.Y, text, charsetOwn, colorText)
		drawText(c, fontSmall, inner.X+w+round(5*u), inner.Y+c.Atlas.ascent(fontTime)-c.Atlas.ascent(fontSmall),
			"units/s", charsetOwn, colorDim)
	}
	high := float32(leastScale)
	for i := range s.Track {
		high = max(high, float32(math.Ceil(float64(min(s.Track[i].Speed, endOfScale)/speedStep)))*speedStep)
	}
	text := strconv.AppendInt(g.scratch[:0], int64(high), 10)
	drawTextRight(c, fontSmall, inner.X+inner.W, inner.Y, text, charsetOwn, colorFaint)
	top := inner.Y + c.Atlas.lineHeight(fontTime) + round(2*u)
	graph := Rect{inner.X, top, inner.W, inner.Y + inner.H - top}
	y := func(speed float32) float32 { return graph.Y + graph.H*(1-min(speed, high)/high) }
	thin := max(1, round(u))
	c.Out.Rect(graph.X, round(y(runSpeed(in.World.Game))), graph.W, thin, colorEdge)
	c.Out.Rect(graph.X, graph.Y+graph.H-thin, graph.W, thin, colorFaint)
	from := in.Clock - SpeedSeconds
	x := func(clock float32) float32 {
		return graph.X + graph.W*max(0, min(1, float32(float64(clock)-from)/SpeedSeconds))
	}
	for i := 1; i < len(s.Track); i++ {
		a, b := &s.Track[i-1], &s.Track[i]
		if b.Begins || a.Speed < 0 || b.Speed < 0 {
			continue
		}
		c.Out.Line(x(a.Clock), y(a.Speed), x(b.Clock), y(b.Speed), max(1, 1.5*u), colorText)
	}
}

// Ghost compares the followed player with a player of a second demo.
type Ghost struct {
	State player.GhostState
	By    player.Alignment
	Name  string     // in the charset of the demo's game; empty if unknown
	Color draw.Color // color of the ghost in the picture
	// Late is how many seconds later than the ghost the followed player reached this place; valid if LateKnown.
	Late      float64
	LateKnown bool
	// Distance is the distance between the two in Quake units, and Speed the ghost's horizontal speed in Quake units
	// per second; negative if unknown.
	Distance, Speed float32
}

// ghostWords are the reasons that there is no ghost.
var ghostWords = [player.GhostStates]string{
	player.GhostReading: "being read", player.GhostSeeking: "seeking", player.GhostOtherGame: "other game",
	player.GhostOtherMap: "other map",
	player.GhostNobody:   "nobody to compare", player.GhostBefore: "has not begun", player.GhostOver: "has ended",
	player.GhostElsewhere: "was never here",
}

// longestLate is the largest difference that is shown, in seconds.
const longestLate = 5999.99

// appendLate appends a difference in seconds as in speed runs: "+1.24 s" for a player behind the ghost,
// "-0.50 s" for one ahead.
func appendLate(to []byte, late float64) []byte {
	late = math.Round(100*max(-longestLate, min(longestLate, late))) / 100
	switch {
	case late > 0:
		to = append(to, '+')
	case late == 0:
		late = 0 // not -0
	}
	return append(strconv.AppendFloat(to, late, 'f', 2, 64), " s"...)
}

// lateColor returns the color of the difference: green for a player ahead of the ghost.
func (g *Ghost) lateColor() draw.Color {
	if g.Late > 0 {
		return colorText
	}
	return colorGood
}

// drawGhost draws the ghost's name, how much the followed player is behind or ahead, and the distance between them
// or, if aligned by place, the ghost's speed there. If there is no ghost, it writes why.
func (c *canvas) drawGhost(in *Input, r Rect) {
	g := &in.Ghost
	u := c.Unit()
	c.panel(r, colorPanel)
	inner := r.inset(round(infoPad * u))
	name, set := g.Name, in.charset()
	if name == "" {
		name, set = "ghost", charsetOwn
	}
	drawText(c, fontSmall, inner.X, inner.Y, clip(c.Atlas, fontSmall, c.scratch[:0], name, set, inner.W), set, g.Color)
	y := inner.Y + c.Atlas.lineHeight(fontSmall)
	if g.LateKnown {
		drawText(c, fontTime, inner.X, y, appendLate(c.scratch[:0], g.Late), charsetOwn, g.lateColor())
	}
	y = inner.Y + inner.H - c.Atlas.lineHeight(fontSmall)
	switch word := ghostWords[g.State%player.GhostStates]; {
	case word != "":
		drawText(c, fontSmall, inner.X, y, word, charsetOwn, colorDim)
	case g.By == player.ByPlace && g.Speed >= 0:
		text := appendWhole(append(c.scratch[:0], "at "...), g.Speed)
		drawText(c, fontSmall, inner.X, y, append(text, " units/s"...), charsetOwn, colorDim)
	case g.By == player.ByStart && g.Distance >= 0:
		text := appendWhole(c.scratch[:0], g.Distance)
		drawText(c, fontSmall, inner.X, y, append(text, " units away"...), charsetOwn, colorDim)
	}
}

// appendWhole appends a number, rounded.
func appendWhole(to []byte, v float32) []byte {
	return strconv.AppendInt(to, int64(math.Round(float64(min(v, 99999)))), 10)
}
