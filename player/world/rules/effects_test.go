package rules_test

import (
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// coords are places in eighths of a unit.
func coords(x, y, z int32) [3]wire.Coord {
	return [3]wire.Coord{wire.Coord(x * 8), wire.Coord(y * 8), wire.Coord(z * 8)}
}

// Each number of a temporary entity (DEM tables 7 and 8, QWD tables 9 to 11), and the
// particles that the games make of it: how many, in which colors of the palette.
func TestTempEntityNumbers(t *testing.T) {
	type effect struct {
		kind          world.EffectKind
		life          float64
		count         int32
		color, colors uint8
	}
	quake := map[uint8]effect{
		0: {world.EffectSpike, 0.3, 10, 0, 8}, 1: {world.EffectSuperSpike, 0.3, 20, 0, 8},
		2: {world.EffectGunshot, 0.3, 20, 0, 8},
		3: {world.EffectExplosion, 0.6, 1024, 97, 15}, 4: {world.EffectTarExplosion, 0.6, 1024, 150, 6},
		5: {world.EffectLightning, 0.2, 0, 0, 0}, 6: {world.EffectLightning, 0.2, 0, 0, 0},
		7: {world.EffectWizSpike, 0.3, 30, 16, 8}, 8: {world.EffectKnightSpike, 0.3, 20, 224, 8},
		9:  {world.EffectLightning, 0.2, 0, 0, 0},
		10: {world.EffectLavaSplash, 1.5, 1024, 224, 8}, 11: {world.EffectTeleport, 0.6, 896, 7, 8},
		12: {world.EffectExplosion, 0.6, 512, 9, 3}, 13: {world.EffectGrapple, 0.2, 0, 0, 0},
	}
	nehahra := map[uint8]effect{16: quake[3], 17: quake[6]} // also in demos that say protocol 15
	quakeWorld := map[uint8]effect{
		2: {world.EffectGunshot, 0.3, 100, 0, 8}, 12: {world.EffectBlood, 0.3, 100, 72, 8}, 13: {world.EffectBlood, 0.3,
			50, 224, 8},
	}
	// Those of FTE and DarkPlaces.
	extended := map[uint8]effect{14: quake[0], 19: quake[12], 20: quake[3], 21: quake[2], 53: quake[3], 57: quake[2],
		58: quake[0], 59: quake[1], 70: quake[3], 78: quake[3]}
	fte := newQuake(t, "A")
	fte.packet(&message.ServerInfo{Extensions: []message.QWExtension{{Tag: message.TagFTE, Bits: 0x400}}, Protocol: 15,
		MaxClients: 8, Models: texts("maps/e1m1.bsp")})
	for _, s := range []*script{newQuake(t, "A"), fte, newQuakeWorld(t, "qwd", "A"), newQuakeWorld(t, "mvd", "A")} {
		for n := range 256 {
			s.time += 10 // all others have ended
			want, known := quake[uint8(n)]
			count := uint8(0) // Quake's messages have none
			if own, ok := nehahra[uint8(n)]; ok && s.Game == world.Quake {
				want, known = own, true
			}
			if own, ok := extended[uint8(n)]; ok && (s.Game == world.QuakeWorld || s == fte) {
				want, known = own, true
			}
			if s.Game == world.QuakeWorld {
				if count = 5; n == 21 || n == 57 {
					want.count *= 5
				}
				if own, ok := quakeWorld[uint8(n)]; ok {
					want = own
				}
			}
			s.packet(&message.TempEntity{Type: uint8(n), Entity: 7, Count: count, Origin: coords(1, 2, 3),
				End: coords(4, 5, 6), Color: 9, Range: 3})
			if !known {
				if len(s.Effects.List) != 0 {
					t.Errorf("%v: number %d: %+v", s.Game, n, s.Effects.List)
				}
				continue
			}
			if len(s.Effects.List) != 1 {
				t.Errorf("%v: number %d: %d effects", s.Game, n, len(s.Effects.List))
				continue
			}
			e := s.Effects.List[0]
			if e.Clock != s.Clock || e.Origin != [3]float32{1, 2, 3} ||
				(effect{e.Kind, e.Life, e.Count, e.Color, e.Colors}) != want {
				t.Errorf("%v: number %d: %+v, not %+v", s.Game, n, e, want)
			}
			end := [3]float32{4, 5, 6}
			if n == 16 {
				end = [3]float32{} // which has a color there
			}
			if want.kind != world.EffectBlood && (e.End != end || e.Entity != 7) {
				t.Errorf("%v: number %d: %+v", s.Game, n, e)
			}
		}
	}
}

// Effects that reach from one place to another.
func TestBeams(t *testing.T) {
	beams := map[world.EffectKind]bool{
		world.EffectBeam: true, world.EffectLightning: true, world.EffectRail: true, world.EffectBubbles: true,
		world.EffectGrapple: true, world.EffectLaser: true, world.EffectHeatBeam: true, world.EffectForceWall: true,
		world.EffectTongue:  true,
		world.EffectShotgun: true,
	}
	for k := range world.EffectKindCount {
		if k.Beam() != beams[k] {
			t.Errorf("kind %d: a beam is %v", k, k.Beam())
		}
	}
	// An entity has one beam of a kind; nobody's are as many as there are, and
	// what is no beam stays.
	s := newQuake(t, "A")
	beam := func(kind uint8, entity, x int32) message.Message {
		return &message.TempEntity{Type: kind, Entity: entity, Origin: coords(x, 0, 0)}
	}
	s.packet(beam(6, 1, 1), beam(6, 2, 2), beam(13, 1, 3), beam(3, 1, 4), beam(6, 1, 5), beam(3, 1, 6), beam(6, 0, 7),
		beam(6, 0, 8))
	want := []float32{5, 2, 3, 4, 6, 7, 8}
	if len(s.Effects.List) != len(want) {
		t.Fatalf("%d effects, not %d", len(s.Effects.List), len(want))
	}
	for i, x := range want {
		if s.Effects.List[i].Origin[0] != x {
			t.Errorf("%d: at %v, not %v", i, s.Effects.List[i].Origin[0], x)
		}
	}
}

func TestParticles(t *testing.T) {
	s := newQuake(t, "A")
	for _, c := range []struct {
		count         uint8
		want          int32
		color, colors uint8
	}{{0, 0, 72, 8}, {1, 1, 72, 8}, {254, 254, 72, 8}, {255, 1024, 97, 15}} { // 255 is an explosion
		s.time += 10
		s.packet(&message.Particle{Origin: coords(1, 2, 3), Velocity: [3]int8{16, -32, 8}, Count: c.count, Color: 73})
		e := s.Effects.List[0]
		want := world.Effect{
			Kind: world.EffectParticles, Clock: s.Clock, Life: 0.5, Origin: [3]float32{1, 2, 3}, Velocity: [3]float32{
				1, -2, 0.5}, Count: c.want, Color: c.color, Colors: c.colors,
		}
		if e != want {
			t.Errorf("%+v, not %+v", e, want)
		}
	}
}

// Effects and sounds end when their time is over, each its own.
func TestEffectsEnd(t *testing.T) {
	for _, c := range []struct {
		after  float64
		counts [3]int // lava splashes, explosions, sounds
	}{{0.5, [3]int{1, 1, 1}}, {0.625, [3]int{1, 0, 1}}, {1, [3]int{1, 0, 1}}, {1.5, [3]int{1, 0, 1}},
		{1.5625, [3]int{0, 0, 1}}, {2.5, [3]int{0, 0, 1}}, {2.5625, [3]int{0, 0, 0}}} {
		s := newQuake(t, "A")
		s.time = 10
		s.packet()
		s.time = 20
		s.packet(&message.TempEntity{Type: 10}, &message.Sound{Entity: 1, Volume: 255}, &message.TempEntity{Type: 11})
		s.time = 20.25
		s.packet()
		s.time = 20 + c.after
		s.packet()
		var got [3]int
		for _, e := range s.Effects.List {
			if e.Kind == world.EffectLavaSplash {
				got[0]++
			} else {
				got[1]++
			}
		}
		got[2] = len(s.Effects.Sounds)
		if got != c.counts {
			t.Errorf("after %v seconds: %v, not %v", c.after, got, c.counts)
		}
	}
}

// What begins when nothing was there ends, too.
func TestEffectsEndAgain(t *testing.T) {
	for what, m := range map[string]message.Message{"an effect": &message.TempEntity{Type: 11},
		"a sound": &message.Sound{Volume: 255}} {
		s := newQuake(t, "A")
		for i := range 3 {
			s.time += 5
			if s.packet(); len(s.Effects.List)+len(s.Effects.Sounds) != 0 {
				t.Errorf("%s: the %dth has not ended", what, i)
			}
			if s.packet(m); len(s.Effects.List)+len(s.Effects.Sounds) != 1 {
				t.Errorf("%s: the %dth has not begun", what, i+1)
			}
		}
	}
	// In a copy, too, whose own have ended.
	old, young := newQuake(t, "A"), newQuake(t, "A")
	old.packet(&message.TempEntity{Type: 3}, &message.Sound{Volume: 255})
	old.time += 5
	old.packet()
	young.packet(&message.TempEntity{Type: 3}, &message.Sound{Volume: 255})
	old.CopyFrom(young.World)
	old.time = young.time + 5
	if old.packet(); len(old.Effects.List)+len(old.Effects.Sounds) != 0 {
		t.Errorf("in a copy they have not ended: %+v", old.Effects)
	}
	// The one that ends first of several, whatever the order.
	s := newQuake(t, "A")
	s.packet(&message.TempEntity{Type: 10})
	s.packet(&message.TempEntity{Type: 3})
	s.time += 0.75
	if s.packet(); len(s.Effects.List) != 1 || s.Effects.List[0].Kind != world.EffectLavaSplash {
		t.Errorf("%+v", s.Effects.List)
	}
	s.time += 1
	if s.packet(); len(s.Effects.List) != 0 {
		t.Errorf("%+v", s.Effects.List)
	}
}

// The oldest effects make room.
func TestEffectLimits(t *testing.T) {
	s := newQuake(t, "A")
	s.time = 5
	for i := range int32(256) {
		s.Begin(&message.Packet{})
		s.Apply(&message.TempEntity{Type: 3, Origin: coords(i, 0, 0)})
	}
	if e := s.Effects.List; len(e) != 256 || e[0].Origin[0] != 0 || e[255].Origin[0] != 255 {
		t.Errorf("%d effects", len(e))
	}
	s.Apply(&message.TempEntity{Type: 3, Origin: coords(256, 0, 0)})
	if e := s.Effects.List; len(e) != 256 || e[0].Origin[0] != 1 || e[255].Origin[0] != 256 {
		t.Errorf("%d effects, the first at %v", len(e), e[0].Origin)
	}
	for i := range int32(128) {
		s.Apply(&message.Sound{Sound: i, Volume: 255})
	}
	if e := s.Effects.Sounds; len(e) != 128 || e[0].Sound != 0 || e[127].Sound != 127 {
		t.Errorf("%d sounds", len(e))
	}
	s.Apply(&message.Sound{Sound: 128, Volume: 255})
	if e := s.Effects.Sounds; len(e) != 128 || e[0].Sound != 1 || e[127].Sound != 128 {
		t.Errorf("%d sounds, the first %d", len(e), e[0].Sound)
	}
	// Of those that stay, the first do.
	for i := range int32(4096) {
		s.Apply(&message.SpawnStaticSound{Sound: i & 255, Volume: 255})
		s.Apply(&message.SpawnStatic{EntityDelta: message.EntityDelta{Mask: message.FieldSkin, Skin: i}})
	}
	if len(s.Effects.Static) != 4096 || len(s.Statics) != 4096 {
		t.Errorf("%d static sounds, %d static entities", len(s.Effects.Static), len(s.Statics))
	}
	s.Apply(&message.SpawnStaticSound{Sound: 7, Volume: 255})
	s.Apply(&message.SpawnStatic{EntityDelta: message.EntityDelta{Mask: message.FieldSkin, Skin: 9999}})
	if len(s.Effects.Static) != 4096 || s.Effects.Static[4095].Sound != 255 || len(s.Statics) != 4096 ||
		s.Statics[4095].Skin != 4095 {
		t.Errorf("%d static sounds, %d static entities", len(s.Effects.Static), len(s.Statics))
	}
	s.End()
}

// All that began is remembered, also what another sound on the same channel has replaced; what
// is stopped is not.
func TestSounds(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A"), newQuakeWorld(t, "qwd", "A"), newQuakeWorld(t, "mvd", "A")} {
		s.packet(&message.Sound{Entity: 3, Channel: 2, Sound: 9, Volume: 51, Attenuation: 32, Origin: coords(1, 2, 3)})
		want := world.SoundStart{Clock: s.Clock, Origin: [3]float32{1, 2, 3}, Entity: 3, Sound: 9, Channel: 2,
			Volume: 0.2, Attenuation: 0.5}
		if got := s.Effects.Sounds[0]; got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
		if e := s.only(world.EventSound); len(e) != 1 || e[0].Player != 2 || e[0].Value != 9 || e[0].Other != nobody {
			t.Errorf("%+v", e)
		}
		sound := func(entity int32, channel uint8, sound int32) message.Message {
			return &message.Sound{Entity: entity, Channel: channel, Sound: sound, Volume: 255, Attenuation: 64}
		}
		expect := func(what string, want ...uint16) {
			t.Helper()
			if len(s.Effects.Sounds) != len(want) {
				t.Errorf("%s: %+v, not %v", what, s.Effects.Sounds, want)
				return
			}
			for i := range want {
				if s.Effects.Sounds[i].Sound != want[i] {
					t.Errorf("%s: %+v, not %v", what, s.Effects.Sounds, want)
				}
			}
		}
		s.packet(sound(3, 1, 10), sound(4, 2, 11))
		expect("other channels, other entities", 9, 10, 11)
		s.packet(sound(3, 2, 12))
		expect("the same channel", 9, 10, 11, 12)
		s.packet(sound(5, 0, 13), sound(5, 0, 14))
		expect("channel 0", 9, 10, 11, 12, 13, 14)
		s.packet(&message.StopSound{Entity: 3, Channel: 1}, &message.StopSound{Entity: 9, Channel: 2},
			&message.StopSound{Entity: 4, Channel: 3})
		expect("stopped", 9, 11, 12, 13, 14)
		s.packet(&message.SpawnStaticSound{Sound: 21, Volume: 255, Attenuation: 192, Origin: coords(-1, 0, 4)})
		static := world.SoundStart{Origin: [3]float32{-1, 0, 4}, Sound: 21, Volume: 1, Attenuation: 3}
		if len(s.Effects.Static) != 1 || s.Effects.Static[0] != static {
			t.Errorf("%+v, not %+v", s.Effects.Static, static)
		}
		s.time += 30
		if s.packet(); len(s.Effects.Static) != 1 || len(s.Effects.Sounds) != 0 {
			t.Errorf("later: %+v, %+v", s.Effects.Static, s.Effects.Sounds)
		}
	}
}

