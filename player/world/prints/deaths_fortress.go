package prints

import "demoscope/player/weapon"

// fortressDeaths are the obituaries of Team Fortress that are neither in deathPhrases nor in the table of weapons.
// Those of its birthday mode are omitted.
var fortressDeaths = [...]deathPhrase{
	{" mows down teammate ", "", killerMate, weapon.None},
	{" checks " + his + " glasses after killing ", "", killerMate, weapon.None},
	{" gets a frag for the other team with ", "'s death", killerMate, weapon.None},
	{" killed " + his + " supposed friend ", "", killerMate, weapon.None},
	{" didn't survive the operation by ", "", mateKiller, weapon.Medikit},
	{" obstructs " + his + " team's sentry gun", "", victimOnly, weapon.SentryGun},

	{" got up-close and personal with ", "'s grenade", victimKiller, weapon.HandGrenade},
	{" played catch with ", "'s grenade", victimKiller, weapon.HandGrenade},
	{" received a pineapple enema from ", "", victimKiller, weapon.HandGrenade},
	{" fetched ", "'s pineapple", victimKiller, weapon.HandGrenade},
	{" caught too much shrapnel from ", "'s grenade", victimKiller, weapon.HandGrenade},
	{" tried to pick up ", "'s hot potato", victimKiller, weapon.HandGrenade},
	{" thought ", " was tossing him a spare grenade", victimKiller, weapon.HandGrenade},
	{" stops to ponder the technical details of ", "'s grenade", victimKiller, weapon.HandGrenade},
	{" surfs on a grenade from ", "", victimKiller, weapon.HandGrenade},
	{"'s mellon was split by ", "", victimKiller, weapon.Axe},
	{" was put on the chop block by ", "", victimKiller, weapon.Axe},
	{" was sliced and diced by ", "'s blade", victimKiller, weapon.Axe},
	{" is split from crotch to sternum by ", "'s axe swing", victimKiller, weapon.Axe},
	{" is split in two with a powerful axe blow from ", "", victimKiller, weapon.Axe},
	{"'s death put another notch on ", "'s axe", victimKiller, weapon.Axe},
	{" got too close to ", "'s muzzleflash", victimKiller, weapon.Shotgun},
	{" practices being ", "'s clay pigeon", victimKiller, weapon.Shotgun},
	{" was on the receiving end of ", "'s shotgun barrel", victimKiller, weapon.Shotgun},
	{" was fed a lead diet by ", "", victimKiller, weapon.Shotgun},
	{" got blasted by ", "'s last resort", victimKiller, weapon.Shotgun},
	{" got more than a powderburn from ", "'s shotgun blast", victimKiller, weapon.Shotgun},
	{" was turned into swiss cheese by ", "'s buckshot", victimKiller, weapon.SuperShotgun},
	{" got a double-dose of ", "'s buckshot", victimKiller, weapon.SuperShotgun},
	{" unfortunately forgot ", " carried a super-shotgun", victimKiller, weapon.SuperShotgun},
	{" gets ventilated by ", "'s super-shotgun blast", victimKiller, weapon.SuperShotgun},
	{"'s body got chuck full of ", "'s lead pellets", victimKiller, weapon.SuperShotgun},
	{" caught one too many nails from ", "", victimKiller, weapon.Nailgun},
	{" ran into ", "'s nails", victimKiller, weapon.Nailgun},
	{" was turned into ", "'s pin-cushion", victimKiller, weapon.Nailgun},
	{" grappled with ", "", victimKiller, weapon.Grapple},
	{" gets a hole in " + his + " heart from ", "'s railgun", victimKiller, weapon.Railgun},

	{" got splattered by " + his + " own grenade", "", suicide, weapon.HandGrenade},
	{" sat on " + his + " own grenade", "", suicide, weapon.HandGrenade},
	{" got to know " + his + " grenade too well", "", suicide, weapon.HandGrenade},
	{" caught the end of " + his + " own grenade", "", suicide, weapon.HandGrenade},
	{" got too close to " + his + " own grenade", "", suicide, weapon.HandGrenade},
	{" let " + his + " own grenade get the best of " + him, "", suicide, weapon.HandGrenade},
	{" tiptoed over " + his + " own grenade", "", suicide, weapon.HandGrenade},
	{" stared at " + his + " grenade too long", "", suicide, weapon.HandGrenade},
	{" grenades " + himself, "", suicide, weapon.HandGrenade},
	{" checks if " + his + " weapon is loaded", "", suicide, weapon.None},
	{" shoots " + his + " teammate one too many times.", "", suicide, weapon.None}, // a punishment
}
