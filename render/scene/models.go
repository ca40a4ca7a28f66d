package scene

import (
	"strconv"
	"strings"

	figures "demoscope/assets/figure"
	"demoscope/player/weapon"
)

// modelNames caches what models represent, by their names.
type modelNames struct {
	looks map[string]*look
	paths map[[2]string]string // of the files in the folders of players, by both names
}

// look is what a model represents, and the figure of our own that shows it, nil if there is
// none.
type look struct {
	class
	figure *figures.Figure
	weapon weapon.Kind // that it shows
	glows  bool        // a flame: no light falls on it
	fire   bool        // the fire of an explosion, a sprite
	// barrel and hand are the models of the part that turns and of who holds it before his
	// eye, of a weapon of Quake III; "" for others. Most have neither.
	barrel, hand string
}

// maxModelNames bounds the cache: a level has at most 8192 models (the protocols'
// largest index), but a demo may have many levels.
const maxModelNames = 1 << 14

// class returns what a model represents.
func (n *modelNames) class(name string) *class { return &n.look(name).class }

// look returns how a model looks.
func (n *modelNames) look(name string) *look {
	if l := n.looks[name]; l != nil {
		return l
	}
	if n.looks == nil || len(n.looks) >= maxModelNames {
		n.looks = make(map[string]*look)
	}
	l := &look{class: classify(name), weapon: weapon.OfFigure(figures.Of(name))}
	if !l.hidden && l.inline == 0 {
		kind := figures.Of(name)
		l.figure = figures.Get(kind)
		l.fire = strings.EqualFold(name, "progs/s_explod.spr")
		l.glows = kind == "flame" || kind == "torch" || kind == "candle"
	}
	if stem, ok := strings.CutSuffix(name, ".md3"); ok && strings.HasPrefix(name, "models/weapons") {
		l.barrel, l.hand = stem+"_barrel.md3", stem+"_hand.md3"
	}
	n.looks[name] = l
	return l
}

// player returns the path of a file in the folder of a player's model in Quake II, "" without
// a name: of "#w_railgun.md2", which Quake II names so, too.
func (n *modelNames) player(model, file string) string {
	key := [2]string{model, file}
	if path, ok := n.paths[key]; ok {
		return path
	}
	if n.paths == nil || len(n.paths) >= maxModelNames {
		n.paths = make(map[[2]string]string)
	}
	path := ""
	if model != "" && file != "" {
		path = "players/" + model + "/" + strings.TrimPrefix(file, "#")
	}
	n.paths[key] = path
	return path
}

// classify returns what a model represents, by its name.
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
		return class{kind: kindOther, inline: n}
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

// firstNamed returns the class of the first prefix in a list that a name has.
func firstNamed(list []named, name string) class {
	for _, p := range list {
		if strings.HasPrefix(name, p.prefix) {
			return p.class
		}
	}
	return class{kind: kindOther}
}

