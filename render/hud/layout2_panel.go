package hud

import (
	"strconv"

	"demoscope/player/world/layout"
	"demoscope/render/draw"
)

// serverLayout draws what a Quake II server lays out.
type serverLayout struct {
	*tagger
	layouts layouts2
}

// arrange decides where the panel of a layout is: preferably in the middle of the
// screen. If that is too small for the text, the panel is as large as the
// scoreboard's and hides the rest, except for a name that is being typed. The recorder's scoreboard would cover the
// fight: outside of [Analyst] there is a panel only in an intermission.
func (sl *serverLayout) arrange(in *Input, l *Layout) {
	q := &sl.layouts
	fight := in.World == nil || !in.World.Intermission
	if fight && in.Display != Analyst || in.ShowHelp || in.Scores || in.Sheet.Text != "" || !q.measure() {
		return
	}
	c := &sl.canvas
	pad := round(8 * c.Unit())
	q.letter = textWidth(c.Atlas, fontTime, "0", charsetOwn)
	q.line = c.Atlas.lineHeight(fontTime)
	tight := round(q.letter * 1.6) // the letters do not touch yet
	middle := l.Center
	if len(in.Messages) == 0 && in.Naming == nil {
		middle.H = l.Banner.Y + l.Banner.H - middle.Y
	}
	for _, try := range [...]struct {
		area    Rect
		line    float32
		overlay bool
	}{
		{l.Center, q.line, false}, {middle, q.line, false}, {l.Center, tight, false}, {middle, tight, false},
		{l.Overlay, q.line, true}, {l.Overlay, tight, true},
	} {
		if try.overlay && in.Naming != nil {
			q.box, q.overlay = Rect{}, false
			return
		}
		q.line, q.overlay = try.line, try.overlay
		w := float32(q.width)/letterSide*q.letter + 2*pad
		k := float32(q.height)/letterSide*q.line + 2*pad
		q.box = Rect{W: round(min(w, try.area.W)), H: round(min(k, try.area.H))}
		q.box.X = round(try.area.X + (try.area.W-q.box.W)/2)
		q.box.Y = round(try.area.Y + (try.area.H-q.box.H)/2)
		if w <= try.area.W && k <= try.area.H {
			return
		}
	}
}

// measure finds the panel's cells and closes the gaps between them. It reports
// whether there are any.
func (q *layouts2) measure() bool {
	q.cells = place(q.cells[:0], q.items)
	if len(q.cells) == 0 {
		return false
	}
	left, right, bottom, cut := q.cells[0].x, q.cells[0].x, q.cells[0].y, q.cells[0].y
	for i := range q.cells {
		c := &q.cells[i]
		if c.y > bottom+maxGap {
			cut += c.y - bottom - maxGap
		}
		bottom = max(bottom, c.y+c.h)
		left, right = min(left, c.x), max(right, c.x+c.w)
		c.y -= cut
		q.height = bottom - cut
	}
	q.left = max(left, -fieldBeyond)
	q.width = min(right, fieldWidth+fieldBeyond) - q.left
	return true
}

// centerArea returns the area of the game's text in the middle: above the panel if
// there is one.
func (q *layouts2) centerArea(l *Layout) Rect {
	r := l.Center
	if q.box.H > 0 && !q.overlay {
		r.H = max(0, min(r.H, q.box.Y-round(6*l.Unit)-r.Y))
	}
	return r
}

// drawServerLayout draws the layout or the inventory into its panel.
func (sl *serverLayout) drawServerLayout(in *Input, box Rect) {
	q := &sl.layouts
	if box.H <= 0 {
		return
	}
	c := &sl.canvas
	c.panel(box, colorPanel)
	inner := box.inset(round(8 * c.Unit()))
	for _, tags := range [...]bool{true, false} {
		for i := range q.cells {
			k := &q.cells[i]
			it := &q.items[k.item]
			r := Rect{
				X: round(inner.X + float32(k.x-q.left)/letterSide*q.letter),
				Y: round(inner.Y + float32(k.y)/letterSide*q.line),
				W: float32(k.w) / letterSide * q.letter,
				H: float32(k.h) / letterSide * q.line,
			}
			if r.X < inner.X || r.X >= inner.X+inner.W || r.Y+r.H > inner.Y+inner.H+0.5 {
				continue
			}
			color, tag := tagOf(it.Text)
			tag = tag && it.Kind == layout.Picture
			switch {
			case tag != tags:
			case tag:
				c.Out.Rect(r.X, r.Y, min(r.W, inner.X+inner.W-r.X), r.H, color)
			default:
				r.W = min(r.W, inner.X+inner.W-r.X)
				sl.drawLayoutItem(in, it, r)
			}
		}
	}
}

// drawLayoutItem draws an item of the panel.
func (sl *serverLayout) drawLayoutItem(in *Input, it *layout.Item, r Rect) {
	c := &sl.canvas
	set := in.charset()
	d := reader{charset: set, begun: true}
	if it.Bright {
		d.tint = tintGreen
	}
	y := r.Y + (sl.layouts.line-c.Atlas.lineHeight(fontTime))/2
	switch it.Kind {
	case layout.Text:
		n := min(len(it.Text), int(r.W/sl.layouts.letter+0.01))
		textOn(c, fontTime, r.X, y, it.Text[:n], &d, colorText)
	case layout.Integer:
		text := strconv.AppendInt(sl.scratch[:0], int64(it.Value), 10)
		n := min(len(text), int(r.W/sl.layouts.letter+0.01))
		textOn(c, fontTime, r.X, y, text[:n], &d, colorText)
	case layout.Number:
		text := digits2(sl.scratch, it)
		if w := textWidth(c.Atlas, fontTitle, text, charsetOwn); w <= r.W {
			height := c.Atlas.lineHeight(fontTitle)
			sl.numberBox(it, r)
			drawTextRight(c, fontTitle, r.X+r.W, r.Y+(r.H-height)/2, text, charsetOwn, numberColor(it))
		}
	case layout.Picture:
		p, _ := pictureOf(it.Text)
		if p.icon == iconNone {
			sl.tip = clip(c.Atlas, fontSmall, sl.tip, p.name, set, r.W)
			drawText(c, fontSmall, r.X, r.Y+(r.H-c.Atlas.lineHeight(fontSmall))/2, sl.tip, set, colorDim)
			return
		}
		side := round(min(r.W, r.H))
		c.drawIcon(p.icon, r.X, round(r.Y+(r.H-side)/2), side, p.color)
	}
}

// digits2 returns a number cut to the digits that it may have.
func digits2(buf []byte, it *layout.Item) []byte {
	text := strconv.AppendInt(buf[:0], int64(it.Value), 10)
	return text[:min(len(text), it.Width)]
}

func numberColor(it *layout.Item) draw.Color {
	if it.Alarm {
		return colorDanger
	}
	return colorText
}

// numberBox draws the box behind a number that has just changed.
func (sl *serverLayout) numberBox(it *layout.Item, r Rect) {
	if it.Box {
		sl.Out.Rect(r.X, r.Y, r.W, r.H, colorAccent.Alpha(0.2))
	}
}
