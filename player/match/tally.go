package match

import (
	"cmp"
	"slices"
	"strings"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Tally counts what the players did over a whole demo, packet by packet.
type Tally struct {
	// Deaths is how many there are in all, idle how many of them are of no match, and seen of how many no line tells.
	deaths, idle, seen int

	counts map[person]*tally
	half   map[int]bool // whether the last death of a slot lacks the killer
	seats  []seat       // by slot
	// What was so after the last packet.
	terms terms
	clock float64        // the viewer's
	ended *world.Present // the last [world.World].Ended
}

// NewTally returns a tally before the first packet of a demo.
func NewTally() *Tally { return &Tally{counts: map[person]*tally{}, half: map[int]bool{}} }

// seat is what a slot had after the last packet.
type seat struct {
	occupant
	stale  bool // other terms have come since
	person person
	tally  *tally // of the player, nil for nobody
}

// leave notes that nobody plays there any more, from a time on.
func (s *seat) leave(w *world.World, clock float64) {
	t := s.tally
	if s.tally = nil; t == nil {
		return
	}
	if t.at = clock; t.scored {
		t.age = w.FragsAge(&world.Player{FragsTold: s.told, FragsAt: s.fragsAt})
	}
}

// occupant is what tallies have of a slot, apart from what is counted.
type occupant struct {
	inUse, spectator, told, eye bool
	guest                       uint32
	frags                       int32
	fragsAt                     float32
	name, team                  string
}

// is reports whether a player is surely the same as before. It is called for each slot of each packet, so it compares
// names by their addresses.
func (o *occupant) is(p *world.Player) bool {
	return p.InUse == o.inUse && p.Spectator == o.spectator && p.Guest == o.guest && p.Frags == o.frags &&
		p.FragsAt == o.fragsAt &&
		p.FragsTold == o.told && p.EyeKnown == o.eye && world.SameText(p.Name, o.name) && world.SameText(p.Team, o.team)
}

// terms are what else decides who plays, and whether frags mean something.
type terms struct {
	level            int
	monsters, counts bool
	alone            bool // a player alone does not leave
}

// maxTallies bounds who is counted apart: on a server's recording of a whole day there are some hundreds. What later
// ones do is lost.
const maxTallies = 1 << 14

// person is somebody in a slot.
type person struct {
	level, slot int
	guest       uint32
}

// tally counts the deaths that a player has part in.
type tally struct {
	world.Counts
	name string // the last one

	// What was true when the player played last. At is on the viewer's clock.
	played, monsters, scored bool
	slot                     int
	team                     string
	frags                    int32
	age, at                  float64
}

// add adds the counts of the same player in another slot, or on another level.
func (t *tally) add(o *tally) {
	t.Kills, t.Deaths = t.Kills+o.Kills, t.Deaths+o.Deaths
	t.Suicides, t.TeamKills = t.Suicides+o.Suicides, t.TeamKills+o.TeamKills
}

// tookPart reports whether the player did something, or played against monsters, where nobody has to.
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

// personIn returns who is in a slot.
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

// Packet adds what the last packet changed.
func (t *Tally) Packet(w *world.World) {
	if w.Ended != nil {
		t.ended = w.Ended
	}
	for i := range w.Events {
		t.count(w, &w.Events[i])
	}
	t.look(w)
}

// count counts a death. One of a team-mate may name only one of the two at first.
func (t *Tally) count(w *world.World, e *world.Event) {
	switch e.Kind {
	case world.EventKill:
		t.deaths++
		if onlySeen(e.Player, e.Weapon, len(e.Text)) {
			t.seen++
		}
		if e.Idle {
			t.idle++
			return
		}
		t.of(w, e.Other).Deaths++
		switch by := t.of(w, e.Player); {
		case e.Player == e.Other:
			by.Suicides++
		case e.TeamKill:
			by.TeamKills++
		default:
			by.Kills++
		}
		t.half[e.Other] = e.TeamKill && e.Player < 0
	case world.EventNamed:
		if t.half[e.Other] {
			t.of(w, e.Player).TeamKills++
			t.half[e.Other] = false
		} else {
			t.of(w, e.Other).Deaths++
		}
	}
}

// look notes who is where after a packet.
func (t *Tally) look(w *world.World) {
	if now := (terms{w.LevelCount, w.Single.Known, w.Match.FragsCount, w.Level().MaxClients == 1}); now != t.terms {
		for i := range t.seats {
			here := &t.seats[i]
			here.stale = true
			if here.person.level != now.level {
				here.leave(w, t.clock) // unless the player comes to this level, too
			}
		}
		t.terms = now
	}
	for i := range w.Players {
		if i == len(t.seats) {
			t.seats = append(t.seats, seat{})
		}
		if here, p := &t.seats[i], &w.Players[i]; here.stale || !here.is(p) {
			t.change(w, i, here)
		}
	}
	t.clock = w.Clock
}

// change notes who is in a slot now.
func (t *Tally) change(w *world.World, slot int, here *seat) {
	p, at := &w.Players[slot], personIn(w, slot)
	if p.Name != here.name && p.Name != "" { // the last name is the one on the next level
		if of := t.counts[at]; of != nil {
			of.name = strings.Clone(p.Name)
		}
	}
	plays := p.Plays()
	if !t.terms.alone && (!plays || here.person != at) {
		here.leave(w, w.Clock)
	}
	here.occupant, here.stale = occupant{p.InUse, p.Spectator, p.FragsTold, p.EyeKnown, p.Guest, p.Frags, p.FragsAt,
		p.Name, p.Team}, false
	if t.terms.alone || !plays {
		return
	}
	if here.tally == nil {
		here.person, here.tally = at, t.of(w, slot)
	}
	of := here.tally
	of.played, of.monsters, of.slot = true, t.terms.monsters, slot
	if of.team != p.Team {
		of.team = strings.Clone(p.Team)
	}
	if of.scored = w.HasFrags(p); of.scored {
		of.frags = p.Frags
	}
}

// sum returns the counts of a player at the end, who may have been in other slots and on other levels before.
func (t *Tally) sum(end *world.Present, p *world.PresentPlayer) world.Counts {
	same := 0 // players with the name
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
			sum.add(of)
		}
	}
	return sum.Counts
}

