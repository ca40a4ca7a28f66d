package world

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// maxReplaced bounds the entities of a frame that replacement deltas make.
const maxReplaced = 1 << 13

// Replacing is how the rules of a demo read FTE's replacement deltas.
type Replacing struct {
	// Units are those of places and angles, Predicted those of a delta with a prediction.
	Units, Predicted wire.Units
	// Players is the number of entities, from 1 on, that the rules keep themselves.
	Players int32
}

// Replace changes the current entities by FTE's replacement deltas, each of which changes the last state of its
// entity. The list is copied if others refer to it.
func (w Edit) Replace(changes []message.ReplacementUpdate, r *Replacing) {
	w.settleEntities()
	l := w.current
	if l == nil || l.pool == nil || l.refs > 1 {
		l = w.pool.take()
		l.Items = append(l.Items, w.Entities...)
		w.setEntities(l)
	}
	l.replace(changes, r)
	w.Entities = l.Items
}

// replace is [Edit.Replace] for a list that nobody else refers to.
func (l *List) replace(changes []message.ReplacementUpdate, r *Replacing) {
	dst := l.Items
	at := 0
	for c := range changes {
		d := &changes[c]
		switch {
		case d.Number == 0 && d.Remove:
			dst, at = dst[:0], 0
			continue
		case d.Number <= r.Players:
			continue
		}
		if at > 0 && dst[at-1].Number >= d.Number {
			at = 0
		}
		for at < len(dst) && dst[at].Number < d.Number {
			at++
		}
		found := at < len(dst) && dst[at].Number == d.Number
		switch {
		case d.Remove && found:
			dst = append(dst[:at], dst[at+1:]...)
		case d.Remove || !found && len(dst) >= maxReplaced:
		default:
			if !found {
				dst = append(dst, Entity{})
				copy(dst[at+1:], dst[at:])
				dst[at] = Entity{}
			}
			dst[at].Replace(d, l.pool.baselines.get().entity(d.Number), r)
		}
	}
	l.Items = dst
}

// Replace applies a replacement delta to an entity, of which the demo has a baseline.
func (e *Entity) Replace(d *message.ReplacementUpdate, baseline *Entity, r *Replacing) {
	if d.Bits&message.ReplaceReset != 0 {
		*e = *baseline
	}
	u := r.Units
	if d.Bits&message.ReplacePrediction != 0 {
		u = r.Predicted
	}
	e.Apply(&d.EntityDelta, u)
	if d.Mask&message.FieldAlpha != 0 {
		e.Alpha = replacedAlpha(d.Alpha)
	}
}

// replacedAlpha returns the alpha of a replacement delta, from 0 for invisible to 255, as [Entity] has it.
func replacedAlpha(alpha uint8) uint8 { return alpha + 1 }

// ReplacedState returns a baseline or a static entity that is written as a replacement delta as another delta.
func ReplacedState(d message.EntityDelta) message.EntityDelta {
	d.Alpha = replacedAlpha(d.Alpha)
	return d
}
