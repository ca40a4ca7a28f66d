package quake2

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// places are the last positions of entities that have left the frame, sorted by number, because sounds and flashes may
// come from an entity that the recorder can't see. The position of an entity that returns is kept until it leaves
// again.
type places []lastPlace

type lastPlace struct {
	number int32
	origin mgl32.Vec3
}

// leave stores the positions of the entities of old that are missing in list. Both are sorted by number.
func (p *places) leave(old, list []world.Entity) {
	k := 0
	for i := range old {
		e := &old[i]
		for k < len(list) && list[k].Number < e.Number {
			k++
		}
		if k < len(list) && list[k].Number == e.Number {
			k++
			continue
		}
		p.note(e)
	}
}

// removed is leave for a list that is old with changes. It returns false if the changes are not sorted by number,
// because then a removed entity may return.
func (p *places) removed(old []world.Entity, changes []message.EntityDelta) bool {
	last, k := int32(0), 0
	for i := range changes {
		d := &changes[i]
		if d.Number <= last {
			return false
		}
		last = d.Number
		if !d.Remove {
			continue
		}
		for k < len(old) && old[k].Number < d.Number {
			k++
		}
		if k < len(old) && old[k].Number == d.Number {
			p.note(&old[k])
		}
	}
	return true
}

// note stores the position of an entity.
func (p *places) note(e *world.Entity) {
	k, ok := p.find(e.Number)
	if ok {
		(*p)[k].origin = e.Origin
	} else {
		*p = slices.Insert(*p, k, lastPlace{e.Number, e.Origin})
	}
}

// find returns the index of an entity's position, or where to insert it.
func (p places) find(number int32) (index int, ok bool) {
	lo, hi := 0, len(p)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if p[mid].number < number {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(p) && p[lo].number == number
}

// of returns the position of an entity. ok is false if the entity has never left the frame.
func (p places) of(number int32) (mgl32.Vec3, bool) {
	k, ok := p.find(number)
	if !ok {
		return mgl32.Vec3{}, false
	}
	return p[k].origin, true
}

func (p places) hash(h *hash.Hash) {
	h.Ints(len(p))
	for i := range p {
		h.Ints(int(p[i].number))
		h.Vec(p[i].origin)
	}
}

// place returns the position of an entity: from the frame, the player's state, its last known position, or its
// baseline, in this order.
func (q *base) place(w world.Edit, number int32) mgl32.Vec3 {
	if e := w.Entity(number); e != nil {
		return e.Origin
	}
	if slot := int(number) - 1; slot >= 0 && slot < len(w.Players) && w.Players[slot].EyeKnown {
		return w.Players[slot].Pose.Origin
	}
	if at, ok := q.left.of(number); ok {
		return at
	}
	return w.Baseline(number).Origin
}
