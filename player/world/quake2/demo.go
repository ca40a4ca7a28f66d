package quake2

import (
	"bytes"
	"strings"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/ring"
	"demoscope/player/world/internal/size"
)

// demo interprets .dm2 demos, recorded by clients, servers or Relay.
type demo struct {
	base
	demoState

	frames ring.Ring[*frame]
	from   *frame // base of the packet's frame, nil for a full frame
	// replaced is the frame that the newest frame replaced in the ring, or nil. It is kept until the next frame,
	// because the newest frame may be a delta from it.
	replaced *frame
	free     []*frame // for reuse
}

// demoState is the part of demo that is copied by assignment.
type demoState struct {
	// to is the client that the next message is for, or Nobody for all. In recordings of Relay, a unicast before the
	// state of each player names the player.
	to int
	// sequence is the number of the current frame, and delta that of its base. For a full frame, delta is 0 or less.
	sequence, delta int32
	framed          bool // the packet has a frame
	kept            bool // the frame is in the ring
	uncertain       bool // the base of the frame is uncertain
	// changes is the number of the first frame of another level in a server's recording, between the frame's header and
	// its entities; otherwise 0.
	changes int32
	// key is the key of the level in its serverdata.
	key int32
	// guessed is set while the recorder's slot is unknown because the beginning of the demo is missing.
	guessed bool
	// alive has one bit for each slot, set if its player was last seen alive on this level.
	alive [(world.MaxPlayers + 63) / 64]uint64

	// split holds the slots of the players of a split screen. part is the index of the player whose playerinfo comes
	// next, and partner the index of the player that a message is for.
	split         [maxSplit]int16
	part, partner int
}

// maxSplit is the maximum number of players of a split screen.
const maxSplit = 8

var (
	_ world.FrameKeeper  = (*demo)(nil)
	_ world.LossMarker   = (*demo)(nil)
	_ world.NumberKeeper = (*demo)(nil)
)

// frame is one frame of the server.
type frame struct {
	players  []playerState
	entities *world.List // nil until they are read
	// events is set if some entities have an event or a flag that applies to this frame only.
	events bool
	// uncertain is set if the frame is a delta from a lost frame.
	uncertain bool
}

// player returns the state of the player in a slot, or nil if the frame has none.
func (f *frame) player(slot uint8) *playerState {
	for i := range f.players {
		if f.players[i].slot == slot {
			return &f.players[i]
		}
	}
	return nil
}

// NewDemo returns the rules for .dm2 demos.
func NewDemo() world.Rules {
	return &demo{
		base: base{baseState: baseState{client: world.Nobody}}, demoState: demoState{to: world.Nobody},
		frames: ring.New[*frame](new(quake2.Protocol).Depth()),
	}
}

func (q *demo) Begin(world.Edit, *message.Packet) {
	q.framed, q.kept, q.changes = false, false, 0
	q.to = world.Nobody
	q.partner = 0
	q.from = nil
	q.frames.Begin()
}

func (q *demo) Apply(w world.Edit, m message.Message) {
	to := q.to
	q.to = world.Nobody
	switch m := m.(type) {
	case *message.Quake2Frame:
		q.frame(w, m)
	case *message.Quake2PlayerInfo:
		slot := q.splitSlot(q.part)
		if to >= 0 {
			slot = to
		}
		q.playerInfo(w, m, slot)
	case *message.PacketEntities:
		q.entities(w, m)
	case *message.RelayUnicast:
		q.to = int(m.Client)
	case *message.Quake2ServerData:
		if to < 0 || !q.joins(w, m) {
			q.serverData(w, m)
		}
	case *message.ConfigString:
		if to < 0 || w.Level().ConfigString(int(m.Index)) == "" {
			q.configString(w, m)
		}
	case *message.SpawnBaseline:
		q.setBaseline(w, m)
	default:
		if to >= 0 && to != q.client {
			q.unicast(w, m, to)
			return
		}
		if q.rerelease(w, m) {
			return
		}
		q.only = q.partnerOnly()
		q.say(w, m)
		q.only = 0
		q.effect(w, m)
	}
}

