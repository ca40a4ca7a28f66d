package world

import (
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// formatMultiView is the name of the multi-view format.
const formatMultiView = "mvd2"

// quake2Multi is what multi-view recordings need besides: the last state of
// every player.
type quake2Multi struct {
	players []quake2Player // by slot
	// dummy is the slot of the observer that records, -1 for none.
	dummy int
	// events: some entities of the last frame have an event or a flag.
	events bool
}

func (m *quake2Multi) reset() { m.players, m.dummy, m.events = m.players[:0], -1, false }

func (m *quake2Multi) copyFrom(src *quake2Multi) {
	m.players = append(m.players[:0], src.players...)
	m.dummy, m.events = src.dummy, src.events
}

func (m *quake2Multi) hash(h *hasher) {
	h.int(m.dummy)
	for i := range m.players {
		m.players[i].hash(h)
	}
}

// player returns the state of a slot, which begins to exist with it.
func (m *quake2Multi) player(slot uint8) *quake2Player {
	for int(slot) >= len(m.players) {
		m.players = append(m.players, quake2Player{slot: uint8(len(m.players))})
	}
	return &m.players[slot]
}

func (q *quake2Rules) multiViewData(w *World, m *message.MultiViewData) {
	protocol, err := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
	if err != nil {
		return
	}
	q.level(w, protocol)
	l := w.editLevel()
	l.Protocol = int(m.Protocol)
	l.GameDir = string(m.GameDir)
	q.client = -1
	q.multi.dummy = int(m.Client)
	for i := range m.ConfigStrings {
		w.setConfigString(int(m.ConfigStrings[i].Index), m.ConfigStrings[i].Text)
	}
	q.multiViewFrame(w, &m.Frame)
}

func (q *quake2Rules) multiViewFrame(w *World, m *message.MultiViewFrame) {
	w.beginFrame()
	for i := range m.Players {
		q.multiViewPlayer(w, &m.Players[i])
	}
	q.keepRemoved(w, m.Entities)
	l := w.merge(w.Entities, m.Entities, q.units)
	if q.multi.events {
		endEvents(l.items, m.Entities)
	}
	for i := range l.items {
		if int(l.items[i].Number) > len(q.multi.players) {
			break
		}
		q.rebuild(w, &l.items[i])
	}
	w.setEntities(l)
	q.multi.events = q.entityEvents(w, m.Entities)
}

func (q *quake2Rules) multiViewPlayer(w *World, m *message.Quake2PlayerInfo) {
	p := w.player(int(m.Number))
	s := q.multi.player(m.Number)
	wasInUse, origin := s.inUse, s.origin
	s.apply(m)
	s.inUse = !m.Remove
	p.InUse, p.Visible = s.inUse, s.inUse
	if !s.inUse {
		return
	}
	q.show(w, s, !wasInUse || s.jumped(origin))
	p.Spectator = s.moveType == moveSpectator || int(m.Number) == q.multi.dummy
}

// keepRemoved remembers the entities that a frame takes away: if they come
// back, it is as a change of what they were last, so that their baselines
// hold it. A removal may carry changes, too.
func (q *quake2Rules) keepRemoved(w *World, changes []message.EntityDelta) {
	for i := range changes {
		d := &changes[i]
		if !d.Remove {
			continue
		}
		var e Entity
		if old := w.Entity(d.Number); old != nil {
			e = *old
		} else {
			e = *w.baselines.get().entity(d.Number)
		}
		e.apply(d, q.units)
		w.setBaseline(e)
	}
}

// rebuild makes the entity of a player what his state says. Recordings leave
// out of the entity what follows from that.
func (q *quake2Rules) rebuild(w *World, e *Entity) {
	slot := int(e.Number) - 1
	if slot < 0 || slot >= len(q.multi.players) || slot >= len(w.Players) {
		return
	}
	s, p := &q.multi.players[slot], &w.Players[slot]
	if !s.inUse || slot == q.multi.dummy {
		return
	}
	if s.moveType == moveNormal {
		e.Origin = p.Pose.Origin
		e.Angles = [3]float32{p.Pose.Angles[0] / modelPitch, p.Pose.Angles[1], 0}
	}
	if e.Model[0] != 0 {
		p.Spectator = false
		p.Model, p.Frame, p.Effects = e.Model[0], e.Frame, e.Effects
		p.SkinNumber = e.Skin & 0xff
	}
}

// modelPitch is how much less than his eye the model of a player leans.
const modelPitch = 3

// cast applies messages for one client, or for those who see or hear a place.
func (q *quake2Rules) cast(w *World, m *message.MultiViewCast) {
	for _, inner := range m.Messages {
		if m.To != message.CastClient || int(m.Client) == q.multi.dummy || q.multi.dummy < 0 {
			q.say(w, inner)
		}
		q.effect(w, inner)
	}
}
