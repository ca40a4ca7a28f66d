package quake3

import (
	"unsafe"

	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// CopyFrom is as [world.Rules] says. The source must be settled.
func (q *rules) CopyFrom(src world.Rules, whole bool) {
	s := src.(*rules)
	q.state = s.state
	q.big = append(q.big[:0], s.big...)
	q.snaps.copyFrom(&s.snaps, whole)
	// The next snapshot makes current the previous one.
	q.current, _, _ = q.snaps.ring.Newest()
	q.previous, q.before = nil, nil
}

func (q *rules) Base() (key int32, ok bool) { return q.snaps.ring.Used() }

func (q *rules) AddBase(src world.Rules, key int32) { q.snaps.addBase(&src.(*rules).snaps, key) }

func (q *rules) Memory(*world.World) int64 {
	return int64(unsafe.Sizeof(*q)) + int64(cap(q.big)+cap(q.text)+cap(q.line)) + q.snaps.memory()
}

func (q *rules) Hash(h *hash.Hash) {
	n := q.numbers
	h.Ints(n.models, n.intermission, len(n.items), len(n.deaths))
	h.Ints(int(q.protocol), int(q.sequence), int(q.command), int(q.taker), q.steps, int(q.scored[0]), int(q.scored[1]))
	h.Bools(q.stale, q.stepped, q.captured, q.running, q.over, q.resultShown, q.dueling)
	h.Floats(q.capture)
	h.Uint(q.was.there)
	h.Uint(q.was.teleport)
	q.taken.Hash(h)
	h.Bytes(q.big)
	if q.current != nil {
		q.snaps.hash(h, q.current)
	}
}
