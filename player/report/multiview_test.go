package report

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/made"
)

// TestMultiView: a summary of a multi-view recording says so, and has no recorder.
func TestMultiView(t *testing.T) {
	both := [2]made.Fighter{{Health: 125, Weapon: 7, Ammo: 10, Owned: 0x21}, {Health: 90, Weapon: 5, Ammo: 3, Owned: 9}}
	end := both
	end[1] = made.Fighter{}
	data := made.MultiView(t, both, both, end, end)
	info := Summarize("dm3", int64(len(data)), formats.Lookup("dm3").Open("a.dm_68", data).Decoder())
	if info.Recorder != nil || info.Kills != 1 || !slices.Equal(info.Extensions, []string{"multi-view"}) {
		t.Errorf("recorder %v, %d kills, extensions %q", info.Recorder, info.Kills, info.Extensions)
	}
	if page := trimmed(info.String()); !strings.Contains(page, "protocol 68 (multi-view)") ||
		!strings.Contains(page, "  2     camera                  spectator\n") {
		t.Errorf("the page is\n%s", page)
	}
}
