package hud

import (
	"sort"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Bar is where the timeline bar's parts are, in pixels.
type Bar struct {
	Rect    Rect // all of it
	Back    Rect // one frame back
	Play    Rect // play, pause
	Forward Rect // one frame on
	Elapsed Rect
	Track   Rect // the way from the demo's beginning to its end
	Total   Rect
	Speed   Rect
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
)

// NewBar lays out the bar of a screen.
func NewBar(l Layout) Bar {
	u, r := l.Unit, l.Bar
	b := Bar{Rect: r}
	x, right := r.X+8*u, r.X+r.W-8*u
	take := func(width float32) Rect {
		t := Rect{round(x), r.Y, round(width * u), r.H}
		x += t.W
		return t
	}
	b.Back, b.Play, b.Forward = take(28), take(34), take(28)
	b.Elapsed = take(92)
	takeRight := func(width float32) Rect {
		w := round(width * u)
		right -= w
		return Rect{round(right), r.Y, w, r.H}
	}
	b.Speed, b.Total = takeRight(56), takeRight(84)
	x, right = x+10*u, right-10*u
	b.Track = Rect{round(x), r.Y, max(1, round(right-x)), r.H}
	return b
}

// Hit returns the part at a point.
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
	}
	return PartNone
}

// TimeAt returns the time, in seconds, that a place on the track stands for
// when the whole has duration seconds.
func (b *Bar) TimeAt(x float32, duration float64) float64 {
	return float64(max(0, min(1, (x-b.Track.X)/b.Track.W))) * duration
}

// XAt returns the place of a time on the track.
func (b *Bar) XAt(clock, duration float64) float32 {
	if !(duration > 0) {
		return b.Track.X
	}
	return b.Track.X + float32(max(0, min(1, clock/duration)))*b.Track.W
}

// tick is how an event looks on the track. Where several fall on one pixel the
// highest rank shows.
type tick struct {
	rank  uint8 // 0: not shown
	color draw.Color
}

var ticks = map[world.EventKind]tick{
	world.EventKill:         {1, colorRed},
	world.EventSecret:       {2, colorViolet},
	world.EventIntermission: {3, colorDim},
	world.EventCapture:      {4, colorGreen},
	world.EventMatchStart:   {5, colorText},
	world.EventMatchEnd:     {5, colorText},
	world.EventMark:         {6, colorAccent},
}

// shownTick returns an event's tick. Those of the player whom one watches are
// brighter; with somebody watched, other kills step back.
func shownTick(e *timeline.Event, watched int) tick {
	t := ticks[e.Kind]
	if e.Kind == world.EventKill && watched != world.Nobody {
		switch watched {
		case e.Player:
			return tick{8, colorAccent}
		case e.Other:
			return tick{7, colorBad}
		}
		t.color = t.color.Dim(0.6)
	}
	return t
}

// drawBar draws the bar.
func (h *HUD) drawBar(in *Input, b *Bar) {
	c := &h.canvas
	u := c.Unit()
	r := b.Rect
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel)
	c.Out.Rect(r.X, r.Y, r.W, max(1, round(u)), colorEdge)

	part := PartNone
	if in.MouseKnown {
		part = b.Hit(in.MouseX, in.MouseY)
	}
	h.button(b.Back, IconStepBack, 15, part == PartBack)
	play := IconPause
	if in.Paused || in.Ended {
		play = IconPlay
	}
	h.button(b.Play, play, 20, part == PartPlay)
	h.button(b.Forward, IconStepForward, 15, part == PartForward)

	y := round(r.Y + (r.H-c.Atlas.Height(FontTime))/2)
	text := appendClock(h.scratch[:0], in.Clock, in.Paused)
	TextRight(c, FontTime, b.Elapsed.X+b.Elapsed.W, y, text, CharsetOwn, colorText)
	text = appendClock(h.scratch[:0], in.Duration, false)
	if !in.Complete {
		text = append(text, '+')
	}
	Text(c, FontTime, b.Total.X, y, text, CharsetOwn, colorDim)
	speedColor := colorDim
	if in.Speed != 1 {
		speedColor = colorAccent
	}
	text = appendSpeed(h.scratch[:0], in.Speed)
	TextRight(c, FontTime, b.Speed.X+b.Speed.W, y, text, CharsetOwn, speedColor)

	h.drawTrack(in, b, part == PartTrack || in.Dragging)
}

func (h *HUD) button(r Rect, icon Icon, side float32, hot bool) {
	c := &h.canvas
	u := c.Unit()
	color := colorText
	if hot {
		color = colorAccent
	}
	s := round(side * u)
	c.Icon(icon, round(r.X+(r.W-s)/2), round(r.Y+(r.H-s)/2), s, color)
}

