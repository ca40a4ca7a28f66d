// Package worldtest helps tests of rules to drive a world with handmade messages.
package worldtest

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Play applies packets of messages to a world, a tenth of a second apart.
func Play(w *world.World, packets ...[]message.Message) *world.World {
	for _, list := range packets {
		p := message.Packet{Block: w.Block + 1, Time: float64(w.Block+1) / 10}
		w.Begin(&p)
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
		See(w)
	}
	return w
}

// CheckEvents fails a test if an event of the last packet has a field that its kind does not have.
func CheckEvents(t testing.TB, w *world.World) {
	t.Helper()
	for i := range w.Events {
		e := &w.Events[i]
		if stray := e.Fields() &^ e.Kind.Fields(); stray != 0 {
			t.Errorf("packet %d: an event of kind %d has the fields %b: %+v", w.Block, e.Kind, stray, e)
		}
	}
}

// Events describes the last packet's events of the kinds in the index.
func Events(w *world.World) (list []string) {
	who := func(slot int) string {
		if slot < 0 {
			return "-"
		}
		return w.Players[slot].Name
	}
	for _, e := range w.Events {
		switch e.Kind {
		case world.EventKill:
			list = append(list, fmt.Sprintf("%s kills %s by %s", who(e.Player), who(e.Other), e.WeaponName()))
		case world.EventItem:
			list = append(list, fmt.Sprintf("%s takes %s", who(e.Player), e.Item))
		case world.EventCapture:
			list = append(list, fmt.Sprintf("%s captures %s%d", who(e.Player), e.Item, e.Value))
		case world.EventFlagLost:
			list = append(list, fmt.Sprintf("%s loses %s", who(e.Player), e.Item))
		case world.EventFlagReturned:
			list = append(list, fmt.Sprintf("%s returns %s", who(e.Player), e.Item))
		case world.EventChat:
			list = append(list, fmt.Sprintf("%s says %q", who(e.Player), e.Text))
		case world.EventMatchStart:
			list = append(list, "begin")
		case world.EventMatchEnd:
			list = append(list, "end")
		case world.EventPause:
			list = append(list, fmt.Sprintf("%s pause %d", who(e.Player), e.Value))
		case world.EventMark:
			list = append(list, fmt.Sprintf("mark %s", e.Text))
		case world.EventSecret:
			list = append(list, "secret")
		case world.EventIntermission:
			list = append(list, "intermission")
		}
	}
	return list
}

// ExpectEvents fails unless the last packet's events are those wanted, as [Events] describes them.
func ExpectEvents(t testing.TB, w *world.World, what string, want ...string) {
	t.Helper()
	if got := Events(w); !slices.Equal(got, want) {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}
