package hud

import (
	"math"
	"strconv"
	"strings"
	"unsafe"

	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// tints are the colors of tinted glyphs.
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

// minInk is the minimum brightness of colored text, 0 to 1.
const minInk = 0.45

// ink returns the color of a tint; color is the color of untinted text.
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

// canvas draws text and shapes.
type canvas struct {
	Out   *draw.Buffer
	Atlas *Atlas
	// Shade draws a dark copy behind text, for places without a panel.
	Shade   bool
	panels  []Rect   // areas of the panels drawn so far
	targets []target // areas that can be clicked, except for the rows of the scoreboard
	pieces  []piece  // the collected line

	scratch, tip []byte // memory for texts
	typedAt      Rect   // area of the line that is being typed
}

func newCanvas(out *draw.Buffer, atlas *Atlas) canvas {
	return canvas{Out: out, Atlas: atlas, scratch: make([]byte, 0, 256), tip: make([]byte, 0, 256)}
}

// Unit returns the number of pixels per device-independent pixel.
func (c *canvas) Unit() float32 { return c.Atlas.Unit }

// drawText draws a line of text with its upper-left corner at x and y, in pixels, and returns its width. It stops at
// a line end.
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

// drawTextRight is drawText with the upper-right corner at x and y.
func drawTextRight[T string | []byte](c *canvas, f textFont, x, y float32, s T, set charset, color draw.Color) float32 {
	w := textWidth(c.Atlas, f, s, set)
	return drawText(c, f, x-w, y, s, set, color)
}

// drawTextMiddle is drawText with the middle of the top at x and y.
func drawTextMiddle[T string | []byte](c *canvas, f textFont, x, y float32, s T, set charset,
	color draw.Color) float32 {
	w := textWidth(c.Atlas, f, s, set)
	return drawText(c, f, x-w/2, y, s, set, color)
}

// textWidth returns the width of the first line of a text, in pixels.
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

// fitText returns how many bytes of the first line of a text fit into width pixels. If words is set, it prefers to
// end after a space. It returns at least one glyph, so that wrapping always ends.
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

// clip returns a text, cut to fit into width pixels with "..." at its end if it is too long.
func clip(a *Atlas, f textFont, buf []byte, s string, set charset, width float32) []byte {
	buf = append(buf[:0], s...)
	if textWidth(a, f, s, set) <= width {
		return buf
	}
	n := fitText(a, f, s, set, width-textWidth(a, f, "...", charsetOwn), false)
	return append(buf[:n], "..."...)
}

func round(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }

// piece is a part of a line that mixes charsets and colors: a text or an icon.
type piece struct {
	text  string
	set   charset
	color draw.Color
	tint  glyphTint // of the whole text
	flat  bool      // the text ignores color codes
	icon  icon      // as high as the line; a piece with an icon has no text
}

func (c *canvas) piece(text string, set charset, color draw.Color) {
	c.pieces = append(c.pieces, piece{text: text, set: set, color: color})
}

func (c *canvas) piecesWidth(f textFont) (w float32) {
	for i := range c.pieces {
		w += c.pieceWidth(f, &c.pieces[i])
	}
	return w
}

func (c *canvas) pieceWidth(f textFont, p *piece) float32 {
	if p.icon != iconNone {
		return c.Atlas.lineHeight(f)
	}
	return widthOn(c.Atlas, f, p.text, p.reader())
}

// drawPieces draws the collected line, at most width pixels wide. A line that is cut ends with dots, if there is room
// for them.
func (c *canvas) drawPieces(f textFont, x, y, width float32) {
	const dots, rounding = "...", 0.01 // pixels
	end, cut := x+width, false
	if c.piecesWidth(f) > width+rounding {
		w := textWidth(c.Atlas, f, dots, charsetOwn)
		if cut = w < width; cut {
			end -= w
		}
	}
	for i := range c.pieces {
		p := &c.pieces[i]
		text, whole := p.text, c.pieceWidth(f, p) <= end-x+rounding
		if p.icon != iconNone {
			if !whole {
				return
			}
			side := c.Atlas.lineHeight(f)
			c.drawIcon(p.icon, x, y, side, p.color)
			x += side
			continue
		}
		if !whole {
			text = text[:fitOn(c.Atlas, f, text, p.reader(), end-x, false)]
			if widthOn(c.Atlas, f, text, p.reader()) > end-x {
				text = ""
			}
		}
		x += textOn(c, f, x, y, text, p.reader(), p.color)
		if !whole {
			if cut {
				drawText(c, f, x, y, dots, charsetOwn, p.color)
			}
			return
		}
	}
}

// reader returns a reader for the text of the piece.
func (p *piece) reader() *reader { return &reader{charset: p.set, tint: p.tint, flat: p.flat} }

// mapName returns the name of a map without folder and extension.
func mapName(path string) string {
	path = path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(path, '.'); i > 0 {
		path = path[:i]
	}
	return path
}

// asString returns bytes as a string without a copy. It is valid until they change.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// textRow draws texts and icons side by side, or only measures them if show is false.
type textRow struct {
	c    *canvas
	x, y float32  // of the upper-left corner
	high float32  // in pixels
	font textFont // all texts share the baseline of this font
	// width is the width of the row so far, in pixels.
	width float32
	show  bool
	back  bool // it goes from right to left
}

// rowOf returns a row with the height of a line of a font.
func (c *canvas) rowOf(f textFont, x, y float32, show bool) textRow {
	return textRow{c: c, x: x, y: y, high: c.Atlas.lineHeight(f), font: f, show: show}
}

// space adds a space in points.
func (r *textRow) space(points float32) { r.width += points * r.c.Unit() }

// own adds the program's own words.
func (r *textRow) own(f textFont, text string, ink draw.Color) { r.text(f, text, reader{}, ink) }

// place adds a width in pixels and returns its left end.
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

// icon adds an icon of a size in points, with a shadow if shade is set.
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

// reader returns a reader for names and other texts of the demo.
func (in *Input) reader() reader { return reader{charset: in.charset()} }

// nameReader returns a reader for the names of players; see [Input.flatNames].
func (in *Input) nameReader() reader { return reader{charset: in.charset(), flat: in.flatNames()} }

// named adds the letters of a weapon, if any, and the name of a player.
func (r *textRow) named(in *Input, letters, name string, color draw.Color) {
	if letters != "" {
		r.own(r.font, letters, colorDim.Alpha(color.A))
		r.space(rowGap)
	}
	r.text(r.font, name, in.nameReader(), color)
}

// rowGap is the gap between the parts of a row, in points.
const rowGap = 5

// appendClock appends seconds as 1:02:03 or 2:03, with thousandths if fine is set.
func appendClock(b []byte, seconds float64, fine bool) []byte {
	if math.IsNaN(seconds) || seconds < 0 {
		seconds = 0
	}
	ms := int64(math.Min(seconds, 1e9) * 1000)
	if fine {
		ms = int64(math.Round(math.Min(seconds, 1e9) * 1000))
	}
	s := ms / 1000
	if s >= 3600 {
		b = strconv.AppendInt(b, s/3600, 10)
		b = append(b, ':')
		b = appendTwo(b, s/60%60)
	} else {
		b = strconv.AppendInt(b, s/60, 10)
	}
	b = append(b, ':')
	b = appendTwo(b, s%60)
	if fine {
		b = append(b, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	return b
}

func appendTwo(b []byte, n int64) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// appendRate appends a playback rate as 1×, 0.25× or -2×.
func appendRate(b []byte, rate float64) []byte {
	b = strconv.AppendFloat(b, math.Round(rate*100)/100, 'f', -1, 64)
	return append(b, "×"...)
}

// The colors of the HUD. Each has one meaning. Players have the color of their team or their own everywhere; see
// [Input.nameColor].
var (
	colorText  = draw.RGB(0xe8ecf1) // main text
	colorDim   = draw.RGB(0x8d97a5) // less important text: labels, units, letters of weapons
	colorFaint = draw.RGB(0x566070) // things that are off, missing or dead
	// colorAccent is for the selected or current thing: the row, the view or the part under the pointer, the weapon
	// in hand, the followed player in a table, the played part of the timeline and the followed player's kills on it.
	colorAccent = draw.RGB(0xf2a93b)
	colorDanger = draw.RGB(0xff5b4f) // damage and danger: hits, deaths, low health or ammo, lost parts of a demo
	colorGood   = draw.RGB(0x6fcf73) // full health, team-mates, hits by the followed player, items that are there

	// Backgrounds: of a panel, of a panel over other text, and edges.
	colorPanel = draw.Color{R: 0.035, G: 0.045, B: 0.06, A: 0.86}
	colorTip   = draw.Color{R: 0.05, G: 0.062, B: 0.08, A: 0.97}
	colorEdge  = draw.RGB(0x2a313b)

	// The red and the blue team, and armor, flags and powerups that the games draw in these colors.
	colorRed    = anchor.TeamRed
	colorBlue   = anchor.TeamBlue
	colorGreen  = draw.RGB(0x5fbf63)
	colorYellow = draw.RGB(0xe9c343)
	colorViolet = draw.RGB(0xb58cf2)
)

// panel draws the dark background of a panel with its thin edge, and records its area.
func (c *canvas) panel(r Rect, ground draw.Color) {
	c.panels = append(c.panels, r)
	c.Out.Rect(r.X, r.Y, r.W, r.H, ground)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(c.Unit())), colorEdge)
}
