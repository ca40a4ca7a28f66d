package quake3

import "slices"

// item describes an item. Entities of items have no model name in the configstrings: their modelindex is an index into
// a list in the game's code.
type item struct {
	class string // classname in the map
	name  string // as the game prints it on pickup
	model string // path in the game data
}

// baseItems is the item list of Quake III, followed by the mission pack's items, which OpenArena also has.
var baseItems = slices.Concat(armorItems, restItems, missionItems)

// cpmaItems is the item list of Challenge ProMode.
var cpmaItems = slices.Concat(coloredArmorItems, restItems, []item{
	jacket,
	{"item_backpack", "Backpack", "models/misc/backpack.md3"},
	{"team_CTF_neutralflag", "Neutral Flag", "models/flags/n_flag.md3"},
})

// quakeLiveItems is the item list of protocols 73 to 91.
var quakeLiveItems = renamed(slices.Concat(coloredArmorItems, []item{jacket}, restItems, missionItems, []item{
	{"item_spawnarmor", "Spawn Armor", "models/powerups/armor/armor_green.md3"},
	{"weapon_hmg", "Heavy Machinegun", "models/weapons3/hmg/hmg.md3"},
	{"ammo_hmg", "Heavy Bullets", "models/powerups/ammo/hmgam.md3"},
	{"ammo_pack", "Ammo Pack", "models/powerups/ammo/ammopack.md3"},
	{"item_key_silver", "Silver Key", "models/powerups/keys/key_silver.md3"},
	{"item_key_gold", "Gold Key", "models/powerups/keys/key_gold.md3"},
	{"item_key_master", "Master Key", "models/powerups/keys/key_master.md3"},
}), map[string]string{"item_haste": "Haste", "item_doubler": "Damage", "item_ammoregen": "Armor Regen"})

// renamed renames some items of a list in place, by classname.
func renamed(list []item, names map[string]string) []item {
	for i := range list {
		if name, ok := names[list[i].class]; ok {
			list[i].name = name
		}
	}
	return list
}

var jacket = item{"item_armor_jacket", "Green Armor", "models/powerups/armor/armor_green.md3"}

var armorItems = []item{
	{},
	{"item_armor_shard", "Armor Shard", "models/powerups/armor/shard.md3"},
	{"item_armor_combat", "Armor", "models/powerups/armor/armor_yel.md3"},
	{"item_armor_body", "Heavy Armor", "models/powerups/armor/armor_red.md3"},
}

// coloredArmorItems are armorItems in games that name them by color.
var coloredArmorItems = renamed(slices.Clone(armorItems), map[string]string{
	"item_armor_combat": "Yellow Armor", "item_armor_body": "Red Armor",
})

