package hud

import (
	"strconv"

	"demoscope/render/anchor"
)

// Inset is the picture-in-picture with an opponent who is outside the picture.
type Inset struct {
	Shown bool
	Slot  int // of the opponent
	// Labels are the names in it and Bodies the boxes of living players, both in its coordinates.
	Labels []anchor.Label
	Bodies []anchor.Body
}

const (
	// insetPart is the width of the inset as a part of the picture's width. insetShape is its height as a part of its
	// own width.
	insetPart, insetShape = 0.2, 0.6
	// insetLeast is its minimum width in pixels: in a smaller one, bodies are dots.
	insetLeast = 120
	insetPad   = 4 // padding around the words in it, in points
)

// InsetSize returns the size of the inset in pixels, 0 if there is no room.
func InsetSize(s Screen) (width, height float32) {
	if width = round(insetPart * s.Width); width < insetLeast {
		return 0, 0
	}
	return width, round(insetShape * width)
}

// Inset returns the area of the inset in the last [HUD.Build], in whole pixels; empty if there is none.
func (h *HUD) Inset() Rect { return h.page.insetArea }

// placeInset places the inset below the middle of the picture, beside the overlays.
func (h *HUD) placeInset(in *Input) {
	h.page.insetArea = Rect{}
	if !h.page.wantsInset(in) {
		return
	}
	l := &h.page.layout
	gap := round(sideGap * l.Unit)
	r := h.insetAtRight(in, gap)
	if left := (Rect{l.Notices.X, l.Center.Y, r.W, r.H}); h.insetSide.left(in) && l.Beside[overlayTeam].W <= 0 &&
		len(h.server.chips) == 0 && left.Y+left.H <= l.Banner.Y && !onBody(in, left) {
		r = left
	}
	// Preferably beside the prints, which mostly end before it.
	if panel := h.page.matchup; overlap(&r, &panel) {
		r.Y = max(l.Items.Y, panel.Y-gap-r.H)
	}
	if d := &in.Matchup.Sides[1]; onBody(in, r) && d.Text != "" && d.Player-1 != in.Inset.Slot {
		return // do not hide the opponent in the matchup panel, who matters more
	}
	if r.W <= 0 || r.X < in.Screen.Width/2 && r.X+r.W > in.Screen.Width/2 || r.Y+r.H > l.Vitals.Y {
		return
	}
	h.page.insetArea = r
}

// wantsInset reports whether an inset would show more than the picture and the kill preview do.
func (p *page) wantsInset(in *Input) bool {
	if !in.Inset.Shown || !p.playing(in) {
		return false
	}
	if !p.hasKill(in) {
		return true
	}
	k := &in.Kill
	if k.Falls && in.Inset.Slot != k.Sides[1].Player-1 {
		return false // the falling player matters, not the one above
	}
	return in.killOf(in.Inset.Slot) < 0 || in.inInset()
}

// insetAtRight returns the area for the inset at the right of the picture, beside the overlays and below the notices.
func (h *HUD) insetAtRight(in *Input, gap float32) Rect {
	l := &h.page.layout
	width, height := InsetSize(in.Screen)
	right := l.Info.X + l.Info.W
	for _, b := range l.Beside.column() {
		if b.W > 0 {
			right = min(right, b.X-gap)
		}
	}
	if h.status.itemsTop(&h.page) < l.Items.Y+height+gap {
		right = min(right, l.Items.X-gap)
	}
	r := Rect{right - width, l.Items.Y, width, height}
	if r.X < l.Notices.X+l.Notices.W {
		r.Y = max(r.Y, l.Notices.Y+l.Notices.H+gap)
	}
	return r
}

// inInset reports whether the inset shows its player's body.
func (in *Input) inInset() bool {
	for i := range in.Inset.Labels {
		if l := &in.Inset.Labels[i]; l.Player-1 == in.Inset.Slot && l.Body > 0 && !l.Shot {
			return true
		}
	}
	return false
}

// insetStays is how long the inset stays at its side after its player has moved to the other side, in seconds.
// Otherwise it would jump when the followed player turns.
const insetStays = 1.5

