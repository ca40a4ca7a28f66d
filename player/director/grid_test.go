package director

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Steps of a long level are coarser, and the rest is never shorter than 3 s for it; those of a
// plan that is made anew from between two steps are the old ones.
func TestSteps(t *testing.T) {
	m := stage(8)
	if g := newGrid(m, 10.03, nil); g.from < 9.999 || g.from > 10.001 || g.step != 0.05 || g.rest != 60 ||
		g.steps != 1000 {
		t.Errorf("from %v in %d steps of %v s, rest %d", g.from, g.steps, g.step, g.rest)
	}
	m.end = 36000 // 16 views in 2^20 cells: 0.549 s
	if g := newGrid(m, 0, nil); g.step < 0.549 || g.step > 0.55 || g.rest != 6 {
		t.Errorf("of ten hours steps are %v s, rest %d", g.step, g.rest)
	}
}

// Who is dead is gone, and who is not seen any more.
func TestGone(t *testing.T) {
	m := stage(3)
	m.kill(10, 1, 0)
	m.tracks[2] = m.tracks[2][:400] // until 20 s
	g := newGrid(m, 0, nil)
	for _, c := range []struct {
		clock float64
		want  [3]bool
	}{{9.5, [3]bool{}}, {11, [3]bool{true, false, false}}, {13, [3]bool{}}, {21, [3]bool{false, false, true}}} {
		row := g.gone[int(c.clock*20+0.5)*6:]
		if got := [3]bool(row[:3]); got != c.want || [3]bool(row[3:6]) != c.want {
			t.Errorf("at %v s gone are %v, want %v", c.clock, got, c.want)
		}
	}
}

