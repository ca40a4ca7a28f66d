package hud

import (
	"math"

	"demoscope/player/timeline"
	"demoscope/render/draw"
)

// Widths of the columns of the clocks of items, in units.
const (
	clockTag  = 42
	clockTime = 40
)

// itemClock is what is known of an item at a moment.
type itemClock struct {
	word string  // empty if left is told, or if nothing is known
	left float64 // seconds, if word is empty; negative if it is not known
	by   string  // who took it, in the game's charset
	ink  draw.Color
}

// unknownWord stands where the demo tells neither that an item is there nor when it was taken.
const unknownWord = "?"

// clockOf returns what is known of an item: that it is there, because it is seen or because
// nobody has taken it where everything is seen; else how long it is away, from when it was
// taken and the rules. The index knows the takes, so that no moment needs those before it.
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
	case math.IsInf(k.Due, 1):
		c.word = "gone"
	case in.Clock >= k.Due:
		c.word = "due"
	default:
		c.left, c.ink = math.Ceil(k.Due-in.Clock), colorAccent
	}
	return c
}

// shiftClocks moves the clocks of items to the side of the picture where nothing that the watched
// carries is in the way.
func (h *HUD) shiftClocks(in *Input) {
	l := &h.page.layout
	r := &l.Beside.Timers
	if r.W <= 0 || in.Items == nil {
		return
	}
	n := 0
	for i := range in.Items.Spots {
		if in.Items.Spots[i].Item.Timed {
			n++
		}
	}
	u := h.canvas.Unit()
	height := min(r.H, float32(n)*(h.canvas.Atlas.lineHeight(fontSmall)+round(2*u))+2*round(infoPad*u))
	if h.itemsTop() >= r.Y+height+round(sideGap*u) {
		r.X, r.H = l.Info.X+l.Info.W-r.W, height
	}
}

// drawItemClocks draws when the armours, the megahealth and the powerups of the level are
// back, and who took them.
func (h *HUD) drawItemClocks(in *Input, r Rect) {
	if in.Items == nil {
		return
	}
	c := &h.canvas
	u := c.Unit()
	row := c.Atlas.lineHeight(fontSmall) + round(2*u)
	pad := round(infoPad * u)
	n := 0
	for i := range in.Items.Spots {
		if in.Items.Spots[i].Item.Timed {
			n++
		}
	}
	n = min(n, int((r.H-2*pad)/row))
	if n <= 0 {
		return
	}
	c.panel(Rect{r.X, r.Y, r.W, float32(n)*row + 2*pad}, colorPanel)
	set := in.charset()
	y := r.Y + pad
	for i := range in.Items.Spots {
		s := &in.Items.Spots[i]
		if !s.Item.Timed {
			continue
		}
		if n == 0 {
			return
		}
		n--
		x := r.X + pad
		k := in.clockOf(s)
		drawText(c, fontSmall, x, y, s.Item.Tag, charsetOwn, itemColor(s.Item))
		x += round((clockTag + clockTime) * u)
		switch {
		case k.word != "":
			drawTextRight(c, fontSmall, x, y, k.word, charsetOwn, k.ink)
		case k.left >= 0:
			drawTextRight(c, fontSmall, x, y, appendClock(h.scratch[:0], k.left, false), charsetOwn, k.ink)
		default:
			drawTextRight(c, fontSmall, x, y, unknownWord, charsetOwn, colorDim)
		}
		if k.by != "" {
			x += round(6 * u)
			h.tip = clip(c.Atlas, fontSmall, h.tip, k.by, set, r.X+r.W-pad-x)
			drawText(c, fontSmall, x, y, h.tip, set, colorText)
		}
		y += row
	}
}