// joins reports whether a serverdata message for one client describes the current level, because the client joins it.
func (q *demo) joins(w world.Edit, m *message.Quake2ServerData) bool {
	return w.LevelCount > 0 && m.Key == q.key && string(m.MapName) == w.Level().Title
}

func (q *demo) End(w world.Edit) {
	q.joinTexts(w)
	q.timeMatch(w)
	if !q.framed {
		return
	}
	if q.guessed && w.LevelCount == 0 {
		q.findRecorder(w)
	}
	clients := w.Level().MaxClients
	if w.LevelCount == 0 {
		clients = world.MaxPlayers // the beginning, which has the number, is missing
	}
	for i := range w.Entities {
		e := &w.Entities[i]
		slot := int(e.Number) - 1
		if slot >= clients {
			break
		}
		if w.LevelCount == 0 {
			if e.Model[0] != modelPlayer {
				continue
			}
			world.Admit(w, w.Player(slot))
		}
		if p := w.Player(slot); p != nil && e.Model[0] != 0 {
			wear(w, p, e)
			q.seeDeath(w, p)
		}
	}
	if w.Recorder >= 0 && w.Recorder < len(w.Players) {
		p := &w.Players[w.Recorder]
		if w.LevelCount == 0 && p.EyeKnown && p.MoveType == moveNormal {
			w.SetVisible(p, true) // the beginning, which has the recorder's entity number, is missing
			world.Admit(w, p)
		}
		if !p.Visible {
			p.Spectator = p.MoveType == moveSpectator || p.MoveType != moveNormal && w.Chased(&w.Stats) != world.Nobody
		}
	}
	q.captureTheFlag(w)
}

// findRecorder finds the recorder's slot from the recorder's own entity, which servers send, too: it is the only entity
// that has moved to the recorder's position. Heights are not compared, because an entity may lack a coordinate that
// rarely changes until its base is known.
func (q *demo) findRecorder(w world.Edit) {
	p := &w.Players[q.client]
	at, was := p.Pose.Origin, p.Was.Origin
	if !p.EyeKnown || p.MoveType != moveNormal || at[0] == was[0] || at[1] == was[1] {
		return
	}
	found := world.Nobody
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Number > world.MaxPlayers {
			break
		}
		if e.Origin[0] == at[0] && e.Origin[1] == at[1] {
			if found != world.Nobody {
				return
			}
			found = int(e.Number) - 1
		}
	}
	if found == world.Nobody {
		return
	}
	q.guessed = false
	if found == q.client {
		return
	}
	// The names stay in their slots.
	to, from := *w.Player(found), w.Players[q.client]
	named := func(p, as world.Player) world.Player {
		p.Slot, p.InUse, p.Guest, p.Name = as.Slot, as.InUse, as.Guest, as.Name
		p.UserInfo, p.Team, p.Skin = as.UserInfo, as.Team, as.Skin
		return p
	}
	w.Players[found], w.Players[q.client] = named(from, to), named(world.Player{}, from)
	w.Players[q.client].InUse = from.Name != ""
	q.frames.All(func(f *frame) {
		for i := range f.players {
			f.players[i].slot = uint8(found)
		}
	})
	q.client, w.Recorder, w.View.Entity = found, found, int32(found)+1
}

// seeDeath reports the death of a player who was alive and is dead now. A server's own recording has no obituaries, so
// the killer and the weapon are unknown.
func (q *demo) seeDeath(w world.Edit, p *world.Player) {
	if !q.protocol.Server || q.hasObituaries {
		return
	}
	word, bit := &q.alive[p.Slot/64], uint64(1)<<(p.Slot%64)
	if p.Dead && *word&bit != 0 {
		w.Event(world.Event{Kind: world.EventKill, Player: world.Nobody, Other: p.Slot})
		p.Deaths++
	}
	*word &^= bit
	if !p.Dead {
		*word |= bit
	}
}

