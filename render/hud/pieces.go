package hud

import (
	"strings"
	"unsafe"

	"demoscope/render/draw"
)

// piece is a part of a line that mixes charsets and colors: a text, or an icon.
type piece struct {
	text  string
	set   charset
	color draw.Color
	tint  glyphTint // of the whole text
	flat  bool      // the text has this color alone
	icon  icon      // as high as the line; then there is no text
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

// drawPieces draws the collected line, at most width pixels wide: one that is cut off ends with dots, if
// there is room for them.
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

// reader returns a reader of the piece's text.
func (p *piece) reader() *reader { return &reader{charset: p.set, tint: p.tint, flat: p.flat} }

// mapName returns a map's name without folder and extension.
func mapName(path string) string {
	path = path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(path, '.'); i > 0 {
		path = path[:i]
	}
	return path
}

// asString returns bytes as a string without a copy, valid until they change.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
