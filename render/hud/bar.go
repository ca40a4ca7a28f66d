package hud

import (
	"math"
	"sort"
	"strconv"

	"demoscope/player/bookmarks"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Bar is the layout of the timeline bar: the areas of its parts, in pixels.
type Bar struct {
	Rect    Rect // the whole bar
	Back    Rect // steps one frame back
	Play    Rect // play, pause
	Forward Rect // steps one frame forward
	Elapsed Rect
	Track   Rect // the line from the start of the demo to its end
	Total   Rect
	Rate    Rect // the playback rate
	Warn    Rect // the warning sign, if there are warnings: the left part of Elapsed
	Mute    Rect // unmutes; empty unless the sound is muted
	List    Rect // opens the list of events
	Menu    Rect // opens the command menu
}

// Part is a piece of the bar that can be clicked.
type Part uint8

// The parts.
const (
	PartNone Part = iota
	PartBack
	PartPlay
	PartForward
	PartTrack
	PartClock // switches the clock beside the score
	PartRate  // changes the playback rate
	PartMute  // unmutes
	PartList
	PartMenu
	PartWarnings // shows the warnings; without warnings it is a part of PartClock
)

// barReductions lists the parts that are left out of a bar that is too narrow, more in each step. The areas of these
// parts are empty. The menu goes last: without it, a viewer with only a mouse has no commands.
var barReductions = [...]struct{ rate, steps, total, elapsed, list, menu bool }{
	{}, {rate: true}, {rate: true, steps: true}, {true, true, true, false, false, false},
	{true, true, true, true, false, false},
	{true, true, true, true, true, false}, {true, true, true, true, true, true},
}

// trackPart is the minimum width of the track as a part of the bar's, while there are parts left to leave out.
const trackPart = 0.33

// NewBar lays out the bar in [Layout.Bar]. If muted is set, the bar has a button that unmutes.
func NewBar(l Layout, muted bool) (b Bar) {
	for reduction := range barReductions {
		if b = newBar(l, reduction, muted); b.Track.W >= trackPart*l.Bar.W {
			break
		}
	}
	return b
}

// newBar lays out a bar without the parts named by barReductions[drops].
func newBar(l Layout, reduction int, muted bool) Bar {
	out := &barReductions[reduction]
	u, r := l.Unit, l.Bar
	b := Bar{Rect: r}
	x, right := r.X+8*u, r.X+r.W-2*u
	take := func(width float32, out bool) Rect {
		if out {
			return Rect{}
		}
		t := Rect{round(x), r.Y, max(round(width*u), l.Least), r.H}
		x += t.W
		return t
	}
	b.Back, b.Play, b.Forward = take(28, out.steps), take(34, false), take(28, out.steps)
	b.Elapsed = take(92, out.elapsed)
	b.Warn = Rect{b.Elapsed.X, b.Elapsed.Y, min(round(26*u), b.Elapsed.W), b.Elapsed.H}
	takeRight := func(width float32, out bool) Rect {
		if out {
			return Rect{}
		}
		w := max(round(width*u), l.Least)
		right -= w
		return Rect{round(right), r.Y, w, r.H}
	}
	b.Menu, b.List = takeRight(28, out.menu), takeRight(28, out.list)
	b.Mute = takeRight(28, out.list || !muted)
	b.Rate, b.Total = takeRight(48, out.rate), takeRight(70, out.total)
	x, right = x+10*u, right-10*u
	b.Track = Rect{round(x), r.Y, max(1, round(right-x)), r.H}
	return b
}

// Hit returns the part at a point on the screen, in pixels.
func (b *Bar) Hit(x, y float32) Part {
	switch {
	case b.Back.Has(x, y):
		return PartBack
	case b.Play.Has(x, y):
		return PartPlay
	case b.Forward.Has(x, y):
		return PartForward
	case b.Track.Has(x, y):
		return PartTrack
	case b.Warn.Has(x, y):
		return PartWarnings
	case b.Elapsed.Has(x, y), b.Total.Has(x, y):
		return PartClock
	case b.Rate.Has(x, y):
		return PartRate
	case b.Mute.Has(x, y):
		return PartMute
	case b.List.Has(x, y):
		return PartList
	case b.Menu.Has(x, y):
		return PartMenu
	}
	return PartNone
}

// hitBar returns the part of the bar under the pointer.
func (in *Input) hitBar(b *Bar) Part {
	part := b.Hit(in.MouseX, in.MouseY)
	if part == PartWarnings && in.Warnings == 0 {
		part = PartClock
	}
	return part
}

// TimeAt returns the time in seconds at a position on the track, in pixels, for a demo of the given duration in
// seconds.
func (b *Bar) TimeAt(x float32, duration float64) float64 {
	return float64(max(0, min(1, (x-b.Track.X)/b.Track.W))) * duration
}

// XAt returns the position of a time on the track, in pixels: the inverse of [Bar.TimeAt]. If the duration is 0, it
// returns the start of the track.
func (b *Bar) XAt(clock, duration float64) float32 {
	if !(duration > 0) {
		return b.Track.X
	}
	return b.Track.X + fraction(clock/duration)*b.Track.W
}

// fraction returns v clamped to 0 to 1, and 0 for NaN, because a vertex at NaN would spoil the picture.
func fraction(v float64) float32 {
	if !(v > 0) {
		return 0
	}
	return float32(min(1, v))
}

// timeBar draws the timeline bar and its tooltip.
type timeBar struct {
	*tagger
	ticks ticks
	tips  plates // areas that tooltips must not cover
}

// drawBar draws the bar.
func (tb *timeBar) drawBar(in *Input, page *page, _ Rect) {
	bar := NewBar(page.layout, in.Muted)
	b, c := &bar, &tb.canvas
	u := c.Unit()
	r := b.Rect
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel)
	c.Out.Rect(r.X, r.Y, r.W, max(1, round(u)), colorEdge)

	part := PartNone
	if in.over(HeldTrack) {
		part = in.hitBar(b)
	}
	tb.button(b.Back, iconStepBack, 15, part == PartBack)
	play := iconPause
	if in.Paused || in.Ended {
		play = iconPlay
	}
	tb.button(b.Play, play, 20, part == PartPlay)
	tb.button(b.Forward, iconStepForward, 15, part == PartForward)

	tb.drawPosition(in, b, part == PartClock)
	y := round(r.Y + (r.H-c.Atlas.lineHeight(fontTime))/2)
	rateColor := colorDim
	if in.PlaybackRate != 1 || part == PartRate {
		rateColor = colorAccent
	}
	text := appendRate(tb.scratch[:0], in.PlaybackRate)
	if b.Rate.W > 0 {
		drawTextRight(c, fontTime, b.Rate.X+b.Rate.W, y, text, charsetOwn, rateColor)
	}
	if in.Warnings > 0 {
		tb.button(b.Warn, iconWarning, 18, part == PartWarnings)
	}
	tb.button(b.Mute, iconMuted, 18, part == PartMute)
	tb.button(b.List, iconList, 18, part == PartList || in.List != nil)
	tb.button(b.Menu, iconMenu, 18, part == PartMenu || in.Finder != nil)

	tb.drawTrack(in, b, part == PartTrack || in.Held == HeldTrack)
}

