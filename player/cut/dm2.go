package cut

import (
	"bytes"
	"slices"
	"sort"

	"demoscope/formats/dm2"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
)

const (
	// dm2Depth is the maximum number of frames that a delta goes back in any protocol.
	dm2Depth = 32
	// dm2Block is the approximate maximum size of a block of the opening in bytes, except for frames.
	dm2Block = 1300
	// dm2MaxBlock is the maximum size of a block in bytes for the original game and engines close to it. They
	// stop with an error at a larger one; servers never send more to a client.
	dm2MaxBlock = 1400
	// dm2Length is the size of the length field before a block, in bytes.
	dm2Length = 4
)

// dm2Opening is the opening of a Quake II demo: the beginning of the level, and full copies of the frames
// before the part that frames of the part are deltas of. With these, the packets of the part need no changes.
type dm2Opening struct {
	verbatim
	begun     bool
	data      message.Quake2ServerData
	protocol  quake2.Protocol
	strings   quake2Strings
	baselines map[int32]message.SpawnBaseline
	precache  []byte
	perClient map[int32]*quake2ClientState // by client, anyClient for all

	to     int32 // recipient of the next message, anyClient for all
	part   int32 // split-screen player of the next playerinfo
	frame  *dm2Frame
	from   *dm2Frame // delta base of frame, or nil
	frames [dm2Depth]*dm2Frame
	bases  []int32 // numbers of the frames that the part refers to
}

// anyClient means all clients, or the recorder.
const anyClient = -1

// dm2Frame is a frame with full states instead of deltas.
type dm2Frame struct {
	head     message.Quake2Frame
	areas    [][]byte                // of the other players of a split screen
	players  map[int32]*quake2Player // by client, anyClient for the recorder
	listed   bool                    // the frame has entities
	entities []message.EntityDelta   // ascending by number
}

func newDM2() *dm2Opening {
	return &dm2Opening{to: anyClient, perClient: map[int32]*quake2ClientState{}}
}

func (q *dm2Opening) packet(*message.Packet) { q.to, q.part, q.frame, q.from = anyClient, 0, nil, nil }

func (q *dm2Opening) message(m message.Message) {
	to := q.to
	q.to = anyClient
	switch m := m.(type) {
	case *message.RelayUnicast:
		q.to = int32(m.Client)
	case *message.Quake2ServerData:
		if to == anyClient || !q.begun || m.Key != q.data.Key {
			q.begin(m)
		}
	case *message.ConfigString:
		if to == anyClient || len(q.strings[m.Index]) == 0 {
			q.configString(m)
		}
	case *message.SpawnBaseline:
		q.baseline(&m.EntityDelta)
	case *message.Quake2ConfigStrings:
		q.several(m.Strings, nil)
	case *message.Quake2LevelRestart:
		q.several(m.Strings, nil)
	case *message.Quake2Baselines:
		q.several(nil, m.Entities)
	case *message.Quake2GameState:
		q.several(m.Strings, m.Entities)
	case *message.Quake2Areas:
		if q.part++; q.frame != nil {
			q.frame.areas = append(q.frame.areas, bytes.Clone(m.Areas))
		}
	case *message.StuffText:
		if to == anyClient && precaches(m.Text) {
			q.precache = bytes.Clone(m.Text)
		}
	case *message.Quake2Frame:
		q.from = q.base(m)
		q.frame = &dm2Frame{head: *m, players: map[int32]*quake2Player{}}
		q.frame.head.Areas, q.frame.head.Connected = bytes.Clone(m.Areas), bytes.Clone(m.Connected)
		q.frames[uint32(m.Sequence)%dm2Depth] = q.frame
		q.part = 0
	case *message.Quake2PlayerInfo:
		q.player(to, m)
	case *message.PacketEntities:
		q.entities(m)
	case *message.Layout, *message.Inventory:
		if q.perClient[to] == nil {
			q.perClient[to] = new(quake2ClientState)
		}
		q.perClient[to].take(m)
	}
}

func (q *dm2Opening) configString(m *message.ConfigString) {
	if q.strings != nil {
		q.strings[m.Index] = bytes.Clone(m.Text)
	}
}

// several processes config strings and baselines.
func (q *dm2Opening) several(list []message.ConfigString, baselines []message.EntityDelta) {
	for i := range list {
		q.configString(&list[i])
	}
	for i := range baselines {
		q.baseline(&baselines[i])
	}
}

func (q *dm2Opening) baseline(e *message.EntityDelta) {
	if q.baselines != nil && e.Number < quake2Numbers {
		q.baselines[e.Number] = message.SpawnBaseline{EntityDelta: *e}
	}
}

// begin begins a level.
func (q *dm2Opening) begin(m *message.Quake2ServerData) {
	protocol, err := quake2.ForDemo(m)
	if err != nil {
		return
	}
	*q = *newDM2()
	q.begun, q.data, q.protocol = true, *m, protocol
	q.data.GameDir, q.data.MapName = bytes.Clone(m.GameDir), bytes.Clone(m.MapName)
	q.data.Players = slices.Clone(m.Players)
	q.strings, q.baselines = quake2Strings{}, map[int32]message.SpawnBaseline{}
}

