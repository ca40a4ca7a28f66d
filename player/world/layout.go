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
	// FromStat: it is the value, the picture or the text of Stat, so that who
	// shows that stat otherwise can leave the item out.
	FromStat bool
	Stat     uint8
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
		if _, v := r.stat(); v == 0 {
			r.skip()
		}
	case "pic":
		n, v := r.stat()
		if name := r.image(int(v)); name != "" {
			r.draw(LayoutItem{Kind: LayoutPicture, Text: name, FromStat: true, Stat: n})
		}
	case "picn":
		if name, ok := r.scan.next(); ok {
			r.draw(LayoutItem{Kind: LayoutPicture, Text: name})
		}
	case "num":
		width := r.pixels()
		n, v := r.stat()
		r.draw(LayoutItem{Kind: LayoutNumber, Value: v, Width: min(max(width, 1), 5), FromStat: true, Stat: n})
	case "hnum":
		v := r.value(Quake2StatHealth)
		r.field(Quake2StatHealth, v, v <= 25, flashHealth)
	case "anum":
		if v := r.value(Quake2StatAmmo); v >= 0 {
			r.field(Quake2StatAmmo, v, v <= 5, flashAmmo)
		}
	case "rnum":
		if v := r.value(Quake2StatArmor); v >= 1 {
			r.field(Quake2StatArmor, v, false, flashArmor)
		}
	case "stat_string":
		n, v := r.stat()
		first := len(r.items)
		r.text(r.level.ConfigString(int(v)), false, false)
		for i := range r.items[first:] {
			r.items[first+i].FromStat, r.items[first+i].Stat = true, n
		}
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

// stat returns the number of the stat that the next word names, and its value.
// Stats that do not exist are 0, and so is the number told of them.
func (r *layoutRun) stat() (number uint8, v int32) {
	n, _ := r.scan.number()
	if uint(n) >= uint(len(r.stats.Values)) {
		return 0, 0
	}
	return uint8(n), r.value(n)
}

// field draws one of the three numbers of the status bar.
func (r *layoutRun) field(stat uint8, v int32, alarm bool, flash int32) {
	r.draw(LayoutItem{Kind: LayoutNumber, Value: v, Width: 3, Alarm: alarm, Box: r.flashes(flash), FromStat: true, Stat: stat})
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
