package cut

import (
	"bytes"
	"slices"
	"sort"

	"demoscope/formats/message"
)

// replaced are the entities of a demo with FTE's replacement deltas, ascending by number, with all changes
// since they first appeared. Players are included.
type replaced struct {
	list  []message.ReplacementUpdate
	time  float32 // server time
	begun bool
}

// update processes a message of the demo.
func (r *replaced) update(m *message.UpdateEntities) {
	r.time, r.begun = m.Time, true
	for i := range m.Entities {
		d := &m.Entities[i]
		if d.Number == 0 && d.Remove {
			r.list = r.list[:0]
			continue
		}
		at := sort.Search(len(r.list), func(i int) bool { return r.list[i].Number >= d.Number })
		found := at < len(r.list) && r.list[at].Number == d.Number
		switch {
		case d.Remove && found:
			r.list = slices.Delete(r.list, at, at+1)
		case d.Remove:
		default:
			if !found {
				r.list = slices.Insert(r.list, at,
					message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: d.Number}})
			}
			r.list[at].Merge(d)
			if d.Bits&message.ReplaceBones != 0 {
				r.list[at].FTE.Bones = bytes.Clone(d.FTE.Bones) // the bones point into the packet
			}
		}
	}
}

// whole returns messages with all entities, as at the beginning of a server's recording. The first message
// removes all previous entities. Each message fits into a packet.
func (r *replaced) whole() (list []message.Message) {
	const most = 32 // entities per message
	forget := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Remove: true}}
	next := &message.UpdateEntities{Time: r.time, Entities: []message.ReplacementUpdate{forget}}
	for i := range r.list {
		if len(next.Entities) > most {
			list = append(list, next)
			next = &message.UpdateEntities{Time: r.time}
		}
		next.Entities = append(next.Entities, r.list[i])
	}
	return append(list, next)
}
