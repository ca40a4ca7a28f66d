package cut

import (
	"bytes"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Types of .mvd records (mvd facts, section 1).
const (
	mvdStats = 5
	mvdAll   = 6

	mvdSlotShift = 3
	everybody    = 1<<32 - 1
)

// mvdLast is the text of the message that ends an .mvd.
const mvdLast = "EndOfDemo"

// mvd is the opening of a server recording. Entities are deltas from the last set and players from their own
// last state, so it contains both in full.
type mvd struct {
	qw
	targets  uint32 // of the packet
	entities entityList
	nails    message.QWNails
	infos    [qwSlots]message.MVDPlayerInfo
	visible  uint32 // slots in the last packet with player infos
	named    bool   // the packet has a player info
	stats    [qwSlots]stats

	// stale are slots that were seen before the part but not at its beginning. Their next info is a delta from
	// one that the part does not contain.
	stale uint32
	next  message.MVDPlayerInfo
}

func newMVD() *mvd { return &mvd{} }

func (q *mvd) packet(p *message.Packet) {
	q.now, q.targets, q.named = p.Time, p.Targets, false
}

// placed are the bits of an info that persist after its message.
const placed = ^uint16(message.MVDPlayerDead | message.MVDPlayerGib)

func (q *mvd) message(m message.Message) {
	switch m := m.(type) {
	case *message.QWServerData:
		*q = mvd{qw: q.qw, targets: q.targets}
		q.qw.message(m)
	case *message.PacketEntities:
		base := q.entities
		if !m.Delta {
			base = nil
		}
		if len(m.Entities) > 0 || !m.Delta {
			q.entities = base.merge(m.Entities, mergeQW)
		}
		q.nails.Nails = nil
	case *message.QWNails:
		q.nails.Numbered = m.Numbered
		q.nails.Nails = append([]message.QWNail(nil), m.Nails...)
	case *message.MVDPlayerInfo:
		if !q.named {
			q.named, q.visible = true, 0
		}
		slot := m.Player % qwSlots
		q.visible |= 1 << slot
		q.infos[slot] = joinInfos(&q.infos[slot], m)
	case *message.UpdateStat:
		if q.targets == everybody {
			return
		}
		for list := q.targets; list != 0; list &= list - 1 {
			q.stats[bits.TrailingZeros32(list)].set(m)
		}
	case *message.QWStatFloat:
		if q.targets == everybody {
			return
		}
		for list := q.targets; list != 0; list &= list - 1 {
			q.stats[bits.TrailingZeros32(list)].setFloat(m)
		}
	default:
		q.qw.message(m)
	}
}

// joinInfos returns an info with the effect of e followed by d.
func joinInfos(e, d *message.MVDPlayerInfo) message.MVDPlayerInfo {
	out := *d
	out.Bits |= e.Bits & placed
	for i := range 3 {
		if d.Bits&(message.MVDPlayerOriginX<<i) == 0 {
			out.Origin[i] = e.Origin[i]
		}
		if d.Bits&(message.MVDPlayerPitch<<i) == 0 {
			out.Angles[i] = e.Angles[i]
		}
	}
	for _, f := range [...]struct {
		bit  uint16
		to   *uint8
		from uint8
	}{
		{message.MVDPlayerEffects, &out.Effects, e.Effects}, {message.MVDPlayerSkin, &out.Skin, e.Skin},
		{message.MVDPlayerWeaponFrame, &out.WeaponFrame, e.WeaponFrame}, {message.MVDPlayerModel, &out.Model, e.Model},
	} {
		if d.Bits&f.bit == 0 {
			*f.to = f.from
		}
	}
	return out
}

func (q *mvd) write(e message.Encoder, w *world.World, first *message.Packet) error {
	all := &message.Packet{Type: mvdAll, Targets: everybody}
	if err := message.Write(e, all, q.messages(w)...); err != nil {
		return err
	}
	for slot := range q.stats {
		if list := q.stats[slot].messages(); len(list) > 0 {
			p := &message.Packet{Type: mvdStats | uint8(slot)<<mvdSlotShift, Targets: 1 << slot}
			if err := message.Write(e, p, list); err != nil {
				return err
			}
		}
	}
	frame := []message.Message{&message.StuffText{Text: []byte("skins\n")}}
	frame = append(frame, q.state()...)
	if q.replaced.begun {
		return message.Write(e, all, append([][]message.Message{frame}, inRows(q.replaced.whole(), 1)...)...)
	}
	frame = append(frame, &message.PacketEntities{Entities: q.entities})
	if len(q.nails.Nails) > 0 {
		frame = append(frame, &q.nails)
	}
	var players []message.Message
	for slot := range q.infos {
		switch seen := uint32(1) << slot; {
		case q.visible&seen != 0:
			players = append(players, &q.infos[slot])
		case q.infos[slot].Bits != 0:
			q.stale |= seen
		}
	}
	if len(players) == 0 {
		return message.Write(e, all, frame)
	}
	return message.Write(e, all, frame, players)
}

func (q *mvd) rewrite(m message.Message) (message.Message, bool) {
	switch m := m.(type) {
	case *message.QWServerData:
		q.stale = 0
	case *message.MVDPlayerInfo:
		slot := m.Player % qwSlots
		if q.stale>>slot&1 == 0 {
			break
		}
		q.stale &^= 1 << slot
		q.next = joinInfos(&q.infos[slot], m)
		return &q.next, true
	}
	return m, false
}

func (q *mvd) settled() bool { return q.stale == 0 }

func (q *mvd) checkpoint() func() { return copyCheckpoint(q) }

func (q *mvd) ended(demo []byte) bool { return bytes.HasSuffix(demo, []byte(mvdLast+"\x00")) }

func (q *mvd) close(e message.Encoder, _ *message.Packet) error {
	return message.Write(e, &message.Packet{Type: mvdAll, Targets: everybody},
		[]message.Message{&message.Disconnect{Text: []byte(mvdLast)}})
}
