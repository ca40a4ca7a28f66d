package pattern

import (
	"strings"

	"demoscope/player/weapon"
)

// itemName is what players call an item.
type itemName struct {
	short  string
	parts  []string // of the games' names for it, in lower case
	fought bool     // players fight for it
	power  bool     // a powerup
}

var itemNames = [...]itemName{
	{"ra", []string{"red armor", "body armor", "heavy armor"}, true, false},
	{"ya", []string{"yellow armor", "combat armor"}, true, false},
	{"ga", []string{"green armor", "jacket armor"}, false, false},
	{"mh", []string{"megahealth", "mega health"}, true, false},
	{"quad", []string{"quad"}, true, true},
	{"pent", []string{"pentagram", "invulnerability"}, true, true},
	{"ring", []string{"ring of shadows", "invisibility"}, true, true},
	{"rl", []string{weapon.RocketLauncher.String()}, false, false},
	{"lg", []string{weapon.Thunderbolt.String(), weapon.LightningGun.String()}, false, false},
	{"rail", []string{weapon.Railgun.String()}, false, false},
}

func (n *itemName) is(item string) bool {
	item = strings.ToLower(item)
	for _, p := range n.parts {
		if strings.Contains(item, p) {
			return true
		}
	}
	return false
}

// IsItem reports whether an item, by the game's name, is what a query calls it, in lower case.
func IsItem(item, sought string) bool {
	for i := range itemNames {
		if n := &itemNames[i]; n.short == sought {
			return n.is(item)
		}
	}
	return item != "" && strings.Contains(strings.ToLower(item), sought)
}
