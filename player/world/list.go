package world

import (
	"slices"
	"sort"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Frames are the entities of the last two frames.
type Frames struct {
	// Entities are the entities of the current frame, and PrevEntities those of the previous frame.
	// Both are sorted by number.
	Entities, PrevEntities []Entity

	current, previous *List // the lists of Entities and PrevEntities
	pool              pool
	late              bool // Entities or PrevEntities must still be built from current and previous
	moved             bool // the packet has entities
}

// Entity returns the entity with the given number in the current frame, or nil if there is none.
func (f *Frames) Entity(number int32) *Entity {
	f.settleEntities()
	return EntityIn(f.Entities, number)
}

// setEntities makes l the current list. It takes over the caller's reference.
func (f *Frames) setEntities(l *List) {
	f.current.Release()
	f.current = l
	f.Entities = l.Items
	f.late = f.late || l.late
	f.moved = true
}

// settleEntities builds the entities of the current and the previous frame if that was deferred.
func (f *Frames) settleEntities() {
	if f.late {
		f.late = false
		f.Entities, f.PrevEntities = f.current.All(), f.previous.All()
	}
}

// List is the entities of one frame. A complete list never changes, so that frames, worlds and
// copies can share it. Lists are reference-counted. Without references the memory is reused, unless
// a copy has pinned the list.
type List struct {
	Items []Entity // sorted by number; empty while late
	refs  int
	pool  *pool // where it returns when released, nil if pinned

	// late is set until Items is built from changes, which name all entities of the frame.
	late    bool
	changes []message.EntityDelta
	units   wire.Units
}

// Retain adds a reference. l may be nil.
func (l *List) Retain() {
	if l != nil && l.pool != nil {
		l.refs++
	}
}

// Release drops a reference. Its owner must not use the list afterwards. l may be nil.
func (l *List) Release() {
	if l == nil || l.pool == nil {
		return
	}
	if l.refs--; l.refs == 0 {
		l.pool.free = append(l.pool.free, l)
	}
}

// Pin makes a list permanent. It never returns to a pool and its references are no longer counted,
// so other goroutines may share it. l may be nil.
func (l *List) Pin() {
	if l != nil {
		l.pin()
	}
}

// pin does not write to a list that is already pinned, since other goroutines may be reading it.
func (l *List) pin() {
	if l.pool != nil {
		l.settle()
		l.pool, l.changes = nil, nil
	}
}

// pool holds the lists of a live world that are free for reuse.
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

// maxAmended bounds the entities of a frame that is extended by packets without a time. Real
// packets have far fewer.
const maxAmended = 2048

// AmendEntity returns the entity with the given number in the current frame for writing. The entity
// is zero if the frame does not have it. AmendEntity returns nil if the frame has too many entities
// already. It copies the list only if others refer to it, since many small packets may each change
// one of many entities. The caller must set the whole entity, including its Number.
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

// Full returns the list of a frame that names all its entities. Coordinates and angles are in units
// u. If Defer is set, the list is built on first use, and m.Entities is replaced by other memory.
// The list has one reference, which the caller owns.
func (w Edit) Full(m *message.PacketEntities, u wire.Units) *List {
	if !w.Defer {
		return w.Merge(nil, m.Entities, u)
	}
	l := w.pool.take()
	l.late, l.units = true, u
	l.changes, m.Entities = m.Entities, l.changes[:0]
	return l
}

// settle builds the list if that was deferred.
func (l *List) settle() {
	if l != nil && l.late {
		l.late = false
		l.merge(nil, l.changes, l.units)
	}
}

// All returns the entities of the list, sorted by number. A nil list has none.
func (l *List) All() []Entity {
	if l == nil {
		return nil
	}
	l.settle()
	return l.Items
}

// Merge returns the list of a frame: its base with the changes applied. It is the delta step of
// QuakeWorld, Quake II and their multi-view recordings. Coordinates and angles of the changes are
// in units u. An entity that is not in the base starts from its baseline, and an entity without a
// change stays as it is. Both lists must be sorted by number. Changes out of order, which no engine
// writes, are applied nevertheless. The new list has one reference, which the caller owns.
//
// Quake names every entity in every packet and Quake III shares raw states, so neither merges
// lists.
func (w Edit) Merge(base []Entity, changes []message.EntityDelta, u wire.Units) *List {
	l := w.pool.take()
	l.merge(base, changes, u)
	return l
}

// merge is [Edit.Merge] for an empty list.
func (l *List) merge(base []Entity, changes []message.EntityDelta, u wire.Units) {
	// Copy all at once: in most frames only a few of many entities change.
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

// maxReplaced bounds the entities of a frame that is built from replacement deltas.
const maxReplaced = 1 << 12

// Replacing describes how the rules of a demo read FTE's replacement deltas.
type Replacing struct {
	// Units are those of places and angles. Predicts is set if the deltas of players have view
	// angles for prediction (FTE2 0x20). Otherwise the angles of a delta with a prediction have 16
	// bits.
	Units    wire.Units
	Predicts bool
	// Players is the number of entities, numbered from 1, that the rules handle themselves.
	Players int32
}

// Replace applies FTE's replacement deltas to the current entities of w. Each delta changes the
// last state of its entity. The list is copied if others refer to it.
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

// replace is [Replace] for a list without other references.
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
