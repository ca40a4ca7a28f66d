package prints

import (
	"bytes"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Quake has QuakeWorld's obituaries (deathPhrases), and obituaries of deaths by monsters and by the world. If a name
// could be a part of the phrase, the names of the players decide: "NAME was ... by a SOMETHING" is a death by the
// monster or trap SOMETHING, unless a player has the name "a SOMETHING". Pushing a player into lava is never
// attributed.

// monsterPhrases are the phrases that do not end with "by a" and the monster's name.
var monsterPhrases = [...]struct{ phrase, monster string }{
	{" was fed to the Rotfish", "Rotfish"},
	{" became one with Shub-Niggurath", "Shub-Niggurath"},
	{" became one with Shoggoth", "Shoggoth"},
	{" joins the Zombies", "Zombie"},
	{" was blasted by Cthulhi", "Cthulhi"},
	{" was fireballed by Cthon", "Cthon"},
	{" was annihilated by the Dragon", "Dragon"},
	{" was squashed by the Dragon", "Dragon"},
	{" fries in Hephaestus' fury", "Hephaestus"},
	{" was Mummified", "Mummy"},
	{" was outgunned by Armagon", "Armagon"},
}

// libreDeaths are LibreQuake's obituaries of deaths by players and by the world.
var libreDeaths = [...]deathPhrase{
	{" was hacked to death by ", "", victimKiller, weapon.Axe},
	{" was chopped to bits by ", "", victimKiller, weapon.Axe},
	{"'s bucket was kicked by ", "", victimKiller, weapon.Axe},
	{" sucked on ", "'s muffler", victimKiller, weapon.Shotgun},
	{" nibbled on ", "'s muffler", victimKiller, weapon.Shotgun},
	{" was put six feet under by ", "", victimKiller, weapon.Shotgun},
	{" was blasted by ", "'s rocket", victimKiller, weapon.RocketLauncher},
	{" was blasted by ", "", victimKiller, weapon.SuperShotgun},
	{" was shredded by ", "'s rocket", victimKiller, weapon.RocketLauncher},
	{" was shredded by ", "", victimKiller, weapon.SuperShotgun},
	{" was sent home in a box by ", "", victimKiller, weapon.SuperShotgun},
	{" was pierced by ", "", victimKiller, weapon.Nailgun},
	{" was filled with holes by ", "", victimKiller, weapon.Nailgun},
	{"'s mortal coil was shuffled off by ", "", victimKiller, weapon.Nailgun},
	{" was given speed holes by ", "", victimKiller, weapon.SuperNailgun},
	{"'s chips were cashed by ", "", victimKiller, weapon.SuperNailgun},
	{" tripped over ", "'s grenade", victimKiller, weapon.GrenadeLauncher},
	{" stepped on ", "'s grenade", victimKiller, weapon.GrenadeLauncher},
	{"'s clock was cleaned by ", "", victimKiller, weapon.GrenadeLauncher},
	{" was sent beyond the veil by ", "", victimKiller, weapon.RocketLauncher},
	{" was electrocuted by ", "", victimKiller, weapon.Thunderbolt},
	{" was given electroshock therapy by ", "", victimKiller, weapon.Thunderbolt},
	{" rode ", "'s white horse", victimKiller, weapon.Thunderbolt},
	{" was given a toaster bath by ", "", victimKiller, weapon.Discharge},
	{" was squished by ", "", victimKiller, weapon.Squish},

	{" killed a teammate", "", killerOnly, weapon.None},
	{" friendly-fired", "", killerOnly, weapon.None},
	{" needs an eye exam", "", killerOnly, weapon.None},
	{" betrayed their friend", "", killerOnly, weapon.None},
	{" crushed a teammate", "", killerOnly, weapon.Squish},

	{" took a toaster bath", "", suicide, weapon.Discharge},
	{" didn't launch the grenade far enough", "", suicide, weapon.GrenadeLauncher},
	{" played with explosives", "", suicide, weapon.RocketLauncher},
	{" blew " + himself + " up", "", suicide, weapon.RocketLauncher},
	{" committed suicide", "", suicide, weapon.Suicide},
	{" commited suicide", "", suicide, weapon.Suicide},

	{" was sent sky high", "", worldDeath, weapon.Explosion},
	{" was crushed", "", worldDeath, weapon.Squish},
	{" was perforated", "", worldDeath, weapon.Trap},
	{" was lasered", "", worldDeath, weapon.Trap},
	{" was hit by a lavaball", "", worldDeath, weapon.Trap},
	{" tried to escape", "", worldDeath, weapon.None},
	{" forgot how to swim", "", worldDeath, weapon.Water},
	{" drowned", "", worldDeath, weapon.Water},
	{" ran out of air", "", worldDeath, weapon.Water},
	{" dissolved in acid", "", worldDeath, weapon.Slime},
	{" was disincorporated", "", worldDeath, weapon.Slime},
	{" fell into lava", "", worldDeath, weapon.Lava},
	{" combusted", "", worldDeath, weapon.Lava},
	{" dove headfirst into hot lava", "", worldDeath, weapon.Lava},
	{" fell off a cliff", "", worldDeath, weapon.Fall},
	{" took a long walk off a short pier", "", worldDeath, weapon.Fall},
	{" fell into space", "", worldDeath, weapon.Void},
	{"'s screams went unheard", "", worldDeath, weapon.Void},
	{" fell into the void", "", worldDeath, weapon.Void},
	{" fell out of existence", "", worldDeath, weapon.Void},
}

// packDeaths are the obituaries of the two mission packs, Scourge of Armagon and Dissolution of Eternity, that are in
// no other table.
var packDeaths = [...]deathPhrase{
	{" was grappled by ", "", victimKiller, weapon.Grapple},
	{" was fused by ", "", victimKiller, weapon.PlasmaGun},
	{" was purged by the Vengeance Sphere", "", worldDeath, weapon.VengeanceSphere},
	{" changed teams", "", suicide, weapon.Suicide},
	{" tried to change teams", "", suicide, weapon.Suicide},
	{" rode the lightning", "", worldDeath, weapon.Trap},
	{" was cleaved in two", "", worldDeath, weapon.Trap},
	{" was sliced to pieces", "", worldDeath, weapon.Trap},
	{" was turned to plasma", "", worldDeath, weapon.Trap},
}

// QuakeDeath parses an obituary of Quake's games, see [Death]. After a death by a monster, Monster is its name and
// Player is [world.Nobody].
func QuakeDeath(players []world.Player, line, plain []byte) (world.Event, bool) {
	var first beginnings
	e, ok := deathBy(players, line, plain, &first, &quakeWorldIndex, &fortressIndex, &modIndex, &libreIndex, &packIndex)
	if ok {
		return e, true
	}
	for _, slot := range first.slots[:first.n] {
		if monster := monsterOf(plain[len(players[slot].Name):]); monster != "" {
			e.Other = int(slot)
			if e.Weapon = weapon.Named(monster); e.Weapon == weapon.None {
				e.Weapon, e.Monster = weapon.Monster, monster
			}
			return e, true
		}
	}
	return e, false
}

// monsterOf returns the monster or trap in the part of an obituary after the victim's name, or "".
func monsterOf(rest []byte) string {
	for i := range monsterPhrases {
		if string(rest) == monsterPhrases[i].phrase {
			return monsterPhrases[i].monster
		}
	}
	if !bytes.HasPrefix(rest, []byte(" was ")) {
		return ""
	}
	for _, by := range [...]string{" by a ", " by an "} {
		if _, name, ok := bytes.Cut(rest, []byte(by)); ok {
			return string(name)
		}
	}
	return ""
}