// serverData begins a level.
func (q *demo) serverData(w world.Edit, m *message.Quake2ServerData) {
	protocol, err := quake2.ForDemo(m)
	if err != nil {
		return
	}
	l := q.beginLevel(w, protocol)
	l.Title = string(m.MapName)
	l.Protocol = int(m.Protocol)
	l.GameDir, l.ServerCount = string(m.GameDir), m.Key
	q.demoState = demoState{to: world.Nobody, framed: q.framed, key: m.Key}
	q.setDepth(protocol.Depth())
	client := m.Client
	if len(m.Players) > 0 {
		client = m.Players[0]
		for i, slot := range m.Players[:min(len(m.Players), maxSplit)] {
			q.split[i] = slot
			w.Player(int(slot))
		}
	}
	if client < 0 || int(client) >= world.MaxPlayers || protocol.Server || m.IsDemo == quake2.DemoRelay {
		return
	}
	q.client = int(client)
	w.Recorder = q.client
	w.Player(q.client)
	w.View.Entity = int32(q.client) + 1
}

func (q *demo) configString(w world.Edit, m *message.ConfigString) {
	q.setConfigString(w, int(m.Index), m.Text)
	n := q.protocol.Numbering()
	if slot := int(m.Index) - n.PlayerSkins; slot >= 0 && int(m.Index) < n.General {
		if p := w.Player(slot); p != nil {
			p.InUse = len(m.Text) > 0
			q.duel(w)
		}
	}
}

// frame begins a frame.
func (q *demo) frame(w world.Edit, m *message.Quake2Frame) {
	// A server counts the frames of each level from 1.
	if q.changes = 0; m.Server && q.protocol.Server && m.Sequence > 0 && m.Sequence < q.sequence {
		q.changes = m.Sequence
		return // the entities of this or a later frame show which level it is
	}
	q.delta, q.sequence = m.Delta, m.Sequence
	if m.Server {
		q.delta = 0
	}
	q.from, q.uncertain = nil, false
	if q.delta > 0 {
		q.findBase(w)
	}
	w.SetTime(float64(m.Sequence) / q.protocol.FrameRate())
	w.BeginFrame()
	q.part = 0
	q.framed, q.kept = true, false
	q.connected(w, m.Connected)
	for i := range w.Players {
		w.Players[i].Visible = false
	}
	if q.uncertain {
		w.EntitiesUncertain()
		w.PlayersUncertain()
	} else {
		w.Uncertain.EntitiesCertain()
		w.Uncertain.PlayersCertain()
	}
}

// findBase finds the base of a frame. If the base was lost, the last frame is the best guess, because nearly all values
// in a delta are absolute. The base may have the frame's own number: before the map changes, servers send the last
// frame again, as a delta from itself.
func (q *demo) findBase(w world.Edit) {
	key := q.delta
	f, ok := q.frames.Base(key)
	if !ok || q.sequence-key >= int32(q.protocol.Depth()) || key > q.sequence {
		f, _, ok = q.frames.Newest()
		if ok && !f.uncertain {
			w.PacketsMissing()
		}
		q.uncertain = ok || w.Uncertain.Places() // otherwise the recording begins with deltas
	}
	if ok {
		q.from = f
		q.uncertain = q.uncertain || f.uncertain || f.entities == nil
	}
}

// Lost marks the newest frame as uncertain.
func (q *demo) Lost(w world.Edit) {
	q.noteMoving(w, 1)
	if f, _, ok := q.frames.Newest(); ok {
		f.uncertain = true
	}
	q.uncertain = true
}

// Revert implements [world.NumberKeeper]. It restores the previous stats in the frame of the packet, because later
// frames are deltas from it.
func (q *demo) Revert(w world.Edit) {
	if !q.kept {
		return
	}
	if f, ok := q.frames.Get(q.sequence); ok {
		for i := range f.players {
			f.players[i].revert(w, q.client)
		}
	}
}

