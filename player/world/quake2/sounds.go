package quake2

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
)

// Sounds that the client plays on its own: indices into clientSounds.
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
	soundRicochet2
	soundRicochet3
	soundMachineGun2
	soundMachineGun3
	soundMachineGun4
	soundMachineGun5
	soundStep2
	soundStep3
	soundStep4
	soundShotgunLoads
	soundRocketLoads
	soundGrenadeLoads
	soundSpark5
	soundSpark6
	soundSpark7
	soundInfantry
	soundSoldierBlaster
	soundSoldierShotgun
	soundSoldierGun
	soundGunner
	soundGunnerGrenade
	soundTankBlaster
	soundTankGunA
	soundTankGunB
	soundTankGunC
	soundTankGunD
	soundTankGunE
	soundTankRocket
	soundChick
	soundSuperTankRocket
	soundFlyer
	soundMedic
	soundHover
	soundFloater
	soundMakron
	soundJorg
)

// clientSounds are the game paths of the sounds. A path that begins with an asterisk is relative to the player's model.
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
	soundRicochet2:       "world/ric2.wav",
	soundRicochet3:       "world/ric3.wav",
	soundMachineGun2:     "weapons/machgf2b.wav",
	soundMachineGun3:     "weapons/machgf3b.wav",
	soundMachineGun4:     "weapons/machgf4b.wav",
	soundMachineGun5:     "weapons/machgf5b.wav",
	soundStep2:           "player/step2.wav",
	soundStep3:           "player/step3.wav",
	soundStep4:           "player/step4.wav",
	soundShotgunLoads:    "weapons/shotgr1b.wav",
	soundRocketLoads:     "weapons/rocklr1b.wav",
	soundGrenadeLoads:    "weapons/grenlr1b.wav",
	soundSpark5:          "world/spark5.wav",
	soundSpark6:          "world/spark6.wav",
	soundSpark7:          "world/spark7.wav",
	soundInfantry:        "infantry/infatck1.wav",
	soundSoldierBlaster:  "soldier/solatck2.wav",
	soundSoldierShotgun:  "soldier/solatck1.wav",
	soundSoldierGun:      "soldier/solatck3.wav",
	soundGunner:          "gunner/gunatck2.wav",
	soundGunnerGrenade:   "gunner/gunatck3.wav",
	soundTankBlaster:     "tank/tnkatck3.wav",
	soundTankGunA:        "tank/tnkatk2a.wav",
	soundTankGunB:        "tank/tnkatk2b.wav",
	soundTankGunC:        "tank/tnkatk2c.wav",
	soundTankGunD:        "tank/tnkatk2d.wav",
	soundTankGunE:        "tank/tnkatk2e.wav",
	soundTankRocket:      "tank/tnkatck1.wav",
	soundChick:           "chick/chkatck2.wav",
	soundSuperTankRocket: "tank/rocket.wav",
	soundFlyer:           "flyer/flyatck3.wav",
	soundMedic:           "medic/medatck1.wav",
	soundHover:           "hover/hovatck1.wav",
	soundFloater:         "floater/fltatck1.wav",
	soundMakron:          "makron/blaster.wav",
	soundJorg:            "boss3/xfire.wav",
}

// The sound channels of an entity.
const (
	autoChannel   = 0
	weaponChannel = 1
	bodyChannel   = 4
)

// variant returns a random variant of a sound, as the client chooses it. ok is false if the client plays nothing this
// time.
func variant(w world.Edit, entity int32, sound uint8) (uint8, bool) {
	switch sound {
	case soundRicochet:
		d := w.Pick(entity, 16)
		return [...]uint8{0, soundRicochet, soundRicochet2, soundRicochet3}[d%4], d >= 1 && d <= 3
	case soundMachineGun:
		if d := w.Pick(entity, 5); d > 0 {
			return soundMachineGun2 + uint8(d) - 1, true
		}
	case soundStep:
		if d := w.Pick(entity, 4); d > 0 {
			return soundStep2 + uint8(d) - 1, true
		}
	case soundTankGunA:
		return soundTankGunA + uint8(w.Pick(entity, 5)), true
	}
	return sound, true
}

// followUp is a sound that a muzzle flash plays after its first one.
type followUp struct {
	sound uint8
	delay float64 // seconds
}

// followUps are the later sounds of players' muzzle flashes, by number: reloading, and further shots of the chaingun.
// Only the shots use the weapon's channel.
var followUps = [...][2]followUp{
	2: {{soundShotgunLoads, 0.1}},
	4: {{soundMachineGun, 0.05}},
	5: {{soundMachineGun, 0.033}, {soundMachineGun, 0.066}},
	7: {{soundRocketLoads, 0.1}},
	8: {{soundGrenadeLoads, 0.1}},
}

