package hud

import (
	"math"
	"strconv"
	"strings"

	"demoscope/render/draw"
)

// HelpGroup is a titled group of lines on the help page.
type HelpGroup struct {
	Title string
	Lines []HelpLine
}

// HelpLine is a line of the help page: keys and their action.
type HelpLine struct{ Keys, Label string }

// LegendLine is a line of the legend: a marker and its name. Draw draws the marker centered at x and y, size pixels
// high.
type LegendLine struct {
	Name string
	Draw func(b *draw.Buffer, x, y, size float32)
}

// BarLegend returns the legend for the marks that the timeline has by default.
func BarLegend() []LegendLine {
	line := func(class Class, name string) LegendLine {
		return LegendLine{Name: name, Draw: func(b *draw.Buffer, x, y, size float32) {
			b.Rect(round(x-size/8), round(y-size/2), max(1, round(size/4)), size, classes[class].color)
		}}
	}
	return []LegendLine{
		line(ClassKill, "kill (timeline)"), line(ClassMine, "followed player's kill"),
		line(ClassDeath, "followed player's death"), line(ClassLevel, "level"), line(ClassBookmark, "bookmark"),
	}
}

// helpColumn is the minimum width of a column of the help page, and helpGap the space after keys and labels, in
// units.
const (
	helpColumn = 180
	helpGap    = 6
)

// helpPlan is the layout of the help page.
type helpPlan struct {
	sheets, columns int // columns of a sheet
	rows            int // of the longest column
	box             Rect
	pad, head, row  float32
	font            textFont
	markers         int // markers of the legend per row
}

// helpPiece is a group of the help page, or a part of a group that is longer than a column: count rows, beginning
// with row from. Row 0 is the title, and the group after the last one is the legend.
type helpPiece struct{ group, from, count int }

// helpPages draws the text pages that cover the picture.
type helpPages struct {
	*tagger
	helpHead   Rect // beside the title of the help page, as last drawn
	helpPieces []helpPiece
	sheet      []sheetLine
}

// HelpSheets returns the number of sheets that the help page takes on the screen, at least one.
func (h *HUD) HelpSheets(in *Input) int {
	bar := float32(barHeight)
	if in.NoBar {
		bar = 0
	}
	plan := h.help.planHelp(in, layoutIn(in.Screen, bar, in.Screen.Width, false).Overlay)
	return plan.sheets
}

// planHelp lays out the help page in as many columns as fit, with the larger font if it fits, and on several sheets
// if not even the smaller one does.
func (hp *helpPages) planHelp(in *Input, area Rect) (k helpPlan) {
	c := &hp.canvas
	u := c.Unit()
	pad := 18 * u
	if in.Screen.compact() { // the most important keys fit on one sheet
		pad = 11 * u
	}
	k.pad = round(min(pad, area.H/12))
	k.head = c.Atlas.lineHeight(fontTitle) + round(min(10*u, area.H/12))
	k.columns = max(1, min(3, int((area.W-2*k.pad)/(helpColumn*u)), len(in.Help)+1)) // including the legend
	width := func() float32 { return min(area.W, round(float32(k.columns)*360*u)) }
	column := func() float32 { return (width() - 2*k.pad) / float32(k.columns) }
	small, large := hp.helpWidth(in, fontSmall), hp.helpWidth(in, fontText)
	for k.columns > 1 && small > column() {
		k.columns--
	}
	k.markers = 2
	if 2*hp.legendWidth(in) > column() {
		k.markers = 1
	}
	room := area.H - k.head - 2*k.pad
	fits := func(row float32) int { return max(1, int(room/row)) }

	hp.cutHelp(in, k.markers, 1<<30)
	k.sheets, k.rows = 1, hp.flowHelp(k.columns, func(int, int, *helpPiece) {})
	k.font, k.row = fontText, c.Atlas.lineHeight(fontText)+round(4*u)
	if k.rows > fits(k.row) || large > column() {
		k.font = fontSmall
		least := c.Atlas.lineHeight(fontSmall)
		k.row = least + round(2*u)
		switch {
		case k.rows <= fits(k.row):
		case k.rows <= fits(least):
			k.row = max(least, room/float32(k.rows))
		default:
			k.row = least + round(u)
			hp.cutHelp(in, k.markers, fits(k.row))
			for k.rows = math.MaxInt; k.rows > fits(k.row); {
				k.sheets++
				k.rows = hp.flowHelp(k.columns*k.sheets, func(int, int, *helpPiece) {})
			}
		}
	}
	k.box = Rect{W: width(), H: min(area.H, k.head+2*k.pad+float32(k.rows)*k.row)}
	k.box.X = round(area.X + (area.W-k.box.W)/2)
	k.box.Y = round(area.Y + (area.H-k.box.H)*0.4)
	return k
}