// A muzzle flash is where the player or entity is, or nowhere, and a player's has his eye and
// where he looks.
func TestQuakeWorldMuzzleFlash(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A", "B")
	s.packet(&message.QWPlayerInfo{Player: 0, Origin: coords(7, 8, 9)})
	s.packet(&message.QWMuzzleFlash{Entity: 1})
	if len(s.Effects.List) != 1 || s.Effects.List[0].Origin != [3]float32{7, 8, 9} {
		t.Errorf("the first player's: %+v", s.Effects.List)
	}
	s.packet(&message.QWPlayerInfo{Player: 1, Origin: coords(10, 20, 30)},
		&message.PacketEntities{Entities: []message.EntityDelta{{Number: 50, Mask: message.FieldOriginX,
			Origin: coords(5, 0, 0)}}})
	s.time += 10
	s.packet(&message.QWMuzzleFlash{Entity: 2}, &message.QWMuzzleFlash{Entity: 50}, &message.QWMuzzleFlash{Entity: 1},
		&message.QWMuzzleFlash{Entity: 51}, &message.QWMuzzleFlash{Entity: 3}, &message.QWMuzzleFlash{Entity: 4},
		&message.QWMuzzleFlash{Entity: 0}, &message.QWMuzzleFlash{Entity: -1})
	want := []world.Effect{
		{Kind: world.EffectMuzzleFlash, Clock: s.Clock, Life: 0.1, Entity: 2, Origin: [3]float32{10, 20, 30},
			End: [3]float32{10, 20, 52}, Velocity: [3]float32{1, 0, 0}},
		{Kind: world.EffectMuzzleFlash, Clock: s.Clock, Life: 0.1, Entity: 50, Origin: [3]float32{5, 0, 0}},
	}
	if len(s.Effects.List) != 2 || s.Effects.List[0] != want[0] || s.Effects.List[1] != want[1] {
		t.Errorf("%+v, not %+v", s.Effects.List, want)
	}
}

