package match

import (
	"cmp"
	"fmt"
	"slices"

	"demoscope/player/world"
)

// Demo is the players and the matches of a demo.
type Demo struct {
	Game    world.Game
	Present *world.Present // players at the end; nil for none
	// Players are those of Present, including spectators. Left are the players who left before the end, in that order.
	// Kills, deaths and similar numbers cover the whole demo, including the time outside of matches. Frags are those at
	// the end or, for a player who left or became a spectator, the last ones.
	Players, Left []Player
	// Matches are all matches, the oldest first, without levels that ended right away.
	Matches []*Match
	// PastNames are the names that players and spectators had during the demo, in order.
	PastNames []PastName
	// Deaths counts all deaths, and Idle those outside of matches.
	Deaths, Idle int
	// Teams is set if the teams of Players are real ones. In Quake and Quake II, only members of a real team have one.
	Teams bool

	seen int // deaths without an obituary
}

// PastName is a name, as bytes in the game's charset, that somebody had for some time.
type PastName struct {
	Name        string
	Level, Slot int    // levels count from 1
	Guest       uint32 // see [world.Player]
}

// PlayerWithPastName returns the slot, in a moment, of the only player who has a matching name at another time of the
// demo. A player who continues on the next level has the last name of the previous level.
func (d *Demo) PlayerWithPastName(w *world.World, fits func(name string) bool) (slot int, ok bool) {
	slot = world.Nobody
	for i := range d.PastNames {
		n := &d.PastNames[i]
		if !fits(n.Name) {
			continue
		}
		if n.Level != w.LevelCount {
			if n = d.pastNameAt(w.LevelCount, d.lastName(n)); n == nil {
				continue
			}
		}
		if n.Slot >= len(w.Players) || n.Slot == slot || !w.Players[n.Slot].InUse ||
			w.Players[n.Slot].Guest != n.Guest {
			continue
		}
		if slot != world.Nobody {
			return world.Nobody, false
		}
		slot = n.Slot
	}
	return slot, slot != world.Nobody
}

// lastName returns the last name of a player on a level.
func (d *Demo) lastName(n *PastName) string {
	for i := range slices.Backward(d.PastNames) {
		if o := &d.PastNames[i]; o.Level == n.Level && o.Slot == n.Slot && o.Guest == n.Guest {
			return o.Name
		}
	}
	return n.Name
}

// pastNameAt returns the player who had a name on a level, or nil if there is none or more than one.
func (d *Demo) pastNameAt(level int, name string) (n *PastName) {
	for i := range d.PastNames {
		o := &d.PastNames[i]
		switch {
		case o.Level != level || o.Name != name:
		case n == nil:
			n = o
		case o.Slot != n.Slot || o.Guest != n.Guest:
			return nil
		}
	}
	return n
}

// DemoOf returns a demo with these players at its end, these players who left, and these results of its matches.
func DemoOf(game world.Game, players, left []world.Score, results []world.Result) Demo {
	d := Demo{Game: game}
	for i := range players {
		d.Players = append(d.Players, PlayerOf(&players[i]))
	}
	for i := range left {
		p := PlayerOf(&left[i])
		p.HasLeft = true
		d.Left = append(d.Left, p)
	}
	for i, n := range Numbering(results) {
		if n > 0 {
			d.Matches = append(d.Matches, Of(game, &results[i]))
		}
	}
	if len(d.Matches) == 1 && !d.Matches[0].Shown() {
		d.takeSums(d.Matches[0])
	}
	return d
}

// takeSums copies the numbers that were counted from the recording from a match to the players of the demo.
func (d *Demo) takeSums(m *Match) {
	from := m.all()
	for _, list := range [...][]Player{d.Players, d.Left} {
		for i := range list {
			p := &list[i]
			if at := slices.IndexFunc(from, func(o *Player) bool {
				return o.Slot == p.Slot && o.Name == p.Name
			}); at >= 0 {
				o := from[at]
				p.DamageGiven, p.DamageTaken, p.PowerupTime = o.DamageGiven, o.DamageTaken, o.PowerupTime
			}
		}
	}
}

// Numbering returns the numbers of the matches with these results, in order, from 1. A level that ended right away is
// not a match and gets the number 0.
func Numbering(results []world.Result) []int {
	score := func(s world.Score) bool { return s.Score != 0 }
	numbers, last := make([]int, len(results)), 0
	for i := range results {
		r := &results[i]
		if len(results) == 1 || r.Complete || r.Start != world.Unknown || slices.ContainsFunc(r.Players, score) ||
			slices.ContainsFunc(r.Left, score) {
			last++
			numbers[i] = last
		}
	}
	return numbers
}

