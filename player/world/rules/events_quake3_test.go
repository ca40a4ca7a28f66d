package rules_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// q3Event is an event entity, whose kind is the first kind of events and the
// event; its place is (1, 2, 3).
func q3Event(s *q3Snap, number uint16, kind int32, fields ...int32) *q3Snap {
	return s.entity(number, append([]int32{
		message.EntityStateType, kind, message.EntityStatePosBaseX, q3Bits(1), message.EntityStatePosBaseY, q3Bits(2),
		message.EntityStatePosBaseZ, q3Bits(3),
	}, fields...)...)
}

// The means of death by number: of the game, of those with the mission pack's
// weapons, and of Quake Live.
func TestQuake3MeansOfDeath(t *testing.T) {
	weapons := []string{
		"", "shotgun", "gauntlet", "machine gun", "grenade launcher", "grenade launcher", "rocket launcher",
		"rocket launcher", "plasma gun",
		"plasma gun", "railgun", "lightning gun", "BFG", "BFG", "water", "slime", "lava", "crush", "telefrag",
		"falling", "suicide", "laser",
		"trap", "grapple",
	}
	mission := append(append([]string{}, weapons[:23]...), "nailgun", "chaingun", "proximity mine launcher", "kamikaze",
		"juiced", "grapple")
	// Number 30 is the end of a death in freeze tag, and none.
	// In udt_p91_duel number 33 takes 80 from a player at whom another shoots the railgun.
	live := append(append([]string{}, mission...), "team switch", "thaw", "discharge", "heavy machine gun",
		"railgun headshot")
	for _, test := range []struct {
		protocol, kind int32
		info           string
		weapons        []string
	}{
		{43, 70, "0 ", weapons}, {45, 70, "0 ", weapons}, {46, 73, "0 ", weapons}, {48, 73, "0 ", weapons},
		{66, 73, "0 ", weapons},
		{68, 73, "0 ", weapons}, {68, 73, `1 \fs_game\cpma`, weapons}, {68, 73, `1 \fs_game\osp`, weapons},
		{68, 73, `1 \fs_game\missionpack`, mission}, {68, 73, `1 \fs_game\MissionPack`, mission},
		{68, 73, `0 \gamename\baseoa`, mission},
		{71, 73, "0 ", mission}, {71, 73, `1 \fs_game\excessive`, mission},
		{73, 71, "0 ", live}, {90, 71, "0 ", live}, {91, 71, "0 ", live},
	} {
		blows := map[int32]world.HitType{
			4: world.HitDirect, 6: world.HitDirect, 8: world.HitDirect, 12: world.HitDirect,
			5: world.HitSplash, 7: world.HitSplash, 9: world.HitSplash, 13: world.HitSplash,
		}
		for means := int32(-1); means < 40; means++ {
			q := q3Begin(t, test.protocol, test.info)
			q.packet(2, &q3Event(q3At(1000, 0), 100, test.kind, message.EntityStateEventParm, means,
				message.EntityStateOtherEntityNum, 2,
				message.EntityStateOtherEntityNum2, 5).m)
			name := ""
			if means >= 0 && int(means) < len(test.weapons) {
				name = test.weapons[means]
			}
			want := []world.Event{{Kind: world.EventKill, Player: 5, Other: 2, Value: means, Weapon: weapon.Named(name),
				HitType: blows[means]}}
			if name == "thaw" {
				if len(q.Events) != 0 || len(q.Players) > 2 && q.Players[2].Deaths != 0 {
					t.Errorf("protocol %d, means %d: %+v", test.protocol, means, q.Events)
				}
				continue
			}
			if d := cmp.Diff(want, q.Events); d != "" {
				t.Errorf("protocol %d, means %d: %s", test.protocol, means, d)
			}
			if q.Players[5].Kills != 1 || q.Players[5].Deaths != 0 || q.Players[2].Deaths != 1 ||
				q.Players[2].Kills != 0 {
				t.Errorf("protocol %d, means %d: %+v", test.protocol, means, q.Players)
			}
		}
		// The kinds beside it are none.
		for _, kind := range []int32{test.kind - 1, test.kind + 1} {
			q := q3Begin(t, test.protocol)
			q.packet(2, &q3Event(q3At(1000, 0), 100, kind, message.EntityStateOtherEntityNum, 2,
				message.EntityStateOtherEntityNum2, 5).m)
			if len(q.Events) != 0 {
				t.Errorf("protocol %d, kind %d: %+v", test.protocol, kind, q.Events)
			}
		}
	}
	// The world kills; a player kills itself; nobody dies.
	for _, test := range []struct {
		victim, killer int32
		want           []world.Event
	}{
		{2, 1022, []world.Event{{Kind: world.EventKill, Player: world.Nobody, Other: 2}}},
		{2, 64, []world.Event{{Kind: world.EventKill, Player: world.Nobody, Other: 2}}},
		{2, -1, []world.Event{{Kind: world.EventKill, Player: world.Nobody, Other: 2}}},
		{2, 63, []world.Event{{Kind: world.EventKill, Player: 63, Other: 2}}},
		{63, 0, []world.Event{{Kind: world.EventKill, Player: 0, Other: 63}}},
		{2, 2, []world.Event{{Kind: world.EventKill, Player: 2, Other: 2}}},
		{64, 2, nil}, {-1, 2, nil},
	} {
		q := q3Begin(t, 68)
		q.packet(2, &q3Event(q3At(1000, 0), 100, 73, message.EntityStateOtherEntityNum, test.victim,
			message.EntityStateOtherEntityNum2, test.killer).m)
		if d := cmp.Diff(test.want, eventsOf(q.World, world.EventKill)); d != "" {
			t.Errorf("%d by %d: %s", test.victim, test.killer, d)
		}
		if p := q.Players; test.killer == test.victim && (p[2].Kills != 0 || p[2].Suicides != 1 || p[2].Deaths != 1) {
			t.Errorf("a suicide is %+v", p[2])
		}
	}
	// Who kills a team mate kills nobody else; players without a team are no mates.
	for _, test := range []struct {
		victim, killer string
		mates          bool
	}{{"1", "1", true}, {"2", "2", true}, {"1", "2", false}, {"0", "0", false}, {"3", "3", false}} {
		q := q3Begin(t, 68, `546 n\Ann\t\`+test.victim, `549 n\Bo\t\`+test.killer)
		q.packet(2, &q3Event(q3At(1000, 0), 100, 73, message.EntityStateOtherEntityNum, 2,
			message.EntityStateOtherEntityNum2, 5, message.EntityStateEventParm, 6).m)
		want := []world.Event{{Kind: world.EventKill, Player: 5, Other: 2, Value: 6, Weapon: weapon.RocketLauncher,
			HitType: world.HitDirect, TeamKill: test.mates}}
		if d := cmp.Diff(want, eventsOf(q.World, world.EventKill)); d != "" {
			t.Errorf("%+v: %s", test, d)
		}
		kills, mates := int32(1), int32(0)
		if test.mates {
			kills, mates = 0, 1
		}
		if k := q.Players[5]; k.Kills != kills || k.TeamKills != mates || q.Players[2].Deaths != 1 {
			t.Errorf("%+v: %+v", test, k)
		}
	}
	// An obituary as the event of an entity that is more than that is none.
	q := q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).entity(100, message.EntityStateEvent, 60, message.EntityStateOtherEntityNum, 2).m)
	if len(q.Events) != 0 {
		t.Errorf("%+v", q.Events)
	}
}

// q3Event68 are the events of Quake III 1.32, in their order from 1 on, and what is seen of
// each: or why nothing.
var q3Event68 = []struct {
	name, nothing string
	kind          world.EffectKind
	life          float64
}{
	{name: "footstep", nothing: "heard; feet are off by default"}, {name: "footstep on metal", nothing: "heard"},
	{name: "foot splash", nothing: "heard"},
	{name: "foot wades", nothing: "heard"}, {name: "swim", nothing: "heard"},
	{name: "step 4", nothing: "the view climbs a stair"}, {name: "step 8", nothing: "the same"},
	{name: "step 12", nothing: "the same"}, {name: "step 16", nothing: "the same"},
	{name: "fall short", nothing: "heard"}, {name: "fall medium", nothing: "heard"},
	{name: "fall far", nothing: "heard"},
	{name: "jump pad", kind: world.EffectJumpPad, life: 0.5}, {name: "jump", nothing: "heard"},
	{name: "water touch", nothing: "heard"}, {name: "water leave", nothing: "heard"},
	{name: "water under", nothing: "heard"}, {name: "water clear", nothing: "heard"},
	{name: "item pick-up", nothing: "an event of the index"}, {name: "global item pick-up",
		nothing: "an event of the index"}, {name: "no ammo", nothing: "heard"},
	{name: "change weapon", nothing: "the weapon in hand is another"},
	{name: "fire weapon", kind: world.EffectMuzzleFlash, life: 0.1},
	{name: "use item 0", nothing: "printed"}, {name: "use item 1", nothing: "printed"},
	{name: "use item 2", nothing: "printed"}, {name: "use item 3", nothing: "printed"},
	{name: "use item 4", nothing: "printed"}, {name: "use item 5", nothing: "printed"},
	{name: "use item 6", nothing: "printed"}, {name: "use item 7", nothing: "printed"},
	{name: "use item 8", nothing: "printed"}, {name: "use item 9", nothing: "printed"},
	{name: "use item 10", nothing: "printed"}, {name: "use item 11", nothing: "printed"},
	{name: "use item 12", nothing: "printed"}, {name: "use item 13", nothing: "printed"},
	{name: "use item 14", nothing: "printed"}, {name: "use item 15", nothing: "printed"},
	{name: "item respawns", kind: world.EffectItemRespawn, life: 0.5}, {name: "item pops", nothing: "heard"},
	{name: "teleport in", kind: world.EffectTeleport, life: 0.5}, {name: "teleport out", kind: world.EffectTeleport,
		life: 0.5},
	{name: "grenade bounces", nothing: "heard"}, {name: "general sound", nothing: "heard"},
	{name: "global sound", nothing: "heard"}, {name: "team sound", nothing: "heard"},
	{name: "bullet hits flesh", kind: world.EffectBlood, life: 0.3}, {name: "bullet hits wall",
		kind: world.EffectGunshot, life: 0.3},
	{name: "missile hits", kind: world.EffectExplosion, life: 0.6},
	{name: "missile misses", kind: world.EffectExplosion, life: 0.6},
	{name: "missile misses on metal", kind: world.EffectExplosion, life: 0.6},
	{name: "rail trail", kind: world.EffectRail, life: 0.4}, {name: "shotgun", kind: world.EffectShotgun, life: 0.2},
	{name: "bullet", nothing: "not sent"},
	{name: "pain", nothing: "the figure shows it"}, {name: "death 1", nothing: "the figure falls"},
	{name: "death 2", nothing: "the figure falls"}, {name: "death 3", nothing: "the figure falls"},
	{name: "obituary", nothing: "a kill of the index"}, {name: "quad", nothing: "heard; the figure glows"},
	{name: "battle suit", nothing: "the same"}, {name: "regeneration", nothing: "the same"},
	{name: "gib", kind: world.EffectGibs, life: 1}, {name: "score plum", nothing: "a number for one player"},
	{name: "mine sticks", nothing: "heard"}, {name: "mine triggers", nothing: "heard"},
	{name: "kamikaze", kind: world.EffectNuke, life: 1},
	{name: "obelisk explodes", kind: world.EffectExplosion, life: 0.6}, {name: "obelisk hurts", nothing: "heard"},
	{name: "invulnerable", kind: world.EffectShield, life: 0.3},
	{name: "juiced", nothing: "the gibs follow"}, {name: "lightning bolt", kind: world.EffectLightning, life: 0.2},
	{name: "debug line", nothing: "for developers"},
	{name: "stop loop", nothing: "heard"}, {name: "taunt", nothing: "heard"}, {name: "yes", nothing: "heard"},
	{name: "no", nothing: "heard"},
	{name: "follow me", nothing: "heard"}, {name: "get flag", nothing: "heard"}, {name: "guard base", nothing: "heard"},
	{name: "patrol", nothing: "heard"},
}

// q3Number returns the number in protocol 68 of another's event, 0 if it has none: the
// first have no team sound and no miss on metal, Quake Live no stairs.
func q3Number(protocol, event int32) int32 {
	switch {
	case protocol == 43 && event >= 47 && event < 51:
		return event + 1
	case protocol == 43 && event >= 51:
		return event + 2
	case protocol != 91 || event < 6:
		return event
	case event < 19:
		return event + 4
	case event == 19 || event == 57 || event == 62 || event > 64:
		return 0
	case event < 57:
		return event + 3
	case event < 62:
		return event + 2
	}
	return event + 1
}

// What events look like, by the numbers of each protocol.
func TestQuake3EventEffects(t *testing.T) {
	if len(q3Event68) != 82 {
		t.Fatalf("%d events in the list, not 82", len(q3Event68))
	}
	for _, test := range []struct {
		protocol, first int32
		sounds          map[int32]float32 // those that are heard, with their attenuation
	}{
		{43, 12, map[int32]float32{45: 1, 46: 0}}, {48, 13, map[int32]float32{45: 1, 46: 0}},
		{68, 13, map[int32]float32{45: 1, 46: 0}},
		{71, 13, map[int32]float32{45: 1, 46: 0}}, {91, 13, map[int32]float32{42: 1, 43: 0}},
	} {
		for event := int32(1); event < 90; event++ {
			q := q3Begin(t, test.protocol)
			q.packet(2, &q3At(1000, 0).m)
			q.packet(3, &q3Event(q3At(1500, 1), 100, test.first+event, message.EntityStateEventParm, 5,
				message.EntityStateClientNum, 6, message.EntityStateWeapon, 5,
				message.EntityStateOtherEntityNum, 7,
				message.EntityStateOrigin2X, q3Bits(4), message.EntityStateOrigin2Y, q3Bits(5),
				message.EntityStateOrigin2Z, q3Bits(6)).m)
			var want []world.Effect
			if n := q3Number(test.protocol, event); n > 0 && int(n) <= len(q3Event68) && q3Event68[n-1].nothing == "" {
				l := &q3Event68[n-1]
				e := world.Effect{Kind: l.kind, Clock: 0.5, Life: l.life, Origin: [3]float32{1, 2, 3}, Entity: 6}
				switch l.name {
				case "fire weapon": // a rocket
					e.Shot, e.RGB = world.ShotMissile, 0xffbf00
				case "rail trail":
					e.Origin, e.End, e.RGB = [3]float32{4, 5, 6}, [3]float32{1, 2, 3}, 0xffffff
				case "lightning bolt":
					e.Origin, e.End = [3]float32{4, 5, 6}, [3]float32{1, 2, 3}
				case "shotgun":
					e.End, e.Entity, e.Count, e.Color = [3]float32{5, 7, 9}, 7, 11, 5
				case "bullet hits flesh":
					e.Entity = 7
				case "bullet hits wall":
					e.Entity, e.Velocity = 7, [3]float32{0, 0, 1}
				case "missile hits", "missile misses", "missile misses on metal":
					e.Velocity = [3]float32{0, 0, 1}
				}
				want = []world.Effect{e}
			}
			if d := cmp.Diff(want, append([]world.Effect(nil), q.Effects.List...)); d != "" {
				t.Errorf("protocol %d, event %d: %s", test.protocol, event, d)
			}
			var sounds []world.SoundStart
			if attenuation, ok := test.sounds[event]; ok {
				sounds = []world.SoundStart{{Clock: 0.5, Origin: [3]float32{1, 2, 3}, Entity: 100, Sound: 5, Volume: 1,
					Attenuation: attenuation}}
			}
			if len(sounds) > 0 && sounds[0].Attenuation == 1 {
				sounds[0].Flags = world.SoundFollows
			} else if len(sounds) > 0 {
				sounds[0].Flags = world.SoundFlat
			}
			var told []world.SoundStart // the client's own are in TestQuake3EventSounds
			for _, s := range q.Effects.Sounds {
				if s.Own == 0 {
					told = append(told, s)
				}
			}
			if d := cmp.Diff(sounds, told); d != "" {
				t.Errorf("protocol %d, event %d: %s", test.protocol, event, d)
			}
		}
	}
}

// What the weapons of Quake III fire, the color of the light, and what their missiles look
// like on walls and on players.
func TestQuake3Weapons(t *testing.T) {
	type look struct {
		kind world.EffectKind
		life float64
		rgb  uint32
	}
	gunshot, sparks, blood := look{world.EffectGunshot, 0.3, 0}, look{world.EffectSparks, 0.3, 0},
		look{world.EffectBlood, 0.3, 0}
	explosion, plasma, bfg := look{world.EffectExplosion, 0.6, 0}, look{world.EffectPlasma, 0.3, 0x9999ff},
		look{world.EffectBFG, 0.6, 0}
	for weapon, test := range []struct {
		name         string
		shot         world.Shot
		light        uint32
		wall, player look
	}{
		{"none", world.ShotUnknown, 0, sparks, blood},
		{"gauntlet", world.ShotUnknown, 0, sparks, blood},
		{"machine gun", world.ShotBullet, 0xffff00, gunshot, blood},
		{"shotgun", world.ShotPellets, 0xffff00, gunshot, blood},
		{"grenade launcher", world.ShotMissile, 0xffb300, explosion, explosion},
		{"rocket launcher", world.ShotMissile, 0xffbf00, explosion, explosion},
		{"lightning gun", world.ShotBeam, 0x9999ff, look{world.EffectPlasma, 0.2, 0x9999ff}, blood},
		{"railgun", world.ShotBeam, 0xff8000, sparks, blood},
		{"plasma gun", world.ShotBolt, 0x9999ff, plasma, plasma},
		{"BFG", world.ShotBolt, 0xffb3ff, bfg, bfg},
		{"grapple", world.ShotMissile, 0x9999ff, sparks, blood},
		{"nailgun", world.ShotMissile, 0xffbf00, look{world.EffectSpike, 0.3, 0}, blood},
		{"mine launcher", world.ShotMissile, 0xffb300, explosion, explosion},
		{"chaingun", world.ShotBullet, 0xffff00, gunshot, blood},
		{"heavy machine gun", world.ShotBullet, 0xffff00, gunshot, blood},
		{"none", world.ShotUnknown, 0, sparks, blood}, {"none", world.ShotUnknown, 0, sparks, blood},
	} {
		for event, want := range map[int32]look{
			50: test.player, 51: test.wall, 52: test.wall, 23: {world.EffectMuzzleFlash, 0.1, test.light},
		} {
			q := q3Begin(t, 68)
			q.packet(2, &q3At(1000, 0).entity(5, message.EntityStateEvent, event, message.EntityStateWeapon,
				int32(weapon), message.EntityStateEventParm, 84).m)
			if event == 23 && test.shot == world.ShotUnknown {
				if len(q.Effects.List) != 0 {
					t.Errorf("weapon %d, %s, lights up: %+v", weapon, test.name, q.Effects.List)
				}
				continue
			}
			effect := world.Effect{Kind: want.kind, Life: want.life, RGB: want.rgb, Clock: q.Clock}
			if event == 23 {
				effect.Entity, effect.Shot = 5, test.shot
			} else {
				effect.Velocity = [3]float32{0, 0, -1}
			}
			if len(q.Effects.List) != 1 || q.Effects.List[0] != effect {
				t.Errorf("weapon %d, %s, event %d: %+v, not %+v", weapon, test.name, event, q.Effects.List, effect)
			}
		}
	}
	// The rail's color is in the settings of the player who fires it.
	for settings, want := range map[string]uint32{
		`\c1\1`: 0xff0000, `\c1\2`: 0x00ff00, `\c1\3`: 0xffff00, `\c1\4`: 0x0000ff, `\c1\5`: 0xff00ff,
		`\c1\6`: 0x00ffff, `\c1\7`: 0xffffff, `\c1\8`: 0xffffff, `\c1\0`: 0xffffff,
		`\c1\-1`: 0xffffff, `\c2\1`: 0xffffff,
	} {
		q := q3Begin(t, 68, `546 n\Ann\t\0`+settings)
		q.packet(2, &q3Event(q3At(1000, 0), 100, 13+53, message.EntityStateClientNum, 2).m)
		if len(q.Effects.List) != 1 || q.Effects.List[0].RGB != want {
			t.Errorf("%s: %+v", settings, q.Effects.List)
		}
	}
}

// An event is one, however often a snapshot repeats it; the bits 0x300 tell
// two in a row apart.
func TestQuake3EventsOnce(t *testing.T) {
	q := q3Begin(t, 68)
	count := func(what string, want int) {
		t.Helper()
		if n := len(q.Effects.List); n != want {
			t.Errorf("%s: %d effects, not %d", what, n, want)
		}
	}
	q.packet(2, &q3At(1000, 0).entity(100, message.EntityStateEvent, 64).m)
	count("the first", 1)
	q.packet(3, &q3At(1010, 1).m)
	q.packet(4, &q3At(1020, 1).entity(100, message.EntityStateFrame, 3).m)
	q.packet(5, &q3At(1030, 0).entity(100, message.EntityStateEvent, 64).m)
	count("the same", 1)
	q.packet(6, &q3At(1040, 1).entity(100, message.EntityStateEvent, 64|0x100).m)
	count("anew", 2)
	q.packet(7, &q3At(1050, 1).entity(100, message.EntityStateEvent, 64|0x300).m)
	count("anew", 3)
	q.packet(8, &q3At(1060, 1).entity(100, message.EntityStateEvent, 0).m)
	count("none", 3)
	q.packet(9, &q3At(1070, 1).gone(100).m)
	q.packet(10, &q3At(1080, 1).entity(100, message.EntityStateEvent, 64).m)
	count("come back", 4)
	// Event entities: of another kind in the same place, and the same that stays.
	q.packet(11, &q3Event(q3At(1090, 1), 200, 13+64).m)
	count("an entity", 5)
	q.packet(12, &q3Event(q3At(1100, 1), 200, 13+64, message.EntityStateFrame, 1).m)
	count("that stays", 5)
	q.packet(13, &q3Event(q3At(1110, 1), 200, 13+48).m)
	count("another", 6)
	// The event of an entity that is nothing but an event is its kind.
	q.packet(14, &q3Event(q3At(1120, 1), 201, 13, message.EntityStateEvent, 64).m)
	q.packet(15, &q3Event(q3At(1130, 1), 202, 14, message.EntityStateEvent, 64).m)
	count("its kind", 6)
}

// q3ItemNames are the items of weight of Quake III's list, by number; the
// others are ammunition and the like.
var q3ItemNames = map[int32]string{
	2: "Armor", 3: "Heavy Armor", 7: "Mega Health", 8: "Gauntlet", 9: "Shotgun", 10: "Machinegun",
	11: "Grenade Launcher", 12: "Rocket Launcher",
	13: "Lightning Gun", 14: "Railgun", 15: "Plasma Gun", 16: "BFG10K", 17: "Grappling Hook", 26: "Personal Teleporter",
	27: "Medkit",
	28: "Quad Damage", 29: "Battle Suit", 30: "Speed", 31: "Invisibility", 32: "Regeneration", 33: "Flight",
	34: "Red Flag", 35: "Blue Flag",
	36: "Kamikaze", 37: "Portal", 38: "Invulnerability", 42: "Scout", 43: "Guard", 44: "Doubler", 45: "Ammo Regen",
	46: "Neutral Flag",
	49: "Nailgun", 50: "Prox Launcher", 51: "Chaingun",
}

// q3ItemModels are the models of Quake III's list, by number.
var q3ItemModels = map[int32]string{
	1:  "models/powerups/armor/shard.md3",
	2:  "models/powerups/armor/armor_yel.md3",
	3:  "models/powerups/armor/armor_red.md3",
	4:  "models/powerups/health/small_cross.md3",
	5:  "models/powerups/health/medium_cross.md3",
	6:  "models/powerups/health/large_cross.md3",
	7:  "models/powerups/health/mega_cross.md3",
	8:  "models/weapons2/gauntlet/gauntlet.md3",
	9:  "models/weapons2/shotgun/shotgun.md3",
	10: "models/weapons2/machinegun/machinegun.md3",
	11: "models/weapons2/grenadel/grenadel.md3",
	12: "models/weapons2/rocketl/rocketl.md3",
	13: "models/weapons2/lightning/lightning.md3",
	14: "models/weapons2/railgun/railgun.md3",
	15: "models/weapons2/plasma/plasma.md3",
	16: "models/weapons2/bfg/bfg.md3",
	17: "models/weapons2/grapple/grapple.md3",
	18: "models/powerups/ammo/shotgunam.md3",
	19: "models/powerups/ammo/machinegunam.md3",
	20: "models/powerups/ammo/grenadeam.md3",
	21: "models/powerups/ammo/plasmaam.md3",
	22: "models/powerups/ammo/lightningam.md3",
	23: "models/powerups/ammo/rocketam.md3",
	24: "models/powerups/ammo/railgunam.md3",
	25: "models/powerups/ammo/bfgam.md3",
	26: "models/powerups/holdable/teleporter.md3",
	27: "models/powerups/holdable/medkit.md3",
	28: "models/powerups/instant/quad.md3",
	29: "models/powerups/instant/enviro.md3",
	30: "models/powerups/instant/haste.md3",
	31: "models/powerups/instant/invis.md3",
	32: "models/powerups/instant/regen.md3",
	33: "models/powerups/instant/flight.md3",
	34: "models/flags/r_flag.md3",
	35: "models/flags/b_flag.md3",
	36: "models/powerups/kamikazi.md3",
	37: "models/powerups/holdable/porter.md3",
	38: "models/powerups/holdable/invulnerability.md3",
	39: "models/powerups/ammo/nailgunam.md3",
	40: "models/powerups/ammo/proxmineam.md3",
	41: "models/powerups/ammo/chaingunam.md3",
	42: "models/powerups/scout.md3",
	43: "models/powerups/guard.md3",
	44: "models/powerups/doubler.md3",
	45: "models/powerups/ammo.md3",
	46: "models/flags/n_flag.md3",
	47: "models/powerups/orb/r_orb.md3",
	48: "models/powerups/orb/b_orb.md3",
	49: "models/weapons/nailgun/nailgun.md3",
	50: "models/weapons/proxmine/proxmine.md3",
	51: "models/weapons/vulcan/vulcan.md3",
}

// TestQuake3ItemLists: Challenge ProMode has its own items behind number 35,
// Quake Live one more armor at 4, so that all behind it are one further.
func TestQuake3ItemLists(t *testing.T) {
	type item struct{ name, model string }
	green := item{"Green Armor", "models/powerups/armor/armor_green.md3"}
	quake3, cpma, live := map[int32]item{}, map[int32]item{}, map[int32]item{}
	for n := int32(1); n <= 51; n++ {
		i := item{q3ItemNames[n], q3ItemModels[n]}
		quake3[n] = i
		if n <= 35 {
			cpma[n] = i
		}
		if n <= 3 {
			live[n] = i
		} else {
			live[n+1] = i
		}
	}
	// Both name the armors by their colors; Quake Live has new names for others too.
	cpma[2], cpma[3] = item{"Yellow Armor", q3ItemModels[2]}, item{"Red Armor", q3ItemModels[3]}
	live[2], live[3] = cpma[2], cpma[3]
	live[31], live[45], live[46] = item{"Haste", q3ItemModels[30]}, item{"Damage", q3ItemModels[44]},
		item{"Armor Regen", q3ItemModels[45]}
	live[57], live[58], live[59] = item{"Silver Key", "models/powerups/keys/key_silver.md3"},
		item{"Gold Key", "models/powerups/keys/key_gold.md3"}, item{"Master Key", "models/powerups/keys/key_master.md3"}
	cpma[36], cpma[37], cpma[38] = green, item{"", "models/misc/backpack.md3"},
		item{"Neutral Flag", "models/flags/n_flag.md3"}
	live[4] = green
	live[53], live[54] = item{"", "models/powerups/armor/armor_green.md3"},
		item{"Heavy Machinegun", "models/weapons3/hmg/hmg.md3"}
	live[55], live[56] = item{"", "models/powerups/ammo/hmgam.md3"}, item{"", "models/powerups/ammo/ammopack.md3"}
	for _, test := range []struct {
		protocol, pickup int32
		info             string
		items            map[int32]item
	}{
		{43, 19, "0 ", quake3}, {68, 19, "0 ", quake3}, {71, 19, "0 ", quake3}, {68, 19, `1 \fs_game\cpma`, cpma},
		{68, 19, `0 \gamename\cpma`, cpma},
		{68, 19, `0 \gamename\baseq3`, quake3}, {68, 19, `1 \fs_game\osp`, quake3}, {73, 15, "0 ", live},
		{91, 15, "0 ", live},
	} {
		for n := int32(-1); n < 64; n++ {
			q := q3Begin(t, test.protocol, test.info)
			q.packet(2, &q3At(1000, 0).player(message.PlayerStateClientNum, 9).entity(4, message.EntityStateType, 1,
				message.EntityStateEvent, test.pickup, message.EntityStateEventParm, n).m)
			var want []world.Event
			if i := test.items[n]; i.name != "" {
				want = []world.Event{{Kind: world.EventItem, Player: 4, Other: world.Nobody, Value: n, Item: i.name}}
			}
			if d := cmp.Diff(want, append([]world.Event(nil), q.Events...)); d != "" {
				t.Errorf("protocol %d %s, item %d: %s", test.protocol, test.info, n, d)
			}
			if n >= 0 {
				if got := q.ModelOf(&world.Entity{Type: 2, Model: [4]uint16{uint16(n)}}); got != test.items[n].model {
					t.Errorf("protocol %d %s, item %d: model %q", test.protocol, test.info, n, got)
				}
			}
		}
	}
}

// Who took what, told by up to three ways, is told once.
func TestQuake3Pickups(t *testing.T) {
	took := func(player int, value int32, name string) []world.Event {
		return []world.Event{{Kind: world.EventItem, Player: player, Other: world.Nobody, Value: value, Item: name}}
	}
	expect := func(q *q3World, what string, want []world.Event) {
		t.Helper()
		if d := cmp.Diff(want, eventsOf(q.World, world.EventItem)); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
	// The recorder's own events: two are kept, counted by their number.
	q := q3Begin(t, 68)
	own := func(sequence, count int32, events ...int32) {
		s := q3At(1000*sequence, 1)
		if sequence == 2 {
			s = q3At(2000, 0)
		}
		fields := []int32{message.PlayerStateClientNum, 5, message.PlayerStateEventSequence, count}
		for i, field := range []int32{message.PlayerStateEvents0, message.PlayerStateEventParms0,
			message.PlayerStateEvents1, message.PlayerStateEventParms1} {
			if i < len(events) {
				fields = append(fields, field, events[i])
			}
		}
		q.packet(sequence, &s.player(fields...).m)
	}
	own(2, 7, 19, 12, 19, 28)
	expect(q, "before the recording", nil)
	own(3, 8, 19, 12, 19, 28)
	expect(q, "number 7 is the second", took(5, 28, "Quad Damage"))
	own(4, 9, 19|0x100, 12, 19, 28)
	expect(q, "number 8 is the first", took(5, 12, "Rocket Launcher"))
	own(5, 9, 19, 14, 19, 16)
	expect(q, "no new one", nil)
	own(6, 11, 19, 14, 19, 16)
	expect(q, "two", append(took(5, 16, "BFG10K"), took(5, 14, "Railgun")...))
	own(7, 20, 20, 14, 18, 16)
	expect(q, "an event that everybody hears", took(world.Nobody, 14, "Railgun"))
	own(8, 20+256, 19, 14, 19, 16)
	expect(q, "256 more are none", nil)
	own(9, 20+256+1, 19, 19, 0, 0)
	expect(q, "a trifle", nil)
	own(10, 20+256+2, 0, 0, 19, 2)
	expect(q, "armor", took(5, 2, "Armor"))
	// What the server alone knows of comes beside them, once until it changes.
	external := func(sequence, milliseconds, event, item int32) {
		q.packet(sequence, &q3At(milliseconds, 1).player(message.PlayerStateExternalEvent, event,
			message.PlayerStateExternalEventParm, item).m)
	}
	external(11, 11000, 19, 3)
	expect(q, "an external event", took(5, 3, "Heavy Armor"))
	external(12, 11400, 19, 12)
	expect(q, "the same event", nil)
	external(13, 11800, 19|0x100, 12)
	expect(q, "the next event", took(5, 12, "Rocket Launcher"))
	external(14, 12200, 0, 12)
	expect(q, "none", nil)
	external(15, 12600, 19|0x200, 18)
	expect(q, "a trifle from the server", nil)
	// Another player's events are not news.
	q.packet(16, &q3At(20000, 1).player(message.PlayerStateClientNum, 6, message.PlayerStateEventSequence, 400,
		message.PlayerStateEvents0, 19, message.PlayerStateEventParms0, 12,
		message.PlayerStateEvents1, 19, message.PlayerStateEventParms1, 12, message.PlayerStateExternalEvent,
		19|0x300).m)
	expect(q, "another player", nil)
	// Of several events of a player in one frame all but the last have an entity of
	// their own, which names the player.
	q.packet(17, &q3Event(q3At(21000, 1), 200, 13+19, message.EntityStateFlags, 0x10, message.EntityStateOtherEntityNum,
		7,
		message.EntityStateEventParm, 3).m)
	expect(q, "an event in an entity of its own", took(7, 3, "Heavy Armor"))
	// Some name nobody: it is the nearest player, who is where the event is, (1, 2, 3).
	nobody := func(sequence, milliseconds int32, more func(s *q3Snap) *q3Snap) {
		q.packet(sequence, &q3Event(more(q3At(milliseconds, 1)), 200+uint16(sequence), 13+19,
			message.EntityStateOtherEntityNum, 7, message.EntityStateEventParm, 3).m)
	}
	at := func(x float32) func(s *q3Snap) *q3Snap {
		return func(s *q3Snap) *q3Snap { return s.player(message.PlayerStateOriginX, q3Bits(x)) }
	}
	nobody(18, 22000, at(60))
	expect(q, "the watched player is there", took(6, 3, "Heavy Armor"))
	nobody(19, 23000, at(66))
	expect(q, "nobody is there", nil)
	nobody(20, 24000, func(s *q3Snap) *q3Snap {
		return at(60)(s).entity(8, message.EntityStateType, 1, message.EntityStatePosBaseX, q3Bits(-50)).entity(9,
			message.EntityStateType, 2)
	})
	expect(q, "another player is nearer", took(8, 3, "Heavy Armor"))

	// Told again within a quarter of a second, and later.
	q = q3Begin(t, 68)
	pickup := func(sequence, milliseconds int32, entity uint16, event, item int32) {
		delta := uint8(1)
		if sequence == 2 {
			delta = 0
		}
		q.packet(sequence, &q3At(milliseconds, delta).player(message.PlayerStateClientNum, 40).entity(entity,
			message.EntityStateType, 1,
			message.EntityStateEvent, event, message.EntityStateEventParm, item).m)
	}
	pickup(2, 1000, 3, 19, 28)
	expect(q, "first", took(3, 28, "Quad Damage"))
	pickup(3, 1250, 3, 19|0x100, 28)
	expect(q, "a quarter of a second later", nil)
	pickup(4, 1270, 4, 19, 28)
	expect(q, "another player", took(4, 28, "Quad Damage"))
	pickup(5, 1300, 3, 19|0x200, 28)
	expect(q, "later", took(3, 28, "Quad Damage"))
	pickup(6, 1310, 70, 20, 28)
	expect(q, "heard by all", nil)
	pickup(7, 1600, 70, 20|0x100, 28)
	expect(q, "heard by all, later", took(world.Nobody, 28, "Quad Damage"))
	pickup(8, 1900, 70, 20|0x200, 18)
	expect(q, "a trifle", nil)
	pickup(9, 2200, 64, 19, 28)
	expect(q, "no player", nil)
	pickup(10, 2500, 63, 19, 28)
	expect(q, "the last player", took(63, 28, "Quad Damage"))
	// Two players take two of a kind.
	q = q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).player(message.PlayerStateClientNum, 40).
		entity(3, message.EntityStateType, 1, message.EntityStateEvent, 19, message.EntityStateEventParm, 12).
		entity(4, message.EntityStateType, 1, message.EntityStateEvent, 19, message.EntityStateEventParm, 12).m)
	expect(q, "two of a kind", append(took(3, 12, "Rocket Launcher"), took(4, 12, "Rocket Launcher")...))
	// Somebody's, heard by all, is that of the one who is told in the same packet.
	q.packet(3, &q3At(2000, 1).entity(5, message.EntityStateType, 1).m)
	q.packet(4, &q3Event(q3At(3000, 1), 200, 13+20, message.EntityStateEventParm, 28).
		entity(201, message.EntityStateType, 13+20, message.EntityStateEventParm, 29).m)
	expect(q, "heard by all", append(took(world.Nobody, 28, "Quad Damage"), took(world.Nobody, 29, "Battle Suit")...))
	// Lines of Quake Live.
	for _, test := range []struct {
		line, item string
	}{
		{"Bo^7 ^7got the ^7Red Armor.", "Red Armor"}, {"Bo^7 ^7got the ^7Yellow Armor.", "Yellow Armor"},
		{"Bo^7 ^7got the ^7Green Armor.", "Green Armor"},
		{"Bo^7 ^7got the ^7Mega Health.", "Mega Health"}, {"Bo^7 ^7got the ^7Quad Damage.", "Quad Damage"},
		{"Bo^7 ^7got the ^7Battle Suit.", "Battle Suit"},
		{"Bo ^7got the ^7Red Armor", "Red Armor"}, {"Bo^7 got the RED flag!", "Red Flag"},
		{"Bo got the BLUE flag!", "Blue Flag"},
		{"Bo^7 ^7got the ^7Haste.", "Haste"}, {"Bo^7 ^7got the ^7Shells.", ""}, {"Zed^7 ^7got the ^7Red Armor.", ""},
		{"Bo got the Red Armor.", ""}, {"Bo^7 ^7got the ^7Red Armor!", ""},
		{"bo^7 ^7got the ^7Red Armor.", ""}, {"Bo^7 ^7got the ^7red armor.", ""},
	} {
		q := q3Begin(t, 91, `529 n\Ann`, `530 n\Bo`)
		q.commands("print \"" + test.line + "\n\"")
		list := eventsOf(q.World, world.EventItem)
		if test.item == "" && len(list) != 0 || test.item != "" && (len(list) != 1 || list[0].Player != 1 ||
			list[0].Item != test.item || string(list[0].Text) != test.line) {
			t.Errorf("%q: %+v", test.line, list)
		}
		// What is said is nothing of that.
		q.commands("chat \"" + test.line + "\"")
		if list := eventsOf(q.World, world.EventItem); len(list) != 0 {
			t.Errorf("said %q: %+v", test.line, list)
		}
	}
}

// Captures that everybody hears: 0 the red team's, 1 the blue team's.
func TestQuake3CaptureSounds(t *testing.T) {
	for _, test := range []struct {
		protocol, event int32
	}{{48, 47}, {68, 47}, {91, 44}} {
		for parm := int32(0); parm < 5; parm++ {
			q := q3Begin(t, test.protocol)
			q.packet(2, &q3Event(q3At(1000, 0), 100, 13+test.event, message.EntityStateEventParm, parm).m)
			var want []world.Event
			if parm < 2 {
				want = []world.Event{{Kind: world.EventCapture, Player: world.Nobody, Other: world.Nobody,
					Value: parm + 1}}
			}
			if d := cmp.Diff(want, eventsOf(q.World, world.EventCapture)); d != "" {
				t.Errorf("protocol %d, %d: %s", test.protocol, parm, d)
			}
		}
	}
	// Not within a second of the line.
	for _, test := range []struct {
		milliseconds int32
		want         int
	}{{1000, 0}, {1999, 0}, {2000, 1}, {2500, 1}} {
		q := q3Begin(t, 68, `544 n\Ann`)
		q.packet(2, &q3At(1000, 0).m)
		q.commands("print \"Ann^7 captured the BLUE flag!\n\"")
		want := []world.Event{{Kind: world.EventCapture, Player: 0, Other: world.Nobody, Item: "Blue Flag",
			Text: []byte("Ann^7 captured the BLUE flag!")}}
		if d := cmp.Diff(want, eventsOf(q.World, world.EventCapture)); d != "" {
			t.Error(d)
		}
		q.packet(4, &q3Event(q3At(test.milliseconds, 2), 100, 13+47).m)
		if n := len(eventsOf(q.World, world.EventCapture)); n != test.want {
			t.Errorf("at %d: %d", test.milliseconds, n)
		}
	}
}

// A flag that comes home from who carried it, with the sound, was captured by him, whichever side the sound
// is of. In a packet without such a flag, or with both, the sound alone tells.
func TestQuake3CaptureSoundsWithFlags(t *testing.T) {
	for _, test := range []struct {
		carried, home string
		slot          uint16
		powerup, parm int32
		want          world.Event
	}{
		{"10", "00", 5, 7, 0, world.Event{Player: 5, Item: "Red Flag", Value: 2}},
		{"10", "00", 5, 7, 1, world.Event{Player: 5, Item: "Red Flag", Value: 2}},
		{"01", "00", 4, 8, 0, world.Event{Player: 4, Item: "Blue Flag", Value: 1}},
		{"01", "00", 4, 8, 1, world.Event{Player: 4, Item: "Blue Flag", Value: 1}},
		// who carries it is out of sight
		{"01", "00", 4, 7, 1, world.Event{Player: world.Nobody, Item: "Blue Flag", Value: 1}},
		{"12", "02", 5, 7, 0, world.Event{Player: 5, Item: "Red Flag", Value: 2}},
		{"11", "00", 5, 7, 0, world.Event{Player: world.Nobody, Value: 1}},
		{"10", "20", 5, 7, 0, world.Event{Player: world.Nobody, Value: 1}},
	} {
		q := q3Begin(t, 68, `0 \g_gametype\4`, "23 "+test.carried, `548 n\Ann\t\1`, `549 n\Bob\t\2`)
		q.packet(2, &q3At(1000, 0).entity(test.slot, message.EntityStateType, 1, message.EntityStatePowerups,
			1<<test.powerup).m)
		q.packet(3, q.say("cs 23 "+test.home), &q3Event(q3At(2000, 0), 100, 13+47, message.EntityStateEventParm,
			test.parm).m)
		test.want.Kind, test.want.Other = world.EventCapture, world.Nobody
		if d := cmp.Diff([]world.Event{test.want}, eventsOf(q.World, world.EventCapture)); d != "" {
			t.Errorf("%s to %s, sound %d: %s", test.carried, test.home, test.parm, d)
		}
	}
}

// Models of what is not an item.
func TestQuake3KindModels(t *testing.T) {
	q := q3Begin(t, 68, "33 models/first.md3", "287 models/last.md3")
	for _, test := range []struct {
		e    world.Entity
		want string
	}{
		{world.Entity{Type: 0, Model: [4]uint16{1}}, "models/first.md3"}, {world.Entity{Type: 0, Model: [4]uint16{255}},
			"models/last.md3"},
		{world.Entity{Type: 0, Model: [4]uint16{2}}, ""}, {world.Entity{Type: 4, Model: [4]uint16{1}},
			"models/first.md3"},
		{world.Entity{Type: 5, Model: [4]uint16{1}}, "models/first.md3"}, {world.Entity{Type: 6, Model: [4]uint16{1}},
			"models/first.md3"},
		{world.Entity{Type: 12, Model: [4]uint16{1}}, "models/first.md3"},
		{world.Entity{Type: 4, Model: [4]uint16{1}, Solid: 0xffffff}, "*1"},
		{world.Entity{Type: 0, Model: [4]uint16{255}, Solid: 0xffffff}, "*255"},
		{world.Entity{Type: 4, Model: [4]uint16{1}, Solid: 0xfffffe}, "models/first.md3"},
		{world.Entity{Type: 4, Model: [4]uint16{1}, Effects: 0x80}, ""},
		{world.Entity{Type: 4, Model: [4]uint16{1}, Effects: 0x7f}, "models/first.md3"},
		{world.Entity{Type: 1}, "models/players"}, {world.Entity{Type: 1, Effects: 0x80}, ""},
		{world.Entity{Type: 7, Model: [4]uint16{1}}, ""}, {world.Entity{Type: 8, Model: [4]uint16{1}}, ""},
		{world.Entity{Type: 9, Model: [4]uint16{1}}, ""},
		{world.Entity{Type: 10, Model: [4]uint16{1}}, ""}, {world.Entity{Type: 13, Model: [4]uint16{1}}, ""},
		{world.Entity{Type: 3, Weapon: 4}, "models/ammo/grenade1.md3"}, {world.Entity{Type: 3, Weapon: 5},
			"models/ammo/rocket/rocket.md3"},
		{world.Entity{Type: 3, Weapon: 8}, "sprites/plasma1"}, {world.Entity{Type: 3, Weapon: 9},
			"models/weaphits/bfg.md3"},
		{world.Entity{Type: 11, Weapon: 10}, "models/ammo/rocket/rocket.md3"}, {world.Entity{Type: 3, Weapon: 11},
			"models/weaphits/nail.md3"},
		{world.Entity{Type: 3, Weapon: 12}, "models/weaphits/proxmine.md3"}, {world.Entity{Type: 3, Weapon: 13}, ""},
		{world.Entity{Type: 3, Weapon: 14}, ""},
		{world.Entity{Type: 3, Weapon: 0}, ""}, {world.Entity{Type: 3, Weapon: 7}, ""},
	} {
		if got := q.ModelOf(&test.e); got != test.want {
			t.Errorf("kind %d, model %d, weapon %d: %q, not %q", test.e.Type, test.e.Model[0], test.e.Weapon,
				got, test.want)
		}
	}
}

// The match by its configstrings: when it began, the scores, the end.
func TestQuake3MatchStrings(t *testing.T) {
	for _, test := range []struct {
		protocol    int32
		start, stop int
	}{{43, 13, 14}, {48, 21, 22}, {68, 21, 22}, {71, 21, 22}, {73, 13, 14}, {91, 13, 14}} {
		s := func(i int) string { return strconv.Itoa(i) }
		q := q3Begin(t, test.protocol, `0 \timelimit\15`, s(test.start)+" 4500", "6 -3", "7 12")
		if len(eventsOf(q.World, world.EventMatchStart)) != 0 {
			t.Errorf("protocol %d: the match had begun", test.protocol)
		}
		if q.Match.Start != 4.5 || !q.Match.Known || q.Match.Scores != [2]int32{-3, 12} || q.Intermission {
			t.Errorf("protocol %d: %+v", test.protocol, q.Match)
		}
		for _, c := range []struct {
			time, seconds float64
		}{{4.5, 0}, {34.5, 30}, {1, 0}} {
			if seconds, limit, ok := q.Match.Clock(q.Level(), c.time); seconds != c.seconds || limit != 900 || !ok {
				t.Errorf("protocol %d: at %v %v of %v, %v", test.protocol, c.time, seconds, limit, ok)
			}
		}
		one := func(what string, kind world.EventKind, want int) {
			t.Helper()
			if n := len(eventsOf(q.World, kind)); n != want {
				t.Errorf("protocol %d: %s: %d", test.protocol, what, n)
			}
		}
		begins := 1
		if test.protocol >= 73 {
			begins = 0 // Quake Live moves it forward after a time-out
		}
		q.commands("cs " + s(test.start) + " 60000")
		one("begins", world.EventMatchStart, begins)
		if q.Match.Start != 60 {
			t.Errorf("protocol %d: %+v", test.protocol, q.Match)
		}
		q.commands("cs " + s(test.start) + " 60000")
		one("the same", world.EventMatchStart, 0)
		q.commands("cs " + s(test.stop) + " 1")
		one("ends", world.EventMatchEnd, 1)
		if !q.Intermission {
			t.Errorf("protocol %d: no result", test.protocol)
		}
		q.commands("cs " + s(test.stop) + " 0")
		if q.Intermission {
			t.Errorf("protocol %d: the result stays", test.protocol)
		}
		q.commands("cs " + s(test.stop) + " 1")
		one("ends again", world.EventMatchEnd, 0)
		q.commands("cs "+s(test.stop)+" 0", "cs "+s(test.start)+" 61000")
		q.commands("cs " + s(test.stop) + " 1")
		one("the next match ends", world.EventMatchEnd, 1)
		q.commands("map_restart")
		if q.Intermission {
			t.Errorf("protocol %d: the result stays", test.protocol)
		}
		q.commands("cs "+s(test.stop)+" 0", "cs "+s(test.stop)+" 1")
		one("ends after a restart", world.EventMatchEnd, 1)
		q.commands("cs "+s(test.start)+" 0", `cs 0 "\timelimit\x"`)
		one("no beginning", world.EventMatchStart, 0)
		if _, _, ok := q.Match.Clock(q.Level(), 70); ok {
			t.Errorf("protocol %d: a clock without a match", test.protocol)
		}
		q.commands("cs "+s(test.start)+" 1000", `cs 6 -9999`, `cs 7 5`)
		if seconds, limit, ok := q.Match.Clock(q.Level(), 2); seconds != 1 || limit != 0 || !ok ||
			q.Match.Scores != [2]int32{world.NoScore, 5} {
			t.Errorf("protocol %d: %v of %v, %+v", test.protocol, seconds, limit, q.Match)
		}
	}
	// CPMA's result, and the beginning of its level.
	q := q3Begin(t, 68, `0 \gamename\cpma`, "21 7500")
	q.commands("cs 14 1")
	if q.Intermission || q.Match.Start != 7.5 {
		t.Errorf("CPMA: %+v", q.Match)
	}
	q.commands("cs 22 1")
	if !q.Intermission {
		t.Error("CPMA: no intermission")
	}
	// Quake Live's time-outs.
	q = q3Begin(t, 91)
	for _, step := range []struct {
		text   string
		paused bool
		events int
	}{{"cs 669 5000", true, 1}, {"cs 669 6000", true, 0}, {"cs 669 0", false, 1}, {`cs 669 7`, true, 1},
		{`cs 669 ""`, false, 1}, {`cs 668 7`, false, 0}} {
		q.commands(step.text)
		if q.Paused != step.paused || len(eventsOf(q.World, world.EventPause)) != step.events {
			t.Errorf("%s: %v %+v", step.text, q.Paused, q.Events)
		}
	}
	q = q3Begin(t, 68)
	q.commands("cs 669 5000")
	if q.Paused {
		t.Error("669 is nothing in Quake III")
	}
}

// CPMA's account of the match.
func TestCPMAMatch(t *testing.T) {
	for _, test := range []struct {
		kind string
		want [2]int32
	}{{"1", [2]int32{7, 9}}, {"4", [2]int32{9, 7}}} {
		q := q3Begin(t, 68, `0 \gamename\cpma\g_gametype\`+test.kind, `672 \ts\2000\tw\0\sb\7\sr\9`, "6 50", "7 60")
		if q.Match.Scores != test.want || !q.Match.Known || q.Match.Start != 2 {
			t.Errorf("game type %s: %+v", test.kind, q.Match)
		}
		q.commands("cs 6 99", "cs 7 98")
		if q.Match.Scores != test.want {
			t.Errorf("game type %s: %+v", test.kind, q.Match)
		}
		q.commands(`cs 710 "\sb\1\sr\2"`)
		if want := [2]int32{test.want[0] - 6, test.want[1] - 6}; test.kind == "1" && q.Match.Scores != [2]int32{1, 2} ||
			test.kind == "4" && q.Match.Scores != [2]int32{2, 1} {
			t.Errorf("game type %s: %+v %v", test.kind, q.Match, want)
		}
		q.commands(`cs 672 "\sb\5"`)
		if q.Match.Scores == [2]int32{5, 0} || q.Match.Scores == [2]int32{0, 5} {
			t.Errorf("half a score: %+v", q.Match)
		}
	}
	q := q3Begin(t, 68, `0 \gamename\cpma`)
	for _, step := range []struct {
		text        string
		begins, end int
		start       float64
		paused      bool
	}{
		{`\ts\1000\tw\5000`, 0, 0, 5, false}, {`\ts\3000\tw\0`, 1, 0, 3, false}, {`\ts\9000\tw\0\te\1`, 0, 0, 3, true},
		{`\ts\9000\tw\0\te\0`, 0, 0, 3, false},
		{`\ts\9000\tw\-1`, 0, 1, 0, false}, {`\ts\9500\tw\-1`, 0, 0, 0, false}, {`\ts\0\tw\0`, 0, 0, 0, false},
		{`\ts\20000\tw\0`, 1, 0, 20, false},
	} {
		q.commands(`cs 672 "` + step.text + `"`)
		if b, e := len(eventsOf(q.World, world.EventMatchStart)),
			len(eventsOf(q.World, world.EventMatchEnd)); b != step.begins || e != step.end ||
			q.Match.Start != step.start || q.Paused != step.paused {
			t.Errorf("%s: %d begin, %d end, start %v, paused %v", step.text, b, e, q.Match.Start, q.Paused)
		}
	}
	// The end of a match whose beginning was not told.
	q = q3Begin(t, 68, `0 \gamename\cpma`)
	q.commands(`cs 672 "\ts\1000\tw\-1"`)
	if len(q.Events) != 0 {
		t.Errorf("%+v", q.Events)
	}
	q = q3Begin(t, 68)
	q.commands(`cs 672 "\ts\1000\tw\0\sb\7\sr\9\te\1"`)
	if q.Match != (world.Match{FragsCount: true}) || q.Paused || len(q.Events) != 0 {
		t.Errorf("%+v %+v", q.Match, q.Events)
	}
}

// Lists of scores, by command.
func TestQuake3Scores(t *testing.T) {
	type score struct{ frags, ping int32 }
	for _, test := range []struct {
		text string
		want []score
	}{
		{"scores 2 7 8 0 11 40 3 1 -5 999 4", []score{{11, 40}, {-5, 999}}},
		{"scores 2 7 8 0 11 40 3 0 0 0 0 1 -5 999 4 0 0 0 0", []score{{11, 40}, {-5, 999}}},
		{"smscores 1 7 8 1 6 50 2", []score{{}, {6, 50}}},
		{"scores_duel 2 0 11 40 3 1 -5 999 4", []score{{11, 40}, {-5, 999}}},
		{"scores_ffa 1 0 0 1 6 50 2", []score{{}, {6, 50}}},
		{"xscores 1 1 6 50 2", []score{{}, {6, 50}}},
		{"scores 1 0 0 64 1 1 1", []score{{}, {}}}, {"scores 1 0 0 -1 1 1 1", []score{{}, {}}},
		{"scores 2 0 0 0 1 1 1 1 1 1", []score{{}, {}}}, {"scores 1 0 0 0 1 1", []score{{}, {}}},
		{"scores 2 0 0 0 1 1 1 1 1 1 1 9", []score{{}, {}}},
		{"scores", []score{{}, {}}}, {"scores 0 0 0", []score{{}, {}}}, {"scores -1 0 0 0 1 1 1", []score{{}, {}}},
		{"scores 1 0", []score{{}, {}}},
		{"tscores 1 0 0 0 1 1 1", []score{{}, {}}}, {"scores_tdm 1 0 5 5 5", []score{{}, {}}},
	} {
		q := q3Begin(t, 68, `0 \sv_maxclients\4`)
		q.commands(test.text)
		for slot, want := range test.want {
			if p := q.Players[slot]; p.Frags != want.frags || p.Ping != want.ping {
				t.Errorf("%q: player %d has %d frags, ping %d", test.text, slot, p.Frags, p.Ping)
			}
		}
		if len(q.Players) != 4 || len(q.Events) != 0 {
			t.Errorf("%q: %d players, %+v", test.text, len(q.Players), q.Events)
		}
	}
}

// In a duel the other's score is that of the two which is not the recorder's.
func TestQuake3Duel(t *testing.T) {
	for _, test := range []struct {
		what        string
		kind        string
		one, two    string
		own         int32
		third       string
		want, ownIs int32
	}{
		{"first", "1", "7", "4", 7, "", 4, 7}, {"second", "1", "7", "4", 4, "", 7, 4}, {"neither", "1", "7", "4",
			5, "", 0, 5},
		{"two of all", "0", "7", "4", 7, "", 4, 7}, {"teams", "3", "7", "4", 7, "", 0, 7}, {"against one bot", "2", "7",
			"4", 7, "", 4, 7}, {"one gave up", "1", "7", "-999", 7, "", 0, 7}, {"nobody", "1", "7", "-9999", 7, "", 0,
			7}, {"nobody", "1", "-9999", "7", 7, "", 0, 7},
		{"three", "1", "7", "4", 7, `546 n\Cy\t\0`, 0, 7}, {"one watches", "1", "7", "4", 7, `546 n\Cy\t\3`, 4, 7},
	} {
		texts := []string{`0 \g_gametype\` + test.kind, `544 n\Ann\t\0`, `545 n\Bob\t\0`, "6 " + test.one,
			"7 " + test.two}
		if test.third != "" {
			texts = append(texts, test.third)
		}
		q := q3Begin(t, 68, texts...)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStatePersistant, test.own).m)
		if q.Players[1].Frags != test.want || q.Players[0].Frags != test.ownIs {
			t.Errorf("%s: %d and %d", test.what, q.Players[0].Frags, q.Players[1].Frags)
		}
		// The other scores: its number changes, the own one does not.
		if test.what == "first" {
			q.commands("cs 7 5")
			q.packet(3, &q3At(1050, 1).m)
			if q.Players[1].Frags != 5 {
				t.Errorf("the other has %d", q.Players[1].Frags)
			}
		}
	}
}

// Commands by words: what they print, whom they name, and what is no command.
func TestQuake3Commands(t *testing.T) {
	q := q3Begin(t, 68, `0 \sv_maxclients\4`, `544 n\Ann`, `545 n\Anna`, `546 n\^2Cy`)
	q.packet(2, &q3At(1000, 0).m)
	for _, test := range []struct {
		text, line string
		chat       bool
		player     int
	}{
		{"print \"one two\n\"", "one two", false, world.Nobody}, {"print word", "word", false, world.Nobody},
		{`chat "Ann^7: hello"`, "Ann^7: hello", true, 0}, {`chat "Anna^7: hello"`, "Anna^7: hello", true, 1},
		{`tchat "(^2Cy^7) (hall): here"`, "(^2Cy^7) (hall): here", true, 2},
		{`chat "Zed^7: hello"`, "Zed^7: hello", true, world.Nobody}, {`chat "somebody else says: Ann"`,
			"somebody else says: Ann", true, world.Nobody},
		{`mm2 1 "hall" "need armor"`, "(Anna^7): need armor", true, 1}, {`mm2 9 "hall" "x"`, "(^7): x", true,
			world.Nobody}, {`mm2 -1 "hall" "x"`, "(^7): x", true, world.Nobody},
		{"print 100%", "100.", false, world.Nobody},
	} {
		q.commands("print \"\n\"") // ends a line that is open
		q.commands(test.text)
		l := q.Notices.Line(0)
		if len(q.Events) != 1 || string(l.Text) != test.line || l.Chat != test.chat {
			t.Errorf("%s: %q %+v", test.text, l.Text, q.Events)
			continue
		}
		e := q.Events[0]
		level, kind := uint8(0), world.EventPrint
		if test.chat {
			level, kind = 3, world.EventChat
		}
		if e.Kind != kind || e.Player != test.player || e.Level != level || l.Level != level ||
			e.Other != world.Nobody {
			t.Errorf("%s: %+v", test.text, e)
		}
	}
	for _, text := range []string{"", " ", `"`, "cs", "cs 3", "bcs0", "bcs1 3", "mm2", "mm2 1 x", "tinfo", "unknown x",
		"Print x", "prints x", "// print x"} {
		before := q.Notices.Len()
		q.commands(text)
		if len(q.Events) != 0 || q.Notices.Len() != before || q.Level().ConfigString(3) != "" {
			t.Errorf("%q: %+v", text, q.Events)
		}
	}
	// Each command counts once, by its number; older ones do not.
	count := func(sequence int32, text string) int {
		q.packet(0, &message.ServerCommand{Sequence: sequence, Text: []byte(text)})
		return len(q.Events)
	}
	for _, test := range []struct {
		sequence int32
		want     int
	}{{500, 1}, {500, 0}, {499, 0}, {501, 1}, {math.MaxInt32, 1}, {math.MinInt32, 1}, {math.MaxInt32, 0}} {
		if n := count(test.sequence, "print x"); n != test.want {
			t.Errorf("command %d: %d events", test.sequence, n)
		}
	}
	// A level's first command is the one behind that of its gamestate.
	q = q3Begin(t, 68)
	if count := func(sequence int32) int {
		q.packet(0, &message.ServerCommand{Sequence: sequence, Text: []byte("print x")})
		return len(q.Events)
	}; count(10) != 0 || count(11) != 1 {
		t.Errorf("%+v", q.Events)
	}
	// The middle, and a restart.
	q = q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).entity(100, message.EntityStateEvent, 64).m)
	q.commands(`cp "one two"`)
	if string(q.Notices.Center) != "one two" || len(q.Effects.List) != 1 {
		t.Errorf("%q", q.Notices.Center)
	}
	q.commands("map_restart")
	if len(q.Notices.Center) != 0 || len(q.Effects.List) != 0 || q.LevelCount != 1 {
		t.Errorf("%+v", q.Notices.Center)
	}
	// The recorder's team: slot, location, health, armor, weapon, powerups.
	for _, test := range []struct{ protocol, armor int32 }{{68, 3}, {91, 4}} {
		q := q3Begin(t, test.protocol, `0 \sv_maxclients\4`)
		q.commands("tinfo 2 1 9 66 77 5 0 3 9 -8 200 5 0 1")
		for _, want := range []struct {
			slot          int
			health, armor int32
		}{{1, 66, 77}, {3, -8, 200}} {
			s := q.Players[want.slot].Stats
			if s == nil || s.Values[0] != want.health || s.Values[test.armor] != want.armor ||
				s.Known != 1|1<<test.armor {
				t.Errorf("protocol %d, player %d: %+v", test.protocol, want.slot, s)
			}
		}
		q.commands("tinfo 1 64 0 1 1 1 1", "tinfo 1 -1 0 1 1 1 1")
		if len(q.Players) != 4 {
			t.Errorf("%d players", len(q.Players))
		}
		if q.Players[0].Stats != nil || q.Players[2].Stats != nil {
			t.Error("others have stats")
		}
	}
	// Long configstrings come in three kinds of pieces.
	q = q3Begin(t, 68)
	q.commands(`bcs1 3 "lost"`, `bcs2 3 "lost"`)
	if q.Level().Title != "" {
		t.Errorf("%q", q.Level().Title)
	}
	q.commands(`bcs0 3 "one "`, `bcs1 3 "two "`, `bcs1 3 "three "`, `bcs2 3 "four"`)
	if q.Level().Title != "one two three four" {
		t.Errorf("%q", q.Level().Title)
	}
	q.commands(`bcs2 3 "again"`)
	if q.Level().Title != "one two three four" {
		t.Errorf("%q", q.Level().Title)
	}
	q.commands(`cs 3 "short"`, `bcs2 3 "again"`)
	if q.Level().Title != "short" {
		t.Errorf("%q", q.Level().Title)
	}
	q.commands(`bcs0 3 "a"`, `bcs0 3 "b"`, `bcs2 3 "c"`)
	if q.Level().Title != "bc" {
		t.Errorf("%q", q.Level().Title)
	}
}

