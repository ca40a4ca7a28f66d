package hud

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"demoscope/player/timeline"
	"demoscope/render/draw"
)

// Widths of the columns of the item timers, in units.
const (
	clockTag  = 42
	clockTime = 40
)

// itemClock is the known state of an item at a moment.
type itemClock struct {
	word string  // empty if left is known or nothing is
	left float64 // seconds, if word is empty; negative if unknown
	by   string  // the player who took it, in the game's charset
	ink  draw.Color
}

// unknownWord is shown for an item if the demo contains neither its presence nor the time of its pickup.
const unknownWord = "?"

// clockOf returns the state of an item. It is there if the demo shows it, or if the demo is complete and nobody has
// taken it. Otherwise its return follows from the last pickup and the rules. The index has all pickups, so no moment
// depends on earlier ones.
func (in *Input) clockOf(s *timeline.Spot) itemClock {
	if e := in.World.Entity(s.Entity); e != nil && in.World.ModelOf(e) != "" {
		return itemClock{word: "there", ink: colorGood}
	}
	k := s.TakeAt(in.Clock)
	if k == nil || in.Clock >= k.Back {
		return itemClock{left: clockUnknown}
	}
	c := itemClock{by: k.Name, ink: colorDim}
	switch {
	case in.Clock < k.Counts && k.Slot >= 0:
		c.word = "with"
	case math.IsInf(k.Due, 1) && k.Final:
		c.word = "gone"
	case math.IsInf(k.Due, 1):
		c.word = "taken"
	case in.Clock >= k.Due:
		c.word = "due"
	default:
		c.left, c.ink = math.Ceil(k.Due-in.Clock), colorText
	}
	return c
}

// shiftClocks moves the item timers to the side of the picture opposite the followed player's items.
func (h *HUD) shiftClocks(in *Input) {
	l := &h.page.layout
	r := &l.Beside[overlayTimers]
	if r.W <= 0 || in.Items == nil {
		return
	}
	height := min(r.H, h.clocksHeight(in.countClocks()))
	if h.status.itemsTop(&h.page) >= r.Y+height+round(sideGap*h.canvas.Unit()) {
		r.X, r.H = l.Info.X+l.Info.W-r.W, height
	}
}

// countClocks returns the number of items of the level that have a timer.
func (in *Input) countClocks() (n int) {
	if in.Items == nil {
		return 0
	}
	for i := range in.Items.Spots {
		if in.Items.Spots[i].Item.Timed() {
			n++
		}
	}
	return n
}

// clocksRow returns the height of a timer's row, and clocksHeight that of a panel with rows rows, in pixels.
func (c *canvas) clocksRow() float32 {
	return c.Atlas.lineHeight(fontSmall) + round(2*c.Unit())
}

func (c *canvas) clocksHeight(rows int) float32 {
	return float32(rows)*c.clocksRow() + 2*round(infoPad*c.Unit())
}

// clocksLeast returns the minimum height of the panel in pixels: one timer and the line with the number of those that
// do not fit.
func (c *canvas) clocksLeast(in *Input) float32 { return c.clocksHeight(min(2, in.countClocks())) }

// extendClocks moves the top of the timers up to the lines in the upper-right corner, if they would not all fit
// otherwise.
func (g *tagger) extendClocks(in *Input, l *Layout) {
	r := &l.Beside[overlayTimers]
	if r.W <= 0 || in.World == nil || in.Extent == Whole && g.clocksHeight(in.countClocks()) <= r.H {
		return
	}
	if top := l.Info.Y + g.infoBox(in, l.Info).H + round(sideGap*l.Unit); top < r.Y {
		r.H += r.Y - top
		r.Y = top
	}
}

// clockPriority returns the priority of an item's timer, lower is more important. Items that decide games come first,
// the earliest return before the others. Unknown and removed items come last.
func (in *Input) clockPriority(s *timeline.Spot) (rank int, left float64) {
	switch k := in.clockOf(s); {
	case k.word == "gone", k.word == "taken", k.word == "" && k.left < 0:
		return 3, 0
	case k.word == "":
		left = k.left
	case k.word != "due":
		rank, left = 1, math.Inf(1)
	}
	if s.Item.Major() {
		return 0, left
	}
	return 1 + rank, left
}

// itemClocks draws the item timers.
type itemClocks struct {
	*tagger
	clocks []int // indices of the spots whose clocks are drawn
}

// chooseClocks chooses the spots whose timers fit into rows rows, and returns the number of those that do not fit.
func (ic *itemClocks) chooseClocks(in *Input, rows int) (more int) {
	ic.clocks = ic.clocks[:0]
	for i := range in.Items.Spots {
		if in.Items.Spots[i].Item.Timed() {
			ic.clocks = append(ic.clocks, i)
		}
	}
	if len(ic.clocks) <= rows {
		return 0
	}
	slices.SortStableFunc(ic.clocks, func(a, b int) int {
		ra, la := in.clockPriority(&in.Items.Spots[a])
		rb, lb := in.clockPriority(&in.Items.Spots[b])
		return cmp.Or(cmp.Compare(ra, rb), cmp.Compare(la, lb))
	})
	more = len(ic.clocks) - max(0, rows-1)
	ic.clocks = ic.clocks[:len(ic.clocks)-more]
	slices.Sort(ic.clocks) // in the order of the level, so that timers keep their order
	return more
}

// moreWord follows the number of lines that do not fit.
const moreWord = " more"

// moreText returns the number of lines that do not fit, as "+3 more". The result is valid until the scratch buffer is
// reused.
func (c *canvas) moreText(more int) []byte {
	return append(strconv.AppendInt(append(c.scratch[:0], '+'), int64(more), 10), moreWord...)
}

// drawItemClocks draws when the armors, the megahealth and the powerups of the level return, and who took them.
func (ic *itemClocks) drawItemClocks(in *Input, r Rect) {
	if in.Items == nil {
		return
	}
	c := &ic.canvas
	u := c.Unit()
	row := ic.clocksRow()
	pad := round(infoPad * u)
	more := ic.chooseClocks(in, int((r.H-2*pad)/row))
	rows := len(ic.clocks)
	if rows == 0 {
		return
	}
	if more > 0 {
		rows++
	}
	c.panel(Rect{r.X, r.Y, r.W, ic.clocksHeight(rows)}, colorPanel)
	set := in.charset()
	y := r.Y + pad
	for _, i := range ic.clocks {
		s := &in.Items.Spots[i]
		x := r.X + pad
		k := in.clockOf(s)
		drawText(c, fontSmall, x, y, s.Item.Tag(), charsetOwn, itemColor(s.Item))
		x += round((clockTag + clockTime) * u)
		switch {
		case k.word != "":
			drawTextRight(c, fontSmall, x, y, k.word, charsetOwn, k.ink)
		case k.left >= 0:
			drawTextRight(c, fontSmall, x, y, appendClock(ic.scratch[:0], k.left, false), charsetOwn, k.ink)
		default:
			drawTextRight(c, fontSmall, x, y, unknownWord, charsetOwn, colorDim)
		}
		if k.by != "" {
			x += round(6 * u)
			ic.tip = clip(c.Atlas, fontSmall, ic.tip, k.by, set, r.X+r.W-pad-x)
			drawText(c, fontSmall, x, y, ic.tip, set, colorText)
		}
		y += row
	}
	if more > 0 {
		drawText(c, fontSmall, r.X+pad, y, ic.moreText(more), charsetOwn, colorDim)
	}
}
