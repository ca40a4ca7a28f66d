package weapon

import (
	"slices"
	"strings"

	"demoscope/assets/figure"
)

// Item is a thing that players pick up. As an Item, a weapon has the same number as its [Kind].
type Item uint8

// NoItem is anything that is in no table, such as ammunition.
const NoItem Item = 0

// The items that are not weapons.
const (
	ItemGreenArmor Item = Item(NumKinds) + iota
	ItemYellowArmor
	ItemRedArmor
	ItemMegahealth
	ItemQuad
	ItemPentagram
	ItemRing
	ItemBiosuit

	ItemInvulnerability
	ItemDoubleDamage
	ItemPowerScreen
	ItemPowerShield
	ItemEnvirosuit
	ItemAdrenaline
	ItemRebreather
	ItemSilencer
	ItemBandolier
	ItemAmmoPack

	ItemBattleSuit
	ItemHaste
	ItemInvisibility
	ItemRegeneration
	ItemFlight
	ItemKamikaze
	ItemMedkit
	ItemTeleporter
	ItemPortal

	ItemSilverKey
	ItemGoldKey
	ItemRune
	ItemEmpathyShields
	ItemHorn
	ItemBelt

	ItemRedFlag
	ItemBlueFlag
	ItemWhiteFlag

	// NumItems is the number of items, including weapons and NoItem.
	NumItems
)

// itemRow describes an item. The methods that return the fields say what an empty field means.
type itemRow struct {
	tag    string   // players' short name
	name   string   // full name
	words  []string // words that people type for it; the first is used as a column title
	ktx    string   // KTX's name
	figure string   // kind of the fallback figure that shows it
	model  string   // for an item whose figure also shows another item
	// quake are the names that Quake, its mission packs and LibreQuake print, the usual one first, and others the names
	// in other games.
	quake, others []string
	// rank is the item's place in lists ordered by importance, from 1; 0 for an item whose respawn nobody waits for.
	rank uint8
	// weight is the added importance of an item: 2 for powerups, 1 for items that are nearly as strong.
	weight    uint8
	contested bool // players fight for it
	// respawn is the time in seconds until it respawns, by game; 0 if unknown. If wears is set, the time starts when
	// the item's effect ends.
	respawn [4]uint16
	wears   [4]bool
}

