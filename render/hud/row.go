package hud

import "demoscope/render/draw"

// textRow draws texts and icons side by side, or only measures them.
type textRow struct {
	c    *canvas
	x, y float32  // of the upper left corner
	high float32  // in pixels
	font textFont // whose base line all texts have
	// width is how wide the row is so far, in pixels.
	width float32
	show  bool
	back  bool // it goes from the right to the left
}

// rowOf returns a row as high as a line of a font.
func (c *canvas) rowOf(f textFont, x, y float32, show bool) textRow {
	return textRow{c: c, x: x, y: y, high: c.Atlas.lineHeight(f), font: f, show: show}
}

// space adds free room in points.
func (r *textRow) space(points float32) { r.width += points * r.c.Unit() }

// own adds words of ours.
func (r *textRow) own(f textFont, text string, ink draw.Color) { r.text(f, text, reader{}, ink) }

// place adds a width in pixels, and returns where it begins.
func (r *textRow) place(width float32) (x float32) {
	if x = r.x + r.width; r.back {
		x = r.x - r.width - width
	}
	r.width += width
	return x
}

// text adds a text.
func (r *textRow) text(f textFont, text string, d reader, ink draw.Color) {
	c, a, before := r.c, r.c.Atlas, d
	if x := r.place(widthOn(a, f, text, &before)); r.show {
		y := r.y + (r.high-a.lineHeight(r.font))/2 + a.ascent(r.font) - a.ascent(f)
		textOn(c, f, x, y, text, &d, ink)
	}
}

// icon adds an icon of a size in points, with its shadow if shade is set.
func (r *textRow) icon(ic icon, size float32, ink draw.Color, shade bool) {
	c := r.c
	side := size * c.Unit()
	x, y := r.place(side), round(r.y+(r.high-side)/2)
	if !r.show {
		return
	}
	if shade {
		shift := round(c.Unit())
		x = round(x)
		c.drawIcon(ic, x+shift, y+shift, side, draw.RGB(0x000000).Alpha(0.6*ink.A))
	}
	c.drawIcon(ic, x, y, side, ink)
}

// reader returns a reader of names and other texts of the demo.
func (in *Input) reader() reader { return reader{charset: in.charset()} }

// nameReader returns a reader of the names of players: see [Input.flatNames].
func (in *Input) nameReader() reader { return reader{charset: in.charset(), flat: in.flatNames()} }

// named adds the letters of a weapon, which may be empty, and the name of a player.
func (r *textRow) named(in *Input, letters, name string, color draw.Color) {
	if letters != "" {
		r.own(r.font, letters, colorDim.Alpha(color.A))
		r.space(rowGap)
	}
	r.text(r.font, name, in.nameReader(), color)
}

// rowGap is between the parts of a row, in points.
const rowGap = 5