func (tb *timeBar) button(r Rect, icon icon, side float32, hot bool) {
	if r.W <= 0 {
		return
	}
	u := tb.Unit()
	color := colorText
	if hot {
		color = colorAccent
	}
	s := round(side * u)
	tb.drawIcon(icon, round(r.X+(r.W-s)/2), round(r.Y+(r.H-s)/2), s, color)
}

func (tb *timeBar) drawTrack(in *Input, b *Bar, hot bool) {
	c := &tb.canvas
	u := c.Unit()
	t := b.Track
	thick := max(2, round(4*u))
	if hot {
		thick = round(6 * u)
	}
	y := round(t.Y + t.H/2 - thick/2)
	c.Out.Rect(t.X, y, t.W, thick, colorEdge)
	// The part that has been indexed: until all of it is, the end is an estimate.
	c.Out.Rect(t.X, y, t.W*fraction(in.Progress), thick, colorFaint)
	now := b.XAt(in.Clock, in.Duration)
	c.Out.Rect(t.X, y, now-t.X, thick, colorAccent)

	tb.drawGaps(in, b, y, thick)
	tb.drawClip(in, b, y, thick)
	tb.drawBookmarks(in, b)
	tb.drawPath(in, b)
	tb.ticks.update(in, b, u)
	tb.ticks.draw(c.Out, u, y, thick)
	c.Out.Circle(now, t.Y+t.H/2, 6*u, colorText)
}

