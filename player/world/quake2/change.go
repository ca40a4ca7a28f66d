package quake2

import (
	"demoscope/formats/message"
	"demoscope/player/world"
)

// A server's own recording goes on when the level changes, and nothing in it says so: no serverdata comes,
// and none of the config strings by which the server makes the new level. What changes is that the frames are
// counted from 1 again.

// change begins the level that such a recording has gone on with. Its first entities tell whether the map is
// the one of before: then its config strings are, too. Else the demo does not name it.
func (q *demo) change(w world.Edit, entities []message.EntityDelta) {
	was, styles := *w.Level(), *w.LightStyles()
	n := was.Texts.Numbering
	same := q.sameMap(w, entities)
	sequence := q.changes
	l := q.beginLevel(w, q.protocol)
	l.Protocol, l.GameDir = was.Protocol, was.GameDir
	if w.Unheaded = true; same {
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

// sameMap reports whether the entities of a level's first frame are those of the map that is shown: at least
// half of those that are not at the origin, where parts of any map are, have a number, a model and a place as
// now. The others were taken, or move.
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
