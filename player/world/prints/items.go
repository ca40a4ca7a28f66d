package prints

import (
	"bytes"
	"cmp"

	"demoscope/player/weapon"
)

// PickedUp returns the major item in a line that Quake's and QuakeWorld's games print for the player who picks it up.
// It returns "" for other lines, and for ammunition and ordinary health. id's Quake prints "You got armor" for any
// armor.
func PickedUp(line []byte) string {
	rest, ok := bytes.CutPrefix(line, []byte("You "))
	if !ok {
		return ""
	}
	verb, rest, _ := bytes.Cut(rest, []byte{' '})
	switch string(verb) {
	case "got", "get": // "get" from a backpack, which may also contain ammunition
	case "receive", "receieve": // LibreQuake's spelling
		if string(rest) == "100 health" {
			return weapon.ItemMegahealth.Quake()
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
		return weapon.ItemGreenArmor.Quake()
	case "150 armor":
		return weapon.ItemYellowArmor.Quake()
	case "200 armor":
		return weapon.ItemRedArmor.Quake()
	}
	if anyArmor := "armor"; bytes.EqualFold(rest, []byte(anyArmor)) {
		return anyArmor
	}
	return weapon.OfQuake(rest)
}

// CanonicalItem returns the same name for all variants of an item: a key may be a key card or a rune key.
func CanonicalItem(item string) string { return cmp.Or(weapon.ItemNamed(item).String(), item) }
