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
func (h *HUD) Preview() Rect { return h.previewArea }

// placePreview decides where the preview is: above the tip of the bar, at the pointer, and above what it would hide of the
// health, the armour and the ammunition, if there is room.
func (h *HUD) placePreview(in *Input, b *Bar, tip Rect) {
	p := &in.Preview
	if !p.Shown || in.Dragging {
		return
	}
	u := h.canvas.Unit()
	line, gap := max(1, round(u)), round(4*u)
	r := Rect{W: p.Width, H: p.Height}
	r.X = round(max(gap, min(b.Rect.W-gap-r.W, in.MouseX-r.W/2)))
	r.Y = tip.Y - gap - r.H
	for _, k := range [...]Rect{h.page.layout.Vitals, h.page.layout.Ammo} {
		if above := k.Y - gap - r.H; r.X < k.X+k.W && k.X < r.X+r.W && k.H > 0 && above >= gap {
			r.Y = min(r.Y, above)
		}
	}
	if r.Y < gap {
		return
	}
	h.canvas.Out.Rect(r.X-line, r.Y-line, r.W+2*line, r.H+2*line, colorEdge)
	h.previewArea = r
}