// drawClip marks the clip on the track: brackets at its ends and a bright line between them.
func (tb *timeBar) drawClip(in *Input, b *Bar, y, thick float32) {
	u := tb.Unit()
	line := max(1, round(2*u))
	top, high, foot := round(b.Track.Y+6*u), round(b.Track.H-12*u), round(5*u)
	clip := &in.Clip
	color := classes[ClassBookmark].color
	if clip.HasIn {
		x := round(b.XAt(clip.In, in.Duration))
		tb.Out.Rect(x, top, line, high, color)
		tb.Out.Rect(x, top, foot, line, color)
		tb.Out.Rect(x, top+high-line, foot, line, color)
	}
	if clip.HasOut {
		x := round(b.XAt(clip.Out, in.Duration)) - line
		tb.Out.Rect(x, top, line, high, color)
		tb.Out.Rect(x+line-foot, top, foot, line, color)
		tb.Out.Rect(x+line-foot, top+high-line, foot, line, color)
	}
	if clip.HasIn && clip.HasOut {
		if !clip.Loop {
			color = color.Alpha(0.5)
		}
		from, to := b.XAt(clip.In, in.Duration), b.XAt(clip.Out, in.Duration)
		tb.Out.Rect(from, y+thick, to-from, max(1, round(2*u)), color)
	}
}

// flagHeight is the height of bookmark flags, from the top of the track, in units. They don't reach the ticks of
// kills.
const flagHeight = 7

// drawBookmarks draws the bookmarks as small flags at the top edge of the bar. Their poles are behind the ticks.
func (tb *timeBar) drawBookmarks(in *Input, b *Bar) {
	u := tb.Unit()
	color := classes[ClassBookmark].color
	if !in.barFilter().Has(ClassBookmark) {
		return
	}
	for i := range in.Bookmarks {
		x, y := b.XAt(in.Bookmarks[i].Clock, in.Duration), b.Track.Y+round(u)
		tb.Out.Rect(round(x), y, max(1, round(u)), 16*u, color.Alpha(0.8))
		tb.Out.Triangle(x-4*u, y, x+4*u, y, x, b.Track.Y+flagHeight*u, color)
	}
}

// drawPath draws the keyframes of the camera path as small diamonds at the lower edge of the bar, on a line from the
// first to the last.
func (tb *timeBar) drawPath(in *Input, b *Bar) {
	n := len(in.Path)
	if n == 0 {
		return
	}
	u := tb.Unit()
	color := classes[ClassBookmark].color
	y, half := b.Track.Y+b.Track.H-7*u, 3.5*u
	from, to := b.XAt(in.Path[0].Clock, in.Duration), b.XAt(in.Path[n-1].Clock, in.Duration)
	tb.Out.Rect(from, y-0.5*u, to-from, max(1, round(u)), color.Alpha(0.7))
	for i := range in.Path {
		x := b.XAt(in.Path[i].Clock, in.Duration)
		tb.Out.Quad(x-half, y, x, y-half, x+half, y, x, y+half, color)
	}
}

// tipReach is the maximum distance between the pointer and an event for a tooltip or a click, in units.
const tipReach = 5

