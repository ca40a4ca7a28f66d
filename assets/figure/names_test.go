package figure

import "testing"

func TestFiguresByTheNamesOfModels(t *testing.T) {
	for name, want := range map[string]string{
		"progs/player.mdl": "human", "progs/eyes.mdl": "eyes", "progs/h_player.mdl": "head",
		"progs/gib1.mdl":  "gib_leg",
		"progs/armor.mdl": "armor", "maps/b_bh10.bsp": "health_small", "maps/b_bh25.bsp": "health",
		"maps/b_bh100.bsp":  "health_mega",
		"maps/b_shell1.bsp": "shells", "maps/b_nail0.bsp": "nails", "maps/b_rock1.bsp": "rockets",
		"maps/b_batt0.bsp":   "cells",
		"progs/quaddama.mdl": "quad", "progs/invulner.mdl": "pentagram", "progs/invisibl.mdl": "ring",
		"progs/suit.mdl":    "biosuit",
		"progs/w_g_key.mdl": "key_gold", "progs/backpack.mdl": "backpack", "progs/missile.mdl": "rocket",
		"progs/s_spike.mdl": "nail",
		"progs/flame.mdl":   "torch", "progs/flame2.mdl": "flame", "progs/demon.mdl": "fiend",
		"progs/hknight.mdl": "hell_knight",
		"progs/tarbaby.mdl": "spawn", "progs/shalrath.mdl": "vore", "progs/boss.mdl": "chthon",
		"progs/oldone.mdl":                      "shub",
		"models/powerups/armor/armor_green.md3": "armor", "models/items/armor/jacket/tris.md2": "armor",
		"models/items/armor/body/tris.md2": "armor_red", "models/items/mega_h/tris.md2": "health_mega",
		"models/items/healing/stimpack/tris.md2": "stimpack", "models/items/ammo/slugs/medium/tris.md2": "slugs",
		"models/items/ammo/rockets/medium/tris.md2": "rockets", "models/objects/gibs/sm_meat/tris.md2": "gib",
		"models/objects/gibs/skull/tris.md2": "skull",
		"models/monsters/soldier/tris.md2":   "guard", "models/monsters/soldierh/tris.md2": "guard",
		"models/monsters/bitch2/tris.md2":     "chick",
		"models/monsters/boss3/jorg/tris.md2": "jorg", "models/monsters/boss3/rider/tris.md2": "makron",
		"models/monsters/boss1/tris.md2": "supertank",
		"players/female/tris.md2":        "human", "players/team2/flag.md2": "flag_blue",
		"players/male/flag1.md2": "flag", "players/male/flag2.md2": "flag_blue", "players/male/tris.md2": "human",
		"models/powerups/armor/armor_yel.md3": "armor_yellow", "models/powerups/health/mega_sphere.md3": "health_mega",
		"models/powerups/health/small_cross.md3": "health_small", "models/powerups/instant/haste.md3": "haste",
		"models/powerups/ammo/railgunam.md3": "slugs", "models/flags/b_flag.md3": "flag_blue",
		"models/ammo/rocket/rocket.md3": "rocket",
		"":                              "", "progs/unheard_of.mdl": "", "*12": "", "models/monsters/": "",
		"maps/e1m1.bsp": "",
	} {
		if got := Of(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

// Every kind that a name stands for is there.
func TestNamesStandForFigures(t *testing.T) {
	check := func(name, kind string) {
		if kind != "" && Get(kind) == nil {
			t.Errorf("%s is %s, which is no figure", name, kind)
		}
	}
	for name, kind := range quakeNames {
		check(name, kind)
	}
	for name, kind := range heldNames {
		check(name, kind)
	}
	seen := map[string]bool{}
	for _, e := range laterNames {
		check(e.prefix, e.kind)
		if seen[e.prefix] {
			t.Errorf("%s stands twice", e.prefix)
		}
		seen[e.prefix] = true
	}
}
