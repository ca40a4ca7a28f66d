package world

import (
	"math"
	"testing"
)

func TestMatchPlace(t *testing.T) {
	m := Match{Start: 10.125, Limit: 900, Phase: PhaseOvertime, Latest: 7}
	place := m.Place(130.5)
	if want := "120.375 900.000 4"; place != want {
		t.Errorf("it says %q, want %q", place, want)
	}
	var part Match
	if !part.SetPlace(2, place) || part != (Match{Start: 2 - 120.375, Limit: 900, Phase: PhaseOvertime}) {
		t.Errorf("it became %+v", part)
	}
	if !part.SetPlace(120.375, place) || part.Start == 0 {
		t.Error("a match that began at 0 is none")
	}
	for _, m := range []Match{{}, {Phase: PhaseRunning}, {Start: 3, Phase: PhaseOver}} {
		if place := m.Place(5); place != "" {
			t.Errorf("%+v: %q", m, place)
		}
	}
	before := part
	for _, bad := range []string{"", "1", "1 2", "1 2 3 4", "x 0 3", "1 x 3", "1 0 x", "1 0 5", "1 0 -1", "1 0 300",
		"NaN 0 3", "1 NaN 3", "Inf 0 3", "1e99 0 3", "1 -Inf 3", "-1e7 0 3"} {
		if part.SetPlace(1, bad) || part != before || math.IsNaN(part.Start) {
			t.Errorf("%q became %+v", bad, part)
		}
	}
}
