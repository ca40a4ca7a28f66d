package hud

import (
	"slices"

	"demoscope/player/world"
)

// target is an area where a click follows a player, because the player's name or body is drawn there.
type target struct {
	area Rect
	slot int
}

// target adds a target for a player whose name or body was drawn, unless the slot is negative.
func (c *canvas) target(area Rect, slot int) {
	if slot >= 0 {
		c.targets = append(c.targets, target{area, slot})
	}
}

// PlayerAt returns the slot of the player whose name, row or line was at a point on the screen, in pixels, in the
// last [HUD.Build]; [world.Nobody] if there is none.
func (h *HUD) PlayerAt(x, y float32) int {
	if t := h.targetAt(x, y); t != nil {
		return t.slot
	}
	return world.Nobody
}

// OnPanel reports whether a point on the screen, in pixels, was on a panel over the picture, such as the score, in
// the last [HUD.Build].
func (h *HUD) OnPanel(x, y float32) bool {
	return slices.ContainsFunc(h.canvas.panels, func(r Rect) bool { return r.Has(x, y) })
}

// targetAt returns the topmost target at a point, which was drawn last.
func (h *HUD) targetAt(x, y float32) *target {
	for i := len(h.board.boardRows) - 1; i >= 0; i-- {
		if h.board.boardRows[i].area.Has(x, y) {
			return &h.board.boardRows[i]
		}
	}
	if h.board.boardArea.Has(x, y) {
		return nil
	}
	for i := len(h.targets) - 1; i >= 0; i-- {
		if h.targets[i].area.Has(x, y) {
			return &h.targets[i]
		}
	}
	if f := h.front; f != nil {
		return f.targetAt(x-f.at[0], y-f.at[1])
	}
	return nil
}

// clickable returns the target under the pointer, so that a click would follow its player. Text comes before bodies.
func (h *HUD) clickable(in *Input) (t target, ok bool) {
	if !in.Pointing || !in.over(HeldNothing) || in.listed() && NewPanel(in.Screen).Rect.Has(in.MouseX, in.MouseY) ||
		h.page.hasBar(in) && h.page.layout.Bar.Has(in.MouseX, in.MouseY) {
		return t, false
	}
	if at := h.targetAt(in.MouseX, in.MouseY); at != nil {
		t = *at
		if f := h.front; f != nil && f.owns(at) {
			t.area.X, t.area.Y = t.area.X+f.at[0], t.area.Y+f.at[1]
		}
		return t, t.slot != in.Watched
	}
	if in.Body.W <= 0 || h.page.cover != coverNone {
		return t, false
	}
	return target{Rect{in.Body.X, in.Body.Y, in.Body.W, in.Body.H}, in.BodySlot}, in.BodySlot != in.Watched
}

// Hand reports whether a click at the pointer would follow a player.
func (h *HUD) Hand(in *Input) bool { return hasPointed(h, in) }

func hasPointed(h *HUD, in *Input) bool {
	_, ok := h.clickable(in)
	return ok && in.World != nil
}

// drawPointed draws a frame and the name at the player that a click would follow.
func (h *HUD) drawPointed(in *Input, r Rect) {
	t, _ := h.clickable(in)
	p := playerAt(in.World, t.slot)
	if p == nil {
		return
	}
	c := &h.canvas
	u := c.Unit()
	a := &t.area
	x0, y0 := max(r.X, a.X-2*u), max(r.Y, a.Y-2*u)
	x1, y1 := min(r.X+r.W, a.X+a.W+2*u), min(r.Y+r.H, a.Y+a.H+2*u)
	if x1 > x0 && y1 > y0 {
		h.out.Frame(x0, y0, x1-x0, y1-y0, max(1, round(1.5*u)), colorAccent)
	}
	if h.board.boardArea.Has(in.MouseX, in.MouseY) { // the row has the name, and the box would cover the next row
		return
	}
	const aside, pad = 14, 5 // points
	word, set := textWidth(c.Atlas, fontSmall, watchWord, charsetOwn), in.charset()
	width, height := word+textWidth(c.Atlas, fontSmall, p.Name, set)+2*pad*u, c.Atlas.lineHeight(fontSmall)
	box := h.offNumbers(in, Rect{in.MouseX + aside*u, in.MouseY + aside*u, width, height}, r)
	h.out.Rect(box.X, box.Y, box.W, box.H, colorTip)
	drawText(c, fontSmall, box.X+pad*u, box.Y, watchWord, charsetOwn, colorDim)
	drawText(c, fontSmall, box.X+pad*u+word, box.Y, p.Name, set, colorText)
}

// offNumbers returns the place nearest to a box, inside the picture, that covers no number of the HUD. If there is
// none nearby, it returns the box.
func (h *HUD) offNumbers(in *Input, box, area Rect) Rect {
	l, u := &h.page.layout, h.canvas.Unit()
	p := &h.bar.tips
	p.boxes, p.space = p.boxes[:0], round(4*u)
	if h.page.hasStatus(in) {
		p.keep(Rect{l.Vitals.X, l.Vitals.Y, l.Ammo.X + l.Ammo.W - l.Vitals.X, l.Vitals.H})
	}
	if h.page.hasScore(in) {
		p.keep(l.Score)
	}
	if h.page.playing(in) {
		p.keep(infoArea(h, in))
		p.keep(h.teamPanel(in, &h.page))
		for _, b := range l.Beside.column() {
			p.keep(b)
		}
		if in.Extent == Whole {
			p.keep(h.page.matchup)
		}
		for _, pane := range in.Panes {
			strip := StripHeight(in.Screen)
			p.keep(Rect{pane.X, pane.Y + pane.H - strip, pane.W, strip})
		}
	}
	if h.page.hasBar(in) {
		area.H = max(0, min(area.H, l.Bar.Y-area.Y))
	}
	box.X, box.Y = max(area.X, min(box.X, area.X+area.W-box.W)), max(area.Y, min(box.Y, area.Y+area.H-box.H))
	if at, ok := p.free(box, area, 0, u); ok {
		return at
	}
	return box
}

// watchWord precedes the name of the player that a click follows.
const watchWord = "follow "
