package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Quake's obituaries are QuakeWorld's (deathPhrases) and, besides, those of deaths
// by monsters and by the world. Where a name could also be a part of the phrase,
// the players' names decide: "NAME was ... by a SOMETHING" is a death by the
// monster or trap SOMETHING, unless a player is called "a SOMETHING". A push into
// lava is never attributed.

// monsterPhrases are those that do not end with "by a" and the monster's name.
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
	{" was hacked to death by ", "", victimKiller, "axe"},
	{" was chopped to bits by ", "", victimKiller, "axe"},
	{"'s bucket was kicked by ", "", victimKiller, "axe"},
	{" sucked on ", "'s muffler", victimKiller, "shotgun"},
	{" nibbled on ", "'s muffler", victimKiller, "shotgun"},
	{" was put six feet under by ", "", victimKiller, "shotgun"},
	{" was blasted by ", "'s rocket", victimKiller, "rocket launcher"},
	{" was blasted by ", "", victimKiller, "super shotgun"},
	{" was shredded by ", "'s rocket", victimKiller, "rocket launcher"},
	{" was shredded by ", "", victimKiller, "super shotgun"},
	{" was sent home in a box by ", "", victimKiller, "super shotgun"},
	{" was pierced by ", "", victimKiller, "nailgun"},
	{" was filled with holes by ", "", victimKiller, "nailgun"},
	{"'s mortal coil was shuffled off by ", "", victimKiller, "nailgun"},
	{" was given speed holes by ", "", victimKiller, "super nailgun"},
	{"'s chips were cashed by ", "", victimKiller, "super nailgun"},
	{" tripped over ", "'s grenade", victimKiller, "grenade launcher"},
	{" stepped on ", "'s grenade", victimKiller, "grenade launcher"},
	{"'s clock was cleaned by ", "", victimKiller, "grenade launcher"},
	{" was sent beyond the veil by ", "", victimKiller, "rocket launcher"},
	{" was electrocuted by ", "", victimKiller, "thunderbolt"},
	{" was given electroshock therapy by ", "", victimKiller, "thunderbolt"},
	{" rode ", "'s white horse", victimKiller, "thunderbolt"},
	{" was given a toaster bath by ", "", victimKiller, "discharge"},
	{" was squished by ", "", victimKiller, "squish"},

	{" killed a teammate", "", killerOnly, ""},
	{" friendly-fired", "", killerOnly, ""},
	{" needs an eye exam", "", killerOnly, ""},
	{" betrayed their friend", "", killerOnly, ""},
	{" crushed a teammate", "", killerOnly, "squish"},

	{" took a toaster bath", "", suicide, "discharge"},
	{" didn't launch the grenade far enough", "", suicide, "grenade launcher"},
	{" played with explosives", "", suicide, "rocket launcher"},
	{" blew " + himself + " up", "", suicide, "rocket launcher"},
	{" committed suicide", "", suicide, "suicide"},
	{" commited suicide", "", suicide, "suicide"},

	{" was sent sky high", "", worldDeath, "explosion"},
	{" was crushed", "", worldDeath, "squish"},
	{" was perforated", "", worldDeath, "trap"},
	{" was lasered", "", worldDeath, "trap"},
	{" was hit by a lavaball", "", worldDeath, "trap"},
	{" tried to escape", "", worldDeath, ""},
	{" forgot how to swim", "", worldDeath, "water"},
	{" drowned", "", worldDeath, "water"},
	{" ran out of air", "", worldDeath, "water"},
	{" dissolved in acid", "", worldDeath, "slime"},
	{" was disincorporated", "", worldDeath, "slime"},
	{" fell into lava", "", worldDeath, "lava"},
	{" combusted", "", worldDeath, "lava"},
	{" dove headfirst into hot lava", "", worldDeath, "lava"},
	{" fell off a cliff", "", worldDeath, "fall"},
	{" took a long walk off a short pier", "", worldDeath, "fall"},
	{" fell into space", "", worldDeath, "void"},
	{"'s screams went unheard", "", worldDeath, "void"},
	{" fell into the void", "", worldDeath, "void"},
	{" fell out of existence", "", worldDeath, "void"},
}

// packDeaths are the obituaries of the two mission packs, Scourge of Armagon and
// Dissolution of Eternity, that the other tables have not.
var packDeaths = [...]deathPhrase{
	{" shares ", "'s pain", victimKiller, "empathy shields"},
	{" feels ", "'s pain", victimKiller, "empathy shields"},
	{" got too friendly with ", "'s bomb", victimKiller, "proximity gun"},
	{" did the rhumba with ", "'s bomb", victimKiller, "proximity gun"},
	{" was toasted by ", "'s laser", victimKiller, "laser cannon"},
	{" was radiated by ", "'s laser", victimKiller, "laser cannon"},
	{" was slammed by ", "'s hammer", victimKiller, "mjolnir"},
	{" was grappled by ", "", victimKiller, "grapple"},
	{" was burned by ", "", victimKiller, "lava nailgun"},
	{" was fused by ", "", victimKiller, "plasma gun"},
	{" was blasted to bits by ", "", victimKiller, "multi rockets"},
	{" was smashed by ", "", victimKiller, "power shield"},
	{" was purged by the Vengeance Sphere", "", worldDeath, "vengeance sphere"},
	{" changed teams", "", suicide, "suicide"},
	{" tried to change teams", "", suicide, "suicide"},
	{" rode the lightning", "", worldDeath, "trap"},
	{" was cleaved in two", "", worldDeath, "trap"},
	{" was sliced to pieces", "", worldDeath, "trap"},
	{" was turned to plasma", "", worldDeath, "trap"},
}

// QuakeDeath reads an obituary of Quake's games: see [Death]. A death by a monster
// has the monster's name as the Weapon and [world.Nobody] as the Player.
func QuakeDeath(players []world.Player, line, plain []byte) (world.Event, bool) {
	var first beginnings
	e, ok := deathBy(players, line, plain, &first, &quakeWorldIndex, &fortressIndex, &libreIndex, &packIndex)
	if ok {
		return e, true
	}
	for _, slot := range first.slots[:first.n] {
		if monster := monsterOf(plain[len(players[slot].Name):]); monster != "" {
			e.Other, e.Weapon = int(slot), monster
			return e, true
		}
	}
	return e, false
}

// monsterOf returns the monster or trap in an obituary, behind the victim's name;
// empty if there is none.
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
