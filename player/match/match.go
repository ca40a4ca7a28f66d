// Package match defines matches: their players, sides, results and numbers. Summaries, tables and pages only format a
// [Match], so that a number is the same everywhere.
package match

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"demoscope/player/charset"
	"demoscope/player/world"
)

// Source is the source of a number.
type Source uint8

// The sources of a number, in increasing order of reliability.
const (
	Unknown Source = iota // not in the demo
	Counted               // counted from events in the demo
	Known                 // reported by the game
)

// Number is a number with its source.
type Number struct {
	Value  int32
	Source Source
}

// NotKnown is shown for an unknown number.
const NotKnown = "-"

// String returns the number, or [NotKnown] if it is unknown.
func (n Number) String() string {
	if n.Source == Unknown {
		return NotKnown
	}
	return strconv.Itoa(int(n.Value))
}

// Pointer returns a pointer to the value, or nil if it is unknown.
func (n Number) Pointer() *int32 {
	if n.Source == Unknown {
		return nil
	}
	return &n.Value
}

// Compare orders numbers from high to low, with unknown ones last.
func (n Number) Compare(o Number) int {
	value := func(n Number) int64 {
		if n.Source == Unknown {
			return math.MinInt64
		}
		return int64(n.Value)
	}
	return cmp.Compare(value(o), value(n))
}

// Match is a match of a demo, or a level without a match, whose Result is empty.
type Match struct {
	Game     world.Game
	Map      string // game path, "maps/dm6.bsp"
	Level    int    // number of the level in the demo, from 1
	Complete bool   // the demo has the end of the match
	// From and To are the start and the end of the match, in seconds of the viewer's clock. [Match.Count] sets them and
	// Last.
	From, To float64
	Last     float64 // events count until then: To, or [world.Result].Last if that is later
	// Result is what the game reported. It is shared and must not be changed.
	Result *world.Result
	// Players took part and were present at the end, by slot. Left took part and left before the end.
	Players, Left []Player
	// Lines are the scores over time of the teams or, without teams, of the players, the best at the end first.
	Lines []Line
	// Kills are the kills by killer, victim and weapon.
	Kills Kills
}

// Player is a player of a match. Names and teams are bytes in the game's charset.
type Player struct {
	// Score is what the game reported about the player, and what was counted from obituaries. It is shared and must not
	// be changed.
	*world.Score
	// Frags is the score. Kills excludes team kills. Deaths counts all kinds, including suicides. Accuracy is in
	// percent.
	Frags, Kills, Deaths, Suicides, TeamKills, Accuracy Number
	// DamageGiven and DamageTaken are between opponents, in points. PowerupTime is in seconds.
	DamageGiven, DamageTaken, PowerupTime Number
	// HasLeft is set for a player who left before the end.
	HasLeft bool

	// [Match.Count] sets the following fields.

	// Run is the most kills without a death. Spree is KTX's version: a suicide that ends it also counts.
	Run   Number
	Spree int
	// Weapons and Items are by KTX's short names, such as "rl" and "health_100".
	Weapons map[string]*Weapon
	Items   map[string]Number
	// AllItems is set if the demo shows everything that the player took.
	AllItems bool
}

// Weapon is what a player did with a weapon, without team kills. Deaths counts deaths by it, whoever had it.
type Weapon struct {
	world.Counts
	// Shots and Hits are the game's counts, if Aimed is set. With a shotgun it may count pellets.
	Shots, Hits int
	Aimed       bool
	// Printed is the number of hits per thousand shots in the game's own table, see [world.WeaponAim].
	Printed Number
}

// Accuracy returns the percentage of hits: as printed by the game, or otherwise computed from Hits and Shots.
func (w *Weapon) Accuracy() (percent float64, known bool) {
	switch {
	case w.Printed.Source == Known:
		return float64(w.Printed.Value) / 10, true
	case w.Shots > 0:
		return 100 * float64(w.Hits) / float64(w.Shots), true
	}
	return 0, false
}

// Of returns the match for a result.
func Of(game world.Game, r *world.Result) *Match {
	m := &Match{Game: game, Map: r.Map, Level: r.Level, Complete: r.Complete, From: r.Start, To: r.End, Result: r,
		Players: make([]Player, len(r.Players))}
	for i := range r.Players {
		m.Players[i] = PlayerOf(&r.Players[i])
	}
	for i := range r.Left {
		s := &r.Left[i]
		back := slices.ContainsFunc(r.Players, func(p world.Score) bool { return p.Name == s.Name })
		if s.Spectator || back {
			continue
		}
		p := PlayerOf(s)
		p.HasLeft = true
		m.Left = append(m.Left, p)
	}
	return m
}

