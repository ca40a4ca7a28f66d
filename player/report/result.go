package report

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/world"
)

// Result is the outcome of a match in the shape that other programs read. Names are
// plain text, as [charset.Plain] spells it; times are seconds of the viewer's clock, left out
// where the demo does not tell them. Kills, Deaths, Suicides and TeamKills are left out
// where the game does not tell them.
type Result struct {
	Map      string `json:"map"`
	Complete bool   `json:"complete"`
	// Before is set if the match was over when the recording began: nothing that the demo shows is of it.
	Before     bool          `json:"before,omitempty"`
	Start      *float64      `json:"match_start,omitempty"`
	End        *float64      `json:"match_end,omitempty"`
	Teams      []TeamScore   `json:"teams"`
	Players    []PlayerScore `json:"players"`
	Spectators []string      `json:"spectators"`
	Left       []PlayerScore `json:"left"`
	Returns    []Return      `json:"returns,omitempty"`
	// DeathsMean is "by enemies only" if that is what the game counts as deaths of players: it leaves out those by own
	// hand and by the world. Otherwise it is left out.
	DeathsMean string        `json:"deaths_mean,omitempty"`
	Events     *ResultEvents `json:"events,omitempty"`

	ofTeams    bool // see [world.Result]
	contenders int  // how many took part, with who left: see [world.Result.Contenders]
}

// TeamScore is a team's score.
type TeamScore struct {
	Name  string `json:"name"`
	Score int32  `json:"score"`
}

// PlayerScore is what one player has done in a match.
type PlayerScore struct {
	Name  string `json:"name"`
	Slot  *int   `json:"slot,omitempty"`
	Team  string `json:"team,omitempty"`
	Score *int32 `json:"score,omitempty"`
	// ScoreAge is how many seconds before the end, or in Left before the player left, the Score was told: see
	// [world.Score].
	ScoreAge  float64 `json:"score_age,omitempty"`
	Kills     *int32  `json:"kills,omitempty"`
	Deaths    *int32  `json:"deaths,omitempty"`
	Suicides  *int32  `json:"suicides,omitempty"`
	TeamKills *int32  `json:"teamkills,omitempty"`
	// Spectator is set of who looked on when he left: he took no part, and is in Left alone.
	Spectator bool `json:"-"`
	// Gone is when the player left, of who is in Left, or went to look on if LooksOn is set, in seconds of
	// the viewer's clock.
	Gone    *float64 `json:"clock_left,omitempty"`
	LooksOn bool     `json:"looked_on,omitempty"`

	numbers match.Player // as [match.PlayerOf] has them, the deaths of all kinds
}

// counted returns a player with numbers that were counted.
func counted(kills, deaths, teamKills int32) match.Player {
	return counts(match.Player{Kills: match.Number{Value: kills}, Deaths: match.Number{Value: deaths},
		TeamKills: match.Number{Value: teamKills}})
}

// counts returns a player whose kills and deaths were counted if the game did not report them.
func counts(p match.Player) match.Player {
	for _, n := range [...]*match.Number{&p.Kills, &p.Deaths, &p.TeamKills} {
		n.Source = max(n.Source, match.Counted)
	}
	return p
}

// Return says that a player left a match and came back to it.
type Return = match.Return

// Counted returns the kills of a player in the match, and the deaths of all kinds, as the game told them or else as
// counted.
func (s *PlayerScore) Counted() (kills, deaths int32) {
	return s.numbers.Kills.Value, s.numbers.Deaths.Value
}

// ResultEvents are what the game counted in a match. ItemPickups are the items that a
// player, by name, took, by the game's short name of the item.
type ResultEvents struct {
	ItemPickups map[string]map[string]int32 `json:"item_pickups"`
}

// setResults sets the matches of a demo, and of them the results of the demo and of
// each level.
func (i *Info) setResults(w *world.World) {
	results := w.Results()
	for n := range results {
		m := &results[n]
		if !scored(m) && len(results) > 1 {
			continue // a level that began and was left again
		}
		r := resultOf(w.Game, m)
		i.Matches = append(i.Matches, r)
		i.Result = later(i.Result, r)
		for l := range i.Levels {
			if i.Levels[l].count == m.Level {
				i.Levels[l].Result = later(i.Levels[l].Result, r)
			}
		}
	}
}

// inTeams reports whether teams played a match.
func (r *Result) inTeams() bool {
	in := func(s PlayerScore) bool { return s.Team != "" && !s.Spectator }
	return len(r.Teams) > 0 || slices.ContainsFunc(r.Players, in) || slices.ContainsFunc(r.Left, in)
}

