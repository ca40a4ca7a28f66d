package scene

import (
	"strconv"
	"strings"
	"testing"

	"demoscope/render/draw"
)

// modelLooks are what the models of all games must look like, by group: kind,
// color (0 is that of the kind), size (0 is 1), whether the origin is the corner
// of a box, names.
var modelLooks = []struct {
	kind   Kind
	color  uint32
	size   float32
	corner bool
	names  string
}{
	// Quake and its mission packs.
	{kindPlayer, 0, 0, false, "progs/player.mdl"},
	{kindPlayer, 0, 0.4, false, "progs/eyes.mdl"},
	{kindMonster, 0, 0, false, "progs/enforcer.mdl progs/knight.mdl progs/morph_az.mdl progs/morph_eg.mdl " +
		"progs/morph_gr.mdl progs/mummy.mdl progs/soldier.mdl progs/wizard.mdl progs/wrath.mdl progs/zombie.mdl " +
		"progs/mon_bat.mdl"},
	{kindMonster, 0, 0.6, false, "progs/fish.mdl progs/sword.mdl"},
	{kindMonster, 0, 0.7, false, "progs/dog.mdl progs/eel2.mdl"},
	{kindMonster, 0, 0.8, false, "progs/grem.mdl progs/tarbaby.mdl"},
	{kindMonster, 0, 1.15, false, "progs/hknight.mdl"},
	{kindMonster, 0, 1.2, false, "progs/scor.mdl"},
	{kindMonster, 0, 1.3, false, "progs/demon.mdl progs/ogre.mdl progs/shalrath.mdl"},
	{kindMonster, 0, 1.7, false, "progs/shambler.mdl"},
	{kindMonster, 0, 2, false, "progs/lavaman.mdl progs/s_wrath.spr progs/superwrath.mdl"},
	{kindMonster, 0, 3, false, "progs/armabody.mdl progs/armalegs.mdl"},
	{kindMonster, 0, 4, false, "progs/boss.mdl progs/dragon.mdl progs/oldone.mdl"},
	{kindWeapon, 0, 0, false, "progs/g_rock2.mdl progs/g_light.mdl"},
	{kindArmor, 0, 0, false, "progs/armor.mdl"},
	{kindHealth, 0, 0, true, "maps/b_bh25.bsp"},
	{kindHealth, 0x58e0e8, 1.4, true, "maps/b_bh100.bsp"},
	{kindHealth, 0x98a0a8, 0.85, true, "maps/b_bh10.bsp"},
	{kindAmmo, 0, 0, true, "maps/b_shell1.bsp maps/b_nail2.bsp"},
	{kindAmmo, 0, 0.8, true, "maps/b_shell0.bsp"},
	{kindAmmo, 0x58e0e8, 0, true, "maps/b_batt1.bsp"},
	{kindAmmo, 0x58e0e8, 0.8, true, "maps/b_batt0.bsp"},
	{kindAmmo, 0x98a0a8, 0, true, "maps/b_nail1.bsp"},
	{kindAmmo, 0x98a0a8, 0.8, true, "maps/b_nail0.bsp"},
	{kindAmmo, 0xb068ff, 0, true, "maps/b_plas1.bsp"},
	{kindAmmo, 0xb068ff, 0.8, true, "maps/b_plas0.bsp"},
	{kindAmmo, 0xf04838, 0, true, "maps/b_mrock1.bsp maps/b_rock1.bsp"},
	{kindAmmo, 0xf04838, 0.8, true, "maps/b_mrock0.bsp maps/b_rock0.bsp"},
	{kindAmmo, 0xff9838, 0, true, "maps/b_lnail1.bsp"},
	{kindAmmo, 0xff9838, 0.8, true, "maps/b_lnail0.bsp"},
	{kindPowerup, 0x4c78ff, 1.2, false, "progs/quaddama.mdl"},
	{kindPowerup, 0x58c850, 0, false, "progs/suit.mdl"},
	{kindPowerup, 0x58e0e8, 0, false, "progs/shield.mdl progs/wetsuit.mdl"},
	{kindPowerup, 0xb068ff, 0, false, "progs/empathy.mdl progs/sphere.mdl progs/vsphere.mdl"},
	{kindPowerup, 0xf04838, 1.2, false, "progs/invulner.mdl"},
	{kindPowerup, 0xf0c848, 0, false, "progs/tokens.mdl"},
	{kindPowerup, 0xf0d040, 0, false, "progs/invisibl.mdl"},
	{kindPowerup, 0xf4f4f4, 0, false, "progs/beltup.mdl"},
	{kindKey, 0, 0, false, "maps/b_g_key.bsp progs/m_g_key.mdl progs/w_g_key.mdl"},
	{kindKey, 0xb068ff, 0, false, "progs/end1.mdl progs/end2.mdl progs/end3.mdl progs/end4.mdl"},
	{kindKey, 0xc8d4e0, 0, false, "maps/b_s_key.bsp progs/m_s_key.mdl progs/w_s_key.mdl"},
	{kindFlag, 0, 0, false, "progs/flag.mdl progs/rflag.mdl progs/w_s_flag.mdl"},
	{kindFlag, 0x4c78ff, 0, false, "progs/bflag.mdl progs/stag.mdl"},
	{kindProjectile, 0, 0, false,
		"progs/fireball.mdl progs/mirv.mdl progs/missile.mdl progs/proxbomb.mdl progs/rockup_d.mdl"},
	{kindProjectile, 0x58c850, 0, false, "progs/grenade.mdl progs/grenade2.mdl progs/grenade3.mdl progs/w_spike.mdl"},
	{kindProjectile, 0x58e0e8, 0, false, "progs/bolt.mdl progs/bolt2.mdl progs/bolt3.mdl"},
	{kindProjectile, 0x8c3a34, 0.7, false, "progs/zom_gib.mdl"},
	{kindProjectile, 0x98a0a8, 0, false, "progs/hook.mdl"},
	{kindProjectile, 0x98a0a8, 0.6, false, "progs/spike.mdl"},
	{kindProjectile, 0xb068ff, 0, false, "progs/plasma.mdl progs/v_spike.mdl"},
	{kindProjectile, 0xc8d4e0, 0.7, false, "progs/s_spike.spr"},
	{kindProjectile, 0xf04838, 0, false, "progs/laser.mdl progs/lasrspik.mdl"},
	{kindProjectile, 0xf0d040, 0, false, "progs/star.mdl"},
	{kindProjectile, 0xff9838, 0, false, "progs/k_spike.mdl"},
	{kindProjectile, 0xff9838, 0.6, false, "progs/lspike.mdl"},
	{kindProjectile, 0xff9838, 1.4, false, "progs/lavaball.mdl"},
	{kindBackpack, 0, 0, false, "progs/backpack.mdl"},
	{kindCorpse, 0, 0, false, "progs/gib1.mdl progs/gib2.mdl progs/gib3.mdl progs/h_ogre.mdl progs/gib4.mdl"},
	{kindOther, 0, 0, false, "progs/teleport.mdl"},
	{kindOther, 0, 0, true, "maps/b_crate.bsp"},
	{kindOther, 0, 0.5, false, "progs/s_fog.spr"},
	{kindOther, 0, 0.8, false, "progs/w_vase.mdl"},
	{kindOther, 0x58e0e8, 0.3, false, "progs/s_bubble.spr"},
	{kindOther, 0xf0d040, 0.5, false, "progs/s_light.spr"},
	{kindOther, 0xff9838, 0, false, "progs/s_explod.spr"},
	{kindOther, 0xff9838, 0, true, "maps/b_exbox2.bsp"},
	{kindOther, 0xff9838, 0.4, false, "progs/candle.mdl"},
	{kindOther, 0xff9838, 0.5, false, "progs/lantern.mdl"},
	{kindOther, 0xff9838, 0.7, false, "progs/flame.mdl progs/flame2.mdl"},
	{kindOther, 0xff9838, 1.6, true, "maps/b_explob.bsp"},
	// Quake II and its mission packs.
	{kindPlayer, 0, 0, false, "players/male/tris.md2"},
	{kindMonster, 0, 0, false, "models/monsters/tank/tris.md2"},
	{kindWeapon, 0, 0, false, "models/weapons/g_rail/tris.md2"},
	{kindArmor, 0, 0.5, false, "models/items/armor/shard/tris.md2"},
	{kindArmor, 0x58c850, 0, false, "models/items/armor/jacket/tris.md2"},
	{kindArmor, 0xf04838, 0, false, "models/items/armor/body/tris.md2"},
	{kindArmor, 0xf0d040, 0, false, "models/items/armor/combat/tris.md2"},
	{kindHealth, 0, 0, false, "models/items/healing/medium/tris.md2"},
	{kindHealth, 0, 0.6, false, "models/items/healing/stimpack/tris.md2"},
	{kindHealth, 0, 1.2, false, "models/items/healing/large/tris.md2"},
	{kindHealth, 0x58e0e8, 1.4, false, "models/items/mega_h/tris.md2"},
	{kindAmmo, 0, 0, false, "models/items/ammo/shells/medium/tris.md2 models/items/ammo/bullets/medium/tris.md2"},
	{kindAmmo, 0x58c850, 0, false, "models/items/ammo/grenades/medium/tris.md2"},
	{kindAmmo, 0x58e0e8, 0, false, "models/items/ammo/cells/medium/tris.md2"},
	{kindAmmo, 0x98a0a8, 0, false, "models/items/ammo/slugs/medium/tris.md2"},
	{kindAmmo, 0xf04838, 0, false, "models/items/ammo/rockets/medium/tris.md2"},
	{kindPowerup, 0x4c78ff, 1.2, false, "models/items/quaddama/tris.md2"},
	{kindPowerup, 0x58c850, 0, false,
		"models/items/armor/shield/tris.md2 models/items/armor/screen/tris.md2 models/items/adrenal/tris.md2"},
	{kindPowerup, 0xf04838, 1.2, false, "models/items/invulner/tris.md2"},
	{kindKey, 0, 0, false, "models/items/keys/data_cd/tris.md2"},
	{kindKey, 0x4c78ff, 0, false, "models/items/keys/blue_key/tris.md2"},
	{kindKey, 0xf04838, 0, false, "models/items/keys/red_key/tris.md2"},
	{kindFlag, 0x4c78ff, 0, false, "players/team2/flag.md2 players/male/flag2.md2"},
	{kindFlag, 0xf04838, 0, false, "players/team1/flag.md2 players/male/flag1.md2"},
	{kindProjectile, 0, 0, false,
		"models/objects/rocket/tris.md2 models/objects/bomb/tris.md2 models/objects/hbolt/tris.md2"},
	{kindProjectile, 0x58c850, 0, false, "models/objects/grenade2/tris.md2"},
	{kindProjectile, 0x58c850, 1.5, false, "sprites/s_bfg1.sp2"},
	{kindProjectile, 0xf0d040, 0, false, "models/objects/laser/tris.md2"},
	{kindBackpack, 0, 0, false, "models/items/pack/tris.md2 models/items/band/tris.md2"},
	{kindCorpse, 0, 0, false, "models/objects/gibs/arm/tris.md2 models/deadbods/dude/tris.md2"},
	{kindCorpse, 0x98a0a8, 0.5, false, "models/objects/debris1/tris.md2"},
	{kindOther, 0, 0, false, "models/objects/banner/tris.md2"},
	{kindOther, 0x8c3a34, 0.4, false, "models/objects/dmspot/tris.md2"},
	{kindOther, 0xff9838, 1.6, false, "models/objects/barrels/tris.md2"},
	// Quake III.
	{kindArmor, 0, 0, false, "models/items/armor/thing models/powerups/armor/armor_grn.md3"},
	{kindArmor, 0, 0.5, false, "models/powerups/armor/shard.md3"},
	{kindArmor, 0xf04838, 0, false, "models/powerups/armor/armor_red.md3"},
	{kindArmor, 0x58c850, 0, false, "models/powerups/armor/armor_green.md3"},
	{kindArmor, 0xf0d040, 0, false, "models/powerups/armor/armor_yel.md3"},
	{kindHealth, 0, 0, false, "models/powerups/health/medium_cross.md3"},
	{kindHealth, 0, 0.6, false, "models/powerups/health/small_cross.md3"},
	{kindHealth, 0, 1.2, false, "models/powerups/health/large_cross.md3"},
	{kindHealth, 0x58e0e8, 1.4, false, "models/powerups/health/mega_cross.md3"},
	{kindAmmo, 0, 0, false, "models/powerups/ammo/shotgunam.md3"},
	{kindAmmo, 0x58c850, 0, false, "models/powerups/ammo/grenadeam.md3"},
	{kindAmmo, 0x58e0e8, 0, false, "models/powerups/ammo/railgunam.md3"},
	{kindAmmo, 0xb068ff, 0, false, "models/powerups/ammo/plasmaam.md3"},
	{kindAmmo, 0xf04838, 0, false, "models/powerups/ammo/rocketam.md3"},
	{kindAmmo, 0xf0d040, 0, false, "models/powerups/ammo/lightningam.md3"},
	{kindPowerup, 0x4c78ff, 1.2, false, "models/powerups/instant/quad.md3"},
	{kindPowerup, 0x58c850, 0, false, "models/powerups/holdable/medkit.md3"},
	{kindPowerup, 0xb068ff, 0, false, "models/powerups/instant/flight.md3"},
	{kindPowerup, 0xf04838, 0, false, "models/powerups/instant/regen.md3"},
	{kindPowerup, 0xf0c848, 0, false, "models/powerups/instant/enviro.md3"},
	{kindPowerup, 0xf0d040, 0, false, "models/powerups/instant/haste.md3"},
	{kindPowerup, 0xf4f4f4, 0, false, "models/powerups/instant/invis.md3"},
	{kindFlag, 0, 0, false, "models/flags/r_flag.md3"},
	{kindFlag, 0x4c78ff, 0, false, "models/flags/b_flag.md3"},
	{kindFlag, 0x4c78ff, 0.6, false, "models/powerups/orb/b_orb.md3"},
	{kindFlag, 0xf04838, 0.6, false, "models/powerups/orb/r_orb.md3"},
	{kindFlag, 0xf4f4f4, 0, false, "models/flags/n_flag.md3"},
	{kindProjectile, 0, 0, false, "models/ammo/rocket/rocket.md3"},
	{kindProjectile, 0, 0.7, false, "models/weaphits/bullet.md3"},
	{kindProjectile, 0x58c850, 0, false, "models/ammo/grenade1.md3"},
	{kindProjectile, 0x58c850, 1.5, false, "models/weaphits/bfg.md3"},
	{kindProjectile, 0xb068ff, 0.8, false, "sprites/plasma1"},
	{kindBackpack, 0, 0, false, "models/misc/backpack.md3"},
	{kindCorpse, 0, 0, false, "models/gibs/skull.md3"},
	{kindCorpse, 0, 1.5, false, "models/players/sarge/lower.md3"},
}

