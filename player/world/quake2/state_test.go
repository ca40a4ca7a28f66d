package quake2

import (
	"testing"

	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/worldtest"
)

func TestDemoIsWhole(t *testing.T) {
	q := NewDemo().(*demo)
	fields.Fill(&q.base)
	fields.Fill(&q.demoState)
	worldtest.ExpectWhole(t, q, NewDemo(), map[string]string{
		"frames": "a copy has those that it needs; the newest counts, see below",
		"from":   "set in a packet",
		"free":   "memory to use again",
	})
	// The newest frame goes on to decide.
	newest := func() *demo {
		q := NewDemo().(*demo)
		f := q.current()
		fields.Fill(&f.players)
		fields.Fill(&f.events)
		return q
	}
	q = newest()
	worldtest.ExpectWhole(t, q, NewDemo(), map[string]string{
		"base": "above", "demoState": "above", "from": "set in a packet", "free": "memory to use again",
		"frames.slots[0].key": "the key of the frame", "frames.slots[0].valid": "that there is one",
		"frames.slots[1]": "no frame", "frames.slots[15]": "no frame", "frames.slots[]": "as many as there are",
		"frames.slots[0].put": "its order", "frames.puts": "the order of frames",
		"frames.newest": "the key of the frame", "frames.base": "of the last packet",
		"frames.baseUsed": "of the last packet",
		"frames.replaced": "of the last packet", "replaced": "of the last packet",
	})
}

func TestMultiViewIsWhole(t *testing.T) {
	q := NewMultiView().(*multiView)
	fields.Fill(q)
	worldtest.ExpectWhole(t, q, NewMultiView(), nil)
}