func (h *HUD) drawTrack(in *Input, b *Bar, hot bool) {
	c := &h.canvas
	u := c.Unit()
	t := b.Track
	thick := max(2, round(4*u))
	if hot {
		thick = round(6 * u)
	}
	y := round(t.Y + t.H/2 - thick/2)
	c.Out.Rect(t.X, y, t.W, thick, colorEdge)
	// How far the index has come: until then the end is a guess.
	c.Out.Rect(t.X, y, t.W*float32(max(0, min(1, in.Progress))), thick, colorFaint)
	now := b.XAt(in.Clock, in.Duration)
	c.Out.Rect(t.X, y, now-t.X, thick, colorAccent)

	h.drawTicks(in, b, y)
	for i := range in.Levels {
		if s := in.Levels[i].Start; i > 0 && s >= 0 {
			x := round(b.XAt(s, in.Duration))
			c.Out.Rect(x, t.Y+6*u, max(1, round(u)), t.H-12*u, colorDim)
		}
	}
	c.Out.Circle(now, t.Y+t.H/2, 6*u, colorText)
	if hot && in.Duration > 0 {
		h.drawTip(in, b)
	}
}

// drawTicks draws the events above the track that begins at y.
func (h *HUD) drawTicks(in *Input, b *Bar, y float32) {
	c := &h.canvas
	u := c.Unit()
	width := max(1, round(1.5*u))
	height := round(8 * u)
	top := y - round(3*u) - height
	at, best := float32(-1), tick{}
	flush := func() {
		if best.rank > 0 {
			grow := float32(0)
			if best.rank > 1 {
				grow = round(2 * u)
			}
			c.Out.Rect(at, top-grow, width, height+grow, best.color)
		}
	}
	for i := range in.Events {
		k := shownTick(&in.Events[i], in.Watched)
		if k.rank == 0 {
			continue
		}
		x := round(b.XAt(in.Events[i].Clock, in.Duration))
		if x >= at+width || at < 0 {
			flush()
			at, best = x, k
		} else if k.rank > best.rank {
			best = k
		}
	}
	flush()
}

// tipReach is how near to the pointer an event must be to be named, in units.
const tipReach = 5

// eventNear returns the event at a place of the track that says most.
func (b *Bar) eventNear(events []timeline.Event, x float32, duration float64, reach float32, watched int) *timeline.Event {
	from, to := b.TimeAt(x-reach, duration), b.TimeAt(x+reach, duration)
	i := sort.Search(len(events), func(i int) bool { return events[i].Clock >= from })
	var found *timeline.Event
	var rank uint8
	var away float32
	for ; i < len(events) && events[i].Clock <= to; i++ {
		k := shownTick(&events[i], watched).rank
		d := b.XAt(events[i].Clock, duration) - x
		if d < 0 {
			d = -d
		}
		if k > rank || k == rank && k > 0 && d < away {
			found, rank, away = &events[i], k, d
		}
	}
	return found
}

// drawTip says what the pointer is on: time, level and event.
func (h *HUD) drawTip(in *Input, b *Bar) {
	c := &h.canvas
	u := c.Unit()
	clock := b.TimeAt(in.MouseX, in.Duration)
	e := b.eventNear(in.Events, in.MouseX, in.Duration, tipReach*u, in.Watched)
	if e != nil && !in.Dragging {
		clock = e.Clock
	}
	h.pieces = h.pieces[:0]
	h.tip = appendClock(h.tip[:0], clock, false)
	h.piece(string1(h.tip), CharsetOwn, colorText)
	if l := levelAt(in.Levels, clock); l != nil && len(in.Levels) > 1 {
		h.piece("  ", CharsetOwn, colorDim)
		h.piece(mapName(l.Map), CharsetOwn, colorDim)
	}
	if e != nil {
		h.piece("  ", CharsetOwn, colorText)
		h.eventPieces(in, e)
	}
	pad := round(8 * u)
	limit := b.Rect.W - 4*pad
	w := min(h.piecesWidth(FontText), limit)
	box := Rect{W: w + 2*pad, H: c.Atlas.Height(FontText) + pad}
	box.X = round(max(pad, min(b.Rect.W-pad-box.W, in.MouseX-box.W/2)))
	box.Y = b.Rect.Y - box.H - round(4*u)
	c.panel(box, colorTip)
	h.drawPieces(FontText, box.X+pad, box.Y+pad/2, w)
}

// levelAt returns the level that is played at a time, nil if none is.
func levelAt(levels []timeline.Level, clock float64) *timeline.Level {
	for i := len(levels) - 1; i >= 0; i-- {
		if levels[i].Start >= 0 && levels[i].Start <= clock {
			return &levels[i]
		}
	}
	return nil
}
