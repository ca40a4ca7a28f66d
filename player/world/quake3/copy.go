package quake3

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
)

// CopyFrom implements [world.Rules]. The source must be settled.
func (q *rules) CopyFrom(src world.Rules, whole bool) {
	s := src.(*rules)
	q.state = s.state
	q.big = append(q.big[:0], s.big...)
	q.snaps.copyFrom(&s.snaps, whole)
	q.presenter.due = s.presenter.due
	q.flights = nil
}

func (q *rules) Base() (key int32, ok bool) { return q.snaps.ring.Used() }

func (q *rules) AddBase(src world.Rules, key int32) bool {
	return q.snaps.addBase(&src.(*rules).snaps, key)
}

func (q *rules) Memory(_, before *world.World) int64 {
	n := size.Of[rules](1) + int64(cap(q.big)+cap(q.text)+cap(q.chat.line)) + size.Of[[]byte](cap(q.args)) +
		q.snaps.memory()
	r, ok := before.Rules().(*rules)
	if !ok || r.snaps.baselines != q.snaps.baselines {
		n += size.Of[snapBaselines](1) + size.Of[entityState](cap(q.snaps.baselines.states))
	}
	return n
}

func (q *rules) Hash(h *hash.Hash) {
	n := q.numbers
	h.Ints(n.models, n.intermission, len(n.items), len(n.deaths))
	h.Ints(int(q.protocol), int(q.sequence), int(q.command), int(q.recorder), int(q.painTime))
	h.Bools(q.presenter.stale, q.presenter.newFrame, q.presenter.late, q.stepped)
	h.Uint(q.search.seen)
	h.Uint(q.search.died)
	h.Uint(q.search.kill)
	for _, slots := range q.search.fired {
		h.Uint(slots)
	}
	h.Ints(int(q.search.point), int(q.search.shot), int(q.search.slot))
	q.match.hash(h)
	h.Uint(q.under)
	h.Uint(q.presenter.was.there)
	h.Uint(q.presenter.was.teleport)
	h.Uint(q.presenter.was.dead)
	h.Uint(q.presenter.animated.there)
	h.Uint(q.presenter.animated.teleport)
	h.Uint(q.presenter.animated.dead)
	q.pickups.taken.Hash(h)
	h.Bytes(q.big)
	if q.snaps.current != nil {
		q.snaps.hash(h, q.snaps.current)
	}
}

func (m *match) hash(h *hash.Hash) {
	h.Bools(m.running, m.ending.said, m.resultShown, m.restarted, m.fresh, m.extended)
	h.Ints(int(m.ending.says))
	h.Floats(m.levelClock)
	h.Ints(int(m.began), int(m.warmUp), int(m.beganCPMA), int(m.playedCPMA), int(m.limitCPMA), int(m.timeLimit),
		int(m.overtime))
	m.flags.hash(h)
	m.scores.hash(h)
}

func (k *flags) hash(h *hash.Hash) {
	h.Ints(int(k.took[0]), int(k.took[1]), int(k.took[white]))
	h.Bools(k.brought[:]...)
	h.Ints(int(k.bringer[0]), int(k.bringer[1]), int(k.bringer[white]))
	h.Bools(k.captured)
	h.Floats(k.capture)
}

func (sc *scores) hash(h *hash.Hash) {
	h.Bools(sc.over, sc.ended, sc.changed)
	h.Ints(int(sc.kind), sc.endedIn, int(sc.scored[0]), int(sc.scored[1]))
	b := &sc.board
	for i := range b.rows {
		r := &b.rows[i]
		h.Ints(int(r.kills), int(r.deaths), int(r.suicides), int(r.teamKills), int(r.accuracy), int(r.damage),
			int(r.hurt), r.aimed, r.damaged, int(r.told), int(b.order[i]))
	}
	h.Ints(int(b.listed))
	h.Bools(b.final)
	h.Strings(b.winner, b.loser)
	k := &sc.packet
	h.Bools(k.list, k.reset)
	h.Uint(k.fresh)
	h.Uint(k.exact)
	h.Uint(k.rated)
	h.Uint(k.counted)
	h.Uint(k.listed)
	for _, n := range k.expected {
		h.Ints(int(n))
	}
	t := &sc.table
	h.Ints(int(t.count))
	h.Bools(t.teams)
	h.Bytes(t.columns[:])
}
