package story

import (
	"testing"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// TestEventsAt: of events at 1, 2, 3 and 4 seconds those are taken from a second before until 0.7
// seconds after, or until the time of the states that are shown.
func TestEventsAt(t *testing.T) {
	events := []timeline.Event{{Clock: 1}, {Clock: 2}, {Clock: 3}, {Clock: 4}}
	for _, c := range []struct {
		clock      float64
		past       bool
		from, many int
		shown      float64
	}{{0, false, 0, 0, 0}, {0.3, false, 0, 1, 0.3}, {0.3, true, 0, 0, 0.3}, {2, false, 1, 1, 2}, {1.99, false, 0, 2, 2},
		{2.01, false, 1, 1, 2.1}, {2.35, false, 1, 2, 2.4}, {2.35, true, 1, 1, 2.4}, {3, true, 2, 1, 3},
		{9, false, 4, 0, 9}, {2.01, false, 1, 2, 3.1}, {2.01, true, 1, 2, 3}} {
		got := EventsAt(events, c.clock, c.shown, c.past)
		if len(got) != c.many || c.many > 0 && got[0].Clock != events[c.from].Clock {
			t.Errorf("at %v, past %v: %v, want %d from %d", c.clock, c.past, got, c.many, c.from)
		}
	}
	many := make([]timeline.Event, 2000)
	for i := range many {
		many[i].Clock = 5 + float64(i/1000)/10 // 1000 at 5 and 1000 at 5.1 seconds
	}
	if got := EventsAt(many, 5, 5, false); len(got) != 512 || got[255].Clock != 5 || got[256].Clock != 5.1 {
		t.Errorf("of a thousand before and a thousand after: %d", len(got))
	}
	if got := EventsAt(nil, 1, 1, false); len(got) != 0 {
		t.Errorf("without an index: %v", got)
	}
}

// TestLastKill: the last kill of or by slot 1 is the one at 3 s; slot 2 was killed at 2 s.
func TestLastKill(t *testing.T) {
	events := []timeline.Event{{Kind: world.EventKill, Clock: 1, Player: 1, Other: 3},
		{Kind: world.EventKill, Clock: 2, Player: 3, Other: 2}, {Kind: world.EventKill, Clock: 3, Player: 3, Other: 1},
		{Kind: world.EventItem, Clock: 3.5, Player: 1}, {Kind: world.EventKill, Clock: 4, Player: 2, Other: 3}}
	for _, c := range []struct{ since, until, want float64 }{{0, 5, 3}, {0, 3, 3}, {0, 2.9, 1}, {1, 2.9, 0},
		{3, 5, 0}} {
		got := 0.
		if e := LastKill(events, 1, c.since, c.until); e != nil {
			got = e.Clock
		}
		if got != c.want {
			t.Errorf("%+v: a kill at %v", c, got)
		}
	}
	if !Died(events, 2, 2, 3) || Died(events, 2, 2.1, 5) || Died(events, 2, 0, 1.9) || Died(events, 3, 1.1, 3.9) {
		t.Error("wrong deaths")
	}
}

// TestFelled: the one whom the followed player killed lies dead for a second; who lives again, and whom others
// killed, does not count.
func TestFelled(t *testing.T) {
	w := &world.World{}
	w.Players = []world.Player{{Slot: 0}, {Slot: 1, Dead: true}, {Slot: 2, Dead: true}, {Slot: 3}}
	events := []timeline.Event{{Kind: world.EventKill, Clock: 5, Player: 0, Other: 1},
		{Kind: world.EventKill, Clock: 5, Player: 3, Other: 2}, {Kind: world.EventKill, Clock: 5, Player: 0, Other: 3}}
	for clock, want := range map[float64]bool{5: true, 5.9: true, 6.1: false} {
		m := &player.Moment{World: w, Clock: clock}
		w.Clock = clock
		s := Moment{Follow: 0, m: m, events: events, Players: make([]Status, 4)}
		s.findKills(&Options{})
		for slot, p := range s.Players {
			if p.Felled != (want && slot == 1) {
				t.Errorf("at %v s slot %d: felled is %v", clock, slot, p.Felled)
			}
		}
	}
}
