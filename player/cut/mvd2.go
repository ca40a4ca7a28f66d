package cut

import (
	"bytes"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
)

// mvd2Opening is the opening of a Quake II multi-view demo: a serverdata with every entity and player ever
// seen, because those who come back are deltas from their last state, and then a frame that removes those not
// present. With these, the packets of the part need no changes.
type mvd2Opening struct {
	verbatim
	data      message.MultiViewData
	protocol  quake2.Protocol
	strings   quake2Strings
	portals   []byte
	players   map[int32]*quake2Player
	entities  map[int32]message.EntityDelta
	perClient map[int32]*quake2ClientState // by client, anyClient for all
}

// mvd2Head is the file header.
var mvd2Head = []byte("MVD2")

func newMVD2() *mvd2Opening { return &mvd2Opening{} }

func (q *mvd2Opening) packet(*message.Packet) {}

func (q *mvd2Opening) message(m message.Message) {
	if q.strings == nil {
		if _, ok := m.(*message.MultiViewData); !ok {
			return // before a level
		}
	}
	switch m := m.(type) {
	case *message.MultiViewData:
		protocol, err := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
		if err != nil {
			return
		}
		*q = mvd2Opening{
			data: *m, protocol: protocol, strings: quake2Strings{},
			players: map[int32]*quake2Player{}, entities: map[int32]message.EntityDelta{},
			perClient: map[int32]*quake2ClientState{},
		}
		q.data.GameDir = bytes.Clone(m.GameDir)
		for _, s := range m.ConfigStrings {
			q.strings[s.Index] = bytes.Clone(s.Text)
		}
		q.frame(&m.Frame)
	case *message.ConfigString:
		q.strings[m.Index] = bytes.Clone(m.Text)
	case *message.MultiViewFrame:
		q.frame(m)
	case *message.MultiViewCast:
		to := int32(anyClient)
		if m.To == message.CastClient {
			to = int32(m.Client)
		}
		for _, inner := range m.Messages {
			switch inner.(type) {
			case *message.Layout, *message.Inventory:
				if q.perClient[to] == nil {
					q.perClient[to] = new(quake2ClientState)
				}
				q.perClient[to].take(inner)
			}
		}
	}
}

func (q *mvd2Opening) frame(m *message.MultiViewFrame) {
	q.portals = bytes.Clone(m.Portals)
	for i := range m.Players {
		slot := int32(m.Players[i].Number)
		if q.players[slot] == nil {
			q.players[slot] = new(quake2Player)
		}
		q.players[slot].apply(&m.Players[i])
	}
	for i := range m.Entities {
		d := &m.Entities[i]
		var base *message.EntityDelta
		if e, ok := q.entities[d.Number]; ok {
			base = &e
		}
		q.entities[d.Number] = merged(base, d)
	}
	for slot, p := range q.players {
		q.rebuild(slot, p)
	}
}

// rebuild sets the position of a player's entity, which is left out of messages if it is the player's.
func (q *mvd2Opening) rebuild(slot int32, p *quake2Player) {
	const normal, modelPitch = 0, 3
	e, ok := q.entities[slot+1]
	if !ok || e.Remove || p.info.Remove || p.info.Type != normal || slot == int32(q.data.Client) {
		return
	}
	e.Origin = p.info.Origin
	e.Angles = p.info.ViewAngles
	e.Angles[0], e.Angles[2] = e.Angles[0]/modelPitch, 0
	if !q.protocol.Extended { // entities have 8-bit angles
		for i := range e.Angles {
			e.Angles[i] >>= 8
		}
	}
	e.Mask |= message.FieldOrigin | message.FieldAngles
	q.entities[slot+1] = e
}

func (q *mvd2Opening) write(e message.Encoder, _ *world.World, _ *message.Packet) error {
	data := q.data
	data.ConfigStrings = q.strings.list()
	data.Frame = message.MultiViewFrame{Portals: q.portals}
	gone := &message.MultiViewFrame{Portals: q.portals}
	for _, slot := range sortedKeys(q.players) {
		m := q.players[slot].whole()
		left := m.Remove
		if q.protocol.WholeView(&m); left {
			gone.Players = append(gone.Players, q.protocol.RemovedView(uint8(slot)))
		}
		data.Frame.Players = append(data.Frame.Players, m)
	}
	for _, n := range sortedKeys(q.entities) {
		state := q.entities[n]
		data.Frame.Entities = append(data.Frame.Entities, wholeEntity(&q.protocol, &state))
		if state.Remove {
			gone.Entities = append(gone.Entities, quake2.Removed(n))
		}
	}
	list := []message.Message{&data}
	if len(gone.Players)+len(gone.Entities) > 0 {
		list = append(list, gone)
	}
	if err := message.Write(e, new(message.Packet), list); err != nil {
		return err
	}
	for _, to := range sortedKeys(q.perClient) {
		cast := &message.MultiViewCast{To: message.CastAll, Reliable: true}
		if to != anyClient {
			cast.To, cast.Client = message.CastClient, uint8(to)
		}
		for _, m := range q.perClient[to].list() {
			one := *cast
			one.Messages = []message.Message{m}
			if err := message.Write(e, new(message.Packet), []message.Message{&one}); err != nil {
				return err
			}
		}
	}
	return nil
}

// head writes the file header if no opening is written.
func (q *mvd2Opening) head(e message.Encoder, data []byte) error {
	return message.Write(e, &message.Packet{Kind: message.PacketRaw}, []message.Message{&message.Raw{Data: data}})
}

func (q *mvd2Opening) begin(e message.Encoder) error { return q.head(e, mvd2Head) }

func (q *mvd2Opening) checkpoint() func() { return copyCheckpoint(q) }

func (q *mvd2Opening) ended([]byte) bool { return false }

func (q *mvd2Opening) close(e message.Encoder, _ *message.Packet) error {
	if err := q.head(e, nil); err != nil { // already written
		return err
	}
	return e.Packet(&message.Packet{Kind: message.PacketEnd})
}