// pointed returns the index of the bookmark or of the event near a position on the track. The other index is -1, or
// both if there is neither. If there are both, it returns the event, or the bookmark if the pointer is at the height
// of its flag.
func (tb *timeBar) pointed(in *Input, b *Bar, x float32) (bookmark, event int) {
	u := tb.canvas.Unit()
	reach := tipReach * u
	bookmark, event = -1, tb.ticks.near(x, reach)
	if event >= len(in.Events) {
		event = -1
	}
	onFlag := in.MouseY >= b.Track.Y && in.MouseY < b.Track.Y+flagHeight*u
	if in.barFilter().Has(ClassBookmark) && (event < 0 || onFlag) {
		if bookmark = b.bookmarkNear(in.Bookmarks, x, in.Duration, reach); bookmark >= 0 {
			event = -1
		}
	}
	return bookmark, event
}

// Snap returns the viewer's time of the bookmark or event whose tick is near a position on the track, in pixels; ok
// is false if there is none. It refers to the last [HUD.Build].
func (h *HUD) Snap(in *Input, x float32) (clock float64, ok bool) {
	b := NewBar(NewLayout(in.Screen), in.Muted)
	return in.pointedTime(h.bar.pointed(in, &b, x))
}

// pointedTime returns the viewer's time of a bookmark or an event, of which at least one is -1; ok is false if both
// are.
func (in *Input) pointedTime(bookmark, event int) (clock float64, ok bool) {
	switch {
	case bookmark >= 0:
		return in.Bookmarks[bookmark].Clock, true
	case event >= 0:
		return in.Events[event].Clock, true
	}
	return 0, false
}

// levelAt returns the level at a viewer's time, nil if there is none.
func levelAt(levels []timeline.Level, clock float64) *timeline.Level {
	for i := len(levels) - 1; i >= 0; i-- {
		if levels[i].Start >= 0 && levels[i].Start <= clock {
			return &levels[i]
		}
	}
	return nil
}

// partWords are the tooltips of the parts of the bar.
var partWords = [...]string{
	PartBack: "Previous frame", PartPlay: "Play, pause", PartForward: "Next frame",
	PartClock: "Switch clock",
	PartRate:  "Faster (right click: slower; wheel: both)",
	PartMute:  "Unmute", PartList: "Events", PartMenu: "Menu: commands, settings, keys", PartTrack: "",
	PartWarnings: "Warnings",
}

// hasTip reports whether the pointer is at the bar or drags along it.
func (p *page) hasTip(in *Input) bool {
	return p.hasBar(in) && (in.Held == HeldTrack || in.over(HeldTrack) && p.layout.Bar.Has(in.MouseX, in.MouseY))
}

// drawBarTip draws the tooltip of the part under the pointer: the moment on the track, or what a click does.
func (h *HUD) drawBarTip(in *Input, _ Rect) {
	b := NewBar(h.page.layout, in.Muted)
	part := PartNone
	if in.over(HeldTrack) {
		part = in.hitBar(&b)
	}
	if in.Held == HeldTrack || part == PartTrack {
		if in.Duration > 0 {
			h.drawTip(in, &b)
		}
		return
	}
	words := partWords[part]
	if part == PartClock && in.Growing && b.Total.Has(in.MouseX, in.MouseY) {
		words = "Go live"
	}
	if words != "" && !in.Screen.Touch && in.Finder == nil {
		h.pieces = h.pieces[:0]
		h.piece(words, charsetOwn, colorText)
		h.bar.barTip(in, &b, true)
	}
}

// dragNear is how far in seconds an event may be from the time that a drag shows, to be named there.
const dragNear = 1

// drawTip draws the time, level and event under the pointer.
func (h *HUD) drawTip(in *Input, b *Bar) {
	clock := b.TimeAt(in.MouseX, in.Duration)
	bookmark, event := h.bar.pointed(in, b, in.MouseX)
	if near, any := in.pointedTime(bookmark, event); any {
		if in.Held != HeldTrack {
			clock = near
		} else if math.Abs(near-clock) > dragNear {
			bookmark, event = -1, -1
		}
	}
	h.pieces = h.pieces[:0]
	h.tip = appendClock(h.tip[:0], clock, false)
	h.piece(asString(h.tip), charsetOwn, colorText)
	if l := levelAt(in.Levels, clock); l != nil && len(in.Levels) > 1 && !in.ahead(l.Start) {
		h.piece("  ", charsetOwn, colorDim)
		h.piece(mapName(l.Map), charsetOwn, colorDim)
	}
	switch {
	case bookmark >= 0:
		h.piece("  ", charsetOwn, colorText)
		h.pieces = appendBookmark(h.pieces, &in.Bookmarks[bookmark])
	case event >= 0:
		h.piece("  ", charsetOwn, colorText)
		h.pieces = appendEvent(h.pieces, in.charset(), in.game(), &in.Events[event])
	}
	h.bar.gapTip(in, b)
	h.placePreview(in, b, h.bar.barTip(in, b, false))
}

