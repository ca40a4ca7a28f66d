package figure

import "strings"

// Of returns the kind of figure that represents a model, by the model's name in a demo ("progs/ogre.mdl",
// "models/items/quaddama/tris.md2", "#w_bfg.md2"), "" if there is none.
func Of(model string) string {
	model = strings.ToLower(model)
	if kind, ok := heldNames[model]; ok {
		return kind
	}
	file := model[strings.LastIndexByte(model, '/')+1:]
	if held, ok := heldNames["#"+file]; ok && strings.HasPrefix(model, "players/") {
		return held
	}
	for _, top := range [...]string{"models/", "players/", "sprites/"} {
		if strings.HasPrefix(model, top) {
			return laterNames.longest(model)
		}
	}
	if i := strings.LastIndexByte(file, '.'); i >= 0 {
		file = file[:i]
	}
	return quakeNames[file]
}

// prefixes maps prefixes of names to kinds.
type prefixes []struct{ prefix, kind string }

// longest returns the kind of the longest matching prefix.
func (p prefixes) longest(name string) (kind string) {
	most := 0
	for _, e := range p {
		if len(e.prefix) > most && strings.HasPrefix(name, e.prefix) {
			most, kind = len(e.prefix), e.kind
		}
	}
	return kind
}

// heldNames are weapons in the hands of Quake II's players.
var heldNames = map[string]string{
	"#w_blaster.md2": "blaster", "#w_shotgun.md2": "shotgun", "#w_sshotgun.md2": "super_shotgun",
	"#w_machinegun.md2": "machinegun",
	"#w_chaingun.md2":   "chaingun", "#a_grenades.md2": "hand_grenade", "#w_glauncher.md2": "grenade_launcher",
	"#w_rlauncher.md2": "rocket_launcher", "#w_hyperblaster.md2": "hyperblaster", "#w_railgun.md2": "railgun",
	"#w_bfg.md2":     "bfg",
	"#w_grapple.md2": "grapple",
	// Mission packs.
	"#w_ripper.md2": "hyperblaster", "#w_phalanx.md2": "rocket_launcher", "#a_trap.md2": "hand_grenade",
	"#w_etfrifle.md2": "nailgun", "#w_plasma.md2": "plasma_gun", "#w_plauncher.md2": "grenade_launcher",
	"#w_disrupt.md2":   "railgun",
	"#w_chainfist.md2": "gauntlet", "#a_tesla.md2": "hand_grenade",
}