// monsterSounds are the sounds of monsters' muzzle flashes. Each entry applies to the numbers up to and including upTo.
// The right guns of bosses, rails and beams are silent.
var monsterSounds = [...]struct {
	upTo  uint16
	sound uint8
}{
	{0, 0}, {3, soundTankBlaster}, {22, soundTankGunA}, {25, soundTankRocket}, {38, soundInfantry},
	{40, soundSoldierBlaster}, {42, soundSoldierShotgun}, {44, soundSoldierGun}, {52, soundGunner},
	{56, soundGunnerGrenade},
	{57, soundChick}, {59, soundFlyer}, {60, soundMedic}, {61, 0}, {62, soundHover}, {69, soundInfantry},
	{72, soundSuperTankRocket},
	{77, soundInfantry}, // boss 2
	{81, soundSuperTankRocket}, {82, soundFloater},
	{83, soundSoldierBlaster}, {84, soundSoldierShotgun}, {85, soundSoldierGun}, {86, soundSoldierBlaster},
	{87, soundSoldierShotgun}, {88, soundSoldierGun},
	{89, soundSoldierBlaster}, {90, soundSoldierShotgun}, {91, soundSoldierGun}, {92, soundSoldierBlaster},
	{93, soundSoldierShotgun}, {94, soundSoldierGun},
	{95, soundSoldierBlaster}, {96, soundSoldierShotgun}, {97, soundSoldierGun}, {98, soundSoldierBlaster},
	{99, soundSoldierShotgun}, {100, soundSoldierGun},
	{101, 0}, {118, soundMakron}, {119, 0}, {125, soundJorg}, {137, 0},
	{138, soundInfantry}, {140, 0}, // carrier
	{141, soundInfantry}, {142, soundChick}, {143, soundSoldierBlaster}, // turret
	{146, soundTankBlaster}, {147, 0}, // stalker, daedalus, medic, carrier
	{148, soundDisintegrator}, {149, soundTankBlaster}, {151, 0}, // widow
	{152, soundInfantry}, {155, 0}, {190, soundTankBlaster}, // carrier, widow
	{191, soundSuperTankRocket}, {210, 0}, // carrier, widow 2
}

// rereleaseSounds continues monsterSounds for the re-release, with the sounds of similar monsters. Guards with new
// weapons and the guardian are silent.
var rereleaseSounds = [...]struct {
	upTo  uint16
	sound uint8
}{
	{227, 0},
	{231, soundRail}, {239, soundInfantry}, {250, soundGunnerGrenade}, {255, soundSoldierBlaster},
	{259, soundGunner}, {260, soundInfantry}, {262, soundGrenadeLauncher}, {264, soundHover}, {288, soundMedic},
}

// rereleaseSound returns the sound of a muzzle flash of the re-release, or 0.
func rereleaseSound(value uint16) uint8 {
	for _, f := range rereleaseSounds {
		if value <= f.upTo {
			return f.sound
		}
	}
	return 0
}

// leftGun reports whether a muzzle flash is of the left gun of boss 2 or the carrier, which is audible everywhere.
func leftGun(value uint16) bool { return value >= 73 && value <= 77 || value == 138 || value == 152 }

// flashSound plays the sound of a muzzle flash at a place.
func (q *base) flashSound(w world.Edit, m *message.Quake2MuzzleFlash, at mgl32.Vec3) {
	s := world.SoundStart{Origin: at, Entity: m.Entity, Channel: weaponChannel, Volume: 1, Attenuation: 1,
		Flags: world.SoundFollows}
	if m.Monster {
		for i := range monsterSounds {
			if f := &monsterSounds[i]; m.Value <= f.upTo {
				if leftGun(m.Value) {
					s.Attenuation = 0
				}
				q.ownSound(w, s, f.sound, 0)
				return
			}
		}
		if q.protocol.Edition != quake2.Classic {
			q.ownSound(w, s, rereleaseSound(m.Value), 0)
		}
		return
	}
	number := int(m.Value &^ flashSilenced)
	if m.Value&flashSilenced != 0 && (number < flashLogin || number > flashRespawn) {
		s.Volume = silencedVolume
	}
	if number < len(flashSounds) {
		q.ownSound(w, s, flashSounds[number], 0)
	}
	if number >= len(followUps) {
		return
	}
	for _, f := range followUps[number] {
		if f.sound != soundMachineGun {
			s.Channel = autoChannel
		}
		q.ownSound(w, s, f.sound, f.delay)
	}
}

// ownSound plays a variant of a client sound, delay seconds from now. It does nothing if sound is 0.
func (q *base) ownSound(w world.Edit, s world.SoundStart, sound uint8, delay float64) {
	if sound == 0 {
		return
	}
	var heard bool
	if s.Own, heard = variant(w, s.Entity, sound); heard {
		q.startSound(w, s, delay)
	}
}

// sparks are the sounds of a splash of sparks. The game uses the last one for two of four random values.
var sparks = [...]uint8{soundSpark5, soundSpark6, soundSpark7, soundSpark7}
