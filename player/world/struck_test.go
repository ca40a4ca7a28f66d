package world

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestLightningStrikes: of three players who stand 100 units apart along x, the first body on
// the way is hit, not one beside it, nor one that is dead; nobody in Quake III, whose lightning
// ends at what it hits.
func TestLightningStrikes(t *testing.T) {
	for name, c := range map[string]struct {
		game   Game
		to     mgl32.Vec3
		change func(*World)
		want   [3]int
	}{
		"the first": {QuakeWorld, mgl32.Vec3{600, 0, 0}, nil, [3]int{0, 1, 0}},
		"low":       {Quake, mgl32.Vec3{600, 0, -100}, nil, [3]int{0, 1, 0}},
		"above":     {Quake, mgl32.Vec3{600, 0, 240}, nil, [3]int{}},
		"beside":    {QuakeWorld, mgl32.Vec3{600, 150, 0}, nil, [3]int{}},
		"too short": {QuakeWorld, mgl32.Vec3{80, 0, 0}, nil, [3]int{}},
		"the dead":  {QuakeWorld, mgl32.Vec3{600, 0, 0}, func(w *World) { w.Players[1].Dead = true }, [3]int{0, 0, 1}},
		"Quake III": {Quake3, mgl32.Vec3{600, 0, 0}, nil, [3]int{}},
	} {
		w := soundWorld(c.game)
		if c.change != nil {
			c.change(w)
		}
		number := int32(1)
		if c.game == Quake3 {
			number = 0
		}
		edit(w).AddEffect(Effect{Kind: EffectLightning, Life: 0.2, Clock: 10, Entity: number, End: c.to})
		for i := range w.Players {
			p := &w.Players[i]
			if p.StruckBy != c.want[i] || p.Struck.Known != (c.want[i] > 0) || c.want[i] > 0 && (p.Struck.Clock != 10 ||
				!p.Hurt.Known) {
				t.Errorf("%s: player %d is hit by %d at %+v", name, i, p.StruckBy-1, p.Struck)
			}
		}
	}
}

// TestHitsHaveHitters: whoever is the only one at the place from which damage came, but nobody
// hits himself.
func TestHitsHaveHitters(t *testing.T) {
	w := soundWorld(QuakeWorld)
	edit(w).Hit(&w.Players[0], 20, 0)
	edit(w).HitFrom(&w.Players[0], mgl32.Vec3{105, 0, 0})
	if p := &w.Players[0]; p.StruckBy != 2 || !p.Struck.Within(10.5, 1) || p.Struck.Within(11.5, 1) {
		t.Errorf("hit by %d at %+v", p.StruckBy-1, p.Struck)
	}
	edit(w).StrikeNow(2, &w.Players[2])
	edit(w).StrikeNow(Nobody, &w.Players[2])
	edit(w).StrikeNow(3, &w.Players[2])
	if p := &w.Players[2]; p.StruckBy != 0 || p.Struck.Known {
		t.Errorf("hit by %d", p.StruckBy-1)
	}
}
