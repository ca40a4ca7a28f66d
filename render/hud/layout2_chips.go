package hud

import (
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/layout"
	"demoscope/render/setting"
)

// chip2 is a group of items of the status bar that are next to each other, such as
// an icon and its number, a score and its team, a clock.
type chip2 struct {
	xFrom, yFrom layout.Anchor
	rows         [2]chipRow
	count        int // of rows
	words        bool
	numbers      bool
}

// chipRanks is how many ranks there are.
const chipRanks = 3

// rank returns a chip's priority when there is not room for all: scores first, then
// clocks and names, then pictures with numbers.
func (c *chip2) rank() int {
	switch {
	case c.words && c.numbers:
		return 0
	case c.words:
		return 1
	}
	return 2
}

// holds updates what the chip has by an item.
func (c *chip2) holds(it *layout.Item) {
	c.words = c.words || it.Kind == layout.Text
	c.numbers = c.numbers || it.Kind == layout.Number
}

// chipRow is a row of a chip: its cells from the left, and the area of the field that
// they cover.
type chipRow struct {
	cells          [4]int
	count          int
	x0, x1, y0, y1 int
}

const (
	chipGapX = 16 // between items of a row that belong together, at most
	chipGapY = 4  // between a row and the text below it
	// maxChips bounds the chips, and with it the work: no game has as many.
	maxChips = 64
)

// gather makes chips of the status bar's items.
func (q *layouts2) gather() {
	q.barCells = place(q.barCells[:0], q.bar)
	q.chips = q.chips[:0]
	for i := range q.barCells {
		if q.join(i) {
			continue
		}
		if len(q.chips) == maxChips {
			return
		}
		k, it := &q.barCells[i], &q.bar[q.barCells[i].item]
		c := chip2{xFrom: it.XFrom, yFrom: it.YFrom, count: 1}
		c.rows[0] = chipRow{cells: [4]int{i}, count: 1, x0: k.x, x1: k.x + k.w, y0: k.y, y1: k.y + k.h}
		c.holds(it)
		q.chips = append(q.chips, c)
	}
}

// join adds a cell to the chip that it belongs to, if there is one.
func (q *layouts2) join(i int) bool {
	k, it := &q.barCells[i], &q.bar[q.barCells[i].item]
	for j := len(q.chips) - 1; j >= 0; j-- {
		c := &q.chips[j]
		if c.xFrom != it.XFrom || c.yFrom != it.YFrom {
			continue
		}
		r := &c.rows[c.count-1]
		common := min(r.y1, k.y+k.h) - max(r.y0, k.y)
		switch {
		case 2*common >= min(r.y1-r.y0, k.h):
			if r.count == len(r.cells) || k.x > r.x1+chipGapX || k.x+k.w < r.x0-chipGapX {
				continue
			}
			n := r.count
			for ; n > 0 && q.barCells[r.cells[n-1]].x > k.x; n-- {
				r.cells[n] = r.cells[n-1]
			}
			r.cells[n] = i
			r.count++
			r.x0, r.x1 = min(r.x0, k.x), max(r.x1, k.x+k.w)
			r.y0, r.y1 = min(r.y0, k.y), max(r.y1, k.y+k.h)
		case c.count == 1 && it.Kind == layout.Text && k.y >= r.y1 && k.y <= r.y1+chipGapY && k.x < r.x1 &&
			r.x0 < k.x+k.w:
			c.rows[1] = chipRow{cells: [4]int{i}, count: 1, x0: k.x, x1: k.x + k.w, y0: k.y, y1: k.y + k.h}
			c.count = 2
		default:
			continue
		}
		c.holds(it)
		return true
	}
	return false
}

// chipsHeight returns how high the chips are, in pixels; 0 if nothing depends on it.
func (sl *serverLayout) chipsHeight(in *Input, page *page) float32 {
	if !in.Overlays.Team || len(sl.layouts.bar) == 0 || !in.On(setting.StatusBar) {
		return 0
	}
	l, _ := in.layoutAlone(page.score.any())
	return sl.layChips(in, page, l.Match, false)
}

// hasChips reports whether the additions of a mod's status bar are drawn.
func (p *page) hasChips(in *Input) bool { return p.playing(in) && in.On(setting.StatusBar) }

// drawChips draws as many chips as fit.
func (sl *serverLayout) drawChips(in *Input, page *page, area Rect) {
	sl.layChips(in, page, area, true)
}

// layChips draws as many chips as fit, in two columns if they are narrow enough, or only measures them, and returns how
// high they are.
func (sl *serverLayout) layChips(in *Input, page *page, area Rect, show bool) (height float32) {
	q := &sl.layouts
	q.gather()
	column := round(area.W / 2)
	gap := round(6 * sl.canvas.Unit())
	y := area.Y
	for rank := range chipRanks {
		at, high := 0, float32(0) // the column, and the line's height
		for i := range q.chips {
			c := &q.chips[i]
			if c.rank() != rank || sl.repeatsScore(in, page, c) {
				continue
			}
			w, k := sl.chip(in, c, area.W, 0, 0, false)
			if at > 0 && (at == 2 || w > area.W-column) {
				at, high, y = 0, 0, y+high+gap
			}
			if y+k > area.Y+area.H {
				continue
			}
			if show {
				sl.chip(in, c, area.W, area.X+float32(at)*column, y, true)
			}
			if at++; w > column-gap/2 {
				at = 2
			}
			high = max(high, k)
			height = max(height, y+k-area.Y)
		}
		if at > 0 {
			y += high + gap
		}
	}
	return height
}

