package quake2

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// places are where entities were seen last that have left the frame, rising by number:
// sounds and flashes may be of an entity that the recorder cannot see. An entity that
// is back keeps its old place until it leaves again.
type places []lastPlace

type lastPlace struct {
	number int32
	origin mgl32.Vec3
}

// leave notes the places of the entities of old that are missing in list. Both rise by
// number.
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

// removed is leave for a list that is old with changes; false if those do not rise by
// number, so that an entity may be back.
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

// note notes the place of an entity.
func (p *places) note(e *world.Entity) {
	k, ok := p.find(e.Number)
	if ok {
		(*p)[k].origin = e.Origin
	} else {
		*p = slices.Insert(*p, k, lastPlace{e.Number, e.Origin})
	}
}

// find returns the index of an entity's place, or where it would be.
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

// of returns the place of an entity; false if it has never left the frame.
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

// place returns where an entity is: in the frame, as a player whose state is known,
// where it was seen last, or where it began.
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
