package hud

import "strings"

// Sheet is a text that takes the place of the picture until it is closed, because all of it is to be read.
type Sheet struct {
	Title string // empty for none
	// Text has paragraphs that end with line ends. One that begins with a tab has a list whose parts, with ", "
	// between them, have a line each where there is room.
	Text string
}

const (
	// sheetWidth is how wide a sheet is at the most, and sheetIndent how far the parts of a list stand in, in units.
	sheetWidth, sheetIndent = 900, 18
	// maxSheetLines bounds the lines of a sheet: more than fit on any screen.
	maxSheetLines = 256
)

// sheetFits are the ways to write a sheet, the best one first: with a line for each part of its lists, or filled lines.
var sheetFits = [...]struct {
	font  textFont
	parts bool
}{{fontText, true}, {fontSmall, true}, {fontText, false}, {fontSmall, false}}

// sheetLine is a line of a sheet.
type sheetLine struct {
	text   string
	indent bool
}

// sheetLines breaks a text into lines of a width in pixels. If parts is set, the parts of a list have a line each, and
// those after the first one are indented.
func (hp *helpPages) sheetLines(text string, f textFont, parts bool, width float32) {
	hp.sheet = hp.sheet[:0]
	for text != "" {
		part, rest, _ := strings.Cut(text, "\n")
		text = rest
		part, list := strings.CutPrefix(part, "\t")
		for first := true; part != ""; first = false {
			item, more, listed := part, "", false
			if parts && list {
				item, more, listed = strings.Cut(part, ", ")
			}
			part = more
			indent, room := !first, width
			if indent {
				room -= sheetIndent * hp.canvas.Unit()
			}
			for item != "" && len(hp.sheet) < maxSheetLines {
				n := fitText(hp.Atlas, f, item, charsetOwn, room, true)
				hp.sheet = append(hp.sheet, sheetLine{item[:n], indent})
				item = item[max(n, 1):] // a line end is one
			}
			if !listed {
				break
			}
		}
	}
}

// drawSheet draws a text that takes the place of the picture.
func (hp *helpPages) drawSheet(in *Input, area Rect) {
	c := &hp.canvas
	u := c.Unit()
	pad := round(14 * u)
	head := c.Atlas.lineHeight(fontStrong) + round(6*u)
	width := min(area.W, round(sheetWidth*u)) - 2*pad
	rows, f := 0, fontText
	for _, fit := range sheetFits {
		f = fit.font
		hp.sheetLines(in.Sheet.Text, f, fit.parts, width)
		if rows = int((area.H - 2*pad - head) / c.Atlas.lineHeight(f)); len(hp.sheet) <= rows {
			break
		}
	}
	rows = min(rows, len(hp.sheet))
	if rows <= 0 {
		return
	}
	line := c.Atlas.lineHeight(f)
	box := Rect{W: width + 2*pad, H: head + float32(rows)*line + 2*pad}
	box.X, box.Y = round(area.X+(area.W-box.W)/2), round(area.Y+(area.H-box.H)*0.4)
	c.panel(box, colorTip)
	drawText(c, fontStrong, box.X+pad, box.Y+pad, in.Sheet.Title, charsetOwn, colorText)
	side := head + pad
	cross := Rect{box.X + box.W - side, box.Y, side, side}
	hp.closeCross(cross, in.MouseKnown && cross.Has(in.MouseX, in.MouseY))
	y := box.Y + pad + head
	for i, l := range hp.sheet[:rows] {
		x, text := box.X+pad, l.text
		if l.indent {
			x += sheetIndent * u
		}
		if i == rows-1 && rows < len(hp.sheet) {
			text = "..."
		}
		drawText(c, f, x, y, text, charsetOwn, colorText)
		y += line
	}
}
