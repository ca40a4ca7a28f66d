package rules_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

func expectHit(t *testing.T, what string, got, want world.Hit) {
	t.Helper()
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) < 0.01 }
	if got.Clock != want.Clock || !near(got.Strength, want.Strength) || got.Armor != want.Armor ||
		got.Directed != want.Directed ||
		!near(got.From[0], want.From[0]) || !near(got.From[1], want.From[1]) || !near(got.From[2], want.From[2]) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

// TestHits: half of the points count, 10 at least, each for a fiftieth; what is left of a hit
// before it is added, and all is gone in a second.
func TestHits(t *testing.T) {
	from := [3]wire.Coord{80, -40, 8}
	place := mgl32.Vec3{10, -5, 1} // eight to a unit
	for _, c := range []struct {
		s      *script
		target uint32
		slot   int
	}{{newQuake(t, "A"), 0, 0}, {newQuakeWorld(t, "qwd", "A", "B"), 0, 0}, {newQuakeWorld(t, "mvd", "A", "B"),
		1 << 1, 1}} {
		s, p := c.s, &c.s.Players[c.slot]
		s.packetTo(c.target, &message.HitDamage{Save: 10, Take: 30, Origin: from})
		begun := s.Clock
		expectHit(t, s.Game.String(), p.Hit, world.Hit{Clock: begun, Strength: 0.4, From: place, Directed: true})
		if a, b, before := p.Hit.Left(begun+0.3), p.Hit.Left(begun+0.5),
			p.Hit.Left(begun-0.1); math.Abs(float64(a-0.1)) > 1e-3 || b != 0 || before != 0 {
			t.Errorf("%v: %v of it is left after 0.3 s, %v after 0.5 s, %v before", s.Game, a, b, before)
		}
		s.packetTo(c.target, &message.HitDamage{Save: 5, Take: 1})
		left := max(0, 0.4-float32(s.Clock-begun))
		expectHit(t, s.Game.String()+", of the world", p.Hit, world.Hit{Clock: s.Clock, Strength: left + 0.2,
			Armor: true})
		s.packetTo(c.target, &message.HitDamage{Take: 255, Origin: from})
		expectHit(t, s.Game.String()+", the most", p.Hit, world.Hit{Clock: s.Clock, Strength: 1, From: place,
			Directed: true})
		for i := range s.Players {
			if i != c.slot && s.Players[i].Hit != (world.Hit{}) {
				t.Errorf("%v: slot %d has been hit", s.Game, i)
			}
		}
	}
	all := newQuakeWorld(t, "mvd", "A")
	if all.packet(&message.HitDamage{Take: 20, Origin: from}); all.Players[0].Hit != (world.Hit{}) {
		t.Error("who is hit is not told, and somebody is")
	}
}
