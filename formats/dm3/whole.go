package dm3

import "demoscope/formats/message"

// WholeEntity appends to all the changes from base to state, in a protocol's wire order, and returns the entity with
// that number and these changes. Fields that the protocol lacks are left out.
func WholeEntity(number int32, entity uint16, base, state *[message.EntityStateSize]int32,
	all []message.SnapshotChange) (message.SnapshotEntity, []message.SnapshotChange) {
	e := message.SnapshotEntity{Number: entity, Kind: message.SnapshotSame}
	p := lookUp(int(number))
	if p == nil {
		return e, all
	}
	first := len(all)
	var lead int
	all, lead = p.changes(&p.entity, p.entities, base[:], state[:], all,
		func(c message.SnapshotChange) message.SnapshotForm {
			return e.UsualForm(number, c)
		})
	if len(all) > first {
		e.Kind, e.Lead = message.SnapshotDelta, uint8(lead)
		if !p.huffman {
			e.Lead = uint8(len(knownMasks)) // the mask itself
		}
	}
	e.SetRange(all, first)
	return e, all
}

// WholePlayer appends to all the changes from zeros to a player's state, in a protocol's wire order, and returns the
// player with these changes.
func WholePlayer(number int32, state *[message.PlayerStateSize]int32, all []message.SnapshotChange) (
	message.SnapshotPlayer, []message.SnapshotChange) {
	var m message.SnapshotPlayer
	p := lookUp(int(number))
	if p == nil {
		return m, all
	}
	first := len(all)
	var lead int
	all, lead = p.changes(&p.player, p.players, make([]int32, len(state)), state[:], all,
		func(c message.SnapshotChange) message.SnapshotForm {
			return m.UsualForm(number, c)
		})
	if p.huffman {
		m.Lead = uint8(lead)
	}
	for field := message.PlayerStateStats; field < message.PlayerStateSize; field++ {
		if v := state[field]; v != 0 {
			all = append(all, message.SnapshotChange{Field: uint8(field), Value: v})
			m.Arrays |= 1 << ((field - message.PlayerStateStats) >> 4)
		}
	}
	if m.Arrays != 0 && p.huffman {
		m.Arrays |= 1 << 7
	}
	m.SetRange(all, first)
	return m, all
}

// changes appends the changes of the first count fields, and returns the number of fields up to the last changed one.
func (p *protocol) changes(fields *[64]field, count int, base, state []int32, all []message.SnapshotChange,
	form func(message.SnapshotChange) message.SnapshotForm) ([]message.SnapshotChange, int) {
	lead := 0
	for i := range count {
		id := fields[i].id
		if state[id] == base[id] {
			continue
		}
		c := message.SnapshotChange{Field: id, Value: state[id]}
		c.Form = form(c)
		all = append(all, c)
		lead = i + 1
	}
	return all, lead
}