// A sound's name is the level's, empty for numbers that it lacks.
func TestSoundNames(t *testing.T) {
	s := newQuake(t, "A")
	for n, want := range map[uint16]string{0: "", 1: "weapons/r_exp3.wav", 2: "", 65535: ""} {
		if got := s.Level().Sound(n); got != want {
			t.Errorf("%d: %q, not %q", n, got, want)
		}
		if got := (&world.SoundStart{Sound: n}).Path(s.Level()); got != want {
			t.Errorf("path %d: %q, not %q", n, got, want)
		}
	}
	for n, want := range map[uint16]string{0: "", 1: "maps/e1m1.bsp", 3: "progs/armor.mdl", 4: "", 65535: ""} {
		if got := s.Level().Model(n); got != want {
			t.Errorf("%d: %q, not %q", n, got, want)
		}
	}
	if got := (&world.SoundStart{Own: 255, Sound: 1}).Path(s.Level()); got != "" {
		t.Errorf("a sound of the client that there is not: %q", got)
	}
}

// Lightning that is held is sent anew before it ends: the last one is there until the new
// one begins, since what is shown may lie between the two packets, and no longer.
func TestHeldBeamsLastUntilTheNext(t *testing.T) {
	type beam struct {
		clock, life float64
		end         float32
	}
	s := newQuake(t, "A", "B")
	s.packet()
	for i, c := range []struct {
		ends []int32 // of the beams of a packet, 0 for another's
		want []beam
	}{
		{[]int32{1}, []beam{{1. / 16, 0.2, 1}}},
		{[]int32{2}, []beam{{1. / 16, 1. / 16, 1}, {2. / 16, 0.2, 2}}},
		{[]int32{3, 4}, []beam{{2. / 16, 1. / 16, 2}, {3. / 16, 0.2, 4}}},
		{nil, []beam{{3. / 16, 0.2, 4}}},
		{[]int32{0}, []beam{{3. / 16, 0.2, 4}, {5. / 16, 0.2, 0}}},
		{nil, []beam{{3. / 16, 0.2, 4}, {5. / 16, 0.2, 0}}},
		{nil, []beam{{5. / 16, 0.2, 0}}},
		{nil, []beam{{5. / 16, 0.2, 0}}},
		{nil, nil},
	} {
		var list []message.Message
		for _, end := range c.ends {
			m := &message.TempEntity{Type: 6, Entity: 1, End: coords(end, 0, 0)}
			if end == 0 {
				m.Entity = 2
			}
			list = append(list, m)
		}
		s.packet(list...)
		var got []beam
		for _, e := range s.Effects.List {
			got = append(got, beam{e.Clock, e.Life, e.End[0]})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("packet %d: %v, not %v", i+1, got, c.want)
		}
	}
}