// Sound reports whether a saved demo is valid: nothing is nil that must not be.
func (d *Demo) Sound() bool {
	if slices.ContainsFunc(d.Matches, func(m *Match) bool { return m == nil || m.Result == nil }) {
		return false
	}
	for _, list := range d.lists() {
		if slices.ContainsFunc(list, func(p Player) bool { return p.Score == nil }) {
			return false
		}
	}
	return true
}

// Unnamed reports whether there are deaths, but no death has a known killer.
func (d *Demo) Unnamed() bool { return d.Deaths > 0 && d.seen == d.Deaths }

// Result returns the last complete match, or if there is none the last part of a match, or nil.
func (d *Demo) Result() *Match { return last(d.Matches) }

// ResultOf is [Demo.Result] for one level, by its number from 1.
func (d *Demo) ResultOf(level int) *Match {
	return last(slices.DeleteFunc(slices.Clone(d.Matches), func(m *Match) bool { return m.Level != level }))
}

func last(list []*Match) (last *Match) {
	for _, m := range list {
		if m.Complete || last == nil || !last.Complete {
			last = m
		}
	}
	return last
}

// Headline returns the headline of the result, and the number of matches if there are several.
func (d *Demo) Headline() string {
	line, shown := d.Result().Headline(MaxNames), 0
	for _, m := range d.Matches {
		if m.Complete && !m.Result.Before() && m.Headline(MaxNames) != "" {
			shown++
		}
	}
	if line != "" && shown > 1 {
		line += fmt.Sprintf(" (the last of %d matches)", shown)
	}
	return line
}

// Shown reports whether there is a table of the match, because the demo has its start or its end.
func (m *Match) Shown() bool {
	return m != nil && !m.Result.Before() && (m.Complete || m.Result.Start != world.Unknown)
}

// Match returns the result if the demo has its start or its end. Otherwise it returns nil, and tables cover the whole
// demo.
func (d *Demo) Match() *Match {
	if m := d.Result(); m.Shown() {
		return m
	}
	return nil
}

// Entry is a player in a list of players of a match or a demo. The name and the team are readable.
type Entry struct {
	Name, Team string
	Slot       int // [world.Nobody] if unknown
	Numbers    Player
	// LeaveText says when the player left or became a spectator, as [LeaveText] returns it. It is empty for other
	// players.
	LeaveText string
	// Plays is set for a player who took part, and Watched for a spectator. Both are set for a player who became a
	// spectator.
	Plays, Watched bool

	raw string // bytes of the name: other players' names may look the same
}

func entry(game world.Game, p *Player) Entry {
	m := Match{Game: game}
	e := Entry{Name: m.Plain(p.Name), Team: m.Plain(p.Team), Slot: p.Slot, Numbers: *p, Plays: true,
		raw: p.Name}
	if p.HasLeft || p.LooksOn {
		e.LeaveText = LeaveText(p.Gone, p.LooksOn)
	}
	return e
}

// entries returns the players of a match, the winner first, and the players who left it.
func (m *Match) entries() (present, left []Entry) {
	for _, p := range m.Ranked() {
		if e := entry(m.Game, p); p.HasLeft {
			left = append(left, e)
		} else {
			present = append(present, e)
		}
	}
	return present, left
}

// watched reports whether a player was a spectator, at the end of the demo or in the match of the result: servers of
// Quake II don't always report it.
func (d *Demo) watched(p *Player) bool {
	m := d.Result()
	is := func(name string) bool { return m.Plain(name) == m.Plain(p.Name) }
	return p.Spectator || m != nil && slices.ContainsFunc(m.Result.Spectators, is) &&
		!slices.ContainsFunc(m.Players, func(o Player) bool { return is(o.Name) })
}

