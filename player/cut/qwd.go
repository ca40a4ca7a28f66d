package cut

import (
	"math"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Types of .qwd blocks (QWD section 3).
const (
	qwdClient = 0
	qwdServer = 1
	qwdFrame  = 2
)

const (
	// qwdDepth is the maximum number of frames that a delta goes back, by the low bits of their sequence
	// numbers.
	qwdDepth = 64
	// sequenceOf masks off the flag of reliable packets in a sequence number.
	sequenceOf = 1<<31 - 1
)

// qwd is the opening of a client recording. Every packet contains all visible players, and entities as deltas
// from an earlier packet. The first packets of a part contain the entities in full.
type qwd struct {
	qw
	stats    stats
	move     *message.QWClientBlock // the last one
	outgoing int32                  // number of the client's next packet
	incoming int32                  // number of the server's last packet
	sequence int32                  // of the packet

	frames  [qwdDepth]qwdFrameOf
	newest  int32 // sequence number of the latest frame, -1 before the first
	begins  int32 // sequence number of the part's first server packet, -1 before it
	written bool
	next    message.PacketEntities
}

// qwdFrameOf holds the entities of a packet.
type qwdFrameOf struct {
	list     entityList
	sequence int32
	known    bool
}

func newQWD() *qwd { return &qwd{newest: -1, begins: -1} }

func (q *qwd) packet(p *message.Packet) {
	q.now = p.Time
	switch p.Type {
	case qwdClient:
		q.outgoing++
	case qwdServer:
		if p.Headerless || p.Sequence == -1 {
			return
		}
		q.sequence = p.Sequence & sequenceOf
		q.incoming = q.sequence
		if q.written && q.begins < 0 {
			q.begins = q.sequence
		}
	}
}

func (q *qwd) message(m message.Message) {
	switch m := m.(type) {
	case *message.QWServerData:
		fresh := newQWD()
		fresh.qw, fresh.outgoing, fresh.incoming, fresh.sequence = q.qw, q.outgoing, q.incoming, q.sequence
		*q = *fresh
		q.qw.message(m)
	case *message.QWSequence:
		q.outgoing, q.incoming = m.Outgoing, m.Incoming&sequenceOf
	case *message.QWClientBlock:
		move := *m
		q.move = &move
	case *message.UpdateStat:
		q.stats.set(m)
	case *message.QWStatFloat:
		q.stats.setFloat(m)
	case *message.FoundSecret:
		q.count(world.StatSecrets)
	case *message.KilledMonster:
		q.count(world.StatMonsters)
	case *message.PacketEntities:
		q.frames[q.sequence%qwdDepth] = qwdFrameOf{q.whole(m), q.sequence, true}
		q.newest = q.sequence
	default:
		q.qw.message(m)
	}
}

// count increments a stat.
func (q *qwd) count(index uint8) {
	q.stats.set(&message.UpdateStat{Index: index, Value: q.stats[index].Value + 1, Long: true})
}

// base returns the sequence number of the delta base of the current packet.
func (q *qwd) base(m *message.PacketEntities) int32 {
	return q.sequence - (q.sequence-int32(m.From))&0xff
}

// whole returns the full set of entities. If the delta base is lost, it uses the latest frame, like the world.
func (q *qwd) whole(m *message.PacketEntities) entityList {
	if !m.Delta {
		return entityList(nil).merge(m.Entities, mergeQW)
	}
	key := q.base(m)
	f := &q.frames[key&(qwdDepth-1)]
	if !f.known || f.sequence != key {
		f = new(qwdFrameOf)
		if q.newest >= 0 {
			f = &q.frames[q.newest%qwdDepth]
		}
	}
	return f.list.merge(m.Entities, mergeQW)
}

func (q *qwd) write(e message.Encoder, w *world.World, first *message.Packet) error {
	p := message.Packet{Type: qwdServer, RawTime: math.Float32bits(float32(q.now))}
	records := q.messages(w)
	list := q.stats.messages()
	for ; len(list) > statsInRecord; list = list[statsInRecord:] {
		records = append(records, list[:statsInRecord])
	}
	records = append(records, list)
	records = append(records, append([]message.Message{&message.StuffText{Text: []byte("skins\n")}}, q.state()...))
	if q.replaced.begun {
		records = append(records, inRows(q.replaced.whole(), 1)...)
	}
	for _, list := range records {
		p.Sequence++
		p.Acknowledge++
		if err := message.Write(e, &p, list); err != nil {
			return err
		}
	}
	set := message.Packet{Kind: message.PacketSequence, Type: qwdFrame, RawTime: p.RawTime}
	next := q.outgoing
	if q.move != nil {
		// the last move, which follows, keeps its number; if all later numbers were one too high, ezQuake's
		// view would freeze
		next--
	}
	if err := message.Write(e, &set, []message.Message{&message.QWSequence{Outgoing: next,
		Incoming: q.incoming}}); err != nil {
		return err
	}
	q.written = true
	if q.move == nil {
		return nil
	}
	move := message.Packet{Kind: message.PacketCommand, Type: qwdClient, RawTime: p.RawTime}
	return message.Write(e, &move, []message.Message{q.move})
}

func (q *qwd) rewrite(m message.Message) (message.Message, bool) {
	switch m := m.(type) {
	case *message.QWServerData:
		q.begins = q.sequence - qwdDepth
	case *message.PacketEntities:
		if !m.Delta || q.base(m) >= q.begins {
			break
		}
		q.next = message.PacketEntities{Entities: q.whole(m)}
		return &q.next, true
	}
	return m, false
}

func (q *qwd) settled() bool { return q.begins >= 0 && q.sequence-q.begins >= qwdDepth }

// qwdEnd is the packet that ends a .qwd: a disconnect outside of the connection's sequence.
var qwdEnd = []byte("\xff\xff\xff\xff\x02EndOfDemo\x00")

func (q *qwd) checkpoint() func() { return copyCheckpoint(q) }

func (q *qwd) ended(demo []byte) bool {
	return len(demo) > len(qwdEnd) && string(demo[len(demo)-len(qwdEnd):]) == string(qwdEnd)
}

func (q *qwd) close(e message.Encoder, last *message.Packet) error {
	p := message.Packet{Type: qwdServer, RawTime: math.Float32bits(float32(last.Time)), Sequence: -1}
	return message.Write(e, &p, []message.Message{&message.QWConnectionless{ID: 2, Text: []byte(mvdLast)}})
}
