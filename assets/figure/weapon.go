package figure

// Weapon is what a player holds or finds.
type Weapon uint8

// The weapons of all games. Those of mission packs are what they look most like.
const (
	NoWeapon Weapon = iota
	Axe
	Gauntlet
	Blaster
	Shotgun
	SuperShotgun
	Nailgun
	SuperNailgun
	GrenadeLauncher
	RocketLauncher
	LightningGun
	Machinegun
	Chaingun
	HyperBlaster
	Railgun
	BFG
	PlasmaGun
	HandGrenade
	Grapple

	// NumWeapons is how many there are, NoWeapon among them.
	NumWeapons
)

// weaponKinds are the figures of the weapons.
var weaponKinds = [NumWeapons]string{
	Axe: "axe", Gauntlet: "gauntlet", Blaster: "blaster", Shotgun: "shotgun", SuperShotgun: "super_shotgun",
	Nailgun: "nailgun", SuperNailgun: "super_nailgun", GrenadeLauncher: "grenade_launcher",
	RocketLauncher: "rocket_launcher",
	LightningGun:   "lightning_gun", Machinegun: "machinegun", Chaingun: "chaingun", HyperBlaster: "hyperblaster",
	Railgun: "railgun", BFG: "bfg", PlasmaGun: "plasma_gun", HandGrenade: "hand_grenade", Grapple: "grapple",
}

// String returns the kind of the weapon's figure, "" for NoWeapon and what is none.
func (w Weapon) String() string {
	if w >= NumWeapons {
		return ""
	}
	return weaponKinds[w]
}

// weaponTags are what players call the weapons.
var weaponTags = [NumWeapons]string{
	Axe: "Axe", Gauntlet: "Gaunt", Blaster: "Blast", Shotgun: "SG", SuperShotgun: "SSG", Nailgun: "NG",
	SuperNailgun:    "SNG",
	GrenadeLauncher: "GL", RocketLauncher: "RL", LightningGun: "LG", Machinegun: "MG", Chaingun: "CG",
	HyperBlaster: "HB",
	Railgun:      "RG", BFG: "BFG", PlasmaGun: "PG", HandGrenade: "HG", Grapple: "Hook",
}

// Tag returns what players call the weapon, such as "RL", "" for NoWeapon and what is none.
func (w Weapon) Tag() string {
	if w >= NumWeapons {
		return ""
	}
	return weaponTags[w]
}

// Figure returns how the weapon looks: its grip is at the origin, tag_flash at its muzzle.
// It is nil for NoWeapon and what is none.
func (w Weapon) Figure() *Figure { return Get(w.String()) }

// WeaponOf returns the weapon that a model shows, lying, in the hand or before the eye, by
// the name that a demo has for it ("progs/g_rock.mdl", "#w_railgun.md2"): NoWeapon if it
// is none that is known.
func WeaponOf(model string) Weapon {
	kind := Of(model)
	for w, k := range weaponKinds {
		if k == kind {
			return Weapon(w)
		}
	}
	return NoWeapon
}
