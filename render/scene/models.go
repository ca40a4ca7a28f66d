package scene

import (
	"strconv"
	"strings"

	"demoscope/player/world"
)

// modelNames remembers what the models of the level stand for.
type modelNames struct {
	names   []string
	classes []class
}

// update looks at the names of the level that have changed.
func (n *modelNames) update(l *world.Level) {
	for len(n.names) < len(l.Models) {
		n.names = append(n.names, "")
		n.classes = append(n.classes, class{kind: KindOther})
	}
	for i, name := range l.Models {
		if n.names[i] != name {
			n.names[i] = name
			n.classes[i] = classify(name, i)
		}
	}
	for i := len(l.Models); i < len(n.names); i++ {
		n.names[i], n.classes[i] = "", class{kind: KindOther}
	}
}

// quake2Player is the model index that stands for the model of the player's
// skin.
const quake2Player = 255

var unknownModel = class{kind: KindOther}

// class returns what a model stands for.
func (n *modelNames) class(index uint16) *class {
	if int(index) < len(n.classes) && n.names[index] != "" {
		return &n.classes[index]
	}
	return &unknownModel
}

// classify tells by a model's name what it stands for.
func classify(name string, index int) class {
	name = strings.ToLower(name)
	switch {
	case name == "":
		return class{kind: KindOther}
	case name[0] == '*':
		n, err := strconv.Atoi(name[1:])
		if err != nil || n <= 0 {
			return class{kind: KindOther, hidden: true}
		}
		return class{kind: KindOther, inline: n}
	case index == 1:
		return class{hidden: true} // the map itself
	}
	if strings.HasPrefix(name, "models/") || strings.HasPrefix(name, "players/") || strings.HasPrefix(name, "sprites/") {
		for _, p := range quake2Models {
			if strings.HasPrefix(name, p.prefix) {
				return p.class
			}
		}
		return class{kind: KindOther}
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if i := strings.LastIndexByte(base, '.'); i >= 0 {
		base = base[:i]
	}
	if c, ok := quakeModels[base]; ok {
		return c
	}
	for _, p := range quakePrefixes {
		if strings.HasPrefix(base, p.prefix) {
			return p.class
		}
	}
	return class{kind: KindOther}
}

// quakeModels are the models of Quake and its mission packs by the last part
// of their names.
var quakeModels = map[string]class{
	"player": {kind: KindPlayer}, "eyes": {kind: KindPlayer, size: 0.4},

	"soldier": {kind: KindMonster}, "dog": {kind: KindMonster, size: 0.7}, "demon": {kind: KindMonster, size: 1.3},
	"ogre": {kind: KindMonster, size: 1.3}, "knight": {kind: KindMonster}, "hknight": {kind: KindMonster, size: 1.15},
	"zombie": {kind: KindMonster}, "wizard": {kind: KindMonster}, "shalrath": {kind: KindMonster, size: 1.3},
	"shambler": {kind: KindMonster, size: 1.7}, "tarbaby": {kind: KindMonster, size: 0.8}, "enforcer": {kind: KindMonster},
	"fish": {kind: KindMonster, size: 0.6}, "boss": {kind: KindMonster, size: 4}, "oldone": {kind: KindMonster, size: 4},
	"grem": {kind: KindMonster, size: 0.8}, "scor": {kind: KindMonster, size: 1.2}, "armabody": {kind: KindMonster, size: 3},
	"armalegs": {kind: KindMonster, size: 3}, "dragon": {kind: KindMonster, size: 4}, "eel2": {kind: KindMonster, size: 0.7},
	"lavaman": {kind: KindMonster, size: 2}, "mummy": {kind: KindMonster}, "morph_az": {kind: KindMonster},
	"morph_eg": {kind: KindMonster}, "morph_gr": {kind: KindMonster}, "s_wrath": {kind: KindMonster, size: 2},
	"superwrath": {kind: KindMonster, size: 2}, "wrath": {kind: KindMonster}, "sword": {kind: KindMonster, size: 0.6},

	"armor": {kind: KindArmor, skins: true},

	"b_bh10":  {kind: KindHealth, size: 0.85, color: colorGrey, corner: true},
	"b_bh25":  {kind: KindHealth, corner: true},
	"b_bh100": {kind: KindHealth, size: 1.4, color: colorCyan, corner: true},

	"b_shell0": {kind: KindAmmo, size: 0.8, corner: true}, "b_shell1": {kind: KindAmmo, corner: true},
	"b_nail0":  {kind: KindAmmo, size: 0.8, color: colorGrey, corner: true},
	"b_nail1":  {kind: KindAmmo, color: colorGrey, corner: true},
	"b_rock0":  {kind: KindAmmo, size: 0.8, color: colorRed, corner: true},
	"b_rock1":  {kind: KindAmmo, color: colorRed, corner: true},
	"b_batt0":  {kind: KindAmmo, size: 0.8, color: colorCyan, corner: true},
	"b_batt1":  {kind: KindAmmo, color: colorCyan, corner: true},
	"b_lnail0": {kind: KindAmmo, size: 0.8, color: colorOrange, corner: true},
	"b_lnail1": {kind: KindAmmo, color: colorOrange, corner: true},
	"b_mrock0": {kind: KindAmmo, size: 0.8, color: colorRed, corner: true},
	"b_mrock1": {kind: KindAmmo, color: colorRed, corner: true},
	"b_plas0":  {kind: KindAmmo, size: 0.8, color: colorPurple, corner: true},
	"b_plas1":  {kind: KindAmmo, color: colorPurple, corner: true},
	"b_explob": {kind: KindOther, size: 1.6, color: colorOrange, corner: true},
	"b_exbox2": {kind: KindOther, color: colorOrange, corner: true},

	"w_s_key": {kind: KindKey, color: colorSilver}, "w_g_key": {kind: KindKey}, "m_s_key": {kind: KindKey, color: colorSilver},
	"m_g_key": {kind: KindKey}, "b_s_key": {kind: KindKey, color: colorSilver}, "b_g_key": {kind: KindKey},
	"end1": {kind: KindKey, color: colorPurple}, "end2": {kind: KindKey, color: colorPurple},
	"end3": {kind: KindKey, color: colorPurple}, "end4": {kind: KindKey, color: colorPurple},

	"quaddama": {kind: KindPowerup, color: colorBlue, size: 1.2}, "invulner": {kind: KindPowerup, color: colorRed, size: 1.2},
	"invisibl": {kind: KindPowerup, color: colorYellow}, "suit": {kind: KindPowerup, color: colorGreen},
	"wetsuit": {kind: KindPowerup, color: colorCyan}, "empathy": {kind: KindPowerup, color: colorPurple},
	"beltup": {kind: KindPowerup, color: colorWhite}, "shield": {kind: KindPowerup, color: colorCyan},
	"sphere": {kind: KindPowerup, color: colorPurple}, "vsphere": {kind: KindPowerup, color: colorPurple},
	"tokens": {kind: KindPowerup, color: colorGold},

	"missile": {kind: KindProjectile}, "grenade": {kind: KindProjectile, color: colorGreen},
	"grenade2": {kind: KindProjectile, color: colorGreen}, "grenade3": {kind: KindProjectile, color: colorGreen},
	"spike": {kind: KindProjectile, size: 0.6, color: colorGrey}, "s_spike": {kind: KindProjectile, size: 0.7, color: colorSilver},
	"w_spike": {kind: KindProjectile, color: colorGreen}, "k_spike": {kind: KindProjectile, color: colorOrange},
	"v_spike": {kind: KindProjectile, color: colorPurple}, "laser": {kind: KindProjectile, color: colorRed},
	"lavaball": {kind: KindProjectile, color: colorOrange, size: 1.4}, "lspike": {kind: KindProjectile, color: colorOrange, size: 0.6},
	"mirv": {kind: KindProjectile}, "plasma": {kind: KindProjectile, color: colorPurple}, "proxbomb": {kind: KindProjectile},
	"lasrspik": {kind: KindProjectile, color: colorRed}, "hook": {kind: KindProjectile, color: colorGrey},
	"star": {kind: KindProjectile, color: colorYellow}, "rockup_d": {kind: KindProjectile}, "fireball": {kind: KindProjectile},
	"teleport": {kind: KindOther}, "zom_gib": {kind: KindProjectile, color: kindColors[KindCorpse], size: 0.7},
	"bolt": {kind: KindProjectile, color: colorCyan}, "bolt2": {kind: KindProjectile, color: colorCyan},
	"bolt3": {kind: KindProjectile, color: colorCyan},

	"backpack": {kind: KindBackpack},

	"gib1": {kind: KindCorpse}, "gib2": {kind: KindCorpse}, "gib3": {kind: KindCorpse},

	"flag": {kind: KindFlag}, "stag": {kind: KindFlag, color: colorBlue}, "rflag": {kind: KindFlag},
	"bflag": {kind: KindFlag, color: colorBlue}, "w_s_flag": {kind: KindFlag},

	"flame": {kind: KindOther, color: colorOrange, size: 0.7}, "flame2": {kind: KindOther, color: colorOrange, size: 0.7},
	"candle": {kind: KindOther, color: colorOrange, size: 0.4}, "lantern": {kind: KindOther, color: colorOrange, size: 0.5},
	"s_light": {kind: KindOther, color: colorYellow, size: 0.5}, "s_explod": {kind: KindOther, color: colorOrange},
	"s_bubble": {kind: KindOther, color: colorCyan, size: 0.3},
}

// named is a class for all names that begin with a prefix.
type named struct {
	prefix string
	class  class
}

// quakePrefixes are tried in order where quakeModels has no name.
var quakePrefixes = []named{
	{"g_", class{kind: KindWeapon}},
	{"v_", class{hidden: true}},
	{"h_", class{kind: KindCorpse}},
	{"gib", class{kind: KindCorpse}},
	{"b_nail", class{kind: KindAmmo, corner: true}},
	{"b_", class{kind: KindOther, corner: true}},
	{"mon_", class{kind: KindMonster}},
	{"w_", class{kind: KindOther, size: 0.8}},
	{"s_", class{kind: KindOther, size: 0.5}},
}

// quake2Models are Quake II's, its mission packs' and Quake III's models by
// how their names begin; the first that fits counts.
var quake2Models = []named{
	{"models/monsters/", class{kind: KindMonster}},
	{"models/weapons/v_", class{hidden: true}},
	{"models/weapons/", class{kind: KindWeapon}},
	{"models/weapons2/", class{kind: KindWeapon}},
	{"models/items/armor/jacket", class{kind: KindArmor, color: colorGreen}},
	{"models/items/armor/combat", class{kind: KindArmor, color: colorYellow}},
	{"models/items/armor/body", class{kind: KindArmor, color: colorRed}},
	{"models/items/armor/shard", class{kind: KindArmor, size: 0.5}},
	{"models/items/armor/s", class{kind: KindPowerup, color: colorGreen}}, // power screen, power shield
	{"models/items/armor/effect", class{hidden: true}},
	{"models/items/armor/", class{kind: KindArmor}},
	{"models/items/healing/stimpack", class{kind: KindHealth, size: 0.6}},
	{"models/items/healing/large", class{kind: KindHealth, size: 1.2}},
	{"models/items/healing/", class{kind: KindHealth}},
	{"models/items/mega_h", class{kind: KindHealth, size: 1.4, color: colorCyan}},
	{"models/items/ammo/rockets", class{kind: KindAmmo, color: colorRed}},
	{"models/items/ammo/cells", class{kind: KindAmmo, color: colorCyan}},
	{"models/items/ammo/grenades", class{kind: KindAmmo, color: colorGreen}},
	{"models/items/ammo/slugs", class{kind: KindAmmo, color: colorGrey}},
	{"models/items/ammo/", class{kind: KindAmmo}},
	{"models/items/keys/blue", class{kind: KindKey, color: colorBlue}},
	{"models/items/keys/red", class{kind: KindKey, color: colorRed}},
	{"models/items/keys/", class{kind: KindKey}},
	{"models/items/quaddama", class{kind: KindPowerup, color: colorBlue, size: 1.2}},
	{"models/items/invulner", class{kind: KindPowerup, color: colorRed, size: 1.2}},
	{"models/items/pack", class{kind: KindBackpack}},
	{"models/items/band", class{kind: KindBackpack}},
	{"models/items/", class{kind: KindPowerup, color: colorGreen}},
	{"models/objects/gibs/", class{kind: KindCorpse}},
	{"models/objects/debris", class{kind: KindCorpse, color: colorGrey, size: 0.5}},
	{"models/objects/rocket", class{kind: KindProjectile}},
	{"models/objects/grenade", class{kind: KindProjectile, color: colorGreen}},
	{"models/objects/laser", class{kind: KindProjectile, color: colorYellow}},
	{"models/objects/bomb", class{kind: KindProjectile}},
	{"models/objects/hbolt", class{kind: KindProjectile}},
	{"models/objects/barrels", class{kind: KindOther, size: 1.6, color: colorOrange}},
	{"models/objects/", class{kind: KindOther}},
	{"models/deadbods/", class{kind: KindCorpse}},
	{"models/gibs/", class{kind: KindCorpse}},
	{"players/team1/flag", class{kind: KindFlag, color: colorRed}},
	{"players/team2/flag", class{kind: KindFlag, color: colorBlue}},
	{"models/flags/b", class{kind: KindFlag, color: colorBlue}},
	{"models/flags/", class{kind: KindFlag}},
	{"models/powerups/armor/", class{kind: KindArmor}},
	{"models/powerups/health/", class{kind: KindHealth}},
	{"models/powerups/ammo/", class{kind: KindAmmo}},
	{"models/powerups/", class{kind: KindPowerup}},
	{"models/ammo/", class{kind: KindProjectile}},
	{"sprites/s_bfg", class{kind: KindProjectile, color: colorGreen, size: 1.5}},
	{"players/", class{kind: KindPlayer}},
}