// helpWidth returns the column width that all keys and labels need.
func (hp *helpPages) helpWidth(in *Input, f textFont) (widest float32) {
	for g := range in.Help {
		for i := range in.Help[g].Lines {
			l := &in.Help[g].Lines[i]
			widest = max(widest, textWidth(hp.Atlas, f, l.Keys, charsetOwn)+textWidth(hp.Atlas, f, l.Label, charsetOwn))
		}
	}
	return widest + 2*round(helpGap*hp.Unit())
}

// legendWidth returns the width of a marker of the legend with the longest name, in the small font.
func (hp *helpPages) legendWidth(in *Input) (widest float32) {
	for i := range in.Legend {
		widest = max(widest, textWidth(hp.Atlas, fontSmall, in.Legend[i].Name, charsetOwn))
	}
	u := hp.Unit()
	return widest + hp.Atlas.lineHeight(fontSmall) + round((6+helpGap)*u)
}

// drawHelp draws a sheet of the help page.
func (hp *helpPages) drawHelp(in *Input, area Rect) {
	c := &hp.canvas
	u := c.Unit()
	k := hp.planHelp(in, area)
	sheet := max(0, min(in.HelpSheet, k.sheets-1))
	box, pad := k.box, k.pad
	c.panel(box, colorTip)
	x, y := box.X+pad, box.Y+pad
	x += drawText(c, fontTitle, x, y, in.HelpTitle, charsetOwn, colorText) + round(12*u)
	base := y + c.Atlas.ascent(fontTitle) - c.Atlas.ascent(fontSmall)
	if k.sheets > 1 {
		hp.tip = strconv.AppendInt(hp.tip[:0], int64(sheet+1), 10)
		hp.tip = append(hp.tip, " of "...)
		hp.tip = strconv.AppendInt(hp.tip, int64(k.sheets), 10)
		x += drawText(c, fontSmall, x, base, hp.tip, charsetOwn, colorDim) + round(12*u)
	}
	x += drawText(c, fontSmall, x, base, in.HelpNext, charsetOwn, colorDim)
	x = max(x+round(12*u), box.X+pad+round(80*u))
	hp.helpHead = Rect{x, box.Y, max(0, box.X+box.W-pad-round(160*u)-x), pad + c.Atlas.lineHeight(fontTitle)}
	if right := box.X + box.W - pad; x+textWidth(c.Atlas, fontSmall, in.Version, charsetOwn) <= right {
		drawTextRight(c, fontSmall, right, base, in.Version, charsetOwn, colorDim)
	}

	column := (box.W - 2*pad) / float32(k.columns)
	top := y + k.head
	hp.flowHelp(k.columns*k.sheets, func(col, at int, p *helpPiece) {
		if col/k.columns != sheet {
			return
		}
		x := box.X + pad + float32(col%k.columns)*column
		for i := range p.count {
			hp.helpRow(in, &k, p.group, p.from+i, Rect{x, top + float32(at+i)*k.row, column, k.row})
		}
	})
}

