package hud

import (
	"math"

	"demoscope/render/draw"
)

// What is told of a kill: a line in words, brackets around both, and a line from the killer, or from
// what flies, to the victim.

// Sizes of the signs of a kill, in points.
const (
	// killLine is the width of lines, and killGround that of the dark below them; killDash and
	// killGap are the lengths of what the line to the victim is made of, killHead that of its head.
	killLine, killGround        = 2, 4.5
	killDash, killGap, killHead = 11, 6, 13
	// killLeast is how wide and high a bracket is at least, and killRoom how far from the body.
	killLeast, killRoom = 30, 6
	// killRing is the radius of the ring around what flies to the victim.
	killRing = 13
	// killPad is around words.
	killPad = 5
)

const (
	// killOpens is by how much larger a victim's bracket is when it appears: it closes until the
	// kill comes, in killCloses seconds.
	killOpens, killCloses = 0.9, 0.7
	// killMost is by how many points at the most.
	killMost = 60
	// killGrey is how dark the ground of its words is.
	killGrey = 0.8
	// headlinePart is how much of the picture's width large words may take.
	headlinePart = 0.45
	// killPale is how much of the colour of its names is that of text.
	killPale = 0.35
)

// Words of a kill, before it comes and after it.
var (
	killsWords = [...]string{"kills", "killed"}
	mateWords  = [...]string{"kills the mate", "killed the mate"}
	killedBy   = [...]string{"is killed by", "was killed by"}
	diesWords  = [...]string{"dies", "died"}
)

const (
	aMateWord = "a team mate"
	ownWord   = "own"
)

// hasKill reports whether a kill is told.
func hasKill(h *HUD, in *Input) bool { return in.Kill.Known && h.playing(in) }

// past returns the index of the words for before and after a kill.
func past(k *draw.Kill) int {
	if k.In < 0 {
		return 1
	}
	return 0
}

// killOf returns the side of a player of a slot in the kill that is told, 0 for the killer, 1 for the
// victim; -1 for none.
func (in *Input) killOf(slot int) int {
	if in.Kill.Known && slot >= 0 {
		for i := range in.Kill.Sides {
			if in.Kill.Sides[i].Player-1 == slot {
				return i
			}
		}
	}
	return -1
}

// killColor returns the colour of the signs of a kill: the killer's, or that of danger where nobody
// is, or the victim himself.
func killColor(k *draw.Kill) draw.Color {
	if k.Sides[0].Text == "" {
		return colorSign
	}
	return k.Sides[0].Color.Alpha(1)
}

// killWords returns in a buffer what kills, in words.
func (h *HUD) killWords(k *draw.Kill) []byte {
	b := h.tip[:0]
	if k.Own && k.Means != "" && k.Means != suicide && k.Means != "discharge" {
		b = append(append(b, ownWord...), ' ')
	}
	b = append(b, k.Means...)
	h.tip = b
	return b
}

// killHeadline writes who kills whom with what into the line of height r.H whose middle is that of r,
// or only measures that if show is not set, and returns how wide it is.
func (h *HUD) killHeadline(in *Input, x, y float32, font textFont, show bool) (width float32) {
	c, k := &h.canvas, &in.Kill
	gap := 6 * c.Unit()
	put := func(text []byte, set charset, ink draw.Color) {
		if len(text) == 0 {
			return
		}
		if width > 0 {
			width += gap
		}
		if show {
			drawText(c, font, x+width, y, text, set, ink.Alpha(k.Alpha))
		}
		width += textWidth(c.Atlas, font, text, set)
	}
	const longest = 190 // points, of a name
	name := func(s *draw.KillSide) {
		h.tip = clip(c.Atlas, font, h.tip, s.Text, in.charset(), longest*c.Unit())
		put(h.tip, in.charset(), s.Color.Alpha(1).Mix(colorText, killPale))
	}
	word := func(s string, ink draw.Color) {
		h.tip = append(h.tip[:0], s...)
		put(h.tip, charsetOwn, ink)
	}
	when := past(k)
	switch {
	case k.Sides[0].Text == "":
		name(&k.Sides[1])
		word(diesWords[when], colorSign)
	case k.Sides[1].Text == "":
		name(&k.Sides[0])
		word(killsWords[when], colorSign)
		word(aMateWord, colorBad)
	default:
		name(&k.Sides[0])
		if k.Mates {
			word(mateWords[when], colorSign)
		} else {
			word(killsWords[when], colorSign)
		}
		name(&k.Sides[1])
	}
	if words := h.killWords(k); len(words) > 0 {
		if show {
			drawText(c, font, x+width, y, ":", charsetOwn, colorText.Alpha(k.Alpha))
		}
		width += textWidth(c.Atlas, font, ":", charsetOwn)
		put(words, charsetOwn, colorAccent)
	}
	return width
}

