package hud

import (
	"math"

	"demoscope/render/draw"
)

// tints are the colors of glyphs that a charset colors.
var tints = [...]draw.Color{
	tintBronze:    draw.RGB(0xd59a5b),
	tintGolden:    draw.RGB(0xe8c45a),
	tintGreen:     draw.RGB(0x8fd070),
	tintColor + 0: draw.RGB(0x8b93a0), // black would be invisible on the dark background
	tintColor + 1: draw.RGB(0xff5a52),
	tintColor + 2: draw.RGB(0x6fdc6a),
	tintColor + 3: draw.RGB(0xf4de5c),
	tintColor + 4: draw.RGB(0x5f8dff),
	tintColor + 5: draw.RGB(0x5fdcec),
	tintColor + 6: draw.RGB(0xe876e8),
	tintColor + 7: draw.RGB(0xf2f4f6),
}

// minInk is the least brightness of a text's own color, 0 to 1.
const minInk = 0.45

// ink returns the color of a tint; color is that of untinted text.
func (t glyphTint) ink(color draw.Color) draw.Color {
	switch {
	case t == tintNone:
		return color
	case t >= tintRGB:
		// Brighten dark colors, which would be invisible on the dark background.
		c := draw.Color{R: float32(t>>8&15) / 15, G: float32(t>>4&15) / 15, B: float32(t&15) / 15, A: color.A}
		if l := 0.3*c.R + 0.6*c.G + 0.1*c.B; l < minInk {
			c = c.Mix(draw.Color{R: 1, G: 1, B: 1, A: color.A}, (minInk-l)/(1-l))
		}
		return c
	}
	return tints[t].Alpha(color.A)
}

// canvas is what text and shapes are drawn on.
type canvas struct {
	Out   *draw.Buffer
	Atlas *Atlas
	// Shade draws a dark copy behind text, for places without a panel.
	Shade   bool
	panels  []Rect   // that have been drawn
	targets []target // what can be clicked, but for the rows of the scoreboard
	pieces  []piece  // the collected line

	scratch, tip []byte // memory for texts
	typedAt      Rect   // of the line that is being typed
}

func newCanvas(out *draw.Buffer, atlas *Atlas) canvas {
	return canvas{Out: out, Atlas: atlas, scratch: make([]byte, 0, 256), tip: make([]byte, 0, 256)}
}

// Unit returns how many pixels a device-independent pixel has.
func (c *canvas) Unit() float32 { return c.Atlas.Unit }

// drawText draws a line of text with its upper left corner at x and y, in pixels, and
// returns its width. It stops at a line end.
func drawText[T string | []byte](c *canvas, f textFont, x, y float32, s T, set charset, color draw.Color) float32 {
	return textOn(c, f, x, y, s, &reader{charset: set}, color)
}

// textOn is drawText with a reader that has read the text before it.
func textOn[T string | []byte](c *canvas, f textFont, x, y float32, s T, d *reader, color draw.Color) float32 {
	x, y = round(x), round(y)+c.Atlas.faces[f].ascent
	shade := draw.Color{A: 0.75 * color.A}
	offset := max(1, round(c.Atlas.Unit))
	var w float32
	for len(s) > 0 {
		r, tint, size := next(d, s)
		if r == '\n' {
			break
		}
		s = s[size:]
		if r == 0 {
			continue
		}
		g := c.Atlas.glyph(f, r)
		if g.width > 0 {
			if d.flat {
				tint = tintNone
			}
			ink := tint.ink(color)
			gx, gy := x+w+float32(g.dx), y+float32(g.dy)
			gw, gh := float32(g.width), float32(g.height)
			if c.Shade {
				c.Out.Glyph(gx+offset, gy+offset, gw, gh, float32(g.u), float32(g.v), gw, gh, shade)
			}
			c.Out.Glyph(gx, gy, gw, gh, float32(g.u), float32(g.v), gw, gh, ink)
		}
		w += float32(g.advance)
	}
	return w
}

// drawTextRight is drawText with its upper right corner at x and y.
func drawTextRight[T string | []byte](c *canvas, f textFont, x, y float32, s T, set charset, color draw.Color) float32 {
	w := textWidth(c.Atlas, f, s, set)
	return drawText(c, f, x-w, y, s, set, color)
}

// drawTextMiddle is drawText with the middle of its upper side at x and y.
func drawTextMiddle[T string | []byte](c *canvas, f textFont, x, y float32, s T, set charset,
	color draw.Color) float32 {
	w := textWidth(c.Atlas, f, s, set)
	return drawText(c, f, x-w/2, y, s, set, color)
}

// textWidth returns the width in pixels of a text's first line.
func textWidth[T string | []byte](a *Atlas, f textFont, s T, set charset) float32 {
	return widthOn(a, f, s, &reader{charset: set})
}

// widthOn is textWidth with a reader that has read the text before it.
func widthOn[T string | []byte](a *Atlas, f textFont, s T, d *reader) float32 {
	var w int
	for len(s) > 0 {
		r, _, size := next(d, s)
		if r == '\n' {
			break
		}
		if r != 0 {
			w += int(a.glyph(f, r).advance)
		}
		s = s[size:]
	}
	return float32(w)
}

// fitText returns how many bytes of a text's first line fit in width pixels. If words
// is set, it prefers to end after a space. It is at least one glyph, so that wrapping
// always ends.
func fitText[T string | []byte](a *Atlas, f textFont, s T, set charset, width float32, words bool) (size int) {
	return fitOn(a, f, s, &reader{charset: set}, width, words)
}

// fitOn is fitText with a reader that has read the text before it.
func fitOn[T string | []byte](a *Atlas, f textFont, s T, d *reader, width float32, words bool) (size int) {
	var w float32
	last := 0
	for size < len(s) {
		r, _, n := next(d, s[size:])
		if r == '\n' {
			return size
		}
		if r != 0 {
			w += float32(a.glyph(f, r).advance)
		}
		if w > width && size > 0 {
			if words && last > 0 {
				return last
			}
			return size
		}
		size += n
		if r == ' ' {
			last = size
		}
	}
	return size
}

// clip returns as much of a text as fits, with "..." after it if that is not all.
func clip(a *Atlas, f textFont, buf []byte, s string, set charset, width float32) []byte {
	buf = append(buf[:0], s...)
	if textWidth(a, f, s, set) <= width {
		return buf
	}
	n := fitText(a, f, s, set, width-textWidth(a, f, "...", charsetOwn), false)
	return append(buf[:n], "..."...)
}

func round(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }
