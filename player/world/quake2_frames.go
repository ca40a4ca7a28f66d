package world

import "demoscope/formats/message"

// quake2Frame is what the players were in one frame.
type quake2Frame struct {
	key    int32
	valid  bool
	states []quake2Player
	// events: some entities of the frame have an event, or a flag, which
	// last for that frame only.
	events bool
}

// begin returns the blank state of a slot in the frame key, which this may be
// the first to mention.
func (f *quake2Frame) begin(key int32, slot uint8) *quake2Player {
	f.enter(key)
	s := f.state(slot)
	if s == nil {
		f.states = append(f.states, quake2Player{})
		s = &f.states[len(f.states)-1]
	}
	*s = quake2Player{slot: slot}
	return s
}

// enter makes f the frame key, if it is not yet.
func (f *quake2Frame) enter(key int32) {
	if !f.valid || f.key != key {
		f.key, f.valid, f.states, f.events = key, true, f.states[:0], false
	}
}

// state returns the state of a slot, nil if the frame lacks it.
func (f *quake2Frame) state(slot uint8) *quake2Player {
	for i := range f.states {
		if f.states[i].slot == slot {
			return &f.states[i]
		}
	}
	return nil
}

func (q *quake2Rules) frame(w *World, m *message.Quake2Frame) {
	if len(w.frames.slots) != quake2Depth {
		w.frames.setDepth(quake2Depth)
	}
	w.setTime(float64(m.Sequence) / quake2Rate)
	w.beginFrame()
	q.framed = true
	q.base, q.sequence = m.Delta, m.Sequence
	if m.Server {
		q.base = 0
	}
	for i := range w.Players {
		w.Players[i].Visible = false
	}
}

// baseStates returns the players' states that the frame is a change of, nil
// if it is one of nothing. Where they are gone, or never came, the last frame
// is the best guess.
func (q *quake2Rules) baseStates() *quake2Frame {
	if q.base <= 0 {
		return nil
	}
	f := &q.ring[uint32(q.base)%quake2Depth]
	if f.valid && f.key == q.base && q.sequence-q.base < quake2Depth {
		return f
	}
	var newest *quake2Frame
	for i := range q.ring {
		if g := &q.ring[i]; g.valid && g.key != q.sequence && (newest == nil || g.key > newest.key) {
			newest = g
		}
	}
	return newest
}

func (q *quake2Rules) playerInfo(w *World, m *message.Quake2PlayerInfo, slot int) {
	if slot < 0 || slot >= maxPlayers || !q.framed {
		return
	}
	base := q.baseStates()
	s := q.ring[uint32(q.sequence)%quake2Depth].begin(q.sequence, uint8(slot))
	origin := s.origin
	if base != nil {
		if from := base.state(s.slot); from != nil {
			*s = *from
			origin = from.origin
		}
	} else if slot == q.client {
		s.known = w.Stats.Known // what is not told now is 0 again
	}
	s.apply(m)
	s.inUse = true
	q.show(w, s, s.jumped(origin))
}

func (q *quake2Rules) entities(w *World, m *message.PacketEntities) {
	if !q.framed {
		return
	}
	var base []Entity
	events := false
	if q.base > 0 {
		base, events = w.Entities, true
		if l := w.frames.get(q.base); l != nil && q.sequence-q.base < quake2Depth {
			base = l.items
			f := &q.ring[uint32(q.base)%quake2Depth]
			events = !f.valid || f.key != q.base || f.events
		}
	}
	l := w.merge(base, m.Entities, q.units)
	if events {
		endEvents(l.items, m.Entities)
	}
	w.frames.put(q.sequence, l)
	w.setEntities(l)
	f := &q.ring[uint32(q.sequence)%quake2Depth]
	f.enter(q.sequence)
	f.events = q.entityEvents(w, m.Entities)
}

// endEvents takes away the events of entities that the frame does not name:
// they last one frame. Both lists rise by number.
func endEvents(list []Entity, changes []message.EntityDelta) {
	for i := range list {
		e := &list[i]
		if e.Event == 0 && e.Flags == 0 {
			continue
		}
		for len(changes) > 0 && changes[0].Number < e.Number {
			changes = changes[1:]
		}
		if len(changes) == 0 || changes[0].Number != e.Number {
			e.Event, e.Flags = 0, 0
		}
	}
}
