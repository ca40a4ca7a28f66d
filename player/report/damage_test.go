package report

import (
	"strings"
	"testing"

	"demoscope/player/scan"
)

// All damages are a line, behind the first one; a single place has none unless something is lost there.
func TestSumOfDamage(t *testing.T) {
	const first = "byte 7: container: too long"
	for _, c := range []struct {
		losses             scan.Losses
		sum, remarks, page string
	}{
		{scan.Losses{Count: 1}, "1 damaged place", "damaged at " + first, ""},
		{scan.Losses{Count: 2}, "2 damaged places", "2 damaged places; the first at " + first, "2 damaged places"},
		{scan.Losses{Count: 3, Skipped: 412, Lost: 2.1}, "3 damaged places: 412 bytes unreadable, 2.1 s lost",
			"3 damaged places: 412 bytes unreadable, 2.1 s lost; the first at " + first,
			"3 damaged places: 412 bytes unreadable, 2.1 s lost"},
		{scan.Losses{Count: 1, Missing: 40}, "1 damaged place: 40 bytes missing", "damaged at " + first,
			"1 damaged place: 40 bytes missing"},
	} {
		d := &Damage{Offset: 7, Message: "container", Error: "too long", Count: c.losses.Count, Bytes: c.losses.Skipped,
			Missing: c.losses.Missing, Seconds: c.losses.Lost}
		info := &Info{Damage: d}
		if got := d.sum(); got != c.sum || info.Remarks() != c.remarks {
			t.Errorf("%+v: %q, %q", c.losses, got, info.Remarks())
		}
		page := "  Damaged at 0:00, " + first
		if c.page != "" {
			page += "\n  " + c.page
		}
		if got := strings.TrimSpace(info.String()); !strings.HasSuffix(got, page) {
			t.Errorf("%+v: %s", c.losses, got)
		}
		// A note on a packing that ends early explains a single damage at the end.
		d.Gaps, info.Cut = []Gap{{}}, &Cut{Early: true}
		if got := info.Remarks(); (got == "") != (c.losses.Count == 1) {
			t.Errorf("%+v of a file that ends early: %q", c.losses, got)
		}
	}
}
