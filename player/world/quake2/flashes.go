package quake2

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// flash describes the light of a shot: the type of the shot, and the light's color as 0xRRGGBB.
type flash struct {
	shot world.Shot
	rgb  uint32
}

// The flashes of several weapons.
var (
	flashBullet  = flash{world.ShotBullet, 0xffff00}
	flashPellets = flash{world.ShotPellets, 0xffff00}
	flashBlaster = flash{world.ShotBolt, 0xffff00}
	flashGreen   = flash{world.ShotBolt, 0x00ff00}
	flashRail    = flash{world.ShotBeam, 0x8080ff}
	flashHeat    = flash{world.ShotBeam, 0xffff00}
	flashRocket  = flash{world.ShotMissile, 0xff8033}
	flashGrenade = flash{world.ShotMissile, 0xff8000}
	flashTracker = flash{world.ShotBolt, 0x606060} // makes its surroundings darker in the game
	flashBFG     = flash{world.ShotBolt, 0x80ff80}
)

// playerFlashes are the muzzle flashes of players, MZ_ in DM2 3.2. An unused number is a flash of no color.
var playerFlashes = [...]flash{
	0:  flashBlaster,
	1:  flashBullet,
	2:  flashPellets,
	3:  {world.ShotBullet, 0xff4000}, // chaingun at its first speed; 4 and 5 are faster
	4:  {world.ShotBullet, 0xff8000},
	5:  flashBullet,
	6:  flashRail,
	7:  flashRocket,
	8:  flashGrenade,
	12: {world.ShotBolt, 0x00ff00}, // BFG
	13: flashPellets,
	14: flashBlaster,                  // hyperblaster
	16: {world.ShotBolt, 0xff8080},    // ion ripper
	17: {world.ShotBolt, 0x0000ff},    // blue hyperblaster
	18: {world.ShotBolt, 0xff8080},    // phalanx
	30: {world.ShotMissile, 0xe6b300}, // ETF rifle
	32: flashPellets,
	33: flashHeat,
	34: flashGreen,
	35: flashTracker,
	36: {world.ShotNone, 0xff0000}, // nukes, by their strength
	37: {world.ShotNone, 0xffff00},
	38: {world.ShotNone, 0x0000ff},
	39: {world.ShotNone, 0x00ffff},
}

// Player "muzzle flashes" that are particles around the player, MZ_ in DM2 3.2.
const (
	flashLogin       = 9
	flashLogout      = 10
	flashRespawn     = 11
	flashItemRespawn = 15
)

// monsterFlashes are the muzzle flashes of monsters, MZ2_ in DM2 3.3. Each entry applies to the numbers after the
// previous entry, up to and including upTo. Numbers start at 1.
var monsterFlashes = [...]struct {
	upTo uint16
	flash
}{
	{0, flash{}},
	{3, flashBlaster}, {22, flashBullet}, {25, flashRocket}, // tank
	{38, flashBullet},                                         // infantry
	{40, flashBlaster}, {42, flashPellets}, {44, flashBullet}, // soldiers
	{52, flashBullet}, {56, flashGrenade}, // gunner
	{57, flashRocket},                    // chick
	{60, flashBlaster},                   // flyer, medic
	{61, flashRail},                      // gladiator
	{62, flashBlaster},                   // hover
	{69, flashBullet}, {72, flashRocket}, // actor, supertank
	{77, flashBullet}, {81, flashRocket}, // boss 2
	// float
	{82, flashBlaster},
	// soldiers
	{83, flashBlaster}, {84, flashPellets}, {85, flashBullet}, {86, flashBlaster}, {87, flashPellets},
	{88, flashBullet},
	{89, flashBlaster}, {90, flashPellets}, {91, flashBullet}, {92, flashBlaster}, {93, flashPellets},
	{94, flashBullet},
	{95, flashBlaster}, {96, flashPellets}, {97, flashBullet}, {98, flashBlaster}, {99, flashPellets},
	{100, flashBullet},
	{101, flashBFG}, {118, flashBlaster}, {119, flashRail}, // makron
	{131, flashBullet}, {132, flashBFG}, // jorg
	{137, flashBullet},                      // boss 2
	{139, flashBullet}, {140, flashGrenade}, // carrier
	{141, flashBullet}, {142, flashRocket}, {143, flashBlaster}, // turret
	{146, flashGreen},                                                          // stalker, daedalus, medic
	{147, flashRail},                                                           // carrier
	{148, flashTracker}, {149, flashGreen}, {150, flashRail}, {151, flashHeat}, // widow
	{153, flashBullet},                  // carrier
	{155, flashRail}, {190, flashGreen}, // widow
	{194, flashRocket}, // carrier
	{210, flashHeat},   // widow 2
}

// rereleaseFlashes continues monsterFlashes for the re-release.
var rereleaseFlashes = [...]struct {
	upTo uint16
	flash
}{
	{210, flash{}},
	{227, flashBlaster},                                          // guards, guardian
	{231, flashRail},                                             // arachnid
	{239, flashBullet}, {250, flashGrenade}, {255, flashBlaster}, // infantry, gunner, guards
	{260, flashBullet}, {262, flashGrenade}, {263, flashBlaster}, // gunner and infantry, supertank, hover
	{288, flashGreen}, // daedalus, medic
}

// rereleaseFlash returns the flash of a monster in the re-release, or an empty one for an unknown number.
func rereleaseFlash(value uint16) flash {
	for _, f := range rereleaseFlashes {
		if value <= f.upTo {
			return f.flash
		}
	}
	return flash{}
}

// flashOf returns the effect of a muzzle flash at a place.
func flashOf(m *message.Quake2MuzzleFlash, at mgl32.Vec3) world.Effect {
	e := world.Effect{Kind: world.EffectMuzzleFlash, Life: flashLife, Origin: at, Entity: m.Entity}
	var look flash
	if m.Monster {
		for i := range monsterFlashes {
			if f := &monsterFlashes[i]; m.Value <= f.upTo {
				look = f.flash
				break
			}
		}
	} else {
		number := int(m.Value &^ flashSilenced)
		switch number {
		case flashLogin, flashLogout, flashRespawn:
			e.Kind, e.Life, e.Count, e.Colors = world.EffectTeleport, 0.6, 500, 8
			e.Color = [...]uint8{0xd0, 0x40, 0xe0}[number-flashLogin] // green, red, yellow
		case flashItemRespawn:
			e.Kind, e.Life, e.Count, e.Color, e.Colors = world.EffectItemRespawn, 0.5, 64, 0xd4, 4
		}
		if number < len(playerFlashes) {
			look = playerFlashes[number]
		}
	}
	e.Shot, e.RGB = look.shot, look.rgb
	return e
}
