package world

import "strings"

// The layout control language of Quake II: words that move a place about the
// screen and draw there. The status bar is a program in it, and so is what a
// layout message shows. The screen is 320 x 240 in the middle of whatever
// size there is; letters are 8 x 8, large digits 16 x 24.

// LayoutAnchor is what a place is counted from, along one axis.
type LayoutAnchor uint8

// The anchors.
const (
	LayoutStart  LayoutAnchor = iota // left or top edge
	LayoutMiddle                     // middle of the screen
	LayoutEnd                        // right or bottom edge
)

// LayoutKind is what is to be drawn.
type LayoutKind uint8

// The kinds.
const (
	LayoutText    LayoutKind = iota // Text, one line, its left end at the place
	LayoutPicture                   // the picture Text, its left upper corner at the place
	LayoutNumber                    // Value in up to Width large digits
	LayoutInteger                   // Value in letters
)

// LayoutItem is one thing that a program draws.
type LayoutItem struct {
	XFrom, YFrom LayoutAnchor
	X, Y         int // pixels of the 320 x 240 screen from the anchors
	Kind         LayoutKind
	Text         string // a line, or a picture's name as in the config strings ("i_health", "/pics/tag1.pcx")
	Value        int32
	Width        int  // digits
	Bright       bool // text in the other colour
	Center       bool // X is the middle of the text, not its left end
	Alarm        bool // a number that is dangerously low: other colour, blinking
	Box          bool // a number that just changed: with a box behind it
}

// Limits of a program: none draws more, and none has numbers beyond what a
// screen is wide.
const (
	maxLayoutItems = 512
	maxLayoutPixel = 1 << 14
)

// Flags of the stat Quake2StatFlashes.
const (
	flashHealth = 1
	flashArmor  = 2
	flashAmmo   = 4
)

// layoutRun is a program being run.
type layoutRun struct {
	scan    layoutScanner
	items   []LayoutItem
	at      LayoutItem // the place, nothing else
	stats   *Stats
	level   *Level
	players []Player
}

// RunLayout appends to items what a program draws with these stats, texts and
// players. What it cannot make sense of it leaves out.
func RunLayout(items []LayoutItem, program string, stats *Stats, level *Level, players []Player) []LayoutItem {
	r := layoutRun{scan: layoutScanner{program}, items: items, stats: stats, level: level, players: players}
	limit := len(items) + maxLayoutItems
	for len(r.items) < limit {
		word, ok := r.scan.next()
		if !ok {
			break
		}
		r.word(word)
	}
	return r.items
}

func (r *layoutRun) word(word string) {
	switch word {
	case "xl":
		r.at.XFrom, r.at.X = LayoutStart, r.pixels()
	case "xr":
		r.at.XFrom, r.at.X = LayoutEnd, r.pixels()
	case "xv":
		r.at.XFrom, r.at.X = LayoutMiddle, r.pixels()-160
	case "yt":
		r.at.YFrom, r.at.Y = LayoutStart, r.pixels()
	case "yb":
		r.at.YFrom, r.at.Y = LayoutEnd, r.pixels()
	case "yv":
		r.at.YFrom, r.at.Y = LayoutMiddle, r.pixels()-120
	case "if":
		if r.stat() == 0 {
			r.skip()
		}
	case "pic":
		if name := r.image(int(r.stat())); name != "" {
			r.draw(LayoutItem{Kind: LayoutPicture, Text: name})
		}
	case "picn":
		if name, ok := r.scan.next(); ok {
			r.draw(LayoutItem{Kind: LayoutPicture, Text: name})
		}
	case "num":
		width := r.pixels()
		r.draw(LayoutItem{Kind: LayoutNumber, Value: r.stat(), Width: min(max(width, 1), 5)})
	case "hnum":
		v := r.value(Quake2StatHealth)
		r.draw(LayoutItem{Kind: LayoutNumber, Value: v, Width: 3, Alarm: v <= 25, Box: r.flashes(flashHealth)})
	case "anum":
		if v := r.value(Quake2StatAmmo); v >= 0 {
			r.draw(LayoutItem{Kind: LayoutNumber, Value: v, Width: 3, Alarm: v <= 5, Box: r.flashes(flashAmmo)})
		}
	case "rnum":
		if v := r.value(Quake2StatArmor); v >= 1 {
			r.draw(LayoutItem{Kind: LayoutNumber, Value: v, Width: 3, Box: r.flashes(flashArmor)})
		}
	case "stat_string":
		r.text(r.level.ConfigString(int(r.stat())), false, false)
	case "string", "string2":
		s, _ := r.scan.next()
		r.text(s, word == "string2", false)
	case "cstring", "cstring2":
		s, _ := r.scan.next()
		r.text(s, word == "cstring2", true)
	case "client":
		r.client()
	case "ctf":
		r.flagPlayer()
	}
}