// base returns the delta base of a frame, or nil. The base may have the same number.
func (q *dm2Opening) base(m *message.Quake2Frame) *dm2Frame {
	if m.Server || m.Delta <= 0 || m.Delta > m.Sequence ||
		int(m.Sequence-m.Delta) >= q.protocol.Depth() {
		return nil
	}
	f := q.frames[uint32(m.Delta)%dm2Depth]
	if f == nil || f.head.Sequence != m.Delta {
		return nil
	}
	return f
}

func (q *dm2Opening) player(to int32, m *message.Quake2PlayerInfo) {
	if q.frame == nil {
		return
	}
	if q.part > 0 {
		to = q.part
	}
	p := new(quake2Player)
	if q.from != nil && q.from.players[to] != nil {
		*p = *q.from.players[to]
	}
	p.apply(m)
	q.frame.players[to] = p
}

func (q *dm2Opening) entities(m *message.PacketEntities) {
	f := q.frame
	if f == nil {
		return
	}
	f.listed = true
	var list []message.EntityDelta
	if q.from != nil {
		list = slices.Clone(q.from.entities)
	}
	for i := range m.Entities {
		d := &m.Entities[i]
		at, found := slices.BinarySearchFunc(list, d.Number, func(e message.EntityDelta, n int32) int {
			return int(e.Number - n)
		})
		switch {
		case d.Remove:
			if found {
				list = slices.Delete(list, at, at+1)
			}
		case found:
			list[at] = merged(&list[at], d)
		default:
			var base *message.EntityDelta
			if b, ok := q.baselines[d.Number]; ok {
				base = &b.EntityDelta
				base.Difference = 0
			}
			list = slices.Insert(list, at, merged(base, d))
		}
	}
	f.entities = list
}

// ahead records the frames that a message of the part refers to.
func (q *dm2Opening) ahead(m message.Message) (more bool) {
	switch m := m.(type) {
	case *message.Quake2ServerData:
		return false
	case *message.Quake2Frame:
		if q.base(m) != nil && !slices.Contains(q.bases, m.Delta) {
			q.bases = append(q.bases, m.Delta)
		}
	}
	return true
}