// connected applies the list of connected clients of a Relay recording. Clients that are not in the list have left.
// Other recordings have no list.
func (q *demo) connected(w world.Edit, slots []byte) {
	if q.protocol.IsDemo != quake2.DemoRelay {
		return
	}
	for i := range w.Players {
		w.Players[i].InUse = bytes.IndexByte(slots, uint8(i)) >= 0
	}
}

// current returns the frame of the packet, and adds it to the ring if needed.
func (q *demo) current() *frame {
	if q.kept {
		if f, ok := q.frames.Get(q.sequence); ok {
			return f
		}
	}
	// A frame with the same number was sent twice, or has that number because of damage. Other frames may be deltas
	// from it, so it is replaced, not changed.
	q.kept = true
	q.dropReplaced()
	f := q.take()
	f.uncertain = q.uncertain
	q.replaced = q.frames.Put(q.sequence, f)
	return f
}

// take returns an empty frame.
func (q *demo) take() *frame {
	n := len(q.free) - 1
	if n < 0 {
		return new(frame)
	}
	f := q.free[n]
	q.free = q.free[:n]
	*f = frame{players: f.players[:0]}
	return f
}

// setDepth removes all frames, and makes room for the number of frames that deltas may refer back.
func (q *demo) setDepth(depth int) {
	q.clear()
	if q.frames.Depth() != depth {
		q.frames = ring.New[*frame](depth)
	}
}

// clear removes all frames.
func (q *demo) clear() {
	q.frames.Clear(q.drop)
	q.dropReplaced()
	q.from = nil
}

func (q *demo) dropReplaced() {
	if q.replaced != nil {
		q.drop(q.replaced)
		q.replaced = nil
	}
}

// drop frees a frame. Its content stays valid until take returns it.
func (q *demo) drop(f *frame) {
	f.entities.Release()
	q.free = append(q.free, f)
}

// playerInfo applies the state of a player.
func (q *demo) playerInfo(w world.Edit, m *message.Quake2PlayerInfo, slot int) {
	if slot < 0 && w.LevelCount == 0 && !q.protocol.Server && q.protocol.IsDemo != quake2.DemoRelay {
		// The beginning, which has the recorder's slot, is missing. Use slot 0 until findRecorder finds it.
		slot = 0
		q.client, q.guessed = slot, true
		w.Recorder = slot
		w.Player(slot)
		w.View.Entity = int32(slot) + 1
	}
	if slot < 0 || slot >= world.MaxPlayers || !q.framed {
		return
	}
	var from *playerState
	if q.from != nil {
		from = q.from.player(uint8(slot))
	}
	f := q.current()
	s := f.player(uint8(slot))
	if s == nil {
		f.players = append(f.players, playerState{})
		s = &f.players[len(f.players)-1]
	}
	if from != nil {
		*s = *from
	} else if *s = (playerState{slot: uint8(slot), units: playerUnits(q.units)}); q.from == nil && slot == q.client {
		s.known = w.Stats.Known // stats missing from the message are 0
	}
	origin := s.origin
	s.apply(m)
	q.rereleaseState(s, m)
	s.inUse = true
	q.show(w, s, s.jumped(origin), true)
}

// entities applies the entities of a frame.
func (q *demo) entities(w world.Edit, m *message.PacketEntities) {
	if q.changes > 0 {
		q.change(w, m.Entities)
	}
	if !q.framed {
		return
	}
	var from []world.Entity
	events := false
	if q.delta > 0 {
		from, events = w.Entities, true
		if q.from != nil && q.from.entities != nil {
			from, events = q.from.entities.Items, q.from.events
		}
	}
	base := (*world.List)(nil)
	if len(q.moving) > 0 && q.uncertain {
		base = q.withoutLost(w, from, m.Entities, nil)
		from = base.Items
	}
	l := w.Merge(from, m.Entities, q.units)
	base.Release()
	if events {
		endEvents(l.Items, m.Entities)
	}
	f := q.current()
	f.entities.Release()
	l.Retain()
	f.entities = l
	// Usually the base is what is shown. Then entities only leave if the message removes some.
	shown := w.Entities
	if !same(from, shown) || !q.left.removed(shown, m.Entities) {
		q.left.leave(shown, l.Items)
	}
	w.SetEntities(l)
	f.events = q.entityEvents(w, m.Entities)
}

