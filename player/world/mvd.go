package world

import "demoscope/formats/message"

// maxMatchStats bounds KTX's statistics in bytes: those of a match of 32
// players are about 60,000.
const maxMatchStats = 1 << 20

// applyHidden applies the hidden messages of .mvd that tell something about
// the match. The others are for those who look into how the server worked.
func (q *quakeWorldRules) applyHidden(w *World, m message.Message) bool {
	switch m := m.(type) {
	case *message.MVDHiddenDamage:
		w.event(Event{
			Kind: EventDamage, Player: slotOfEntity(m.Attacker), Other: slotOfEntity(m.Target), Value: int32(m.Damage),
		})
	case *message.MVDHiddenDemoInfo:
		q.demoInfo(w, m)
	default:
		return false
	}
	return true
}

// slotOfEntity returns the player that an entity number means, or Nobody.
func slotOfEntity(entity uint16) int {
	if entity >= 1 && entity <= quakeWorldSlots {
		return int(entity) - 1
	}
	return Nobody
}

// demoInfo joins KTX's statistics, whose last piece has the number 0.
func (q *quakeWorldRules) demoInfo(w *World, m *message.MVDHiddenDemoInfo) {
	if m.Block == 1 {
		q.texts.stats = q.texts.stats[:0]
	}
	if len(q.texts.stats)+len(m.Data) > maxMatchStats {
		return
	}
	q.texts.stats = append(q.texts.stats, m.Data...)
	if m.Block == 0 {
		w.MatchStats = string(q.texts.stats)
		w.event(Event{Kind: EventData, Player: Nobody, Other: Nobody, Text: m.Data})
		q.texts.stats = q.texts.stats[:0]
	}
}