// helpRow draws a row of a group.
func (hp *helpPages) helpRow(in *Input, k *helpPlan, group, row int, r Rect) {
	c := &hp.canvas
	u := c.Unit()
	switch {
	case group < len(in.Help) && row == 0:
		drawText(c, fontSmall, r.X, r.Y, in.Help[group].Title, charsetOwn, colorText)
	case group < len(in.Help):
		l := &in.Help[group].Lines[row-1]
		// Long keys move their label to the right, and a long label moves closer to its keys.
		gap := round(helpGap * u)
		x := drawText(c, k.font, r.X, r.Y, l.Keys, charsetOwn, colorText) + gap
		x = max(x, min(r.W*0.34, 128*u, r.W-gap-textWidth(c.Atlas, k.font, l.Label, charsetOwn)))
		c.clipped(k.font, r.X+x, r.Y, r.W-gap-x+1, l.Label, colorDim)
	case row == 0:
		drawText(c, fontSmall, r.X, r.Y, "Markers", charsetOwn, colorText)
	default:
		n := k.markers
		for i := n * (row - 1); i < min(n*row, len(in.Legend)); i++ {
			l := &in.Legend[i]
			x := r.X + float32(i%n)*(r.W/float32(n))
			size := round(r.H * 0.8)
			l.Draw(c.Out, round(x+size/2), round(r.Y+r.H/2), size)
			drawText(c, k.font, x+size+6*u, r.Y, l.Name, charsetOwn, colorDim)
		}
	}
}

// cutHelp cuts the groups of the page into pieces of at most most rows, with the given number of markers per row of
// the legend.
func (hp *helpPages) cutHelp(in *Input, markers, most int) {
	hp.helpPieces = hp.helpPieces[:0]
	add := func(group, rows int) {
		for from := 0; from < rows; from += most {
			hp.helpPieces = append(hp.helpPieces, helpPiece{group, from, min(most, rows-from)})
		}
	}
	for g := range in.Help {
		add(g, 1+len(in.Help[g].Lines))
	}
	if len(in.Legend) > 0 {
		add(len(in.Help), 1+(len(in.Legend)+markers-1)/markers)
	}
}

// flowHelp distributes the pieces over columns and returns the number of rows of the longest. A free row separates
// pieces. A column ends where the next piece would exceed its share.
func (hp *helpPages) flowHelp(columns int, put func(column, row int, p *helpPiece)) (rows int) {
	list := hp.helpPieces
	// Find the smallest sufficient height by trial.
	total, tallest := 0, 0
	for i := range list {
		total += list[i].count + 1
		tallest = max(tallest, list[i].count)
	}
	for height := max(tallest, total/max(1, columns)-1); ; height++ {
		if used, _ := flowPieces(list, height, func(int, int, *helpPiece) {}); used <= columns {
			_, rows = flowPieces(list, height, put)
			return rows
		}
	}
}

// flowPieces puts pieces into columns of the given height. It returns the number of columns and the rows of the
// longest.
func flowPieces(list []helpPiece, height int, put func(column, row int, p *helpPiece)) (columns, rows int) {
	col, at := 0, 0
	for i := range list {
		p := &list[i]
		if at > 0 && at+1+p.count > height {
			col, at = col+1, 0
		}
		if at > 0 {
			at++
		}
		put(col, at, p)
		at += p.count
		rows = max(rows, at)
	}
	return col + 1, rows
}

// Sheet is a text that replaces the picture until the viewer closes it, because all of it should be read.
type Sheet struct {
	Title string // empty for none
	// Text consists of lines, each a paragraph. A paragraph that begins with a tab is a list with parts separated by
	// ", ", each on its own line where there is room.
	Text string
}

const (
	// sheetWidth is the maximum width of a sheet, and sheetIndent the indentation of the parts of a list, in units.
	sheetWidth, sheetIndent = 900, 18
	// maxSheetLines is the maximum number of lines of a sheet, more than fit on any screen.
	maxSheetLines = 256
)

// sheetFits are the ways to set a sheet, best first: with a line for each part of a list, or with filled lines.
var sheetFits = [...]struct {
	font  textFont
	parts bool
}{{fontText, true}, {fontSmall, true}, {fontText, false}, {fontSmall, false}}

// sheetLine is a line of a sheet.
type sheetLine struct {
	text   string
	indent bool
}

// sheetLines breaks a text into lines of a width in pixels. If parts is set, each part of a list is on its own line,
// and those after the first are indented.
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
				item = item[max(n, 1):] // a line end counts as a line, too
			}
			if !listed {
				break
			}
		}
	}
}

// drawSheet draws the text that replaces the picture.
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
