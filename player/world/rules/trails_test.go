package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/id1"
)

// The trails of Quake's models are those of the models' flags; nails and bolts of light
// have none there.
func TestTrailsOfModels(t *testing.T) {
	for name, want := range map[string]world.TrailKind{
		"progs/missile.mdl": world.TrailRocket, "progs/lavaball.mdl": world.TrailRocket,
		"progs/grenade.mdl": world.TrailGrenade,
		"progs/gib1.mdl":    world.TrailGib, "progs/gib2.mdl": world.TrailGib, "progs/gib3.mdl": world.TrailGib,
		"progs/zom_gib.mdl":  world.TrailGib,
		"progs/h_player.mdl": world.TrailGib, "progs/h_dog.mdl": world.TrailGib, "PROGS/Missile.MDL": world.TrailRocket,
		"progs/w_spike.mdl": world.TrailTracer, "progs/k_spike.mdl": world.TrailTracer2,
		"progs/v_spike.mdl": world.TrailTracer3,
		"progs/spike.mdl":   world.TrailNail, "progs/s_spike.mdl": world.TrailNail,
		"progs/laser.mdl":  world.TrailBlaster,
		"progs/plasma.mdl": world.TrailPlasma,
		"progs/player.mdl": world.NoTrail, "progs/g_rock.mdl": world.NoTrail, "progs/backpack.mdl": world.NoTrail,
		"maps/e1m1.bsp": world.NoTrail, "*1": world.NoTrail, "": world.NoTrail,
	} {
		if got := id1.TrailOf(name); got != want {
			t.Errorf("%s: %d, not %d", name, got, want)
		}
	}
}