// scored reports whether a match has an end, a beginning, or a score.
func scored(m *world.Result) bool {
	has := func(s world.Score) bool { return s.Score != 0 }
	return m.Complete || m.Start != world.Unknown || slices.ContainsFunc(m.Players, has) ||
		slices.ContainsFunc(m.Left, has)
}

// later returns a match instead of an earlier one, which may be nil, unless that one
// is complete and the match is only a piece.
func later(earlier, match *Result) *Result {
	if match.Complete || earlier == nil || !earlier.Complete {
		return match
	}
	return earlier
}

// RankedTeams returns the teams, the winner first; those with the same score as the demo has them.
func (r *Result) RankedTeams() []TeamScore {
	teams := slices.Clone(r.Teams)
	slices.SortStableFunc(teams, func(a, b TeamScore) int { return cmp.Compare(b.Score, a.Score) })
	return teams
}

// Ranked returns the players who were there at the end, the winner first: by the scores of their teams, and
// then by their own. Those with the same score, and behind all others those with none that is told, are as
// the demo has them. It is empty if r is nil.
func (r *Result) Ranked() []PlayerScore {
	if r == nil {
		return nil
	}
	scores := map[string]*int32{}
	for i := range r.Teams {
		scores[r.Teams[i].Name] = &r.Teams[i].Score
	}
	players := slices.Clone(r.Players)
	slices.SortStableFunc(players, func(a, b PlayerScore) int {
		return cmp.Or(Higher(scores[a.Team], scores[b.Team]), Higher(a.Score, b.Score))
	})
	return players
}

// Higher compares two scores for an order with the higher first. Nil is one that is not known, and comes last.
func Higher(a, b *int32) int {
	value := func(score *int32) int64 {
		if score == nil {
			return math.MinInt64
		}
		return int64(*score)
	}
	return cmp.Compare(value(b), value(a))
}

// resultOf returns a match in the shape for other programs.
func resultOf(game world.Game, r *world.Result) *Result {
	out := &Result{
		Map: mapName(r.Map), Complete: r.Complete, Before: r.Before(), Start: known(r.Start), End: known(r.End),
		Teams: []TeamScore{}, Players: scoresOf(game, r.Players), Spectators: []string{}, Left: scoresOf(game, r.Left),
		ofTeams: r.OfTeams, contenders: r.Contenders(),
	}
	for i := range out.Left {
		out.Left[i].Gone, out.Left[i].LooksOn = &r.Left[i].Gone, r.Left[i].LooksOn
	}
	out.Returns = match.ReturnsOf(game, r)
	for _, t := range r.Teams {
		out.Teams = append(out.Teams, TeamScore{charset.Plain(game, t.Name), t.Score})
	}
	for _, name := range r.Spectators {
		out.Spectators = append(out.Spectators, charset.Plain(game, name))
	}
	if slices.ContainsFunc(r.Players, func(s world.Score) bool { return s.Told&world.DeathsByOthers != 0 }) {
		out.DeathsMean = "by enemies only"
	}
	for _, p := range r.Pickups {
		if out.Events == nil {
			out.Events = &ResultEvents{map[string]map[string]int32{}}
		}
		name := charset.Plain(game, p.Name)
		items := out.Events.ItemPickups[name]
		if items == nil {
			items = map[string]int32{}
			out.Events.ItemPickups[name] = items
		}
		items[p.Item] += p.Count
	}
	return out
}

func scoresOf(game world.Game, list []world.Score) []PlayerScore {
	out := make([]PlayerScore, 0, len(list))
	for i := range list {
		s := &list[i]
		p := PlayerScore{Name: charset.Plain(game, s.Name), Team: charset.Plain(game, s.Team), ScoreAge: s.Age,
			Spectator: s.Spectator}
		p.numbers = match.PlayerOf(s)
		if s.Slot >= 0 {
			p.Slot = &s.Slot
		}
		for _, f := range []struct {
			bit  world.ScoreFields
			from *int32
			to   **int32
		}{
			{world.ToldScore | world.CountedScore, &s.Score, &p.Score}, {world.ToldKills, &s.Kills, &p.Kills},
			{world.ToldDeaths, &s.Deaths,
				&p.Deaths},
			{world.ToldSuicides, &s.Suicides, &p.Suicides}, {world.ToldTeamKills, &s.TeamKills, &p.TeamKills},
		} {
			if s.Told&f.bit != 0 {
				*f.to = f.from
			}
		}
		out = append(out, p)
	}
	return out
}

// mapName returns the name of a map without folder and extension; empty if the demo names
// no map.
func mapName(file string) string {
	if file == "" {
		return ""
	}
	return charset.Text(strings.TrimSuffix(path.Base(file), path.Ext(file)))
}

// known returns a time, nil for [world.Unknown].
func known(t float64) *float64 {
	if t == world.Unknown {
		return nil
	}
	return &t
}
