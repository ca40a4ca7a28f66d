package hud

import "demoscope/player/timeline"

// Bar is where the timeline bar's parts are, in pixels.
type Bar struct {
	Rect    Rect // all of it
	Back    Rect // one frame back
	Play    Rect // play, pause
	Forward Rect // one frame on
	Elapsed Rect
	Track   Rect // the line from the demo's beginning to its end
	Total   Rect
	Rate    Rect // the playback rate
	Warn    Rect // the sign of warnings, if there are any: the left part of Elapsed
	Mute    Rect // unmutes; empty unless the sound is muted
	List    Rect // opens the list of events
	Menu    Rect // opens the menu of everything
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
	PartWarnings // shows the warnings; if there are none it is a part of PartClock
)

// barDrops are which parts of a bar that is too short are left out, more and more of them: they are empty then.
// The menu goes last: without it who has a mouse alone could do nothing else.
var barDrops = [...]struct{ rate, steps, total, elapsed, list, menu bool }{
	{}, {rate: true}, {rate: true, steps: true}, {true, true, true, false, false, false},
	{true, true, true, true, false, false},
	{true, true, true, true, true, false}, {true, true, true, true, true, true},
}

// trackPart is which part of a bar its track is at least, if there is something to be left out.
const trackPart = 0.33

// NewBar lays out the bar in [Layout.Bar]. With muted sound it has a button that unmutes.
func NewBar(l Layout, muted bool) (b Bar) {
	for drops := range barDrops {
		if b = newBar(l, drops, muted); b.Track.W >= trackPart*l.Bar.W {
			break
		}
	}
	return b
}

// newBar lays out a bar without what some of barDrops leave out.
func newBar(l Layout, drops int, muted bool) Bar {
	out := &barDrops[drops]
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

// Hit returns the part at a point of the screen, in pixels.
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

// hitBar returns the part of the bar at the pointer.
func (in *Input) hitBar(b *Bar) Part {
	part := b.Hit(in.MouseX, in.MouseY)
	if part == PartWarnings && in.Warnings == 0 {
		part = PartClock
	}
	return part
}

// TimeAt returns the time in seconds at a place on the track, in pixels, when the
// demo is duration seconds long.
func (b *Bar) TimeAt(x float32, duration float64) float64 {
	return float64(max(0, min(1, (x-b.Track.X)/b.Track.W))) * duration
}

// XAt returns the place of a time on the track, in pixels: the inverse of
// [Bar.TimeAt]. If the duration is 0, it is the beginning of the track.
func (b *Bar) XAt(clock, duration float64) float32 {
	if !(duration > 0) {
		return b.Track.X
	}
	return b.Track.X + fraction(clock/duration)*b.Track.W
}

// fraction returns v between 0 and 1, 0 for NaN: a corner that is nowhere would spoil the
// picture.
func fraction(v float64) float32 {
	if !(v > 0) {
		return 0
	}
	return float32(min(1, v))
}

// timeBar draws the timeline bar and its tip.
type timeBar struct {
	*tagger
	ticks ticks
	tips  plates // what tips lie on nothing of
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
	// The part that has been indexed: until that is all, the end is a guess.
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

// drawClip marks the clip on the track: its ends as brackets, with a bright line
// between them.
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

// flagHeight is how far the flags of bookmarks reach down from the top of the track, in
// units: not to the ticks of kills.
const flagHeight = 7

// drawBookmarks draws the bookmarks as small flags at the top edge of the bar, whose
// poles stand behind the ticks.
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

// drawPath draws the points of the camera's path as small diamonds at the lower edge of the bar,
// on a line from the first to the last.
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

// tipReach is how close to the pointer an event must be for its tip and for a click,
// in units.
const tipReach = 5

// pointed returns the index of the bookmark or the event near a place of the track;
// -1 for the other, or for both if there is none. Where both are, it is the event, or
// the bookmark if the pointer is as high as its flag.
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

// Snap returns the viewer's time of the bookmark or event whose tick is near a place
// of the track, in pixels; ok is false if there is none. It refers to the last
// [HUD.Build].
func (h *HUD) Snap(in *Input, x float32) (clock float64, ok bool) {
	b := NewBar(NewLayout(in.Screen), in.Muted)
	switch bookmark, event := h.bar.pointed(in, &b, x); {
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
