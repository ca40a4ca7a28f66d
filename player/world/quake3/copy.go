package quake3

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
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
	q.flights = nil
}

func (q *rules) Base() (key int32, ok bool) { return q.snaps.ring.Used() }

func (q *rules) AddBase(src world.Rules, key int32) bool {
	return q.snaps.addBase(&src.(*rules).snaps, key)
}

func (q *rules) Memory(_, before *world.World) int64 {
	n := size.Of[rules](1) + int64(cap(q.big)+cap(q.text)+cap(q.line)) + size.Of[[]byte](cap(q.args)) + q.snaps.memory()
	r, ok := before.Rules().(*rules)
	if !ok || r.snaps.baselines != q.snaps.baselines {
		n += size.Of[snapBaselines](1) + size.Of[entityState](cap(q.snaps.baselines.states))
	}
	return n
}

func (q *rules) Hash(h *hash.Hash) {
	n := q.numbers
	h.Ints(n.models, n.intermission, len(n.items), len(n.deaths))
	h.Ints(int(q.protocol), int(q.sequence), int(q.command), int(q.taker), int(q.cried))
	h.Bools(q.stale, q.newFrame, q.late, q.stepped, q.captured)
	h.Uint(q.hidden.seen)
	h.Uint(q.hidden.died)
	h.Ints(int(q.hidden.slot))
	q.matchState.hash(h)
	h.Floats(q.capture)
	h.Uint(q.under)
	h.Uint(q.was.there)
	h.Uint(q.was.teleport)
	h.Uint(q.was.dead)
	h.Uint(q.animated.there)
	h.Uint(q.animated.teleport)
	h.Uint(q.animated.dead)
	q.taken.Hash(h)
	h.Bytes(q.big)
	if q.current != nil {
		q.snaps.hash(h, q.current)
	}
}

func (m *matchState) hash(h *hash.Hash) {
	h.Bools(m.running, m.over, m.ended, m.ending.said, m.resultShown, m.changed, m.restarted, m.fresh)
	h.Bools(m.extended)
	h.Ints(int(m.ending.says))
	h.Floats(m.levelClock)
	h.Ints(int(m.began), int(m.warmUp), int(m.beganCPMA), int(m.playedCPMA), int(m.limitCPMA), int(m.timeLimit),
		int(m.kind), int(m.overtime), m.endedIn)
	h.Ints(int(m.took[0]), int(m.took[1]), int(m.took[white]), int(m.scored[0]), int(m.scored[1]))
	h.Bools(m.brought[:]...)
	h.Ints(int(m.bringer[0]), int(m.bringer[1]), int(m.bringer[white]))
	b := &m.board
	for i := range b.rows {
		r := &b.rows[i]
		h.Ints(int(r.kills), int(r.deaths), int(r.suicides), int(r.teamKills), int(r.accuracy), int(r.damage),
			int(r.hurt), r.aimed, r.damaged, int(r.told), int(b.order[i]))
	}
	h.Ints(int(b.listed))
	h.Bools(b.final)
	h.Strings(b.winner, b.loser)
	k := &m.heard
	h.Bools(k.list, k.reset)
	h.Uint(k.fresh)
	h.Uint(k.exact)
	h.Uint(k.rated)
	h.Uint(k.counted)
	h.Uint(k.listed)
	for _, n := range k.expected {
		h.Ints(int(n))
	}
	t := &m.table
	h.Ints(int(t.count))
	h.Bools(t.teams)
	h.Bytes(t.columns[:])
}
