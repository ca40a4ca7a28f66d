package cut

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"slices"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

const (
	// seenFor is how long a player stays at the last recorded position, in seconds. It is also the minimum time
	// between a recording's frame and those of other recordings to become a frame of the result.
	seenFor = 0.15
	// heardWithin is the maximum time between equal messages in several recordings, in seconds.
	heardWithin = 1.0
	// jumpLength is a distance that nobody runs or falls between two packets, in units.
	jumpLength = 100
)

// longestStep is the maximum time without any data in seconds. Longer gaps are shortened.
const longestStep = 10

// Types of .mvd records, in addition to those of an opening.
const (
	mvdMultiple = 3
	mvdSingle   = 4
)

// stream reads the entity sets of a recording again, one after another. All of them at once may not fit into
// memory.
type stream struct {
	decoder message.Decoder
	state   *qwd
	read    int // number of frames read
	levels  int
	list    entityList
}

// reach returns the entities of a frame. Frames must be requested in ascending order.
func (s *stream) reach(frame int) entityList {
	fresh := false
	for s.read <= frame {
		p, err := s.decoder.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			continue // before the first frame; later errors have been reported
		}
		s.state.packet(p)
		framed := false
		for {
			m, err := s.decoder.NextMessage()
			if err != nil {
				break
			}
			if _, ok := m.(*message.QWServerData); ok {
				s.levels++
			}
			if s.levels != 1 {
				continue
			}
			s.state.message(m)
			switch m := m.(type) {
			case *message.PacketEntities:
				framed, fresh = true, true
			case *message.QWNails:
				framed = true
			case *message.QWPlayerInfo:
				framed = framed || m.Player < qwSlots
			}
		}
		if framed {
			s.read++
		}
	}
	if fresh {
		s.list = clean(s.state.frames[s.state.newest%qwdDepth].list)
	}
	return s.list
}

// clean clears the fields that the entities' masks leave out, so that entities can be compared.
func clean(list entityList) entityList {
	next := make(entityList, len(list))
	for i := range list {
		e := &next[i]
		*e = message.EntityDelta{Number: list[i].Number}
		quakeworld.Merge(e, &list[i])
	}
	return next
}

// merger writes one recording from several.
type merger struct {
	list    []*recording
	encoder message.Encoder
	out     []byte
	most    int64 // maximum length of out in bytes
	clock   int64 // time of the last record in milliseconds
	begin   float64
	final   bool       // this is the last level
	units   wire.Units // of players in the .mvd

	entities entityList
	sent     uint8 // number of the last entity set
	sets     int
	last     [qwSlots]message.MVDPlayerInfo
	known    uint32
	at       []int // for each recording, its last frame that is not later
	streams  []stream
}

func (m *merger) write() ([]byte, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	events := m.events()
	next := 0
	m.at = make([]int, len(m.list))
	for i := range m.at {
		m.at[i] = -1
		m.streams = append(m.streams, stream{decoder: decoderOf(m.list[i].demo), state: newQWD()})
	}
	for _, t := range m.times() {
		for ; next < len(events) && events[next].time <= t; next++ {
			if err := m.writeMessage(&events[next]); err != nil {
				return nil, err
			}
		}
		if err := m.frame(t); err != nil {
			return nil, err
		}
	}
	for ; next < len(events); next++ {
		if err := m.writeMessage(&events[next]); err != nil {
			return nil, err
		}
	}
	if m.final {
		if err := m.record(&message.Packet{Type: mvdAll, Targets: everybody}, &message.Disconnect{
			Text: []byte(mvdLast)}); err != nil {
			return nil, err
		}
	}
	data, err := m.encoder.Close()
	return append(m.out, data...), err
}

// open writes what a client must know at the first frame.
func (m *merger) open() error {
	first := m.list[0]
	m.begin = first.start()
	state := newQWD()
	c := cursorOf(first.demo)
	c.Begin, c.Observe = state.packet, state.message
	for c.World.Block < first.block {
		if err := c.Next(); err != nil {
			return err
		}
	}
	state.data.ServerTime = float32(m.begin)
	m.units = playerUnits(&state.data)
	all := &message.Packet{Type: mvdAll, Targets: everybody}
	if err := message.Write(m.encoder, all, state.messages(c.World)...); err != nil {
		return err
	}
	rest := append([]message.Message{&message.StuffText{Text: []byte("skins\n")}}, state.state()...)
	return message.Write(m.encoder, all, rest)
}