// quakeModels are the models of Quake and its mission packs by the last part
// of their names.
var quakeModels = map[string]class{
	"player": {kind: kindPlayer}, "eyes": {kind: kindPlayer, size: 0.4},

	"soldier": {kind: kindMonster}, "dog": {kind: kindMonster, size: 0.7}, "demon": {kind: kindMonster, size: 1.3},
	"ogre": {kind: kindMonster, size: 1.3}, "knight": {kind: kindMonster}, "hknight": {kind: kindMonster, size: 1.15},
	"zombie": {kind: kindMonster}, "wizard": {kind: kindMonster}, "shalrath": {kind: kindMonster, size: 1.3},
	"shambler": {kind: kindMonster, size: 1.7}, "tarbaby": {kind: kindMonster, size: 0.8},
	"enforcer": {kind: kindMonster},
	"fish":     {kind: kindMonster, size: 0.6}, "boss": {kind: kindMonster, size: 4},
	"oldone": {kind: kindMonster, size: 4},
	"grem":   {kind: kindMonster, size: 0.8}, "scor": {kind: kindMonster, size: 1.2},
	"armabody": {kind: kindMonster, size: 3},
	"armalegs": {kind: kindMonster, size: 3}, "dragon": {kind: kindMonster, size: 4}, "eel2": {kind: kindMonster,
		size: 0.7},
	"lavaman": {kind: kindMonster, size: 2}, "mummy": {kind: kindMonster}, "morph_az": {kind: kindMonster},
	"morph_eg": {kind: kindMonster}, "morph_gr": {kind: kindMonster}, "s_wrath": {kind: kindMonster, size: 2},
	"superwrath": {kind: kindMonster, size: 2}, "wrath": {kind: kindMonster}, "sword": {kind: kindMonster, size: 0.6},

	"armor": {kind: kindArmor, skins: true},

	"b_bh10":  {kind: kindHealth, size: 0.85, color: colorGray, corner: true},
	"b_bh25":  {kind: kindHealth, corner: true},
	"b_bh100": {kind: kindHealth, size: 1.4, color: colorCyan, corner: true},

	"b_shell0": {kind: kindAmmo, size: 0.8, corner: true}, "b_shell1": {kind: kindAmmo, corner: true},
	"b_nail0":  {kind: kindAmmo, size: 0.8, color: colorGray, corner: true},
	"b_nail1":  {kind: kindAmmo, color: colorGray, corner: true},
	"b_rock0":  {kind: kindAmmo, size: 0.8, color: colorRed, corner: true},
	"b_rock1":  {kind: kindAmmo, color: colorRed, corner: true},
	"b_batt0":  {kind: kindAmmo, size: 0.8, color: colorCyan, corner: true},
	"b_batt1":  {kind: kindAmmo, color: colorCyan, corner: true},
	"b_lnail0": {kind: kindAmmo, size: 0.8, color: colorOrange, corner: true},
	"b_lnail1": {kind: kindAmmo, color: colorOrange, corner: true},
	"b_mrock0": {kind: kindAmmo, size: 0.8, color: colorRed, corner: true},
	"b_mrock1": {kind: kindAmmo, color: colorRed, corner: true},
	"b_plas0":  {kind: kindAmmo, size: 0.8, color: colorPurple, corner: true},
	"b_plas1":  {kind: kindAmmo, color: colorPurple, corner: true},
	"b_explob": {kind: kindOther, size: 1.6, color: colorOrange, corner: true},
	"b_exbox2": {kind: kindOther, color: colorOrange, corner: true},

	"w_s_key": {kind: kindKey, color: colorSilver}, "w_g_key": {kind: kindKey}, "m_s_key": {kind: kindKey,
		color: colorSilver},
	"m_g_key": {kind: kindKey}, "b_s_key": {kind: kindKey, color: colorSilver}, "b_g_key": {kind: kindKey},
	"end1": {kind: kindKey, color: colorPurple}, "end2": {kind: kindKey, color: colorPurple},
	"end3": {kind: kindKey, color: colorPurple}, "end4": {kind: kindKey, color: colorPurple},

	"quaddama": {kind: kindPowerup, color: colorBlue, size: 1.2}, "invulner": {kind: kindPowerup, color: colorRed,
		size: 1.2},
	"invisibl": {kind: kindPowerup, color: colorYellow}, "suit": {kind: kindPowerup, color: colorGreen},
	"wetsuit": {kind: kindPowerup, color: colorCyan}, "empathy": {kind: kindPowerup, color: colorPurple},
	"beltup": {kind: kindPowerup, color: colorWhite}, "shield": {kind: kindPowerup, color: colorCyan},
	"sphere": {kind: kindPowerup, color: colorPurple}, "vsphere": {kind: kindPowerup, color: colorPurple},
	"tokens": {kind: kindPowerup, color: colorGold},

	"missile": {kind: kindProjectile}, "grenade": {kind: kindProjectile, color: colorGreen},
	"grenade2": {kind: kindProjectile, color: colorGreen}, "grenade3": {kind: kindProjectile, color: colorGreen},
	"spike": {kind: kindProjectile, size: 0.6, color: colorGray}, "s_spike": {kind: kindProjectile, size: 0.7,
		color: colorSilver},
	"w_spike": {kind: kindProjectile, color: colorGreen}, "k_spike": {kind: kindProjectile, color: colorOrange},
	"v_spike": {kind: kindProjectile, color: colorPurple}, "laser": {kind: kindProjectile, color: colorRed},
	"lavaball": {kind: kindProjectile, color: colorOrange, size: 1.4}, "lspike": {kind: kindProjectile,
		color: colorOrange, size: 0.6},
	"mirv": {kind: kindProjectile}, "plasma": {kind: kindProjectile, color: colorPurple},
	"proxbomb": {kind: kindProjectile},
	"lasrspik": {kind: kindProjectile, color: colorRed}, "hook": {kind: kindProjectile, color: colorGray},
	"star": {kind: kindProjectile, color: colorYellow}, "rockup_d": {kind: kindProjectile},
	"fireball": {kind: kindProjectile},
	"teleport": {kind: kindOther}, "zom_gib": {kind: kindProjectile, color: kindColors[kindCorpse], size: 0.7},
	"bolt": {kind: kindProjectile, color: colorCyan}, "bolt2": {kind: kindProjectile, color: colorCyan},
	"bolt3": {kind: kindProjectile, color: colorCyan},

	"backpack": {kind: kindBackpack},

	"gib1": {kind: kindCorpse}, "gib2": {kind: kindCorpse}, "gib3": {kind: kindCorpse},

	"flag": {kind: kindFlag}, "stag": {kind: kindFlag, color: colorBlue}, "rflag": {kind: kindFlag},
	"bflag": {kind: kindFlag, color: colorBlue}, "w_s_flag": {kind: kindFlag},

	"flame": {kind: kindOther, color: colorOrange, size: 0.7}, "flame2": {kind: kindOther, color: colorOrange,
		size: 0.7},
	"candle": {kind: kindOther, color: colorOrange, size: 0.4}, "lantern": {kind: kindOther, color: colorOrange,
		size: 0.5},
	"s_light": {kind: kindOther, color: colorYellow, size: 0.5}, "s_explod": {kind: kindOther, color: colorOrange},
	"s_bubble": {kind: kindOther, color: colorCyan, size: 0.3},
}

