package hud

import "demoscope/render/draw"

// HelpGroup is a part of the help page with a title.
type HelpGroup struct {
	Title string
	Lines []HelpLine
}

// HelpLine is a line of the help page: keys and what they do.
type HelpLine struct{ Keys, Label string }

// LegendLine is a line of the legend: a marker and its name. Draw draws the marker
// centred at x and y, size pixels high.
type LegendLine struct {
	Name string
	Draw func(b *draw.Buffer, x, y, size float32)
}

// helpColumn is the narrowest column of the help page, in units.
const helpColumn = 260

// drawHelp draws the help page in as many columns as fit, each group in one piece.
func (h *HUD) drawHelp(in *Input, area Rect) {
	c := &h.canvas
	u := c.Unit()
	pad := round(18 * u)
	f := fontText
	columns := max(1, min(3, int((area.W-2*pad)/(helpColumn*u)), len(in.Help)+1)) // with the legend
	row := c.Atlas.lineHeight(f) + round(4*u)
	rows := helpRows(in, columns, func(int, int, int) {})
	head := c.Atlas.lineHeight(fontTitle) + round(10*u)
	if float32(rows)*row > area.H-head-2*pad {
		f = fontSmall
		row = c.Atlas.lineHeight(f) + round(2*u)
		row = min(row, max(c.Atlas.lineHeight(f), (area.H-head-2*pad)/float32(rows)))
	}
	width := min(area.W, round(float32(columns)*360*u))
	box := Rect{W: width, H: min(area.H, head+2*pad+float32(rows)*row)}
	box.X = round(area.X + (area.W-box.W)/2)
	box.Y = round(area.Y + (area.H-box.H)*0.4)
	h.helpHead = Rect{box.X + pad + round(80*u), box.Y, box.W - 2*pad - round(240*u), pad + c.Atlas.lineHeight(fontTitle)}
	c.panel(box, colorTip)
	drawText(c, fontTitle, box.X+pad, box.Y+pad, "Keys", charsetOwn, colorText)
	drawTextRight(c, fontSmall, box.X+box.W-pad, box.Y+pad, in.Version, charsetOwn, colorDim)

	column := (box.W - 2*pad) / float32(columns)
	top := box.Y + pad + head
	keyWidth := min(column*0.42, 128*u)
	helpRows(in, columns, func(col, at, line int) {
		x, y := box.X+pad+float32(col)*column, top+float32(at)*row
		if y+row > box.Y+box.H {
			return
		}
		g, i := helpLine(in, line)
		switch {
		case g < len(in.Help) && i < 0:
			drawText(c, fontSmall, x, y, in.Help[g].Title, charsetOwn, colorAccent)
		case g < len(in.Help):
			l := &in.Help[g].Lines[i]
			drawText(c, f, x, y, l.Keys, charsetOwn, colorText)
			h.tip = clip(c.Atlas, f, h.tip, l.Label, charsetOwn, column-keyWidth-6*u)
			drawText(c, f, x+keyWidth, y, h.tip, charsetOwn, colorDim)
		case i < 0:
			drawText(c, fontSmall, x, y, "Markers", charsetOwn, colorAccent)
		default:
			// Two a row.
			for k := 2 * i; k < min(2*i+2, len(in.Legend)); k++ {
				l := &in.Legend[k]
				lx := x + float32(k%2)*(column/2)
				size := round(row * 0.8)
				l.Draw(c.Out, round(lx+size/2), round(y+row/2), size)
				drawText(c, f, lx+size+6*u, y, l.Name, charsetOwn, colorDim)
			}
		}
	})
}

// helpLine returns the group and the line in it of line n of the page. Line -1 is the
// group's title, and the group after the last is the legend.
func helpLine(in *Input, n int) (group, line int) {
	for g := range in.Help {
		if n <= len(in.Help[g].Lines) {
			return g, n - 1
		}
		n -= len(in.Help[g].Lines) + 1
	}
	return len(in.Help), n - 1
}

// helpRows distributes the page's lines over columns and returns the number of rows
// of the longest. Groups are separated by a row; a column ends where the next group
// would make it longer than its share.
func helpRows(in *Input, columns int, put func(column, row, line int)) (rows int) {
	groups := len(in.Help)
	if len(in.Legend) > 0 {
		groups++
	}
	size := func(g int) int {
		if g == len(in.Help) {
			return 1 + (len(in.Legend)+1)/2
		}
		return 1 + len(in.Help[g].Lines)
	}
	// Find the smallest sufficient height by trying.
	total, tallest := 0, 0
	for g := range groups {
		total += size(g) + 1
		tallest = max(tallest, size(g))
	}
	height := max(tallest, total/max(1, columns)-1)
	for ; ; height++ {
		col, at := 0, 0
		for g := range groups {
			if at > 0 && at+1+size(g) > height {
				col, at = col+1, 0
			}
			if at > 0 {
				at++
			}
			at += size(g)
		}
		if col < columns {
			break
		}
	}
	col, at, line := 0, 0, 0
	for g := range groups {
		if at > 0 && at+1+size(g) > height {
			col, at = col+1, 0
		}
		if at > 0 {
			at++
		}
		for range size(g) {
			put(col, at, line)
			at++
			line++
			rows = max(rows, at)
		}
	}
	return rows
}
