package quake3

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// numbering is what the game code numbers differently in each protocol or game.
type numbering struct {
	models, sounds, players int               // first configstring of each list
	locations               int               // first configstring of the location names
	intermission            int               // configstring that is 1 at the end of a match
	levelStart              int               // configstring with the time at which the match clock started
	events                  int32             // first eType that is an event
	event                   func(int32) int32 // converts an event number to protocol 68's
	items                   []item
	deaths                  []weapon.Kind // weapons or other causes of death, by means of death
	// stats is where the game keeps weapons and armor. [rules.locateStats] corrects it.
	stats world.Quake3Stats
}

// Configstrings with the same number in all protocols.
const (
	csServerInfo = 0
	csSystemInfo = 1
	csMessage    = 3
	csScores1    = 6
	csScores2    = 7
)

const (
	listLength = 256 // number of model configstrings, and of sound configstrings
	clients    = 64  // most clients that a server can have
	places     = 64  // number of location names
)

// Where games keep the owned weapons and the armor. Games with the mission pack's code keep a rune before them. CPMA
// also reports the kind of armor. Where Quake Live and CPMA keep the rank is not known.
var (
	baseStats    = world.Quake3Stats{Weapons: 2, Armor: 3, DeadYaw: 4, Rank: statRank}
	missionStats = world.Quake3Stats{Weapons: 3, Armor: 4, DeadYaw: 5, Rank: statRank}
	cpmaStats    = world.Quake3Stats{Weapons: 2, Armor: 3, DeadYaw: 4, ArmorKind: 9}
	liveStats    = world.Quake3Stats{Weapons: 3, Armor: 4} // no DeadYaw: the view angles themselves turn
)

var (
	numbers43 = &numbering{
		models: 32, sounds: 288, players: 544, locations: 608, intermission: 14, levelStart: 13, events: 12,
		event: event43,
		items: baseItems, deaths: baseDeaths, stats: baseStats,
	}
	numbers68 = &numbering{
		models: 32, sounds: 288, players: 544, locations: 608, intermission: 22, levelStart: 21, events: 13,
		event: event68,
		items: baseItems, deaths: baseDeaths, stats: baseStats,
	}
	numbersMission = &numbering{
		models: 32, sounds: 288, players: 544, locations: 608, intermission: 22, levelStart: 21, events: 13,
		event: event68,
		items: baseItems, deaths: missionDeaths, stats: missionStats,
	}
	numbersCPMA = &numbering{
		models: 32, sounds: 288, players: 544, locations: 608, intermission: 22, levelStart: 21, events: 13,
		event: event68,
		items: cpmaItems, deaths: baseDeaths, stats: cpmaStats,
	}
	numbers73 = &numbering{
		models: 17, sounds: 274, players: 529, locations: 593, intermission: 14, levelStart: 13, events: 13,
		event: event73,
		items: quakeLiveItems, deaths: quakeLiveDeaths, stats: liveStats,
	}
)

// numbersOf returns the numbering of a protocol and the game that a level's configstrings name.
func numbersOf(protocol int32, l *world.Level) *numbering {
	switch {
	case protocol >= 73:
		return numbers73
	case protocol < 46 && protocol > 0:
		return numbers43
	case gameFolder(l) == "cpma":
		return numbersCPMA
	case gameFolder(l) == "missionpack", openArena(protocol, l):
		return numbersMission
	}
	return numbers68
}

// Entity events, numbered as in protocol 68 (and 46 to 71).
const (
	evJumpPad          = 13
	evItemPickup       = 19
	evGlobalItemPickup = 20
	evFireWeapon       = 23
	evItemRespawn      = 40
	evItemPop          = 41
	evTeleportIn       = 42
	evTeleportOut      = 43
	evGeneralSound     = 45
	evGlobalSound      = 46
	evGlobalTeamSound  = 47
	evBulletHitFlesh   = 48
	evBulletHitWall    = 49
	evMissileHit       = 50
	evMissileMiss      = 51
	evMissileMissMetal = 52
	evRailTrail        = 53
	evShotgun          = 54
	evPain             = 56
	evObituary         = 60
	evGibPlayer        = 64
	evScorePlum        = 65
	evKamikaze         = 68
	evObeliskExplodes  = 69
	evInvulnerable     = 71
	evLightningBolt    = 73
	evNone             = 0
)