// quakeNames are models of Quake, its mission packs and well-known mods by the last part of their names.
var quakeNames = map[string]string{
	"player": "human", "eyes": "eyes", "h_player": "head", "gib1": "gib_leg", "gib2": "gib_ribs", "gib3": "gib",
	"zom_gib": "gib",

	"g_shot": "super_shotgun", "g_nail": "nailgun", "g_nail2": "super_nailgun", "g_rock": "grenade_launcher",
	"g_rock2": "rocket_launcher",
	"g_light": "lightning_gun",
	"v_axe":   "axe", "v_shot": "shotgun", "v_shot2": "super_shotgun", "v_nail": "nailgun", "v_nail2": "super_nailgun",
	"v_rock": "grenade_launcher", "v_rock2": "rocket_launcher", "v_light": "lightning_gun", "v_star": "grapple",
	"v_grpple": "grapple",
	// Mission packs: hammer, laser, proximity bombs; lava nails, several grenades and rockets, plasma.
	"g_hammer": "axe", "v_hammer": "axe", "g_laserg": "hyperblaster", "v_laserg": "hyperblaster",
	"g_prox": "grenade_launcher",
	"v_prox": "grenade_launcher", "v_lava": "nailgun", "v_lava2": "super_nailgun", "v_multi": "grenade_launcher",
	"v_multi2": "rocket_launcher", "v_plasma": "plasma_gun",

	"armor": "armor", "b_bh10": "health_small", "b_bh25": "health", "b_bh100": "health_mega",
	"b_shell0": "shells", "b_shell1": "shells", "b_nail0": "nails", "b_nail1": "nails", "b_rock0": "rockets",
	"b_rock1": "rockets",
	"b_batt0": "cells", "b_batt1": "cells", "b_lnail0": "nails", "b_lnail1": "nails", "b_mrock0": "rockets",
	"b_mrock1": "rockets",
	"b_plas0":  "cells", "b_plas1": "cells", "b_explob": "explosive_box", "b_exbox2": "explosive_box",
	"quaddama": "quad", "invulner": "pentagram", "invisibl": "ring", "suit": "biosuit", "wetsuit": "rebreather",
	"empathy": "power_shield",
	"beltup":  "flight", "shield": "power_shield", "sphere": "sphere", "vsphere": "sphere", "tokens": "tech",
	"horn":    "haste",
	"w_s_key": "key_silver", "w_g_key": "key_gold", "m_s_key": "key_silver", "m_g_key": "key_gold",
	"b_s_key": "keycard", "b_g_key": "keycard",
	"end1": "rune_resistance", "end2": "rune_strength", "end3": "rune_haste", "end4": "rune_regeneration",
	"backpack": "backpack", "flag": "flag", "w_s_flag": "flag", "rflag": "flag", "bflag": "flag_blue", "stag": "skull",

	"missile": "rocket", "grenade": "grenade", "grenade2": "grenade", "grenade3": "grenade", "mirv": "grenade",
	"rockup_d": "rocket",
	"spike":    "nail", "s_spike": "nail", "lspike": "nail", "w_spike": "spit", "k_spike": "flame", "v_spike": "pod",
	"laser":    "laser",
	"lasrspik": "laser", "lavaball": "lavaball", "fireball": "lavaball", "plasma": "plasma", "proxbomb": "mine",
	"star": "hook", "hook": "hook",
	"bolt": "lightning", "bolt2": "lightning", "bolt3": "lightning",
	"flame": "torch", "flame2": "flame", "candle": "candle", "lantern": "candle",

	"soldier": "soldier", "enforcer": "enforcer", "dog": "dog", "ogre": "ogre", "knight": "knight",
	"hknight": "hell_knight", "demon": "fiend",
	"shambler": "shambler", "zombie": "zombie", "wizard": "wizard", "fish": "fish", "tarbaby": "spawn",
	"shalrath": "vore", "boss": "chthon",
	"oldone": "shub", "grem": "gremlin", "scor": "scorpion", "mummy": "zombie", "eel2": "fish", "lavaman": "chthon",
	"dragon": "dragon",
	"wrath":  "wrath", "s_wrath": "wrath", "superwrath": "wrath", "morph_az": "knight", "morph_eg": "knight",
	"morph_gr": "knight",
	"armabody": "supertank", "sword": "sword",
	"h_guard": "head", "h_mega": "head", "h_dog": "head", "h_ogre": "head", "h_knight": "head", "h_hellkn": "head",
	"h_demon": "head",
	"h_shams": "head", "h_zombie": "head", "h_wizard": "head", "h_shal": "head", "h_grem": "head",
}

