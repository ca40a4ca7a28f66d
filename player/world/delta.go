package world

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// merge is the one delta step of QuakeWorld, Quake II and their multi-view
// recordings: the list of a frame is its base with the changes applied. An
// entity that the base lacks begins from its baseline, one that is removed
// goes, one that is not named stays as it is. Both lists rise by number; a
// change out of order, which no engine writes, is applied all the same.
func (w *World) merge(base []Entity, changes []message.EntityDelta, u wire.Units) *list[Entity] {
	l := w.frames.take()
	// One copy of all: in most frames a few of many change.
	dst := append(l.items, base...)
	bl := w.baselines.get()
	at := 0
	for c := range changes {
		d := &changes[c]
		if at > 0 && dst[at-1].Number >= d.Number {
			at = 0
		}
		for at < len(dst) && dst[at].Number < d.Number {
			at++
		}
		found := at < len(dst) && dst[at].Number == d.Number
		switch {
		case found && d.Remove:
			dst = append(dst[:at], dst[at+1:]...)
		case found:
			dst[at].apply(d, u)
		case !d.Remove:
			if at == len(dst) {
				dst = append(dst, *bl.entity(d.Number))
			} else {
				dst = append(dst, Entity{})
				copy(dst[at+1:], dst[at:])
				dst[at] = *bl.entity(d.Number)
			}
			if e := &dst[at]; d.Mask == 0 {
				e.Number = d.Number
			} else {
				e.apply(d, u)
			}
		}
	}
	l.items = dst
	return l
}
