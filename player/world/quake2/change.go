package quake2

import (
	"demoscope/formats/message"
	"demoscope/player/world"
)

// A recording made by a server continues when the level changes, without a message that says so: it contains neither a
// new serverdata message nor the config strings of the new level. But the server counts the frames of each level from
// 1.

// change begins the new level of a server's recording. If the first entities show that the map is the same, the config
// strings of the map still apply. Otherwise the map is unknown.
func (q *demo) change(w world.Edit, entities []message.EntityDelta) {
	was, styles := *w.Level(), *w.LightStyles()
	n := was.Texts.Numbering
	same := q.sameMap(w, entities)
	sequence := q.changes
	l := q.beginLevel(w, q.protocol)
	l.Protocol, l.GameDir = was.Protocol, was.GameDir
	if w.LacksLevelStart = true; same {
		l.Title = was.Title
	}
	q.demoState = demoState{to: world.Nobody}
	q.clear()
	for i := range n.End {
		text := was.ConfigString(i)
		if text == "" || n.OfMap(i) && !same {
			continue
		}
		q.configString(w, &message.ConfigString{Index: uint16(i), Text: []byte(text)})
	}
	if same {
		for i := range styles {
			w.SetLightStyle(uint8(i), []byte(styles[i]))
		}
	}
	q.frame(w, &message.Quake2Frame{Server: true, Sequence: sequence})
}

// sameMap reports whether the entities of a level's first frame fit the current map: at least half of them have the
// number, model and place of a known entity. The others were picked up, or move. Entities at the origin don't count,
// because every map has some there.
func (q *demo) sameMap(w world.Edit, entities []message.EntityDelta) bool {
	now, same := 0, 0
	for i := range entities {
		var e world.Entity
		e.Apply(&entities[i], q.units)
		if int(e.Number) <= w.Level().MaxClients || e.Model[0] == 0 || e.Origin == [3]float32{} {
			continue
		}
		now++
		if o := world.EntityIn(w.Entities, e.Number); o != nil && o.Model[0] == e.Model[0] && o.Origin == e.Origin {
			same++
		}
	}
	return now > 0 && 2*same >= now
}