// itemTable has one row for each item, with only Quake's names for weapons. The times are from the games' code. Quake
// and QuakeWorld have 20 s for armor and 60 or 300 s for artifacts, Quake II 20 s and 60 or 300 s, and Quake III 25, 35
// and 120 s, and 60 s for holdable items.
var itemTable = [NumItems]itemRow{
	ItemGreenArmor: {tag: "GA", name: "green armor", words: []string{"ga"}, ktx: "ga", figure: "armor", rank: 9,
		quake: []string{"Green Armor"}, others: []string{"Jacket Armor"}, respawn: [4]uint16{20, 20, 20, 25}},
	ItemYellowArmor: {tag: "YA", name: "yellow armor", words: []string{"ya"}, ktx: "ya", figure: "armor_yellow",
		rank: 3, contested: true, quake: []string{"Yellow Armor"}, others: []string{"Combat Armor", "Armor"},
		respawn: [4]uint16{20, 20, 20, 25}},
	ItemRedArmor: {tag: "RA", name: "red armor", words: []string{"ra"}, ktx: "ra", figure: "armor_red", rank: 1,
		weight: 1, contested: true, quake: []string{"Red Armor"}, others: []string{"Body Armor", "Heavy Armor"},
		respawn: [4]uint16{20, 20, 20, 25}},
	ItemMegahealth: {tag: "MH", name: "megahealth", words: []string{"mh"}, ktx: "health_100", figure: "health_mega",
		rank: 2, weight: 1, contested: true, quake: []string{"Megahealth"}, others: []string{"Mega Health"},
		respawn: [4]uint16{20, 20, 20, 35}, wears: [4]bool{true, true, true, false}},
	ItemQuad: {tag: "Quad", name: "quad", words: []string{"quad"}, ktx: "q", figure: "quad", rank: 4, weight: 2,
		contested: true, quake: []string{"Quad Damage", "Crusher Sigil"}, respawn: [4]uint16{60, 60, 60, 120}},
	ItemPentagram: {tag: "Pent", name: "pentagram", words: []string{"pent"}, ktx: "p", figure: "pentagram", rank: 5,
		weight: 2, contested: true, quake: []string{"Pentagram of Protection", "Lucifier's Protection"},
		respawn: [4]uint16{300, 300, 0, 0}},
	ItemRing: {tag: "Ring", name: "ring", words: []string{"ring"}, ktx: "r", figure: "ring", rank: 6, weight: 2,
		contested: true, quake: []string{"Ring of Shadows", "Eye of Enigma"}, respawn: [4]uint16{300, 300, 0, 0}},
	ItemBiosuit: {tag: "Suit", name: "biosuit", figure: "biosuit", rank: 10,
		quake: []string{"Biosuit", "Diving Suit", "Wetsuit"}, respawn: [4]uint16{60, 60, 0, 0}},

	// Quake II's. Quake III has invulnerability, too.
	ItemInvulnerability: {tag: "Invuln", name: "invulnerability", words: []string{"invuln", "pent"}, ktx: "invuln",
		figure: "invulnerability", rank: 5, weight: 2, contested: true, others: []string{"Invulnerability"},
		respawn: [4]uint16{0, 0, 300, 60}},
	ItemDoubleDamage: {name: "double damage", weight: 2, others: []string{"Double Damage", "DualFire Damage"}},
	ItemPowerScreen: {tag: "Screen", name: "power screen", figure: "power_screen", rank: 8, weight: 1,
		others: []string{"Power Screen"}, respawn: [4]uint16{2: 60}},
	ItemPowerShield: {tag: "Shield", name: "power shield", figure: "power_shield", rank: 8, weight: 1,
		quake: []string{"Power Shield"}, respawn: [4]uint16{2: 60}},
	ItemEnvirosuit: {tag: "Suit", name: "envirosuit", figure: "envirosuit", rank: 10, respawn: [4]uint16{2: 60}},
	ItemAdrenaline: {tag: "Adren", name: "adrenaline", figure: "adrenaline", rank: 9, respawn: [4]uint16{2: 60}},
	ItemRebreather: {tag: "Breath", name: "rebreather", figure: "rebreather"},
	ItemSilencer:   {tag: "Silencer", name: "silencer", figure: "silencer"},
	ItemBandolier:  {tag: "Band", name: "bandolier", figure: "bandolier"},
	ItemAmmoPack:   {tag: "Pack", name: "ammo pack", figure: "ammo_pack"},

	// Quake III's.
	ItemBattleSuit: {tag: "Suit", name: "battle suit", words: []string{"suit"}, ktx: "suit", figure: "battle_suit",
		rank: 7, weight: 2, others: []string{"Battle Suit"}, respawn: [4]uint16{3: 120}},
	ItemHaste: {tag: "Haste", name: "haste", words: []string{"haste"}, ktx: "haste", figure: "haste", rank: 7,
		weight: 2, others: []string{"Haste", "Speed"}, respawn: [4]uint16{3: 120}},
	ItemInvisibility: {tag: "Invis", name: "invisibility", words: []string{"invis", "ring"}, ktx: "r",
		figure: "invisibility", rank: 7, weight: 2, contested: true, others: []string{"Invisibility"},
		respawn: [4]uint16{3: 120}},
	ItemRegeneration: {tag: "Regen", name: "regeneration", words: []string{"regen"}, ktx: "regen",
		figure: "regeneration", rank: 7, weight: 2, others: []string{"Regeneration"}, respawn: [4]uint16{3: 120}},
	ItemFlight: {tag: "Flight", name: "flight", words: []string{"flight"}, ktx: "flight", figure: "flight", rank: 8,
		weight: 2, others: []string{"Flight"}, respawn: [4]uint16{3: 120}},
	ItemKamikaze: {tag: "Kami", name: "kamikaze", words: []string{"kamikaze"}, ktx: "kamikaze",
		model: "models/powerups/kamikazi.md3", rank: 8, others: []string{"Kamikaze"}, respawn: [4]uint16{3: 60}},
	ItemMedkit:     {tag: "Medkit", name: "medkit", figure: "medkit"},
	ItemTeleporter: {tag: "Tele", name: "teleporter", figure: "teleporter"},
	ItemPortal:     {tag: "Portal", name: "portal", model: "models/powerups/holdable/porter.md3"},

	// Of levels and episodes of Quake and its mission packs.
	ItemSilverKey: {name: "silver key", quake: []string{"silver key", "silver keycard", "silver runekey"}},
	ItemGoldKey:   {name: "gold key", quake: []string{"gold key", "gold keycard", "gold runekey"}},
	ItemRune: {name: "rune", weight: 1, quake: []string{"rune", "Earth Rune", "Black Rune", "Elder Rune", "Hell Rune",
		"Rune of Blood", "Rune of Bone", "Rune of Mind", "Rune of Soul"}},
	ItemEmpathyShields: {name: "empathy shields", quake: []string{"Empathy Shields"}},
	ItemHorn:           {name: "horn", quake: []string{"Horn of Conjuring"}},
	ItemBelt:           {name: "belt", quake: []string{"Anti-Grav Belt"}},

	ItemRedFlag:   {name: "red flag", others: []string{"Red Flag"}},
	ItemBlueFlag:  {name: "blue flag", others: []string{"Blue Flag"}},
	ItemWhiteFlag: {name: "white flag", others: []string{"Neutral Flag"}},

	SuperShotgun:    {quake: []string{"Double-barrelled Shotgun", "Double-Barreled Shotgun"}},
	Nailgun:         {quake: []string{"Nailgun"}},
	SuperNailgun:    {quake: []string{"Super Nailgun"}},
	GrenadeLauncher: {quake: []string{"Grenade Launcher"}},
	RocketLauncher:  {quake: []string{"Rocket Launcher"}},
	LightningGun:    {quake: []string{"Thunderbolt", "Lightning Gun"}},
	LaserCannon:     {quake: []string{"Laser Cannon"}},
	Mjolnir:         {quake: []string{"Mjolnir"}},
	ProximityGun:    {quake: []string{"Proximity Gun"}},
}