// playerUnits returns the units of players in an .mvd that begins with data.
func playerUnits(data *message.QWServerData) wire.Units {
	u := data.Units
	u.Angle = wire.AngleShort
	return u
}

// record writes one record at the current time.
func (m *merger) record(p *message.Packet, list ...message.Message) error {
	if err := message.Write(m.encoder, p, list); err != nil {
		return err
	}
	data, err := m.encoder.Flush()
	m.out = append(m.out, data...)
	if err == nil && int64(len(m.out)) > m.most {
		err = errHeld
	}
	return err
}

// reach writes empty records until at most 255 ms are left to time t, and returns the rest in milliseconds.
func (m *merger) reach(t float64) (uint8, error) {
	if long := t - m.begin - float64(m.clock)/1000; long > longestStep {
		m.begin += long - longestStep
	}
	for want := int64(math.Round((t - m.begin) * 1000)); ; {
		step := max(0, min(want-m.clock, math.MaxUint8))
		m.clock += step
		if m.clock >= want {
			return uint8(step), nil
		}
		if err := m.record(&message.Packet{Type: mvdAll, Targets: everybody, Milliseconds: uint8(step)}); err != nil {
			return 0, err
		}
	}
}

// times returns the times of the frames: those of the first recording, and those of others in its gaps.
func (m *merger) times() (list []float64) {
	for _, r := range m.list {
		had := list
		for i := range r.frames {
			t := r.frames[i].time
			at, _ := slices.BinarySearch(had, t)
			if at > 0 && t-had[at-1] < seenFor || at < len(had) && had[at]-t < seenFor {
				continue
			}
			list = append(list, t)
		}
		list = slices.Clone(list)
		slices.Sort(list)
	}
	return list
}

// events returns the messages of all recordings in order, without duplicates. It clears the messages of the
// recordings.
func (m *merger) events() []recordedMessage {
	n := 0
	for _, r := range m.list {
		for _, list := range r.messages {
			n += len(list)
		}
	}
	all := make([]recordedMessage, 0, n)
	var shared []uint32 // indices in all of messages that other recordings may have, too
	for i, r := range m.list {
		for k, list := range r.messages {
			r.messages[k] = nil
			for _, t := range list {
				if t.recipients == toBar && !r.plays {
					continue // the stats of the player whom the spectator follows
				}
				t.who, t.of = 1<<i, uint8(i)
				if t.recipients == toAll || t.recipients == toThose {
					shared = append(shared, uint32(len(all)))
				}
				all = append(all, t)
			}
		}
		r.messages = nil
	}
	same := func(a, b uint32) int { return bytes.Compare(m.data(&all[a]), m.data(&all[b])) }
	slices.SortStableFunc(shared, same)
	for len(shared) > 0 {
		n := 1
		for n < len(shared) && same(shared[0], shared[n]) == 0 {
			n++
		}
		unite(all, shared[:n])
		shared = shared[n:]
	}
	all = slices.DeleteFunc(all, func(t recordedMessage) bool { return t.who == 0 })
	slices.SortStableFunc(all, func(a, b recordedMessage) int { return cmp.Compare(a.time, b.time) })
	return all
}

// data returns the bytes of a message.
func (m *merger) data(t *recordedMessage) []byte { return m.list[t.of].bytes[t.data.from:t.data.to] }

// unite merges equal messages at about the same time in several recordings. list are the indices in all of
// messages with the same data, grouped by recording. Duplicates get who = 0.
func unite(all []recordedMessage, list []uint32) {
	earlier := func(a, b uint32) int { return cmp.Compare(all[a].time, all[b].time) }
	var before []uint32 // from previous recordings, sorted by time
	for len(list) > 0 {
		n := 1
		for n < len(list) && all[list[n]].of == all[list[0]].of {
			n++
		}
		own := list[:n]
		slices.SortStableFunc(own, earlier)
		next, fresh := 0, len(before)
		for _, k := range own {
			for next < fresh && all[before[next]].time < all[k].time-heardWithin {
				next++
			}
			if next < fresh && all[before[next]].time <= all[k].time+heardWithin {
				e := &all[before[next]]
				e.who, e.time = e.who|all[k].who, min(e.time, all[k].time)
				all[k].who = 0
				next++
				continue
			}
			before = append(before, k)
		}
		slices.SortStableFunc(before, earlier)
		list = list[n:]
	}
}

