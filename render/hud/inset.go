package hud

import (
	"demoscope/assets/figure"
	"demoscope/render/draw"
)

// Inset is the small picture of who fights the watched player from outside of the picture.
type Inset struct {
	Shown bool
	Slot  int // of the opponent
	// Labels are the names in it, at places in it.
	Labels []draw.Label
}

const (
	// insetPart is the width of the inset, as a part of the picture's, or insetHigh, as a part of
	// its height, if that is less; insetShape is the inset's height, as a part of its width.
	insetPart, insetHigh, insetShape = 0.25, 0.5, 0.6
	// insetLeast is how wide it is at least, in pixels: bodies in a smaller one are dots.
	insetLeast = 120
	insetPad   = 4 // points around the words in it
)

// InsetSize returns the size of the inset in pixels, 0 where there is no room.
func InsetSize(s Screen) (width, height float32) {
	if width = round(min(insetPart*s.Width, insetHigh*s.Height)); width < insetLeast {
		return 0, 0
	}
	return width, round(insetShape * width)
}

// Inset returns where the inset is, in whole pixels, since the last [HUD.Build]; empty if there is none.
func (h *HUD) Inset() Rect { return h.insetArea }

// placeInset decides where the inset is: below what is watched, beside the overlays.
func (h *HUD) placeInset(in *Input) {
	h.insetArea = Rect{}
	if !in.Inset.Shown || !h.playing(in) {
		return
	}
	l := &h.page.layout
	gap := round(sideGap * l.Unit)
	right := min(l.Info.X+l.Info.W, l.Items.X-gap)
	for _, b := range [...]*Rect{&l.Beside.Timers, &l.Beside.Buttons, &l.Beside.Speed, &l.Beside.Ghost} {
		if b.W > 0 {
			right = min(right, b.X-gap)
		}
	}
	width, height := InsetSize(in.Screen)
	r := Rect{right - width, l.Items.Y, width, height}
	if r.X < l.Notices.X+l.Notices.W {
		r.Y = max(r.Y, l.Notices.Y+l.Notices.H+gap)
	}
	if width <= 0 || r.X < in.Screen.Width/2 || r.Y+r.H > l.Vitals.Y {
		return
	}
	h.insetArea = r
}

func hasInset(h *HUD, _ *Input) bool { return h.insetArea.W > 0 }

// drawInset draws the frame of the inset and the names in it: the opponent's with his weapon,
// and whom he fights.
func (h *HUD) drawInset(in *Input, r Rect) {
	u := h.canvas.Unit()
	h.out.Frame(r.X-u, r.Y-u, r.W+2*u, r.H+2*u, max(1, round(u)), colorText.Alpha(0.5))
	var taken Rect
	for i := range in.Inset.Labels {
		l := &in.Inset.Labels[i]
		if l.Ghost || l.Shot || l.Unseen || l.Player-1 != in.Inset.Slot && l.Player-1 != in.Watched {
			continue
		}
		h.insetName(in, l, r, &taken)
	}
}

// insetName writes a name into the inset, above or below the place that another has taken.
func (h *HUD) insetName(in *Input, l *draw.Label, r Rect, taken *Rect) {
	c := &h.canvas
	u, set := c.Unit(), in.charset()
	const between = 4
	name, color := l.Text, l.Color
	color.A = 1
	tag := figure.Weapon(l.Weapon).Tag()
	if l.Player-1 == in.Watched {
		tag = ""
		if in.Crosshair {
			name, set, color = "you", charsetOwn, colorText
		}
	}
	width, height := 2*insetPad*u+textWidth(c.Atlas, fontSmall, name, set), c.Atlas.lineHeight(fontSmall)
	if tag != "" {
		width += textWidth(c.Atlas, fontSmall, tag, charsetOwn) + between*u
	}
	if width > r.W {
		return
	}
	x := max(r.X, min(r.X+l.X-width/2, r.X+r.W-width))
	y := max(r.Y, min(r.Y+l.Y-height, r.Y+r.H-height))
	if box := (Rect{x, y, width, height}); overlap(&box, taken) {
		if y = taken.Y - height; y < r.Y {
			y = taken.Y + taken.H
		}
	}
	*taken = Rect{x, y, width, height}
	h.out.Rect(x, y, width, height, colorPanel.Alpha(0.6))
	x += insetPad * u
	if tag != "" {
		x += drawText(c, fontSmall, x, y, tag, charsetOwn, colorAccent) + between*u
	}
	drawText(c, fontSmall, x, y, name, set, color)
}