// PlayerOf returns a player with the numbers in a score.
func PlayerOf(s *world.Score) Player {
	all := s.AllCounts()
	number := func(value int32, field world.ScoreFields, otherwise Source) Number {
		if s.Told&field != 0 {
			return Number{value, Known}
		}
		if otherwise == Unknown {
			value = 0
		}
		return Number{value, otherwise}
	}
	p := Player{
		Score:     s,
		Frags:     number(s.Score, world.ToldScore, Unknown),
		Kills:     number(all.Kills, world.ToldKills, Counted),
		Deaths:    number(all.Deaths, world.ToldDeaths, Counted),
		Suicides:  number(all.Suicides, world.ToldSuicides, Counted),
		TeamKills: number(all.TeamKills, world.ToldTeamKills, Counted),
		Accuracy:  number(s.Accuracy, world.ToldAccuracy, Unknown),

		DamageGiven: number(s.DamageGiven, world.ToldDamageGiven, Unknown),
		DamageTaken: number(s.DamageTaken, world.ToldDamageTaken, Unknown),
		PowerupTime: number(s.PowerupTime, world.ToldPowerupTime, Unknown),
	}
	sum := func(to *Number, value int32, field world.ScoreFields) {
		if to.Source == Unknown && s.Told&field != 0 {
			*to = Number{value, Counted}
		}
	}
	sum(&p.DamageGiven, s.Counted.DamageGiven, world.SummedDamage)
	sum(&p.DamageTaken, s.Counted.DamageTaken, world.SummedDamage)
	sum(&p.PowerupTime, s.Counted.PowerupTime, world.SummedPowerups)
	if p.Frags.Source == Unknown && s.Told&world.CountedScore != 0 {
		p.Frags = Number{s.Score, Counted}
	}
	return p
}

// all returns the players who were present at the end, and those who left.
func (m *Match) all() (list []*Player) {
	for _, players := range [...][]Player{m.Players, m.Left} {
		for i := range players {
			list = append(list, &players[i])
		}
	}
	return list
}

// Teams reports whether the game reported teams.
func (m *Match) Teams() bool { return len(m.Result.Teams) > 0 }

// Plain returns the readable form of a name or a team.
func (m *Match) Plain(name string) string { return charset.Plain(m.Game, name) }

// Ranked returns the players, the winner first: by the scores of their teams, then by their own scores. Players with
// equal scores are in the order of the demo. Players who left before the end follow.
func (m *Match) Ranked() []*Player {
	teams := map[string]Number{}
	for _, t := range m.Result.Teams {
		teams[t.Name] = Number{t.Score, Known}
	}
	ranked := m.all()
	for _, list := range [...][]*Player{ranked[:len(m.Players)], ranked[len(m.Players):]} {
		slices.SortStableFunc(list, func(a, b *Player) int {
			return cmp.Or(teams[a.Team].Compare(teams[b.Team]), a.Frags.Compare(b.Frags))
		})
	}
	return ranked
}

// maxListed is the maximum number of players in tables of a match.
const maxListed = 32

// Listed returns the players in tables: the first of [Match.Ranked].
func (m *Match) Listed() []*Player {
	players := m.Ranked()
	return players[:min(len(players), maxListed)]
}

// Is returns a function that reports whether a slot and a name at some moment belong to a player of the match. Players
// may return in other slots, slots get other players, and players change names.
func (m *Match) Is(p *Player) func(slot int, name string) bool {
	names := map[string]int{}
	for _, list := range [...][]world.Score{m.Result.Players, m.Result.Left} {
		for i := range list {
			names[list[i].Name]++
		}
	}
	return func(slot int, name string) bool {
		switch {
		case slot < 0:
			return false
		case name == p.Name && names[name] == 1:
			return true
		}
		return slot == p.Slot && (name == p.Name || names[name] == 0)
	}
}

// IndexOf returns a function that returns the index of the player with a slot and a name at some moment, or -1.
func (m *Match) IndexOf(players []*Player) func(slot int, name string) int {
	is := make([]func(slot int, name string) bool, len(players))
	for i := range players {
		is[i] = m.Is(players[i])
	}
	return func(slot int, name string) int {
		for i, p := range players {
			if slot >= 0 && is[i](slot, name) || slot < 0 && name != "" && p.Name == name { // the player has left
				return i
			}
		}
		return -1
	}
}
