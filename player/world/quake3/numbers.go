package quake3

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// numbering is what the game code of each protocol numbers differently.
type numbering struct {
	models, sounds, players int               // first configstring of each list
	locations               int               // first configstring of the names of places
	intermission            int               // configstring that is 1 at the end of a match
	levelStart              int               // configstring with the time at which the match's clock began
	events                  int32             // first eType that is an event
	event                   func(int32) int32 // turns the number of an event into protocol 68's
	items                   []item
	deaths                  []weapon.Kind // weapons or other causes of the means of death
	// stats are where the game keeps weapons and armor, unless [rules.locateStats]
	// finds that it does not.
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
	listLength = 256 // configstrings of models, and of sounds
	clients    = 64  // the most that a server has
	places     = 64  // names of places
)

// Where games keep the weapons owned and the armor: those with the mission pack's
// code have a rune before them. CPMA tells the kind of armor too. Where Quake Live and
// CPMA keep the place is not known.
var (
	baseStats    = world.Quake3Stats{Weapons: 2, Armor: 3, DeadYaw: 4, Rank: statRank}
	missionStats = world.Quake3Stats{Weapons: 3, Armor: 4, DeadYaw: 5, Rank: statRank}
	cpmaStats    = world.Quake3Stats{Weapons: 2, Armor: 3, DeadYaw: 4, ArmorKind: 9}
	liveStats    = world.Quake3Stats{Weapons: 3, Armor: 4} // its view angles turn
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

// Events of entities, as protocol 68 numbers them (and 46 to 71).
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

// eventBits are the bits of an event that only tell it from the same one before.
const eventBits = 0x300

func event68(n int32) int32 { return n }

// event43 is for protocols 43 and 45, which lack the global team sound and the
// missile that misses on metal (obituary is 58 there, pain 54).
func event43(n int32) int32 {
	switch {
	case n < 47:
		return n
	case n < 51:
		return n + 1
	}
	return n + 2
}

// event73 is for Quake Live, which lacks the steps of stairs and adds the dropping
// of weapons (obituary is 58 there, item pickup 15).
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

// Kinds of entities (eType).
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

// solidBrushModel is the solid field of an entity whose modelindex is an inline
// model of the map.
const solidBrushModel = 0xffffff

// Flags of entities (eFlags).
const (
	efDead        = 0x1
	efTeleport    = 0x4
	efPlayerEvent = 0x10 // of an event: it is that of the player otherEntityNum
	efNoDraw      = 0x80
)

// Kinds of movement (pm_type), and the flag of a spectator who follows a player
// (pm_flags).
const (
	pmSpectator    = 2
	pmDead         = 3
	pmIntermission = 5
	pmfFollow      = 4096
)

// statRank is the index of the place among those who play in [world.Stats], of most games.
const statRank = message.PlayerStatePersistant - message.PlayerStateStats + persRank

// persScore is the index of the score in the array persistant of every protocol.
const persScore = 0

// baseDeaths are the weapons or other causes of Quake III's means of death.
var baseDeaths = slices.Concat(commonDeaths, []weapon.Kind{weapon.Grapple})

// missionDeaths are those of Team Arena and OpenArena.
var missionDeaths = slices.Concat(commonDeaths, missionPackDeaths)

// meansThaw is how Quake Live reports that a frozen player has thawed.
const meansThaw = 30

// quakeLiveDeaths are those of Quake Live. Who changes the team dies.
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

// blows are those of the means of death that all games have alike.
var blows = [...]world.Blow{
	4: world.BlowDirect, 5: world.BlowSplash, 6: world.BlowDirect, 7: world.BlowSplash, 8: world.BlowDirect,
	9:  world.BlowSplash,
	12: world.BlowDirect, 13: world.BlowSplash,
}

// blowOf returns how the missile of a means of death hit.
func blowOf(means int32) world.Blow {
	if means < 0 || int(means) >= len(blows) {
		return world.BlowUnknown
	}
	return blows[means]
}

// deathWeapon returns the weapon or other cause of a means of death, None if it
// is not known.
func (n *numbering) deathWeapon(means int32) weapon.Kind {
	if means < 0 || int(means) >= len(n.deaths) {
		return weapon.None
	}
	return n.deaths[means]
}
