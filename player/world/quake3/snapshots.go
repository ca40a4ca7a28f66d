package quake3

import (
	"math/bits"
	"slices"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/ring"
	"demoscope/player/world/internal/size"
)

const (
	// snapshotDepth is how many snapshots back a delta can refer.
	snapshotDepth = 32
	// maxEntities is the number of entities. As an entity number, it ends a list on the wire.
	maxEntities = 1023
)

// entityState and playerState are raw states. Fields have the indices of package message; integers are stored as they
// are, floats as IEEE bits.
type (
	entityState [message.EntityStateSize]int32
	playerState [message.PlayerStateSize]int32
)

// snapEntity is one entity of a snapshot.
type snapEntity struct {
	number uint16
	slot   uint16 // index of its state in snapshots.states
	kinds  kinds
}

// kinds are the properties that are checked for all entities of every snapshot. They save reading the states of
// entities without any of them.
type kinds uint8

const (
	isEvent   kinds = 1 << iota // it exists only for an event
	isMissile                   // it is a missile and may leave a trail
	isSpeaker
)

// kindsOf returns the kinds of an entity with a state.
func (s *snapshots) kindsOf(state *entityState) (k kinds) {
	switch of := state[message.EntityStateType]; {
	case of >= s.eventType:
		k = isEvent
	case of == etMissile:
		k = isMissile
	case of == etSpeaker:
		k = isSpeaker
	}
	return k
}

// snapshot is one moment as the server sent it. It never changes, and is reused after it has left the ring.
type snapshot struct {
	serial   uint64 // changes whenever the snapshot is reused; 0 if it is unused
	sequence int32  // of its message
	time     int32  // milliseconds of the server's clock
	command  int32  // sequence of the last server command before it
	flags    uint8
	// uncertain is set if it is a delta from a lost snapshot.
	uncertain bool
	multiView bool // it has the stats of all players
	player    playerState
	known     fieldSet     // known fields of player; all unless a base was lost
	entities  []snapEntity // sorted by number
	numbers   numberSet    // of all its entities
	kinds     kinds        // of all its entities, and perhaps some that its base had
	players   playerBits   // including the followed player
}

// numberSet is a set of entity numbers below maxNumbers. It finds a number's place in the sorted list without a search,
// which the processor can't predict, so that it costs more than applying a change.
type numberSet struct {
	words  [maxNumbers / 64]uint64
	before [maxNumbers / 64]uint16 // how many numbers the earlier words have
}

// maxNumbers is more than any entity number on the wire.
const maxNumbers = 1024

// place returns the index of a number in the sorted list, or if the list lacks it, the index at which to insert it.
func (s *numberSet) place(number uint16) (at int, ok bool) {
	i, bit := number/64%uint16(len(s.words)), uint64(1)<<(number%64)
	word := s.words[i]
	return int(s.before[i]) + bits.OnesCount64(word&(bit-1)), word&bit != 0
}

// add adds a number that the set lacks.
func (s *numberSet) add(number uint16) {
	i := number / 64 % uint16(len(s.words))
	s.words[i] |= 1 << (number % 64)
	for i++; int(i) < len(s.before); i++ {
		s.before[i]++
	}
}

// remove removes a number that the set has.
func (s *numberSet) remove(number uint16) {
	i := number / 64 % uint16(len(s.words))
	s.words[i] &^= 1 << (number % 64)
	for i++; int(i) < len(s.before); i++ {
		s.before[i]--
	}
}

// fieldSet is a set of fields of a player's state, one bit each.
type fieldSet [message.PlayerStateSize / 64]uint64

var allFields = fieldSet{^uint64(0), ^uint64(0)}

func (f *fieldSet) add(field uint16)   { f[field/64%uint16(len(f))] |= 1 << (field % 64) }
func (f *fieldSet) has(field int) bool { return f[field/64]>>(field%64)&1 != 0 }

// slot returns the slot of a snapshot's player, or [world.Nobody] if it is unknown or the snapshot is multi-view.
func (n *snapshot) slot() int {
	if n.multiView || !n.known.has(message.PlayerStateClientNum) {
		return world.Nobody
	}
	return int(uint32(n.player[message.PlayerStateClientNum]) % clients)
}

// hasPlayer reports whether a snapshot's player is in the world, at a known position.
func (n *snapshot) hasPlayer() bool {
	return n.player.inWorld() && n.slot() != world.Nobody && n.placed()
}

