package cut

import (
	"bytes"
	"slices"

	"demoscope/formats/dm2"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
)

const (
	// dm2Depth is how many frames back a frame may refer.
	dm2Depth = 16
	// dm2Block is how many bytes a block of the opening has, about, but for a frame: what the first engines take is 1400.
	dm2Block = 1300
)

// dm2Opening is the opening of a Quake II demo: what begins a level, and whole every frame before the part that one of it
// is a change of, so that the part's packets stay as they are.
type dm2Opening struct {
	begun     bool
	data      message.Quake2ServerData
	protocol  quake2.Protocol
	strings   quake2Strings
	baselines map[int32]message.SpawnBaseline
	precache  []byte
	told      map[int32]*quake2Told // by client, anyClient for all

	to     int32 // the client that the next message is for, anyClient for all
	frame  *dm2Frame
	frames [dm2Depth]*dm2Frame
	bases  []int32 // numbers of the frames that the part refers to
}

// anyClient stands for all clients, or the recorder.
const anyClient = -1

// dm2Frame is a frame with its states as they are, not as changes.
type dm2Frame struct {
	head     message.Quake2Frame
	players  map[int32]*quake2Player // by client, anyClient for the recorder
	listed   bool                    // its entities came
	entities []message.EntityDelta   // rising by number
}

func newDM2() *dm2Opening { return &dm2Opening{to: anyClient, told: map[int32]*quake2Told{}} }

func (q *dm2Opening) packet(*message.Packet) { q.to, q.frame = anyClient, nil }

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
		if q.strings != nil && (to == anyClient || len(q.strings[m.Index]) == 0) {
			q.strings[m.Index] = bytes.Clone(m.Text)
		}
	case *message.SpawnBaseline:
		if q.baselines != nil && m.Number < quake2Numbers {
			q.baselines[m.Number] = *m
		}
	case *message.StuffText:
		if to == anyClient && precaches(m.Text) {
			q.precache = bytes.Clone(m.Text)
		}
	case *message.Quake2Frame:
		q.frame = &dm2Frame{head: *m, players: map[int32]*quake2Player{}}
		q.frame.head.Areas, q.frame.head.Connected = bytes.Clone(m.Areas), bytes.Clone(m.Connected)
		q.frames[uint32(m.Sequence)%dm2Depth] = q.frame
	case *message.Quake2PlayerInfo:
		if q.frame != nil {
			q.player(to, m)
		}
	case *message.PacketEntities:
		if q.frame != nil {
			q.entities(m)
		}
	case *message.Layout, *message.Inventory:
		if q.told[to] == nil {
			q.told[to] = new(quake2Told)
		}
		q.told[to].take(m)
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
	q.strings, q.baselines = quake2Strings{}, map[int32]message.SpawnBaseline{}
}

// base returns the frame that one is a change of, nil if there is none.
func (q *dm2Opening) base(m *message.Quake2Frame) *dm2Frame {
	if m.Server || m.Delta <= 0 || m.Delta >= m.Sequence || m.Sequence-m.Delta >= dm2Depth {
		return nil
	}
	f := q.frames[uint32(m.Delta)%dm2Depth]
	if f == nil || f.head.Sequence != m.Delta {
		return nil
	}
	return f
}

func (q *dm2Opening) player(to int32, m *message.Quake2PlayerInfo) {
	p := new(quake2Player)
	if base := q.base(&q.frame.head); base != nil && base.players[to] != nil {
		*p = *base.players[to]
	}
	p.apply(m)
	q.frame.players[to] = p
}

func (q *dm2Opening) entities(m *message.PacketEntities) {
	f := q.frame
	f.listed = true
	var list []message.EntityDelta
	if base := q.base(&f.head); base != nil {
		list = slices.Clone(base.entities)
	}
	for i := range m.Entities {
		d := &m.Entities[i]
		at, found := slices.BinarySearchFunc(list, d.Number, func(e message.EntityDelta, n int32) int { return int(e.Number - n) })
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

// ahead notes what a message of the part refers to.
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

func (q *dm2Opening) write(e message.Encoder, _ *world.World, _ *message.Packet) error {
	var list []message.Message
	size := 0
	add := func(m message.Message, n int) error {
		if size += n; size > dm2Block && len(list) > 0 {
			if err := writeRecords(e, new(message.Packet), list); err != nil {
				return err
			}
			list, size = nil, n
		}
		list = append(list, m)
		return nil
	}
	if err := add(&q.data, 32+len(q.data.GameDir)+len(q.data.MapName)); err != nil {
		return err
	}
	strings := q.strings.list()
	for i := range strings {
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
	if err := writeRecords(e, new(message.Packet), list); err != nil {
		return err
	}
	slices.Sort(q.bases)
	for _, base := range q.bases {
		if err := writeRecords(e, new(message.Packet), q.whole(q.frames[uint32(base)%dm2Depth])); err != nil {
			return err
		}
	}
	for _, to := range sortedKeys(q.told) {
		list = nil
		for _, m := range q.told[to].list() {
			list = append(list, q.unicast(to, m)...)
		}
		if err := writeRecords(e, new(message.Packet), list); err != nil {
			return err
		}
	}
	return nil
}

// unicast returns a message for a client.
func (q *dm2Opening) unicast(to int32, m message.Message) []message.Message {
	if to == anyClient {
		return []message.Message{m}
	}
	return []message.Message{&message.RelayUnicast{Client: uint8(to)}, m}
}

// whole returns a frame as a change of nothing.
func (q *dm2Opening) whole(f *dm2Frame) (list []message.Message) {
	head := f.head
	head.Delta, head.Suppressed = -1, 0
	list = append(list, &head)
	for _, to := range sortedKeys(f.players) {
		m := f.players[to].whole()
		q.protocol.WholePlayer(&m)
		list = append(list, q.unicast(to, &m)...)
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

func (q *dm2Opening) renew(m message.Message) (message.Message, bool) { return m, false }

func (q *dm2Opening) settled() bool { return true }

func (q *dm2Opening) keep() func() { return kept(q) }

// ended reports whether a demo is one of a server, which just ends.
func (q *dm2Opening) ended(demo []byte) bool {
	d := dm2.NewDecoder(demo, dm2.Options{})
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
