package hud

import (
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/layout"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// quake2Layout is what a Quake II server makes clients draw: the items of its status bar that the HUD's own status
// lacks, and the layout or the inventory while they are visible. The server lays them out in a field of 320 x 240
// pixels with letters of one width. The items of the status bar are scattered over that field, so they are gathered
// into chips. A layout keeps its rows and columns, in a panel. The memory is reused from frame to frame.
type quake2Layout struct {
	bar   []layout.Item
	items []layout.Item // of the panel

	cells  []quake2Cell // positions of the panel's items, from the top
	left   int          // left edge of the panel in the field
	width  int
	height int
	box    Rect    // area of the panel; empty if there is none
	letter float32 // distance between letters, pixels
	line   float32 // distance between lines, pixels
	// overlay is set if the panel leaves no room for anything else above the bar.
	overlay bool

	barCells []quake2Cell
	chips    []quake2Chip
}

// quake2Cell is the position of an item in pixels of the field.
type quake2Cell struct {
	item       int
	x, y, w, h int
}

// The field, in its own pixels. It is higher than the 240 pixels that programs expect, as players' screens are, so
// that items anchored to the lower edge are below those anchored to the middle. Gaps are closed.
const (
	fieldWidth  = 320
	fieldHeight = 512
	fieldBeyond = 160 // maximum distance outside the field; items farther away are not drawn
	letterSide  = 8
	digitWidth  = 16
	digitHeight = 24
	imageSide   = 24
	tagWidth    = 128 // size of the bands behind players
	tagHeight   = 32
	maxGap      = letterSide // between rows of a panel
)

// read runs the layout programs for the followed player. The result is empty in other games and if the demo does not
// contain the player's stats.
func (q *quake2Layout) read(in *Input) {
	q.bar, q.items = q.bar[:0], q.items[:0]
	q.box, q.overlay = Rect{}, false
	if !in.On(setting.StatusBar) {
		q.chips = q.chips[:0]
	}
	w := in.World
	if w == nil || w.Game != world.Quake2 || in.Display == Clean {
		return
	}
	stats := w.StatsOf(in.Watched)
	if stats == nil {
		return
	}
	l := w.Level()
	q.bar = layout.Run(q.bar, l.Texts.StatusBar, stats, l, w.Players)
	server := w.Quake2HUDOf(in.Watched)
	visible, _ := stats.Get(world.Quake2StatLayouts)
	if visible&layoutVisible != 0 {
		q.items = layout.Run(q.items, server.Layout, stats, l, w.Players)
		// A note at the edge is not a panel.
		if !slices.ContainsFunc(q.items, inMiddle) {
			q.bar = append(q.bar, q.items...)
			q.items = q.items[:0]
		}
	}
	if visible&inventoryVisible != 0 && len(q.items) == 0 && (in.Watched == w.Recorder || server != &w.Quake2HUD) {
		selected, _ := stats.Get(world.Quake2StatSelectedItem)
		q.inventory(server, l, int(selected))
	}
	q.bar = slices.DeleteFunc(q.bar, func(it layout.Item) bool { return repeatsStatus(&it, stats) })
}

// Bits of the stat [world.Quake2StatLayouts].
const (
	layoutVisible    = 1
	inventoryVisible = 2
)

func inMiddle(it layout.Item) bool {
	return it.XFrom == layout.Middle && it.YFrom == layout.Middle
}

// quake2StatViewedTeam is a picture beside the name of the player at the recorder's crosshair, in Capture the Flag:
// the flag of that player's team, which looks like a carried flag.
const quake2StatViewedTeam = 29

// repeatsStatus reports whether an item of the status bar is empty, misleads, or repeats the HUD's own status or the
// upper-right corner.
func repeatsStatus(it *layout.Item, stats *world.Stats) bool {
	if it.Kind == layout.Text && len(trimQuake2(it.Text)) == 0 {
		return true
	}
	if it.Kind == layout.Picture {
		if _, ground := pictureOf(it.Text); ground {
			return true
		}
	}
	if !it.FromStat {
		return false
	}
	switch it.Stat {
	case world.Quake2StatHealthIcon, world.Quake2StatHealth, world.Quake2StatAmmoIcon, world.Quake2StatAmmo,
		world.Quake2StatArmorIcon, world.Quake2StatArmor, world.Quake2StatSelectedIcon, world.Quake2StatPickupIcon,
		world.Quake2StatPickupText, world.Quake2StatTimerIcon, world.Quake2StatTimer, world.Quake2StatFrags:
		return true
	case quake2StatViewedTeam:
		return it.Kind == layout.Picture && strings.HasPrefix(mapName(it.Text), "sbfctf")
	case world.Quake2StatHelpIcon:
		return strings.HasPrefix(it.Text, "w_") // icon of the weapon in hand
	}
	// Config string 0, the title of the level, means no text here.
	v, _ := stats.Get(int(it.Stat))
	return it.Kind == layout.Text && v == 0
}

// trimQuake2 returns a text without leading and trailing spaces of either half of the charset.
func trimQuake2(s string) string {
	for s != "" && s[0]&0x7f == ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1]&0x7f == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

const (
	inventoryRows   = 16
	inventoryColumn = 24 * letterSide
)

// inventory adds the items of the recorder's inventory.
func (q *quake2Layout) inventory(server *world.Quake2HUD, l *world.Level, selected int) {
	n := 0
	for i, count := range server.Inventory {
		if count == 0 || i >= len(l.Texts.Items) || l.Texts.Items[i] == "" {
			continue
		}
		it := layout.Item{
			XFrom: layout.Middle, X: n / inventoryRows * inventoryColumn,
			YFrom: layout.Middle, Y: n % inventoryRows * letterSide,
			Kind: layout.Integer, Value: int32(count), Bright: i == selected,
		}
		if count < 100 {
			it.X += letterSide
		}
		if count < 10 && count >= 0 {
			it.X += letterSide
		}
		q.items = append(q.items, it)
		it.Kind, it.Text = layout.Text, l.Texts.Items[i]
		it.X = n/inventoryRows*inventoryColumn + 4*letterSide
		q.items = append(q.items, it)
		n++
	}
}

// cellOf returns the position of an item in the field.
func cellOf(items []layout.Item, i int) quake2Cell {
	it := &items[i]
	c := quake2Cell{item: i, x: it.X + anchored(it.XFrom, fieldWidth), y: it.Y + anchored(it.YFrom, fieldHeight),
		h: letterSide}
	switch it.Kind {
	case layout.Text:
		c.w = len(it.Text) * letterSide
	case layout.Integer:
		var digits [12]byte
		c.w = len(strconv.AppendInt(digits[:0], int64(it.Value), 10)) * letterSide
	case layout.Number:
		c.w, c.h = it.Width*digitWidth, digitHeight
	case layout.Picture:
		c.w, c.h = imageSide, imageSide
		if _, tag := tagOf(it.Text); tag {
			c.w, c.h = tagWidth, tagHeight
		} else if p, ground := pictureOf(it.Text); ground {
			c.w, c.h = 0, 0
		} else if p.icon == iconNone {
			c.w, c.h = len(p.name)*letterSide, letterSide
		}
	}
	if it.Center {
		c.x -= c.w / 2
	}
	return c
}

// anchored returns the position of an anchor in a field of a size: its start, middle or end.
func anchored(a layout.Anchor, size int) int { return size * int(a) / 2 }

// place appends the cells of items, sorted from the top, without those outside the field.
func place(cells []quake2Cell, items []layout.Item) []quake2Cell {
	for i := range items {
		c := cellOf(items, i)
		if c.w <= 0 || c.x+c.w <= -fieldBeyond || c.x >= fieldWidth+fieldBeyond || c.y < 0 || c.y >= fieldHeight {
			continue
		}
		cells = append(cells, c)
	}
	slices.SortStableFunc(cells, func(a, b quake2Cell) int {
		if a.y != b.y {
			return a.y - b.y
		}
		return a.x - b.x
	})
	return cells
}

// quake2Chip is a group of adjacent items of the status bar, such as an icon and its number, a score and its team, or a
// clock.
type quake2Chip struct {
	xFrom, yFrom layout.Anchor
	rows         [2]chipRow
	count        int // number of rows
	words        bool
	numbers      bool
}

// chipRanks is the number of ranks.
const chipRanks = 3

// rank returns the priority of a chip if not all fit: scores first, then clocks and names, then pictures with
// numbers.
func (c *quake2Chip) rank() int {
	switch {
	case c.words && c.numbers:
		return 0
	case c.words:
		return 1
	}
	return 2
}

// holds updates the chip's contents for an item.
func (c *quake2Chip) holds(it *layout.Item) {
	c.words = c.words || it.Kind == layout.Text
	c.numbers = c.numbers || it.Kind == layout.Number
}

// chipRow is a row of a chip: its cells from the left, and the area of the field that they cover.
type chipRow struct {
	cells          [4]int
	count          int
	x0, x1, y0, y1 int
}

const (
	chipGapX = 16 // maximum distance between items of a row that belong together
	chipGapY = 4  // between a row and the text below it
	// maxChips is the maximum number of chips, which bounds the work. No game has as many.
	maxChips = 64
)

// gather groups the items of the status bar into chips.
func (q *quake2Layout) gather() {
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
		c := quake2Chip{xFrom: it.XFrom, yFrom: it.YFrom, count: 1}
		c.rows[0] = chipRow{cells: [4]int{i}, count: 1, x0: k.x, x1: k.x + k.w, y0: k.y, y1: k.y + k.h}
		c.holds(it)
		q.chips = append(q.chips, c)
	}
}

