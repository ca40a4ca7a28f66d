package quake3

// numbering is what the game code of each protocol numbers differently.
type numbering struct {
	models, sounds, players int               // first configstring of each list
	intermission            int               // configstring that is 1 at the end of a match
	levelStart              int               // configstring with the time at which the match's clock began
	events                  int32             // first eType that is an event
	event                   func(int32) int32 // turns the number of an event into protocol 68's
	items                   []item
	weapons, armor          int // stats: bits of the weapons owned, armour
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
)

var (
	numbers43 = &numbering{
		models: 32, sounds: 288, players: 544, intermission: 14, levelStart: 13, events: 12, event: event43,
		items: baseItems, weapons: 2, armor: 3,
	}
	numbers68 = &numbering{
		models: 32, sounds: 288, players: 544, intermission: 22, levelStart: 21, events: 13, event: event68,
		items: baseItems, weapons: 2, armor: 3,
	}
	numbersCPMA = &numbering{
		models: 32, sounds: 288, players: 544, intermission: 22, levelStart: 21, events: 13, event: event68,
		items: cpmaItems, weapons: 2, armor: 3,
	}
	numbers73 = &numbering{
		models: 17, sounds: 274, players: 529, intermission: 14, levelStart: 13, events: 13, event: event73,
		items: quakeLiveItems, weapons: 3, armor: 4,
	}
)

// numbersOf returns the numbering of a protocol and a game folder.
func numbersOf(protocol int32, game string) *numbering {
	switch {
	case protocol >= 73:
		return numbers73
	case protocol < 46 && protocol > 0:
		return numbers43
	case game == "cpma":
		return numbersCPMA
	}
	return numbers68
}

// Events of entities, as protocol 68 numbers them (and 46 to 71).
const (
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
	evObituary         = 60
	evGibPlayer        = 64
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
	efDead     = 0x1
	efTeleport = 0x4
	efNoDraw   = 0x80
)

// Kinds of movement (pm_type), and the flag of a spectator who follows a player
// (pm_flags).
const (
	pmSpectator    = 2
	pmDead         = 3
	pmIntermission = 5
	pmfFollow      = 4096
)

// persScore is the index of the score in the array persistant of every protocol.
const persScore = 0

// deathWeapons are the weapons or other causes of the means of death.
var deathWeapons = [...]string{
	0: "", 1: "shotgun", 2: "gauntlet", 3: "machine gun", 4: "grenade launcher", 5: "grenade launcher",
	6: "rocket launcher", 7: "rocket launcher", 8: "plasma gun", 9: "plasma gun", 10: "railgun", 11: "lightning gun",
	12: "BFG", 13: "BFG", 14: "water", 15: "slime", 16: "lava", 17: "crush", 18: "telefrag", 19: "falling",
	20: "suicide", 21: "target laser", 22: "trigger hurt", 23: "grapple",
}

// missionPackDeaths are those from 23 on in games with the mission pack's weapons:
// Quake Live and OpenArena.
var missionPackDeaths = [...]string{
	23: "nailgun", 24: "chaingun", 25: "proximity mine launcher", 26: "kamikaze", 27: "juiced", 28: "grapple",
	29: "team switch", 30: "thaw", 31: "", 32: "heavy machine gun", 33: "lightning gun",
}

// deathWeapon returns the weapon or other cause of a means of death, empty if it
// is not known.
func deathWeapon(means, protocol int32) string {
	if means >= 23 && protocol >= 71 {
		if int(means) < len(missionPackDeaths) {
			return missionPackDeaths[means]
		}
		return ""
	}
	if means >= 0 && int(means) < len(deathWeapons) {
		return deathWeapons[means]
	}
	return ""
}
