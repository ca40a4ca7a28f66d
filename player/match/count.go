package match

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Items are the important items of a match: KTX's short name, and a readable name.
var Items = func() (list []struct{ Name, Title string }) {
	for _, i := range [...]weapon.Item{weapon.ItemRedArmor, weapon.ItemYellowArmor, weapon.ItemGreenArmor,
		weapon.ItemMegahealth, weapon.ItemQuad, weapon.ItemPentagram, weapon.ItemRing, weapon.ItemInvulnerability,
		weapon.ItemKamikaze, weapon.ItemBattleSuit, weapon.ItemHaste, weapon.ItemRegeneration, weapon.ItemFlight} {
		list = append(list, struct{ Name, Title string }{i.KTX(), i.Word()})
	}
	return list
}()

// ItemTitle returns the title of one of [Items] in a game. Quake II and III have invisibility instead of the ring.
func ItemTitle(game world.Game, title string) string {
	if title == weapon.ItemRing.Word() && (game == world.Quake2 || game == world.Quake3) {
		return weapon.ItemInvisibility.Word()
	}
	return title
}

// Count adds what happened between two times, in seconds of the viewer's clock. events are those of the demo, and
// scores are the changes of scores, in order of time. recorder is the slot of the recorder. The pickups of other
// players are only complete if allSeen is set.
func (m *Match) Count(events []timeline.Event, scores []Change, from, to float64, recorder int, allSeen bool) {
	m.From, m.To, m.Last = from, to, max(to, m.Result.Last)
	players := m.Ranked()
	n := min(len(players), maxListed)
	table := func() [][]int {
		t := make([][]int, n+1)
		for i := range t {
			t[i] = make([]int, n+1)
		}
		return t
	}
	m.Kills = Kills{By: table(), TeamKills: table(), With: map[string][]int{}}
	unnamed := Unnamed(events)
	for _, p := range players {
		if unnamed {
			p.unknownKills()
		}
		p.Run.Source, p.Weapons, p.Items = Counted, map[string]*Weapon{}, map[string]Number{}
		p.AllItems = allSeen || !p.HasLeft && p.Slot >= 0 && p.Slot == recorder
	}
	index, streaks, all := m.IndexOf(players), make([]int, len(players)), map[string]int{}
	for i := range events {
		e := &events[i]
		if e.Clock < from || e.Clock > m.Last || e.Kind != world.EventItem && e.Kind != world.EventKill {
			continue
		}
		by := -1
		if e.Player >= 0 {
			by = index(e.Player, e.PlayerName)
		}
		if e.Kind == world.EventKill {
			m.count(e, players, by, index(e.Other, e.OtherName), streaks, all)
		} else if short := weapon.ItemNamed(e.Item).KTX(); short != "" && by >= 0 {
			players[by].Items[short] = Number{players[by].Items[short].Value + 1, Counted}
		}
	}
	m.Kills.Weapons = slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b], all[a]), strings.Compare(a, b))
	})
	m.pickups()
	m.aims()
	m.Lines = m.linesOf(scores)
}

// countKill counts a kill for the killer and the victim, which may be the same. nil means a player who is not counted.
func countKill(by, of *world.Counts, mates bool) {
	if of != nil {
		of.Deaths++
	}
	switch {
	case by == nil:
	case by == of:
		by.Suicides++
	case mates:
		by.TeamKills++
	default:
		by.Kills++
	}
}

// count counts a kill. by and of are indices into players, or -1. streaks are each player's kills without a death, and
// all counts the kills by weapon.
func (m *Match) count(e *timeline.Event, players []*Player, by, of int, streaks []int, all map[string]int) {
	k := &m.Kills
	if k.Deaths++; e.Idle {
		k.Idle++
		return
	}
	if ByWorld(m.Game, e) {
		k.ByLevel++
	}
	var killer, victim *world.Counts
	short, own := e.Weapon.KTX(), by >= 0 && by == of
	if of >= 0 {
		victim = &players[of].weapon(short).Counts
	}
	if own {
		killer = victim
	} else if by >= 0 && !e.TeamKill {
		killer = &players[by].weapon(short).Counts
	}
	countKill(killer, victim, e.TeamKill)
	if own && !m.Teams() { // as in KTX
		players[by].Spree = max(players[by].Spree, streaks[by]+1)
	} else if killer != nil && !own {
		p := players[by]
		streaks[by]++
		p.Spree, p.Run.Value = max(p.Spree, streaks[by]), max(p.Run.Value, int32(streaks[by]))
	}
	if of >= 0 {
		streaks[of] = 0
	}
	n := uint(len(k.By) - 1)
	row, column := min(uint(by), n), min(uint(of), n)
	if e.TeamKill {
		k.TeamKills[row][column]++
		return
	}
	if k.By[row][column]++; e.Player < 0 || e.Suicide() {
		return
	}
	with := cmp.Or(m.Plain(e.Means(m.Game)), UnknownWeapon)
	if _, ok := e.Cause(m.Game).Death(false); ok {
		with = TheLevel
	}
	if k.With[with] == nil {
		k.With[with] = make([]int, n+1)
	}
	k.With[with][row]++
	all[with]++
}

// weapon returns the numbers of a weapon to update. Causes without a short name, such as lava, are not kept.
func (p *Player) weapon(short string) *Weapon {
	if short == "" {
		return new(Weapon)
	}
	if p.Weapons[short] == nil {
		p.Weapons[short] = new(Weapon)
	}
	return p.Weapons[short]
}