// tipLeast is the minimum width left for a tooltip beside the open list of events, and tipFar the maximum distance of
// a button's tooltip above the bar, in units.
const tipLeast, tipFar = 120, 110

// barTip draws the collected line near the bar at the pointer, where it covers no text, and returns its area. If all
// places nearby are taken, the tooltip of a button covers the track.
func (tb *timeBar) barTip(in *Input, b *Bar, button bool) (box Rect) {
	c := &tb.canvas
	u := c.Unit()
	pad := round(8 * u)
	area := Rect{pad, 0, b.Rect.W - 2*pad, b.Rect.Y}
	if in.listed() {
		if left := NewPanel(in.Screen).Rect.X - 2*pad; left >= tipLeast*u {
			area.W = left
		}
	}
	w := min(tb.piecesWidth(fontText), area.W-2*pad)
	box = Rect{W: w + 2*pad, H: c.Atlas.lineHeight(fontText) + pad}
	box.X = round(max(area.X, min(area.X+area.W-box.W, in.MouseX-box.W/2)))
	box.Y = b.Rect.Y - box.H - round(4*u)
	at, ok := tb.tips.free(box, area, 0, u)
	switch {
	case button && box.W <= b.Track.W && (!ok || box.Y-at.Y > tipFar*u):
		box.X = round(max(b.Track.X, min(b.Track.X+b.Track.W-box.W, in.MouseX-box.W/2)))
		box.Y = round(b.Rect.Y + (b.Rect.H-box.H)/2)
	case ok:
		box = at
	}
	c.panel(box, colorTip)
	tb.drawPieces(fontText, box.X+pad, box.Y+pad/2, w)
	return box
}

// keepTip keeps the tooltip off the vertices that an element has drawn from index first on.
func (tb *timeBar) keepTip(e *element, first int) {
	if e.has(inPicture) || e.name == "bar" || e.name == "kill" { // the words of a kill keep off the status
		return
	}
	if r, any := tb.drawn(first); any {
		tb.tips.keep(r)
	}
}

// keepTipsOff begins to collect the areas that a tooltip must not cover. The status counts as a whole, so that the
// tooltip does not jump while the pointer moves along the bar. So do the strips of views, with the room for a matchup
// panel above them.
func (tb *timeBar) keepTipsOff(in *Input, page *page) {
	l := &page.layout
	tb.tips.boxes, tb.tips.space = tb.tips.boxes[:0], round(4*l.Unit)
	if page.hasStatus(in) {
		tb.tips.keep(Rect{0, l.Vitals.Y, l.Bar.W, l.Vitals.H})
	}
	for _, p := range in.Panes {
		strip := StripHeight(in.Screen) + (matchupRoom+matchupHigh)*l.Unit
		tb.tips.keep(Rect{p.X, p.Y + p.H - strip, p.W, strip})
	}
}

const (
	// gapReach is how far the mark of a gap extends to each side, in units. Marks that are closer are drawn as one.
	gapReach = 5
	// hatch is the distance between the lines that hatch an uncertain part, in units.
	hatch = 6
)