// placed reports whether the position of the snapshot's player is known.
func (n *snapshot) placed() bool {
	t := &n.known
	return t.has(message.PlayerStateOriginX) && t.has(message.PlayerStateOriginY) && t.has(message.PlayerStateOriginZ)
}

// snapshots holds the last 32 snapshots and the entity states that they share: most entities don't change from one
// snapshot to the next.
//
// It doesn't use [world.Edit.Merge]. Most fields of a state are never drawn and most states don't change, so snapshots
// refer to shared states, and entities are built from them only when they are needed.
//
// At most 34 snapshots of at most 1023 entities each refer to states, so a state's index fits into 16 bits. References
// are not counted, because that would touch every entity of every snapshot: see reclaim.
type snapshots struct {
	ring ring.Ring[*snapshot] // by the sequence numbers of their messages
	// current and previous are the last two accepted snapshots. before is the last snapshot of the previous frame, if
	// it still exists; it differs from previous if two snapshots have the same time.
	current, previous, before *snapshot
	// replaced is the snapshot that the newest one replaced in the ring, kept until the next one. After a gap of
	// exactly 32 messages, the newest snapshot follows it directly and may be a delta from it.
	replaced *snapshot
	// missing is set if the base of the last snapshot was missing and nothing before that was lost.
	missing bool
	unused  []*snapshot
	states  []entityState
	free    []uint16 // indices of states that no snapshot refers to; there may be others, see take
	enough  int      // with so many states, take looks for unused ones before it adds one
	used    []bool   // scratch for reclaim
	serial  uint64   // of the last snapshot
	// baselines are shared by all copies and never change.
	baselines *snapBaselines
	// changed are the entities of the last snapshot whose event differs from that in the base. Those that exist only
	// for an event are in begun if they differ at all.
	changed, begun []snapEntity
	// direct is set if the base of the last snapshot was the snapshot before it.
	direct bool
	// eventType is the first eType that is an event.
	eventType int32
}

// snapBaselines are the baselines of the entities.
type snapBaselines struct {
	index  [1024]uint16 // indices into states; 0 is the zero state
	states []entityState
	count  int
}

var noBaselines = &snapBaselines{states: make([]entityState, 1)}

func newSnapshots() snapshots {
	return snapshots{ring: ring.New[*snapshot](snapshotDepth), baselines: noBaselines}
}

// clear forgets all snapshots.
func (s *snapshots) clear() {
	s.current, s.previous, s.before = nil, nil, nil
	s.ring.Clear(s.drop)
	s.dropReplaced()
	s.states, s.free = s.states[:0], s.free[:0]
}

func (s *snapshots) dropReplaced() {
	if s.replaced != nil {
		s.drop(s.replaced)
		s.replaced = nil
	}
}

// drop frees a snapshot.
func (s *snapshots) drop(n *snapshot) {
	n.entities, n.serial = n.entities[:0], 0
	s.unused = append(s.unused, n)
}

// maxStates bounds the states of entities, because an index has 16 bits. Snapshots refer to about half as many at most.
const maxStates = 1 << 16

// take returns the index of an unused state. The snapshot being built has the given entities.
func (s *snapshots) take(building []snapEntity) uint16 {
	if len(s.free) == 0 && len(s.states) >= s.enough {
		s.reclaim(building)
	}
	if last := len(s.free) - 1; last >= 0 {
		slot := s.free[last]
		s.free = s.free[:last]
		return slot
	}
	s.states = append(s.states, entityState{})
	return uint16(len(s.states) - 1)
}

// reclaim finds the states that no snapshot refers to, and decides how many states there should be: so many that
// reclaim is rarely called.
func (s *snapshots) reclaim(building []snapEntity) {
	s.used = slices.Grow(s.used[:0], len(s.states))[:len(s.states)]
	clear(s.used)
	mark := func(entities []snapEntity) {
		for _, e := range entities {
			s.used[e.slot] = true
		}
	}
	mark(building)
	s.ring.All(func(n *snapshot) { mark(n.entities) })
	if s.replaced != nil {
		mark(s.replaced.entities)
	}
	for slot, used := range s.used {
		if !used {
			s.free = append(s.free, uint16(slot))
		}
	}
	s.enough = min(4*(len(s.states)-len(s.free)), maxStates)
}