// writeMessage writes a message to its recipients.
func (m *merger) writeMessage(t *recordedMessage) error {
	ms, err := m.reach(t.time)
	if err != nil {
		return err
	}
	p := &message.Packet{Type: mvdAll, Targets: everybody, Milliseconds: ms}
	switch t.recipients {
	case toBar:
		p.Type, p.Targets = mvdStats|t.slot<<mvdSlotShift, 1<<t.slot
	case toOne:
		p.Type, p.Targets = mvdSingle|t.slot<<mvdSlotShift, 1<<t.slot
	case toThose:
		targets, players := uint32(0), 0
		for i, r := range m.list {
			active := r.start() <= t.time && t.time <= r.end()
			if active {
				players++
			}
			if t.who>>i&1 != 0 {
				targets |= 1 << r.slot
				if active {
					players--
				}
			}
		}
		if players > 0 { // a player present did not get the message
			p.Type, p.Targets = mvdMultiple, targets
		}
	}
	return m.record(p, &message.Raw{Data: m.data(t)})
}

// frame writes the entities and players visible at a time.
func (m *merger) frame(t float64) error {
	ms, err := m.reach(t)
	if err != nil {
		return err
	}
	for i, r := range m.list {
		for m.at[i]+1 < len(r.frames) && r.frames[m.at[i]+1].time <= t+1e-9 {
			m.at[i]++
		}
	}
	list := []message.Message{m.set(t)}
	var nails []message.QWNail
	for i, r := range m.list {
		if f := r.current(m.at[i], t); f != nil && int(f.nails.to-f.nails.from) > len(nails) {
			nails = r.nails[f.nails.from:f.nails.to]
		}
	}
	if len(nails) > 0 {
		list = append(list, &message.QWNails{Nails: nails})
	}
	if err := m.record(&message.Packet{Type: mvdAll, Targets: everybody, Milliseconds: ms}, list...); err != nil {
		return err
	}
	var players []message.Message
	for slot := range uint8(qwSlots) {
		if info, ok := m.player(slot, t); ok {
			players = append(players, m.change(info))
		}
	}
	if len(players) == 0 {
		return nil
	}
	return m.record(&message.Packet{Type: mvdAll, Targets: everybody}, players...)
}

// current returns frame number at if it is still valid at time t, otherwise nil.
func (r *recording) current(at int, t float64) *qwFrame {
	if at < 0 || t-r.frames[at].time > seenFor {
		return nil
	}
	return &r.frames[at]
}

// set returns the visible entities, as a delta if possible.
func (m *merger) set(t float64) *message.PacketEntities {
	var list entityList
	for i, r := range m.list {
		if r.current(m.at[i], t) == nil {
			continue
		}
		list = union(list, m.streams[i].reach(m.at[i]))
	}
	was := m.entities
	m.entities = list
	m.sets++
	m.sent++
	const whole = 256 // interval between full sets, as on servers
	set := &message.PacketEntities{Delta: m.sets%whole != 1, From: m.sent - 1}
	var changes []message.EntityDelta
	for set.Delta && (len(was) > 0 || len(list) > 0) {
		switch {
		case len(list) == 0 || len(was) > 0 && was[0].Number < list[0].Number:
			changes = append(changes, removal(was[0].Number))
			was = was[1:]
			continue
		case len(was) == 0 || list[0].Number < was[0].Number:
			changes = append(changes, list[0])
			list = list[1:]
			continue
		case was[0].Mask&^list[0].Mask != 0:
			set.Delta = false // a field has changed back to its baseline
		case was[0] != list[0]:
			changes = append(changes, list[0])
		}
		was, list = was[1:], list[1:]
	}
	if set.Entities = changes; !set.Delta {
		set.From, set.Entities = 0, m.entities
	}
	return set
}

// union returns the union of two entity sets in ascending order. An entity in both is taken from a.
func union(a, b entityList) entityList {
	if len(a) == 0 {
		return b
	}
	list := make(entityList, 0, max(len(a), len(b)))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) == 0 || len(b) > 0 && b[0].Number < a[0].Number:
			list, b = append(list, b[0]), b[1:]
		case len(b) > 0 && b[0].Number == a[0].Number:
			list, a, b = append(list, a[0]), a[1:], b[1:]
		default:
			list, a = append(list, a[0]), a[1:]
		}
	}
	return list
}

