package world

import (
	"bytes"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

const (
	// quakeWorldRing is how many frames back a delta may refer: the sequence
	// numbers of a .qwd's packets, by their low six bits.
	quakeWorldRing = 64
	// sequenceMask takes the flag of reliable packets off a sequence number.
	sequenceMask = 1<<31 - 1
	// quakeWorldSlots is how many clients a server has at most.
	quakeWorldSlots = 32
)

// quakeWorldRules is QuakeWorld as a client records it (.qwd) or a server
// (.mvd). A packet of a client's recording is one frame of the server; a
// server's frame may be several packets of the same time.
type quakeWorldRules struct {
	mvd bool

	units, entityUnits, playerUnits wire.Units
	modelDouble                     bool // models from 256 on, by a bit of the player's skin
	hidden                          bool // an .mvd with hidden messages

	// The packet.
	sequence int32
	targets  uint32
	entities bool // it has begun a frame
	players  bool // it has named a player

	shown uint32 // slots that the last packet with players had

	eye    quakeWorldEye
	turned uint32 // slots whose view the server has set since their last pose
	texts  quakeWorldTexts

	told uint32 // slots whose stats the packet has changed
	had  [quakeWorldSlots]possessions
}

// quakeWorldEye is what the recorder sees from.
type quakeWorldEye struct {
	angles [3]float32 // degrees
	punch  float32    // pitch of a recoil, degrees
	clock  float64    // viewer's time of punch
	dead   bool
	gibbed bool
	slot   int  // the recorder's
	seen   bool // the packet told where he is
}

// punchDecay is how fast a recoil ends, in degrees a second.
const punchDecay = 10

func (q *quakeWorldRules) begin(w *World, p *message.Packet) {
	q.sequence = p.Sequence & sequenceMask
	q.targets = Everybody
	if q.mvd {
		q.targets = p.Targets
	}
	q.entities, q.players, q.eye.seen = false, false, false
	q.texts.settle()
	if p.Kind == message.PacketRaw {
		return
	}
	w.setTime(p.Time)
}

// frame begins a frame of the server, once a packet.
func (q *quakeWorldRules) frame(w *World) {
	if q.entities {
		return
	}
	q.entities = true
	w.beginFrame()
	// Nails belong to one packet.
	w.Nails = w.Nails[:0]
}

// slotOf returns the one slot that the packet is for, or Nobody.
func (q *quakeWorldRules) slotOf(w *World) int {
	if !q.mvd {
		return w.Recorder
	}
	if bits.OnesCount32(q.targets) == 1 {
		return bits.TrailingZeros32(q.targets)
	}
	return Nobody
}

func (q *quakeWorldRules) apply(w *World, m message.Message) {
	switch m := m.(type) {
	case *message.PacketEntities:
		q.packetEntities(w, m)
	case *message.QWPlayerInfo:
		q.player(w, m)
	case *message.MVDPlayerInfo:
		q.mvdPlayer(w, m)
	case *message.QWClientBlock:
		q.client(w, m)
	case *message.QWNails:
		q.nails(w, m)
	case *message.UpdateStat:
		q.stat(w, int(m.Index), m.Value)
	case *message.Print:
		q.print(w, m)
	case *message.CenterPrint:
		w.centerPrintTo(m.Text, q.targets)
	case *message.StuffText:
		q.stuffText(w, m.Text)
	case *message.TempEntity:
		q.tempEntity(w, m)
	case *message.QWMuzzleFlash:
		q.muzzleFlash(w, int(m.Entity))
	case *message.QWKick:
		q.kick(w, m.Big)
	case *message.HitDamage:
		// Hidden messages tell the same, and who did it.
		if !q.hidden {
			w.event(Event{Kind: EventDamage, Player: Nobody, Other: q.slotOf(w), Value: int32(m.Save) + int32(m.Take)})
		}
	case *message.SetAngle:
		q.setAngle(w, m)
	case *message.Intermission:
		q.intermission(w, m)
	case *message.Finale:
		w.intermission()
		w.Notices.center(w.Clock, m.Text, true)
	default:
		if !q.applyScores(w, m) && !q.applyLevel(w, m) && !q.applyHidden(w, m) {
			w.applyCommon(m, q.units)
		}
	}
}

// packetEntities applies a set. A client's deltas refer to an earlier frame by
// the low byte of its sequence number; without it they start from nothing. A
// server's refer to the set before (qwfacts 0.8; mvd facts, section 4).
func (q *quakeWorldRules) packetEntities(w *World, m *message.PacketEntities) {
	q.frame(w)
	if q.mvd {
		if !m.Delta {
			w.setEntities(w.merge(nil, m.Entities, q.entityUnits))
		} else if len(m.Entities) > 0 {
			w.setEntities(w.merge(w.Entities, m.Entities, q.entityUnits))
		}
		return
	}
	var base *list[Entity]
	if m.Delta {
		back := (q.sequence - int32(m.From)) & 0xff
		base = w.frames.get(q.sequence - back)
	}
	var l *list[Entity]
	switch {
	case base == nil:
		l = w.merge(nil, m.Entities, q.entityUnits)
	case len(m.Entities) == 0:
		l = base
		w.frames.retain(l)
	default:
		l = w.merge(base.items, m.Entities, q.entityUnits)
	}
	w.frames.put(q.sequence, l)
	w.setEntities(l)
}

// nails applies the packed nails: all that fly.
func (q *quakeWorldRules) nails(w *World, m *message.QWNails) {
	q.frame(w)
	for i := range m.Nails {
		n := &m.Nails[i]
		w.Nails = append(w.Nails, Nail{
			Number: n.Number,
			Origin: [3]float32{float32(n.X) * 2, float32(n.Y) * 2, float32(n.Z) * 2},
			Angles: [3]float32{float32(n.Pitch) * (360.0 / 16), float32(n.Yaw) * (360.0 / 256), 0},
		})
	}
}

// stat sets a number of the recorder's status bar, in .mvd of those that the
// packet is for.
func (q *quakeWorldRules) stat(w *World, index int, value int32) {
	if !q.mvd {
		w.Stats.Set(index, value)
		q.told = 1 << (q.eye.slot & (quakeWorldSlots - 1))
		return
	}
	if q.targets == Everybody {
		return
	}
	q.told |= q.targets
	for m := q.targets; m != 0; m &= m - 1 {
		p := w.player(bits.TrailingZeros32(m))
		if p.Stats == nil {
			p.Stats = new(Stats)
		}
		p.Stats.Set(index, value)
	}
}

// applyScores applies what the score board shows.
func (q *quakeWorldRules) applyScores(w *World, m message.Message) bool {
	switch m := m.(type) {
	case *message.UpdateFrags:
		w.player(int(m.Player)).Frags = int32(m.Frags)
	case *message.QWUpdatePing:
		w.player(int(m.Player)).Ping = int32(m.Ping)
	case *message.QWUpdatePL:
		w.player(int(m.Player)).Loss = int32(m.Loss)
	case *message.QWUpdateEnterTime:
		// The message tells how many seconds ago.
		w.player(int(m.Player)).Entered = w.Time - float64(m.Time)
	case *message.QWUpdateUserInfo:
		p := w.player(int(m.Player))
		p.UserID = m.User
		if p.UserInfo != string(m.Text) {
			p.setUserInfo(string(m.Text))
		}
	case *message.QWSetInfo:
		p := w.player(int(m.Player))
		if infoValue(p.UserInfo, string(m.Key)) != string(m.Value) {
			p.setUserInfo(setInfoValue(p.UserInfo, string(m.Key), string(m.Value)))
		}
	default:
		return false
	}
	return true
}

// tempEntity begins an effect; two numbers are not Quake's (QWD table 9).
func (q *quakeWorldRules) tempEntity(w *World, m *message.TempEntity) {
	const blood, lightningBlood = 12, 13
	switch m.Type {
	case blood, lightningBlood:
		w.Effects.add(Effect{
			Kind: EffectBlood, Clock: w.Clock, Life: 0.3, Origin: q.units.Vec(m.Origin), Count: int32(m.Count),
		})
	default:
		w.quakeTempEntity(m, q.units)
	}
}

// muzzleFlash lights an entity for a tenth of a second.
func (q *quakeWorldRules) muzzleFlash(w *World, entity int) {
	e := Effect{Kind: EffectMuzzleFlash, Clock: w.Clock, Life: 0.1, Entity: int32(entity)}
	if slot := entity - 1; slot >= 0 && slot < len(w.Players) && w.Players[slot].Visible {
		e.Origin = w.Players[slot].Pose.Origin
	} else if at := w.Entity(int32(entity)); at != nil {
		e.Origin = at.Origin
	} else {
		return
	}
	w.Effects.add(e)
}

// kick jerks the recorder's view.
func (q *quakeWorldRules) kick(w *World, big bool) {
	if q.mvd {
		return // nobody's view was recorded
	}
	q.eye.punch, q.eye.clock = -2, w.Clock
	if big {
		q.eye.punch = -4
	}
}

// stuffText looks for what is known to be said this way: the server's info,
// and the notes for programs that begin with two slashes. Nothing is run.
func (q *quakeWorldRules) stuffText(w *World, text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		if info, ok := bytes.CutPrefix(line, []byte("fullserverinfo ")); ok {
			w.editLevel().ServerInfo = string(bytes.Trim(info, `"`))
		} else if note, ok := bytes.CutPrefix(line, []byte("//")); ok {
			q.note(w, note)
		}
	}
}

func (q *quakeWorldRules) end(w *World) {
	q.tookByStats(w)
	if q.mvd {
		return
	}
	q.view(w)
}

func (q *quakeWorldRules) copyFrom(src rules, _ bool) {
	s := src.(*quakeWorldRules)
	texts := q.texts
	*q = *s
	q.texts = texts // the memory of its own
	q.texts.copyFrom(&s.texts)
}

func (q *quakeWorldRules) hash(h *hasher) {
	for _, u := range [...]wire.Units{q.units, q.entityUnits, q.playerUnits} {
		h.int(int(u.Coord))
		h.int(int(u.Angle))
	}
	h.bool(q.modelDouble)
	h.bool(q.hidden)
	h.vec(q.eye.angles)
	h.f64(float64(q.eye.punch))
	h.f64(q.eye.clock)
	h.bool(q.eye.dead)
	h.bool(q.eye.gibbed)
	h.int(q.eye.slot)
	h.int(int(q.turned))
	h.int(int(q.shown))
	q.texts.hash(h)
	for i := range q.had {
		k := &q.had[i]
		h.u64(uint64(uint32(k.items))<<32 | uint64(uint32(k.armor)))
		h.int(int(k.health))
		h.bool(k.known)
	}
}