// drawGaps marks where data of the demo is lost: a break in the line of the track, with two slanting strokes like a
// break line in a technical drawing. No event looks like that. The line behind it is hatched for as long as objects
// may be out of place. The line begins at y and is thick pixels high.
func (tb *timeBar) drawGaps(in *Input, b *Bar, y, thick float32) {
	u := tb.Unit()
	reach := round(gapReach * u)
	hatched := b.Track.X
	for i := range in.Gaps {
		k := &in.Gaps[i]
		from, to := max(hatched, b.XAt(k.Start, in.Duration)), b.XAt(k.Until, in.Duration)
		if to-from >= 1 {
			tb.hatch(from, to, y-round(u), thick+2*round(u))
			hatched = to
		}
	}
	last := float32(math.Inf(-1))
	for i := range in.Gaps {
		k := &in.Gaps[i]
		if x := b.gapX(k, in.Duration); k.Count > 0 && x-last >= 2*reach {
			tb.gapMark(x, y+thick/2, reach)
			last = x
		}
	}
}

// gapX returns the position of the middle of a gap's mark.
func (b *Bar) gapX(k *scan.Gap, duration float64) float32 {
	return (b.XAt(k.Start, duration) + b.XAt(k.End, duration)) / 2
}

// gapMark draws the mark of a gap around x and the middle of the track, reach pixels to each side.
func (tb *timeBar) gapMark(x, middle, reach float32) {
	u := tb.Unit()
	high, line := 8*u, max(1.5, 2*u)
	tb.Out.Rect(x-reach/2, middle-4*u, reach, 8*u, colorTip)
	for _, side := range [...]float32{-1, 1} {
		at := x + side*reach/2
		tb.Out.Line(at-reach/2, middle+high, at+reach/2, middle-high, line, colorDanger)
	}
}

// hatch draws slanting lines between two positions, in a band that begins at y.
func (tb *timeBar) hatch(from, to, y, height float32) {
	step := max(3, round(hatch*tb.Unit()))
	tb.Out.Rect(from, y, to-from, height, colorDanger.Alpha(0.25))
	for x := from; x < to; x += step {
		// Cut at the end, so that no line reaches beyond it.
		wide := min(height, to-x)
		tb.Out.Line(x, y+height, x+wide, y+height-wide, max(1, tb.Unit()), colorDanger)
	}
}

// gapTip appends the damage under the pointer to the tooltip.
func (tb *timeBar) gapTip(in *Input, b *Bar) {
	reach := (gapReach + tipReach) * tb.canvas.Unit()
	clock := b.TimeAt(in.MouseX, in.Duration)
	near := -1
	for i := range in.Gaps {
		d := float32(math.Abs(float64(b.gapX(&in.Gaps[i], in.Duration) - in.MouseX)))
		if in.Gaps[i].Count > 0 && d < reach {
			near, reach = i, d
		}
	}
	if near >= 0 {
		start := len(tb.tip)
		tb.tip = appendGap(tb.tip, &in.Gaps[near])
		tb.piece("  ", charsetOwn, colorText)
		tb.piece(asString(tb.tip[start:]), charsetOwn, colorDanger)
		return
	}
	i := sort.Search(len(in.Gaps), func(i int) bool { return in.Gaps[i].Start > clock }) - 1
	if i >= 0 && clock < in.Gaps[i].Until {
		tb.piece("  things may be out of place", charsetOwn, colorDanger)
	}
}

// appendGap appends the position and size of a gap: "damaged at byte 39021: 412 bytes unreadable, 1.2 s lost".
func appendGap(text []byte, k *scan.Gap) []byte {
	text = append(text, "damaged "...)
	if k.Count > 1 {
		text = append(text, "in "...)
		text = strconv.AppendInt(text, int64(k.Count), 10)
		text = append(text, " places from byte "...)
	} else {
		text = append(text, "at byte "...)
	}
	text = strconv.AppendInt(text, k.Damage.Offset, 10)
	if k.Count > 1 {
		text = append(text, " on"...)
	}
	end := len(text)
	text = append(text, ": "...)
	start := len(text)
	if text = k.Append(text); len(text) == start {
		return text[:end]
	}
	return text
}

// lane is a row of ticks. Classes with many events have their own lane, so that they do not hide others.
type lane uint8

const (
	laneKills lane = iota // above the track
	laneSpeech
	laneItems
	laneWhole // across the track: levels, matches, demo marks
	laneCount
)

