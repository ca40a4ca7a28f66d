package hud

// ClockKind is a clock that the bar can show.
type ClockKind uint8

// The clocks.
const (
	ClockViewer ClockKind = iota // from 0, across levels
	ClockServer                  // the demo's own
	ClockMatch                   // since the match began, if that is known
	ClockCount
)

// drawClocks draws the clock left of the track, and right of it the length of the
// demo or the name of the clock.
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
	drawText(c, fontTime, b.Total.X, y, text, charsetOwn, side)
	h.tip = text
	if !known {
		drawTextRight(c, fontTime, b.Elapsed.X+b.Elapsed.W, y, "-:--", charsetOwn, side)
		return
	}
	text = appendClock(h.scratch[:0], seconds, in.Paused)
	drawTextRight(c, fontTime, b.Elapsed.X+b.Elapsed.W, y, text, charsetOwn, color)
}