// removal returns the delta that removes an entity.
func removal(number int32) message.EntityDelta {
	const remove = 1 << 14
	return message.EntityDelta{Number: number, Remove: true, Bits: remove | uint64(number)&511}
}

// player returns a player at a time, from the player's own recording or else from the latest one. A recorder
// who is a spectator is not a player, even though the recording contains the position.
func (m *merger) player(slot uint8, t float64) (message.MVDPlayerInfo, bool) {
	var best message.MVDPlayerInfo
	age, own := math.Inf(1), false
	for i, r := range m.list {
		if !r.plays && r.slot == int(slot) {
			continue
		}
		info, when, ok := r.where(m.at[i], slot, t)
		mine := ok && r.plays && r.slot == int(slot)
		if !ok || own && !mine || !mine && when >= age {
			continue
		}
		best, age, own = info, when, mine
		for axis := range best.Origin {
			best.Origin[axis] = inUnits(r.units, m.units, best.Origin[axis])
		}
	}
	return best, !math.IsInf(age, 1)
}

// inUnits converts a coordinate between protocols, as precisely as possible.
func inUnits(from, to wire.Units, v wire.Coord) wire.Coord {
	if from.Coord == to.Coord || to.Coord != wire.CoordShort {
		return v
	}
	units := float64(from.Units(v))
	if math.IsNaN(units) {
		return 0
	}
	return wire.Coord(math.Round(max(math.MinInt16, min(units*8, math.MaxInt16))))
}

// where returns a player in a recording at a time, and the age of that data in seconds. It interpolates between
// two packets if both contain the player.
func (r *recording) where(at int, slot uint8, t float64) (info message.MVDPlayerInfo, age float64, ok bool) {
	f := r.current(at, t)
	if f == nil {
		return info, 0, false
	}
	found := r.info(f, slot)
	if found == nil {
		return info, 0, false
	}
	info, age = *found, t-f.time
	if at+1 >= len(r.frames) || age <= 0 {
		return info, age, true
	}
	after := &r.frames[at+1]
	later := r.info(after, slot)
	if later == nil || after.time-f.time > seenFor ||
		(later.Bits^info.Bits)&(message.MVDPlayerDead|message.MVDPlayerGib) != 0 {
		return info, age, true
	}
	part := float32(age / (after.time - f.time))
	var place [3]float32
	far := float32(0)
	for axis := range place {
		a, b := r.units.Units(info.Origin[axis]), r.units.Units(later.Origin[axis])
		place[axis] = a + part*(b-a)
		far = max(far, b-a, a-b)
	}
	if !(far <= jumpLength) {
		return info, age, true
	}
	for axis := range place {
		info.Origin[axis] = ofUnits(r.units, place[axis])
		info.Angles[axis] += int16(math.Round(float64(part) * float64(later.Angles[axis]-info.Angles[axis])))
	}
	return info, age, true
}

// ofUnits converts a coordinate from units.
func ofUnits(u wire.Units, units float32) wire.Coord {
	if u.Coord == wire.CoordFloat {
		return wire.Coord(int32(math.Float32bits(units)))
	}
	return wire.Coord(math.Round(float64(units) * 8))
}

// change returns a player as a delta from the last one written.
func (m *merger) change(info message.MVDPlayerInfo) *message.MVDPlayerInfo {
	old := &m.last[info.Player]
	fresh := m.known>>info.Player&1 == 0
	m.known |= 1 << info.Player
	for i := range 3 {
		if fresh || old.Origin[i] != info.Origin[i] {
			info.Bits |= message.MVDPlayerOriginX << i
		}
		if fresh || old.Angles[i] != info.Angles[i] {
			info.Bits |= message.MVDPlayerPitch << i
		}
	}
	for _, f := range [...]struct {
		bit      uint16
		was, now uint8
	}{
		{message.MVDPlayerEffects, old.Effects, info.Effects}, {message.MVDPlayerSkin, old.Skin, info.Skin},
		{message.MVDPlayerWeaponFrame, old.WeaponFrame, info.WeaponFrame}, {message.MVDPlayerModel, old.Model,
			info.Model},
	} {
		if fresh || f.was != f.now {
			info.Bits |= f.bit
		}
	}
	*old = info
	return &info
}