var restItems = []item{
	{"item_health_small", "5 Health", "models/powerups/health/small_cross.md3"},
	{"item_health", "25 Health", "models/powerups/health/medium_cross.md3"},
	{"item_health_large", "50 Health", "models/powerups/health/large_cross.md3"},
	{"item_health_mega", "Mega Health", "models/powerups/health/mega_cross.md3"},
	{"weapon_gauntlet", "Gauntlet", "models/weapons2/gauntlet/gauntlet.md3"},
	{"weapon_shotgun", "Shotgun", "models/weapons2/shotgun/shotgun.md3"},
	{"weapon_machinegun", "Machinegun", "models/weapons2/machinegun/machinegun.md3"},
	{"weapon_grenadelauncher", "Grenade Launcher", "models/weapons2/grenadel/grenadel.md3"},
	{"weapon_rocketlauncher", "Rocket Launcher", "models/weapons2/rocketl/rocketl.md3"},
	{"weapon_lightning", "Lightning Gun", "models/weapons2/lightning/lightning.md3"},
	{"weapon_railgun", "Railgun", "models/weapons2/railgun/railgun.md3"},
	{"weapon_plasmagun", "Plasma Gun", "models/weapons2/plasma/plasma.md3"},
	{"weapon_bfg", "BFG10K", "models/weapons2/bfg/bfg.md3"},
	{"weapon_grapplinghook", "Grappling Hook", "models/weapons2/grapple/grapple.md3"},
	{"ammo_shells", "Shells", "models/powerups/ammo/shotgunam.md3"},
	{"ammo_bullets", "Bullets", "models/powerups/ammo/machinegunam.md3"},
	{"ammo_grenades", "Grenades", "models/powerups/ammo/grenadeam.md3"},
	{"ammo_cells", "Cells", "models/powerups/ammo/plasmaam.md3"},
	{"ammo_lightning", "Lightning", "models/powerups/ammo/lightningam.md3"},
	{"ammo_rockets", "Rockets", "models/powerups/ammo/rocketam.md3"},
	{"ammo_slugs", "Slugs", "models/powerups/ammo/railgunam.md3"},
	{"ammo_bfg", "BFG Ammo", "models/powerups/ammo/bfgam.md3"},
	{"holdable_teleporter", "Personal Teleporter", "models/powerups/holdable/teleporter.md3"},
	{"holdable_medkit", "Medkit", "models/powerups/holdable/medkit.md3"},
	{"item_quad", "Quad Damage", "models/powerups/instant/quad.md3"},
	{"item_enviro", "Battle Suit", "models/powerups/instant/enviro.md3"},
	{"item_haste", "Speed", "models/powerups/instant/haste.md3"},
	{"item_invis", "Invisibility", "models/powerups/instant/invis.md3"},
	{"item_regen", "Regeneration", "models/powerups/instant/regen.md3"},
	{"item_flight", "Flight", "models/powerups/instant/flight.md3"},
	{"team_CTF_redflag", "Red Flag", "models/flags/r_flag.md3"},
	{"team_CTF_blueflag", "Blue Flag", "models/flags/b_flag.md3"},
}

var missionItems = []item{
	{"holdable_kamikaze", "Kamikaze", "models/powerups/kamikazi.md3"},
	{"holdable_portal", "Portal", "models/powerups/holdable/porter.md3"},
	{"holdable_invulnerability", "Invulnerability", "models/powerups/holdable/invulnerability.md3"},
	{"ammo_nails", "Nails", "models/powerups/ammo/nailgunam.md3"},
	{"ammo_mines", "Proximity Mines", "models/powerups/ammo/proxmineam.md3"},
	{"ammo_belt", "Chaingun Belt", "models/powerups/ammo/chaingunam.md3"},
	{"item_scout", "Scout", "models/powerups/scout.md3"},
	{"item_guard", "Guard", "models/powerups/guard.md3"},
	{"item_doubler", "Doubler", "models/powerups/doubler.md3"},
	{"item_ammoregen", "Ammo Regen", "models/powerups/ammo.md3"},
	{"team_CTF_neutralflag", "Neutral Flag", "models/flags/n_flag.md3"},
	{"item_redcube", "Red Cube", "models/powerups/orb/r_orb.md3"},
	{"item_bluecube", "Blue Cube", "models/powerups/orb/b_orb.md3"},
	{"weapon_nailgun", "Nailgun", "models/weapons/nailgun/nailgun.md3"},
	{"weapon_prox_launcher", "Prox Launcher", "models/weapons/proxmine/proxmine.md3"},
	{"weapon_chaingun", "Chaingun", "models/weapons/vulcan/vulcan.md3"},
}

// missileModels are the models of missiles, by weapon number.
var missileModels = [...]string{
	4: "models/ammo/grenade1.md3", 5: "models/ammo/rocket/rocket.md3", 8: "sprites/plasma1",
	9:  "models/weaphits/bfg.md3",
	10: "models/ammo/rocket/rocket.md3", 11: "models/weaphits/nail.md3", 12: "models/weaphits/proxmine.md3", 13: "",
}