// The last one alive of a team is one whose mates have been dead for 3 s: nobody without mates,
// and nobody if each team has only one.
func TestLasts(t *testing.T) {
	a, d := pose{state: alive}, pose{state: dead}
	for name, c := range map[string]struct {
		teams []string
		poses []pose
		died  []float64
		want  int
	}{
		"one of two":       {[]string{"a", "a", "b", "b"}, []pose{d, a, a, a}, []float64{6, 0, 0, 0}, 1},
		"a moment ago":     {[]string{"a", "a", "b", "b"}, []pose{d, a, a, a}, []float64{8, 0, 0, 0}, -1},
		"one of each team": {[]string{"a", "a", "b", "b"}, []pose{d, a, a, d}, []float64{6, 0, 0, 6}, -1},
		"without mates":    {[]string{"a", "b", "b"}, []pose{a, a, a}, []float64{0, 0, 0}, -1},
		"without a team":   {[]string{"", "", ""}, []pose{a, d, d}, []float64{0, 6, 6}, -1},
	} {
		g := &grid{match: &match{teams: c.teams}}
		if got := g.lastAlive(c.poses, c.died, 10); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A cut is free to a player who sees an enemy within 2 s, costs more to one who sees nobody, and most to one who
// faces a wall.
func TestCutsShowEnemies(t *testing.T) {
	m := stage(2)
	for i := range m.tracks[1] {
		if m.tracks[1][i].Clock >= 20 {
			m.tracks[1][i].Origin = mgl32.Vec3{300, 0, 0}
		}
	}
	walls := func(from, to mgl32.Vec3) bool { return from.Sub(to).Len() > 250 }
	for _, c := range []struct {
		sight Sight
		clock int
		want  float32
	}{{nil, 10, costAlone}, {nil, 17, costAlone}, {nil, 19, 0}, {nil, 30, 0}, {walls, 10, costWall}, {walls, 19, 0}} {
		g := newGrid(m, 0, c.sight)
		if got := g.enter[c.clock*20*g.views]; got != c.want {
			t.Errorf("at %d s a cut costs %v, want %v; walls %v", c.clock, got, c.want, c.sight != nil)
		}
	}
}

// Who takes a powerup has it for 30 s, or until death.
func TestArmed(t *testing.T) {
	m := stage(2)
	m.highlights = []highlight{
		{clock: 5, who: 0, victim: -1, carries: 30}, {clock: 12, reason: ReasonKill, who: 1, victim: 0, worth: 1},
		{clock: 20, who: 1, victim: -1, carries: 30},
		{clock: 55, reason: ReasonKill, who: 0, victim: 1, worth: 1}, {clock: 58, who: 0, victim: -1, carries: 30},
	}
	armed := (&grid{match: m}).armed()
	for _, c := range []struct {
		clock float64
		want  [2]bool
	}{{4.9, [2]bool{}}, {5, [2]bool{true}}, {11.9, [2]bool{true}}, {12.1, [2]bool{}}, {20.1, [2]bool{false, true}},
		{49.9, [2]bool{false, true}}, {50.1, [2]bool{}}, {59, [2]bool{true}}} {
		if got := [2]bool{armed[0].has(c.clock), armed[1].has(c.clock)}; got != c.want {
			t.Errorf("at %v s armed are %v, want %v", c.clock, got, c.want)
		}
	}
}

// A kill in the last moment of a level is watched, too.
func TestLastKill(t *testing.T) {
	m := stage(3)
	m.kill(20, 1, 0)
	m.kill(59.98, 2, 0)
	if text, p := m.planned(); p.At(59.98) != 2 {
		t.Errorf("the plan is %s", text)
	}
}

// Who sees whom at kills is asked 65536 times at most: of more there are only the prizes for
// killers, two each, and for victims.
func TestWitnessesAreBounded(t *testing.T) {
	for kills, prizes := range map[int]int{3276: 3276*4 + 1, 3277: 3277 * 4} { // of 20 players
		m := stage(20)
		for i, x := range []float32{0, 200, 300} {
			for k := range m.tracks[i] {
				m.tracks[i][k].Origin = mgl32.Vec3{x, 5000, 0}
			}
		}
		for i := range kills {
			m.highlights = append(m.highlights, highlight{clock: 10 + float64(i)/1000, reason: ReasonKill,
				who: 4, victim: 5, worth: 1})
		}
		m.highlights[0].who, m.highlights[0].victim = 1, 2 // before the eyes of the first one
		g := newGrid(m, 0, nil)
		eyes := 0
		for _, p := range g.prizes {
			if p.view < 20 {
				eyes++
			}
		}
		if eyes != prizes {
			t.Errorf("%d kills give %d prizes for eyes, want %d", kills, eyes, prizes)
		}
	}
}

// A cut is made for the first of the best of what the player does until the next cut, and within
// 10 s.
func TestWhyCutsAreMade(t *testing.T) {
	m := stage(3)
	do := func(clock float64, reason Reason, who, victim int, item string, worth float64) {
		m.highlights = append(m.highlights, highlight{clock: clock, reason: reason, who: who, victim: -1,
			event: victim, item: item, worth: worth})
	}
	do(5, ReasonKill, 0, 1, "", 1)
	do(21, ReasonItem, 2, world.Nobody, "Quad", 0.3)
	do(22, ReasonKill, 1, 2, "", 1)
	do(24, ReasonKill, 2, 0, "", 1)
	do(26, ReasonKill, 2, 1, "", 1)
	do(40, ReasonKill, 1, 0, "", 1)
	do(56, ReasonKill, 0, 1, "", 1)
	cuts := []Cut{{Slot: 0, Reason: ReasonBegin, Other: world.Nobody}, {Clock: 20, Slot: 2, Reason: ReasonDied},
		{Clock: 40, Slot: 1, Reason: ReasonFight},
		{Clock: 45, At: 45, Slot: 0, Reason: ReasonFight, Other: world.Nobody}}
	newGrid(m, 0, nil).explain(cuts)
	want := []Cut{
		{Slot: 0, Reason: ReasonBegin, At: 5, Other: 1}, {Clock: 20, Slot: 2, Reason: ReasonKill, At: 24, Other: 0},
		{Clock: 40, Slot: 1, Reason: ReasonKill, At: 40, Other: 0}, {Clock: 45, Slot: 0, Reason: ReasonFight, At: 45,
			Other: world.Nobody},
	}
	for i := range want {
		if cuts[i] != want[i] {
			t.Errorf("cut %d is %+v, want %+v", i, cuts[i], want[i])
		}
	}
}
