// Package layout runs programs in Quake II's layout language, whose words move a position on the screen and draw there.
// The status bar and layout messages are such programs. Positions are pixels of a screen of 320 x 240, which is
// centered on the real one. Characters are 8 x 8 pixels, and large digits 16 x 24.
package layout

import (
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// Anchor is the origin of a position along one axis.
type Anchor uint8

// The anchors.
const (
	Start  Anchor = iota // left or top edge
	Middle               // middle of the screen
	End                  // right or bottom edge
)

// Kind is the type of an [Item].
type Kind uint8

// The types of items.
const (
	Text    Kind = iota // Text, one line; the position is its left end
	Picture             // the picture named Text; the position is its top left corner
	Number              // Value in up to Width large digits
	Integer             // Value in normal characters
)

// Item is one thing that a program draws.
type Item struct {
	XFrom, YFrom Anchor
	X, Y         int // pixels of the 320 x 240 screen from the anchors
	Kind         Kind
	Text         string // a line, or the name of a picture as in the config strings ("i_health", "/pics/tag1.pcx")
	Value        int32
	Width        int  // digits
	Bright       bool // text in the second color
	Center       bool // X is the middle of the text, not its left end
	Alarm        bool // a dangerously low number: blinks in the second color
	Box          bool // a number that has just changed: has a box behind it
	// FromStat is set if the item shows the value, picture or text of Stat, so that it can be hidden if that stat is
	// drawn elsewhere.
	FromStat bool
	Stat     uint8
}

// Limits of a program, far beyond those of real ones.
const (
	maxItems = 512
	maxPixel = 1 << 14
)

// Bits of the stat [world.Quake2StatFlashes].
const (
	flashHealth = 1
	flashArmor  = 2
	flashAmmo   = 4
)

// run is the state of a running program.
type run struct {
	scan    Scanner
	items   []Item
	at      Item // template with the current position
	stats   *world.Stats
	level   *world.Level
	players []world.Player
}

// Run appends to items what a program draws with these stats, config strings and players. It skips unknown words.
func Run(items []Item, program string, stats *world.Stats, level *world.Level, players []world.Player) []Item {
	r := run{scan: NewScanner(program), items: items, stats: stats, level: level, players: players}
	limit := len(items) + maxItems
	for len(r.items) < limit {
		word, ok := r.scan.Next()
		if !ok {
			break
		}
		r.word(word)
	}
	return r.items
}

func (r *run) word(word string) {
	switch word {
	case "xl":
		r.at.XFrom, r.at.X = Start, r.pixels()
	case "xr":
		r.at.XFrom, r.at.X = End, r.pixels()
	case "xv":
		r.at.XFrom, r.at.X = Middle, r.pixels()-160
	case "yt":
		r.at.YFrom, r.at.Y = Start, r.pixels()
	case "yb":
		r.at.YFrom, r.at.Y = End, r.pixels()
	case "yv":
		r.at.YFrom, r.at.Y = Middle, r.pixels()-120
	case "if":
		if _, v := r.stat(); v == 0 {
			r.skip()
		}
	case "pic":
		n, v := r.stat()
		if name := r.image(int(v)); name != "" {
			r.draw(Item{Kind: Picture, Text: name, FromStat: true, Stat: n})
		}
	case "picn":
		if name, ok := r.scan.Next(); ok {
			r.draw(Item{Kind: Picture, Text: name})
		}
	case "num":
		width := r.pixels()
		n, v := r.stat()
		r.draw(Item{Kind: Number, Value: v, Width: min(max(width, 1), 5), FromStat: true, Stat: n})
	case "hnum":
		v := r.value(world.Quake2StatHealth)
		r.field(world.Quake2StatHealth, v, v <= 25, flashHealth)
	case "anum":
		if v := r.value(world.Quake2StatAmmo); v >= 0 {
			r.field(world.Quake2StatAmmo, v, v <= 5, flashAmmo)
		}
	case "rnum":
		if v := r.value(world.Quake2StatArmor); v >= 1 {
			r.field(world.Quake2StatArmor, v, false, flashArmor)
		}
	case "stat_string":
		n, v := r.stat()
		r.statText(n, r.level.ConfigString(int(v)), 0)
	case "string", "string2":
		s, _ := r.scan.Next()
		r.text(s, word == "string2", false)
	case "cstring", "cstring2":
		s, _ := r.scan.Next()
		r.text(s, word == "cstring2", true)
	case "client":
		r.client()
	case "ctf":
		r.flagPlayer()
	default:
		r.localized(word)
	}
}

// statText draws the text of a stat, dx pixels from the position.
func (r *run) statText(stat uint8, text string, dx int) {
	first := len(r.items)
	r.text(text, false, false)
	for i := range r.items[first:] {
		it := &r.items[first+i]
		it.FromStat, it.Stat = true, stat
		it.X += dx
	}
}

// localized runs a word of the re-release for texts that are keys: loc_ followed by a word of Quake II. An r before
// "string" right-aligns the text.
func (r *run) localized(word string) {
	if word == "dogtag" {
		r.scan.Next() // the player whose picture to draw
		return
	}
	word, ok := strings.CutPrefix(word, "loc_")
	if !ok {
		return
	}
	if kind, ok := strings.CutPrefix(word, "stat_"); ok {
		n, v := r.stat()
		text := r.words(r.level.ConfigString(int(v)), nil)
		dx := 0
		switch {
		case strings.HasPrefix(kind, "r"):
			dx = -letter * len(text)
		case strings.HasPrefix(kind, "c"):
			dx = (screenWidth - letter*len(text)) / 2
		}
		r.statText(n, text, dx)
		return
	}
	if !strings.Contains(word, "string") {
		return
	}
	count, _ := r.scan.Number()
	base, _ := r.scan.Next()
	var args [][]byte
	for range min(max(count, 0), maxArguments) {
		a, _ := r.scan.Next()
		args = append(args, []byte(a))
	}
	text := r.words(base, args)
	at := r.at.X
	if strings.HasPrefix(word, "r") {
		r.at.X -= letter * len(text)
	}
	r.text(text, strings.HasSuffix(word, "2"), strings.HasPrefix(word, "c"))
	r.at.X = at
}

// maxArguments is the maximum number of arguments of a key.
const maxArguments = 8

// words returns the text of a key.
func (r *run) words(base string, args [][]byte) string {
	return string(prints.Localize(r.level.GameTexts, r.players, []byte(base), args))
}

// pixels returns the next word as a number of pixels.
func (r *run) pixels() int {
	n, _ := r.scan.Number()
	return min(max(n, -maxPixel), maxPixel)
}

// stat returns the stat number in the next word, and the stat's value. Both are 0 if the number is out of range.
func (r *run) stat() (number uint8, v int32) {
	n, _ := r.scan.Number()
	if uint(n) >= uint(len(r.stats.Values)) {
		return 0, 0
	}
	return uint8(n), r.value(n)
}

// field draws health, ammunition or armor.
func (r *run) field(stat uint8, v int32, alarm bool, flash int32) {
	r.draw(Item{Kind: Number, Value: v, Width: 3, Alarm: alarm, Box: r.flashes(flash), FromStat: true, Stat: stat})
}

func (r *run) value(stat int) int32 {
	v, _ := r.stats.Get(stat)
	return v
}

func (r *run) flashes(bit int32) bool { return r.value(world.Quake2StatFlashes)&bit != 0 }

// skip continues after the next "endif". An "if" does not nest.
func (r *run) skip() {
	for {
		if word, ok := r.scan.Next(); !ok || word == "endif" {
			return
		}
	}
}

func (r *run) image(index int) string {
	if index < 0 || index >= len(r.level.Texts.Images) {
		return ""
	}
	return r.level.Texts.Images[index]
}

// draw draws an item at the position.
func (r *run) draw(it Item) { r.drawAt(it, 0, 0) }

// drawAt draws an item dx and dy pixels from the position.
func (r *run) drawAt(it Item, dx, dy int) {
	it.XFrom, it.YFrom = r.at.XFrom, r.at.YFrom
	it.X, it.Y = r.at.X+dx, r.at.Y+dy
	r.items = append(r.items, it)
}

// letter is the size of a character, and screenWidth the width in which texts are centered, in pixels.
const (
	letter      = 8
	screenWidth = 320
)

// text draws a text, one item per line.
func (r *run) text(s string, bright, center bool) {
	dx := 0
	if center {
		dx = screenWidth / 2
	}
	for y := 0; s != "" && y < maxItems*letter; y += letter {
		var line string
		line, s, _ = strings.Cut(s, "\n")
		if line != "" {
			r.drawAt(Item{Kind: Text, Text: line, Bright: bright, Center: center}, dx, y)
		}
	}
}

// client draws an entry of the scoreboard. Its words are x, y, slot, score, ping and minutes.
func (r *run) client() {
	r.at.XFrom, r.at.X = Middle, r.pixels()-160
	r.at.YFrom, r.at.Y = Middle, r.pixels()-120
	slot, ok := r.scan.Number()
	score, _ := r.scan.Number()
	ping, _ := r.scan.Number()
	minutes, _ := r.scan.Number()
	if !ok || slot < 0 || slot >= len(r.players) {
		return
	}
	const x, value = 32, 32 + 7*letter
	r.drawAt(Item{Kind: Text, Text: r.players[slot].Name, Bright: true}, x, 0)
	for i, row := range [...]struct {
		label string
		value int
	}{{"Score:", score}, {"Ping:", ping}, {"Time:", minutes}} {
		y := (i + 1) * letter
		r.drawAt(Item{Kind: Text, Text: row.label}, x, y)
		r.drawAt(Item{Kind: Integer, Value: int32(row.value), Bright: i == 0}, value, y)
	}
}

// flagPlayer draws an entry of capture the flag's scoreboard. Its words are x, y, slot, score and ping.
func (r *run) flagPlayer() {
	r.at.XFrom, r.at.X = Middle, r.pixels()-160
	r.at.YFrom, r.at.Y = Middle, r.pixels()-120
	slot, ok := r.scan.Number()
	score, _ := r.scan.Number()
	ping, _ := r.scan.Number()
	if !ok || slot < 0 || slot >= len(r.players) {
		return
	}
	r.drawAt(Item{Kind: Integer, Value: int32(score)}, 0, 0)
	r.drawAt(Item{Kind: Integer, Value: int32(min(ping, 999))}, 4*letter, 0)
	r.drawAt(Item{Kind: Text, Text: r.players[slot].Name}, 8*letter, 0)
}