// Participants returns the players who took part in the result's match until its end, the winner first. If the demo has
// no end of a match, they are the players at the end of the demo, with those of the match first.
func (d *Demo) Participants() (list []Entry) {
	var ranked []Entry
	if m := d.Result(); m != nil {
		if ranked, _ = m.entries(); m.Complete && len(ranked) > 0 {
			return ranked
		}
	}
	for i := range d.Players {
		if p := &d.Players[i]; !d.watched(p) {
			list = append(list, entry(d.Game, p))
		}
	}
	place := func(e Entry) int {
		i := slices.IndexFunc(ranked, func(r Entry) bool { return r.Slot == e.Slot && r.Name == e.Name })
		return int(min(uint(i), uint(len(ranked))))
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// Everybody returns the participants, those who left, and then the players of the other matches.
func (d *Demo) Everybody() (list []Entry) {
	known := map[string]bool{}
	add := func(entries []Entry) {
		from := len(list)
		for _, e := range entries {
			if !known[e.Name] {
				list = append(list, e)
			}
		}
		for _, e := range list[from:] { // equal names within one list are different players
			known[e.Name] = true
		}
	}
	add(d.Participants())
	matches := d.Matches
	if m := d.Result(); m != nil && m.Complete {
		matches = append([]*Match{m}, matches...)
	}
	for _, m := range matches {
		present, left := m.entries()
		add(present)
		add(left)
	}
	if d.Match() == nil {
		add(d.parted())
	}
	return list
}

// parted returns the players who no longer play at the end, because they left or became spectators.
func (d *Demo) parted() (list []Entry) {
	for _, p := range slices.Concat(d.Left, d.Players) {
		if p.HasLeft || p.LooksOn {
			list = append(list, entry(d.Game, &p))
		}
	}
	return list
}

// Names returns the names of everybody in the demo or its matches, including spectators, once for each match, and their
// other names.
func (d *Demo) Names() (names []string) {
	known := map[string]bool{}
	for i, list := range d.lists() {
		for k := range list {
			if name := entry(d.Game, &list[k]).Name; i < 2 || !known[name] {
				names, known[name] = append(names, name), true
			}
		}
	}
	for i := range d.PastNames {
		m := Match{Game: d.Game}
		if name := m.Plain(d.PastNames[i].Name); !known[name] {
			names, known[name] = append(names, name), true
		}
	}
	return names
}

// lists returns the players of the demo and of its matches.
func (d *Demo) lists() [][]Player {
	lists := [][]Player{d.Players, d.Left}
	for _, m := range d.Matches {
		lists = append(lists, m.Players, m.Left)
	}
	return lists
}

// bySlot returns the players of a match by slot, including those who left and the spectators. For the match of the
// result it adds those who joined afterwards. For nil it returns the players of the whole demo.
func (d *Demo) bySlot(m *Match) (list []Entry) {
	known := map[string]int{}
	if m != nil {
		for _, p := range m.all() {
			e := entry(m.Game, p)
			known[e.raw]++
			list = append(list, e)
		}
	}
	if m == nil || m == d.Match() {
		list = d.atTheEnd(list, m, known)
	}
	if m != nil {
		for _, name := range m.Result.Spectators {
			if !slices.ContainsFunc(list, func(e Entry) bool { return e.raw == name }) {
				list = append(list, Entry{Slot: world.Nobody, Name: m.Plain(name), raw: name, Watched: true})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(uint(a.Slot), uint(b.Slot)) })
	return list
}

// atTheEnd adds the other players at the end of the demo to the players of a match. known counts the names in the
// match. For a nil match it adds everybody who played in the demo. It removes team names in games without teams.
func (d *Demo) atTheEnd(list []Entry, m *Match, known map[string]int) []Entry {
	teams := d.Teams
	if m != nil {
		in := func(p Player) bool { return p.Team != "" }
		teams = m.Teams() || slices.ContainsFunc(m.Players, in) || slices.ContainsFunc(m.Left, in)
	}
	players := d.Players
	if m == nil {
		players = slices.Concat(players, d.Left)
	}
	for i := range players {
		p := &players[i]
		e := entry(d.Game, p)
		if !teams {
			e.Team = ""
		}
		e.Watched = !p.HasLeft && d.watched(p)
		if at := slices.IndexFunc(list, func(o Entry) bool {
			return m != nil && o.Plays && (o.raw == e.raw && known[o.raw] == 1 || o.Name == e.Name && o.Slot == p.Slot)
		}); at >= 0 {
			o := &list[at]
			o.Slot = p.Slot
			if e.Watched && o.LeaveText != "" {
				continue
			}
			o.LeaveText, o.Team = "", cmp.Or(o.Team, e.Team)
			continue
		}
		if e.Plays = m == nil && (!e.Watched || p.LooksOn); !e.Plays {
			e.LeaveText, e.Numbers = "", Player{}
		}
		list = append(list, e)
	}
	return list
}