// tick is one line on the track: the events in a cell.
type tick struct {
	class Class
	rank  uint8 // the highest rank of the events, 0 if there are none
	count uint8 // number of events in the cell, at most 255
	event int32 // index of the event of the highest rank
}

const (
	// tickCell is the width of a cell in units. A lane has at most one tick per cell.
	tickCell = 4
	// crowded is the part of a lane's cells that may have ticks before those of the lowest rank are left out.
	crowded = 0.4
	// maxRank is the highest rank, and maxCount the highest count that makes a difference.
	maxRank  = 5
	maxCount = 8
)

// ticks are the ticks on the track, thinned out to stay distinct.
type ticks struct {
	cells [laneCount][]tick
	key   ticksKey
}

// ticksKey holds the values that the ticks depend on.
type ticksKey struct {
	events   *timeline.Event
	count    int
	duration float64
	track    Rect
	unit     float32
	viewer   Viewer
	filter   ClassSet
}

// laneOf returns the lane for an event of a class, and its rank there, 1 to 5.
func laneOf(c Class, e *timeline.Event) (lane, uint8) {
	switch c {
	case ClassKill:
		return laneKills, 1
	case ClassMine:
		return laneKills, 5
	case ClassDeath:
		return laneKills, 4
	case ClassChat:
		return laneSpeech, 1
	case ClassItem:
		if e.Kind == world.EventSecret {
			return laneItems, 4
		}
		return laneItems, weapon.ItemNamed(e.Item).Weight()
	case ClassFlag:
		if e.Kind == world.EventCapture {
			return laneItems, 5
		}
		return laneItems, 4
	case ClassDemoMark:
		return laneWhole, 5
	case ClassMatch:
		return laneWhole, 4
	}
	return laneWhole, 3
}

// update computes the ticks if a value that they depend on has changed.
func (t *ticks) update(in *Input, b *Bar, unit float32) {
	events := in.visibleEvents()
	key := ticksKey{count: len(events), duration: in.Duration, track: b.Track, unit: unit, viewer: in.viewer(),
		filter: in.barFilter()}
	if len(events) > 0 {
		key.events = &events[0]
	}
	if key == t.key {
		return
	}
	t.key = key
	n := t.size()
	for l := range t.cells {
		if cap(t.cells[l]) < n {
			t.cells[l] = make([]tick, n)
		}
		t.cells[l] = t.cells[l][:n]
		clear(t.cells[l])
	}
	if !(in.Duration > 0) {
		return
	}
	for i := range events {
		e := &events[i]
		c := key.viewer.Class(e)
		if c == ClassNone || !key.filter.Has(c) || c == ClassLevel && e.Clock <= in.firstLevel() {
			continue
		}
		l, rank := laneOf(c, e)
		k := &t.cells[l][t.cellOf(b.XAt(e.Clock, in.Duration))]
		k.count = min(k.count, math.MaxUint8-1) + 1
		if rank > k.rank {
			k.class, k.rank, k.event = c, rank, int32(i)
		}
	}
	for l := range t.cells {
		if lane(l) == laneItems || lane(l) == laneSpeech {
			thin(t.cells[l])
		}
	}
}

// size returns the number of cells on the track.
func (t *ticks) size() int { return max(1, int(t.key.track.W/t.width())+1) }

// width returns the width of a cell in whole pixels.
func (t *ticks) width() float32 { return max(2, round(tickCell*t.key.unit)) }

// cellOf returns the cell at a position on the track.
func (t *ticks) cellOf(x float32) int {
	return max(0, min(t.size()-1, int((x-t.key.track.X)/t.width())))
}

// thin removes ticks from a crowded lane: first those of the lowest rank, and among these the cells with the fewest
// events. If that would remove every tick, it keeps every second one.
func thin(cells []tick) {
	limit := int(crowded * float64(len(cells)))
	var taken [maxRank + 1][maxCount + 1]int
	total := 0
	for i := range cells {
		if k := &cells[i]; k.rank > 0 {
			taken[k.rank][min(k.count, maxCount)]++
			total++
		}
	}
	for rank := range taken {
		for count, n := range taken[rank] {
			if n == 0 || total <= limit {
				continue
			}
			// Remove all of these, unless none would be left.
			every := n == total
			odd := false
			for i := range cells {
				k := &cells[i]
				if int(k.rank) != rank || int(min(k.count, maxCount)) != count {
					continue
				}
				if odd = !odd; every && odd {
					continue
				}
				*k = tick{}
				total--
			}
		}
	}
}

