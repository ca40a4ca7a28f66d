package prints

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// Pickups remembers the last pick-ups, since recordings may report one twice: by a
// print and by a note for programs. It is copied by assignment. The zero value is
// empty.
type Pickups struct {
	list [16]pickup // of all players together
	next int
}

type pickup struct {
	clock float64 // viewer's seconds
	slot  int
	item  string // empty for none
}

// pickedTwice is the longest time between two reports of one pick-up, in seconds.
const pickedTwice = 0.25

// Fresh reports whether a pick-up by the player of a slot, at a viewer's time in
// seconds, has not been reported yet, and remembers it. A pick-up by
// [world.Nobody] is the same as one of that item by any player.
func (p *Pickups) Fresh(clock float64, slot int, item string) bool {
	for i := range p.list {
		k := &p.list[i]
		if k.item == item && clock-k.clock <= pickedTwice && (slot == world.Nobody || k.slot == slot) {
			return false
		}
	}
	p.list[p.next%len(p.list)] = pickup{clock, slot, item}
	p.next = (p.next + 1) % len(p.list)
	return true
}

// Hash adds the pick-ups to a hash.
func (p *Pickups) Hash(h *hash.Hash) {
	h.Ints(p.next)
	for i := range p.list {
		k := &p.list[i]
		h.Floats(k.clock)
		h.Ints(k.slot)
		h.Strings(k.item)
	}
}
