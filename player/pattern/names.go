package pattern

import "strings"

// weaponNames are what players call weapons, and what the games call them.
var weaponNames = map[string][]string{
	"rl": {"rocket launcher"}, "rocket": {"rocket launcher"}, "rockets": {"rocket launcher"},
	"gl": {"grenade launcher"}, "nade": {"grenade launcher", "hand grenade"}, "grenade": {"grenade launcher",
		"hand grenade"},
	"lg": {"thunderbolt", "lightning gun"}, "shaft": {"thunderbolt", "lightning gun"},
	"rail": {"railgun"}, "rg": {"railgun"},
	"sg": {"shotgun"}, "ssg": {"super shotgun"}, "boomstick": {"super shotgun"},
	"double-barrelled shotgun": {"super shotgun"}, // as Quake's manual has it
	"ng":                       {"nailgun"}, "sng": {"super nailgun"},
	"mg": {"machine gun", "machinegun"}, "hmg": {"heavy machine gun"}, "cg": {"chaingun"}, "hb": {"hyperblaster"},
	"pg": {"plasma gun"}, "plasma": {"plasma gun"}, "bfg": {"bfg", "bfg10k"},
	"axe": {"axe"}, "gauntlet": {"gauntlet"}, "blaster": {"blaster"}, "discharge": {"discharge"},
	"telefrag": {"telefrag"}, "tele": {"telefrag"},
}

// IsWeapon reports whether a weapon, by the game's name, is what a query calls it, in lower case: a
// short name of one, or a part of the game's name.
func IsWeapon(weapon, sought string) bool {
	name := strings.ToLower(weapon)
	if list, ok := weaponNames[sought]; ok {
		for _, full := range list {
			if name == full || full == "railgun" && name == "railgun headshot" {
				return true
			}
		}
		return false
	}
	return name != "" && strings.Contains(name, sought)
}

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
	{"rl", []string{"rocket launcher"}, false, false},
	{"lg", []string{"thunderbolt", "lightning gun"}, false, false},
	{"rail", []string{"railgun"}, false, false},
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
