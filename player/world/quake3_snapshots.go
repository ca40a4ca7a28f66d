package world

import (
	"slices"

	"demoscope/formats/message"
)

// snapshotDepth is how many snapshots a delta can reach back.
const snapshotDepth = 32

// entityState and playerState are raw states: fields by the indices of
// package message, integers as they are and floats as IEEE bits.
type (
	entityState [message.EntityStateSize]int32
	playerState [message.PlayerStateSize]int32
)

// snapEntity is one entity of a snapshot: which of the store's states it has.
type snapEntity struct {
	number uint16
	slot   uint16
	event  bool // it is nothing but an event
}

// snapshot is one moment as the server told it. It never changes, and is
// reused when nothing can refer to it any more.
type snapshot struct {
	valid    bool
	sequence int32 // of its message
	time     int32 // milliseconds of the server's clock
	command  int32 // the last server command before it
	flags    uint8
	player   playerState
	entities []snapEntity // rising by number
}

// snapshots holds the last 32 snapshots and the entity states that they
// share: most entities do not change from one snapshot to the next.
//
// A state is referred to by at most 33 snapshots of at most 1023 entities
// each, so 16 bits number them all.
type snapshots struct {
	ring   [snapshotDepth]*snapshot
	spare  *snapshot
	states []entityState
	refs   []uint8 // snapshots that refer to a state
	// free are the states that nobody refers to, as many as spares says.
	free   []uint16
	spares int
	// baselines are shared by all copies, and never change.
	baselines *snapBaselines
	// base is the snapshot that the last one was a change of, for whoever
	// keeps copies.
	base     int32
	baseUsed bool
	// changed are the entities of the last snapshot that have another event
	// than in their base.
	changed []snapEntity
	// eventType is the first kind of entity that is an event.
	eventType int32
}

// snapBaselines are the states that entities begin from.
type snapBaselines struct {
	index  [1024]uint16 // into states; 0 is the state of zeros
	states []entityState
	count  int
}

var noBaselines = &snapBaselines{states: make([]entityState, 1)}

// clear forgets all snapshots.
func (s *snapshots) clear() {
	for _, n := range s.ring {
		s.drop(n)
	}
	s.baseUsed = false
}

// drop gives up what a snapshot refers to.
func (s *snapshots) drop(n *snapshot) {
	if n == nil || !n.valid {
		return
	}
	n.valid = false
	// Which states go cannot be foreseen, so that is no branch.
	refs, free, spares := s.refs, s.free, s.spares
	for _, e := range n.entities {
		r := refs[e.slot] - 1
		refs[e.slot] = r
		free[spares] = e.slot
		gone := 0
		if r == 0 {
			gone = 1
		}
		spares += gone
	}
	s.spares = spares
	n.entities = n.entities[:0]
}

// at returns the snapshot of a message, nil if it is not there, or no longer.
func (s *snapshots) at(sequence int32) *snapshot {
	n := s.ring[uint32(sequence)%snapshotDepth]
	if n == nil || !n.valid || n.sequence != sequence {
		return nil
	}
	return n
}

// take returns the number of a state that nobody refers to, with one
// reference.
func (s *snapshots) take() uint16 {
	if s.spares > 0 {
		s.spares--
		slot := s.free[s.spares]
		s.refs[slot] = 1
		return slot
	}
	s.states = append(s.states, entityState{})
	s.refs = append(s.refs, 1)
	// One more than all, for the one that stays.
	for len(s.free) <= len(s.states) {
		s.free = append(s.free, 0)
	}
	return uint16(len(s.states) - 1)
}

