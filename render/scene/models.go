package scene

import (
	"strconv"
	"strings"
)

// modelNames remembers what models stand for, by their names.
type modelNames map[string]*class

// maxModelNames bounds how many names are remembered: a level has at most
// 8192 (the protocols' largest index), a demo may have many levels.
const maxModelNames = 1 << 14

// class returns what a model stands for.
func (n *modelNames) class(name string) *class {
	if c := (*n)[name]; c != nil {
		return c
	}
	if *n == nil || len(*n) >= maxModelNames {
		*n = make(modelNames)
	}
	c := classify(name)
	(*n)[name] = &c
	return &c
}

// classify tells by a model's name what it stands for.
func classify(name string) class {
	name = strings.ToLower(name)
	switch {
	case name == "":
		return class{hidden: true}
	case name[0] == '*':
		n, err := strconv.Atoi(name[1:])
		if err != nil || n <= 0 {
			return class{hidden: true}
		}
		return class{kind: KindOther, inline: n}
	}
	for _, dir := range [...]string{"models/", "players/", "sprites/"} {
		if strings.HasPrefix(name, dir) {
			return firstNamed(laterModels, name)
		}
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if i := strings.LastIndexByte(base, '.'); i >= 0 {
		base = base[:i]
	}
	if c, ok := quakeModels[base]; ok {
		return c
	}
	return firstNamed(quakePrefixes, base)
}

// firstNamed returns the class of the first prefix that a name has.
func firstNamed(list []named, name string) class {
	for _, p := range list {
		if strings.HasPrefix(name, p.prefix) {
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

// laterModels are Quake II's, its mission packs' and Quake III's models by how
// their names begin; the first that fits counts.
var laterModels = []named{
	{"models/monsters/", class{kind: KindMonster}},
	{"models/weapons/v_", class{hidden: true}},
	{"models/weapons", class{kind: KindWeapon}},
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
	{"models/objects/dmspot", class{kind: KindOther, color: kindColors[KindCorpse], size: 0.4}},
	{"models/objects/barrels", class{kind: KindOther, size: 1.6, color: colorOrange}},
	{"models/objects/", class{kind: KindOther}},
	{"models/deadbods/", class{kind: KindCorpse}},
	{"models/gibs/", class{kind: KindCorpse}},
	{"players/team1/flag", class{kind: KindFlag, color: colorRed}},
	{"players/team2/flag", class{kind: KindFlag, color: colorBlue}},
	{"models/flags/n", class{kind: KindFlag, color: colorWhite}},
	{"models/flags/b", class{kind: KindFlag, color: colorBlue}},
	{"models/flags/", class{kind: KindFlag}},
	{"models/players", class{kind: KindCorpse, size: 1.5}}, // a body that was left
	{"models/powerups/armor/armor_red", class{kind: KindArmor, color: colorRed}},
	{"models/powerups/armor/armor_yel", class{kind: KindArmor, color: colorYellow}},
	{"models/powerups/armor/shard", class{kind: KindArmor, size: 0.5}},
	{"models/powerups/armor/", class{kind: KindArmor}},
	{"models/powerups/health/mega", class{kind: KindHealth, size: 1.4, color: colorCyan}},
	{"models/powerups/health/small", class{kind: KindHealth, size: 0.6}},
	{"models/powerups/health/large", class{kind: KindHealth, size: 1.2}},
	{"models/powerups/health/", class{kind: KindHealth}},
	{"models/powerups/ammo/rocket", class{kind: KindAmmo, color: colorRed}},
	{"models/powerups/ammo/grenade", class{kind: KindAmmo, color: colorGreen}},
	{"models/powerups/ammo/lightning", class{kind: KindAmmo, color: colorYellow}},
	{"models/powerups/ammo/plasma", class{kind: KindAmmo, color: colorPurple}},
	{"models/powerups/ammo/rail", class{kind: KindAmmo, color: colorCyan}},
	{"models/powerups/ammo/", class{kind: KindAmmo}},
	{"models/powerups/instant/quad", class{kind: KindPowerup, color: colorBlue, size: 1.2}},
	{"models/powerups/instant/haste", class{kind: KindPowerup, color: colorYellow}},
	{"models/powerups/instant/regen", class{kind: KindPowerup, color: colorRed}},
	{"models/powerups/instant/enviro", class{kind: KindPowerup, color: colorGold}},
	{"models/powerups/instant/flight", class{kind: KindPowerup, color: colorPurple}},
	{"models/powerups/instant/invis", class{kind: KindPowerup, color: colorWhite}},
	{"models/powerups/orb/r", class{kind: KindFlag, color: colorRed, size: 0.6}},
	{"models/powerups/orb/b", class{kind: KindFlag, color: colorBlue, size: 0.6}},
	{"models/powerups/", class{kind: KindPowerup, color: colorGreen}},
	{"models/ammo/grenade", class{kind: KindProjectile, color: colorGreen}},
	{"models/ammo/", class{kind: KindProjectile}},
	{"models/weaphits/bfg", class{kind: KindProjectile, color: colorGreen, size: 1.5}},
	{"models/weaphits/", class{kind: KindProjectile, size: 0.7}},
	{"models/misc/backpack", class{kind: KindBackpack}},
	{"sprites/plasma", class{kind: KindProjectile, color: colorPurple, size: 0.8}},
	{"sprites/s_bfg", class{kind: KindProjectile, color: colorGreen, size: 1.5}},
	{"players/", class{kind: KindPlayer}},
}
