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
	dst := l.items
	bl := w.baselines.get()
	i := 0
	for c := range changes {
		d := &changes[c]
		from := i
		for i < len(base) && base[i].Number < d.Number {
			i++
		}
		dst = append(dst, base[from:i]...)
		if n := len(dst); n > 0 && dst[n-1].Number >= d.Number {
			dst = mergeLate(dst, bl, d, u)
			continue
		}
		switch {
		case i < len(base) && base[i].Number == d.Number:
			if !d.Remove {
				dst = append(dst, base[i])
				dst[len(dst)-1].apply(d, u)
			}
			i++
		case !d.Remove:
			dst = append(dst, *bl.entity(d.Number))
			if e := &dst[len(dst)-1]; d.Mask == 0 {
				e.Number = d.Number
			} else {
				e.apply(d, u)
			}
		}
	}
	l.items = append(dst, base[i:]...)
	return l
}

// mergeLate applies a change whose place in dst has been passed.
func mergeLate(dst []Entity, bl *baselines, d *message.EntityDelta, u wire.Units) []Entity {
	at := 0
	for at < len(dst) && dst[at].Number < d.Number {
		at++
	}
	found := at < len(dst) && dst[at].Number == d.Number
	switch {
	case found && d.Remove:
		return append(dst[:at], dst[at+1:]...)
	case found:
		dst[at].apply(d, u)
	case !d.Remove:
		e := *bl.entity(d.Number)
		e.apply(d, u)
		dst = append(dst, Entity{})
		copy(dst[at+1:], dst[at:])
		dst[at] = e
	}
	return dst
}
