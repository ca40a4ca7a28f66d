package world

import (
	"math"
	"testing"
)

func TestMatchState(t *testing.T) {
	m := Match{Start: 10.125, Limit: 900, Phase: PhaseOvertime, Latest: 7}
	state := m.EncodeState(130.5)
	if want := "120.375 900.000 4"; state != want {
		t.Errorf("%q, want %q", state, want)
	}
	var part Match
	if !part.RestoreState(2, state) || part != (Match{Start: 2 - 120.375, Limit: 900, Phase: PhaseOvertime}) {
		t.Errorf("it became %+v", part)
	}
	if !part.RestoreState(120.375, state) || part.Start == 0 {
		t.Error("a match that began at 0 is none")
	}
	for _, m := range []Match{{}, {Phase: PhaseRunning}, {Start: 3, Phase: PhaseOver}} {
		if state := m.EncodeState(5); state != "" {
			t.Errorf("%+v: %q", m, state)
		}
	}
	before := part
	for _, bad := range []string{"", "1", "1 2", "1 2 3 4", "x 0 3", "1 x 3", "1 0 x", "1 0 5", "1 0 -1", "1 0 300",
		"NaN 0 3", "1 NaN 3", "Inf 0 3", "1e99 0 3", "1 -Inf 3", "-1e7 0 3"} {
		if part.RestoreState(1, bad) || part != before || math.IsNaN(part.Start) {
			t.Errorf("%q became %+v", bad, part)
		}
	}
}
