package story

import (
	"testing"

	"demoscope/player/timeline"
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
