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
func (kp *killPreview) killWay(in *Input, page *page, color draw.Color) {
	k, u := &in.Kill, kp.canvas.Unit()
	if k.Strikes && k.Sides[0].At == anchor.KillEye && k.Sides[1].At == anchor.KillInside {
		return // the player sees the shot; that of an attacker is seen too briefly
	}
	if k.Falls {
		return // nothing flies
	}
	from, ok := kp.killPlace(in, page, 0)
	to, known := kp.killPlace(in, page, 1)
	around := func(x, y, radius float32) Rect {
		return Rect{x - radius*u, y - radius*u, 2 * radius * u, 2 * radius * u}
	}
	flies := k.Flies && !kp.headline.Has(k.X, k.Y) && !page.insetArea.Has(k.X, k.Y) // nothing is to be seen of it there
	if r, inside := kp.killBox(in, page, 1); flies && inside && r.Has(k.X, k.Y) {
		return // it is there, and its trail leads to it
	}
	if r, inside := kp.killBox(in, page, 0); flies && !(inside && r.Has(k.X, k.Y)) { // or it is still at the shooter
		from, ok = around(k.X, k.Y, killRing+3), true
		kp.Out.Ring(k.X, k.Y, (killRing-2)*u, (killRing+3)*u, draw.RGB(0x000000).Alpha(0.6*color.A))
		kp.Out.Ring(k.X, k.Y, (killRing-1)*u, (killRing+1)*u, color)
	}
	if k.Own && k.Signs&story.SignUnfired != 0 && k.Sides[1].At == anchor.KillEye { // along the aim, from the player
		from, ok, to = to, known, around(in.Screen.Width/2, in.Screen.Height/2, killRing)
	}
	if !ok || !known {
		return
	}
	w := way{x: from.X + from.W/2, y: from.Y + from.H/2}
	w.dx, w.dy = to.X+to.W/2-w.x, to.Y+to.H/2-w.y
	far := float32(math.Hypot(float64(w.dx), float64(w.dy)))
	if far < 1 {
		return
	}
	w.dx, w.dy = w.dx/far, w.dy/far
	first := leaves(from, w.dx, w.dy) // it begins and ends beside what is there
	w.x, w.y = w.at(first, 0)
	if w.long = far - first - leaves(to, w.dx, w.dy); w.long < wayHead*u {
		return
	}
	end, dark := w.long-wayHead*u, draw.RGB(0x000000).Alpha(0.6*color.A)
	kp.taper(&w, end, (wayFrom+wayDark)*u, (wayTo+wayDark)*u, dark)
	kp.taper(&w, end, wayFrom*u, wayTo*u, color)
	for _, pass := range [...]struct {
		more float32
		ink  draw.Color
	}{{1.5 * u, dark}, {0, color}} {
		x0, y0 := w.at(w.long+pass.more, 0)
		x1, y1 := w.at(end-pass.more, wayHalf*u+pass.more)
		x2, y2 := w.at(end-pass.more, -wayHalf*u-pass.more)
		kp.Out.Triangle(x0, y0, x1, y1, x2, y2, pass.ink)
	}
}

// taper draws a stroke up to a place of a way that grows from one width to another.
func (g *tagger) taper(w *way, end, from, to float32, ink draw.Color) {
	x0, y0 := w.at(0, from/2)
	x1, y1 := w.at(end, to/2)
	x2, y2 := w.at(end, -to/2)
	x3, y3 := w.at(0, -from/2)
	g.Out.Quad(x0, y0, x1, y1, x2, y2, x3, y3, ink)
}

// killPlace returns the place of one of the two of a kill, at which the arrow begins or ends; ok is false if it is not
// known.
func (kp *killPreview) killPlace(in *Input, page *page, side int) (r Rect, ok bool) {
	s := &in.Kill.Sides[side]
	switch {
	case s.Text == "" || s.At == anchor.KillNowhere:
		return r, false
	case s.At == anchor.KillInside:
		if r, ok = kp.killBox(in, page, side); !ok {
			r = Rect{s.Body.X, s.Body.Y, s.Body.W, s.Body.H}
		}
		return r, true
	case s.At == anchor.KillEye && kp.headline.W <= 0:
		return Rect{in.Screen.Width / 2, page.namesArea(in).H, 0, 0}, true
	case s.At == anchor.KillEye:
		return kp.headline, true
	case page.hasInset(in) && s.Player-1 == in.Inset.Slot:
		return page.insetArea, true
	}
	return kp.killPointer[side], kp.killPointer[side].W > 0
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
