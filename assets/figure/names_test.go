package figure

import "testing"

func TestWeaponsByTheNamesOfModels(t *testing.T) {
	for name, want := range map[string]Weapon{
		// Quake: g_ lies, v_ is before the eye.
		"progs/v_axe.mdl": Axe, "progs/v_shot.mdl": Shotgun, "progs/v_shot2.mdl": SuperShotgun,
		"progs/g_shot.mdl": SuperShotgun,
		"progs/g_nail.mdl": Nailgun, "progs/v_nail2.mdl": SuperNailgun, "progs/g_nail2.mdl": SuperNailgun,
		"progs/g_rock.mdl": GrenadeLauncher,
		"progs/v_rock.mdl": GrenadeLauncher, "progs/g_rock2.mdl": RocketLauncher, "progs/v_rock2.mdl": RocketLauncher,
		"progs/g_light.mdl": LightningGun, "PROGS/V_LIGHT.MDL": LightningGun, "progs/v_star.mdl": Grapple,
		// Quake II.
		"models/weapons/v_blast/tris.md2": Blaster, "models/weapons/g_shotg/tris.md2": Shotgun,
		"models/weapons/g_shotg2/tris.md2": SuperShotgun,
		"models/weapons/g_machn/tris.md2":  Machinegun, "models/weapons/v_chain/tris.md2": Chaingun,
		"models/weapons/g_launch/tris.md2": GrenadeLauncher,
		"models/weapons/g_rocket/tris.md2": RocketLauncher, "models/weapons/g_hyperb/tris.md2": HyperBlaster,
		"models/weapons/g_rail/tris.md2": Railgun,
		"models/weapons/v_bfg/tris.md2":  BFG, "models/weapons/v_handgr/tris.md2": HandGrenade,
		"#w_railgun.md2": Railgun, "#w_sshotgun.md2": SuperShotgun, "#w_rlauncher.md2": RocketLauncher,
		"#a_grenades.md2":        HandGrenade,
		"players/male/w_bfg.md2": BFG, "players/cyborg/w_hyperblaster.md2": HyperBlaster,
		// Quake III.
		"models/weapons2/gauntlet/gauntlet.md3": Gauntlet, "models/weapons2/machinegun/machinegun.md3": Machinegun,
		"models/weapons2/shotgun/shotgun.md3": Shotgun, "models/weapons2/grenadel/grenadel.md3": GrenadeLauncher,
		"models/weapons2/rocketl/rocketl.md3": RocketLauncher, "models/weapons2/lightning/lightning.md3": LightningGun,
		"models/weapons2/railgun/railgun.md3": Railgun, "models/weapons2/plasma/plasma.md3": PlasmaGun,
		"models/weapons2/bfg/bfg.md3":         BFG,
		"models/weapons2/grapple/grapple.md3": Grapple, "models/weapons/vulcan/vulcan.md3": Chaingun,
		"models/weapons/nailgun/nailgun.md3": Nailgun,
		// None.
		"": NoWeapon, "progs/ogre.mdl": NoWeapon, "models/items/quaddama/tris.md2": NoWeapon,
		"players/male/tris.md2": NoWeapon, "g_": NoWeapon,
	} {
		if got := WeaponOf(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

func TestWeaponsHaveAMuzzle(t *testing.T) {
	for w := Axe; w < NumWeapons; w++ {
		f := w.Figure()
		if f == nil || f.Kind != w.String() {
			t.Errorf("weapon %d, %s, has no figure", w, w)
			continue
		}
		if len(f.Poses) != 1 || !f.HasTag("tag_flash") {
			t.Errorf("%s has %d poses and the tags %v", w, len(f.Poses), f.Tags)
		}
		// The muzzle is where the weapon ends; a grenade and a blade have none ahead.
		muzzle, end := f.Tag("tag_flash", 0, 0, 0).Origin, f.Poses[0].Maxs[0]
		if w != HandGrenade && w != Axe && w != LightningGun && (muzzle[0] < end-1 || muzzle[0] > end+1) {
			t.Errorf("%s ends at %v, its muzzle is at %v", w, end, muzzle)
		}
		// The grip is a part of it.
		if p := f.Poses[0]; p.Mins[0] > 0 || p.Maxs[0] < 0 || p.Mins[1] > 0 || p.Maxs[1] < 0 || p.Mins[2] > 1 ||
			p.Maxs[2] < 0 {
			t.Errorf("%s reaches from %v to %v", w, p.Mins, p.Maxs)
		}
	}
	if NoWeapon.String() != "" || NumWeapons.String() != "" || NoWeapon.Figure() != nil || Weapon(200).Figure() != nil {
		t.Error("no weapon looks like one")
	}
}

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