// apply creates a snapshot from the message m with a sequence number. If the base of m was lost, it uses the newest
// snapshot, or none: nearly all values in a delta are absolute.
func (s *snapshots) apply(sequence int32, m *message.Snapshot) *snapshot {
	from, lost := s.base(sequence, m)
	s.direct = from != nil && from == s.current && !lost
	s.missing = lost && (from == nil || !from.uncertain)
	uncertain := lost || from != nil && from.uncertain
	s.dropReplaced()
	n := s.blank()
	n.sequence, n.time, n.flags, n.uncertain = sequence, m.ServerTime, m.Flags, uncertain
	n.multiView = false
	n.entities, n.numbers, n.kinds = n.entities[:0], numberSet{}, 0
	switch {
	case from == nil && lost:
		n.player, n.known = playerState{}, fieldSet{}
	case from == nil:
		n.player, n.known = playerState{}, allFields
	default:
		n.player, n.known = from.player, from.known
		if lost {
			n.outlast(from)
		} else {
			n.entities, n.numbers, n.kinds = append(n.entities, from.entities...), from.numbers, from.kinds
		}
	}
	changes := m.Changes[m.Player.First:m.Player.End]
	for _, c := range changes {
		n.player[c.Field%message.PlayerStateSize] = c.Value
	}
	if n.known != allFields {
		for _, c := range changes {
			n.known.add(uint16(c.Field))
		}
	}
	s.merge(n, m)
	s.replaced = s.ring.Put(sequence, n)
	return n
}

// base returns the snapshot that m, from the message with a sequence number, is a delta from, or nil if it is a full
// snapshot. If that snapshot was lost, base returns the newest one.
func (s *snapshots) base(sequence int32, m *message.Snapshot) (from *snapshot, lost bool) {
	if m.DeltaNum == 0 {
		return nil, false
	}
	from, ok := s.ring.Base(sequence - int32(m.DeltaNum))
	if !ok {
		from, _, _ = s.ring.Newest()
	}
	return from, !ok
}

// outlast adds the entities of another snapshot that may still exist after lost snapshots: all but events and missiles,
// whose removal might never arrive.
func (n *snapshot) outlast(from *snapshot) {
	for _, e := range from.entities {
		if e.kinds&(isEvent|isMissile) == 0 {
			n.entities = append(n.entities, e)
			n.numbers.add(e.number)
		}
	}
	n.kinds = from.kinds &^ (isEvent | isMissile)
}

// blank returns an unused snapshot without entities.
func (s *snapshots) blank() *snapshot {
	var n *snapshot
	if last := len(s.unused) - 1; last < 0 {
		n = new(snapshot)
	} else {
		n = s.unused[last]
		s.unused = s.unused[:last]
	}
	s.serial++
	n.serial = s.serial
	return n
}

// merge applies the changes of m to n, which has the entities of its base. It also applies changes out of order,
// although no engine writes them.
func (s *snapshots) merge(n *snapshot, m *message.Snapshot) {
	s.changed, s.begun = s.changed[:0], s.begun[:0]
	last := -1
	for k := range m.Entities {
		d := &m.Entities[k]
		if d.Number >= maxNumbers {
			continue
		}
		if int(d.Number) <= last {
			s.forget(d)
			s.direct = false
		}
		last = max(last, int(d.Number))
		at, known := n.numbers.place(d.Number)
		switch {
		case d.Kind == message.SnapshotRemoved:
			if known {
				n.entities = append(n.entities[:at], n.entities[at+1:]...)
				n.numbers.remove(d.Number)
			}
			continue
		case known && d.Kind == message.SnapshotSame:
			continue
		}
		slot := s.take(n.entities)
		state := &s.states[slot]
		var event int32
		if known {
			*state = s.states[n.entities[at].slot]
			event = state[message.EntityStateEvent]
		} else {
			n.entities = append(n.entities, snapEntity{})
			copy(n.entities[at+1:], n.entities[at:])
			n.numbers.add(d.Number)
			*state = *s.baseline(d.Number)
		}
		for _, c := range m.Changes[d.First:d.End] {
			state[c.Field%message.EntityStateSize] = c.Value
		}
		if n.uncertain && !known {
			state.guess(d.Number)
		}
		e := snapEntity{d.Number, slot, s.kindsOf(state)}
		if e.kinds&isEvent != 0 {
			s.begun = append(s.begun, e)
		} else if state[message.EntityStateEvent] != event {
			s.changed = append(s.changed, e)
		}
		n.kinds |= e.kinds
		n.entities[at] = e
	}
}