// Whose the two best scores are is counted from obituaries: servers tell the numbers alone.
func TestQuake3Holders(t *testing.T) {
	q := q3Begin(t, 68, `547 n\Al\t\0`, `546 n\Ann\t\0`, `549 n\Bo\t\0`, `0 x`)
	if got := q.Holders(); got != [2]int{world.Nobody, world.Nobody} {
		t.Errorf("three at nothing: %v", got)
	}
	sequence, number := int32(2), uint16(100)
	kill := func(killer, victim int32) {
		q.packet(sequence, &q3Event(q3At(1000+50*(sequence-2), 0), number, 73, message.EntityStateOtherEntityNum,
			victim, message.EntityStateOtherEntityNum2, killer).m)
		sequence, number = sequence+1, number+1
	}
	kill(5, 2)
	kill(5, 3)
	kill(2, 5)
	kill(3, 3)    // himself
	kill(1022, 2) // the lava
	kill(5, 2)
	for slot, want := range map[int]int32{3: -1, 2: 0, 5: 3} {
		if got := q.Players[slot].Frags; got != want {
			t.Errorf("slot %d: %d counted, want %d", slot, got, want)
		}
	}
	for _, test := range []struct {
		scores, want [2]int32
	}{
		{[2]int32{3, 0}, [2]int32{5, 2}},
		{[2]int32{3, -1}, [2]int32{5, 3}},
		{[2]int32{4, 0}, [2]int32{-1, 2}},
		{[2]int32{3, 3}, [2]int32{5, -1}},
	} {
		q.Match.Scores = test.scores
		if got := q.Holders(); got != [2]int{int(test.want[0]), int(test.want[1])} {
			t.Errorf("%v: %v, want %v", test.scores, got, test.want)
		}
	}
}