// insetSide is the side of the last inset.
type insetSide struct {
	slot   int
	atLeft bool
	clock  float64
}

// left reports whether the inset is at the left, on the side of its player.
func (s *insetSide) left(in *Input) bool {
	left, known := false, false
	for i := range in.Pointers {
		if p := &in.Pointers[i]; p.Player-1 == in.Inset.Slot && p.Side <= anchor.SideRight {
			left, known = p.Side == anchor.SideLeft, true
		}
	}
	age := in.Clock - s.clock
	if held := s.slot == in.Inset.Slot && age >= 0 && age < insetStays; held && (!known || left != s.atLeft) {
		if left = s.atLeft; !known {
			s.clock = in.Clock
		}
		return left
	}
	s.slot, s.atLeft, s.clock = in.Inset.Slot, left, in.Clock
	return left
}

func (p *page) hasInset(_ *Input) bool { return p.insetArea.W > 0 }

// drawInset draws the frame of the inset, its line about the opponent, and the name of the followed player.
func (g *tagger) drawInset(in *Input, page *page, r Rect) {
	u := g.canvas.Unit()
	foe := g.insetFoe(in)
	g.Out.Frame(r.X-u, r.Y-u, r.W+2*u, r.H+2*u, max(1, round(1.5*u)), foe.Color.Alpha(0.8))
	title := Rect{r.X, r.Y, r.W, g.canvas.Atlas.lineHeight(fontText) + 2*u}
	for i := range in.Inset.Labels {
		if l := &in.Inset.Labels[i]; !l.Ghost && !l.Shot && l.Player-1 == in.Watched {
			g.insetWatched(in, l, r, title)
			break
		}
	}
	g.Out.Rect(title.X, title.Y, title.W, title.H, colorPanel.Alpha(0.8))
	g.fighterLine(in, page, &foe, Rect{title.X + insetPad*u, title.Y + u, title.W - 2*insetPad*u, title.H - 2*u}, false)
}

// insetFoe returns the label of the player in the inset.
func (g *tagger) insetFoe(in *Input) (foe anchor.Label) {
	slot := in.Inset.Slot
	if l := &in.Matchup.Sides[1]; l.Text != "" && l.Player-1 == slot {
		foe = *l
	} else {
		foe = anchor.Label{Player: slot + 1, Color: colorText}
		if p := playerAt(in.World, slot); p != nil {
			foe.Text = p.Name
		}
		for i := range in.Inset.Labels {
			if l := &in.Inset.Labels[i]; !l.Ghost && !l.Shot && l.Player-1 == slot {
				foe = *l
				break
			}
		}
	}
	foe.Color.A = 1
	return foe
}

// eyeSize is the size of the eye icon that marks the followed player in first-person view, in points.
const eyeSize = 12

// appendMeters appends a distance given in Quake units, in meters.
func appendMeters(b []byte, units float32) []byte {
	return append(strconv.AppendInt(b, int64(units/meter+0.5), 10), " m"...)
}

// insetWatched writes the followed player's name into the inset, because the level may hide the body.
func (g *tagger) insetWatched(in *Input, l *anchor.Label, r, title Rect) {
	c := &g.canvas
	u, set := c.Unit(), in.charset()
	name, color, eye := l.Text, l.Color, float32(0)
	if color.A = 1; in.Crosshair {
		color, eye = colorText, (eyeSize+3)*u
	}
	top, low := r.Y+l.Y, float32(0)
	if l.Body > 0 && l.Body <= len(in.Inset.Bodies) {
		b := &in.Inset.Bodies[l.Body-1]
		y0, y1 := max(title.Y+title.H+6*u, r.Y+b.Y), min(r.Y+r.H-6*u, r.Y+b.Y+b.H)
		top, low = y0-2*u, y1+3*u
	}
	width, height := 2*insetPad*u+eye+textWidth(c.Atlas, fontText, name, set), c.Atlas.lineHeight(fontText)
	if width > r.W {
		return
	}
	x := max(r.X, min(r.X+l.X-width/2, r.X+r.W-width))
	y := max(title.Y+title.H, min(top-height, r.Y+r.H-height))
	if top-height < title.Y+title.H && low > 0 && low+height <= r.Y+r.H {
		y = low // no room above the body
	}
	g.Out.Rect(x, y, width, height, colorPanel.Alpha(0.6))
	if eye > 0 {
		c.drawIcon(iconEye, x+insetPad*u, y+(height-eyeSize*u)/2, eyeSize*u, color)
	}
	drawText(c, fontText, x+insetPad*u+eye, y, name, set, color)
}

