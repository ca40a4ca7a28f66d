package quake2

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// noteMoving stores the numbers, from first on, of the entities that changed in the last frame before a loss. A moving
// entity is in every frame. So if the first frame after the loss doesn't contain it, it is gone, and no later message
// will remove it.
func (q *base) noteMoving(w world.Edit, first int32) {
	q.moving = q.moving[:0]
	was := w.PrevEntities
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Number < first {
			continue
		}
		for len(was) > 0 && was[0].Number < e.Number {
			was = was[1:]
		}
		if len(was) == 0 || was[0].Number != e.Number || was[0].Origin != e.Origin || was[0].Frame != e.Frame {
			q.moving = append(q.moving, e.Number)
		}
	}
}

// withoutLost returns list, the base of the first frame after a loss, without the entities that moved before the loss
// and are not among the changes. The caller owns the one reference to the new list. If gone is not nil, it is called
// with each entity left out.
func (q *base) withoutLost(
	w world.Edit, list []world.Entity, changes []message.EntityDelta, gone func(*world.Entity),
) *world.List {
	l := w.NewList()
	for i := range list {
		e := &list[i]
		if _, moved := slices.BinarySearch(q.moving, e.Number); moved && !names(changes, e.Number) {
			if gone != nil {
				gone(e)
			}
			continue
		}
		l.Items = append(l.Items, *e)
	}
	q.moving = q.moving[:0]
	return l
}

// names reports whether the changes contain an entity.
func names(changes []message.EntityDelta, number int32) bool {
	return slices.ContainsFunc(changes, func(d message.EntityDelta) bool { return d.Number == number })
}
