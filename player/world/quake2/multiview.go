package quake2

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
)

// multiView interprets multi-view recordings (.mvd2).
type multiView struct {
	base
	multiViewState
	players []playerState // the last state of each player, by slot
}

// multiViewState is the part of multiView that is copied by assignment.
type multiViewState struct {
	// dummy is the slot of the recording observer, or Nobody.
	dummy int
	// events is set if entities of the last frame have an event or a flag.
	events bool
}

var (
	_ world.LossMarker   = (*multiView)(nil)
	_ world.NumberKeeper = (*multiView)(nil)
)

// NewMultiView returns the rules for .mvd2 demos.
func NewMultiView() world.Rules {
	return &multiView{base: base{baseState: baseState{client: world.Nobody}}}
}

func (q *multiView) Begin(w world.Edit, p *message.Packet) {
	if p.Kind == message.PacketServer {
		w.SetTime(p.Time)
	}
}

func (q *multiView) Apply(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.MultiViewFrame:
		q.frame(w, m)
	case *message.MultiViewCast:
		q.cast(w, m)
	case *message.MultiViewData:
		q.data(w, m)
	case *message.ConfigString:
		q.configString(w, m)
	case *message.SpawnBaseline:
		q.setBaseline(w, m)
	default:
		q.say(w, m)
		q.effect(w, m)
	}
}

func (q *multiView) End(w world.Edit) {
	q.joinTexts(w)
	q.timeMatch(w)
	q.captureTheFlag(w)
}

// data begins a level and applies its first frame.
func (q *multiView) data(w world.Edit, m *message.MultiViewData) {
	protocol, err := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
	if err != nil {
		return
	}
	l := q.beginLevel(w, protocol)
	l.Protocol = int(m.Protocol)
	l.GameDir = string(m.GameDir)
	q.multiViewState = multiViewState{dummy: int(m.Client)}
	q.players = q.players[:0]
	for i := range m.ConfigStrings {
		q.configString(w, &m.ConfigStrings[i])
	}
	q.frame(w, &m.Frame)
	w.Uncertain.EntitiesCertain()
}

// Lost marks the places of all players as uncertain, and notes which entities move.
func (q *multiView) Lost(w world.Edit) {
	q.noteMoving(w, int32(len(q.players))+1) // without players, who can move unnoticed
	for i := range q.players {
		q.players[i].lost = placeFields
	}
}

// Revert implements [world.NumberKeeper].
func (q *multiView) Revert(w world.Edit) {
	for i := range q.players {
		q.players[i].revert(w, q.client)
	}
}

// checkPlayers updates whether players are in uncertain places. Entities stay uncertain until the next level, because
// nothing else contains all of them.
func (q *multiView) checkPlayers(w world.Edit) {
	for i := range q.players {
		if s := &q.players[i]; s.inUse && s.lost != 0 {
			w.PlayersUncertain()
			return
		}
	}
	w.Uncertain.PlayersCertain()
}

// configString sets a config string. It counts the models and sounds added after the level's first frame, when the
// precache lists were complete.
func (q *multiView) configString(w world.Edit, m *message.ConfigString) {
	index, n := int(m.Index), &w.Level().Texts.Numbering
	late := w.Began() && len(m.Text) > 0 && w.Level().ConfigString(index) == ""
	q.setConfigString(w, index, m.Text)
	switch {
	case !late:
	case index >= n.Models && index < n.Sounds:
		w.EditLevel().Texts.LateModels++
	case index >= n.Sounds && index < n.Images:
		w.EditLevel().Texts.LateSounds++
	}
}

func (q *multiView) frame(w world.Edit, m *message.MultiViewFrame) {
	w.BeginFrame()
	for i := range m.Players {
		q.player(w, &m.Players[i])
	}
	q.keepRemoved(w, m.Entities)
	if len(q.moving) > 0 {
		w.SetEntities(q.withoutLost(w, w.Entities, m.Entities, func(e *world.Entity) { w.SetBaseline(*e) }))
	}
	l := w.Merge(w.Entities, m.Entities, q.units)
	if q.events {
		endEvents(l.Items, m.Entities)
	}
	for i := range l.Items {
		if int(l.Items[i].Number) > len(q.players) {
			break
		}
		q.rebuild(w, &l.Items[i])
	}
	w.SetEntities(l)
	q.drawn(w)
	q.checkPlayers(w)
	q.events = q.entityEvents(w, m.Entities)
}

