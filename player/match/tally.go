package match

import (
	"cmp"
	"slices"
	"strings"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Tally counts what players do over a whole demo, packet by packet.
type Tally struct {
	// deaths counts all deaths, idle those outside of matches, and seen those without an obituary.
	deaths, idle, seen int

	counts        map[person]*tally
	names         []PastName
	killerUnknown map[int]bool   // whether the killer of a slot's last death is unknown
	slots         []slotState    // by slot
	clock         float64        // time of the viewer's clock after the last packet
	ended         *world.Present // the last [world.World].Ended
	falls         timeline.Falls
}

// NewTally returns a tally before the first packet of a demo.
func NewTally() *Tally { return &Tally{counts: map[person]*tally{}, killerUnknown: map[int]bool{}} }

// slotState is the player in a slot after the last packet.
type slotState struct {
	// name and team are the player's strings, not copies, so that comparing them by address is fast. level and guest
	// are from the time when name was stored.
	name, team string
	level      int
	guest      uint32

	person person
	tally  *tally // nil for nobody
	// fragsReported and fragsAt are copies of the player's fields.
	fragsReported bool
	fragsAt       float32
}

// leave notes that the player no longer plays, from a time on.
func (s *slotState) leave(w *world.World, clock float64) {
	t := s.tally
	if s.tally = nil; t == nil {
		return
	}
	if t.at = clock; t.scored {
		t.age = w.FragsAge(&world.Player{FragsReported: s.fragsReported, FragsAt: s.fragsAt})
	}
}

// maxTallies is the maximum number of players to count. A server's recording of a whole day has a few hundred. Later
// players are not counted.
const maxTallies = 1 << 14

// person identifies a player by level, slot and guest number.
type person struct {
	level, slot int
	guest       uint32
}

// tally counts the kills and deaths of a player.
type tally struct {
	world.Counts
	name string // the last one

	// The state when the player last played. at is in seconds of the viewer's clock.
	played, monsters, scored bool
	slot                     int
	team                     string
	frags                    int32
	age, at                  float64
}

// tookPart reports whether the player did anything, or played against monsters.
func (t *tally) tookPart() bool {
	return t.played && (t.monsters || t.Counts != world.Counts{} || t.frags != 0)
}

// score returns the tally as a score.
func (t *tally) score() world.Score {
	s := world.Score{Slot: t.slot, Name: t.name, Team: t.team, Counted: t.Counts, Gone: t.at}
	if t.scored {
		s.Score, s.Age, s.Told = t.frags, t.age, world.ToldScore
	}
	return s
}

// personIn returns the player in a slot.
func personIn(w *world.World, slot int) person {
	at := person{level: w.LevelCount, slot: slot}
	if slot >= 0 && slot < len(w.Players) {
		at.guest = w.Players[slot].Guest
	}
	return at
}

// of returns the tally of the player in a slot.
func (t *Tally) of(w *world.World, slot int) *tally {
	at := personIn(w, slot)
	of := t.counts[at]
	if of == nil {
		of = new(tally)
		if len(t.counts) >= maxTallies {
			return of
		}
		if slot >= 0 && slot < len(w.Players) {
			of.name = strings.Clone(w.Players[slot].Name)
		}
		t.counts[at] = of
	}
	return of
}

// Packet adds the changes of the last packet. changed is false if no player has changed.
func (t *Tally) Packet(w *world.World, changed bool) {
	if w.Ended != nil {
		t.ended = w.Ended
	}
	for i := range w.Events {
		t.count(w, &w.Events[i])
	}
	if t.falls.Packet(w) {
		t.fall(w, 1)
	}
	if changed {
		t.look(w)
	}
	t.clock = w.Clock
}

// fall adds a death of the recorder without an obituary, or removes it for n = -1.
func (t *Tally) fall(w *world.World, n int) {
	t.deaths += n
	t.seen += n
	t.of(w, w.Recorder).Deaths += int32(n)
}

// count counts a death. The obituary of a team kill may name only one of the two players at first.
func (t *Tally) count(w *world.World, e *world.Event) {
	switch e.Kind {
	case world.EventKill:
		t.deaths++
		if e.Other >= 0 && e.Other == w.Recorder && t.falls.Told(w) {
			t.fall(w, -1)
		}
		if noObituary(e.Player, e.Weapon, len(e.Text)) {
			t.seen++
		}
		if e.Idle {
			t.idle++
			return
		}
		countKill(&t.of(w, e.Player).Counts, &t.of(w, e.Other).Counts, e.TeamKill)
		t.killerUnknown[e.Other] = e.TeamKill && e.Player < 0
	case world.EventNamed:
		if e.Other >= 0 && e.Other == w.Recorder && t.falls.Told(w) {
			t.fall(w, -1)
		}
		if t.killerUnknown[e.Other] {
			t.of(w, e.Player).TeamKills++
			t.killerUnknown[e.Other] = false
		} else {
			t.of(w, e.Other).Deaths++
		}
	}
}

// look updates who is in which slot after a packet.
func (t *Tally) look(w *world.World) {
	alone := w.Level().MaxClients == 1 // nobody can leave
	for len(t.slots) < len(w.Players) {
		t.slots = append(t.slots, slotState{})
	}
	for i := range w.Players {
		p, here := &w.Players[i], &t.slots[i]
		if !p.InUse && here.tally == nil {
			continue
		}
		at := personIn(w, i)
		if here.tally != nil && here.person.level != at.level {
			here.leave(w, t.clock) // unless the player continues on this level
		}
		if !world.SameText(p.Name, here.name) || here.level != at.level || here.guest != at.guest {
			here.name, here.level, here.guest = p.Name, at.level, at.guest
			if p.Name != "" {
				t.named(p, at)
			}
		}
		plays := p.Plays()
		if !alone && (!plays || here.person != at) {
			here.leave(w, w.Clock)
		}
		if alone || !plays {
			continue
		}
		fresh := here.tally == nil
		if fresh {
			here.person, here.tally = at, t.of(w, i)
		}
		of := here.tally
		of.played, of.monsters, of.slot = true, w.Single.Known, i
		if fresh || !world.SameText(p.Team, here.team) {
			here.team, of.team = p.Team, strings.Clone(p.Team)
		}
		here.fragsReported, here.fragsAt = p.FragsReported, p.FragsAt
		if of.scored = w.HasFrags(p); of.scored {
			of.frags = p.Frags
		}
	}
}

// named records the name of a player.
func (t *Tally) named(p *world.Player, at person) {
	if p.InUse && len(t.names) < maxTallies {
		t.names = append(t.names, PastName{strings.Clone(p.Name), at.level, at.slot, at.guest})
	}
	if of := t.counts[at]; of != nil { // the name continues on the next level
		of.name = strings.Clone(p.Name)
	}
}

// sum returns the counts of a player at the end, who may have been in other slots and levels before.
func (t *Tally) sum(end *world.Present, p *world.PresentPlayer) world.Counts {
	same := 0 // number of players with the name
	here := map[person]bool{}
	for i := range end.Players {
		o := &end.Players[i]
		here[person{end.Level, o.Slot, o.Guest}] = true
		if o.Name == p.Name {
			same++
		}
	}
	var sum tally
	own := person{end.Level, p.Slot, p.Guest}
	for at, of := range t.counts {
		back := of.name == p.Name && p.Name != "" && !here[at] && (same == 1 || at.slot == p.Slot)
		if at == own || back {
			sum.Add(of.Counts)
		}
	}
	return sum.Counts
}

// gone returns the players who no longer play at the end, by name: those who left, and those who are spectators now.
func (t *Tally) gone(end *world.Present) (left, watching []*tally) {
	plays, there := map[string]bool{}, map[string]bool{}
	for i := range end.Players {
		p := &end.Players[i]
		plays[p.Name], there[p.Name] = plays[p.Name] || p.Plays(), true
	}
	var all []*tally
	for _, of := range t.counts {
		if of.name != "" && of.played && !plays[of.name] {
			all = append(all, of)
		}
	}
	slices.SortFunc(all, func(a, b *tally) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.slot, a.slot)) })
	byName := map[string]*tally{}
	for _, of := range all {
		sum := byName[of.name]
		if sum == nil { // their last time and slot, even as a spectator
			sum = &tally{at: of.at, slot: of.slot}
			byName[of.name] = sum
		}
		switch {
		case !of.tookPart():
		case sum.played:
			sum.Add(of.Counts)
		default:
			at, slot := sum.at, sum.slot
			*sum = *of
			sum.at, sum.slot = at, slot
		}
	}
	for name, sum := range byName {
		switch {
		case !sum.played:
		case there[name]:
			watching = append(watching, sum)
		default:
			left = append(left, sum)
		}
	}
	slices.SortFunc(left, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.slot, b.slot), cmp.Compare(a.name, b.name))
	})
	return left, watching
}