// forget forgets an earlier change of an entity that is listed again.
func (s *snapshots) forget(d *message.SnapshotEntity) {
	if d.Kind != message.SnapshotSame {
		s.changed = slices.DeleteFunc(s.changed, func(e snapEntity) bool { return e.number == d.Number })
	}
}

// guess completes the state of an entity that may be a delta from a lost state: client numbers are players, and new
// states contain their type.
func (s *entityState) guess(number uint16) {
	if number < clients && s[message.EntityStateType] == 0 {
		s[message.EntityStateType], s[message.EntityStateClientNum] = etPlayer, int32(number)
	}
}

// baseline returns an entity's baseline, or the zero state if it has none.
func (s *snapshots) baseline(number uint16) *entityState {
	b := s.baselines
	return &b.states[b.index[number%1024]]
}

// setBaselines sets the baselines from a gamestate. If two have the same number, the last one counts.
func (s *snapshots) setBaselines(m *message.GameState) {
	b := &snapBaselines{states: make([]entityState, 1, len(m.Baselines)+1)}
	for _, e := range m.Baselines {
		if e.Kind == message.SnapshotRemoved || e.Number >= maxEntities {
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

// find returns the state of an entity in a snapshot, or nil if the snapshot doesn't contain it.
func (s *snapshots) find(n *snapshot, number uint16) *entityState {
	if at, ok := n.numbers.place(number); ok && number < maxNumbers {
		return &s.states[n.entities[at].slot]
	}
	return nil
}

// copied returns a copy in s of a snapshot in from, including its states.
func (s *snapshots) copied(from *snapshots, m *snapshot) *snapshot {
	n := s.blank()
	entities, serial := n.entities[:0], n.serial
	*n = *m
	n.serial = serial
	for _, e := range m.entities {
		slot := s.take(entities)
		s.states[slot] = from.states[e.slot]
		entities = append(entities, snapEntity{e.number, slot, e.kinds})
	}
	n.entities = entities
	return n
}

// copyFrom copies the newest snapshot of src, or all if all is set.
func (s *snapshots) copyFrom(src *snapshots, all bool) {
	s.clear()
	s.baselines, s.eventType = src.baselines, src.eventType
	s.ring.CopyFrom(&src.ring, all, func(n *snapshot) *snapshot { return s.copied(src, n) })
	s.current, _, _ = s.ring.Newest() // the next snapshot makes it the previous one
}

// addBase copies one snapshot of src if src is from the same level.
func (s *snapshots) addBase(src *snapshots, key int32) (added bool) {
	copied := func(n *snapshot) *snapshot { return s.copied(src, n) }
	return src.baselines == s.baselines && (s.ring.Add(&src.ring, key, copied) || src.replaced != nil &&
		s.ring.AddReplaced(&src.ring, key, copied))
}

// memory returns the size of the snapshots in bytes, without the baselines.
func (s *snapshots) memory() int64 {
	n := s.ring.Size() + size.Of[entityState](cap(s.states))
	n += int64(cap(s.used)) + 2*int64(cap(s.free)) + size.Of[snapEntity](cap(s.changed)+cap(s.begun)) +
		size.Of[*snapshot](cap(s.unused))
	count := func(k *snapshot) { n += size.Of[snapshot](1) + size.Of[snapEntity](cap(k.entities)) }
	s.ring.All(count)
	if s.replaced != nil {
		count(s.replaced)
	}
	for _, k := range s.unused {
		count(k)
	}
	return n
}

// hash hashes a snapshot and the states that it refers to.
func (s *snapshots) hash(h *hash.Hash, n *snapshot) {
	h.Ints(int(n.sequence), int(n.time), int(n.command), int(n.flags), len(n.entities))
	h.Bools(n.uncertain, n.multiView)
	for _, v := range n.player {
		h.Ints(int(v))
	}
	for _, told := range n.known {
		h.Uint(told)
	}
	for _, e := range n.entities {
		h.Ints(int(e.number))
		h.Bools(e.kinds&isEvent != 0, e.kinds&isMissile != 0)
		for _, v := range s.states[e.slot] {
			h.Ints(int(v))
		}
	}
}