func TestModelsLook(t *testing.T) {
	for _, l := range modelLooks {
		want := class{kind: l.kind, size: l.size, corner: l.corner}
		if l.color != 0 {
			want.color = draw.RGB(l.color)
		}
		for _, name := range strings.Fields(l.names) {
			want.skins = name == "progs/armor.mdl"
			if got := classify(name); got != want {
				t.Errorf("%s is %+v, want %+v", name, got, want)
			}
		}
	}
}

// TestHiddenModels: weapons in hand and what has no picture of its own.
func TestHiddenModels(t *testing.T) {
	for _, name := range []string{
		"progs/v_rock.mdl", "models/weapons/v_rail/tris.md2", "models/items/armor/effect/tris.md2", "*0", "*",
		"*1x", "*-2", "",
	} {
		if c := classify(name); !c.hidden {
			t.Errorf("%q is shown as %v", name, c.kind)
		}
	}
	if c := classify("*17"); c.inline != 17 || c.hidden {
		t.Errorf("*17 is %+v", c)
	}
	if c := classify("PROGS/Soldier.MDL"); c.kind != kindMonster {
		t.Errorf("in capitals the grunt is %v", c.kind)
	}
	if c := classify("something/unheard.of"); c.kind != kindOther || c.hidden {
		t.Errorf("an unknown model is %+v", c)
	}
}