// What a client plays with temporary entities: spikes tink four times of five, and else
// ricochet in three ways, the third one twice as often.
func TestTempEntitySounds(t *testing.T) {
	for kind, want := range map[uint8]string{
		2: "", 3: "weapons/r_exp3.wav", 4: "weapons/r_exp3.wav", 5: "", 6: "", 7: "wizard/hit.wav",
		8: "hknight/hit.wav", 9: "", 10: "", 11: "",
		12: "weapons/r_exp3.wav", 13: "",
	} {
		s := newQuake(t, "A")
		s.packet(&message.TempEntity{Type: kind, Origin: coords(1, 2, 3)})
		if want == "" {
			if len(s.Heard) != 0 {
				t.Errorf("%d: %+v", kind, s.Heard)
			}
			continue
		}
		if len(s.Heard) != 1 || s.Heard[0].Path(s.Level()) != want || s.Heard[0].Origin != [3]float32{1, 2, 3} ||
			s.Heard[0].Entity != -1 ||
			s.Heard[0].Channel != 0 || s.Heard[0].Volume != 1 || s.Heard[0].Attenuation != 1 ||
			s.Heard[0].Clock != s.Clock {
			t.Errorf("%d: %+v", kind, s.Heard)
		}
	}
	for kind := range uint8(2) {
		s, heard := newQuake(t, "A"), map[string]int{}
		for range 1000 {
			s.time += 0.05
			s.packet(&message.TempEntity{Type: kind})
			heard[s.Heard[0].Path(s.Level())]++
		}
		a, b, c := heard["weapons/ric1.wav"], heard["weapons/ric2.wav"], heard["weapons/ric3.wav"]
		if n := heard["weapons/tink1.wav"]; n < 750 || n > 850 || a < 25 || a > 75 || b < 25 || b > 75 || c < 65 ||
			c > 135 || n+a+b+c != 1000 {
			t.Errorf("%d: %v", kind, heard)
		}
	}
	// What a message stops is told as what it starts; the next packet tells neither again.
	s := newQuake(t, "A")
	s.packet(&message.Sound{Entity: 3, Channel: 2, Sound: 5, Volume: 255}, &message.StopSound{Entity: 3, Channel: 2})
	if h := s.Heard; len(h) != 2 || h[0].Sound != 5 || h[0].Flags != 0 || h[1].Flags != world.SoundStops ||
		h[1].Entity != 3 || h[1].Channel != 2 {
		t.Errorf("%+v", h)
	}
	if s.packet(); len(s.Heard) != 0 {
		t.Errorf("%+v", s.Heard)
	}
}

// TestStaticDeltas: a static entity that is a delta of QuakeWorld's has its alpha as it is; that of a replacement delta
// is one less.
func TestStaticDeltas(t *testing.T) {
	for fte2, want := range map[uint32]uint8{0: 128, 8: 129} {
		s := newQuake(t, "A")
		s.packet(&message.ServerInfo{Extensions: []message.QWExtension{{Tag: message.TagFTE, Bits: 0x400000},
			{Tag: message.TagFTE2, Bits: fte2}}, Protocol: 15, MaxClients: 8, Models: texts("maps/e1m1.bsp")},
			&message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{Alpha: 128,
				Mask: message.FieldAlpha}})
		if got := s.Statics[0].Alpha; got != want {
			t.Errorf("FTE2 %#x: alpha %d, not %d", fte2, got, want)
		}
	}
}
