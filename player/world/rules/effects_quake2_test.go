package rules_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// q2TempEntities are the kinds of DM2 3.4 by name, and those of the re-release:
// what they look like, for how long, and what the client plays.
var q2TempEntities = []struct {
	number uint8
	name   string
	kind   world.EffectKind
	life   float64
	sound  string
}{
	{0, "gunshot", world.EffectGunshot, 0.3, "world/ric1.wav"},
	{1, "blood", world.EffectBlood, 0.5, ""},
	{2, "blaster", world.EffectSparks, 0.4, "weapons/lashit.wav"},
	{3, "rail trail", world.EffectRail, 1, "weapons/railgf1a.wav"},
	{4, "shotgun", world.EffectGunshot, 0.3, ""},
	{5, "explosion 1", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{6, "explosion 2", world.EffectExplosion, 0.6, "weapons/grenlx1a.wav"},
	{7, "rocket explosion", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{8, "grenade explosion", world.EffectExplosion, 0.6, "weapons/grenlx1a.wav"},
	{9, "sparks", world.EffectSparks, 0.3, ""},
	{10, "splash", world.EffectSplash, 0.5, ""},
	{11, "bubble trail", world.EffectBubbles, 1, ""},
	{12, "screen sparks", world.EffectShield, 0.3, "weapons/lashit.wav"},
	{13, "shield sparks", world.EffectShield, 0.3, "weapons/lashit.wav"},
	{14, "bullet sparks", world.EffectSparks, 0.3, ""},
	{15, "laser sparks", world.EffectSparks, 0.3, ""},
	{16, "parasite attack", world.EffectTongue, 0.2, ""},
	{17, "rocket explosion in water", world.EffectExplosion, 0.6, "weapons/xpld_wat.wav"},
	{18, "grenade explosion in water", world.EffectExplosion, 0.6, "weapons/xpld_wat.wav"},
	{19, "medic's cable", world.EffectTongue, 0.2, ""},
	{20, "BFG explosion", world.EffectBFG, 0.6, ""},
	{21, "BFG's big explosion", world.EffectBFG, 1, ""},
	{22, "boss teleport", world.EffectTeleport, 1, "misc/bigtele.wav"},
	{23, "BFG laser", world.EffectLaser, 0.1, ""},
	{24, "grapple cable", world.EffectGrapple, 0.2, ""},
	{25, "welding sparks", world.EffectSparks, 0.3, ""},
	{26, "green blood", world.EffectBlood, 0.5, ""},
	{27, "blue hyperblaster", world.EffectSparks, 0.4, ""},
	{28, "plasma explosion", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{29, "tunnel sparks", world.EffectSparks, 0.3, ""},
	{30, "blaster 2", world.EffectSparks, 0.4, "weapons/lashit.wav"},
	{31, "rail trail 2", world.EffectRail, 1, "weapons/railgf1a.wav"},
	{32, "flame", world.EffectFlame, 0.3, ""},
	{33, "lightning", world.EffectLightning, 0.2, "weapons/tesla.wav"},
	{34, "debug trail", world.EffectLaser, 1, ""},
	{35, "plain explosion", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{36, "flashlight", world.EffectMuzzleFlash, 0.1, ""},
	{37, "force wall", world.EffectForceWall, 0.3, ""},
	{38, "heat beam", world.EffectHeatBeam, 0.2, ""},
	{39, "monster's heat beam", world.EffectHeatBeam, 0.2, ""},
	{40, "steam", world.EffectSteam, 0.5, ""},
	{41, "bubble trail 2", world.EffectBubbles, 1, "weapons/lashit.wav"},
	{42, "more blood", world.EffectBlood, 0.5, ""},
	{43, "heat beam sparks", world.EffectSteam, 0.3, "weapons/lashit.wav"},
	{44, "heat beam steam", world.EffectSteam, 0.3, "weapons/lashit.wav"},
	{45, "chainfist smoke", world.EffectSteam, 0.3, ""},
	{46, "electric sparks", world.EffectSparks, 0.3, "weapons/lashit.wav"},
	{47, "tracker explosion", world.EffectExplosion, 0.6, "weapons/disrupthit.wav"},
	{48, "teleport", world.EffectTeleport, 0.6, ""},
	{49, "ball goal", world.EffectTeleport, 0.6, ""},
	{50, "widow's beam-out", world.EffectTeleport, 0.6, ""},
	{51, "nuke", world.EffectNuke, 1, ""},
	{52, "widow's splash", world.EffectExplosion, 0.6, ""},
	{53, "explosion 1, big", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{54, "explosion 1, no particles", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{55, "flechette", world.EffectSparks, 0.4, "weapons/lashit.wav"},
	{56, "blue blaster", world.EffectSparks, 0.4, "weapons/lashit.wav"},
	{57, "BFG zap", world.EffectLaser, 0.1, ""},
	{58, "berserk slam", world.EffectSparks, 0.4, ""},
	{59, "grapple cable 2", world.EffectGrapple, 0.2, ""},
	{61, "lightning beam", world.EffectLightning, 0.2, ""},
	{62, "explosion 1, light", world.EffectExplosion, 0.6, "weapons/rocklx1a.wav"},
	{63, "explosion 2, light", world.EffectExplosion, 0.6, "weapons/grenlx1a.wav"},
}

// q2Particles are the particles of a temporary entity in the game: how many (0 for the
// message's count), and their colors in the palette from the first on. The others have
// models, or colors by the style.
var q2Particles = map[uint8]struct {
	count         int32
	color, colors uint8
}{
	0: {40, 0, 8}, 1: {60, 0xe8, 8}, 2: {40, 0xe0, 8}, 3: {0, 0x74, 8}, 4: {20, 0, 8},
	5: {256, 0xe0, 8}, 6: {256, 0xe0, 8}, 7: {256, 0xe0, 8}, 8: {256, 0xe0, 8}, 9: {6, 0xe0, 8},
	10: {0, 0x50, 8}, // style 3, brown water
	11: {0, 4, 8}, 12: {40, 0xd0, 8}, 13: {40, 0xb0, 8}, 14: {6, 0xe0, 8}, 15: {0, 3, 1}, 17: {256, 0xe0, 8},
	18: {256, 0xe0, 8},
	20: {0, 0xd0, 8}, 21: {256, 0xd0, 8}, 23: {0, 0xd0, 4}, 25: {0, 3, 1},
	26: {30, 0xdf, 1}, // one green
	27: {40, 0xe0, 8}, 28: {256, 0xe0, 8}, 29: {0, 3, 1}, 30: {40, 0xd0, 8}, 31: {0, 0x74, 8}, 32: {0, 0xe0, 8},
	34: {0, 0x74, 8},
	37: {0, 3, 1}, 38: {0, 216, 8}, 39: {0, 216, 8}, 40: {0, 3, 8}, 41: {0, 4, 8}, 42: {250, 0xe8, 8}, 43: {50, 8, 8},
	44: {20, 0xe0, 8},
	45: {20, 0, 8}, 46: {40, 0x75, 8}, 47: {128, 0, 1}, 48: {0, 7, 8}, 49: {0, 7, 8}, 51: {700, 110, 7},
	52: {256, 0, 0}, 55: {40, 0x6f, 8},
	56: {40, 0xb0, 8}, 57: {0, 0xd0, 4}, 62: {256, 0xe0, 8}, 63: {256, 0xe0, 8},
}

// q2Directed are the temporary entities with a direction (DM2 3.4: impact entities, and
// those special ones that read one).
const q2Directed = " gunshot, blood, blaster, shotgun, sparks, splash, screen sparks, shield sparks, bullet " +
	"sparks, laser sparks," +
	" welding sparks, green blood, tunnel sparks, blaster 2, steam, more blood, heat beam sparks, heat beam steam, " +
	"electric sparks, flechette, blue blaster,"

// q2Effects returns what a message is seen and heard as, half a second into a
// level with entity 9 at (1, 2, 3).
func q2Effects(t *testing.T, protocol int32, m message.Message) ([]world.Effect, []world.SoundStart, *world.World) {
	t.Helper()
	w := newWorld23(t, "dm2")
	feed(w, q2Begin(protocol, 1, 0)...)
	feed(w, q2String(289, "misc/talk.wav"))
	feed(w, q2Frame(1, -1, nil)...)
	feed(w, append(q2Frame(6, -1, nil, message.EntityDelta{
		Number: 9, Mask: message.FieldModel | message.FieldOrigin, Model: 1, Origin: [3]wire.Coord{8, 16, 24},
	}), m)...)
	return w.Effects.List, w.Effects.Sounds, w
}

func TestQuake2TempEntities(t *testing.T) {
	for _, test := range q2TempEntities {
		list, sounds, w := q2Effects(t, 34, &message.Quake2TempEntity{
			Type: test.number, Entity: 9, Count: 7, Style: 3, MoveDir: 5, Origin: [3]wire.Coord{80, 160, 240},
			End: [3]wire.Coord{-8, -16, -24},
		})
		particles := q2Particles[test.number]
		if particles.count == 0 {
			particles.count = 7
		}
		want := []world.Effect{{
			Kind: test.kind, Clock: 0.5, Life: test.life, Origin: [3]float32{10, 20, 30}, End: [3]float32{-1, -2, -3},
			Entity: 9, Count: particles.count, Color: particles.color, Colors: particles.colors,
		}}
		if strings.Contains(q2Directed, " "+test.name+",") {
			want[0].Velocity = [3]float32{0, 0, 1}
		}
		if test.name == "flashlight" {
			want[0].Shot = world.ShotNone
		}
		if d := cmp.Diff(want, list); d != "" {
			t.Errorf("%d, %s: %s", test.number, test.name, d)
		}
		if test.sound == "" {
			if len(sounds) != 0 {
				t.Errorf("%d, %s sounds: %q", test.number, test.name, sounds[0].Path(w.Level()))
			}
			continue
		}
		at := [3]float32{10, 20, 30}
		if test.kind == world.EffectRail {
			at = [3]float32{-1, -2, -3}
		}
		if test.number == 0 || test.number == 14 {
			continue // by chance: see TestQuake2Variants
		}
		attenuation, entity, channel := float32(1), int32(0), uint8(0)
		switch test.name {
		case "boss teleport":
			attenuation = 0
		case "lightning":
			entity, channel = 9, 1
		}
		if len(sounds) != 1 || sounds[0].Path(w.Level()) != test.sound || sounds[0].Origin != at ||
			sounds[0].Clock != 0.5 ||
			sounds[0].Volume != 1 || sounds[0].Attenuation != attenuation || sounds[0].Entity != entity ||
			sounds[0].Channel != channel {
			t.Errorf("%d, %s: %+v", test.number, test.name, sounds)
		}
	}
	// The power splash is where its entity is.
	list, sounds, _ := q2Effects(t, 34, &message.Quake2TempEntity{Type: 60, Entity: 9})
	want := []world.Effect{{Kind: world.EffectShield, Clock: 0.5, Life: 0.4, Origin: [3]float32{1, 2, 3}, Entity: 9,
		Color: 0xb0, Colors: 8}}
	if d := cmp.Diff(want, list); d != "" || len(sounds) != 0 {
		t.Errorf("power splash: %s %v", d, sounds)
	}
	for _, number := range []uint8{64, 65, 127, 129, 255} {
		if list, sounds, _ := q2Effects(t, 34, &message.Quake2TempEntity{Type: number}); len(list)+len(sounds) != 0 {
			t.Errorf("%d: %+v %+v", number, list, sounds)
		}
	}
}

// A splash is colored by its style: SPLASH_UNKNOWN, SPARKS, BLUE_WATER,
// BROWN_WATER, SLIME, LAVA, BLOOD.
func TestQuake2Splashes(t *testing.T) {
	for style, color := range []uint8{0x00, 0xe0, 0xb0, 0x50, 0xd0, 0xe0, 0xe8, 0} {
		list, _, _ := q2Effects(t, 34, &message.Quake2TempEntity{Type: 10, Style: uint8(style)})
		if len(list) != 1 || list[0].Color != color {
			t.Errorf("style %d: %+v", style, list)
		}
	}
	// Styles of others are colors; one with a color of its own keeps it.
	for _, test := range []struct{ number, color uint8 }{{15, 0x70}, {25, 0x70}, {29, 0x70}, {40, 0x70}, {9, 0xe0}} {
		list, _, _ := q2Effects(t, 34, &message.Quake2TempEntity{Type: test.number, Style: 0x70})
		if len(list) != 1 || list[0].Color != test.color {
			t.Errorf("%d: %+v", test.number, list)
		}
	}
}

// Before protocol 32 the numbers 26 and 27 meant each other's effect.
func TestQuake2OldTempEntities(t *testing.T) {
	for _, test := range []struct {
		protocol int32
		number   uint8
		kind     world.EffectKind
		color    uint8
	}{
		{31, 26, world.EffectSparks, 0xe0}, {31, 27, world.EffectBlood, 0xdf}, {32, 26, world.EffectBlood, 0xdf},
		{32, 27, world.EffectSparks, 0xe0},
		{26, 27, world.EffectBlood, 0xdf}, {31, 25, world.EffectSparks, 3}, {31, 28, world.EffectExplosion, 0xe0},
	} {
		list, _, _ := q2Effects(t, test.protocol, &message.Quake2TempEntity{Type: test.number, Style: 3})
		if len(list) != 1 || list[0].Kind != test.kind || list[0].Color != test.color {
			t.Errorf("protocol %d, %d: %+v", test.protocol, test.number, list)
		}
	}
}

// Q2PRO tells the recorder how much it has hurt others.
func TestQuake2Damage(t *testing.T) {
	list, _, w := q2Effects(t, 34, &message.Quake2TempEntity{Type: 128, Count: 55})
	want := []world.Event{{Kind: world.EventDamage, Player: 0, Other: world.Nobody, Value: 55}}
	if d := cmp.Diff(want, eventsOf(w, world.EventDamage)); d != "" || len(list) != 0 {
		t.Errorf("%s %+v", d, list)
	}
}

type q2Flash struct {
	shot world.Shot
	rgb  uint32
}

// q2Flashes are the muzzle flashes of players, by number: blaster 0, machine gun 1, shotgun
// 2, chaingun 3 to 5, railgun 6, rocket and grenade launcher 7 and 8, BFG 12, super shotgun
// 13, hyperblaster 14, ion ripper 16, blue hyperblaster 17, phalanx 18, and Rogue's ETF rifle
// 30, shotgun 32, heat beam 33, blaster 34, tracker 35 and nukes 36 to 39.
var q2Flashes = map[uint16]q2Flash{
	0: {world.ShotBolt, 0xffff00}, 1: {world.ShotBullet, 0xffff00}, 2: {world.ShotPellets, 0xffff00},
	3: {world.ShotBullet, 0xff4000}, 4: {world.ShotBullet, 0xff8000}, 5: {world.ShotBullet, 0xffff00},
	6: {world.ShotBeam, 0x8080ff},
	7: {world.ShotMissile, 0xff8033}, 8: {world.ShotMissile, 0xff8000}, 12: {world.ShotBolt, 0x00ff00},
	13: {world.ShotPellets, 0xffff00},
	14: {world.ShotBolt, 0xffff00}, 16: {world.ShotBolt, 0xff8080}, 17: {world.ShotBolt, 0x0000ff},
	18: {world.ShotBolt, 0xff8080},
	30: {world.ShotMissile, 0xe6b300}, 32: {world.ShotPellets, 0xffff00}, 33: {world.ShotBeam, 0xffff00},
	34: {world.ShotBolt, 0x00ff00},
	35: {world.ShotBolt, 0x606060}, 36: {world.ShotNone, 0xff0000}, 37: {world.ShotNone, 0xffff00},
	38: {world.ShotNone, 0x0000ff}, 39: {world.ShotNone, 0x00ffff},
}

// q2MonsterFlashes are the muzzle flashes of monsters, a letter for each number from 1 on,
// a line for each kind of monster in the order of the game's list: b blaster, m machine gun,
// s shotgun, r rocket, g grenade, R railgun, B BFG, G green blaster, d disruptor, h heat beam.
const q2MonsterFlashes = "bbbmmmmmmmmmmmmmmmmmmmrrr" + // tank: 3 of the blaster, 19 of the machine gun, 3 rockets
	"mmmmmmmmmmmmm" + // infantry: 13
	"bbssmm" + // soldier: 2 of each
	"mmmmmmmmgggg" + // gunner: 8, 4 grenades
	"r" + // chick
	"bb" + // flyer
	"b" + // medic
	"R" + // gladiator
	"b" + // hover
	"m" + // actor
	"mmmmmmrrr" + // supertank: 6, 3 rockets
	"mmmmmrrrr" + // boss 2: 5 on the left, 4 rockets
	"b" + // float
	"bsmbsmbsmbsmbsmbsm" + // soldier: six more of each in turn
	"B" + "bbbbbbbbbbbbbbbbb" + "R" + // makron: BFG, 17 of the blaster, railgun
	"mmmmmmmmmmmmB" + // jorg: 6 on each side, BFG
	"mmmmm" + // boss 2: 5 on the right
	"mmg" + // carrier
	"mrb" + // turret
	"G" + "G" + "G" + // stalker, daedalus, medic commander
	"R" + // carrier
	"dGRh" + // widow: disruptor, blaster, rail, plasma beam
	"mm" + // carrier: the second ones
	"RR" + // widow: left, right
	// widow: 9 sweeping, 100 to 0 and 10 to 70 degrees, 8 while running
	"GGGGGGGGG" + "GGGGGGGGGGG" + "GGGGGGG" + "GGGGGGGG" +
	"rrrr" + // carrier
	"hhhhh" + "hhhhhhhhhhh" // widow 2: 5 beams, 11 sweeping

// TestQuake2MonsterFlashes goes through all numbers, those that no monster has too.
func TestQuake2MonsterFlashes(t *testing.T) {
	if len(q2MonsterFlashes) != 210 {
		t.Fatalf("%d numbers in the list, not 210", len(q2MonsterFlashes))
	}
	looks := map[byte]q2Flash{
		'b': {world.ShotBolt, 0xffff00}, 'm': {world.ShotBullet, 0xffff00}, 's': {world.ShotPellets, 0xffff00},
		'r': {world.ShotMissile, 0xff8033},
		'g': {world.ShotMissile, 0xff8000}, 'R': {world.ShotBeam, 0x8080ff}, 'B': {world.ShotBolt, 0x80ff80},
		'G': {world.ShotBolt, 0x00ff00},
		'd': {world.ShotBolt, 0x606060}, 'h': {world.ShotBeam, 0xffff00},
	}
	for value := uint16(0); value < 256; value++ {
		list, _, _ := q2Effects(t, 34, &message.Quake2MuzzleFlash{Entity: 9, Monster: true, Value: value})
		want := world.Effect{Kind: world.EffectMuzzleFlash, Clock: 0.5, Life: 0.1, Origin: [3]float32{1, 2, 3},
			Entity: 9}
		if value >= 1 && int(value) <= len(q2MonsterFlashes) {
			look := looks[q2MonsterFlashes[value-1]]
			want.Shot, want.RGB = look.shot, look.rgb
		}
		if len(list) != 1 || list[0] != want {
			t.Errorf("%d: %+v, not %+v", value, list, want)
		}
	}
}

// first returns the first of the sounds that a client chooses from by chance.
func first(path string) string {
	for _, name := range []string{"weapons/machgf%db.wav", "player/step%d.wav", "world/ric%d.wav",
		"tank/tnkatk2%c.wav"} {
		for i := range 5 {
			other := fmt.Sprintf(name, i+1)
			one := fmt.Sprintf(name, 1)
			if strings.HasSuffix(name, "%c.wav") {
				other, one = fmt.Sprintf(name, 'a'+i), fmt.Sprintf(name, 'a')
			}
			if path == other {
				return one
			}
		}
	}
	return path
}

// TestQuake2Variants: what a client chooses by chance is the same each time that a moment is
// played, and all are chosen: of 16 bullets three are heard, in three ways.
func TestQuake2Variants(t *testing.T) {
	count := func(messages ...message.Message) map[string]int {
		heard := map[string]int{}
		for range 2 {
			w := newWorld23(t, "dm2")
			feed(w, q2Begin(34, 1, 0)...)
			for i := range int32(400) {
				feed(w, append(q2Frame(1+i, -1, nil), messages...)...)
				for _, s := range w.Heard {
					heard[s.Path(w.Level())]++
				}
			}
		}
		for name, n := range heard {
			if n%2 != 0 {
				t.Errorf("%s is heard %d times in two", name, n)
			}
		}
		return heard
	}
	between := func(heard map[string]int, names []string, least, most int) {
		t.Helper()
		if len(heard) != len(names) {
			t.Errorf("%v", heard)
		}
		for _, name := range names {
			if n := heard[name] / 2; n < least || n > most {
				t.Errorf("%s is heard %d times of 400", name, n)
			}
		}
	}
	between(count(&message.Quake2TempEntity{Type: 0}), []string{"world/ric1.wav", "world/ric2.wav", "world/ric3.wav"},
		10, 40)
	between(count(&message.Quake2TempEntity{Type: 10, Style: 1}), []string{"world/spark5.wav", "world/spark6.wav",
		"world/spark7.wav"}, 70, 240)
	between(count(&message.Quake2MuzzleFlash{Entity: 9, Value: 1}),
		[]string{"weapons/machgf1b.wav", "weapons/machgf2b.wav", "weapons/machgf3b.wav", "weapons/machgf4b.wav",
			"weapons/machgf5b.wav"}, 50, 110)
}

// What monsters' muzzle flashes sound like, by the first and last number of each kind.
func TestQuake2MonsterSounds(t *testing.T) {
	for value, want := range map[uint16]string{
		1: "tank/tnkatck3", 3: "tank/tnkatck3", 4: "tank/tnkatk2a", 22: "tank/tnkatk2a", 23: "tank/tnkatck1",
		26: "infantry/infatck1", 38: "infantry/infatck1",
		39: "soldier/solatck2", 41: "soldier/solatck1", 43: "soldier/solatck3", 45: "gunner/gunatck2",
		53: "gunner/gunatck3", 57: "chick/chkatck2",
		58: "flyer/flyatck3", 60: "medic/medatck1", 61: "", 62: "hover/hovatck1", 64: "infantry/infatck1",
		70: "tank/rocket", 73: "infantry/infatck1",
		78: "tank/rocket", 82: "floater/fltatck1", 83: "soldier/solatck2", 99: "soldier/solatck1",
		100: "soldier/solatck3", 101: "", 102: "makron/blaster",
		118: "makron/blaster", 119: "", 120: "boss3/xfire", 125: "boss3/xfire", 126: "", 133: "", 200: "",
	} {
		_, heard, w := q2Effects(t, 34, &message.Quake2MuzzleFlash{Entity: 9, Monster: true, Value: value})
		if want == "" && len(heard) == 0 {
			continue
		}
		attenuation := float32(1)
		if value >= 73 && value <= 77 {
			attenuation = 0
		}
		if len(heard) != 1 || first(heard[0].Path(w.Level())) != want+".wav" || heard[0].Attenuation != attenuation ||
			heard[0].Channel != 1 {
			t.Errorf("%d: %+v, not %q", value, heard, want)
		}
	}
}

// The muzzle flashes of players, DM2 3.2, and Rogue's from 30 on.
func TestQuake2MuzzleFlashes(t *testing.T) {
	sounds := map[uint16]string{
		0: "weapons/blastf1a.wav", 1: "weapons/machgf1b.wav", 2: "weapons/shotgf1b.wav", 3: "weapons/machgf1b.wav",
		4: "weapons/machgf1b.wav",
		5: "weapons/machgf1b.wav", 6: "weapons/railgf1a.wav", 7: "weapons/rocklf1a.wav", 8: "weapons/grenlf1a.wav",
		9: "weapons/grenlf1a.wav", 10: "weapons/grenlf1a.wav", 11: "weapons/grenlf1a.wav", 12: "weapons/bfg__f1y.wav",
		13: "weapons/sshotf1b.wav", 14: "weapons/hyprbf1a.wav", 16: "weapons/rippfire.wav",
		17: "weapons/hyprbf1a.wav", 18: "weapons/plasshot.wav", 30: "weapons/nail1.wav", 32: "weapons/shotg2.wav",
		34: "weapons/blastf1a.wav",
		35: "weapons/disint2.wav",
	}
	for value := uint16(0); value < 128; value++ {
		for _, silenced := range []uint16{0, 128} {
			list, heard, w := q2Effects(t, 34, &message.Quake2MuzzleFlash{Entity: 9, Value: value | silenced})
			flash := []world.Effect{{Kind: world.EffectMuzzleFlash, Clock: 0.5, Life: 0.1, Origin: [3]float32{1, 2, 3},
				Entity: 9}}
			look := &flash[0]
			look.Shot, look.RGB = q2Flashes[value].shot, q2Flashes[value].rgb
			switch value {
			case 9, 10, 11: // login, logout, respawn
				look.Kind, look.Life, look.Count, look.Color, look.Colors = world.EffectTeleport, 0.6, 500,
					[]uint8{0xd0, 0x40, 0xe0}[value-9], 8
			case 15:
				look.Kind, look.Life, look.Count, look.Color, look.Colors = world.EffectItemRespawn, 0.5, 64, 0xd4, 4
			}
			if d := cmp.Diff(flash, list); d != "" {
				t.Fatalf("%d: %s", value, d)
			}
			volume := float32(1)
			if silenced != 0 && (value < 9 || value > 11) {
				volume = 0.2
			}
			// A chaingun shoots again, the others are loaded.
			again, loaded := map[uint16][]float64{4: {0.55}, 5: {0.533, 0.566}}[value],
				map[uint16]string{2: "weapons/shotgr1b.wav", 7: "weapons/rocklr1b.wav",
					8: "weapons/grenlr1b.wav"}[value]
			for i, clock := range again {
				if len(heard) != 1+len(again) || first(heard[1+i].Path(w.Level())) != sounds[value] ||
					math.Abs(heard[1+i].Clock-clock) > 1e-9 || heard[1+i].Channel != 1 || heard[1+i].Volume != volume {
					t.Fatalf("%d: %+v", value, heard)
				}
			}
			heard = heard[:len(heard)-len(again)]
			if loaded != "" {
				if len(heard) != 2 || heard[1].Path(w.Level()) != loaded || heard[1].Clock != 0.6 ||
					heard[1].Channel != 0 || heard[1].Volume != volume {
					t.Errorf("%d: %+v", value, heard)
				}
				heard = heard[:1]
			}
			if sounds[value] == "" {
				if len(heard) != 0 {
					t.Errorf("%d is heard: %q", value, heard[0].Path(w.Level()))
				}
			} else if len(heard) != 1 || first(heard[0].Path(w.Level())) != sounds[value] ||
				heard[0].Volume != volume || heard[0].Channel != 1 ||
				heard[0].Entity != 9 || heard[0].Origin != [3]float32{1, 2, 3} || heard[0].Attenuation != 1 ||
				heard[0].Clock != 0.5 || heard[0].Flags != world.SoundFollows {
				t.Errorf("%d: %+v", value, heard)
			}
		}
	}
	if list, heard, _ := q2Effects(t, 34, &message.Quake2MuzzleFlash{Entity: 9, Monster: true, Value: 61}); len(
		list) != 1 || len(heard) != 0 {
		t.Errorf("a monster's: %+v %+v", list, heard)
	}
	if list, _, _ := q2Effects(t, 34, &message.Quake2MuzzleFlash{Entity: 8, Value: 2}); len(list) != 1 ||
		list[0].Origin != [3]float32{} {
		t.Errorf("of nobody who is there: %+v", list)
	}
}

// EV_ITEM_RESPAWN to EV_PLAYER_TELEPORT of DM2 3.15, and Q2PRO's 7.
func TestQuake2EntityEvents(t *testing.T) {
	for event, test := range []struct {
		kind   world.EffectKind
		life   float64
		sound  string
		noLerp bool
	}{
		{}, {world.EffectItemRespawn, 0.5, "items/respawn1.wav", false}, {sound: "player/step1.wav"},
		{sound: "player/land1.wav"},
		{sound: "*fall2.wav"}, {sound: "*fall1.wav"}, {world.EffectTeleport, 0.6, "misc/tele1.wav", true},
		{noLerp: true}, {}, {}, {},
	} {
		w := q2Client(t)
		feed(w, q2Frame(1, -1, &message.Quake2PlayerInfo{})...)
		d := message.EntityDelta{
			Number: 1, Mask: message.FieldModel | message.FieldOriginY | message.FieldEvent, Model: 255,
			Origin: [3]wire.Coord{0, 16}, Event: int32(event),
		}
		feed(w, q2Frame(2, 1, &message.Quake2PlayerInfo{}, d)...)
		var want []world.Effect
		if test.life != 0 {
			want = []world.Effect{{Kind: test.kind, Clock: 0.1, Life: test.life, Origin: [3]float32{0, 2, 0},
				Entity: 1}}
			if want[0].Count, want[0].Color, want[0].Colors = 64, 0xd4, 4; event == 6 {
				want[0].Count, want[0].Color, want[0].Colors = 0, 7, 8
			}
		}
		if d := cmp.Diff(want, append([]world.Effect(nil), w.Effects.List...)); d != "" {
			t.Errorf("event %d: %s", event, d)
		}
		if test.sound == "" && len(w.Effects.Sounds) != 0 || test.sound != "" && (len(w.Effects.Sounds) != 1 ||
			first(w.Effects.Sounds[0].Path(w.Level())) != test.sound || w.Effects.Sounds[0].Origin[1] != 2 ||
			w.Effects.Sounds[0].Entity != 1 ||
			w.Effects.Sounds[0].Volume != 1 || w.Effects.Sounds[0].Attenuation != map[bool]float32{false: 1,
			true: 2}[event == 1 || event == 6] ||
			w.Effects.Sounds[0].Channel != []uint8{0, 1, 4, 0, 0, 0, 1}[event]) {
			t.Errorf("event %d: %+v", event, w.Effects.Sounds)
		}
		e := w.Entity(1)
		if e.Flags&world.FlagNoLerp != 0 != test.noLerp || w.Players[0].NoLerp != test.noLerp ||
			w.View.NoLerp != test.noLerp {
			t.Errorf("event %d: %v, %v, %v", event, e.Flags, w.Players[0].NoLerp, w.View.NoLerp)
		}
		if e.Event != uint8(event) {
			t.Errorf("event %d: %d", event, e.Event)
		}
		// It is over with the next frame, and not heard again.
		sounds := len(w.Effects.Sounds)
		feed(w, q2Frame(3, 2, &message.Quake2PlayerInfo{})...)
		if e := w.Entity(1); e.Event != 0 || e.Flags != 0 || len(w.Effects.Sounds) != sounds {
			t.Errorf("event %d stays: %+v", event, e)
		}
		// Of the frame before: the event is in the base, and over.
		feed(w, q2Frame(4, 2, &message.Quake2PlayerInfo{}, message.EntityDelta{Number: 1, Mask: message.FieldSound,
			Sound: 1})...)
		if e := w.Entity(1); e.Event != 0 || e.Flags != 0 || len(w.Effects.Sounds) != sounds {
			t.Errorf("event %d comes back: %+v", event, e)
		}
	}
}

// Events of two frames in a row: the second frame's stay for it.
func TestQuake2EventsInARow(t *testing.T) {
	w := q2Client(t)
	event := func(number, event int32) message.EntityDelta {
		return message.EntityDelta{Number: number, Mask: message.FieldEvent, Event: event}
	}
	feed(w, q2Frame(1, -1, nil, event(8, 6), event(9, 6), event(10, 6))...)
	feed(w, q2Frame(2, 1, nil, event(9, 5), event(11, 4))...)
	for number, want := range map[int32]uint8{8: 0, 9: 5, 10: 0, 11: 4} {
		if e := w.Entity(number); e.Event != want || e.Flags != 0 {
			t.Errorf("entity %d: %+v", number, e)
		}
	}
}

// A sound has a place of its own, or that of its entity.
func TestQuake2Sounds(t *testing.T) {
	_, sounds, w := q2Effects(t, 34, &message.Sound{
		Entity: 9, Channel: 3, Sound: 1, Volume: 51, Attenuation: 128, TimeOffset: 50, Origin: [3]wire.Coord{
			80, 80, 80},
	})
	want := []world.SoundStart{{Clock: 0.55, Origin: [3]float32{1, 2, 3}, Entity: 9, Sound: 1, Channel: 3,
		Flags: world.SoundFollows, Volume: 0.2, Attenuation: 2}}
	if d := cmp.Diff(want, sounds); d != "" {
		t.Error(d)
	}
	if path := sounds[0].Path(w.Level()); path != "misc/talk.wav" {
		t.Errorf("%q", path)
	}
	if d := cmp.Diff([]world.Event{{Kind: world.EventSound, Player: 8, Other: world.Nobody, Value: 1}},
		eventsOf(w, world.EventSound)); d != "" {
		t.Error(d)
	}
	_, sounds, _ = q2Effects(t, 34, &message.Sound{Bits: 4, Entity: 9, Sound: 1, Volume: 255, Attenuation: 64,
		Origin: [3]wire.Coord{80, 160, 240}})
	if sounds[0].Origin != [3]float32{10, 20, 30} || sounds[0].Volume != 1 || sounds[0].Attenuation != 1 ||
		sounds[0].Clock != 0.5 {
		t.Errorf("%+v", sounds)
	}
	if (&world.SoundStart{Own: 255}).Path(w.Level()) != "" || (&world.SoundStart{Sound: 999}).Path(w.Level()) != "" {
		t.Error("a sound that nobody knows has a name")
	}
}

// What began in the last seconds is remembered, also what another sound has replaced.
func TestQuake2SoundsAreKept(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil)...)
	sound := func(entity int32, channel uint8, number int32) message.Message {
		return &message.Sound{Entity: entity, Channel: channel, Sound: number}
	}
	heard := func() (list []uint16) {
		for _, s := range w.Effects.Sounds {
			list = append(list, s.Sound)
		}
		return list
	}
	feed(w, sound(1, 1, 1), sound(1, 2, 2), sound(2, 1, 3), sound(1, 1, 4), sound(1, 0, 5), sound(1, 0, 6),
		sound(2, 2, 7))
	if d := cmp.Diff([]uint16{1, 2, 3, 4, 5, 6, 7}, heard()); d != "" {
		t.Error(d)
	}
	// 128 are remembered, the newest.
	for i := range int32(126) {
		feed(w, sound(100+i, 1, 100+i))
	}
	list := heard()
	if len(list) != 128 || list[0] != 6 || list[127] != 225 {
		t.Errorf("%d sounds: %v", len(list), list)
	}
	// For two and a half seconds, which are over with the frame after them.
	feed(w, q2Frame(26, 1, nil)...)
	if n := len(w.Effects.Sounds); n != 128 {
		t.Errorf("%d sounds after 2.5 seconds", n)
	}
	feed(w, q2Frame(27, 26, nil)...)
	if n := len(w.Effects.Sounds); n != 0 {
		t.Errorf("%d sounds after 2.6 seconds", n)
	}
}

// 256 effects are kept, the newest; each ends by itself; the beam of an entity
// replaces its last one.
func TestQuake2EffectList(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil)...)
	effect := func(kind uint8, entity, x int16) message.Message {
		return &message.Quake2TempEntity{Type: kind, Entity: entity, Origin: [3]wire.Coord{wire.Coord(x) * 8}}
	}
	x := func() (list []float32) {
		for _, e := range w.Effects.List {
			list = append(list, e.Origin[0])
		}
		return list
	}
	feed(w, effect(59, 1, 1), effect(16, 2, 2), effect(24, 1, 3), effect(16, 0, 4), effect(16, 0, 5), effect(33, 1, 6),
		effect(33, 1, 7),
		effect(38, 1, 8), effect(38, 1, 9), effect(16, 2, 10), effect(3, 1, 11), effect(3, 1, 12), effect(11, 1, 13),
		effect(11, 1, 14),
		effect(5, 1, 15), effect(5, 1, 16))
	// 59 and 24 both are grapples: entity 1's second replaces the first.
	if d := cmp.Diff([]float32{3, 10, 4, 5, 7, 9, 11, 12, 13, 14, 15, 16}, x()); d != "" {
		t.Error(d)
	}
	feed(w, q2Frame(3, 1, nil)...) // 0.2 seconds later, and 0.3
	if d := cmp.Diff([]float32{3, 10, 4, 5, 7, 9, 11, 12, 13, 14, 15, 16}, x()); d != "" {
		t.Error(d)
	}
	feed(w, q2Frame(4, 3, nil)...)
	if d := cmp.Diff([]float32{11, 12, 13, 14, 15, 16}, x()); d != "" {
		t.Error(d)
	}
	feed(w, q2Frame(8, 4, nil)...) // 0.7
	if d := cmp.Diff([]float32{11, 12, 13, 14}, x()); d != "" {
		t.Error(d)
	}
	feed(w, q2Frame(13, 8, nil)...) // 1.2
	if len(w.Effects.List) != 0 {
		t.Errorf("%+v", w.Effects.List)
	}
	for i := range int16(256) {
		feed(w, effect(5, 0, i))
	}
	if list := x(); len(list) != 256 || list[0] != 0 || list[255] != 255 {
		t.Errorf("%d effects", len(list))
	}
	feed(w, effect(5, 0, 256))
	if list := x(); len(list) != 256 || list[0] != 1 || list[255] != 256 {
		t.Errorf("%d effects, from %v", len(list), list[0])
	}
	// Each with its own end, whatever was added in between.
	w = q2Client(t)
	feed(w, append(q2Frame(1, -1, nil), effect(3, 0, 1))...) // until 1.0
	feed(w, append(q2Frame(3, 1, nil), effect(36, 0, 2))...) // 0.2 to 0.3
	feed(w, append(q2Frame(3, 1, nil), effect(5, 0, 3))...)  // 0.2 to 0.8
	feed(w, q2Frame(5, 3, nil)...)                           // 0.4
	if d := cmp.Diff([]float32{1, 3}, x()); d != "" {
		t.Error(d)
	}
	feed(w, q2Frame(10, 5, nil)...) // 0.9
	if d := cmp.Diff([]float32{1}, x()); d != "" {
		t.Error(d)
	}
	for _, test := range []struct {
		kind world.EffectKind
		beam bool
	}{
		{world.EffectGunshot, false}, {world.EffectSplash, false}, {world.EffectBFG, false},
		{world.EffectMuzzleFlash, false}, {world.EffectBeam, true},
		{world.EffectLightning, true}, {world.EffectRail, true}, {world.EffectBubbles, true},
		{world.EffectGrapple, true}, {world.EffectLaser, true},
	} {
		if test.kind.Beam() != test.beam {
			t.Errorf("kind %d: %v", test.kind, test.kind.Beam())
		}
	}
}
