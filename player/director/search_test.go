package director

import (
	"math"
	"testing"
)

// A cut costs more where there were many of late: [MaxCuts] a minute are paid off, each more is half
// a power of e, and four are saved at most.
func TestPriceOfCuts(t *testing.T) {
	for _, c := range []struct {
		cuts []float64
		from float64
		want float64
	}{
		{[]float64{0}, 7.5, 0.35}, {[]float64{0, 5}, 15, 0.35}, {[]float64{0, 1, 2}, 2, 1.3728},
		{[]float64{0}, 55, 0.3},
		{[]float64{0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 4},
	} {
		var kept []Cut
		for _, clock := range c.cuts {
			kept = append(kept, Cut{Clock: clock})
		}
		g := &grid{match: stage(2), from: c.from}
		if got := g.price(kept); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("after cuts at %v the next costs %v at %v s, want %v", c.cuts, got, c.from, c.want)
		}
	}
}

// [MaxCuts] cuts a minute are allowed from 5 s before the first kill to 2 s after the last, less
// those that were made; a short rest has a minute's. To begin to watch is no cut.
func TestBudgetOfCuts(t *testing.T) {
	m := stage(2)
	m.end = 600
	m.highlights = []highlight{{clock: 10, reason: ReasonKill}, {clock: 400, reason: ReasonItem},
		{clock: 590, reason: ReasonKill}}
	for _, c := range []struct {
		from float64
		cuts []float64
		want int
	}{{0, nil, 78}, {100, []float64{0, 50}, 65}, {580, []float64{0, 300, 550, 560}, 4},
		{580, []float64{550, 560}, 5}} {
		var kept []Cut
		for _, clock := range c.cuts {
			kept = append(kept, Cut{Clock: clock})
		}
		g := &grid{match: m, from: c.from}
		if got, between := g.budget(kept); got != c.want || between != [2]float64{5, 592} {
			t.Errorf("from %v s after %v: %d cuts between %v, want %d", c.from, c.cuts, got, between, c.want)
		}
	}
	g := &grid{match: m, step: 0.05}
	if n := g.count([]turn{{0, 0}, {20, 1}, {100, 0}, {11840, 1}, {11860, 0}}, [2]float64{0, 592}); n != 3 {
		t.Errorf("%d cuts, want 3", n)
	}
}

// A search goes on with the age of the last cut, by whole steps.
func TestSearchGoesOn(t *testing.T) {
	for _, c := range []struct {
		cut, from float64
		age       int
	}{{10, 10, 0}, {10, 10.3, 6}, {0.55, 0.9, 7}, {10, 11.15, 23}} { // of 0.35 s there are 6.99999 steps
		g := newGrid(stage(2), c.from, nil)
		s := &search{grid: g, ages: 52, oldest: math.MinInt, value: make([]float64, 4*52), rows: make([]row, 4)}
		for i := range s.value {
			s.value[i] = never
		}
		view := s.begin([]Cut{{Slot: 0}, {Clock: c.cut, Slot: 1, Camera: Behind}})
		if view != 3 || *s.at(3, -c.age) != 0 {
			t.Errorf("at %v s, after the cut at %v s, view %d is had, not for %d steps: %v", c.from, c.cut, view, c.age,
				*s.at(3, -c.age))
		}
	}
}

// Who is watched may be nobody's slot when more is known: somebody else is watched then.
func TestTheWatchedIsNotThere(t *testing.T) {
	m := stage(3)
	m.kill(10, 1, 0)
	if text, p := m.planned(Cut{Clock: 5, Slot: 77}); p.At(10) != 1 || p.At(5) != 1 {
		t.Errorf("the plan is %s", text)
	}
}