// pixels returns the next word as a number of pixels.
func (r *layoutRun) pixels() int {
	n, _ := r.scan.number()
	return min(max(n, -maxLayoutPixel), maxLayoutPixel)
}

// stat returns the stat whose number is the next word.
func (r *layoutRun) stat() int32 {
	n, _ := r.scan.number()
	return r.value(n)
}

func (r *layoutRun) value(stat int) int32 {
	v, _ := r.stats.Get(stat)
	return v
}

func (r *layoutRun) flashes(bit int32) bool { return r.value(Quake2StatFlashes)&bit != 0 }

// skip passes over what an "if" leaves out. They do not nest.
func (r *layoutRun) skip() {
	for {
		if word, ok := r.scan.next(); !ok || word == "endif" {
			return
		}
	}
}

func (r *layoutRun) image(index int) string {
	if index < 0 || index >= len(r.level.Texts.Images) {
		return ""
	}
	return r.level.Texts.Images[index]
}

// draw draws an item at the place.
func (r *layoutRun) draw(it LayoutItem) { r.drawAt(it, 0, 0) }

// drawAt draws an item so far from the place.
func (r *layoutRun) drawAt(it LayoutItem, dx, dy int) {
	it.XFrom, it.YFrom = r.at.XFrom, r.at.YFrom
	it.X, it.Y = r.at.X+dx, r.at.Y+dy
	r.items = append(r.items, it)
}

// letter is the size of a letter, in pixels; layoutWidth the width in which
// texts are centred.
const (
	letter      = 8
	layoutWidth = 320
)

// text draws a text, one item a line.
func (r *layoutRun) text(s string, bright, center bool) {
	dx := 0
	if center {
		dx = layoutWidth / 2
	}
	for y := 0; s != "" && y < maxLayoutItems*letter; y += letter {
		var line string
		line, s, _ = strings.Cut(s, "\n")
		if line != "" {
			r.drawAt(LayoutItem{Kind: LayoutText, Text: line, Bright: bright, Center: center}, dx, y)
		}
	}
}

// client draws a line of the scoreboard: x, y, slot, score, ping, minutes.
func (r *layoutRun) client() {
	r.at.XFrom, r.at.X = LayoutMiddle, r.pixels()-160
	r.at.YFrom, r.at.Y = LayoutMiddle, r.pixels()-120
	slot, ok := r.scan.number()
	score, _ := r.scan.number()
	ping, _ := r.scan.number()
	minutes, _ := r.scan.number()
	if !ok || slot < 0 || slot >= len(r.players) {
		return
	}
	const x, value = 32, 32 + 7*letter
	r.drawAt(LayoutItem{Kind: LayoutText, Text: r.players[slot].Name, Bright: true}, x, 0)
	for i, row := range [...]struct {
		label string
		value int
	}{{"Score:", score}, {"Ping:", ping}, {"Time:", minutes}} {
		y := (i + 1) * letter
		r.drawAt(LayoutItem{Kind: LayoutText, Text: row.label}, x, y)
		r.drawAt(LayoutItem{Kind: LayoutInteger, Value: int32(row.value), Bright: i == 0}, value, y)
	}
}

// flagPlayer draws a line of the scoreboard of capture the flag: x, y, slot,
// score, ping.
func (r *layoutRun) flagPlayer() {
	r.at.XFrom, r.at.X = LayoutMiddle, r.pixels()-160
	r.at.YFrom, r.at.Y = LayoutMiddle, r.pixels()-120
	slot, ok := r.scan.number()
	score, _ := r.scan.number()
	ping, _ := r.scan.number()
	if !ok || slot < 0 || slot >= len(r.players) {
		return
	}
	r.drawAt(LayoutItem{Kind: LayoutInteger, Value: int32(score)}, 0, 0)
	r.drawAt(LayoutItem{Kind: LayoutInteger, Value: int32(min(ping, 999))}, 4*letter, 0)
	r.drawAt(LayoutItem{Kind: LayoutText, Text: r.players[slot].Name}, 8*letter, 0)
}