// All bits of the effects of Quake II's entities, by name, and what the entities leave
// behind them as they move; the others are about the entity itself.
func TestTrailsOfQuake2(t *testing.T) {
	for bit, test := range []struct {
		name string
		want world.TrailKind
	}{
		{"rotate", 0}, {"gib", world.TrailGib}, {"2 is unused", 0}, {"blaster", world.TrailBlaster},
		{"rocket", world.TrailRocket}, {"grenade", world.TrailGrenade},
		{"hyperblaster", world.TrailBlaster}, {"BFG", world.TrailBFG}, {"color shell", 0}, {"power screen", 0},
		{"animation 01", 0}, {"animation 23", 0},
		{"animation of all", 0}, {"fast animation of all", 0}, {"flies", 0}, {"quad", 0}, {"invulnerable", 0},
		{"teleporter", 0},
		{"flag 1", world.TrailRedFlag}, {"flag 2", world.TrailBlueFlag}, {"ion ripper", world.TrailIonRipper},
		{"green gib", world.TrailGreenGib},
		{"blue hyperblaster", world.TrailPlasma}, {"spinning lights", 0}, {"plasma", world.TrailPlasma}, {"trap", 0},
		{"tracker", world.TrailTracker},
		{"double damage", 0}, {"sphere", 0}, {"tag", world.TrailTag}, {"half damage", 0},
		{"tracker trail", world.TrailTracker},
	} {
		w := q2Client(t)
		fly := func(x int32) message.EntityDelta {
			return message.EntityDelta{
				Number: 9, Mask: message.FieldModel | message.FieldOrigin | message.FieldEffects, Model: 1,
				Origin: [3]wire.Coord{wire.Coord(x * 8), 16, 24}, Effects: int32(uint32(1) << bit),
			}
		}
		feed(w, q2Frame(1, -1, nil, fly(0))...)
		feed(w, q2Frame(2, 1, nil, fly(100))...)
		feed(w, q2Frame(3, 2, nil, fly(200))...)
		got := w.Effects.Trails
		if test.want == 0 {
			if len(got) != 0 {
				t.Errorf("bit %d, %s: %+v", bit, test.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != test.want || got[0].Entity != 9 || got[0].Origin != [3]float32{0, 2, 3} ||
			got[0].End != [3]float32{200, 2, 3} ||
			got[0].Clock != 0 || got[0].Until < 0.1999 || got[0].Until > 0.2001 {
			t.Errorf("bit %d, %s: %+v", bit, test.name, got)
		}
		// It stays when the projectile is gone, for two seconds.
		feed(w, q2Frame(4, 3, nil, message.EntityDelta{Number: 9, Remove: true})...)
		if len(w.Effects.Trails) != 1 {
			t.Errorf("bit %d, %s: gone with the projectile", bit, test.name)
		}
		feed(w, q2Frame(40, 4, nil)...)
		if len(w.Effects.Trails) != 0 {
			t.Errorf("bit %d, %s: still there", bit, test.name)
		}
	}
}

// Quake III's missiles by weapon: the trail is the way from where the demo says that they
// were sent, however late they come into view.
func TestTrailsOfQuake3(t *testing.T) {
	for weapon, want := range []world.TrailKind{
		0, 0, 0, 0, world.TrailGrenade, world.TrailRocket, 0, 0, world.TrailPlasma, world.TrailBFG, 0, world.TrailNail,
		world.TrailGrenade, 0, 0, 0,
	} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(1000, 0).m)
		missile := q3At(1200, 1).entity(100, message.EntityStateType, 3, message.EntityStateWeapon, int32(weapon),
			message.EntityStatePosType, 2,
			message.EntityStatePosTime, 1100, message.EntityStatePosBaseX, q3Bits(50), message.EntityStatePosDeltaX,
			q3Bits(1000))
		q.packet(3, &missile.m)
		q.packet(4, &q3At(1300, 1).m)
		got := q.Effects.Trails
		if want == 0 {
			if len(got) != 0 {
				t.Errorf("weapon %d: %+v", weapon, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != want || got[0].Entity != 100 || got[0].Origin != [3]float32{50, 0, 0} ||
			abs(got[0].End[0]-250) > 0.1 ||
			abs(float32(got[0].Until-got[0].Clock)-0.2) > 1e-4 || got[0].Gravity != 0 {
			t.Errorf("weapon %d: %+v", weapon, got)
		}
		q.packet(5, &q3At(1400, 1).gone(100).m)
		if len(q.Effects.Trails) != 1 || abs(q.Effects.Trails[0].End[0]-250) > 0.1 {
			t.Errorf("weapon %d, when it is gone: %+v", weapon, q.Effects.Trails)
		}
	}
	// A grenade falls, and begins another trail where it bounces.
	q := q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).m)
	q.packet(3, &q3At(1200, 1).entity(100, message.EntityStateType, 3, message.EntityStateWeapon, 4,
		message.EntityStatePosType, 5,
		message.EntityStatePosTime, 1100, message.EntityStatePosDeltaX, q3Bits(500)).m)
	q.packet(4, &q3At(1300, 1).entity(100, message.EntityStatePosTime, 1250, message.EntityStatePosBaseX, q3Bits(75),
		message.EntityStatePosDeltaX, q3Bits(-200)).m)
	got := q.Effects.Trails
	if len(got) != 2 || got[0].Gravity != 800 || abs(got[0].End[0]-50) > 0.1 || abs(got[0].End[2]+4) > 0.1 ||
		got[1].Origin[0] != 75 || abs(got[1].End[0]-65) > 0.1 {
		t.Errorf("a grenade: %+v", got)
	}
	// What lies still, and times that cannot be, leave nothing.
	for _, c := range []struct{ kind, sent int32 }{{0, 1100}, {2, 1200}, {2, 5000}, {2, -2000000000}} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(1000, 0).m)
		q.packet(3, &q3At(1200, 1).entity(100, message.EntityStateType, 3, message.EntityStateWeapon, 5,
			message.EntityStatePosType, c.kind,
			message.EntityStatePosTime, c.sent, message.EntityStatePosDeltaX, q3Bits(1000)).m)
		if len(q.Effects.Trails) != 0 {
			t.Errorf("%+v: %+v", c, q.Effects.Trails)
		}
	}
}

// A rocket of Quake leaves a trail from frame to frame, which stays when it is gone.
func TestBytesTrail(t *testing.T) {
	const level = `0b 0f000000 04 01 'Gloom Keep' 00 'maps/e1m3.bsp' 00 'progs/missile.mdl' 00 00 00  16 0a00 02 00 ` +
		`00 00 0800 00 1000 00 1800 00`
	w := playBytes(t, "trail.dem", demFile(t,
		level+`07 00000000`,
		`07 0000803f 82 0a 0000`, // 1 s: at x 0
		`07 0000883f 82 0a 2003`, // 1.0625 s: 100
		`07 0000903f 82 0a 4006`, // 1.125 s: 200
		`07 0000983f 80 0b`,      // 1.1875 s: another alone
	), func(block int, w *world.World) {
		want := map[int]float32{2: 100, 3: 200, 4: 200}[block]
		if list := w.Effects.Trails; want == 0 && len(list) != 0 || want != 0 &&
			(len(list) != 1 || list[0].Kind != world.TrailRocket || list[0].Entity != 10 ||
				list[0].Origin != [3]float32{0, 2, 3} || list[0].End != [3]float32{want, 2, 3}) {
			t.Errorf("block %d: %+v", block, list)
		}
	})
	if len(w.Effects.Trails) != 1 || w.Effects.Trails[0].Until-w.Effects.Trails[0].Clock != 0.125 {
		t.Errorf("%+v", w.Effects.Trails)
	}
}
