package scene

import (
	"math"
	"testing"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// shooters returns a moment of a game in which players stand at places and look along x.
func shooters(format string, places ...vec) *player.Moment {
	m := momentOf(places...)
	players := m.World.Players
	m.World = rules.New(format)
	m.World.Players = players
	m.Clock = 10
	for i := range players {
		players[i].Frame = 12 // stands with a gun
		if format == "dm3" {
			players[i].Frame, players[i].WeaponFrame = 22, 11
		}
	}
	return m
}

// inHand reports whether a place is where the weapon is of a player at the origin who looks
// along x.
func inHand(at vec) bool {
	return at[0] > 15 && at[0] < 50 && at[1] < 0 && at[1] > -12 && at[2] > 0 && at[2] < 24
}

// TestMuzzle: where nobody's weapon is known a muzzle is 20 units before the eye, 4 to its right
// and 8 below. Our shotgun's is 30.69 before its grip and 3.36 above; before the eye that is
// 15 ahead, 6.5 to the right and 8 below, and 0.3 times as large. That of a monster is 16 above its origin;
// what is not there has none. Those of Quake are seen through their own eyes here: of others
// a weapon is always known.
func TestMuzzle(t *testing.T) {
	s := New()
	s.Build(nil, Camera{}, View{64, 48, 1}, nil)
	for _, c := range []struct {
		format string
		entity int32
		yaw    float32
		want   vec
		ok     bool
	}{
		{"dem", 1, 0, vec{124.207, -6.5, 15.008}, true}, {"dem", 1, 90, vec{106.5, 24.207, 15.008}, true},
		{"qwd", 2, 0, vec{224.207, -6.5, 15.008}, true},
		{"dm3", 0, 0, vec{120, -4, 18}, true}, {"dm3", 1, 180, vec{180, 4, 18}, true},
		{"dm2", 1, 0, vec{120, -4, 14}, true},
		{"dem", 40, 0, vec{320, -4, 8}, true}, {"dem", 41, 0, vec{}, false}, {"dem", 0, 0, vec{}, false},
		{"dem", -5, 0, vec{}, false}, {"dem", math.MaxInt32, 0, vec{}, false},
		{"dm3", -1, 0, vec{}, false},
	} {
		m := shooters(c.format, vec{100, 0, 0}, vec{200, 0, 0})
		for i := range m.Poses {
			m.Poses[i].Angles[1] = c.yaw
		}
		if slot := int(c.entity) - 1; c.format != "dm2" && c.format != "dm3" && slot >= 0 && slot < len(m.Poses) {
			s.frame.opt.FirstPerson = true
			m.Eye = player.Eye{Known: true, Slot: slot, Entity: c.entity,
				Origin: m.Poses[slot].Origin.Add(vec{0, 0, 22}), Angles: m.Poses[slot].Angles}
		}
		m.Entities = []world.Entity{{Number: 30}, {Number: 40, Origin: vec{300, 0, 0}}, {Number: 50}}
		at, ok := s.bodies.muzzle(m, c.entity)
		if ok != c.ok || ok && at.Sub(c.want).Len() > 0.01 {
			t.Errorf("%s, entity %d: %v %v, want %v", c.format, c.entity, at, ok, c.want)
		}
	}
	m := shooters("dem", vec{float32(math.NaN()), 0, 0})
	if at, ok := s.bodies.muzzle(m, 1); ok {
		t.Errorf("nowhere: %v", at)
	}
}

// tracersOf returns where the tracers of a moment end.
func tracersOf(m *player.Moment) (ends []vec) {
	s := New()
	s.Build(m, Camera{Origin: vec{-400, 0, 100}}, View{640, 480, 1}, nil)
	for i := range s.effects.items {
		if s.effects.items[i].kind == itemTracer {
			ends = append(ends, s.effects.items[i].to)
		}
	}
	return ends
}

// TestTracers: lines go from a muzzle to the hits of the same moment near to the aim, each
// from the shooter whose aim is nearest; a bullet whose hit nobody tells is a stroke.
func TestTracers(t *testing.T) {
	flash := func(entity int32, shot world.Shot) world.Effect {
		return world.Effect{Kind: world.EffectMuzzleFlash, Clock: 9.95, Life: 0.1, Entity: entity, Shot: shot}
	}
	hit := func(kind world.EffectKind, x, y float32) world.Effect {
		return world.Effect{Kind: kind, Clock: 9.95, Life: 0.3, Origin: vec{x, y, 14}}
	}
	late := hit(world.EffectGunshot, 500, 0)
	late.Clock = 9.9
	his := hit(world.EffectGunshot, 100, 400)
	his.Entity = 1
	gone := flash(1, world.ShotBullet)
	gone.Clock, gone.Life = 9.5, 1
	// The muzzles are at 20 -4 14, 20 296 14.
	for _, c := range []struct {
		name, format string
		effects      []world.Effect
		want         []vec
	}{
		{"a wall", "dem", []world.Effect{flash(1, world.ShotUnknown), hit(world.EffectGunshot, 500, 0)},
			[]vec{{500, 0, 14}}},
		{"blood and sparks", "dm2", []world.Effect{hit(world.EffectBlood, 500, 0), hit(world.EffectSparks, 400, 9),
			flash(1, world.ShotPellets)}, []vec{{500, 0, 14}, {400, 9, 14}}},
		{"too far aside", "dem", []world.Effect{flash(1, world.ShotUnknown), hit(world.EffectGunshot, 500, 250)}, nil},
		{"behind", "dem", []world.Effect{flash(1, world.ShotUnknown), hit(world.EffectGunshot, -500, 0)}, nil},
		{"of another moment", "dem", []world.Effect{flash(1, world.ShotUnknown), late}, nil},
		{"no hit of a bullet", "dem", []world.Effect{flash(1, world.ShotUnknown), hit(world.EffectExplosion, 500, 0)},
			nil},
		{"a rocket", "dm2", []world.Effect{flash(1, world.ShotMissile), hit(world.EffectGunshot, 500, 0)}, nil},
		{"too long ago", "dm2", []world.Effect{gone}, nil},
		{"a bullet's stroke", "dm2", []world.Effect{flash(1, world.ShotBullet)}, []vec{{92, -4, 14}}},
		{"nobody's", "dm2", []world.Effect{flash(0, world.ShotBullet), hit(world.EffectGunshot, 500, 0)}, nil},
		{"two who shoot", "dem", []world.Effect{flash(1, world.ShotUnknown), flash(2, world.ShotUnknown),
			hit(world.EffectGunshot, 900, 290), hit(world.EffectGunshot, 900, 20)},
			[]vec{{900, 20, 14}, {900, 290, 14}}},
		{"told whose", "dm3", []world.Effect{flash(1, world.ShotBullet), his, hit(world.EffectGunshot, 500, 300)},
			[]vec{{100, 400, 14}}},
	} {
		m := shooters(c.format, vec{0, 0, 0}, vec{0, 300, 0})
		m.World.Effects.List = c.effects
		got := tracersOf(m)
		ok := len(got) == len(c.want)
		for i := range c.want {
			ok = ok && i < len(got) && got[i].Sub(c.want[i]).Len() < 0.01
		}
		if !ok {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestShotsAreLeft: a shot goes on from where it was fired to its hits, however its shooter has
// moved and turned since, fades, and is gone after 0.45 seconds; backwards it is the same. One
// of which nobody told the aim is gone after a tenth of a second.
func TestShotsAreLeft(t *testing.T) {
	shot := world.Effect{Kind: world.EffectMuzzleFlash, Clock: 10, Life: 0.1, Entity: 1, End: vec{0, 0, 22},
		Velocity: vec{1, 0, 0}}
	list := []world.Effect{shot, {Kind: world.EffectBlood, Clock: 10, Life: 0.3, Origin: vec{500, 0, 14}}}
	s := New()
	for _, c := range []struct {
		clock float64
		aimed bool
		alpha float32 // 0 for no tracer
		atGun bool
	}{
		{10, true, 0.85, true}, {10.09, true, 0.85, false}, {10.11, true, 0.534, false}, {10.275, true, 0.275, false},
		{10.46, true, 0, false},
		{9.99, true, 0, false}, {10.09, false, 0, false}, {10.2, false, 0, false}, {10.275, true, 0.275, false},
	} {
		m := shooters("dem", vec{0, 0, 0}, vec{0, 300, 0})
		m.Clock = c.clock
		if m.World.Effects.List = list; !c.aimed {
			m.World.Effects.List = []world.Effect{{Kind: shot.Kind, Clock: 10, Life: 0.1, Entity: 1}, list[1]}
		}
		if c.clock > 10 { // he has run away, and looks elsewhere
			m.Poses[0].Origin, m.Poses[0].Angles = vec{-100, 80, 0}, vec{0, 120, 0}
		}
		s.Build(m, Camera{Origin: vec{-400, 0, 100}}, View{640, 480, 1}, nil)
		alpha := float32(0)
		for i := range s.effects.items {
			it := &s.effects.items[i]
			if it.kind != itemTracer {
				continue
			}
			alpha = it.color.A
			if it.to != (vec{500, 0, 14}) || !c.atGun && it.from.Sub(vec{20, 0, 14}).Len() > 0.01 {
				t.Errorf("%+v: from %v to %v", c, it.from, it.to)
			}
		}
		if abs(alpha-c.alpha) > 0.01 {
			t.Errorf("%+v: opacity %v", c, alpha)
		}
	}
	m := shooters("dm3", vec{0, 0, 0}, vec{0, 300, 0})
	m.Clock, m.Poses[0].Origin = 10.3, vec{0, 0, 500}
	m.World.Effects.List = []world.Effect{{Kind: shot.Kind, Shot: world.ShotBullet, Clock: 10, Life: 0.1,
		Origin: vec{7, 0, 0}}, {Kind: world.EffectBlood, Clock: 10, Life: 0.3, Origin: vec{500, 0, 14}}}
	s.Build(m, Camera{Origin: vec{-400, 0, 100}}, View{640, 480, 1}, nil)
	if len(s.effects.items) != 1 || s.effects.items[0].from != (vec{7, 0, 18}) {
		t.Errorf("Quake III: %+v", s.effects.items)
	}
}

// TestLasers: Quake II's entities with the bit 128 are lines from their origin to the old
// one, as wide as their frame, in the colors of their skin.
func TestLasers(t *testing.T) {
	m := shooters("dm2")
	m.Entities = []world.Entity{
		{Number: 5, Origin: vec{300, -60, 0}, OldOrigin: vec{300, 60, 0}, RenderFX: 128, Frame: 4, Skin: 0x50505050},
		{Number: 6, Origin: vec{300, -60, 0}, OldOrigin: vec{300, 60, 0}, RenderFX: 64},
		{Number: 7, Origin: vec{float32(math.NaN()), 0, 0}, RenderFX: 128},
		{Number: 8, Origin: vec{-300, -60, 0}, OldOrigin: vec{-300, 60, 0}, RenderFX: 128},
	}
	s := New()
	s.Build(m, Camera{}, View{640, 480, 1}, nil)
	if list := s.effects.items; len(list) != 1 || list[0].from != (vec{300, -60, 0}) ||
		list[0].to != (vec{300, 60, 0}) || list[0].width != 2 || len(s.pieces.list) != 2 {
		t.Errorf("%+v, %d pieces", s.effects.items, len(s.pieces.list))
	}
	m.World = rules.New("dem")
	s.Build(m, Camera{}, View{640, 480, 1}, nil)
	if len(s.effects.items) != 0 {
		t.Errorf("in Quake: %+v", s.effects.items)
	}
}

// TestHeldLightning: in Quake III who fires a lightning gun has a beam of 768 units, to the
// first player in its way.
func TestHeldLightning(t *testing.T) {
	for _, c := range []struct {
		name    string
		effects uint32
		weapon  uint8
		other   vec
		dead    bool
		want    float32 // its length, 0 for none
	}{
		{"alone", 0x100, 6, vec{0, 300, 0}, false, 768}, {"hits", 0x100, 6, vec{320, 0, 0}, false, 300},
		{"beyond", 0x100, 6, vec{900, 0, 0}, false, 768},
		{"behind", 0x100, 6, vec{-300, 0, 0}, false, 768}, {"does not fire", 0, 6, vec{300, 0, 0}, false, 0},
		{"another weapon", 0x100, 7, vec{300, 0, 0}, false, 0},
		{"is dead", 0x100, 6, vec{300, 0, 0}, true, 0},
	} {
		m := shooters("dm3", vec{0, 0, 0}, c.other)
		p := &m.World.Players[0]
		p.Effects, p.Weapon, p.Dead = c.effects, c.weapon, c.dead
		s := New()
		s.Build(m, Camera{Origin: vec{-400, 0, 100}}, View{640, 480, 1}, nil)
		got := float32(0)
		for i := range s.effects.items {
			if it := &s.effects.items[i]; it.kind == itemBolt {
				// It is aimed from before the eye, 20 ahead, 4 to the right and 18 up.
				if got += it.to.Sub(vec{20, -4, 18}).Len(); !inHand(vec(it.from)) {
					t.Errorf("%s: it begins at %v", c.name, it.from)
				}
			}
		}
		if abs(got-c.want) > 0.1 {
			t.Errorf("%s: %v units, want %v", c.name, got, c.want)
		}
	}
}

// TestBeamsBeginAtTheGun: lightning follows the muzzle of who holds it, if he is near.
func TestBeamsBeginAtTheGun(t *testing.T) {
	inTheHand := vec{-1, -1, -1}
	for _, c := range []struct {
		kind   world.EffectKind
		entity int32
		from   vec
		want   vec
	}{
		{world.EffectLightning, 1, vec{0, 0, 16}, inTheHand}, {world.EffectLightning, 1, vec{0, 200, 16},
			vec{0, 200, 16}}, {world.EffectLightning, 7, vec{0, 0, 16}, vec{0, 0, 16}},
		{world.EffectLightning, 0, vec{0, 0, 16}, vec{0, 0, 16}}, {world.EffectTongue, 1, vec{0, 0, 16}, vec{0, 0, 16}},
		{world.EffectGrapple, 1, vec{0, 0, 16}, inTheHand},
		{world.EffectRail, 1, vec{0, 0, 16}, vec{0, 0, 16}},
	} {
		m := shooters("dem", vec{})
		m.World.Effects.List = []world.Effect{{Kind: c.kind, Clock: 9.9, Life: 0.2, Entity: c.entity, Origin: c.from,
			End: vec{400, 0, 0}}}
		s := New()
		s.Build(m, Camera{Origin: vec{-400, 0, 100}}, View{640, 480, 1}, nil)
		if list := s.effects.items; len(list) != 1 || c.want == inTheHand && !inHand(vec(list[0].from)) ||
			c.want != inTheHand && list[0].from.Sub(c.want).Len() > 0.01 {
			t.Errorf("%+v: %+v", c, s.effects.items)
		}
	}
}

// TestOwnShotStays: the trail of the eye's own rail gun begins where the gun was as it fired, however the eye turns
// and goes on. Quake III says 14 units ahead of the eye, 4 to the right and 1 below it, Quake II where the gun is.
func TestOwnShotStays(t *testing.T) {
	for _, c := range []struct {
		format     string
		slot       int32 // as effects have it
		kind       world.EffectKind
		from, want vec
	}{
		{"dm3", 0, world.EffectRail, vec{14, -4, 25}, vec{20, -4, 18}}, {"dm3", 0, world.EffectShotgun, vec{14, 0, 26},
			vec{20, -4, 18}},
		{"dm2", 1, world.EffectRail, vec{0, -7, 14}, vec{0, -7, 14}},
	} {
		for _, eye := range []player.Eye{{Origin: vec{0, 0, 26}}, {Origin: vec{0, 0, 26}, Angles: vec{0, 90, 0}},
			{Origin: vec{30, 10, 12}, Angles: vec{60, -30, 0}}} {
			m := shooters(c.format, vec{})
			m.Eye = eye
			m.Eye.Known, m.Eye.Entity = true, c.slot
			m.World.Effects.List = []world.Effect{{Kind: c.kind, Clock: 9.8, Life: 0.4, Entity: c.slot, Origin: c.from,
				End: vec{400, c.from[1], c.from[2]}}}
			s := New()
			s.Build(m, Camera{Origin: vec{-400, 0, 100}}, View{640, 480, 1}, &Options{FirstPerson: true})
			if len(s.effects.items) != 1 || s.effects.items[0].from.Sub(c.want).Len() > 0.01 {
				t.Errorf("%s, %v, seen from %v: %+v, want it from %v", c.format, c.kind, eye, s.effects.items, c.want)
			}
		}
	}
}

// TestUntil: lines end at the walls of the level, which are solid behind, and not before.
func TestUntil(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		g := Prepare(loadMap(t, name))
		n := 0
		for _, c := range insideCameras(g, 30) {
			for yaw := float32(0); yaw < 360; yaw += 30 {
				f, _, _ := vectors(vec{10, yaw, 0})
				end := g.until(c.Origin, c.Origin.Add(f.Mul(8000)))
				way := end.Sub(c.Origin)
				if way.Len() >= 8000 {
					continue // out into nothing
				}
				n++
				if !g.leaves[g.leafAt(end.Add(f.Mul(0.5)))].solid {
					t.Errorf("%s: from %v to %v: nothing is there", name, c.Origin, end)
				}
				for part := float32(0); part < 0.99; part += 0.02 {
					if at := c.Origin.Add(way.Mul(part)); way.Len()*(1-part) > 1 && g.leaves[g.leafAt(at)].solid {
						t.Errorf("%s: from %v to %v: %v is in a wall", name, c.Origin, end, at)
						break
					}
				}
			}
		}
		if n < 100 {
			t.Errorf("%s: only %d lines", name, n)
		}
	}
	far := vec{9000, 0, 0}
	if got := openSpace.until(vec{}, far); got != far {
		t.Errorf("without a map: %v", got)
	}
}

// TestBoltsEndOnWhoIsHit: lightning along x ends on a body in its way; on one beside it only if the
// demo has just said that he is hit, 4 units above his origin.
func TestBoltsEndOnWhoIsHit(t *testing.T) {
	hit := func(by int, clock float64) func(*world.Player) {
		return func(p *world.Player) { p.Struck, p.StruckBy = world.Timestamp{Clock: clock, Known: true}, by+1 }
	}
	for _, c := range []struct {
		what   string
		at     vec
		change func(*world.Player)
		want   vec
		struck bool
	}{
		{"in the way", vec{300, 10, 0}, nil, vec{300, 0, 0}, true},
		{"beside it", vec{300, 80, 0}, nil, vec{700, 0, 0}, false},
		{"beside it, and hit", vec{300, 80, 0}, hit(0, 9.6), vec{300, 80, 4}, true},
		{"beside it, and hit long ago", vec{300, 80, 0}, hit(0, 9.4), vec{700, 0, 0}, false},
		{"beside it, and hit by another", vec{300, 80, 0}, hit(2, 9.6), vec{700, 0, 0}, false},
		{"beside it, and staggers", vec{300, 80, 0}, func(p *world.Player) {
			p.Hurt = world.Timestamp{Clock: 9.6, Known: true}
		}, vec{300, 80, 4}, true},
		{"far beside it", vec{300, 150, 0}, hit(0, 9.6), vec{700, 0, 0}, false},
		{"behind", vec{-300, 20, 0}, hit(0, 9.6), vec{700, 0, 0}, false},
		{"dead", vec{300, 80, 0}, func(p *world.Player) { hit(0, 9.6)(p); p.Dead = true }, vec{700, 0, 0}, false},
	} {
		m := fightMoment([]vec{{}, c.at})
		if c.change != nil {
			c.change(&m.World.Players[1])
		}
		s := New()
		s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, nil)
		got := s.effects.hitBy(m, 0, vec{}, vec{700, 0, 0})
		if got.Sub(c.want).Len() > 1e-3 || (s.sight.struck == 2) != c.struck || (s.sight.bolts[0] == 2) != c.struck {
			t.Errorf("%s: ends at %v, struck %b, %v", c.what, got, s.sight.struck, s.sight.bolts[0])
		}
	}
}
