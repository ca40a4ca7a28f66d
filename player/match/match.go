// Package match owns what a match is: its players, sides and result, and their numbers. Summaries, tables and pages
// format a [Match] and compute nothing, so a number is the same wherever it is shown.
package match

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"demoscope/player/charset"
	"demoscope/player/world"
)

// Source says where a number comes from.
type Source uint8

// The sources of a number, the better one greater.
const (
	Unknown Source = iota // the demo does not contain it
	Counted               // from what happened in the demo
	Known                 // from the game
)

// Number is a number with its source.
type Number struct {
	Value  int32
	Source Source
}

// NotKnown is shown for a number that is not known.
const NotKnown = "-"

// String returns the number, [NotKnown] if it is not known.
func (n Number) String() string {
	if n.Source == Unknown {
		return NotKnown
	}
	return strconv.Itoa(int(n.Value))
}

// Pointer returns nil for a number that is not known.
func (n Number) Pointer() *int32 {
	if n.Source == Unknown {
		return nil
	}
	return &n.Value
}

// Compare orders numbers with the higher first, and those that are not known last.
func (n Number) Compare(o Number) int {
	value := func(n Number) int64 {
		if n.Source == Unknown {
			return math.MinInt64
		}
		return int64(n.Value)
	}
	return cmp.Compare(value(o), value(n))
}

// Match is a match of a demo, or a level without one, whose Result is empty then.
type Match struct {
	Game     world.Game
	Map      string // game path, "maps/dm6.bsp"
	Level    int    // its number in the demo, the first is 1
	Complete bool   // the demo has its end
	// From and To are the start and the end of the match, in seconds of the viewer's clock. [Match.Count] sets them and
	// Last.
	From, To float64
	Last     float64 // what happens until then counts: To, or later if [world.Result].Last is
	// Result is what the game reported. It is shared: do not change it.
	Result *world.Result
	// Players took part and were present at the end, by slot. Left took part and left before the end.
	Players, Left []Player
	// Lines are how the scores grew, of the teams or, without teams, of the players; the best at the end first.
	Lines []Line
	// Kills are the kills by killer, victim and weapon.
	Kills Kills
}

// Player is a player of a match. Names and teams are bytes in the game's charset.
type Player struct {
	// Score is what the game reported of the player, and what was counted from obituaries. It is shared: do not
	// change it.
	*world.Score
	// Frags are the score. Kills are those of others than team-mates; Deaths are of all kinds, with suicides.
	// Accuracy is in percent.
	Frags, Kills, Deaths, Suicides, TeamKills, Accuracy Number
	// DamageGiven and DamageTaken are between opponents, in points. PowerupTime is in seconds.
	DamageGiven, DamageTaken, PowerupTime Number
	// HasLeft is set for a player who left before the end.
	HasLeft bool

	// What follows is set by [Match.Count].

	// Run is the most kills without a death. Spree is the same as KTX has it: a suicide that ends it counts, too.
	Run   Number
	Spree int
	// Weapons and Items are by KTX's short names, as "rl" and "health_100".
	Weapons map[string]*Weapon
	Items   map[string]Number
	// AllItems is set if what was seen of the player is all that the player took.
	AllItems bool
}

// Weapon is what a player did with a weapon, without team kills. Deaths are by it, no matter whose it was.
type Weapon struct {
	world.Counts
	// Shots and Hits are those that the game counted, if Aimed is set. With a shotgun it may count pellets.
	Shots, Hits int
	Aimed       bool
	// Printed is how many of a thousand shots hit by the game's own table: see [world.WeaponAim].
	Printed Number
}

// Accuracy returns how many of a hundred shots hit, as the game prints it or else by Hits and Shots.
func (w *Weapon) Accuracy() (percent float64, known bool) {
	switch {
	case w.Printed.Source == Known:
		return float64(w.Printed.Value) / 10, true
	case w.Shots > 0:
		return 100 * float64(w.Hits) / float64(w.Shots), true
	}
	return 0, false
}

// Of returns a match by its result.
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

// PlayerOf returns a player with the numbers that a score has.
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

// Plain makes a name or a team readable.
func (m *Match) Plain(name string) string { return charset.Plain(m.Game, name) }

// Ranked returns the players, the winner first: by the scores of their teams, and then by their own. Players with
// the same score are in the order of the demo. Those who left before the end follow.
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

// maxListed is how many players tables of a match have.
const maxListed = 32

// Listed returns the players in tables: the first of [Match.Ranked].
func (m *Match) Listed() []*Player {
	players := m.Ranked()
	return players[:min(len(players), maxListed)]
}

// Is returns a function that tells by the slot and the name of a moment whether somebody is a player of the match:
// players come back in other slots, slots get other players, and players other names.
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

// IndexOf returns a function that returns which of some players somebody is, by the slot and the name of a moment;
// -1 for none of them.
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
