package world

import (
	"testing"

	"demoscope/formats/message"
)

// What a damaged packet takes back is bounded, and in the steady state kept without
// allocating.
func TestNumberChangesAreBounded(t *testing.T) {
	w := full()
	w.Stats = Stats{}
	w.Begin(&message.Packet{})
	for i := range int32(3 * maxNumberChanges) {
		edit(w).SetStat(&w.Stats, 5, i+1)
	}
	edit(w).SetStat(&w.Stats, 64, 1)
	edit(w).SetStat(&w.Stats, -1, 1)
	if n := len(w.numbers.changes); n != 4096 {
		t.Errorf("%d changes are kept", n)
	}
	w.Damaged(nil)
	if v, known := w.Stats.Get(5); known || v != 0 || len(w.numbers.changes) != 0 {
		t.Errorf("the stat is %d, known %v, with %d changes", v, known, len(w.numbers.changes))
	}
	v, packet := int32(0), new(message.Packet)
	if n := testing.AllocsPerRun(100, func() {
		w.Begin(packet)
		for range 40 {
			v++
			edit(w).SetStat(&w.Stats, int(v)%64, v)
			edit(w).SetFrags(edit(w).Player(0), v)
		}
		w.Damaged(nil)
	}); n > 0 {
		t.Errorf("%v allocations a packet", n)
	}
}