// Finish returns the result. w is the world after the last packet.
func (t *Tally) Finish(w *world.World) Demo {
	present := w.PresentAtEnd(t.ended)
	gone, watching := t.gone(present)
	var players, left []world.Score
	for _, of := range gone {
		left = append(left, of.score())
	}
	for i := range present.Players {
		p := &present.Players[i]
		s := world.Score{Slot: p.Slot, Name: p.Name, Team: p.Team, Spectator: p.Spectator, Counted: t.sum(present, p)}
		if p.HasFrags {
			s.Score, s.Age, s.Told = p.Frags, p.FragsAge, world.ToldScore
		}
		if i := slices.IndexFunc(watching, func(of *tally) bool { return of.name == p.Name }); i >= 0 && p.Spectator {
			last := watching[i].score()
			s.Score, s.Age, s.Told, s.Gone, s.LooksOn = last.Score, last.Age, last.Told, last.Gone, true
		}
		players = append(players, s)
	}
	d := DemoOf(w.Game, players, left, w.Results())
	d.Present, d.PastNames, d.Deaths, d.Idle, d.seen = present, t.names, t.deaths, t.idle, t.seen
	d.Teams = w.Match.Teams || w.Game == world.Quake || w.Game == world.Quake2
	if d.Unnamed() {
		for _, list := range d.lists() {
			for i := range list {
				list[i].unknownKills()
			}
		}
	}
	return d
}

// noObituary reports whether a death has no obituary and was only seen, by the killer's slot, the weapon, and the
// length of the line.
func noObituary(killer int, with weapon.Kind, line int) bool {
	return killer < 0 && with == weapon.None && line == 0
}

// unknownKills makes counted kills unknown, because no death has a known killer.
func (p *Player) unknownKills() {
	if p.Kills.Source == Counted {
		p.Kills = Number{}
	}
}

// Unnamed reports whether the events contain deaths, but no death with a known killer.
func Unnamed(events []timeline.Event) bool {
	var d Demo
	for i := range events {
		if e := &events[i]; e.Kind == world.EventKill {
			d.Deaths++
			if noObituary(e.Player, e.Weapon, len(e.Text)) {
				d.seen++
			}
		}
	}
	return d.Unnamed()
}