// join adds a cell to the chip that it belongs to, and reports whether there is one.
func (q *quake2Layout) join(i int) bool {
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

// chipsHeight returns the height of the chips in pixels, or 0 if it does not affect the layout.
func (sl *serverLayout) chipsHeight(in *Input, page *page) float32 {
	if !in.Overlays.Team || len(sl.quake2Layout.bar) == 0 || !in.On(setting.StatusBar) {
		return 0
	}
	l, _ := in.layoutAlone(page.score.any())
	return sl.layoutChips(in, page, l.Match, false)
}

// hasChips reports whether the additions of a mod's status bar are drawn.
func (p *page) hasChips(in *Input) bool { return p.playing(in) && in.On(setting.StatusBar) }

// drawChips draws as many chips as fit.
func (sl *serverLayout) drawChips(in *Input, page *page, area Rect) {
	sl.layoutChips(in, page, area, true)
}

// layoutChips draws as many chips as fit, in two columns if they are narrow enough, or only measures them if show is
// false. It returns their height.
func (sl *serverLayout) layoutChips(in *Input, page *page, area Rect, show bool) (height float32) {
	q := &sl.quake2Layout
	q.gather()
	column := round(area.W / 2)
	gap := round(6 * sl.canvas.Unit())
	y := area.Y
	for rank := range chipRanks {
		at, high := 0, float32(0) // the column and the height of the line
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

// repeatsScore reports whether a chip repeats the score in the upper-left corner: a side's score above or below a
// word, the same time, or a flag, with or without the score of its side.
func (sl *serverLayout) repeatsScore(in *Input, page *page, c *quake2Chip) bool {
	q, s := &sl.quake2Layout, page.score
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

// repeatsFlag reports whether a chip has only flags and captures, which the score shows at its sides.
func (sl *serverLayout) repeatsFlag(in *Input, page *page, c *quake2Chip) bool {
	if c.words || !page.hasScore(in) || !in.World.Match.FlagsKnown() {
		return false
	}
	q, flags := &sl.quake2Layout, false
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

// clockOf returns the seconds of a time written as 12:34, in either half of the charset; false for other texts.
func clockOf(s string) (seconds int, ok bool) {
	s = trimQuake2(s)
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

// chip draws a chip at x and y, or only measures it if show is false. Pictures come before their numbers.
func (sl *serverLayout) chip(in *Input, c *quake2Chip, room, x, y float32, show bool) (width, height float32) {
	q := &sl.quake2Layout
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

// chipItem draws an item at x and y, or only measures it if show is false. Text is cut to room pixels.
func (sl *serverLayout) chipItem(in *Input, it *layout.Item, x, y, room float32, show bool) (width, height float32) {
	c := &sl.canvas
	set := in.charset()
	switch it.Kind {
	case layout.Number:
		text := quake2Digits(c.scratch, it)
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
		text := trimQuake2(it.Text)
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

// serverLayout draws what a Quake II server lays out.
type serverLayout struct {
	*tagger
	quake2Layout
}

// arrange chooses the area of the panel of a layout: preferably in the middle of the screen. If that is too small for
// the text, the panel is as large as the scoreboard and hides everything else, except for a name that is being typed.
// The recorder's scoreboard would cover the fight: outside [Analyst] there is a panel only in an intermission.
func (sl *serverLayout) arrange(in *Input, l *Layout) {
	q := &sl.quake2Layout
	fight := in.World == nil || !in.World.Intermission
	if fight && in.Display != Analyst || in.ShowHelp || in.Scores || in.Sheet.Text != "" || !q.measure() {
		return
	}
	c := &sl.canvas
	pad := round(8 * c.Unit())
	q.letter = textWidth(c.Atlas, fontTime, "0", charsetOwn)
	q.line = c.Atlas.lineHeight(fontTime)
	tight := round(q.letter * 1.6) // letters do not touch yet
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

// measure computes the cells of the panel and closes the gaps between them. It reports whether there are any.
func (q *quake2Layout) measure() bool {
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

// centerArea returns the area of the game's centered text: above the panel if there is one.
func (q *quake2Layout) centerArea(l *Layout) Rect {
	r := l.Center
	if q.box.H > 0 && !q.overlay {
		r.H = max(0, min(r.H, q.box.Y-round(6*l.Unit)-r.Y))
	}
	return r
}

// drawServerLayout draws the layout or the inventory into its panel.
func (sl *serverLayout) drawServerLayout(in *Input, box Rect) {
	q := &sl.quake2Layout
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
	y := r.Y + (sl.quake2Layout.line-c.Atlas.lineHeight(fontTime))/2
	switch it.Kind {
	case layout.Text:
		n := min(len(it.Text), int(r.W/sl.quake2Layout.letter+0.01))
		textOn(c, fontTime, r.X, y, it.Text[:n], &d, colorText)
	case layout.Integer:
		text := strconv.AppendInt(sl.scratch[:0], int64(it.Value), 10)
		n := min(len(text), int(r.W/sl.quake2Layout.letter+0.01))
		textOn(c, fontTime, r.X, y, text[:n], &d, colorText)
	case layout.Number:
		text := quake2Digits(sl.scratch, it)
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

// quake2Digits returns a number cut to its maximum number of digits.
func quake2Digits(buf []byte, it *layout.Item) []byte {
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

// quake2Picture is the icon for a picture of a Quake II layout.
type quake2Picture struct {
	name  string // prefix of the picture's name
	icon  icon
	color draw.Color
}

// quake2Pictures are the pictures of the game, its expansions and Capture the Flag, except for those in the status.
var quake2Pictures = [...]quake2Picture{
	{"i_health", iconHealth, colorDim},
	{"i_jacketarmor", iconArmor, colorGreen},
	{"i_combatarmor", iconArmor, colorYellow},
	{"i_bodyarmor", iconArmor, colorRed},
	{"i_power", iconArmor, colorBlue},
	{"i_help", iconWarning, colorText},
	{"i_pack", iconBullets, colorText},
	{"i_airstrike", iconWarning, colorText},
	{"w_blaster", iconBlaster, colorText},
	{"w_shotgun", iconShotgun, colorText},
	{"w_sshotgun", iconSuperShotgun, colorText},
	{"w_machinegun", iconMachinegun, colorText},
	{"w_chaingun", iconChaingun, colorText},
	{"w_glauncher", iconGrenadeLauncher, colorText},
	{"w_rlauncher", iconRocketLauncher, colorText},
	{"w_hyperblaster", iconPlasma, colorText},
	{"w_railgun", iconRailgun, colorText},
	{"w_bfg", iconBFG, colorText},
	{"w_grapple", iconGrapple, colorText},
	{"p_bandolier", iconBullets, colorText},
	{"p_adrenaline", iconRegeneration, colorGreen},
	{"k_redkey", iconKey, colorRed},
	{"k_bluekey", iconKey, colorBlue},
	{"k_", iconKey, colorYellow},
	{"i_ctf1", iconFlag, colorRed},
	{"i_ctf2", iconFlag, colorBlue},
	{"ctfsb1", iconFlag, colorRed},
	{"ctfsb2", iconFlag, colorBlue},
	{"sbfctf1", iconFlag, colorRed},
	{"sbfctf2", iconFlag, colorBlue},
	{"tech1", iconRune, colorBlue},   // resistance
	{"tech2", iconRune, colorViolet}, // strength
	{"tech3", iconRune, colorYellow}, // haste
	{"tech4", iconRune, colorGreen},  // regeneration
}

// quake2Backgrounds are pictures behind others. They are not drawn, because panels have a background.
var quake2Backgrounds = [...]string{"help", "inventory", "field_3", "i_fixme", "i_ctfj"}

// pictureOf returns the icon for a picture, and whether the picture is one of quake2Backgrounds. For an unknown picture
// the icon is iconNone, and its name is written instead.
func pictureOf(image string) (p quake2Picture, ground bool) {
	name := mapName(image)
	for _, g := range quake2Backgrounds {
		if name == g {
			return quake2Picture{}, true
		}
	}
	for i := range quake2Pictures {
		if strings.HasPrefix(name, quake2Pictures[i].name) {
			return quake2Pictures[i], false
		}
	}
	for _, a := range quake2Ammo {
		if strings.HasPrefix(name, a.image) {
			return quake2Picture{name, a.icon, colorText}, false
		}
	}
	if it := quake2Timer(name, 0); it.Icon != iconClock {
		return quake2Picture{name, it.Icon, it.Color}, false
	}
	return quake2Picture{name: name}, false
}

// tagOf returns the color of the band behind a player on a scoreboard: the followed player or that player's last
// killer.
func tagOf(image string) (color draw.Color, ok bool) {
	switch mapName(image) {
	case "tag1":
		return colorAccent.Alpha(0.16), true
	case "tag2":
		return colorDanger.Alpha(0.16), true
	}
	return draw.Color{}, false
}