// TestMarkerColors are the colors of the kinds, and of Quake's armor, which
// goes by the skin.
func TestMarkerColors(t *testing.T) {
	for k, want := range map[Kind]uint32{
		kindPlayer: 0xd8d8d8, kindMonster: 0xe0503c, kindWeapon: 0x58b8f0, kindArmor: 0x58c850, kindHealth: 0xf4f4f4,
		kindAmmo:    0xc89858,
		kindPowerup: 0x6878ff, kindKey: 0xf0d050, kindFlag: 0xe04848, kindProjectile: 0xffa040, kindBackpack: 0xb8905c,
		kindCorpse: 0x8c3a34, kindOther: 0x7c8794,
	} {
		c := class{kind: k}
		if got := c.markerColor(0); got != draw.RGB(want) {
			t.Errorf("%v is %+v, want %06x", k, got, want)
		}
	}
	armor := classify("progs/armor.mdl")
	for skin, want := range map[int32]uint32{-5: 0x58c850, 0: 0x58c850, 1: 0xf0d040, 2: 0xf04838, 900: 0xf04838} {
		if got := armor.markerColor(skin); got != draw.RGB(want) {
			t.Errorf("armor with skin %d is %+v, want %06x", skin, got, want)
		}
	}
}

// TestKindNames are the words of the legend.
func TestKindNames(t *testing.T) {
	want := "player|monster|weapon|armor|health|ammo|power-up|key|flag|projectile|backpack|gib, corpse|other"
	var got []string
	for _, item := range Legend() {
		got = append(got, item.Name)
	}
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s, want %s", s, want)
	}
}

// TestModelNamesAreBounded: a demo of many levels does not fill the memory with
// names of models, and what they stand for stays right.
func TestModelNamesAreBounded(t *testing.T) {
	var n modelNames
	most := 0
	for i := range 40000 {
		n.class("progs/nothing" + strconv.Itoa(i) + ".mdl")
		most = max(most, len(n.looks))
		if c := n.class("progs/ogre.mdl"); c.kind != kindMonster {
			t.Fatalf("after %d names an ogre is %+v", i+1, c)
		}
	}
	if most != 16384 {
		t.Errorf("%d names are kept, want 16384 at most", most)
	}
}