// Item returns how often the player took one of [Items].
func (p *Player) Item(name string) Number {
	n := p.Items[name]
	if n.Source == Unknown && p.AllItems {
		n.Source = Counted
	}
	return n
}

// pickups replaces the counted pickups by the game's own counts, for the items that the game counts.
func (m *Match) pickups() {
	for _, k := range Items {
		is := func(c world.PickupCount) bool { return c.Item == k.Name || c.Item == k.Title }
		if !slices.ContainsFunc(m.Result.Pickups, is) {
			continue
		}
		for _, p := range m.all() {
			n := Number{Source: Known}
			for _, c := range m.Result.Pickups {
				if c.Name == p.Name && is(c) {
					n.Value += c.Count
				}
			}
			p.Items[k.Name] = n
		}
	}
}

// aims sets the shots and hits that the game reported, for the players who were present at the end.
func (m *Match) aims() {
	for i := range m.Players {
		p := &m.Players[i]
		for k := range m.Result.Aims {
			if a := &m.Result.Aims[k]; a.Name == p.Name {
				w := p.weapon(a.Weapon)
				w.Shots, w.Hits = int(a.Attacks), int(a.Hits)
				if a.Printed >= 0 {
					w.Printed = Number{a.Printed, Known}
				}
				w.Aimed = a.Printed < 0 || a.Attacks > 0
			}
		}
	}
}

// Kills are the kills of a match by killer, victim and weapon. Players are indices into [Match.Listed]. The index after
// the last player stands for everybody else and the world.
type Kills struct {
	// By and TeamKills are by killer and victim. A player who died by their own weapon is both.
	By, TeamKills [][]int
	// Weapons are the readable names of the weapons, most kills first. With has the kills by weapon and killer, without
	// team kills.
	Weapons []string
	With    map[string][]int
	// Deaths counts all deaths, Idle those outside of matches, and ByLevel those caused by the level alone.
	Deaths, Idle, ByLevel int
}

const (
	// UnknownWeapon is the name of an unknown weapon. TheLevel is the weapon of a player who made the level kill
	// another player: by pushing them off the map, into a trap, into lava or down a fall.
	UnknownWeapon, TheLevel = "unknown", "the level"
	// Somebody is a killer without a name, TheWorld is everything in the level that kills, and UnknownKiller means that
	// nothing is known about the killer.
	Somebody, TheWorld, UnknownKiller = "somebody", "the world", "unknown"
)

// ByWorld reports whether the level alone killed the victim.
func ByWorld(game world.Game, e *timeline.Event) bool {
	if e.Player >= 0 || e.TeamKill || e.PlayerName != "" || e.Weapon == weapon.Telefrag {
		return false
	}
	_, ok := e.Cause(game).Death(false)
	return ok
}

// Change is a score from a time on.
type Change struct {
	Clock float64 // seconds of the viewer's clock
	Slot  int     // of the player; [world.Nobody] for a team
	Name  string  // of the player or the team, in the game's charset
	Score int32
}

// Line is the score of a team or a player over the course of a match.
type Line struct {
	Name   string // bytes in the game's charset
	Team   bool
	Points []Point // from the first change on
	// Until is when the player left, or otherwise the end of the match, in seconds of the viewer's clock.
	Until float64
	// Final is the score that the game reported at the end. It equals the last of Points, unless Points is empty
	// because the score was always 0.
	Final Number

	is func(slot int, name string) bool
}

// Point is a score from a time on.
type Point struct {
	Clock float64
	Score int
}

// maxLines is the maximum number of lines of a match.
const maxLines = 256

// linesOf returns the lines of the sides of a match.
func (m *Match) linesOf(scores []Change) (lines []Line) {
	for i := range m.Result.Teams {
		t := &m.Result.Teams[i]
		lines = append(lines, Line{Name: t.Name, Team: true, Until: m.Last, Final: Number{t.Score, Known},
			is: func(slot int, name string) bool { return slot == world.Nobody && name == t.Name }})
	}
	for _, p := range m.all() {
		if p.Slot < 0 || len(lines) >= maxLines || m.Teams() {
			continue
		}
		l := Line{Name: p.Name, Until: m.Last, is: m.Is(p)}
		if p.HasLeft {
			l.Until = max(m.From, min(p.Gone, m.Last))
		}
		if p.Frags.Source == Known {
			l.Final = p.Frags
		}
		lines = append(lines, l)
	}
	for _, s := range scores {
		if s.Clock < m.From {
			continue
		}
		whose := -1 // if the name matches nobody, the line of the player who had the slot at that time
		for i := range lines {
			if l := &lines[i]; s.Clock <= l.Until && l.is(s.Slot, s.Name) &&
				(whose < 0 || l.Until < lines[whose].Until) {
				whose = i
			}
		}
		if whose >= 0 {
			lines[whose].Points = append(lines[whose].Points, Point{s.Clock, int(s.Score)})
		}
	}
	for i := range lines { // the server's last report may come after the match
		if l := &lines[i]; l.Final.Source == Known && l.shown() != int(l.Final.Value) {
			l.Points = append(l.Points, Point{l.Until, int(l.Final.Value)})
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return b.Last() - a.Last() })
	return lines
}

// shown returns the score of the last point.
func (l *Line) shown() int {
	if n := len(l.Points); n > 0 {
		return l.Points[n-1].Score
	}
	return 0
}

// Last returns the score at the end.
func (l *Line) Last() int {
	if l.Final.Source == Known {
		return int(l.Final.Value)
	}
	return l.shown()
}
