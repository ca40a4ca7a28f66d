package prints

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// Pickups stores the last pickups, because recordings may report one twice: in a print and in a note for programs. It
// is copied by assignment. The zero value is empty.
type Pickups struct {
	list [16]pickup // of all players together
	next int
}

type pickup struct {
	clock float64 // seconds of the viewer's clock
	slot  int
	item  string // empty if unused
}

// pickedTwice is the longest time between two reports of one pickup, in seconds.
const pickedTwice = 0.25

// Fresh reports whether a pickup, at a time in seconds of the viewer's clock, has not been reported yet, and stores it.
// A pickup by [world.Nobody] equals one of the same item by any player.
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

// Hash adds the pickups to a hash.
func (p *Pickups) Hash(h *hash.Hash) {
	h.Ints(p.next)
	for i := range p.list {
		k := &p.list[i]
		h.Floats(k.clock)
		h.Ints(k.slot)
		h.Strings(k.item)
	}
}