// named is a class for all names that begin with a prefix.
type named struct {
	prefix string
	class  class
}

// quakePrefixes are tried in order for names that are not in quakeModels.
var quakePrefixes = []named{
	{"g_", class{kind: kindWeapon}},
	{"v_", class{hidden: true}},
	{"h_", class{kind: kindCorpse}},
	{"gib", class{kind: kindCorpse}},
	{"b_nail", class{kind: kindAmmo, corner: true}},
	{"b_", class{kind: kindOther, corner: true}},
	{"mon_", class{kind: kindMonster}},
	{"w_", class{kind: kindOther, size: 0.8}},
	{"s_", class{kind: kindOther, size: 0.5}},
}

// laterModels are the models of Quake II, its mission packs and Quake III, by
// prefixes of their names; the first match counts.
var laterModels = []named{
	{"models/monsters/", class{kind: kindMonster}},
	{"models/weapons/v_", class{hidden: true}},
	{"models/weapons", class{kind: kindWeapon}},
	{"models/items/armor/jacket", class{kind: kindArmor, color: colorGreen}},
	{"models/items/armor/combat", class{kind: kindArmor, color: colorYellow}},
	{"models/items/armor/body", class{kind: kindArmor, color: colorRed}},
	{"models/items/armor/shard", class{kind: kindArmor, size: 0.5}},
	{"models/items/armor/s", class{kind: kindPowerup, color: colorGreen}}, // power screen, power shield
	{"models/items/armor/effect", class{hidden: true}},
	{"models/items/armor/", class{kind: kindArmor}},
	{"models/items/healing/stimpack", class{kind: kindHealth, size: 0.6}},
	{"models/items/healing/large", class{kind: kindHealth, size: 1.2}},
	{"models/items/healing/", class{kind: kindHealth}},
	{"models/items/mega_h", class{kind: kindHealth, size: 1.4, color: colorCyan}},
	{"models/items/ammo/rockets", class{kind: kindAmmo, color: colorRed}},
	{"models/items/ammo/cells", class{kind: kindAmmo, color: colorCyan}},
	{"models/items/ammo/grenades", class{kind: kindAmmo, color: colorGreen}},
	{"models/items/ammo/slugs", class{kind: kindAmmo, color: colorGray}},
	{"models/items/ammo/", class{kind: kindAmmo}},
	{"models/items/keys/blue", class{kind: kindKey, color: colorBlue}},
	{"models/items/keys/red", class{kind: kindKey, color: colorRed}},
	{"models/items/keys/", class{kind: kindKey}},
	{"models/items/quaddama", class{kind: kindPowerup, color: colorBlue, size: 1.2}},
	{"models/items/invulner", class{kind: kindPowerup, color: colorRed, size: 1.2}},
	{"models/items/pack", class{kind: kindBackpack}},
	{"models/items/band", class{kind: kindBackpack}},
	{"models/items/", class{kind: kindPowerup, color: colorGreen}},
	{"models/objects/gibs/", class{kind: kindCorpse}},
	{"models/objects/debris", class{kind: kindCorpse, color: colorGray, size: 0.5}},
	{"models/objects/rocket", class{kind: kindProjectile}},
	{"models/objects/grenade", class{kind: kindProjectile, color: colorGreen}},
	{"models/objects/laser", class{kind: kindProjectile, color: colorYellow}},
	{"models/objects/bomb", class{kind: kindProjectile}},
	{"models/objects/hbolt", class{kind: kindProjectile}},
	{"models/objects/dmspot", class{kind: kindOther, color: kindColors[kindCorpse], size: 0.4}},
	{"models/objects/barrels", class{kind: kindOther, size: 1.6, color: colorOrange}},
	{"models/objects/", class{kind: kindOther}},
	{"models/deadbods/", class{kind: kindCorpse}},
	{"models/gibs/", class{kind: kindCorpse}},
	{"players/team1/flag", class{kind: kindFlag, color: colorRed}},
	{"players/team2/flag", class{kind: kindFlag, color: colorBlue}},
	{"players/male/flag1", class{kind: kindFlag, color: colorRed}}, // on a back and in the world
	{"players/male/flag2", class{kind: kindFlag, color: colorBlue}},
	{"models/flags/n", class{kind: kindFlag, color: colorWhite}},
	{"models/flags/b", class{kind: kindFlag, color: colorBlue}},
	{"models/flags/", class{kind: kindFlag}},
	{"models/players", class{kind: kindCorpse, size: 1.5}}, // a body that was left
	{"models/powerups/armor/armor_green", class{kind: kindArmor, color: colorGreen}},
	{"models/powerups/armor/armor_red", class{kind: kindArmor, color: colorRed}},
	{"models/powerups/armor/armor_yel", class{kind: kindArmor, color: colorYellow}},
	{"models/powerups/armor/shard", class{kind: kindArmor, size: 0.5}},
	{"models/powerups/armor/", class{kind: kindArmor}},
	{"models/powerups/health/mega", class{kind: kindHealth, size: 1.4, color: colorCyan}},
	{"models/powerups/health/small", class{kind: kindHealth, size: 0.6}},
	{"models/powerups/health/large", class{kind: kindHealth, size: 1.2}},
	{"models/powerups/health/", class{kind: kindHealth}},
	{"models/powerups/ammo/rocket", class{kind: kindAmmo, color: colorRed}},
	{"models/powerups/ammo/grenade", class{kind: kindAmmo, color: colorGreen}},
	{"models/powerups/ammo/lightning", class{kind: kindAmmo, color: colorYellow}},
	{"models/powerups/ammo/plasma", class{kind: kindAmmo, color: colorPurple}},
	{"models/powerups/ammo/rail", class{kind: kindAmmo, color: colorCyan}},
	{"models/powerups/ammo/", class{kind: kindAmmo}},
	{"models/powerups/instant/quad", class{kind: kindPowerup, color: colorBlue, size: 1.2}},
	{"models/powerups/instant/haste", class{kind: kindPowerup, color: colorYellow}},
	{"models/powerups/instant/regen", class{kind: kindPowerup, color: colorRed}},
	{"models/powerups/instant/enviro", class{kind: kindPowerup, color: colorGold}},
	{"models/powerups/instant/flight", class{kind: kindPowerup, color: colorPurple}},
	{"models/powerups/instant/invis", class{kind: kindPowerup, color: colorWhite}},
	{"models/powerups/orb/r", class{kind: kindFlag, color: colorRed, size: 0.6}},
	{"models/powerups/orb/b", class{kind: kindFlag, color: colorBlue, size: 0.6}},
	{"models/powerups/", class{kind: kindPowerup, color: colorGreen}},
	{"models/ammo/grenade", class{kind: kindProjectile, color: colorGreen}},
	{"models/ammo/", class{kind: kindProjectile}},
	{"models/weaphits/bfg", class{kind: kindProjectile, color: colorGreen, size: 1.5}},
	{"models/weaphits/", class{kind: kindProjectile, size: 0.7}},
	{"models/misc/backpack", class{kind: kindBackpack}},
	{"sprites/plasma", class{kind: kindProjectile, color: colorPurple, size: 0.8}},
	{"sprites/s_bfg", class{kind: kindProjectile, color: colorGreen, size: 1.5}},
	{"players/", class{kind: kindPlayer}},
}
