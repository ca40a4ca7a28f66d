package report

import (
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/made"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
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

// Deaths are told if any is: by who killed, by what killed, or by a line.
func TestUnnamed(t *testing.T) {
	seen := timeline.Event{Kind: world.EventKill, Player: world.Nobody, Other: 1}
	by, with, line := seen, seen, seen
	by.Player, with.Weapon, line.Text = 0, weapon.Lava, "Bob died"
	chat := timeline.Event{Kind: world.EventChat, Player: 0, Text: "hi"}
	for i, c := range []struct {
		events []timeline.Event
		want   bool
	}{
		{nil, false}, {[]timeline.Event{chat}, false}, {[]timeline.Event{seen}, true},
		{[]timeline.Event{chat, seen, seen}, true},
		{[]timeline.Event{seen, by}, false}, {[]timeline.Event{with, seen}, false},
		{[]timeline.Event{seen, line, seen}, false},
	} {
		if Unnamed(c.events) != c.want {
			t.Errorf("%d: %+v are unnamed: %v", i, c.events, !c.want)
		}
	}
}