// drawn sets which players have no entity, or an entity without a model. If the beginning is missing, a model is only
// known after it changes.
func (q *multiView) drawn(w world.Edit) {
	list := w.Entities
	for slot := range min(len(q.players), len(w.Players)) {
		number := int32(slot) + 1
		for len(list) > 0 && list[0].Number < number {
			list = list[1:]
		}
		w.Players[slot].NoModel = len(list) == 0 || list[0].Number != number ||
			list[0].Model[0] == 0 && w.LevelCount > 0
	}
}

// player applies a delta of a player's state.
func (q *multiView) player(w world.Edit, m *message.Quake2PlayerInfo) {
	p := w.Player(int(m.Number))
	for int(m.Number) >= len(q.players) {
		q.players = append(q.players, playerState{slot: uint8(len(q.players)), units: playerUnits(q.units)})
	}
	s := &q.players[m.Number]
	wasInUse, origin := s.inUse, s.origin
	s.apply(m)
	s.lost &^= m.Mask &^ m.Difference
	s.inUse = !m.Remove
	p.InUse = s.inUse
	w.SetVisible(p, s.inUse)
	if !s.inUse {
		return
	}
	q.show(w, s, !wasInUse || s.jumped(origin), !wasInUse || m.StatBits != 0)
	p.Pose.VelocityKnown, p.Footing = false, world.FootingUnknown // these recordings contain neither
	p.Spectator = s.moveType == moveSpectator || int(m.Number) == q.dummy
}

// keepRemoved stores the entities that a frame removes as their baselines, because they return as a delta from their
// last state. A removal may contain changes, too.
func (q *multiView) keepRemoved(w world.Edit, changes []message.EntityDelta) {
	for i := range changes {
		d := &changes[i]
		if !d.Remove {
			continue
		}
		e := w.Entity(d.Number)
		if e == nil {
			e = w.Baseline(d.Number)
		}
		last := *e
		last.Apply(d, q.units)
		w.SetBaseline(last)
	}
}

// rebuild completes a player's entity from the player's state, because recordings omit fields of the entity that are
// also in the state.
func (q *multiView) rebuild(w world.Edit, e *world.Entity) {
	slot := int(e.Number) - 1
	if slot < 0 || slot >= len(q.players) || slot >= len(w.Players) {
		return
	}
	s, p := &q.players[slot], &w.Players[slot]
	if !s.inUse || slot == q.dummy {
		return
	}
	if s.moveType == moveNormal {
		e.Origin = p.Pose.Origin
		e.Angles = mgl32.Vec3{p.Pose.Angles[0] / modelPitch, p.Pose.Angles[1], 0}
	}
	if e.Model[0] != 0 {
		look(w, p, e)
	}
}

// modelPitch is the ratio of the pitch of a player's view to that of the model.
const modelPitch = 3

// cast applies messages for one client, or for all clients that see or hear a place.
func (q *multiView) cast(w world.Edit, m *message.MultiViewCast) {
	for _, inner := range m.Messages {
		if m.To == message.CastClient && int(m.Client) != q.dummy {
			q.unicast(w, inner, int(m.Client))
			continue
		}
		if p, ok := inner.(*message.Print); ok && m.To == message.CastClient && w.SharePrint(p.Text, world.Everybody) {
			continue // the observer's copy of a line that was sent to players
		}
		q.say(w, inner)
		q.effect(w, inner)
	}
}

func (q *multiView) CopyFrom(src world.Rules, _ bool) {
	s := src.(*multiView)
	q.base.copyFrom(&s.base)
	q.multiViewState = s.multiViewState
	q.players = append(q.players[:0], s.players...)
}

func (q *multiView) Memory(_, before *world.World) int64 {
	return size.Of[multiView](1) + size.Of[playerState](cap(q.players)) + q.base.memory(before)
}

func (q *multiView) Hash(h *hash.Hash) {
	q.base.hash(h)
	h.Ints(q.dummy, len(q.players))
	h.Bools(q.events)
	for i := range q.players {
		q.players[i].hash(h)
	}
}
