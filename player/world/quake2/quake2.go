// Package quake2 interprets Quake II's demos. Those of clients, servers and Relay (.dm2) have frames that are deltas
// from earlier frames. In multi-view demos (.mvd2) everything is a delta from its own last state. The rules of both
// share one base.
package quake2

import (
	"bytes"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
	"demoscope/player/world/prints"
)

// base is the common part of the rules of both kinds of recording.
type base struct {
	baseState
	left places
	// moving are the numbers, sorted, of the entities that moved before a loss, until the first frame after it. See
	// noteMoving.
	moving []int32
}

// baseState is the part of base that is copied by assignment.
type baseState struct {
	protocol quake2.Protocol
	units    wire.Units
	// client is the slot of the recorder, or Nobody.
	client int
	// only has one bit for each slot if the message is only for some players; 0 means everybody.
	only uint32
	// barChanged is set if config strings of the status bar have changed since joinTexts last joined them.
	barChanged bool
	// hasObituaries is set if an obituary was printed on this level.
	hasObituaries bool
	match         match
}

func (q *base) hash(h *hash.Hash) {
	p := &q.protocol
	h.Ints(int(p.Number), int(p.IsDemo), int(q.units.Coord), int(q.units.Angle), q.client, int(q.only))
	h.Ints(int(p.Edition), int(p.Library), int(p.Rate), int(p.Split))
	h.Bools(p.Server, p.Extended, p.Wide, p.Fog, q.barChanged, q.hasObituaries)
	q.match.hash(h)
	q.left.hash(h)
	h.Ints(len(q.moving))
	for _, number := range q.moving {
		h.Ints(int(number))
	}
}

func (q *base) copyFrom(s *base) {
	q.baseState = s.baseState
	q.left = append(q.left[:0], s.left...)
	q.moving = append(q.moving[:0], s.moving...)
}

// memory returns the number of bytes that the base holds outside of its own fields and doesn't share with earlier
// rules.
func (q *base) memory(before *world.World) int64 {
	n := size.Of[lastPlace](cap(q.left)) + size.Of[int32](cap(q.moving))
	switch r := before.Rules().(type) {
	case *demo:
		return n + size.String(q.match.board, r.match.board)
	case *multiView:
		return n + size.String(q.match.board, r.match.board)
	}
	return n + int64(len(q.match.board))
}

// beginLevel begins a level.
func (q *base) beginLevel(w world.Edit, protocol quake2.Protocol) *world.Level {
	l := w.BeginLevel()
	l.Texts.Numbering = *protocol.Numbering()
	l.ClientSounds = clientSounds
	l.Models, l.Sounds = make([]string, 1, 64), make([]string, 1, 128)
	q.baseState = baseState{protocol: protocol, units: protocol.Units(), client: world.Nobody}
	q.left, q.moving = q.left[:0], q.moving[:0]
	w.BeginResult(world.Unknown)
	return l
}

// Assume implements [world.Assumer].
func (q *base) Assume(w world.Edit, m message.Message) {
	var protocol quake2.Protocol
	var err error
	switch m := m.(type) {
	case *message.Quake2ServerData:
		protocol, err = quake2.ForDemo(m)
	case *message.MultiViewData:
		protocol, err = quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
	default:
		return
	}
	if err != nil {
		return
	}
	q.protocol, q.units = protocol, protocol.Units()
	w.EditLevel().Texts.Numbering = *protocol.Numbering()
}

// setBaseline sets the baseline of an entity.
func (q *base) setBaseline(w world.Edit, m *message.SpawnBaseline) {
	var e world.Entity
	e.Apply(&m.EntityDelta, q.units)
	w.SetBaseline(e)
}

// nameableSlots is the number of slots that a message can be limited to, see [world.Notice].
const nameableSlots = 32

// unicast applies a message for the client of one slot: texts, effects and sounds.
func (q *base) unicast(w world.Edit, m message.Message, slot int) {
	if slot >= nameableSlots {
		return
	}
	q.only = 1 << slot
	q.say(w, m)
	q.effect(w, m)
	q.only = 0
}

// targets returns the slots that the message is for.
func (q *base) targets() uint32 {
	if q.only == 0 {
		return world.Everybody
	}
	return q.only
}

