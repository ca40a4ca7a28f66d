package world

import (
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// quake2Depth is how many frames back Quake II's deltas reach.
const quake2Depth = 16

// quake2Rate is how many frames of Quake II's server are a second.
const quake2Rate = 10

// quake2Rules is Quake II: recordings of clients, servers and Relay (.dm2),
// in which a frame is a change of an earlier frame, and multi-view ones
// (.mvd2, quake2_mvd.go), in which everything is a change of its own last
// state.
type quake2Rules struct {
	protocol quake2.Protocol
	units    wire.Units
	hud      Quake2HUD

	// client is the slot of the recorder, -1 for none.
	client int
	// relay: players' states come one by one, each after a unicast, whose
	// client is in to (-1 for everybody).
	relay bool
	to    int

	// sequence is the number of the current frame, base that of the frame
	// it is a change of, 0 and below for none.
	sequence, base int32
	framed         bool // the packet has a frame
	ring           [quake2Depth]quake2Frame

	multi quake2Multi
}

func (q *quake2Rules) begin(w *World, p *message.Packet) {
	q.framed = false
	q.to = -1
	if w.format == formatMultiView && p.Kind == message.PacketServer {
		w.setTime(p.Time)
	}
}

func (q *quake2Rules) apply(w *World, m message.Message) {
	to := q.to
	q.to = -1
	switch m := m.(type) {
	case *message.Quake2Frame:
		q.frame(w, m)
	case *message.Quake2PlayerInfo:
		slot := q.client
		if to >= 0 {
			slot = to
		}
		q.playerInfo(w, m, slot)
	case *message.PacketEntities:
		q.entities(w, m)
	case *message.RelayUnicast:
		q.to = int(m.Client)
	case *message.Quake2ServerData:
		q.serverData(w, m)
	case *message.MultiViewData:
		q.multiViewData(w, m)
	case *message.MultiViewFrame:
		q.multiViewFrame(w, m)
	case *message.MultiViewCast:
		q.cast(w, m)
	case *message.ConfigString:
		q.configString(w, m)
	case *message.SpawnBaseline:
		var e Entity
		e.apply(&m.EntityDelta, q.units)
		w.setBaseline(e)
	default:
		if to < 0 || to == q.client || q.client < 0 {
			q.say(w, m)
		}
		q.effect(w, m)
	}
}

// say shows what a client is told.
func (q *quake2Rules) say(w *World, m message.Message) {
	switch m := m.(type) {
	case *message.Print:
		q.print(w, m)
	case *message.CenterPrint:
		w.centerPrint(m.Text)
		if quake2Begins(m.Text) {
			w.event(Event{Kind: EventMatchStart, Player: Nobody, Other: Nobody})
		}
	case *message.Layout:
		q.layout(w, m.Text)
	case *message.Inventory:
		q.hud.Inventory = m.Items
	}
}

// printChat is the level of what players say.
const printChat = 3

func (q *quake2Rules) serverData(w *World, m *message.Quake2ServerData) {
	protocol, err := quake2.ForDemo(m)
	if err != nil {
		return
	}
	q.level(w, protocol)
	l := w.editLevel()
	l.Title = string(m.MapName)
	l.Protocol = int(m.Protocol)
	l.GameDir = string(m.GameDir)
	q.client = int(m.Client)
	q.relay = m.IsDemo == quake2.DemoRelay
	if q.client < 0 || q.client >= maxPlayers || protocol.Server || q.relay {
		q.client = -1
		return
	}
	w.Recorder = q.client
	w.player(q.client)
	w.View.Entity = int32(q.client) + 1
}

// level begins a level.
func (q *quake2Rules) level(w *World, protocol quake2.Protocol) {
	w.beginLevel().beginTexts(protocol)
	q.protocol, q.units = protocol, protocol.Units()
	q.hud = Quake2HUD{}
	q.sequence, q.base = 0, 0
	for i := range q.ring {
		q.ring[i].valid = false
	}
	q.multi.reset()
}

func (q *quake2Rules) configString(w *World, m *message.ConfigString) {
	w.setConfigString(int(m.Index), m.Text)
	n := q.protocol.Numbering()
	if slot := int(m.Index) - n.PlayerSkins; slot >= 0 && int(m.Index) < n.General && w.format != formatMultiView {
		if p := w.player(slot); p != nil {
			p.InUse = len(m.Text) > 0
		}
	}
}

// show makes the world's player, and the view if he is the recorder, what a
// state says.
func (q *quake2Rules) show(w *World, s *quake2Player, jumped bool) {
	p := w.player(int(s.slot))
	if p == nil {
		return
	}
	w.tookItem(p, s)
	s.show(p)
	p.NoLerp = p.NoLerp || jumped
	if p.Stats == nil && int(s.slot) != q.client {
		p.Stats = new(Stats)
	}
	if p.Stats != nil {
		s.copyStats(p.Stats)
	}
	if int(s.slot) != q.client {
		return
	}
	s.copyStats(&w.Stats)
	v := &w.View
	v.Known = true
	v.Origin = s.eye()
	v.Height = p.ViewOffset[2]
	v.Punch = p.Punch
	v.FOV = p.FOV
	v.NoLerp = v.NoLerp || jumped
	v.turn(w.Clock, p.Pose.Angles, jumped)
	if s.moveType == moveFreeze {
		w.intermission()
	} else {
		w.Intermission = false
	}
}

func (q *quake2Rules) end(w *World) {
	w.joinTexts()
	if !q.framed || w.format == formatMultiView {
		return
	}
	clients := w.Level().MaxClients
	for i := range w.Entities {
		e := &w.Entities[i]
		slot := int(e.Number) - 1
		if slot >= clients {
			break
		}
		if p := w.player(slot); p != nil && e.Model[0] != 0 {
			q.wear(w, p, e)
		}
	}
	if p := w.recorder(); p != nil && !p.Visible {
		p.Spectator = p.MoveType == moveSpectator
	}
}

// recorder returns the player who recorded, nil if there is none.
func (w *World) recorder() *Player {
	if w.Recorder < 0 || w.Recorder >= len(w.Players) {
		return nil
	}
	return &w.Players[w.Recorder]
}

// Frames of the player model in which he dies.
const (
	firstDeathFrame = 178
	lastDeathFrame  = 197
)

// wear makes a player what his entity says.
func (q *quake2Rules) wear(w *World, p *Player, e *Entity) {
	p.Visible, p.Spectator = true, false
	p.Model, p.Frame, p.Effects = e.Model[0], e.Frame, e.Effects
	p.SkinNumber = e.Skin & 0xff
	if p.EyeKnown {
		return
	}
	p.NoLerp = p.NoLerp || e.Flags&FlagNoLerp != 0
	p.Pose.Origin, p.Pose.Angles = e.Origin, e.Angles
	p.Dead = e.Frame >= firstDeathFrame && e.Frame <= lastDeathFrame
}

func (q *quake2Rules) copyFrom(src rules, _ bool) {
	s := src.(*quake2Rules)
	ring, multi := q.ring, q.multi
	*q = *s
	for i := range ring {
		states := append(ring[i].states[:0], s.ring[i].states...)
		q.ring[i].states = states // its own memory
	}
	q.multi = multi
	q.multi.copyFrom(&s.multi)
}

func (q *quake2Rules) hash(h *hasher) {
	h.int(int(q.protocol.Number))
	h.int(q.client)
	h.int(int(q.sequence))
	q.hud.hash(h)
	if f := &q.ring[uint32(q.sequence)%quake2Depth]; f.valid && f.key == q.sequence {
		for i := range f.states {
			f.states[i].hash(h)
		}
	}
	q.multi.hash(h)
}