// laterNames are models of Quake II, its mission packs and Quake III, by prefixes of their names.
var laterNames = prefixes{
	{"models/weapons/g_shotg/", "shotgun"}, {"models/weapons/g_shotg2/", "super_shotgun"}, {"models/weapons/g_machn/",
		"machinegun"},
	{"models/weapons/g_chain/", "chaingun"}, {"models/weapons/g_launch/", "grenade_launcher"},
	{"models/weapons/g_rocket/", "rocket_launcher"},
	{"models/weapons/g_hyperb/", "hyperblaster"}, {"models/weapons/g_rail/", "railgun"},
	{"models/weapons/g_bfg/", "bfg"},
	{"models/weapons/g_boom/", "hyperblaster"}, {"models/weapons/g_shotx/", "rocket_launcher"},
	{"models/weapons/g_etf_rifle/", "nailgun"},
	{"models/weapons/g_beamer/", "plasma_gun"}, {"models/weapons/g_plaunch/", "grenade_launcher"},
	{"models/weapons/g_dist/", "railgun"},
	{"models/weapons/v_blast/", "blaster"}, {"models/weapons/v_shotg/", "shotgun"}, {"models/weapons/v_shotg2/",
		"super_shotgun"},
	{"models/weapons/v_machn/", "machinegun"}, {"models/weapons/v_chain/", "chaingun"}, {"models/weapons/v_handgr/",
		"hand_grenade"},
	{"models/weapons/v_launch/", "grenade_launcher"}, {"models/weapons/v_rocket/", "rocket_launcher"},
	{"models/weapons/v_hyperb/", "hyperblaster"},
	{"models/weapons/v_rail/", "railgun"}, {"models/weapons/v_bfg/", "bfg"}, {"models/weapons/v_boomer/",
		"hyperblaster"},
	{"models/weapons/v_shotx/", "rocket_launcher"}, {"models/weapons/v_trap/", "hand_grenade"},
	{"models/weapons/v_etf_rifle/", "nailgun"},
	{"models/weapons/v_beamer", "plasma_gun"}, {"models/weapons/v_plaunch/", "grenade_launcher"},
	{"models/weapons/v_dist/", "railgun"},
	{"models/weapons/v_chainf/", "gauntlet"}, {"models/weapons/v_tesla/", "hand_grenade"}, {"models/weapons/grapple/",
		"grapple"},
	{"models/weapons/v_grapple/", "grapple"},
	{"models/weapons2/gauntlet/", "gauntlet"}, {"models/weapons2/machinegun/", "machinegun"},
	{"models/weapons2/shotgun/", "shotgun"},
	{"models/weapons2/grenadel/", "grenade_launcher"}, {"models/weapons2/rocketl/", "rocket_launcher"},
	{"models/weapons2/lightning/", "lightning_gun"},
	{"models/weapons2/railgun/", "railgun"}, {"models/weapons2/plasma/", "plasma_gun"}, {"models/weapons2/bfg/", "bfg"},
	{"models/weapons2/grapple/", "grapple"}, {"models/weapons/nailgun/", "nailgun"}, {"models/weapons/proxmine/",
		"grenade_launcher"},
	{"models/weapons/vulcan/", "chaingun"},

	{"models/items/armor/jacket/", "armor"}, {"models/items/armor/combat/", "armor_yellow"},
	{"models/items/armor/body/", "armor_red"},
	{"models/items/armor/shard/", "armor_shard"}, {"models/items/armor/screen/", "power_screen"},
	{"models/items/armor/shield/", "power_shield"},
	{"models/items/healing/stimpack/", "stimpack"}, {"models/items/healing/medium/", "health"},
	{"models/items/healing/large/", "health_large"},
	{"models/items/mega_h/", "health_mega"}, {"models/items/adrenal/", "adrenaline"},
	{"models/items/c_head/", "ancient_head"},
	{"models/items/ammo/shells/", "shells"}, {"models/items/ammo/bullets/", "bullets"},
	{"models/items/ammo/cells/", "cells"},
	{"models/items/ammo/grenades/", "grenades"}, {"models/items/ammo/rockets/", "rockets"},
	{"models/items/ammo/slugs/", "slugs"},
	{"models/ammo/am_flechette", "nails"}, {"models/ammo/g_disruptor", "slugs"}, {"models/items/ammo/nuke", "bfg_ammo"},
	{"models/weapons/g_trap/", "grenades"}, {"models/ammo/am_tesl", "grenades"}, {"models/ammo/am_prox", "grenades"},
	{"models/items/keys/", "keycard"}, {"models/items/keys/data_cd/", "data_disc"}, {"models/items/keys/key/",
		"key_gold"},
	{"models/items/keys/red_key/", "key_gold"}, {"models/items/keys/power/", "cells"},
	{"models/items/keys/target/", "head"},
	{"models/items/quaddama/", "quad"}, {"models/items/invulner/", "invulnerability"}, {"models/items/silencer/",
		"silencer"},
	{"models/items/breather/", "rebreather"}, {"models/items/enviro/", "envirosuit"},
	{"models/items/band/", "bandolier"},
	{"models/items/pack/", "ammo_pack"}, {"models/items/goggles/", "goggles"}, {"models/items/ddamage/", "quad"},
	{"models/items/hunter/", "sphere"}, {"models/items/defender/", "sphere"}, {"models/items/vengnce/", "sphere"},
	{"models/items/quadfire/", "quad"},
	{"models/ctf/resistance/", "rune_resistance"}, {"models/ctf/strength/", "rune_strength"},
	{"models/ctf/haste/", "rune_haste"},
	{"models/ctf/regeneration/", "rune_regeneration"}, {"models/items/healing/", "health"},
	{"players/team1/flag", "flag"}, {"players/team2/flag", "flag_blue"}, {"players/male/flag1", "flag"},
	{"players/male/flag2", "flag_blue"},
	{"players/", "human"},
	{"models/objects/rocket", "rocket"}, {"models/objects/grenade", "grenade"}, {"models/objects/laser/", "bolt"},
	{"models/objects/bomb/", "grenade"},
	{"models/objects/gibs/", "gib"}, {"models/objects/gibs/arm/", "gib_leg"}, {"models/objects/gibs/leg/", "gib_leg"},
	{"models/objects/gibs/chest/", "gib_ribs"}, {"models/objects/gibs/skull/", "skull"},
	{"models/objects/gibs/head", "head"},
	{"models/objects/gibs/bone", "gib_ribs"}, {"models/objects/gibs/gear/", "debris"},
	{"models/objects/gibs/sm_metal/", "debris"},
	{"models/objects/debris", "debris"}, {"models/objects/barrels/", "barrel"}, {"models/objects/dmspot/", ""},
	{"models/deadbods/dude/", "corpse"}, {"models/proj/", "plasma"}, {"sprites/s_bfg1", "bfg_ball"},

	{"models/monsters/soldier", "guard"}, {"models/monsters/infantry/", "infantry"},
	{"models/monsters/gunner/", "gunner"},
	{"models/monsters/berserk/", "berserk"}, {"models/monsters/gladiatr/", "gladiator"}, {"models/monsters/gladb/",
		"gladiator"},
	{"models/monsters/medic/", "medic"}, {"models/monsters/tank/", "tank"}, {"models/monsters/ctank/", "tank"},
	{"models/monsters/boss1/", "supertank"},
	{"models/monsters/mutant/", "mutant"}, {"models/monsters/parasite/", "parasite"},
	{"models/monsters/brain/", "brain"},
	{"models/monsters/flyer/", "flyer"}, {"models/monsters/float/", "floater"}, {"models/monsters/hover/", "hover"},
	{"models/monsters/flipper/", "flipper"}, {"models/monsters/bitch", "chick"}, {"models/monsters/boss2/", "hornet"},
	{"models/monsters/boss3/jorg/", "jorg"}, {"models/monsters/boss3/rider/", "makron"},
	{"models/monsters/turret/", "turret"},
	{"models/monsters/insane/", "insane"}, {"models/monsters/fixbot/", "hover"}, {"models/monsters/gekk/", "mutant"},
	{"models/monsters/stalker/", "parasite"}, {"models/monsters/blackwidow", "jorg"},
	{"models/monsters/carrier/", "hornet"},
	{"models/monsters/commandr/", "head"}, {"models/monsters/boss5/", "supertank"},

	{"models/powerups/armor/armor_green", "armor"}, {"models/powerups/armor/armor_red", "armor_red"},
	{"models/powerups/armor/armor_yel", "armor_yellow"}, {"models/powerups/armor/shard", "armor_shard"},
	{"models/powerups/health/", "health"}, {"models/powerups/health/small", "health_small"},
	{"models/powerups/health/medium", "health"},
	{"models/powerups/health/large", "health_large"}, {"models/powerups/health/mega", "health_mega"},
	{"models/powerups/ammo/shotgunam", "shells"}, {"models/powerups/ammo/machinegunam", "bullets"},
	{"models/powerups/ammo/grenadeam", "grenades"},
	{"models/powerups/ammo/rocketam", "rockets"}, {"models/powerups/ammo/lightningam", "lightning_ammo"},
	{"models/powerups/ammo/plasmaam", "cells"},
	{"models/powerups/ammo/railgunam", "slugs"}, {"models/powerups/ammo/bfgam", "bfg_ammo"},
	{"models/powerups/ammo/nailgunam", "nails"},
	{"models/powerups/ammo/proxmineam", "grenades"}, {"models/powerups/ammo/chaingunam", "bullets"},
	{"models/powerups/instant/quad", "quad"}, {"models/powerups/instant/haste", "haste"},
	{"models/powerups/instant/regen", "regeneration"},
	{"models/powerups/instant/enviro", "battle_suit"}, {"models/powerups/instant/flight", "flight"},
	{"models/powerups/instant/invis", "invisibility"},
	{"models/powerups/holdable/medkit", "medkit"}, {"models/powerups/holdable/teleporter", "teleporter"},
	{"models/powerups/holdable/invulnerability", "invulnerability"}, {"models/powerups/holdable/porter", "teleporter"},
	{"models/powerups/orb/r", "skull"}, {"models/powerups/orb/b", "skull"}, {"models/powerups/kamikazi", "pentagram"},
	{"models/powerups/scout", "rune_haste"}, {"models/powerups/guard", "rune_resistance"}, {"models/powerups/doubler",
		"rune_strength"},
	{"models/powerups/ammo.md3", "rune_regeneration"},
	{"models/flags/r_", "flag"}, {"models/flags/b_", "flag_blue"}, {"models/flags/n_", "flag_white"},
	{"models/flag2/", "flag"},
	{"models/ammo/rocket/", "rocket"}, {"models/ammo/grenade", "grenade"}, {"models/weaphits/bfg", "bfg_ball"},
	{"models/weaphits/proxmine", "mine"},
	{"models/weaphits/nail", "nail"}, {"models/weaphits/", ""}, {"sprites/plasma", "plasma"},
	{"models/gibs/", "gib"}, {"models/gibs/leg", "gib_leg"}, {"models/gibs/foot", "gib_leg"},
	{"models/gibs/arm", "gib_leg"},
	{"models/gibs/forearm", "gib_leg"}, {"models/gibs/abdomen", "gib_ribs"}, {"models/gibs/chest", "gib_ribs"},
	{"models/gibs/skull", "skull"},
	{"models/misc/backpack", "backpack"},
}
