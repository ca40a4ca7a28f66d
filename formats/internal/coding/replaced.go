package coding

import (
	"bytes"
	"math"
	"slices"
	"sort"

	"demoscope/formats/message"
)

// Replaced holds the entities of a demo with replacement deltas, in ascending order and each with all of its fields.
type Replaced struct {
	List      []message.ReplacementUpdate
	baselines map[int32]message.ReplacementUpdate
}

// SetBaseline sets the state in which an entity starts.
func (r *Replaced) SetBaseline(m *message.SpawnBaseline) {
	if r.baselines == nil {
		r.baselines = map[int32]message.ReplacementUpdate{}
	}
	r.baselines[m.Number] = Whole(&m.EntityDelta, &m.FTE)
}

// Whole returns a baseline or a static entity with default values for the fields missing in its message.
func Whole(d *message.EntityDelta, x *message.Replacement) (e message.ReplacementUpdate) {
	change := message.ReplacementUpdate{EntityDelta: *d, FTE: *x}
	change.Bits &^= message.ReplaceReset
	e.Merge(&change)
	e.FTE.Bones = bytes.Clone(e.FTE.Bones)
	return e
}

// PlainBaseline returns a baseline, which is a delta, for clients without FTE's extensions. It leaves out numbers above
// a byte, which the updates of the entity have.
func PlainBaseline(m *message.SpawnBaseline) message.EntityDelta {
	e := Whole(&m.EntityDelta, &m.FTE)
	b := message.EntityDelta{Number: m.Number, Mask: StateFields, Origin: e.Origin, Angles: e.Angles}
	for _, f := range [...]struct{ to, from *int32 }{
		{&b.Model, &e.Model}, {&b.Frame, &e.Frame}, {&b.Colormap, &e.Colormap}, {&b.Skin, &e.Skin},
	} {
		if *f.from >= 0 && *f.from <= math.MaxUint8 {
			*f.to = *f.from
		}
	}
	return b
}

// Update applies a message. It reports whether the message removed all previous entities.
func (r *Replaced) Update(m *message.UpdateEntities) (anew bool) {
	for i := range m.Entities {
		d := &m.Entities[i]
		if d.Number == 0 && d.Remove {
			r.List, anew = r.List[:0], true
			continue
		}
		at := sort.Search(len(r.List), func(i int) bool { return r.List[i].Number >= d.Number })
		found := at < len(r.List) && r.List[at].Number == d.Number
		switch {
		case d.Remove && found:
			r.List = slices.Delete(r.List, at, at+1)
		case d.Remove:
		default:
			if !found {
				r.List = slices.Insert(r.List, at, message.ReplacementUpdate{})
			}
			e := &r.List[at]
			if d.Bits&message.ReplaceReset != 0 {
				*e = r.baselines[d.Number]
			}
			change := *d
			change.Bits &^= message.ReplaceReset
			e.Merge(&change)
			if d.Bits&message.ReplaceBones != 0 {
				e.FTE.Bones = bytes.Clone(d.FTE.Bones) // a view of the packet
			}
		}
	}
	return anew
}
