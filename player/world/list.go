package world

import (
	"slices"
	"sort"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Frames are the entities of the last two frames.
type Frames struct {
	// Entities are the entities of the current frame and PrevEntities those of
	// the previous one, both rising by number.
	Entities, PrevEntities []Entity

	current, previous *List // of Entities and PrevEntities
	pool              pool
	late              bool // Entities or PrevEntities are to be made of current and previous
	moved             bool // the packet has entities
}

// Entity returns the entity with a number in the current frame, nil if there is
// none.
func (f *Frames) Entity(number int32) *Entity {
	f.settleEntities()
	return EntityIn(f.Entities, number)
}

// setEntities makes l the current list, and takes over the caller's reference.
func (f *Frames) setEntities(l *List) {
	f.current.Release()
	f.current = l
	f.Entities = l.Items
	f.late = f.late || l.late
	f.moved = true
}

// settleEntities makes the entities of the current and the previous frame if they are late.
func (f *Frames) settleEntities() {
	if f.late {
		f.late = false
		f.Entities, f.PrevEntities = f.current.All(), f.previous.All()
	}
}

// List is the entities of one frame. Once complete it never changes, so that
// frames, worlds and copies can share it. It counts its references, and its memory
// is reused when there are none, unless a copy has pinned it.
type List struct {
	Items []Entity // rising by number; none of a list that is late
	refs  int
	pool  *pool // where it returns when released, nil if it is pinned

	// late is set as long as the list is not made of changes, which name all its entities.
	late    bool
	changes []message.EntityDelta
	units   wire.Units
}

// Retain adds a reference. A nil list is allowed.
func (l *List) Retain() {
	if l != nil && l.pool != nil {
		l.refs++
	}
}

// Release drops a reference, whose owner must not use the list any more. A nil
// list is allowed.
func (l *List) Release() {
	if l == nil || l.pool == nil {
		return
	}
	if l.refs--; l.refs == 0 {
		l.pool.free = append(l.pool.free, l)
	}
}

// Pin makes a list permanent: it never returns to a pool and its references are no
// longer counted, so that other goroutines may share it. A nil list is allowed.
func (l *List) Pin() {
	if l != nil {
		l.pin()
	}
}

// pin writes nothing to a list that is pinned already, since others may be
// reading it.
func (l *List) pin() {
	if l.pool != nil {
		l.settle()
		l.pool, l.changes = nil, nil
	}
}

// pool is a live world's lists that are free for reuse.
type pool struct {
	free      []*List
	baselines *cow[baselines] // the world's
}

// take returns an empty list with one reference.
func (p *pool) take() *List {
	if n := len(p.free); n > 0 {
		l := p.free[n-1]
		p.free = p.free[:n-1]
		l.Items = l.Items[:0]
		l.refs, l.late = 1, false
		return l
	}
	return &List{refs: 1, pool: p}
}

// maxAmended bounds the entities of a frame to which packets without a time add: far
// more than any such packet has.
const maxAmended = 2048

// AmendEntity returns the entity with a number in the current frame for writing, all
// zero if the frame lacks it; nil if it has too many already. The list is copied only
// if others refer to it: many small packets may each change one entity of many. The
// caller sets the whole entity, with its Number.
func (w Edit) AmendEntity(number int32) *Entity {
	w.settleEntities()
	l := w.current
	if l.pool == nil || l.refs > 1 {
		l = w.pool.take()
		l.Items = append(l.Items, w.Entities...)
		w.setEntities(l)
	}
	if e := EntityIn(l.Items, number); e != nil {
		return e
	}
	if len(l.Items) >= maxAmended {
		return nil
	}
	at := sort.Search(len(l.Items), func(i int) bool { return l.Items[i].Number > number })
	l.Items = slices.Insert(l.Items, at, Entity{Number: number})
	w.Entities = l.Items
	return &l.Items[at]
}

// Full returns the list of a frame that names all its entities. Coordinates and angles are in units u. In a world
// whose Defer is set the list is made when somebody looks at it, and m is left with other memory for its entities. The
// list has one reference, which the caller owns.
func (w Edit) Full(m *message.PacketEntities, u wire.Units) *List {
	if !w.Defer {
		return w.Merge(nil, m.Entities, u)
	}
	l := w.pool.take()
	l.late, l.units = true, u
	l.changes, m.Entities = m.Entities, l.changes[:0]
	return l
}

// settle makes a list that is late.
func (l *List) settle() {
	if l != nil && l.late {
		l.late = false
		l.merge(nil, l.changes, l.units)
	}
}

// All returns the entities of the list, rising by number. A nil list has none.
func (l *List) All() []Entity {
	if l == nil {
		return nil
	}
	l.settle()
	return l.Items
}

// Merge is the delta step of QuakeWorld, Quake II and their multi-view recordings:
// it returns the list of a frame, which is its base with the changes applied.
// Coordinates and angles of the changes are in units u. An entity that the base
// lacks begins from its baseline, and one that is not named stays as it is. Both
// lists rise by number; a change out of order, which no engine writes, is applied
// all the same. The new list has one reference, which the caller owns.
//
// Quake, which names every entity in every packet, and Quake III, which shares raw
// states, do not merge lists.
func (w Edit) Merge(base []Entity, changes []message.EntityDelta, u wire.Units) *List {
	l := w.pool.take()
	l.merge(base, changes, u)
	return l
}

// merge is [Edit.Merge] for an empty list.
func (l *List) merge(base []Entity, changes []message.EntityDelta, u wire.Units) {
	// Copy all at once: in most frames only a few of many change.
	dst := append(l.Items, base...)
	bl := l.pool.baselines.get()
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
			dst[at].Apply(d, u)
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
				e.Apply(d, u)
			}
		}
	}
	l.Items = dst
}

// maxReplaced bounds the entities of a frame that replacement deltas make.
const maxReplaced = 1 << 12

// Replacing is how the rules of a demo read FTE's replacement deltas.
type Replacing struct {
	// Units are those of places and angles. Predicts is set if deltas of players have view angles for prediction (FTE2
	// 0x20); otherwise the angles of a delta with a prediction have 16 bits.
	Units    wire.Units
	Predicts bool
	// Players is the number of entities, from 1 on, that the rules keep themselves.
	Players int32
}

// Replace changes the current entities of w by FTE's replacement deltas, each of which changes the last state of its
// entity. The list is copied if others refer to it.
func Replace(w Edit, changes []message.ReplacementUpdate, r *Replacing) {
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

// replace is [Replace] for a list that nobody else refers to.
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