// hud returns the HUD of the player that the message is for.
func (q *base) hud(w world.Edit) *world.Quake2HUD {
	if q.only == 0 {
		return &w.Quake2HUD
	}
	p := w.Player(bits.TrailingZeros32(q.only))
	if p.Quake2HUD == nil {
		p.Quake2HUD = new(world.Quake2HUD)
	}
	return p.Quake2HUD
}

// addEffect starts an effect for the players that the message is for.
func (q *base) addEffect(w world.Edit, e world.Effect) {
	e.Only = q.only
	w.AddEffect(e)
}

// startSound starts a sound, delay seconds from now, for the players that the message is for.
func (q *base) startSound(w world.Edit, s world.SoundStart, delay float64) {
	s.Only = q.only
	w.StartSound(s, delay)
}

// say applies a message that the client shows on the screen.
func (q *base) say(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.Print:
		q.print(w, m)
	case *message.CenterPrint:
		if q.protocol.Edition != quake2.Classic {
			m = &message.CenterPrint{Text: prints.Localize(w.Level().GameTexts, w.Players, m.Text, nil)}
		}
		again := w.Notices.CenterClock == w.Clock && bytes.Equal(w.Notices.Center, m.Text)
		w.CenterPrint(m.Text, q.targets(), false)
		if said := prints.Match(world.Quake2, false, w.Players, m.Text); said.Meaning == prints.Begins &&
			(q.resumes(w) || !(again && q.only != 0)) {
			q.said(w, said, nil)
		}
	case *message.Layout:
		q.layout(w, m.Text)
	case *message.Inventory:
		q.hud(w).Inventory = m.Items
	}
}

// printChat is the print level of chat.
const printChat = 3

// print prints a line, and reports the event that it describes.
func (q *base) print(w world.Edit, m *message.Print) {
	if q.protocol.Edition != quake2.Classic {
		local := *m
		local.Text = prints.Localize(w.Level().GameTexts, w.Players, m.Text, nil)
		m = &local
	}
	q.printed(w, m, nil)
}

// printed prints a line. If read is nil or returns false, the event is parsed from the text.
func (q *base) printed(w world.Edit, m *message.Print, read func() bool) {
	if q.only != 0 && seenByAll(w, m.Text) {
		return
	}
	if m.Level == printChat {
		q.startSound(w, world.SoundStart{Own: soundTalk, Volume: 1, Flags: world.SoundFlat}, 0)
	}
	if q.only != 0 && w.SharePrint(m.Text, q.only) {
		return
	}
	if m.Level == printChat {
		speaker := prints.Speaker(w.Players, m.Text)
		w.Print(m.Level, true, m.Text, q.targets(), speaker)
		if speaker == world.Nobody {
			line := bytes.TrimRight(m.Text, "\n")
			q.said(w, prints.Match(world.Quake2, true, w.Players, line), line)
		}
		return
	}
	player := world.Nobody
	if q.only != 0 {
		player = bits.TrailingZeros32(q.only)
	}
	w.Print(m.Level, false, m.Text, q.targets(), player)
	first := len(w.Events)
	if read == nil || !read() {
		q.line(w, bytes.TrimRight(m.Text, "\n"))
	}
	w.LineRead(first)
}

// line reports the event that a printed line describes.
func (q *base) line(w world.Edit, line []byte) {
	if e, own, ok := prints.Quake2Death(w.Players, line); ok {
		q.death(w, e, own)
	} else if e, ok := prints.Flag(w.Players, line, line); ok && e.Kind == world.EventItem {
		q.took(w, e)
	} else if ok {
		w.Event(e)
	} else if slot, ok := prints.ChangesTeam(w.Players, line); ok {
		if p := &w.Players[slot]; !p.EyeKnown {
			p.Frags = 0 // the game resets the score on a team change
		}
	} else {
		q.matchWords(w, line)
	}
}

