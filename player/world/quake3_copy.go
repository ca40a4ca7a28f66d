package world

import "unsafe"

// copyFrom copies what goes on from here: of the snapshots the last, or with
// whole all, and of what changes in place all. Source is a world that is
// settled.
func (q *quake3Rules) copyFrom(src rules, whole bool) {
	s := src.(*quake3Rules)
	snaps, big, text, line, args := q.snaps, q.big, q.text, q.line, q.args
	*q = *s
	q.snaps, q.text, q.line, q.args = snaps, text, line, args
	q.big = append(big[:0], s.big...)
	q.snaps.clear()
	q.snaps.baselines, q.snaps.eventType = s.snaps.baselines, s.snaps.eventType
	q.current, q.previous, q.before = nil, nil, nil
	if whole {
		for _, n := range s.snaps.ring {
			if n != nil && n.valid && n != s.current {
				q.snaps.add(&s.snaps, n)
			}
		}
	}
	if s.current != nil && s.current.valid {
		q.current = q.snaps.add(&s.snaps, s.current)
	}
}

// base returns the snapshot that the last one was a change of.
func (q *quake3Rules) base() (int32, bool) { return q.snaps.base, q.snaps.baseUsed }

// addBase takes a snapshot of a later world, if it lacks it: see
// World.AddBase.
func (q *quake3Rules) addBase(src rules, key int32) {
	s := src.(*quake3Rules)
	if q.current == nil || s.snaps.baselines != q.snaps.baselines || key-q.current.sequence > 0 {
		return
	}
	place := q.snaps.ring[uint32(key)%snapshotDepth]
	if n := s.snaps.at(key); n != nil && (place == nil || !place.valid) {
		q.snaps.add(&s.snaps, n)
	}
}

// memory returns how many bytes the rules hold.
func (q *quake3Rules) memory() int64 {
	n := int64(unsafe.Sizeof(*q)) + int64(cap(q.big)+cap(q.text)+cap(q.line))
	n += int64(cap(q.snaps.states)) * int64(unsafe.Sizeof(entityState{}))
	n += int64(cap(q.snaps.refs)) + 2*int64(cap(q.snaps.free))
	for _, s := range append(q.snaps.ring[:], q.snaps.spare) {
		if s != nil {
			n += int64(unsafe.Sizeof(*s)) + int64(cap(s.entities))*int64(unsafe.Sizeof(snapEntity{}))
		}
	}
	return n
}

// hash adds what decides how the demo goes on and cannot be seen.
func (q *quake3Rules) hash(h *hasher) {
	h.int(int(q.command))
	h.int(int(q.taker))
	h.int(int(q.protocol))
	h.bool(q.over)
	h.bytes(q.big)
	h.bool(q.running)
	h.bool(q.shown)
	q.taken.hash(h)
	h.bool(q.captured)
	h.f64(q.capture)
	h.int(int(q.scored[0]))
	h.int(int(q.scored[1]))
	if n := q.current; n != nil {
		h.int(int(n.sequence))
		h.int(int(n.time))
		h.int(int(n.command))
		h.int(int(n.flags))
		for _, v := range n.player {
			h.int(int(v))
		}
		for _, e := range n.entities {
			h.int(int(e.number))
			for _, v := range q.snaps.states[e.slot] {
				h.int(int(v))
			}
		}
	}
}