// repeatsScore reports whether a chip has what the score in the upper left corner says:
// a side's score below or above a word, the same time, or a flag, with its side's score or without.
func (sl *serverLayout) repeatsScore(in *Input, page *page, c *chip2) bool {
	q, s := &sl.layouts, page.score
	if sl.repeatsFlag(in, page, c) {
		return true
	}
	for i := range c.count {
		r := &c.rows[i]
		for _, cell := range r.cells[:r.count] {
			it := &q.bar[q.barCells[cell].item]
			if it.Kind == layout.Number && c.words {
				for n := range in.Sides {
					if in.Sides[n].Score == it.Value {
						return true
					}
				}
			}
			if seconds, ok := clockOf(it.Text); ok && it.Kind == layout.Text && s.clock.counts != "" {
				if d := seconds - int(s.clock.seconds); d >= -1 && d <= 1 {
					return true
				}
			}
		}
	}
	return false
}

// repeatsFlag reports whether a chip has nothing but flags and captures, which stand at the sides of the score.
func (sl *serverLayout) repeatsFlag(in *Input, page *page, c *chip2) bool {
	if c.words || !page.hasScore(in) || !in.World.Match.FlagsKnown() {
		return false
	}
	q, flags := &sl.layouts, false
	for i := range c.count {
		r := &c.rows[i]
		for _, cell := range r.cells[:r.count] {
			switch it := &q.bar[q.barCells[cell].item]; it.Kind {
			case layout.Picture:
				p, ground := pictureOf(it.Text)
				if p.icon != iconFlag && !ground {
					return false
				}
				flags = flags || p.icon == iconFlag
			case layout.Number:
				if !slices.ContainsFunc(in.Sides, func(s world.Side) bool { return s.Score == it.Value }) {
					return false
				}
			default:
				return false
			}
		}
	}
	return flags
}

// clockOf returns the seconds of a time written as 12:34, in either half of the
// charset; false if a text is none.
func clockOf(s string) (seconds int, ok bool) {
	s = trim2(s)
	minutes, digits := 0, -1 // digits of the seconds, -1 before the colon
	for i := range len(s) {
		switch c := s[i] & 0x7f; {
		case c >= '0' && c <= '9' && digits < 0 && i < 4:
			minutes = minutes*10 + int(c-'0')
		case c >= '0' && c <= '9' && digits >= 0 && digits < 2:
			seconds = seconds*10 + int(c-'0')
			digits++
		case c == ':' && i > 0 && digits < 0:
			digits = 0
		default:
			return 0, false
		}
	}
	return minutes*60 + seconds, digits == 2
}

// chip draws a chip at x and y, or only measures it. Pictures come before
// their numbers.
func (sl *serverLayout) chip(in *Input, c *chip2, room, x, y float32, show bool) (width, height float32) {
	q := &sl.layouts
	gap := round(3 * sl.canvas.Unit())
	for i := range c.count {
		var w, high float32
		r := &c.rows[i]
		for _, cell := range r.cells[:r.count] {
			_, k := sl.chipItem(in, &q.bar[q.barCells[cell].item], 0, 0, room, false)
			high = max(high, k)
		}
		for _, pictures := range [...]bool{true, false} {
			for _, cell := range r.cells[:r.count] {
				it := &q.bar[q.barCells[cell].item]
				if pictures != (it.Kind == layout.Picture) {
					continue
				}
				if w > 0 {
					w += gap
				}
				iw, ih := sl.chipItem(in, it, 0, 0, room-w, false)
				if iw > room-w {
					continue
				}
				if show {
					sl.chipItem(in, it, x+w, y+height+round((high-ih)/2), room-w, true)
				}
				w += iw
			}
		}
		width, height = max(width, w), height+high
	}
	return min(width, room), height
}

// chipIcon is the side of a chip's icon in units.
const chipIcon = 16

// chipItem draws an item at x and y, or only measures it. Text is cut to the
// room there is.
func (sl *serverLayout) chipItem(in *Input, it *layout.Item, x, y, room float32, show bool) (width, height float32) {
	c := &sl.canvas
	set := in.charset()
	switch it.Kind {
	case layout.Number:
		text := digits2(c.scratch, it)
		width, height = textWidth(c.Atlas, fontStrong, text, charsetOwn), c.Atlas.lineHeight(fontStrong)
		if show {
			sl.numberBox(it, Rect{x, y, width, height})
			drawText(c, fontStrong, x, y, text, charsetOwn, numberColor(it))
		}
		return width, height
	case layout.Picture:
		p, _ := pictureOf(it.Text)
		if p.icon != iconNone {
			side := round(chipIcon * c.Unit())
			if show {
				c.drawIcon(p.icon, round(x), round(y), side, p.color)
			}
			return side, side
		}
		c.tip = clip(c.Atlas, fontSmall, c.tip, p.name, set, room)
	case layout.Integer:
		c.tip = strconv.AppendInt(c.tip[:0], int64(it.Value), 10)
	default:
		text := trim2(it.Text)
		if it.FromStat && it.Stat == world.Quake2StatChase {
			text, _, _ = strings.Cut(text, `\`) // a player's name, without the model
		}
		c.tip = clip(c.Atlas, fontSmall, c.tip, text, set, room)
	}
	width, height = textWidth(c.Atlas, fontSmall, c.tip, set), c.Atlas.lineHeight(fontSmall)
	if show {
		d := reader{charset: set, begun: true}
		if it.Bright {
			d.tint = tintGreen
		}
		textOn(c, fontSmall, x, y, c.tip, &d, colorText)
	}
	return width, height
}
