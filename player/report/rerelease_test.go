package report

import (
	"strings"
	"testing"
)

// TestRereleaseIsNamed: the page names the engine of Quake II's newer protocols.
func TestRereleaseIsNamed(t *testing.T) {
	for protocol, want := range map[int]string{
		34:   "Quake II demo, protocol 34\n",
		1038: "Quake II demo of q2repro, protocol 1038\n",
		2022: "Quake II (2023) demo, protocol 2022\n",
		2023: "Quake II (2023) demo, protocol 2023\n",
	} {
		var info Info
		info.Format, info.Protocol = "dm2", protocol
		if page := info.String(); !strings.Contains(page, want) {
			t.Errorf("protocol %d: %s", protocol, page)
		}
	}
}
