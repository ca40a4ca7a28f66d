package hud

import (
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/layout"
	"demoscope/render/setting"
)

// layouts2 is what a Quake II server makes clients draw: the items of its status bar
// that our own status lacks, and the layout or the inventory while they are visible.
// The server lays them out in a field of 320 x 240 pixels with letters of one width.
// The status bar's items are scattered over that field, so they are gathered into
// chips; a layout keeps its rows and columns, in a panel. The memory is reused from
// frame to frame.
type layouts2 struct {
	bar   []layout.Item
	items []layout.Item // of the panel

	cells  []cell2 // where the items of the panel are, from the top
	left   int     // the panel's left edge in the field
	width  int
	height int
	box    Rect    // the panel; empty if there is none
	letter float32 // pixels from a letter to the next
	line   float32 // pixels from a line to the next
	// overlay is set if the panel leaves no room for anything else above the bar.
	overlay bool

	barCells []cell2
	chips    []chip2
}

// cell2 is an item's place in pixels of the field.
type cell2 struct {
	item       int
	x, y, w, h int
}

// The field, in its pixels. It is higher than the 240 that programs expect, as
// players' screens are, so that what is anchored to the lower edge is below what is
// in the middle; gaps are closed.
const (
	fieldWidth  = 320
	fieldHeight = 512
	fieldBeyond = 160 // farther outside nothing is drawn
	letterSide  = 8
	digitWidth  = 16
	digitHeight = 24
	imageSide   = 24
	tagWidth    = 128 // of the bands behind players
	tagHeight   = 32
	maxGap      = letterSide // between rows of a panel
)

// read runs the programs for the watched player. The result is empty in other games,
// and if the demo does not have the player's stats.
func (q *layouts2) read(in *Input) {
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

// quake2StatViewedTeam is a picture beside the name of whom the recorder looks at, in capture the
// flag: the flag of his team, which reads as the one that he carries.
const quake2StatViewedTeam = 29

// repeatsStatus reports whether an item of the status bar is empty, misleads, or repeats our
// own status or the upper right corner.
func repeatsStatus(it *layout.Item, stats *world.Stats) bool {
	if it.Kind == layout.Text && len(trim2(it.Text)) == 0 {
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
		return strings.HasPrefix(it.Text, "w_") // of the weapon in hand
	}
	// Config string 0, the level's title, means no text here.
	v, _ := stats.Get(int(it.Stat))
	return it.Kind == layout.Text && v == 0
}

// trim2 returns a text without spaces around it, those of the second half of
// the charset too.
func trim2(s string) string {
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

// inventory makes the items of the recorder's inventory.
func (q *layouts2) inventory(server *world.Quake2HUD, l *world.Level, selected int) {
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

// cellOf returns where an item is in the field.
func cellOf(items []layout.Item, i int) cell2 {
	it := &items[i]
	c := cell2{item: i, x: it.X + anchored(it.XFrom, fieldWidth), y: it.Y + anchored(it.YFrom, fieldHeight),
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

// anchored returns the place of an anchor in a field of some size: its beginning,
// middle or end.
func anchored(a layout.Anchor, size int) int { return size * int(a) / 2 }

// place appends the cells of items, sorted from the top, without those outside of
// the field.
func place(cells []cell2, items []layout.Item) []cell2 {
	for i := range items {
		c := cellOf(items, i)
		if c.w <= 0 || c.x+c.w <= -fieldBeyond || c.x >= fieldWidth+fieldBeyond || c.y < 0 || c.y >= fieldHeight {
			continue
		}
		cells = append(cells, c)
	}
	slices.SortStableFunc(cells, func(a, b cell2) int {
		if a.y != b.y {
			return a.y - b.y
		}
		return a.x - b.x
	})
	return cells
}