// drawHeadline draws the line that says who kills whom, above a height, and returns where that
// begins; that height if there is no room.
func (h *HUD) drawHeadline(in *Input, r Rect, low float32) float32 {
	c, k := &h.canvas, &in.Kill
	u := c.Unit()
	for _, font := range [...]textFont{fontTitle, fontStrong, fontText, fontSmall} {
		width, line := h.killHeadline(in, 0, 0, font, false)+2*(killPad+2)*u, c.Atlas.lineHeight(font)+2*u
		if font == fontTitle && width > headlinePart*in.Screen.Width || width > r.W && font != fontSmall {
			continue
		}
		y := low - line
		if width > in.Screen.Width || y < r.Y {
			return low
		}
		x := round(max(0, min(in.Screen.Width/2-width/2, in.Screen.Width-width)))
		h.out.Rect(x, y, width, line, colorPanel.Alpha(killGrey*k.Alpha))
		h.out.Frame(x, y, width, line, max(1, round(1.5*u)), killColor(k).Alpha(0.9*k.Alpha))
		h.killHeadline(in, x+(killPad+2)*u, y+u, font, true)
		h.headline = Rect{x, y, width, line}
		return y - 2*u
	}
	return low
}

// killBox returns the bracket of one of the two who is in the picture.
func (h *HUD) killBox(in *Input, side int) (r Rect, ok bool) {
	k := &in.Kill
	s := &k.Sides[side]
	if s.At != draw.KillInside || s.Text == "" || side == 0 && k.In < 0 {
		return r, false // who has killed lives on
	}
	u := h.canvas.Unit()
	x, y := s.Body.X+s.Body.W/2, s.Body.Y+s.Body.H/2
	w, height := max(s.Body.W+2*killRoom*u, killLeast*u), max(s.Body.H+2*killRoom*u, killLeast*u)
	if side > 0 && k.In > 0 {
		open := k.In / killCloses
		w, height = w+open*min(killOpens*w, killMost*u), height+open*min(killOpens*height, killMost*u)
	}
	// What is told below it could not be read through it.
	top, low := y-height/2, y+height/2
	line := h.killFloor(in, x-w/2, x+w/2)
	if y >= line {
		return r, false
	}
	if low > line {
		low, top = line, min(top, line-killLeast*u)
	}
	return Rect{x - w/2, top, w, low - top}, true
}

// killFloor returns the height above which the signs of a kill between two places have to stay: above
// the line that says it, where that and the duel are, else above the status.
func (h *HUD) killFloor(in *Input, left, right float32) float32 {
	u := h.canvas.Unit()
	area, low := h.headlineArea(in)
	half := h.killHeadline(in, 0, 0, fontTitle, false)/2 + (killPad+2)*u
	if panel := h.duelPanel(in, area); panel.W > 0 {
		half = max(half, panel.W/2)
	}
	if middle := in.Screen.Width / 2; left < middle+half && right > middle-half {
		return low - h.canvas.Atlas.lineHeight(fontTitle) - 4*u
	}
	return namesArea(h, in).H
}

