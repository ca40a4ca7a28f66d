package hud

import (
	"bytes"
	"math"
	"strconv"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// ClockKind is the clock beside the score. The bar always shows the place
// in the demo.
type ClockKind uint8

// The clocks.
const (
	// ClockGame is what a watcher of the game expects: the time left of a match, or
	// that since it began if it has no limit; the level's time of a single player and of
	// Quake.
	ClockGame   ClockKind = iota
	ClockServer           // the demo's own
	ClockMatch            // since the match began, if that is known
	ClockCount
)

// String returns the name of the clock.
func (k ClockKind) String() string {
	switch k {
	case ClockServer:
		return "server time"
	case ClockMatch:
		return "match time"
	}
	return "game"
}

// gameClock is a time and what it counts.
type gameClock struct {
	seconds float64 // negative if it is not known
	counts  string  // empty if there is no clock
	limit   float64 // seconds that counts refers to; 0 for none
	about   bool    // seconds are known to half a minute
}

const clockUnknown = -1

// clock returns the clock of the picture.
func (in *Input) clock() gameClock {
	if in.World == nil {
		return gameClock{}
	}
	since, limit, begun := in.World.MatchClock(in.Time)
	if !begun && in.MatchStart != 0 {
		since, limit = in.World.MatchClockSince(in.MatchStart, in.Time)
		begun = true
	}
	switch in.Clocks {
	case ClockServer:
		return gameClock{seconds: in.Time, counts: "server time"}
	case ClockMatch:
		if !begun {
			since = clockUnknown
		}
		return gameClock{seconds: since, counts: "match time"}
	}
	if c := in.expectedClock(since, limit, begun); c.counts != "" || !in.NoBar {
		return c
	}
	return gameClock{seconds: in.Clock, counts: "demo time"} // there is no bar to show it
}

// expectedClock returns [ClockGame] from [world.World.MatchClock]'s results. What counts
// down shows the second that has begun, as the games do.
func (in *Input) expectedClock(since, limit float64, begun bool) gameClock {
	w := in.World
	m := &w.Match
	alone := singlePlayer(w)
	switch {
	case m.Phase == world.PhaseCountdown && m.Start > in.Time:
		return gameClock{seconds: math.Ceil(m.Start - in.Time), counts: "to the start"}
	case alone && w.Intermission:
		return gameClock{seconds: w.IntermissionTime, counts: "level time"}
	case m.Phase == world.PhaseWarmUp, m.Phase == world.PhaseCountdown, m.Phase == world.PhaseOver, w.Intermission:
		return gameClock{}
	case begun && limit > 0 && since <= limit:
		return gameClock{seconds: math.Ceil(limit - since), counts: "left of", limit: limit}
	case begun && limit > 0:
		return gameClock{seconds: since - limit, counts: "over", limit: limit}
	case begun && w.Unlimited():
		return gameClock{seconds: since, counts: "played, no limit"}
	case begun:
		return gameClock{seconds: since, counts: "match time"}
	case m.End > 0:
		return gameClock{seconds: math.Ceil(max(0, m.End-in.Time)), counts: "left"}
	case m.Latest > 0:
		const half = 30 // of the minute within which it ends
		return gameClock{seconds: math.Ceil(max(0, m.Latest-half-in.Time)), counts: "left", about: true}
	case alone, w.Game == world.Quake: // whose servers send the level's time
		return gameClock{seconds: in.Time, counts: "level time"}
	}
	return gameClock{}
}

// singlePlayer reports whether players of a world play against monsters: alone or
// together.
func singlePlayer(w *world.World) bool {
	return w.Single.Known || w.Game == world.Quake2 && w.Level().MaxClients == 1
}

// appendTime appends the clock's time, "-:--" if it is not known.
func (c *gameClock) appendTime(b []byte) []byte {
	if c.seconds < 0 {
		return append(b, "-:--"...)
	}
	if c.about {
		b = append(b, '~')
	}
	return appendClock(b, c.seconds, false)
}

// appendCounts appends what the clock counts.
func (c *gameClock) appendCounts(b []byte) []byte {
	b = append(b, c.counts...)
	if c.limit > 0 {
		b = appendClock(append(b, ' '), c.limit, false)
	}
	return b
}

// drawPosition draws the time in the demo left of the track and the demo's length right of it, with "+" while it is
// not known.
func (tb *timeBar) drawPosition(in *Input, b *Bar, hot bool) {
	c := &tb.canvas
	color, side := colorText, colorDim
	if hot {
		color, side = colorAccent, colorAccent
	}
	high := c.Atlas.lineHeight(fontTime)
	y := round(b.Rect.Y + (b.Rect.H-high)/2)
	text := appendClock(c.scratch[:0], in.Clock, in.Paused)
	if in.Warnings > 0 { // the sign of them takes the room of some decimals
		room := b.Elapsed.W - b.Warn.W
		for bytes.IndexByte(text, '.') > 0 && textWidth(c.Atlas, fontTime, text, charsetOwn) > room {
			text = bytes.TrimSuffix(text[:len(text)-1], []byte("."))
		}
	}
	if b.Elapsed.W > 0 {
		drawTextRight(c, fontTime, b.Elapsed.X+b.Elapsed.W, y, text, charsetOwn, color)
	}
	if b.Total.W <= 0 {
		return
	}
	if in.Growing {
		tb.drawLive(in, b, side)
		return
	}
	text = appendClock(c.scratch[:0], in.Duration, false)
	if !in.Complete {
		text = append(text, '+')
	}
	drawText(c, fontTime, b.Total.X, y, text, charsetOwn, side)
}

// drawLive draws how far the picture is behind a live game.
func (tb *timeBar) drawLive(in *Input, b *Bar, color draw.Color) {
	c := &tb.canvas
	high := c.Atlas.lineHeight(fontTime)
	y := round(b.Rect.Y + (b.Rect.H-high-c.Atlas.lineHeight(fontSmall))/2)
	if !in.Live {
		text := appendClock(append(c.scratch[:0], '-'), in.Lag, false)
		drawText(c, fontTime, b.Total.X, y, text, charsetOwn, color)
		drawText(c, fontSmall, b.Total.X, y+high, "to live", charsetOwn, colorDim)
		return
	}
	drawText(c, fontTime, b.Total.X, y, "LIVE", charsetOwn, colorGood)
	text := c.scratch[:0]
	switch {
	case in.Waits:
		text = append(text, "waiting"...)
	case in.Lag > farBehind:
		text = append(text, "catching up"...)
	default:
		text = appendBehind(text, in.Lag)
	}
	drawText(c, fontSmall, b.Total.X, y+high, text, charsetOwn, colorDim)
}

// farBehind is how many seconds behind a live game is only while much that has come is read at once, as at the
// beginning of a long file; the number would be that of one picture.
const farBehind = 10

// appendBehind appends how far behind what has come a live game is shown, in steps in which it does not flicker.
func appendBehind(to []byte, lag float64) []byte {
	to = strconv.AppendFloat(to, max(1, math.Round(lag*2))/2, 'f', 1, 64)
	return append(to, " s behind"...)
}