// same reports whether two lists are the same slice.
func same(a, b []world.Entity) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Frames of the player model: the first ducked one, and the death animations. The ducked frames include those of a
// ducked death and end where the other deaths begin.
const (
	firstDuckedFrame = 135
	firstDeathFrame  = 173
	lastDeathFrame   = 197
)

// modelPlayer is the model number that stands for the model of the player's skin.
const modelPlayer = 255

// wear applies a player's entity to the player.
func wear(w world.Edit, p *world.Player, e *world.Entity) {
	w.SetVisible(p, true)
	look(w, p, e)
	if p.EyeKnown {
		return
	}
	p.NoLerp = p.NoLerp || e.Flags&world.FlagNoLerp != 0
	p.Pose.Origin, p.Pose.Angles = e.Origin, e.Angles
	p.Gibbed = strings.Contains(w.Level().Model(e.Model[0]), "/gibs/")
	p.Dead = p.Gibbed || e.Frame >= firstDeathFrame && e.Frame <= lastDeathFrame
	p.Ducked = e.Frame >= firstDuckedFrame && e.Frame < firstDeathFrame
}

// Assume implements [world.Assumer].
func (q *demo) Assume(w world.Edit, m message.Message) {
	q.base.Assume(w, m)
	if depth := q.protocol.Depth(); depth != q.frames.Depth() {
		q.setDepth(depth)
	}
}

func (q *demo) CopyFrom(src world.Rules, whole bool) {
	s := src.(*demo)
	q.base.copyFrom(&s.base)
	q.demoState = s.demoState
	q.setDepth(s.frames.Depth())
	q.frames.CopyFrom(&s.frames, whole, q.copied)
}

// copied returns a copy of a frame that shares the entities, which are pinned.
func (q *demo) copied(f *frame) *frame {
	c := q.take()
	f.entities.Pin()
	c.entities, c.events, c.uncertain = f.entities, f.events, f.uncertain
	c.players = append(c.players, f.players...)
	return c
}

func (q *demo) Base() (key int32, ok bool) { return q.frames.Used() }

func (q *demo) AddBase(src world.Rules, key int32) bool {
	s := &src.(*demo).frames
	return q.frames.Add(s, key, q.copied) || q.frames.AddReplaced(s, key, q.copied)
}

func (q *demo) Memory(w, before *world.World) int64 {
	n := size.Of[demo](1) + q.frames.Size() + q.base.memory(before)
	count := func(f *frame) {
		n += size.Of[frame](1) + size.Of[playerState](cap(f.players))
		if !w.Holds(f.entities) {
			n += f.entities.Size(before)
		}
	}
	q.frames.All(count)
	if q.replaced != nil {
		count(q.replaced)
	}
	return n
}

func (q *demo) Hash(h *hash.Hash) {
	q.base.hash(h)
	h.Bools(q.framed, q.kept, q.uncertain, q.guessed)
	h.Ints(q.to, int(q.sequence), int(q.delta), int(q.changes), int(q.key), q.part, q.partner)
	for _, slot := range q.split {
		h.Ints(int(slot))
	}
	for _, slots := range q.alive {
		h.Uint(slots)
	}
	if f, _, ok := q.frames.Newest(); ok {
		for i := range f.players {
			f.players[i].hash(h)
		}
		h.Bools(f.events, f.uncertain)
	}
}