// killTag returns where the words at a bracket are: what kills at the victim's, and at the killer's
// that he does.
func (h *HUD) killTag(in *Input, side int) (box Rect, text []byte) {
	r, ok := h.killBox(in, side)
	if !ok {
		return box, nil
	}
	c := &h.canvas
	u := c.Unit()
	w, line := textWidth(c.Atlas, fontStrong, h.tagText(in, side), charsetOwn)+2*killPad*u, c.Atlas.lineHeight(fontStrong)
	area := namesArea(h, in)
	box = Rect{r.X + (r.W-w)/2, r.Y + r.H + 2*u, w, line}
	if floor := h.killFloor(in, box.X, box.X+w); box.Y+line > floor+2*u && r.Y < floor {
		box.Y = r.Y + r.H - line - 2*u
	}
	box.Y = max(area.Y, min(box.Y, area.H-line))
	box.X = max(0, min(box.X, in.Screen.Width-w))
	return box, h.tagText(in, side)
}

// tagText returns those words, valid until the next call.
func (h *HUD) tagText(in *Input, side int) []byte {
	k := &in.Kill
	switch {
	case side == 0:
		h.tip = append(h.tip[:0], killsWords[past(k)]...)
	case k.In < 0 || len(h.killWords(k)) == 0:
		h.tip = append(h.tip[:0], diesWords[past(k)]...)
	}
	return h.tip
}

// keepKill keeps names away from the words at the brackets.
func (h *HUD) keepKill(in *Input) {
	if !hasKill(h, in) {
		return
	}
	for side := range in.Kill.Sides {
		box, _ := h.killTag(in, side)
		h.plates.keep(box)
	}
	area, low := h.headlineArea(in)
	if line := h.canvas.Atlas.lineHeight(fontTitle); area.W > 0 {
		width := min(area.W, h.killHeadline(in, 0, 0, fontTitle, false))
		h.plates.keep(Rect{(in.Screen.Width - width) / 2, low - line, width, line})
	}
}

// headlineArea returns where the line is that says who kills whom, and its lower side: above the
// duel.
func (h *HUD) headlineArea(in *Input) (area Rect, low float32) {
	area = duelArea(h, in)
	low = area.Y + area.H
	if panel := h.duelPanel(in, area); panel.W > 0 {
		low = panel.Y - 2*h.canvas.Unit()
	}
	return area, low
}

// drawKill draws the signs of a kill in the picture.
func (h *HUD) drawKill(in *Input, r Rect) {
	k, u := &in.Kill, h.canvas.Unit()
	color := killColor(k).Alpha(k.Alpha)
	if k.In >= 0 {
		h.killWay(in, color)
	}
	for side := range k.Sides {
		box, ok := h.killBox(in, side)
		if !ok {
			continue
		}
		h.killBracket(box, side > 0, color)
		tag, text := h.killTag(in, side)
		h.out.Rect(tag.X, tag.Y, tag.W, tag.H, colorPanel.Alpha(killGrey*k.Alpha))
		h.out.Rect(tag.X, tag.Y, 3*u, tag.H, color)
		ink := colorText
		if side > 0 {
			ink = colorAccent
		}
		drawText(&h.canvas, fontStrong, tag.X+killPad*u, tag.Y, text, charsetOwn, ink.Alpha(k.Alpha))
	}
}

