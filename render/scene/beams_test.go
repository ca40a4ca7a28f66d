package scene

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// A beam that another follows is drawn until that begins, and then the other alone.
func TestFollowedBeamsAreDrawnOnce(t *testing.T) {
	first := world.Effect{Kind: world.EffectLightning, Entity: 1, Clock: 10, Life: 0.0625, End: vec{0, 90, 0}}
	next := world.Effect{Kind: world.EffectLightning, Entity: 1, Clock: 10.0625, Life: 0.2, End: vec{0, 80, 0}}
	for _, c := range []struct {
		clock float64
		ends  []float32
	}{
		{9.99, nil}, {10, []float32{90}}, {10.05, []float32{90}}, {10.0625, []float32{80}}, {10.2, []float32{80}},
		{10.26, []float32{80}}, {10.27, nil},
	} {
		m := momentOf()
		m.Clock = c.clock
		m.World.Effects.List = []world.Effect{first, next}
		s := New()
		s.Build(m, Camera{Origin: vec{-300, 40, 0}}, View{640, 480, 1}, &Options{Follow: -1})
		var ends []float32
		for i := range s.effects.items {
			ends = append(ends, s.effects.items[i].to[1])
		}
		if len(ends) != len(c.ends) || len(ends) == 1 && ends[0] != c.ends[0] {
			t.Errorf("at %v: beams to %v, not %v", c.clock, ends, c.ends)
		}
	}
}

// TestLightningEndsWithItsWeapon: who holds another weapon by now has no lightning, unless the weapon is a guess.
func TestLightningEndsWithItsWeapon(t *testing.T) {
	for _, c := range []struct {
		weapon uint8
		beams  int
	}{{8, 1}, {7, 0}, {0, 1}} {
		m := momentOf(vec{})
		m.Clock = 10
		m.World.Players[0].Weapon = c.weapon
		m.World.Effects.List = []world.Effect{{Kind: world.EffectLightning, Entity: 1, Clock: 9.9, Life: 0.2,
			End: vec{0, 90, 0}}}
		s := New()
		if s.Build(m, Camera{Origin: vec{-300, 40, 0}}, View{640, 480, 1}, nil); len(s.effects.items) != c.beams {
			t.Errorf("with the weapon %d: %d beams, want %d", c.weapon, len(s.effects.items), c.beams)
		}
	}
}

// TestBoltsAreStraight: all lines of lightning lead from its gun to where it ends.
func TestBoltsAreStraight(t *testing.T) {
	s, m := New(), momentOf()
	m.Clock = 10
	m.World.Effects.List = []world.Effect{{Kind: world.EffectLightning, Clock: 9.9, Life: 0.2, End: vec{0, 400, 0}}}
	s.Build(m, Camera{Origin: vec{-300, 200, 0}}, View{640, 480, 1}, &Options{Follow: -1})
	lines := 0
	for _, p := range s.pieces.list {
		if p.shape != shapeLine {
			continue
		}
		lines++
		from, to := s.pieces.points[p.first], s.pieces.points[p.first+1]
		if from != (vec{0, 0, 0}) || to != (vec{0, 400, 0}) {
			t.Errorf("a line from %v to %v", from, to)
		}
	}
	if lines == 0 {
		t.Error("there is no lightning")
	}
}

// TestBoltsAreOfSomebody: the watched player's lightning is nearly white, others' has the color
// of their names, and orange is in that of who has none: white mixed with six tenths of 0xff9a2e.
func TestBoltsAreOfSomebody(t *testing.T) {
	m := fightMoment([]vec{{0, 0, 0}, {300, 0, 0}, {300, 100, 0}})
	m.World.Game = world.Quake
	m.World.Players[1].Pants, m.World.Players[2].Pants = 4, 0
	s := New()
	s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0})
	if c := s.colors.bolt(m, 0); !sameColor(c, draw.RGB(0xdcf0ff)) {
		t.Errorf("one's own is %+v", c)
	}
	if c := s.colors.bolt(m, 1); c.R < c.B+0.3 {
		t.Errorf("that of who is red is %+v", c)
	}
	if c := s.colors.bolt(m, 2); c.R < c.B+0.3 {
		t.Errorf("that of who is white is %+v", c)
	}
	if c := s.colors.bolt(m, 7); !sameColor(c, colorCyan) {
		t.Errorf("that of nobody is %+v", c)
	}
}

// TestBoltsEndAtBodies: in Quake, where the demo says at which wall they end; who is there is
// outlined as hit.
func TestBoltsEndAtBodies(t *testing.T) {
	m := fightMoment([]vec{{0, 0, 0}, {300, 0, 0}, {500, 0, 0}})
	m.World.Effects.List = []world.Effect{{Kind: world.EffectLightning, Clock: 10, Life: 0.2, Entity: 1,
		Origin: vec{0, 0, 8}, End: vec{600, 0, 8}}}
	s := New()
	s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0})
	end := float32(0)
	for i := range s.effects.items {
		end = max(end, s.effects.items[i].to[0])
	}
	if end < 280 || end > 310 {
		t.Errorf("lightning ends at %v", end)
	}
	if a, b := s.sight.hitOf(m, 1), s.sight.hitOf(m, 2); a != 1 || b != 0 {
		t.Errorf("signs of a hit: %v of who is there, %v of who is behind", a, b)
	}
}