func (i Item) row() *itemRow {
	if i >= NumItems {
		i = NoItem
	}
	return &itemTable[i]
}

// Weapon returns the weapon that an item is, or None.
func (i Item) Weapon() Kind {
	if i < Item(NumKinds) {
		return Kind(i)
	}
	return None
}

// Tag returns the players' short name of an item, such as "RA", or "".
func (i Item) Tag() string {
	if w := i.Weapon(); w != None {
		return w.Tag()
	}
	return i.row().tag
}

// String returns the full name of an item, such as "red armor".
func (i Item) String() string {
	if w := i.Weapon(); w != None {
		return w.String()
	}
	return i.row().name
}

// Word returns the first of the words that people type for an item, such as "ra", or "".
func (i Item) Word() string {
	if list := i.row().words; len(list) > 0 {
		return list[0]
	}
	return ""
}

// KTX returns the name of an item in KTX's statistics, a similar name for an item of another game, or "".
func (i Item) KTX() string { return i.row().ktx }

// Figure returns the kind of the fallback figure that shows only this item, or "".
func (i Item) Figure() string {
	if w := i.Weapon(); w != None {
		return w.Figure()
	}
	return i.row().figure
}

// Quake returns the name that Quake prints, or "" if Quake doesn't have the item.
func (i Item) Quake() string {
	if list := i.row().quake; len(list) > 0 {
		return list[0]
	}
	return ""
}

// Rank returns the place of an item among those whose respawn players wait for, ordered by importance, from 1. It
// returns 0 for other items.
func (i Item) Rank() int { return int(i.row().rank) }

// Timed reports whether players wait for an item to respawn.
func (i Item) Timed() bool { return i.Rank() > 0 }

