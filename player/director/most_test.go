package director

import (
	"math"
	"testing"

	"demoscope/player/timeline"
)

// Most returns how many kills of a level can be seen at all with at most [MaxCuts] a minute, and
// with so many cuts as one likes: by trying every way in steps of a plan. Nothing else counts
// for it, so that no plan that keeps [Rest] sees more, and one that has calm may see fewer.
func Most(t *timeline.Timeline, level int, sight Sight) (most, free int) {
	m, ok := read(t, level, 0)
	if !ok {
		return 0, 0
	}
	g := newGrid(m, m.begin, sight)
	allowed, counted := g.budget(nil)
	return g.most(allowed, counted), g.most(0, [2]float64{math.Inf(1), math.Inf(-1)})
}

// most is [Most] with so many cuts between two times.
func (g *grid) most(cuts int, counted [2]float64) int {
	won := make([][]prize, g.steps)
	before, after := int(math.Round(eyesBefore/g.step))+1, int(math.Round(eyesAfter/g.step))+1
	for i := range g.highlights {
		a := &g.highlights[i]
		if a.reason != ReasonKill {
			continue
		}
		since, step := g.stepAt(a.clock-eyesBefore), min(g.stepAfter(a.clock+eyesAfter), g.steps-1)
		for view := range g.views {
			who, camera := view%len(g.slots), Camera(view/len(g.slots))
			killer, victim := g.seesAll(who, camera, a, g.sight)
			if since >= 0 && (killer && victim || who == a.who && camera == Eyes) {
				won[step] = append(won[step], prize{step: step, since: since, view: view})
			}
		}
	}
	// The most that a way has seen that has so many cuts, by cuts, view and age, the last of which
	// stands for all beyond.
	ages := max(g.rest, before+after) + 2
	at := func(c, view, age int) int { return (c*g.views+view)*ages + age }
	seen := make([]int32, (cuts+1)*g.views*ages)
	const none = math.MinInt32 / 2
	for i := range seen {
		seen[i] = none
	}
	for view := range g.views {
		seen[at(0, view, 0)] = 0
	}
	for step := range g.steps {
		for i := 0; step > 0 && i < len(seen); i += ages {
			way := seen[i : i+ages]
			oldest := max(way[ages-1], way[ages-2])
			copy(way[1:], way)
			way[0], way[ages-1] = none, oldest
		}
		cost := 0
		if clock := g.time(step); clock >= counted[0] && clock <= counted[1] {
			cost = 1
		}
		for c := cuts - cost; step > 0 && c >= 0; c-- {
			for view := range g.views {
				best := int32(none)
				for _, n := range seen[at(c, view, g.rest):at(c, view, ages)] {
					best = max(best, n)
				}
				for to := range g.views {
					if to != view {
						seen[at(c+cost, to, 0)] = max(seen[at(c+cost, to, 0)], best)
					}
				}
			}
		}
		for _, p := range won[step] {
			for c := range cuts + 1 {
				for age := step - p.since; age < ages; age++ {
					seen[at(c, p.view, age)]++
				}
			}
		}
	}
	most := int32(0)
	for _, n := range seen {
		most = max(most, n)
	}
	return int(most)
}

// One cut shows a second killer, but not one who kills 0.3 s after another, and not each of three who
// kill every 0.8 s: the second of two cuts comes 3 s after the first.
func TestMost(t *testing.T) {
	type kill struct {
		clock          float64
		killer, victim int
	}
	turns := []kill{{10, 1, 0}, {10.8, 2, 0}, {11.6, 3, 0}}
	for _, c := range []struct {
		name       string
		kills      []kill
		cuts, want int
	}{
		{"no cut", []kill{{10, 1, 0}, {13, 2, 0}}, 0, 1},
		{"one cut", []kill{{10, 1, 0}, {13, 2, 0}}, 1, 2},
		{"at once", []kill{{10, 1, 0}, {10.3, 2, 0}}, 5, 1},
		{"in turn", turns, 5, 2},
		{"in turn, and dies", append([]kill{{10.88, 4, 2}}, turns...), 5, 2},
		{"slowly in turn", []kill{{10, 1, 0}, {13.3, 2, 0}, {16.6, 3, 0}}, 2, 3},
	} {
		m := stage(5)
		for _, k := range c.kills {
			m.kill(k.clock, k.killer, k.victim)
		}
		if got := newGrid(m, 0, nil).most(c.cuts, [2]float64{0, 60}); got != c.want {
			t.Errorf("%s: %d kills can be seen, want %d", c.name, got, c.want)
		}
	}
}