// killBracket draws the corners of a box; of the victim's the sides have the lines of a sight.
func (h *HUD) killBracket(r Rect, victim bool, color draw.Color) {
	u := h.canvas.Unit()
	leg := max(8*u, 0.22*min(r.W, r.H))
	dark := draw.RGB(0x000000).Alpha(0.6 * color.A)
	for _, pass := range [...]struct {
		wide float32
		ink  draw.Color
	}{{killGround * u, dark}, {killLine * u, color}} {
		more := (pass.wide - killLine*u) / 2
		for _, dx := range [...]float32{0, 1} {
			for _, dy := range [...]float32{0, 1} {
				x, y := r.X+dx*r.W, r.Y+dy*r.H
				ex, ey := x+(1-2*dx)*(leg+more), y+(1-2*dy)*(leg+more)
				h.out.Line(x-(1-2*dx)*(killLine/2*u+more), y, ex, y, pass.wide, pass.ink)
				h.out.Line(x, y-(1-2*dy)*(killLine/2*u+more), x, ey, pass.wide, pass.ink)
			}
		}
		if victim {
			x, y := r.X+r.W/2, r.Y+r.H/2
			for _, d := range [...]float32{-1, 1} {
				h.out.Line(x+d*(r.W/2-more), y, x+d*(r.W/2+leg/2+more), y, pass.wide, pass.ink)
			}
		}
	}
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
	case draw.KillInside:
		return s.Body.X + s.Body.W/2, s.Body.Y + s.Body.H/2, true
	case draw.KillEye:
		if h.headline.W > 0 {
			return h.headline.X + h.headline.W/2, h.headline.Y, true
		}
		return in.Screen.Width / 2, namesArea(h, in).H, true
	case draw.KillOutside:
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

// killWay draws the line from the killer, or from what flies, to the victim.
func (h *HUD) killWay(in *Input, color draw.Color) {
	k, u := &in.Kill, h.canvas.Unit()
	x0, y0, ok := h.killEnd(in, 0)
	flies := k.Flies && !h.headline.Has(k.X, k.Y) && !h.insetArea.Has(k.X, k.Y) // nothing is to be seen of it there
	if flies {
		x0, y0, ok = k.X, k.Y, true
	}
	x1, y1, to := h.killEnd(in, 1)
	if flies {
		dark := draw.RGB(0x000000).Alpha(0.6 * color.A)
		h.out.Ring(k.X, k.Y, (killRing-2)*u, (killRing+3)*u, dark)
		h.out.Ring(k.X, k.Y, (killRing-1)*u, (killRing+1)*u, color)
	}
	if !ok || !to {
		return
	}
	dx, dy := x1-x0, y1-y0
	far := float32(math.Hypot(float64(dx), float64(dy)))
	if far < 1 {
		return
	}
	dx, dy = dx/far, dy/far
	// It begins and ends beside what is there.
	first, last := float32(0), far
	if flies {
		first = (killRing + 3) * u
	} else {
		first = h.killEdge(in, 0, dx, dy)
	}
	last -= h.killEdge(in, 1, -dx, -dy)
	if last-first < killHead*u {
		return
	}
	dark := draw.RGB(0x000000).Alpha(0.5 * color.A)
	tip, end := last, last-killHead*u
	for at := first; at < end; at += (killDash + killGap) * u {
		to := min(end, at+killDash*u)
		h.out.Line(x0+dx*at, y0+dy*at, x0+dx*to, y0+dy*to, killGround*u, dark)
		h.out.Line(x0+dx*at, y0+dy*at, x0+dx*to, y0+dy*to, killLine*u, color)
	}
	const half = killHead / 2
	h.out.Triangle(x0+dx*tip, y0+dy*tip, x0+dx*end-dy*half*u, y0+dy*end+dx*half*u, x0+dx*end+dy*half*u, y0+dy*end-dx*half*u, color)
}

// killEdge returns how far from the middle of one of the two the line of a kill leaves what is drawn
// there, in a direction.
func (h *HUD) killEdge(in *Input, side int, dx, dy float32) float32 {
	r, ok := h.killBox(in, side)
	if !ok {
		s := &in.Kill.Sides[side]
		if s.At != draw.KillOutside {
			return 0
		}
		if r = h.killPointer[side]; hasInset(h, in) && s.Player-1 == in.Inset.Slot {
			r = h.insetArea
		}
	}
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