// seenByAll reports whether the same line was sent to everybody at the same time. In a multi-view recording, the
// observer's copy of a chat line comes next to the copies for the clients.
func seenByAll(w world.Edit, text []byte) bool {
	line := bytes.TrimRight(text, "\n")
	const near = 8 // lines back; other lines may come between
	for i := range min(near, w.Notices.Len()) {
		if l := w.Notices.Line(i); l.Clock == w.Clock && l.Targets == world.Everybody && bytes.Equal(l.Text, line) {
			return true
		}
	}
	return false
}

// death reports and counts a death. own is that of [prints.Quake2Death]. Frags are counted unless the player's stats
// are known, or the game is against monsters, where only kills of monsters count.
func (q *base) death(w world.Edit, e world.Event, own bool) {
	e.TeamKill = e.Player >= 0 && e.Player != e.Other && (w.Single.Known || sameFlagTeam(w.Players[e.Player].Skin,
		w.Players[e.Other].Skin))
	w.Event(e)
	q.hasObituaries = true
	v := &w.Players[e.Other]
	v.Deaths++
	if own || e.Player == e.Other {
		if e.Player == e.Other {
			v.Suicides++
		}
		if !v.EyeKnown && !w.Single.Known {
			v.Frags--
		}
	}
	if e.Player < 0 || e.Player == e.Other {
		return
	}
	k := &w.Players[e.Player]
	frags := int32(1)
	if e.TeamKill {
		k.TeamKills++
		frags = -1
	} else {
		k.Kills++
	}
	if !k.EyeKnown && !w.Single.Known {
		k.Frags += frags
	}
}

// sameFlagTeam reports whether two skins are those of one team of capture the flag, such as "male/ctf_r" and
// "female/ctf_r". In other game modes of Quake II the teams are unknown.
func sameFlagTeam(a, b string) bool {
	return len(a) > len(flagSkin) && len(b) > len(flagSkin) &&
		a[len(a)-len(flagSkin)-1:] == b[len(b)-len(flagSkin)-1:] &&
		a[len(a)-len(flagSkin)-1:len(a)-1] == flagSkin
}

// flagSkin is the beginning of the name of a team's skin. The team's letter follows.
const flagSkin = "/ctf_"

// show applies a state to its player, and to the view if it is the recorder's. stats is set if some stats may differ
// from those shown last.
func (q *base) show(w world.Edit, s *playerState, jumped, stats bool) {
	p := w.Player(int(s.slot))
	if p == nil {
		return
	}
	q.tookItem(w, p, s)
	s.show(w, p)
	frags := int32(s.stats[world.Quake2StatFrags])
	if chased := s.chased(w); chased == world.Nobody {
		w.SetFrags(p, frags)
	} else {
		p.Dead, p.Gibbed = false, false // those are of the chased player
		if chased < len(w.Players) && !w.Players[chased].EyeKnown {
			w.SetFrags(&w.Players[chased], frags)
			w.Players[chased].FragsReported = true
		}
	}
	p.NoLerp = p.NoLerp || jumped
	recorder := int(s.slot) == q.client
	if p.Stats == nil && !recorder {
		p.Stats = new(world.Stats)
	}
	if p.Stats != nil && stats {
		s.copyStats(w, p.Stats)
	}
	if !recorder {
		return
	}
	s.copyStats(w, &w.Stats)
	v := &w.View
	v.Known = true
	v.Origin = s.eye()
	v.Height = p.ViewOffset[2]
	v.Punch = p.Punch
	v.FOV = p.FOV
	v.NoLerp = v.NoLerp || jumped
	w.Turn(p.Pose.Angles, jumped)
	if s.moveType == moveFreeze && w.Chased(&w.Stats) == world.Nobody && !q.resumes(w) { // a time-out also freezes
		w.BeginIntermission()
		w.Match.Phase = world.PhaseOver
	} else {
		w.Intermission = false
	}
}

// look applies the looks of a player's entity to the player.
func look(w world.Edit, p *world.Player, e *world.Entity) {
	p.Spectator = false
	w.SetLook(p, e.Model[0], e.Frame)
	p.Effects = e.Effects
	p.SkinNumber = e.Skin & 0xff
}

// endEvents clears the events and flags of entities that are not in the frame, because they last one frame. Both lists
// are sorted by number.
func endEvents(list []world.Entity, changes []message.EntityDelta) {
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
