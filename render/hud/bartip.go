package hud

import "slices"

// partWords are the tips of the parts of the bar.
var partWords = [...]string{
	PartBack: "Previous frame", PartPlay: "Play, pause", PartForward: "Next frame",
	PartClock: "Switch clock",
	PartRate:  "Faster (right click: slower; wheel: both)",
	PartMute:  "Unmute", PartList: "Events", PartMenu: "Menu: commands, settings, keys", PartTrack: "",
	PartWarnings: "Warnings",
}

// hasTip reports whether the pointer is at the bar, or drags along it.
func (p *page) hasTip(in *Input) bool {
	return p.hasBar(in) && (in.Held == HeldTrack || in.over(HeldTrack) && p.layout.Bar.Has(in.MouseX, in.MouseY))
}

// drawBarTip draws what the pointer is at: the moment on the track, or what a click does.
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

// drawTip draws the time, level and event under the pointer.
func (h *HUD) drawTip(in *Input, b *Bar) {
	clock := b.TimeAt(in.MouseX, in.Duration)
	bookmark, event := h.bar.pointed(in, b, in.MouseX)
	switch {
	case in.Held == HeldTrack:
	case bookmark >= 0:
		clock = in.Bookmarks[bookmark].Clock
	case event >= 0:
		clock = in.Events[event].Clock
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

// tipLeast is how wide a tip is at least beside the open list of events, and tipFar how far above the bar one
// of a button may be, in units.
const tipLeast, tipFar = 120, 110

// barTip draws the collected line near the bar at the pointer, where it lies on nothing that is read, and
// returns where. That of a button lies on the track if everything near is taken.
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

// keepTip keeps the tip away from what an element has drawn from a vertex on.
func (tb *timeBar) keepTip(e *element, first int) {
	if slices.Contains(anywhere, e.name) || e.name == "bar" || e.name == "kill" { // whose words keep off the status
		return
	}
	if r, any := tb.drawn(first); any {
		tb.tips.keep(r)
	}
}

// keepTipsOff begins to collect what a tip keeps away from, with the status as a whole, so that it does not
// jump while the pointer moves along the bar, and the strips of views with the room for a duel above them.
func (tb *timeBar) keepTipsOff(in *Input, page *page) {
	l := &page.layout
	tb.tips.boxes, tb.tips.space = tb.tips.boxes[:0], round(4*l.Unit)
	if page.hasStatus(in) {
		tb.tips.keep(Rect{0, l.Vitals.Y, l.Bar.W, l.Vitals.H})
	}
	for _, p := range in.Panes {
		strip := StripHeight(in.Screen) + (duelRoom+duelHigh)*l.Unit
		tb.tips.keep(Rect{p.X, p.Y + p.H - strip, p.W, strip})
	}
}