// Preview is the place for a thumbnail of the moment under the pointer on the bar, which is drawn over the HUD.
type Preview struct {
	Shown         bool
	Width, Height float32 // pixels, from [PreviewSize]
}

// Sizes of a preview in units, and the maximum window width that has none.
const (
	previewWidth, previewHeight = 240, 135
	previewNone                 = 480
	// previewPart and previewHigh are its maximum width and height as parts of the window's.
	previewPart, previewHigh = 0.4, 0.4
)

// PreviewSize returns the size of a preview in whole pixels, 0 in a window that is too small for one.
func PreviewSize(s Screen) (width, height float32) {
	if s.Width <= previewNone*s.Scale {
		return 0, 0
	}
	u := s.Unit()
	width = min(previewWidth*u, previewPart*s.Width, previewHigh*s.Height*previewWidth/previewHeight)
	return round(width), round(width * previewHeight / previewWidth)
}

// Preview returns the area of the preview in the last [HUD.Build], in whole pixels; empty if there is none.
func (h *HUD) Preview() Rect { return h.page.previewArea }

// placePreview places the preview above the tooltip of the bar, at the pointer, moved far enough to hide no text.
// If it would have to move too far, it goes above the health, armor and ammo, if there is room.
func (h *HUD) placePreview(in *Input, b *Bar, tip Rect) {
	p := &in.Preview
	if !p.Shown || in.Held != HeldNothing {
		return
	}
	u := h.canvas.Unit()
	line, gap := max(1, round(u)), round(4*u)
	first := Rect{W: p.Width, H: p.Height}
	first.X = round(max(gap, min(b.Rect.W-gap-first.W, in.MouseX-first.W/2)))
	first.Y = tip.Y - gap - first.H
	l := &h.page.layout
	h.previewOff = append(h.previewOff[:0], l.Vitals, l.Ammo)
	r, _ := rise(first, h.previewOff, gap, gap)
	h.previewOff = append(append(h.previewOff, h.subtitles.taken...), h.teamPanel(in, &h.page))
	h.previewOff = append(h.previewOff, l.Beside.column()...)
	if in.Extent == Whole && h.page.playing(in) {
		h.previewOff = append(h.previewOff, h.page.matchup, h.kill.headline)
	}
	best := float32(-1)
	try := func(x float32) {
		aside := max(x-first.X, first.X-x)
		if x < gap || x > b.Rect.W-gap-first.W || aside > first.W {
			return // too far from the pointer to show which moment it is
		}
		at, ok := rise(Rect{x, first.Y, first.W, first.H}, h.previewOff, gap, gap)
		if far := aside + first.Y - at.Y; ok && (best < 0 || far < best) {
			r, best = at, far
		}
	}
	try(first.X)
	for _, k := range h.previewOff {
		if k.W > 0 {
			try(k.X - gap - first.W)
			try(k.X + k.W + gap)
		}
	}
	if r.Y < gap {
		return
	}
	h.canvas.Out.Rect(r.X-line, r.Y-line, r.W+2*line, r.H+2*line, colorEdge)
	h.page.previewArea = r
}

// rise moves a box up until it is gap away from all others; ok is false if that is impossible below top. Then the box
// is above as many of the others, in their order, as there is room for.
func rise(box Rect, others []Rect, gap, top float32) (at Rect, ok bool) {
	at, ok = box, true
	for range others { // each can be in the way once
		for _, k := range others {
			if k.W <= 0 || k.H <= 0 || !overlap(&at, &Rect{k.X, k.Y - gap, k.W, k.H + gap}) {
				continue
			}
			if k.Y-gap-at.H < top {
				ok = false
				continue
			}
			at.Y = k.Y - gap - at.H
		}
	}
	return at, ok
}
