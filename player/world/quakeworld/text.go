package quakeworld

import (
	"bytes"
	"slices"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// Print levels (QWD table 7).
const (
	printItem  = 0 // for one player
	printDeath = 1
	printMatch = 2
	printChat  = 3
)

// texts joins lines and statistics that arrive in pieces. Each print level has its own lines: a line that is not
// finished continues with the next print of the same level.
type texts struct {
	death  prints.Pieces // lines for everybody at the level of obituaries
	match  prints.Pieces // lines for everybody at the level of the match
	items  prints.Pieces // lines for one player
	target uint32        // slots that the unfinished line of items is for
	stats  []byte        // KTX's statistics of the match
	plain  []byte        // scratch buffer for a line without the charset's colors
}

func (t *texts) clear() {
	t.death.Drop()
	t.match.Drop()
	t.items.Drop()
	t.target = 0
	t.stats = t.stats[:0]
}

// settle drops the complete lines of the last packet.
func (t *texts) settle() {
	t.death.Settle()
	t.match.Settle()
	t.items.Settle()
}

func (t *texts) copyFrom(s *texts) {
	t.death.CopyFrom(&s.death)
	t.match.CopyFrom(&s.match)
	t.items.CopyFrom(&s.items)
	t.target = s.target
	t.stats = append(t.stats[:0], s.stats...)
}

// memory returns the size of the texts in bytes.
func (t *texts) memory() int64 {
	return t.death.Memory() + t.match.Memory() + t.items.Memory() + int64(cap(t.stats)+cap(t.plain))
}

func (t *texts) hash(h *hash.Hash) {
	h.Bytes(t.death.Open())
	h.Bytes(t.match.Open())
	h.Bytes(t.items.Open())
	h.Bytes(t.stats)
	h.Ints(int(t.target))
}

// print prints text, and reports the events that its lines describe.
func (q *base) print(w world.Edit, m *message.Print) {
	chat := m.Level == printChat
	if chat {
		id1.Talk(w, q.targets)
	}
	if chat && q.targets != world.Everybody && w.SharePrint(m.Text, q.targets) {
		return
	}
	player := q.slot
	if chat {
		player = prints.Speaker(w.Players, m.Text)
	} else if q.targets == world.Everybody {
		player = world.Nobody
	}
	w.Print(m.Level, chat, m.Text, q.targets, player)
	switch m.Level {
	case printItem:
		if q.targets != q.texts.target {
			q.texts.items.Drop()
			q.texts.target = q.targets
		}
		q.texts.items.Read(w, m.Text, q.itemLine)
	case printDeath:
		if q.targets == world.Everybody {
			q.texts.death.Read(w, m.Text, q.matchLine)
		}
	case printMatch:
		if q.targets == world.Everybody {
			q.texts.match.Read(w, m.Text, q.matchLine)
		}
	}
}

// itemLine reports the pickup in a line for one player. Lines for a spectator are about another player.
func (q *base) itemLine(w world.Edit, line []byte) {
	if q.slot >= 0 && q.slot < len(w.Players) && !w.Players[q.slot].Spectator {
		q.pickUp(w, q.slot, prints.PickedUp(line))
	}
}

// matchLine reports the event in a line for everybody.
func (q *base) matchLine(w world.Edit, line []byte) {
	line = prints.Unindented(w.Players, line)
	q.texts.plain = prints.Plain(q.texts.plain[:0], line)
	plain := q.texts.plain
	q.roundsLine(w, line)
	if q.tableLine(w, line) {
		return
	}
	if len(line) < prints.Shortest {
		return
	}
	q.flagLine(w, line, plain)
	if e, ok := prints.Death(w.Players, line, plain); ok {
		q.death(w, e)
	} else if a, b, ok := prints.ArenaPair(w.Players, line, plain); ok {
		q.arena = arena{[2]int{a, b}, true}
	} else if victim, ok := prints.ArenaDeath(w.Players, line, plain); ok {
		q.arenaDeath(w, victim, line)
	} else if e, ok := prints.Flag(w.Players, line, plain); ok {
		w.Event(e)
	} else {
		q.matchWords(w, line, plain)
	}
}

// death reports a death. A death by a team-mate is a team kill if the server has teams.
func (q *base) death(w world.Edit, e world.Event) {
	if e.Player >= 0 && e.Other >= 0 && e.Player != e.Other {
		a, b := &w.Players[e.Player], &w.Players[e.Other]
		e.TeamKill = e.TeamKill || a.Team != "" && a.Team == b.Team &&
			info.Number(info.Value(w.Level().ServerInfo, "teamplay")) != 0
	}
	q.unnamed.AddObituary(w.Clock, &e)
	id1.Death(w, e)
}

// arenaDeath reports the death of one of the two fighters in Rocket Arena.
func (q *base) arenaDeath(w world.Edit, victim int, line []byte) {
	e := world.Event{Kind: world.EventKill, Player: world.Nobody, Other: victim, Text: line}
	if a := q.arena.fighters; q.arena.known && (a[0] == victim || a[1] == victim) {
		e.Player = a[0] + a[1] - victim
	}
	q.arena = arena{}
	q.death(w, e)
}

// note reports the event in a note for programs (KTX, mvdsv), given without its two slashes.
func (q *base) note(w world.Edit, note []byte) {
	switch {
	case bytes.Equal(note, []byte("ktx matchstart")):
		// If a cut demo begins here, this note is the only sign of the match.
		next := q.match.point > 0 || w.Match.Phase == world.PhaseCountdown
		w.Match.Phase = world.PhaseRunning
		if !q.match.begun || q.match.over {
			q.matchStart(w)
		} else if next { // a point of hoonymode, which has its own clock
			w.Match.Start, w.Match.Limit, w.Match.Latest = w.Time, 0, 0
			q.match.point = 0
		}
	case bytes.HasPrefix(note, []byte("ktx took ")):
		q.took(w, note[len("ktx took "):])
	case bytes.HasPrefix(note, []byte("recorddate ")): // the start of FTE's .mvd demos
		if date := prints.Date(note[len("recorddate "):]); date != "" {
			w.RecordDate(date)
		}
	case bytes.HasPrefix(note, []byte("wps ")):
		aimed(w, note[len("wps "):])
	case bytes.HasPrefix(note, []byte("demomark")):
		text := bytes.TrimSpace(note[len("demomark"):])
		w.Event(world.Event{Kind: world.EventMark, Player: world.Nobody, Other: world.Nobody, Text: text})
	}
}

// aimed reads KTX's note on a player's use of a weapon since the match began: slot, weapon, shots and direct hits.
func aimed(w world.Edit, note []byte) {
	var fields [4][]byte
	n := 0
	for field := range bytes.FieldsSeq(note) {
		if n < len(fields) {
			fields[n] = field
		}
		n++
	}
	if n != len(fields) || !w.ResultOpen() {
		return
	}
	slot := info.Number(fields[0])
	weapon := slices.IndexFunc(statisticWeapons[:], func(name string) bool { return name == string(fields[1]) })
	shots, hits := int32(info.Number(fields[2])), int32(info.Number(fields[3]))
	if slot < 0 || slot >= len(w.Players) || w.Players[slot].Name == "" || weapon < 0 || shots <= 0 || hits < 0 {
		return
	}
	if a := aimOf(w.Result(), w.Players[slot].Name, statisticWeapons[weapon]); a != nil {
		a.Attacks, a.Hits = shots, hits
	}
}

// took reads KTX's note on a pickup: the item's entity, the seconds until the item respawns, and the player's entity.
func (q *base) took(w world.Edit, note []byte) {
	fields := bytes.Fields(note)
	if len(fields) != 3 {
		return
	}
	slot := info.Number(fields[2]) - 1
	if slot < 0 || slot >= len(w.Players) {
		return
	}
	// The entity may already be gone.
	entity := int32(info.Number(fields[0]))
	e := w.Entity(entity)
	if e == nil || e.Model[0] == 0 {
		e = w.Baseline(entity)
	}
	q.pickUp(w, slot, weapon.OfModel(w.Level().Model(e.Model[0]), int(e.Skin)).Quake())
}

// pickUp reports a major item that a player took, once, because a print and a note may both report it. An empty item is
// ignored.
func (q *base) pickUp(w world.Edit, slot int, item string) {
	if item != "" && q.taken.Fresh(w.Clock, slot, item) {
		w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Item: item})
	}
}
