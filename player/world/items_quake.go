package world

import "bytes"

// pickedUp returns the item of weight that a line of Quake's or QuakeWorld's
// games tells a player he got, empty if it is none: ammunition, a little
// health and armour are not. id's Quake says "You got armor" of any.
func pickedUp(line []byte) string {
	rest, ok := bytes.CutPrefix(line, []byte("You "))
	if !ok {
		return ""
	}
	verb, rest, _ := bytes.Cut(rest, []byte{' '})
	switch string(verb) {
	case "got", "get": // "get" from a backpack, which may hold ammunition too
	case "receive", "receieve": // LibreQuake's spelling
		if string(rest) == "100 health" {
			return "Megahealth"
		}
		return ""
	default:
		return ""
	}
	rest = bytes.TrimPrefix(rest, []byte("the "))
	if i := bytes.IndexByte(rest, ','); i >= 0 {
		rest = rest[:i]
	}
	switch string(rest) { // LibreQuake tells how much
	case "100 armor":
		return "Green Armor"
	case "150 armor":
		return "Yellow Armor"
	case "200 armor":
		return "Red Armor"
	}
	return namedItem(rest)
}

// namedItem returns the item that a name means, empty for ammunition and the
// like. The name may be in the charset's other colour.
func namedItem(name []byte) string {
	for i := range itemModels {
		if item := itemModels[i].item; sameItem(name, item) {
			return item
		}
	}
	for _, item := range itemNames {
		if sameItem(name, item) {
			return item
		}
	}
	return ""
}

// itemNames are items of weight besides itemModels: keys, runes, what
// LibreQuake and the mission packs call theirs.
var itemNames = [...]string{
	"armor", "silver keycard", "gold keycard", "silver runekey", "gold runekey", "silver key", "gold key",
	"rune", "Earth Rune", "Black Rune", "Elder Rune", "Hell Rune",
	"Rune of Blood", "Rune of Bone", "Rune of Mind", "Rune of Soul",
	"Double-Barreled Shotgun", "Lightning Gun",
	"Crusher Sigil", "Lucifier's Protection", "Eye of Enigma", "Diving Suit",
	"Laser Cannon", "Mjolnir", "Proximity Gun", "Empathy Shields", "Wetsuit", "Horn of Conjuring",
	"Anti-Grav Belt", "Power Shield",
}

// sameItem reports whether a name, which an exclamation mark may end, is
// item, in whatever capitals and colour.
func sameItem(name []byte, item string) bool {
	if len(name) < len(item) {
		return false
	}
	for i := range len(item) {
		if (name[i]^item[i])&0x5f != 0 {
			return false
		}
	}
	rest := name[len(item):]
	return len(rest) == 0 || rest[0]&0x7f == '!'
}

// pickups remembers what was taken last: recordings may tell it twice, by a
// print and by something for programs.
type pickups struct {
	list [16]pickup // of all players together
	next int
}

type pickup struct {
	clock float64 // viewer's seconds
	slot  int
	item  string // empty for none
}

// pickedTwice is how many seconds lie at most between two tellings of the same.
const pickedTwice = 0.25

// fresh reports whether it is news that a player took an item, and remembers
// it. With Nobody it is not if anybody just took one.
func (p *pickups) fresh(clock float64, slot int, item string) bool {
	for i := range p.list {
		k := &p.list[i]
		if k.item == item && clock-k.clock <= pickedTwice && (slot == Nobody || k.slot == slot) {
			return false
		}
	}
	p.list[p.next%len(p.list)] = pickup{clock, slot, item}
	p.next = (p.next + 1) % len(p.list)
	return true
}

func (p *pickups) hash(h *hasher) {
	h.int(p.next)
	for i := range p.list {
		h.f64(p.list[i].clock)
		h.int(p.list[i].slot)
		h.string(p.list[i].item)
	}
}
