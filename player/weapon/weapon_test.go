package weapon

import (
	"testing"

	"demoscope/assets/figure"
)

// Every kind but None and Monster has a name of its own, by which it is found; each weapon in a hand has a figure and a
// tag of its own, by which that is found, and is what its other names are in a hand.
func TestTable(t *testing.T) {
	tags := map[string]bool{"": true}
	for k := range NumKinds {
		if name := k.String(); k != None && k != Monster && (name == "" || Named(name) != k) {
			t.Errorf("%d: %q is the name of %d", k, name, Named(name))
		}
		switch hand := k > None && k < NumHands; {
		case hand && (k.Hand() != k || OfFigure(k.Figure()) != k || tags[k.Tag()]):
			t.Errorf("%v: hand %v, figure %q, tag %q", k, k.Hand(), k.Figure(), k.Tag())
		case !hand && (k.Hand() >= NumHands || k.Figure() != "" || k.Tag() != ""):
			t.Errorf("%v: hand %v, figure %q, tag %q", k, k.Hand(), k.Figure(), k.Tag())
		}
		tags[k.Tag()] = true
		if d, ok := k.Death(true); ok && (d.Comes == "" || d.Came == "") {
			t.Errorf("%v: %+v", k, d)
		}
	}
	if k := NumKinds; k.String() != "" || k.Hand() != None || k.Is(DirectHits) {
		t.Errorf("%d has the row of another kind", k)
	}
}

// Words that players have for weapons mean these alone; others are a part of the game's name.
func TestCalled(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		word string
		want bool
	}{
		{RocketLauncher, "rl", true}, {GrenadeLauncher, "rl", false}, {Thunderbolt, "lg", true},
		{LightningGun, "lg", true}, {BFG, "bfg", true}, {BFG10K, "bfg", true}, {SuperShotgun, "ssg", true},
		{SuperShotgun, "double-barrelled shotgun", true}, {SuperShotgun, "sg", false}, {Shotgun, "sg", true},
		{RocketLauncher, "rocket laun", true}, {None, "rl", false}, {None, "", false}, {RailgunHeadshot, "rail", true},
		{Quake3Machinegun, "mg", true}, {HeavyMachinegun, "mg", false}, {HeavyMachinegun, "machine", true},
	} {
		if got := c.kind.Called(c.word); got != c.want {
			t.Errorf("%v is %q: %v", c.kind, c.word, got)
		}
	}
}

// What the tables say of some weapons and causes of death.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		kind                            Kind
		tag, ktx, word, preview, figure string
		hand                            Kind
		shot                            Shot
		speeds                          [4]float64
	}{
		{RocketLauncher, "RL", "rl", "rocket", "rocket", "rocket_launcher", RocketLauncher, Rocket,
			[4]float64{1000, 1000, 650, 900}},
		{GrenadeLauncher, "GL", "gl", "grenade", "grenade", "grenade_launcher", GrenadeLauncher, Grenade, [4]float64{}},
		{LightningGun, "LG", "lg", "lightning", "lightning", "lightning_gun", LightningGun, NoShot, [4]float64{}},
		{Thunderbolt, "", "lg", "lightning", "lightning", "", LightningGun, NoShot, [4]float64{}},
		{Railgun, "RG", "rail", "rail", "railgun", "railgun", Railgun, NoShot, [4]float64{}},
		{RailgunHeadshot, "", "rail", "rail headshot", "railgun", "", Railgun, NoShot, [4]float64{}},
		{SuperShotgun, "SSG", "ssg", "super shotgun", "super shotgun", "super_shotgun", SuperShotgun, NoShot,
			[4]float64{}},
		{BFG10K, "", "bfg", "BFG", "BFG", "", BFG, BFGBall, [4]float64{2: 400}},
		{Lava, "", "", "lava", "lava", "", None, NoShot, [4]float64{}},
		{None, "", "", "", "", "", None, NoShot, [4]float64{}},
	} {
		k := c.kind
		speeds := [4]float64{k.Speed(0), k.Speed(1), k.Speed(2), k.Speed(3)}
		if k.Tag() != c.tag || k.KTX() != c.ktx || k.Word() != c.word || k.Preview() != c.preview ||
			k.Figure() != c.figure || k.Hand() != c.hand || k.Shot() != c.shot || speeds != c.speeds {
			t.Errorf("%v: tag %q, KTX %q, word %q, preview %q, figure %q, hand %v, shot %d, speeds %v", k, k.Tag(),
				k.KTX(), k.Word(), k.Preview(), k.Figure(), k.Hand(), k.Shot(), speeds)
		}
	}
}

// A class is true of a weapon if all of it is.
func TestIs(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		class Class
		want  bool
	}{
		{Railgun, Flick | OneShot, true}, {Railgun, Flick | DirectHits, false}, {Railgun, DirectHits, false},
		{RocketLauncher, DirectHits | Midair | OneShot | Bursts | Flies, true}, {RocketLauncher, Lobbed, false},
		{GrenadeLauncher, Lobbed | Flies, true}, {Nailgun, Bursts, false}, {Thunderbolt, OneShot, true},
		{LightningGun, OneShot, false},
	} {
		if got := c.kind.Is(c.class); got != c.want {
			t.Errorf("%v is %b: %v", c.kind, c.class, got)
		}
	}
}

// Lava kills whoever is in it; a discharge or a telefrag is a weapon unless the victim is alone; a rocket is always
// one.
func TestDeath(t *testing.T) {
	for _, c := range []struct {
		kind        Kind
		alone       bool
		comes, came string
		happens     bool
	}{
		{Lava, true, "dies in lava", "died in lava", true}, {Lava, false, "dies in lava", "died in lava", true},
		{Discharge, true, "dies of a discharge", "died of a discharge", true}, {Discharge, false, "", "", false},
		{Telefrag, true, "is telefragged", "was telefragged", true}, {Telefrag, false, "", "", false},
		{Fall, false, "falls to death", "fell to death", true}, {RocketLauncher, true, "", "", false},
		{None, true, "", "", false},
	} {
		d, ok := c.kind.Death(c.alone)
		if ok != c.happens || ok && (d.At(0.1) != c.comes || d.At(-0.1) != c.came || d.At(0) != c.comes) {
			t.Errorf("%v, alone %v: %+v, %v", c.kind, c.alone, d, ok)
		}
	}
}

func TestWeaponsByTheNamesOfModels(t *testing.T) {
	for name, want := range map[string]Kind{
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
		"": None, "progs/ogre.mdl": None, "models/items/quaddama/tris.md2": None,
		"players/male/tris.md2": None, "g_": None,
	} {
		if got := OfFigure(figure.Of(name)); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

func TestWeaponsHaveAMuzzle(t *testing.T) {
	for w := Axe; w < NumHands; w++ {
		f := figure.Get(w.Figure())
		if f == nil || f.Kind != w.Figure() {
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
}

// A weapon has the icon of the one in the hand, of one like it, or its own.
func TestLike(t *testing.T) {
	for k, want := range map[Kind]Kind{RocketLauncher: RocketLauncher, Thunderbolt: LightningGun, Chainfist: Axe,
		Lava: Lava, None: None} {
		if got := k.Like(); got != want {
			t.Errorf("%v is like %v", k, got)
		}
	}
}