// gone returns those who played and do not at the end, by name: those who left, and those who are spectators now.
func (t *Tally) gone(end *world.Present) (left, watching []*tally) {
	plays, there := map[string]bool{}, map[string]bool{}
	for i := range end.Players {
		p := &end.Players[i]
		plays[p.Name], there[p.Name] = plays[p.Name] || p.Plays(), true
	}
	byName := map[string][]*tally{}
	latest := map[string]*tally{} // when and where they were there last, whatever they did then
	for _, of := range t.counts {
		if of.name == "" || plays[of.name] {
			continue
		}
		if l := latest[of.name]; of.played && (l == nil || l.at < of.at || l.at == of.at && l.slot < of.slot) {
			latest[of.name] = of
		}
		if of.tookPart() {
			byName[of.name] = append(byName[of.name], of)
		}
	}
	for name, list := range byName {
		slices.SortFunc(list, func(a, b *tally) int {
			return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.slot, b.slot))
		})
		last := *list[0]
		for _, of := range list[1:] {
			last.add(of)
		}
		last.at, last.slot = latest[name].at, latest[name].slot
		if there[name] {
			watching = append(watching, &last)
		} else {
			left = append(left, &last)
		}
	}
	slices.SortFunc(left, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.slot, b.slot), cmp.Compare(a.name, b.name))
	})
	return left, watching
}

// Finish returns what the demo adds up to. The world is that after the last packet.
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
	d.Present, d.Deaths, d.Idle, d.seen = present, t.deaths, t.idle, t.seen
	d.Teams = w.Match.Teams || w.Game == world.Quake || w.Game == world.Quake2
	if d.Unnamed() {
		for _, list := range d.lists() {
			unknownKills(list)
		}
	}
	return d
}

// onlySeen reports whether no line tells of a death: somebody was seen to die. It takes the killer's slot, the weapon
// and the length of the line.
func onlySeen(killer int, with weapon.Kind, line int) bool {
	return killer < 0 && with == weapon.None && line == 0
}

// unknownKills makes the kills of players unknown that were counted although no death has a killer.
func unknownKills(list []Player) {
	for i := range list {
		if k := &list[i].Kills; k.Source == Counted {
			*k = Number{}
		}
	}
}

// Unnamed reports whether there are deaths among events, and the killer of none is known.
func Unnamed(events []timeline.Event) bool {
	var d Demo
	for i := range events {
		if e := &events[i]; e.Kind == world.EventKill {
			d.Deaths++
			if onlySeen(e.Player, e.Weapon, len(e.Text)) {
				d.seen++
			}
		}
	}
	return d.Unnamed()
}