// near returns the index of the event whose tick is nearest to a position on the track and within reach pixels, or -1
// if there is none. It prefers higher ranks, except for demo marks, which can coincide with any event.
func (t *ticks) near(x, reach float32) int {
	found, best := -1, float32(math.Inf(1))
	if len(t.cells[0]) == 0 {
		return found
	}
	w := t.width()
	first, last := t.cellOf(x-reach-w), t.cellOf(x+reach)
	for l := range t.cells {
		for i := first; i <= last; i++ {
			k := &t.cells[l][i]
			if k.rank == 0 {
				continue
			}
			middle := t.key.track.X + (float32(i)+0.5)*w
			d := float32(math.Abs(float64(middle - x)))
			if d > reach+w/2 {
				continue
			}
			// A step of rank outweighs a pixel and a half.
			if k.class != ClassDemoMark {
				d -= 1.5 * float32(k.rank)
			}
			if d < best {
				found, best = int(k.event), d
			}
		}
	}
	return found
}

// drawOrder begins with the lane that crosses the others, so that its ticks cover none of theirs.
var drawOrder = [laneCount]lane{laneWhole, laneSpeech, laneItems, laneKills}

// draw draws the ticks around the line of the track, which begins at y and is thick pixels high.
func (t *ticks) draw(out *draw.Buffer, u, y, thick float32) {
	w := t.width()
	thin := max(1, round(2*u))
	track := t.key.track
	above, below := y-round(2*u), y+thick+round(2*u)
	// The lane below the track has two rows, one for items and one for chat.
	row := max(2, round(3.5*u))
	for _, l := range drawOrder {
		for i := range t.cells[l] {
			k := &t.cells[l][i]
			if k.rank == 0 {
				continue
			}
			x := track.X + float32(i)*w
			color := classes[k.class].color
			switch l {
			case laneKills:
				// The height shows the number of kills.
				height := round((3.5 + 2*float32(min(k.count, 5))) * u)
				out.Rect(x, above-height, thin, height, color)
			case laneItems:
				out.Rect(x, below, thin, row, color)
			case laneSpeech:
				out.Rect(x, below+row+max(1, round(u)), thin, row, color)
			case laneWhole:
				out.Rect(x, track.Y+5*u, max(1, round(1.5*u)), track.H-10*u, color)
			}
		}
	}
}

// visibleEvents returns the events without those hidden as spoilers.
func (in *Input) visibleEvents() []timeline.Event {
	if in.On(setting.Spoilers) {
		return in.Events
	}
	return in.Events[:countUntil(in.Events, in.Clock)]
}

// countUntil returns the number of events up to and including clock.
func countUntil(events []timeline.Event, clock float64) int {
	return sort.Search(len(events), func(i int) bool { return events[i].Clock > clock })
}

// firstLevel returns the start of the first level, which has no tick.
func (in *Input) firstLevel() float64 {
	if len(in.Levels) == 0 {
		return 0
	}
	return in.Levels[0].Start
}

// viewer returns the player from whose view events are classified.
func (in *Input) viewer() Viewer {
	return Viewer{Slot: in.Watched, Recorder: in.World != nil && in.Watched >= 0 && in.Watched == in.World.Recorder}
}

// bookmarkNear returns the index of the bookmark nearest to a position on the track, within reach pixels, or -1 if
// there is none.
func (b *Bar) bookmarkNear(list []bookmarks.Mark, x float32, duration float64, reach float32) int {
	found := -1
	for i := range list {
		d := float32(math.Abs(float64(b.XAt(list[i].Clock, duration) - x)))
		if d <= reach {
			found, reach = i, d
		}
	}
	return found
}
