package quake2

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// noteMoving keeps the numbers, from first on, of the entities that have changed in the
// last frame before a loss. What moves is named in every frame: if the first frame behind the loss
// does not name it, it is gone, and nothing will say so any more.
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

// outlasting returns a list, the base of the first frame behind a loss, without the
// entities that have moved before it and are not among the changes. The new list has one
// reference, which the caller owns. gone, if not nil, is called with those left out.
func (q *base) outlasting(
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

// names reports whether changes have an entity.
func names(changes []message.EntityDelta, number int32) bool {
	return slices.ContainsFunc(changes, func(d message.EntityDelta) bool { return d.Number == number })
}
