package prints

import "bytes"

// PickedUp returns the major item in a line that Quake's and QuakeWorld's games
// print for the player who picks it up; empty for other lines, and for ammunition
// and ordinary health. id's Quake says "You got armor" for any armor.
func PickedUp(line []byte) string {
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
	switch string(rest) { // LibreQuake prints the amount
	case "100 armor":
		return "Green Armor"
	case "150 armor":
		return "Yellow Armor"
	case "200 armor":
		return "Red Armor"
	}
	return namedItem(rest)
}

// namedItem returns the major item with a name, empty if there is none. The name
// may be in the charset's other color.
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

// itemNames are the major items besides itemModels: keys, runes, and those of
// LibreQuake and the mission packs.
var itemNames = [...]string{
	"armor", "silver keycard", "gold keycard", "silver runekey", "gold runekey", "silver key", "gold key",
	"rune", "Earth Rune", "Black Rune", "Elder Rune", "Hell Rune",
	"Rune of Blood", "Rune of Bone", "Rune of Mind", "Rune of Soul",
	"Double-Barreled Shotgun", "Lightning Gun",
	"Crusher Sigil", "Lucifier's Protection", "Eye of Enigma", "Diving Suit",
	"Laser Cannon", "Mjolnir", "Proximity Gun", "Empathy Shields", "Wetsuit", "Horn of Conjuring",
	"Anti-Grav Belt", "Power Shield",
}

// sameItem reports whether a name is that of item, in any case and color, with or
// without an exclamation mark behind it.
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

// itemModels are the major items, by the games' own names, with their model on the
// map and, for armor, its skin.
var itemModels = [...]struct {
	item  string
	model string // game path
	skin  int32  // -1: any
}{
	{"Double-barrelled Shotgun", "progs/g_shot.mdl", -1},
	{"Nailgun", "progs/g_nail.mdl", -1},
	{"Super Nailgun", "progs/g_nail2.mdl", -1},
	{"Grenade Launcher", "progs/g_rock.mdl", -1},
	{"Rocket Launcher", "progs/g_rock2.mdl", -1},
	{"Thunderbolt", "progs/g_light.mdl", -1},
	{"Green Armor", "progs/armor.mdl", 0},
	{"Yellow Armor", "progs/armor.mdl", 1},
	{"Red Armor", "progs/armor.mdl", 2},
	{"Megahealth", "maps/b_bh100.bsp", -1},
	{"Quad Damage", "progs/quaddama.mdl", -1},
	{"Pentagram of Protection", "progs/invulner.mdl", -1},
	{"Ring of Shadows", "progs/invisibl.mdl", -1},
	{"Biosuit", "progs/suit.mdl", -1},
}

// ItemOf returns the major item with a model (a game path) and a skin on the map;
// empty for other items.
func ItemOf(model string, skin int32) string {
	for i := range itemModels {
		if m := &itemModels[i]; m.model == model && model != "" && (m.skin < 0 || m.skin == skin) {
			return m.item
		}
	}
	return ""
}

// Plainly returns an item by one name, whatever a game calls it: id's keys are keys, key
// cards or rune keys.
func Plainly(item string) string {
	switch item {
	case "silver keycard", "silver runekey":
		return "silver key"
	case "gold keycard", "gold runekey":
		return "gold key"
	case "Lightning Gun":
		return "Thunderbolt"
	case "Double-Barreled Shotgun":
		return "Double-barrelled Shotgun"
	case "Diving Suit", "Wetsuit":
		return "Biosuit"
	}
	return item
}
