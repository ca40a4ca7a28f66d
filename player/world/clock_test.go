package world

import (
	"math"
	"slices"
	"testing"
)

// TestSetTime steps the clock of a world with ConfirmTime: by each time, to a place on the viewer's clock.
func TestSetTime(t *testing.T) {
	type step struct {
		before      func(*World) // nothing, a loss, or a new level
		time, clock float64
	}
	level := func(w *World) { w.levelBegan = true }
	lost := (*World).Lost
	many := []step{{nil, 100, 0}}
	for i := range 60 { // each is a cut
		many = append(many, step{nil, 200, 0.1 + 0.2*float64(i)}, step{nil, 10, 0.2 + 0.2*float64(i)})
	}
	for name, steps := range map[string][]step{
		"damage, and five seconds later": {{nil, 100, 0}, {nil, 130, 0.1}, {nil, 105, 5}},
		"damage, and more than that":     {{nil, 100, 0}, {nil, 130, 0.1}, {nil, 105.5, 0.2}, {nil, 106, 6}},
		"damage, and a level":            {{nil, 100, 0}, {nil, 130, 0.1}, {level, 102, 0.2}, {nil, 103, 1.2}},
		"damage, the way back, and on": {{nil, 100, 0}, {nil, 100.5, 0.5}, {nil, 80, 0.6}, {nil, 100.6, 0.601},
			{nil, 101, 1.001}},
		"a step that a loss explains":          {{nil, 100, 0}, {lost, 130, 30}},
		"a step long after a loss":             {{nil, 100, 0}, {lost, 100.5, 0.5}, {nil, 130, 0.6}},
		"a minute":                             {{nil, 100, 0}, {nil, 160, 0.1}, {nil, 161, 61}},
		"more than a minute":                   {{nil, 100, 0}, {nil, 160.5, 0.1}, {nil, 161.5, 1.1}},
		"a cut back":                           {{nil, 100, 0}, {nil, 20, 0.1}, {nil, 21, 1.1}},
		"times that change to and fro, and on": append(slices.Clone(many), step{nil, 106, 12.1}, step{nil, 107, 13.1}),
	} {
		w := newBlank(Quake)
		edit := Edit{w}
		w.ConfirmTime, w.LevelCount = true, 1
		for i, s := range steps {
			if s.before != nil {
				s.before(w)
			}
			if edit.SetTime(s.time); w.Time != s.time || math.Abs(w.Clock-s.clock) > 1e-9 {
				t.Errorf("%s, step %d: at %v the clock is at %v, not %v", name, i, w.Time, w.Clock, s.clock)
			}
		}
		if name == "a cut back" && w.Uncertain.Places() {
			t.Errorf("%s: %+v", name, w.Uncertain)
		}
	}
}

// Levels that lie on an axis begin there, but the clock never goes back: what of a level lies before it passes at once.
func TestSetTimeOnAnAxis(t *testing.T) {
	w := newBlank(Quake)
	w.Offsets = []float64{-90, 5, math.NaN()}
	for i, s := range []struct {
		level       int
		time, clock float64
	}{
		{1, 100, 10}, {1, 101, 11}, {1, 95, 11.1}, // a cut
		{2, 4, 11.101}, {2, 6, 11.102}, {2, 7, 12}, {2, 8, 13},
		{3, 1, 13.1}, {3, 2, 14.1}, {4, 1, 14.2}, // as without an axis
	} {
		edit := Edit{w}
		w.levelBegan = w.LevelCount > 0 && s.level != w.LevelCount
		w.LevelCount = s.level
		if edit.SetTime(s.time); math.Abs(w.Clock-s.clock) > 1e-9 {
			t.Errorf("step %d: at %v of level %d the clock is at %v, not %v", i, s.time, s.level, w.Clock, s.clock)
		}
	}
}

// What is uncertain is so since the last frame that was certain.
func TestUncertainSince(t *testing.T) {
	for first, begin := range map[string]func(*World){
		"lost": (*World).Lost, "other level": (*World).otherLevel,
		"entities": func(w *World) { edit(w).EntitiesUncertain() }, "players": func(w *World) {
			edit(w).PlayersUncertain()
		},
	} {
		w := newBlank(Quake)
		w.FrameClock = 7
		if begin(w); w.Uncertain.Since != 7 || !w.Uncertain.Places() {
			t.Errorf("%s: %+v", first, w.Uncertain)
		}
		w.FrameClock = 9
		w.Lost()
		if w.Uncertain.Since != 7 {
			t.Errorf("%s, then lost: %+v", first, w.Uncertain)
		}
	}
	for _, u := range []Uncertain{{Entities: true}, {Players: true}} {
		if !u.Places() {
			t.Errorf("%+v: places are certain", u)
		}
	}
}