// Weight returns the importance of an item: 3 for powerups, 2 for items that are nearly as strong, 1 for all others.
func (i Item) Weight() uint8 { return 1 + i.row().weight }

// Powerup reports whether an item is a powerup.
func (i Item) Powerup() bool { return i.Weight() == 3 }

// Contested reports whether players fight for an item.
func (i Item) Contested() bool { return i.row().contested }

// Armor reports whether an item is armor.
func (i Item) Armor() bool { return i >= ItemGreenArmor && i <= ItemRedArmor }

// Flag reports whether an item is a flag.
func (i Item) Flag() bool { return i >= ItemRedFlag && i <= ItemWhiteFlag }

// Major reports whether an item is one of those that players wait for most: the red armor, the megahealth, and the
// powerups that increase damage or protect from it.
func (i Item) Major() bool {
	const leastPower = 7 // the rank of the last of those
	return i.Timed() && i.Rank() <= leastPower && i != ItemYellowArmor
}

// Respawn returns the time in seconds until an item respawns in a game, numbered as in package world, or 0 if unknown.
// If wears is set, the time starts when the item's effect on its player ends.
func (i Item) Respawn(game int) (seconds float64, wears bool) {
	r := i.row()
	return float64(r.respawn[game&3]), r.wears[game&3]
}

// Called reports whether a word in lower case means the item with a game's name. A word that people type for items only
// means these items. Any other word means the items whose name contains it.
func Called(name, word string) bool {
	item, known := ItemNamed(name), false
	for i := range NumItems {
		w := i.Weapon()
		if slices.Contains(itemTable[i].words, word) || w != None && slices.Contains(w.row().words, word) {
			known = true
			if item == i {
				return true
			}
		}
	}
	return !known && name != "" && strings.Contains(strings.ToLower(name), word)
}

// ItemNamed returns the item with a game's name, or NoItem.
func ItemNamed(name string) Item {
	if i, ok := itemByName[name]; ok {
		return i
	}
	k := Named(strings.ToLower(name)) // games capitalize names of weapons
	if hand := k.Hand(); hand != None {
		k = hand
	}
	return Item(k)
}

// OfQuake returns an item's name as Quake prints it. name may be in any case and in either color of the charset, and
// may have an exclamation mark at the end. OfQuake returns "" for other names.
func OfQuake(name []byte) string {
	for i := range itemTable {
		for _, own := range itemTable[i].quake {
			if sameQuake(name, own) {
				return own
			}
		}
	}
	return ""
}

// OfGame returns name as a string if it is a game's name of an item, or "".
func OfGame(name []byte) string {
	for i := range itemTable {
		for _, list := range [...][]string{itemTable[i].quake, itemTable[i].others} {
			for _, own := range list {
				if string(name) == own {
					return own
				}
			}
		}
	}
	return ""
}

func sameQuake(name []byte, own string) bool {
	if len(name) < len(own) {
		return false
	}
	for i := range len(own) {
		if (name[i]^own[i])&0x5f != 0 {
			return false
		}
	}
	rest := name[len(own):]
	return len(rest) == 0 || rest[0]&0x7f == '!'
}

// OfModel returns the item with a model, or NoItem. Quake's three armors share a model and differ by skin, from 0.
func OfModel(model string, skin int) Item {
	model = strings.ToLower(model)
	if i, ok := itemByModel[model]; ok {
		return i
	}
	i := itemByFigure[figure.Of(model)]
	if i != ItemGreenArmor || strings.HasPrefix(model, "models/") {
		return i
	}
	if skin < 0 || skin > 2 {
		return NoItem
	}
	return i + Item(skin)
}

var itemByName, itemByModel, itemByFigure = func() (names, models, figures map[string]Item) {
	names, models, figures = map[string]Item{}, map[string]Item{}, map[string]Item{}
	for i := range NumItems {
		r := &itemTable[i]
		for _, name := range slices.Concat(r.quake, r.others) {
			names[name] = i
		}
		if r.model != "" {
			models[r.model] = i
		}
		if f := i.Figure(); f != "" {
			figures[f] = i
		}
	}
	return names, models, figures
}()
