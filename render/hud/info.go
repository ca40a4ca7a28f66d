package hud

import (
	"strconv"

	"demoscope/player/world"
)

// drawInfo draws the level and the watched player in the upper right corner.
func (h *HUD) drawInfo(in *Input, r Rect) {
	c := &h.canvas
	w := in.World
	l := w.Level()
	set := in.charset()
	right := r.X + r.W
	y := r.Y

	title, titleSet := l.Title, set
	if title == "" {
		title, titleSet = mapName(l.Map), charsetOwn
	}
	if title != "" {
		h.tip = clip(c.Atlas, fontStrong, h.tip, title, titleSet, r.W)
		drawTextRight(c, fontStrong, right, y, h.tip, titleSet, colorText)
		y += c.Atlas.lineHeight(fontStrong)
	}

	if name := mapName(l.Map); name != "" && l.Title != "" {
		h.tip = clip(c.Atlas, fontSmall, h.tip, name, charsetOwn, r.W)
		drawTextRight(c, fontSmall, right, y, h.tip, charsetOwn, colorDim)
		y += c.Atlas.lineHeight(fontSmall)
	}

	// The watched player and the camera.
	y += round(4 * c.Unit())
	if p := playerAt(w, in.Watched); p != nil {
		h.pieces = h.pieces[:0]
		h.piece(p.Name, set, colorText)
		h.scratch = strconv.AppendInt(append(h.scratch[:0], "  "...), int64(p.Frags), 10)
		h.piece(asString(h.scratch), charsetOwn, colorAccent)
		width := min(h.piecesWidth(fontText), r.W)
		h.drawPieces(fontText, right-width, y, width)
		y += c.Atlas.lineHeight(fontText)
	}
	text := append(h.tip[:0], in.View...)
	if in.Mode != "" {
		text = append(append(text, "  "...), in.Mode...)
	}
	h.tip = text
	if y+c.Atlas.lineHeight(fontSmall) <= r.Y+r.H {
		drawTextRight(c, fontSmall, right, y, text, charsetOwn, colorDim)
	}
}

func playerAt(w *world.World, slot int) *world.Player {
	if slot < 0 || slot >= len(w.Players) {
		return nil
	}
	return &w.Players[slot]
}
