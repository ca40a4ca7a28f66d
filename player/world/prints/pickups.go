package prints

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// Pickups remember what was taken last: recordings may say it twice, by a print
// and by a note for programs. They are copied by assignment.
type Pickups struct {
	list [16]pickup // of all players together
	next int
}

type pickup struct {
	clock float64 // viewer's seconds
	slot  int
	item  string // empty for none
}

// pickedTwice is how many seconds lie at most between two reports of the same.
const pickedTwice = 0.25

// Fresh reports whether it is news that a player took an item, at a viewer's
// time in seconds, and remembers it. With [world.Nobody] it is no news if any
// player just took one.
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

// Hash adds what is remembered to a hash.
func (p *Pickups) Hash(h *hash.Hash) {
	h.Ints(p.next)
	for i := range p.list {
		k := &p.list[i]
		h.Floats(k.clock)
		h.Ints(k.slot)
		h.Strings(k.item)
	}
}
