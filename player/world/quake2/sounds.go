package quake2

// Sounds that the game's client plays by itself: indices into clientSounds.
const (
	_ uint8 = iota
	soundRicochet
	soundLaserHit
	soundRail
	soundRocketExplodes
	soundGrenadeExplodes
	soundExplodesInWater
	soundBigTeleport
	soundTesla
	soundDisruptorHit
	soundBlaster
	soundMachineGun
	soundShotgun
	soundRocketLauncher
	soundGrenadeLauncher
	soundBFG
	soundSuperShotgun
	soundHyperBlaster
	soundItemRespawn
	soundRipper
	soundPhalanx
	soundNailgun
	soundShotgun2
	soundDisintegrator
	soundStep
	soundLand
	soundFall
	soundFallFar
	soundTeleport
	soundTalk
)

// clientSounds are their game paths; one that begins with an asterisk is relative
// to the player's own model.
var clientSounds = []string{
	0:                    "",
	soundRicochet:        "world/ric1.wav",
	soundLaserHit:        "weapons/lashit.wav",
	soundRail:            "weapons/railgf1a.wav",
	soundRocketExplodes:  "weapons/rocklx1a.wav",
	soundGrenadeExplodes: "weapons/grenlx1a.wav",
	soundExplodesInWater: "weapons/xpld_wat.wav",
	soundBigTeleport:     "misc/bigtele.wav",
	soundTesla:           "weapons/tesla.wav",
	soundDisruptorHit:    "weapons/disrupthit.wav",
	soundBlaster:         "weapons/blastf1a.wav",
	soundMachineGun:      "weapons/machgf1b.wav",
	soundShotgun:         "weapons/shotgf1b.wav",
	soundRocketLauncher:  "weapons/rocklf1a.wav",
	soundGrenadeLauncher: "weapons/grenlf1a.wav",
	soundBFG:             "weapons/bfg__f1y.wav",
	soundSuperShotgun:    "weapons/sshotf1b.wav",
	soundHyperBlaster:    "weapons/hyprbf1a.wav",
	soundItemRespawn:     "items/respawn1.wav",
	soundRipper:          "weapons/rippfire.wav",
	soundPhalanx:         "weapons/plasshot.wav",
	soundNailgun:         "weapons/nail1.wav",
	soundShotgun2:        "weapons/shotg2.wav",
	soundDisintegrator:   "weapons/disint2.wav",
	soundStep:            "player/step1.wav",
	soundLand:            "player/land1.wav",
	soundFall:            "*fall2.wav",
	soundFallFar:         "*fall1.wav",
	soundTeleport:        "misc/tele1.wav",
	soundTalk:            "misc/talk.wav",
}