// eventBits are the bits of an event that only distinguish it from an equal event before.
const eventBits = 0x300

func event68(n int32) int32 { return n }

// event43 converts events of protocols 43 and 45, which lack the global team sound and the missile that misses on metal
// (obituary is 58 there, pain 54).
func event43(n int32) int32 {
	switch {
	case n < 47:
		return n
	case n < 51:
		return n + 1
	}
	return n + 2
}

// event73 converts Quake Live's events. It lacks the steps on stairs and adds dropping weapons (obituary is 58 there,
// item pickup 15).
func event73(n int32) int32 {
	switch {
	case n < 6:
		return n
	case n < 19:
		return n + 4
	case n == 19 || n == 57 || n == 62:
		return evNone
	case n < 57:
		return n + 3
	case n < 62:
		return n + 2
	case n < 65:
		return n + 1
	}
	return evNone
}

// Entity types (eType).
const (
	etGeneral = iota
	etPlayer
	etItem
	etMissile
	etMover
	etBeam
	etPortal
	etSpeaker
	etPushTrigger
	etTeleportTrigger
	etInvisible
	etGrapple
	etTeam
)

// solidBrushModel is the solid field of an entity whose modelindex is an inline model of the map.
const solidBrushModel = 0xffffff

// Entity flags (eFlags).
const (
	efDead        = 0x1
	efTeleport    = 0x4
	efPlayerEvent = 0x10 // on events: the event belongs to player otherEntityNum
	efNoDraw      = 0x80
)

// Movement types (pm_type), and the flag of a spectator who follows a player (pm_flags).
const (
	pmSpectator    = 2
	pmDead         = 3
	pmIntermission = 5
	pmfFollow      = 4096
)

// statRank is the index of the player's rank in [world.Stats] in most games.
const statRank = message.PlayerStatePersistant - message.PlayerStateStats + persRank

// persScore is the index of the score in the array persistant in all protocols.
const persScore = 0

// baseDeaths are Quake III's causes of death, by means of death.
var baseDeaths = slices.Concat(commonDeaths, []weapon.Kind{weapon.Grapple})

// missionDeaths are those of Team Arena and OpenArena.
var missionDeaths = slices.Concat(commonDeaths, missionPackDeaths)

// meansThaw is the means of death by which Quake Live reports that a frozen player has thawed.
const meansThaw = 30

// quakeLiveDeaths are those of Quake Live. Changing the team kills the player.
var quakeLiveDeaths = slices.Concat(commonDeaths, missionPackDeaths, []weapon.Kind{
	weapon.TeamSwitch, weapon.None, weapon.Discharge, weapon.HeavyMachinegun, weapon.RailgunHeadshot,
})

var commonDeaths = []weapon.Kind{
	weapon.None, weapon.Shotgun, weapon.Gauntlet, weapon.Quake3Machinegun, weapon.GrenadeLauncher,
	weapon.GrenadeLauncher, weapon.RocketLauncher,
	weapon.RocketLauncher,
	weapon.PlasmaGun, weapon.PlasmaGun, weapon.Railgun, weapon.LightningGun, weapon.BFG, weapon.BFG, weapon.Water,
	weapon.Slime, weapon.Lava, weapon.Crush, weapon.Telefrag,
	weapon.Falling, weapon.Suicide, weapon.Laser, weapon.Trap,
}

var missionPackDeaths = []weapon.Kind{weapon.Nailgun, weapon.Chaingun, weapon.ProximityLauncher, weapon.Kamikaze,
	weapon.Juiced, weapon.Grapple}

// hitTypes are the hit types of the means of death that all games share.
var hitTypes = [...]world.HitType{
	4: world.HitDirect, 5: world.HitSplash, 6: world.HitDirect, 7: world.HitSplash, 8: world.HitDirect,
	9:  world.HitSplash,
	12: world.HitDirect, 13: world.HitSplash,
}

// hitTypeOf returns the hit type of a means of death: direct or splash.
func hitTypeOf(means int32) world.HitType {
	if means < 0 || int(means) >= len(hitTypes) {
		return world.HitUnknown
	}
	return hitTypes[means]
}

// deathWeapon returns the weapon or other cause of a means of death, or None if it is unknown.
func (n *numbering) deathWeapon(means int32) weapon.Kind {
	if means < 0 || int(means) >= len(n.deaths) {
		return weapon.None
	}
	return n.deaths[means]
}
