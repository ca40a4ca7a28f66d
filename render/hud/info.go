package hud

import (
	"strconv"

	"demoscope/player/world"
)

// drawInfo says in the upper right corner what is played and whom one watches.
func (h *HUD) drawInfo(in *Input, r Rect) {
	c := &h.canvas
	w := in.World
	l := w.Level()
	set := in.charset()
	right := r.X + r.W
	y := r.Y

	title, titleSet := l.Title, set
	if title == "" {
		title, titleSet = mapName(l.Map), CharsetOwn
	}
	if title != "" {
		h.tip = clip(c.Atlas, FontStrong, h.tip, title, titleSet, r.W)
		TextRight(c, FontStrong, right, y, h.tip, titleSet, colorText)
		y += c.Atlas.Height(FontStrong)
	}

	// Map and the game's own time.
	text := append(h.scratch[:0], mapName(l.Map)...)
	if len(text) > 24 {
		text = text[:24]
	}
	text = append(text, "  "...)
	text = appendClock(text, in.Time, false)
	TextRight(c, FontSmall, right, y, text, CharsetOwn, colorDim)
	y += c.Atlas.Height(FontSmall)

	// Whom and how.
	y += round(4 * c.Unit())
	if p := playerAt(w, in.Watched); p != nil {
		h.pieces = h.pieces[:0]
		h.piece(p.Name, set, colorText)
		h.scratch = strconv.AppendInt(append(h.scratch[:0], "  "...), int64(p.Frags), 10)
		h.piece(string1(h.scratch), CharsetOwn, colorAccent)
		width := min(h.piecesWidth(FontText), r.W)
		h.drawPieces(FontText, right-width, y, width)
		y += c.Atlas.Height(FontText)
	}
	text = append(h.tip[:0], in.View...)
	if in.Mode != "" {
		text = append(append(text, "  "...), in.Mode...)
	}
	h.tip = text
	if y+c.Atlas.Height(FontSmall) <= r.Y+r.H {
		TextRight(c, FontSmall, right, y, text, CharsetOwn, colorDim)
	}
}

func playerAt(w *world.World, slot int) *world.Player {
	if slot < 0 || slot >= len(w.Players) {
		return nil
	}
	return &w.Players[slot]
}
