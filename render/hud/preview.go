package hud

// Preview is the place for a picture of the moment at the pointer over the bar, which is drawn over the
// HUD.
type Preview struct {
	Shown         bool
	Width, Height float32 // pixels, as [PreviewSize] has them
}

// Sizes of a preview: in units, and the window's width up to which there is none.
const (
	previewWidth, previewHeight = 240, 135
	previewNone                 = 480
	// previewPart is its largest width as a part of the window's, and previewHigh its largest height.
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

// Preview returns where the preview is, in whole pixels, since the last [HUD.Build]; empty if there is none.
func (h *HUD) Preview() Rect { return h.page.previewArea }

// placePreview places the preview above the tip of the bar, at the pointer, moved far enough to hide no text. If no
// such place exists, it is above the health, the armor and the ammunition, if there is room.
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
	h.previewOff = append(append(h.previewOff, h.subtitles.taken...), h.teamPanel(in, &h.page), l.Beside.Timers,
		l.Beside.Buttons, l.Beside.Speed, l.Beside.Ghost)
	if in.Extent == Whole && h.page.playing(in) {
		h.previewOff = append(h.previewOff, h.page.duel, h.kill.headline)
	}
	best := float32(-1)
	try := func(x float32) {
		aside := max(x-first.X, first.X-x)
		if x < gap || x > b.Rect.W-gap-first.W || aside > first.W {
			return // or nobody would see of which moment it is
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

// rise moves a box up until it lies on none of some others and a gap away from them; ok is false if that is
// not below a top. Then it is where it lies above as many of them, in their order, as have room.
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