// apply makes the snapshot of message sequence from m. It returns nil, and
// remembers nothing, if the snapshot that m changes is not there.
func (s *snapshots) apply(sequence int32, m *message.Snapshot) *snapshot {
	var from *snapshot
	if m.DeltaNum != 0 {
		s.base, s.baseUsed = sequence-int32(m.DeltaNum), true
		if from = s.at(s.base); from == nil {
			return nil
		}
	}
	n := s.spare
	if n == nil {
		n = new(snapshot)
	}
	n.valid, n.sequence, n.time, n.flags = true, sequence, m.ServerTime, m.Flags
	var old []snapEntity
	if from != nil {
		n.player = from.player
		old = from.entities
	} else {
		n.player = playerState{}
	}
	for _, c := range m.Changes[m.Player.First:m.Player.End] {
		n.player[c.Field%message.PlayerStateSize] = c.Value
	}
	s.merge(n, old, m)
	place := &s.ring[uint32(sequence)%snapshotDepth]
	s.drop(*place)
	s.spare, *place = *place, n
	return n
}

// merge fills n with the entities of old and the changes of m.
func (s *snapshots) merge(n *snapshot, old []snapEntity, m *message.Snapshot) {
	dst := slices.Grow(n.entities[:0], len(old)+len(m.Entities))
	s.changed = s.changed[:0]
	refs := s.refs
	i := 0
	for k := range m.Entities {
		d := &m.Entities[k]
		for i < len(old) && old[i].number < d.Number {
			refs[old[i].slot]++
			dst = append(dst, old[i])
			i++
		}
		known := i < len(old) && old[i].number == d.Number
		if d.Kind == message.SnapshotRemoved {
			if known {
				i++
			}
			continue
		}
		if known && d.Kind == message.SnapshotSame {
			refs[old[i].slot]++
			dst = append(dst, old[i])
			i++
			continue
		}
		slot := s.take()
		refs = s.refs
		state := &s.states[slot]
		var event int32
		if known {
			*state = s.states[old[i].slot]
			event = state[message.EntityStateEvent]
			i++
		} else {
			*state = *s.baseline(d.Number)
		}
		for _, c := range m.Changes[d.First:d.End] {
			state[c.Field%message.EntityStateSize] = c.Value
		}
		e := snapEntity{d.Number, slot, state[message.EntityStateType] >= s.eventType}
		if state[message.EntityStateEvent] != event {
			s.changed = append(s.changed, e)
		}
		dst = append(dst, e)
	}
	for _, e := range old[i:] {
		refs[e.slot]++
		dst = append(dst, e)
	}
	n.entities = dst
}

// baseline returns the state that an entity begins from.
func (s *snapshots) baseline(number uint16) *entityState {
	b := s.baselines
	return &b.states[b.index[number%1024]]
}

// setBaselines takes the baselines of a gamestate. Of two for one number the
// last holds.
func (s *snapshots) setBaselines(m *message.GameState) {
	b := &snapBaselines{states: make([]entityState, 1, len(m.Baselines)+1)}
	for _, e := range m.Baselines {
		if e.Kind == message.SnapshotRemoved || e.Number >= 1023 {
			continue
		}
		if b.index[e.Number] == 0 {
			b.index[e.Number] = uint16(len(b.states))
			b.states = append(b.states, entityState{})
			b.count++
		}
		state := &b.states[b.index[e.Number]]
		*state = entityState{}
		for _, c := range m.Changes[e.First:e.End] {
			state[c.Field%message.EntityStateSize] = c.Value
		}
	}
	s.baselines = b
}

// find returns the state of an entity in a snapshot, nil if it has none.
func (s *snapshots) find(n *snapshot, number uint16) *entityState {
	lo, hi := 0, len(n.entities)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if n.entities[mid].number < number {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(n.entities) && n.entities[lo].number == number {
		return &s.states[n.entities[lo].slot]
	}
	return nil
}

// add remembers a snapshot of another store, with states of its own, and
// returns it.
func (s *snapshots) add(from *snapshots, m *snapshot) *snapshot {
	place := &s.ring[uint32(m.sequence)%snapshotDepth]
	s.drop(*place)
	if *place == nil {
		*place = new(snapshot)
	}
	n := *place
	entities := n.entities[:0]
	*n = *m
	for _, e := range m.entities {
		slot := s.take()
		s.states[slot] = from.states[e.slot]
		entities = append(entities, snapEntity{e.number, slot, e.event})
	}
	n.entities = entities
	return n
}
