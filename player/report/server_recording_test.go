package report

import (
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/made"
)

// A server's own recording of Quake II has no lines: its deaths are seen, and the kills of nobody are known.
func TestPageOfDeathsThatAreSeen(t *testing.T) {
	data := made.Quake2Server(t, [2]made.Body{}, [2]made.Body{{}, {Frame: made.Dies}},
		[2]made.Body{{}, {Frame: made.Dies + 5}}, [2]made.Body{{Frame: 1}, {}})
	info := Summarize("dm2", int64(len(data)), formats.Lookup("dm2").Open("a.dm2", data).Decoder())
	want := "  Slot  Player  Frags  Kills  Deaths\n  0     ann                   0\n  1     bob                   1\n"
	if page := trimmed(info.String()); info.Kills != 1 || !strings.Contains(page, want) {
		t.Errorf("%d deaths:\n%s", info.Kills, page)
	} else if !strings.HasSuffix(page,
		"\n  Note: killers are unknown: the demo has no obituaries, only visible deaths") {
		t.Errorf("the page does not say why there are no kills:\n%s", page)
	}
}
