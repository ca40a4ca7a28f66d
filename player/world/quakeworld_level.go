package world

import (
	"demoscope/formats/message"
)

// spectatorBit of the client number in a serverdata message.
const spectatorBit = 0x80

// Bits of the extension words that change what a world does. Their names are
// in QWExtension.
const (
	tagFTE            = 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24
	tagMVD1           = 'M' | 'V'<<8 | 'D'<<16 | '1'<<24
	fteModelDouble    = 0x1000
	mvdHiddenMessages = 0x20
)

// applyLevel applies what comes with a level and changes little in it.
func (q *quakeWorldRules) applyLevel(w *World, m message.Message) bool {
	switch m := m.(type) {
	case *message.QWServerData:
		q.serverData(w, m)
	case *message.QWList:
		q.list(w, m)
	case *message.QWServerInfo:
		l := w.editLevel()
		l.ServerInfo = setInfoValue(l.ServerInfo, string(m.Key), string(m.Value))
		if string(m.Key) == "status" {
			w.minutesLeft(string(m.Value))
		}
	case *message.SpawnBaseline:
		u := q.units
		if m.Kind == message.BaselineDelta {
			u = q.entityUnits
		}
		e := Entity{Number: m.Number}
		e.apply(&m.EntityDelta, u)
		w.setBaseline(e)
	case *message.SpawnStatic:
		u := q.units
		if m.Kind == message.BaselineDelta {
			u = q.entityUnits
		}
		w.addStatic(&m.EntityDelta, u)
	default:
		return false
	}
	return true
}

// serverData begins a level.
func (q *quakeWorldRules) serverData(w *World, m *message.QWServerData) {
	l := w.beginLevel()
	if w.LevelCount == 1 {
		// The recording's clock runs on: the first level is no cut in it.
		w.levelBegan = false
	}
	l.Title = string(m.MapName)
	l.GameDir = string(m.GameDir)
	l.Protocol = int(m.Protocol)
	l.MaxClients = quakeWorldSlots
	q.units, q.entityUnits, q.playerUnits = m.Units, m.EntityUnits, m.PlayerUnits
	q.modelDouble, q.hidden = false, false
	for _, x := range m.Extensions {
		switch x.Tag {
		case tagFTE:
			q.modelDouble = x.Bits&fteModelDouble != 0
		case tagMVD1:
			q.hidden = q.mvd && x.Bits&mvdHiddenMessages != 0
		}
	}
	q.turned, q.shown = 0, 0
	q.texts.clear()
	q.told, q.had = 0, [quakeWorldSlots]possessions{}
	w.MatchStats = ""
	q.eye = quakeWorldEye{slot: Nobody}
	if q.mvd {
		return
	}
	if len(w.frames.slots) != quakeWorldRing {
		w.frames.setDepth(quakeWorldRing)
	}
	q.eye.slot = int(m.Client&^spectatorBit) % quakeWorldSlots
	w.Recorder = q.eye.slot
	p := w.player(q.eye.slot)
	p.Spectator = m.Client&spectatorBit != 0
}

// list takes over a part of a precache list. Its first name has the number
// behind First, because nothing is number 0.
func (q *quakeWorldRules) list(w *World, m *message.QWList) {
	l := w.editLevel()
	dst := &l.Models
	if m.Kind == message.QWSoundList {
		dst = &l.Sounds
	}
	for i, name := range m.Names {
		n := int(m.First) + 1 + i
		for n >= len(*dst) {
			*dst = append(*dst, "")
		}
		(*dst)[n] = string(name)
	}
	if m.Kind != message.QWSoundList {
		l.Map = l.Model(1)
	}
}
