package report_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/report"
)

// Each damaged place has its own offset, and what is lost of a demo whose times are
// differences is said to be an estimate.
func TestPlacesOfDamage(t *testing.T) {
	for name, estimated := range map[string]bool{"demoscope1.mvd": true, "demoscope1_p15.dem": false} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		places := []int{60_000, 120_000}
		const lost = 8000
		for _, at := range places {
			clear(data[at : at+lost])
		}
		demo, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		d := report.Summarize(demo.Format.Name, int64(len(data)), demo.Decoder()).Damage
		if d == nil || len(d.Gaps) != len(places) || d.Estimated != estimated {
			t.Fatalf("%s: %+v", name, d)
		}
		for i, at := range places {
			if got := int(d.Gaps[i].Offset); got < at-1000 || got > at+1000 {
				t.Errorf("%s: gap %d is at byte %d, not near %d", name, i, got, at)
			}
		}
	}
}
