package hud

import (
	"strconv"

	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// usualMode is the default render mode of levels, which is not mentioned.
var usualMode = setting.Values{}.Of("mode").String()

// hasInfo reports whether the upper-right corner shows anything. In [Watch] that is the name of the level, at its
// start.
func (p *page) hasInfo(in *Input) bool {
	if in.Display == Analyst {
		return p.playing(in) && in.On(setting.InfoPanel)
	}
	return p.playing(in) && in.intro() > 0
}

// drawInfo draws the level and the followed player in the upper-right corner.
func (g *tagger) drawInfo(in *Input, page *page, box Rect) {
	if in.Display == Watch {
		g.drawIntro(in, box)
		return
	}
	if box.W > 0 {
		g.canvas.panel(box, colorPanel)
	}
	g.infoLines(in, g.infoInner(page.layout.Info), true)
}

// infoArea returns the area of the info panel, as large as its content.
func infoArea(h *HUD, in *Input) Rect {
	if in.Display == Watch {
		return h.introArea(in, &h.page)
	}
	if !h.page.hasInfo(in) {
		return Rect{}
	}
	return h.infoBox(in, h.page.layout.Info)
}

// levelName returns the title of the level, or the name of its map if it has no title, and the charset of the name.
func (in *Input) levelName() (name string, set charset) {
	l := in.World.Level()
	if l.Title != "" {
		return l.Title, in.charset()
	}
	return mapName(l.Map), charsetOwn
}

// introArea returns the area of the level's name at its start.
func (g *tagger) introArea(in *Input, page *page) Rect {
	if !page.hasInfo(in) {
		return Rect{}
	}
	r := page.layout.Info
	name, set := in.levelName()
	w := min(r.W, textWidth(g.Atlas, fontTitle, name, set))
	return Rect{r.X + r.W - w, r.Y, w, g.Atlas.lineHeight(fontTitle)}
}

// drawIntro draws the name of the level, without a panel.
func (c *canvas) drawIntro(in *Input, r Rect) {
	name, set := in.levelName()
	c.tip = clip(c.Atlas, fontTitle, c.tip, name, set, r.W)
	drawText(c, fontTitle, r.X, r.Y, c.tip, set, colorText.Alpha(in.intro()))
}

// infoPadded is the padding around the lines in the upper-right corner, in units.
const infoPadded = 8

func (c *canvas) infoInner(r Rect) Rect {
	pad := round(infoPadded * c.Unit())
	return Rect{r.X + pad, r.Y + round(pad/2), r.W - 2*pad, r.H - pad}
}

// infoBox returns the area of the panel in the upper-right corner, empty if it has no lines.
func (g *tagger) infoBox(in *Input, r Rect) Rect {
	pad := round(infoPadded * g.canvas.Unit())
	width, height := g.infoLines(in, g.infoInner(r), false)
	if width <= 0 {
		return Rect{}
	}
	return Rect{r.X + r.W - width - 2*pad, r.Y, width + 2*pad, min(height+pad, r.H)}
}

// infoLines draws the lines in the upper-right corner, or only measures them if show is false.
func (g *tagger) infoLines(in *Input, r Rect, show bool) (width, height float32) {
	c := &g.canvas
	l := in.World.Level()
	set := in.charset()
	right, y := r.X+r.W, r.Y
	line := func(f textFont, text []byte, set charset, color draw.Color) {
		if y+c.Atlas.lineHeight(f) > r.Y+r.H || len(text) == 0 {
			return
		}
		width = max(width, textWidth(c.Atlas, f, text, set))
		if show {
			drawTextRight(c, f, right, y, text, set, color)
		}
		y += c.Atlas.lineHeight(f)
	}
	name, nameFont, color := mapName(l.Map), fontStrong, colorText
	if l.Title != "" {
		g.tip = clip(c.Atlas, fontStrong, g.tip, l.Title, set, r.W)
		line(fontStrong, g.tip, set, colorText)
		if in.Screen.compact() {
			name = ""
		}
		nameFont, color = fontSmall, colorDim
	}
	g.tip = clip(c.Atlas, nameFont, g.tip, name, charsetOwn, r.W)
	line(nameFont, g.tip, charsetOwn, color)
	g.tip = clip(c.Atlas, fontSmall, g.tip, in.Level, charsetOwn, r.W)
	line(fontSmall, g.tip, charsetOwn, colorDim)

	// The followed player and the camera.
	if in.Extent == Window {
		return width, y - r.Y // each view names its player and camera
	}
	if p := in.followed(); p != nil {
		y += round(4 * c.Unit())
		g.pieces = g.pieces[:0]
		g.piece(in.followedName(), set, colorText)
		if !p.Spectator && in.World.HasFrags(p) {
			g.scratch = strconv.AppendInt(append(g.scratch[:0], "  "...), int64(p.Frags), 10)
			g.piece(asString(g.scratch), charsetOwn, colorText)
		}
		w := min(g.piecesWidth(fontText), r.W)
		width = max(width, w)
		if show {
			g.drawPieces(fontText, right-w, y, w)
		}
		y += c.Atlas.lineHeight(fontText)
	}
	if in.Screen.compact() {
		return width, y - r.Y
	}
	g.pieces = g.pieces[:0]
	place, there := g.placeWords(in)
	g.piece(there, charsetOwn, colorDim)
	g.piece(place, charsetOwn, colorText)
	text := append(g.tip[:0], in.View...)
	if in.Mode != "" && in.Mode != usualMode {
		text = append(append(text, "  "...), in.Mode...)
	}
	g.tip = text
	if place != "" && len(text) > 0 {
		g.piece(placeGap, charsetOwn, colorDim)
	}
	g.piece(asString(text), charsetOwn, colorDim)
	if height := c.Atlas.lineHeight(fontSmall); y+height <= r.Y+r.H {
		w := min(g.piecesWidth(fontSmall), r.W)
		width = max(width, w)
		if show {
			g.drawPieces(fontSmall, right-w, y, w)
		}
		y += height
	}
	return width, y - r.Y
}

// placeWords returns the item near the followed player and the words before it, both empty if unknown.
func (c *canvas) placeWords(in *Input) (place, there string) {
	p := playerAt(in.World, in.Watched)
	if p == nil || !p.Visible || p.Spectator || in.World.Intermission {
		return "", ""
	}
	spot, at := in.spotOf(p.Pose)
	switch {
	case spot == nil:
		return "", ""
	case at:
		return spot.Item.String(), "at the "
	}
	return spot.Item.String(), "near the "
}

// placeGap separates a place and the view.
const placeGap = "  \u00b7  "

func playerAt(w *world.World, slot int) *world.Player {
	if slot < 0 || slot >= len(w.Players) {
		return nil
	}
	return &w.Players[slot]
}

// introKept is how long the name of a level is shown at its start, and introFade how long it fades out, in seconds.
const introKept, introFade = 3.0, 0.5

// intro returns the opacity of the level's name, 0 if it is not shown.
func (in *Input) intro() float32 {
	l := levelAt(in.Levels, in.Clock)
	if l == nil {
		return 0
	}
	left := introKept - (in.Clock - l.Start)
	return float32(max(0, min(1, left/introFade)))
}
