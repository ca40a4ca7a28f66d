package hud

import (
	"math"

	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// The kill preview draws an arrow from the killer, or from a missile in the air, to the victim.

// Sizes of that way, in points.
const (
	// wayFrom and wayTo are how wide a stroke is where it begins and ends, and wayDark by how much wider
	// the dark below it is.
	wayFrom, wayTo, wayDark = 1.5, 5, 2.5
	// wayHead is the length of the head of an arrow, and wayHalf half its width.
	wayHead, wayHalf = 15, 7
)

// way is a line in the picture, of a length, with its direction.
type way struct{ x, y, dx, dy, long float32 }

// at returns the place so far along a way, and aside of it.
func (w *way) at(along, aside float32) (x, y float32) {
	return w.x + w.dx*along - w.dy*aside, w.y + w.dy*along + w.dx*aside
}

// killWay draws the way from the killer, or from what flies, to the victim.
func (h *HUD) killWay(in *Input, color draw.Color) {
	k, u := &in.Kill, h.canvas.Unit()
	if k.Strikes && k.Sides[0].At == anchor.KillEye && k.Sides[1].At == anchor.KillInside {
		return // the player sees the shot; that of an attacker is seen too briefly
	}
	if k.Falls {
		return // nothing flies
	}
	x0, y0, ok := h.killEnd(in, 0)
	flies := k.Flies && !h.headline.Has(k.X, k.Y) && !h.insetArea.Has(k.X, k.Y) // nothing is to be seen of it there
	if r, inside := h.killBox(in, 1); flies && inside && r.Has(k.X, k.Y) {
		return // it is there, and its trail leads to it
	}
	if r, inside := h.killBox(in, 0); inside && r.Has(k.X, k.Y) {
		flies = false // it is still at the shooter
	}
	if flies {
		x0, y0, ok = k.X, k.Y, true
		dark := draw.RGB(0x000000).Alpha(0.6 * color.A)
		h.out.Ring(k.X, k.Y, (killRing-2)*u, (killRing+3)*u, dark)
		h.out.Ring(k.X, k.Y, (killRing-1)*u, (killRing+1)*u, color)
	}
	x1, y1, to := h.killEnd(in, 1)
	away := k.Own && k.Signs&story.SignUnfired != 0 // from the victim
	if away && k.Sides[1].At == anchor.KillEye {    // along the aim, from the player
		x0, y0, ok = x1, y1, to
		x1, y1 = in.Screen.Width/2, in.Screen.Height/2
	}
	if !ok || !to {
		return
	}
	w := way{x: x0, y: y0, dx: x1 - x0, dy: y1 - y0}
	far := float32(math.Hypot(float64(w.dx), float64(w.dy)))
	if far < 1 {
		return
	}
	w.dx, w.dy = w.dx/far, w.dy/far
	// It begins and ends beside what is there.
	first, last := float32((killRing+3)*u), h.killEdge(in, 1, -w.dx, -w.dy)
	switch {
	case away:
		first, last = last, killRing*u
	case !flies:
		first = h.killEdge(in, 0, w.dx, w.dy)
	}
	w.x, w.y = w.at(first, 0)
	if w.long = far - first - last; w.long < wayHead*u {
		return
	}
	end, dark := w.long-wayHead*u, draw.RGB(0x000000).Alpha(0.6*color.A)
	h.taper(&w, end, (wayFrom+wayDark)*u, (wayTo+wayDark)*u, dark)
	h.taper(&w, end, wayFrom*u, wayTo*u, color)
	for _, pass := range [...]struct {
		more float32
		ink  draw.Color
	}{{1.5 * u, dark}, {0, color}} {
		x0, y0 := w.at(w.long+pass.more, 0)
		x1, y1 := w.at(end-pass.more, wayHalf*u+pass.more)
		x2, y2 := w.at(end-pass.more, -wayHalf*u-pass.more)
		h.out.Triangle(x0, y0, x1, y1, x2, y2, pass.ink)
	}
}

// taper draws a stroke up to a place of a way that grows from one width to another.
func (h *HUD) taper(w *way, end, from, to float32, ink draw.Color) {
	x0, y0 := w.at(0, from/2)
	x1, y1 := w.at(end, to/2)
	x2, y2 := w.at(end, -to/2)
	x3, y3 := w.at(0, -from/2)
	h.out.Quad(x0, y0, x1, y1, x2, y2, x3, y3, ink)
}

// killEnd returns where the line of a kill begins, or ends, at one of the two; ok is false where
// that is not known.
func (h *HUD) killEnd(in *Input, side int) (x, y float32, ok bool) {
	k := &in.Kill
	s := &k.Sides[side]
	if s.Text == "" {
		return 0, 0, false
	}
	switch s.At {
	case anchor.KillInside:
		return s.Body.X + s.Body.W/2, s.Body.Y + s.Body.H/2, true
	case anchor.KillEye:
		if h.headline.W > 0 {
			return h.headline.X + h.headline.W/2, h.headline.Y + h.headline.H/2, true
		}
		return in.Screen.Width / 2, namesArea(h, in).H, true
	case anchor.KillOutside:
		b := h.killPointer[side]
		if hasInset(h, in) && s.Player-1 == in.Inset.Slot {
			b = h.insetArea
		}
		if b.W <= 0 {
			return 0, 0, false
		}
		x, y = b.X+b.W/2, b.Y+b.H/2
		return x, y, true
	}
	return 0, 0, false
}

// killEdge returns how far from the middle of one of the two the line of a kill leaves what is drawn
// there, in a direction.
func (h *HUD) killEdge(in *Input, side int, dx, dy float32) float32 {
	r, ok := h.killBox(in, side)
	if !ok {
		s := &in.Kill.Sides[side]
		switch {
		case s.At == anchor.KillEye:
			r = h.headline
		case s.At != anchor.KillOutside:
			return 0
		case hasInset(h, in) && s.Player-1 == in.Inset.Slot:
			r = h.insetArea
		default:
			r = h.killPointer[side]
		}
	}
	return leaves(r, dx, dy)
}

// leaves returns how far from the middle of a box a line in a direction leaves it.
func leaves(r Rect, dx, dy float32) float32 {
	far := float32(1e9)
	if dx = max(dx, -dx); dx > 0.001 {
		far = min(far, r.W/2/dx)
	}
	if dy = max(dy, -dy); dy > 0.001 {
		far = min(far, r.H/2/dy)
	}
	if far > 1e8 {
		return 0
	}
	return far
}
