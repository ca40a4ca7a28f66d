package report

import (
	"testing"

	"demoscope/player/scan"
)

// All damages are a line.
func TestSumOfDamage(t *testing.T) {
	for want, l := range map[string]scan.Losses{
		"1 damaged place": {Count: 1},
		"3 damaged places: 412 bytes unreadable, 2.1 s lost": {Count: 3, Skipped: 412, Lost: 2.1},
		"1 damaged place: 40 bytes missing":                  {Count: 1, Missing: 40},
	} {
		d := Damage{Count: l.Count, Bytes: l.Skipped, Missing: l.Missing, Seconds: l.Lost}
		if got := d.sum(); got != want {
			t.Errorf("%+v: %q, not %q", l, got, want)
		}
	}
}