func (q *dm2Opening) write(e message.Encoder, w *world.World, _ *message.Packet) error {
	if err := q.writeLevel(e, w); err != nil {
		return err
	}
	if err := q.writeFrames(e); err != nil {
		return err
	}
	for _, to := range sortedKeys(q.perClient) {
		for _, m := range q.perClient[to].list() {
			if err := message.Write(e, new(message.Packet), q.unicast(to, m)); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeLevel writes the beginning of the level, in packets of at most dm2Block bytes.
func (q *dm2Opening) writeLevel(e message.Encoder, w *world.World) error {
	var list []message.Message
	size := 0
	add := func(m message.Message, n int) error {
		if size += n; size > dm2Block && len(list) > 0 {
			if err := message.Write(e, new(message.Packet), list); err != nil {
				return err
			}
			list, size = nil, n
		}
		list = append(list, m)
		return nil
	}
	// The map's config strings belong to the previous map.
	data, unnamed := q.data, w.LacksLevelStart && w.Level().Map == ""
	if unnamed {
		data.MapName = nil
	}
	if err := add(&data, 32+len(data.GameDir)+len(data.MapName)); err != nil {
		return err
	}
	strings := q.strings.list()
	for i := range strings {
		if unnamed && q.protocol.Numbering().OfMap(int(strings[i].Index)) {
			continue
		}
		if err := add(&strings[i], 4+len(strings[i].Text)); err != nil {
			return err
		}
	}
	for _, n := range sortedKeys(q.baselines) {
		b := q.baselines[n]
		if err := add(&b, 64); err != nil {
			return err
		}
	}
	if q.precache != nil {
		list = append(list, &message.StuffText{Text: q.precache})
	}
	return message.Write(e, new(message.Packet), list)
}

// writeFrames writes the frames that the part refers to.
func (q *dm2Opening) writeFrames(e message.Encoder) error {
	slices.Sort(q.bases)
	var before *dm2Frame
	for _, base := range q.bases {
		f := q.frames[uint32(base)%dm2Depth]
		records := [][]message.Message{q.whole(f)}
		if q.protocol.IsDemo == quake2.DemoClient && !q.protocol.Extended && q.protocol.Edition == quake2.Classic {
			var err error
			if records, err = q.changes(before, f); err != nil {
				return err
			}
		}
		if err := message.Write(e, new(message.Packet), records...); err != nil {
			return err
		}
		before = f
	}
	return nil
}

// unicast returns the messages that send m to a client.
func (q *dm2Opening) unicast(to int32, m message.Message) []message.Message {
	if to == anyClient {
		return []message.Message{m}
	}
	return []message.Message{&message.RelayUnicast{Client: uint8(to)}, m}
}

// whole returns a frame without a delta base.
func (q *dm2Opening) whole(f *dm2Frame) (list []message.Message) {
	head := f.head
	head.Delta, head.Suppressed = -1, 0
	list = append(list, &head)
	for _, to := range sortedKeys(f.players) {
		m := f.players[to].whole()
		q.protocol.WholePlayer(&m)
		switch {
		case q.protocol.Edition == quake2.Classic:
			list = append(list, q.unicast(to, &m)...)
			continue
		case to == anyClient:
			head.PlayerFlags = uint8(m.Bits >> 16)
		case to <= int32(len(f.areas)):
			list = append(list, &message.Quake2Areas{Areas: f.areas[to-1]})
		}
		list = append(list, &m)
	}
	if f.listed {
		set := new(message.PacketEntities)
		for i := range f.entities {
			set.Entities = append(set.Entities, wholeEntity(&q.protocol, &f.entities[i]))
		}
		list = append(list, set)
	}
	return list
}

// changes returns a frame of a client recording as a delta from an earlier frame, or from nothing if from is
// nil. If it is too large for a block, it is split into several frames with the preceding numbers. Each of
// these is a delta from the one before it, with more entities.
func (q *dm2Opening) changes(from, f *dm2Frame) (records [][]message.Message, err error) {
	delta, first, old := int32(-1), int32(1), []message.EntityDelta(nil)
	var player quake2Player
	if p := f.players[anyClient]; p != nil {
		player = *p
	}
	if from != nil {
		delta, old = from.head.Sequence, from.entities
		first = delta + 1
		if p := from.players[anyClient]; p != nil {
			player.cover(p)
		}
	}
	state := player.whole()
	q.protocol.WholePlayer(&state)
	left := q.changedEntities(old, f.entities)
	record := func(n int) []message.Message {
		head, info := f.head, state
		head.Delta, head.Suppressed = delta, 0
		if len(records) > 0 {
			info = message.Quake2PlayerInfo{} // already sent
		}
		return []message.Message{&head, &info, &message.PacketEntities{Entities: left[:n]}}
	}
	whole := record(len(left))
	for len(records) == 0 || len(left) > 0 {
		n := 1 + sort.Search(len(left)-1, func(n int) bool { // the size of a frame does not depend on its number
			size, failed := q.blockSize(record(n + 2))
			if failed != nil {
				err = failed
			}
			return size > dm2MaxBlock
		})
		n = min(n, len(left))
		records, left = append(records, record(n)), left[n:]
	}
	number := f.head.Sequence - int32(len(records)-1)
	if number < first {
		return [][]message.Message{whole}, err // there are not enough frame numbers
	}
	for _, r := range records {
		head := r[0].(*message.Quake2Frame)
		head.Sequence, head.Delta = number, delta
		delta = number
		number++
	}
	return records, err
}

// changedEntities returns the deltas between the entities of two frames, both ascending by number. New entities
// are deltas from their baselines.
func (q *dm2Opening) changedEntities(from, to []message.EntityDelta) (list []message.EntityDelta) {
	for i := range to {
		e := &to[i]
		for len(from) > 0 && from[0].Number < e.Number {
			list, from = append(list, quake2.Removed(from[0].Number)), from[1:]
		}
		if len(from) > 0 && from[0].Number == e.Number {
			if c := changedEntity(&q.protocol, &from[0], e, false); c.Mask != 0 {
				list = append(list, c)
			}
			from = from[1:]
			continue
		}
		base := message.EntityDelta{Number: e.Number}
		if b, ok := q.baselines[e.Number]; ok {
			base = b.EntityDelta
		}
		list = append(list, changedEntity(&q.protocol, &base, e, true))
	}
	for i := range from {
		list = append(list, quake2.Removed(from[i].Number))
	}
	return list
}

// blockSize returns the size of a block with the given messages in bytes, without its length field.
func (q *dm2Opening) blockSize(list []message.Message) (int, error) {
	e := dm2.NewEncoder()
	if err := message.Write(e, new(message.Packet), []message.Message{&q.data}); err != nil {
		return 0, err
	}
	if _, err := e.Flush(); err != nil {
		return 0, err
	}
	if err := message.Write(e, new(message.Packet), list); err != nil {
		return 0, err
	}
	data, err := e.Flush()
	return len(data) - dm2Length, err
}

func (q *dm2Opening) checkpoint() func() { return copyCheckpoint(q) }

// ended reports whether the demo is a server recording, which has no end packet.
func (q *dm2Opening) ended(demo []byte) bool {
	d := dm2.NewDecoder(demo)
	if _, err := d.NextPacket(); err != nil {
		return false
	}
	for {
		m, err := d.NextMessage()
		if err != nil {
			return false
		}
		if m, ok := m.(*message.Quake2ServerData); ok {
			p, err := quake2.ForDemo(m)
			return err == nil && p.Server
		}
	}
}

func (q *dm2Opening) close(e message.Encoder, _ *message.Packet) error {
	return e.Packet(&message.Packet{Kind: message.PacketEnd})
}
