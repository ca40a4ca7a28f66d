package report

import (
	"slices"

	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/world"
)

// Result is the result of a match in the form of JSON output. Names are readable, as [charset.Plain] makes them. Times
// are seconds of the viewer's clock and omitted if unknown.
type Result struct {
	Map      string `json:"map"`
	Complete bool   `json:"complete"`
	// Before is set if the match was over when the recording began, so nothing in the demo belongs to it.
	Before     bool          `json:"before,omitempty"`
	Start      *float64      `json:"match_start,omitempty"`
	End        *float64      `json:"match_end,omitempty"`
	Teams      []match.Team  `json:"teams"`
	Players    []PlayerScore `json:"players"`
	Spectators []string      `json:"spectators"`
	Left       []PlayerScore `json:"left"`
	Returns    []Return      `json:"returns,omitempty"`
	// DeathsMean is "by enemies only" if the game doesn't count suicides and deaths by the world as deaths. Otherwise
	// it is omitted.
	DeathsMean string `json:"deaths_mean,omitempty"`
	// Sums are the keys of players' numbers that the game did not report and that were counted from the recording.
	Sums   []string      `json:"sums,omitempty"`
	Events *ResultEvents `json:"events,omitempty"`
}

// PlayerScore is the result of one player in a match.
type PlayerScore struct {
	Name  string `json:"name"`
	Slot  *int   `json:"slot,omitempty"`
	Team  string `json:"team,omitempty"`
	Score *int32 `json:"score,omitempty"`
	// ScoreAge is how many seconds before the end, or in Left before the player left, Score was last reported, see
	// [world.Score].
	ScoreAge      float64    `json:"score_age,omitempty"`
	match.Numbers `json:"-"` // numbers that the game reported, and the Sums
	Parting       `json:"-"` // of players in Left
}

// MarshalJSON implements [json.Marshaler].
func (p PlayerScore) MarshalJSON() ([]byte, error) {
	type fields PlayerScore
	return p.Object(fields(p), p.Parting)
}

// Return is a player who left a match and came back with a new score, see [world.Return]. Score is the score before
// leaving, omitted if unknown.
type Return struct {
	Name    string  `json:"name"`
	Slot    int     `json:"slot"`
	Score   *int32  `json:"score,omitempty"`
	Left    float64 `json:"clock_left"`
	Back    float64 `json:"clock_back"`
	LooksOn bool    `json:"looked_on,omitempty"`
}

// ResultEvents are the events that the game counted in a match. ItemPickups are the items that each player took, by the
// player's name and the game's short name of the item. Players with equal readable names are listed under their names
// by [charset.Text].
type ResultEvents struct {
	ItemPickups map[string]map[string]int32 `json:"item_pickups"`
}

// setPlayers sets the players of the demo.
func (info *Info) setPlayers() {
	d := &info.Demo
	of := func(p *match.Player, frags *int32, age float64) InfoPlayer {
		one := InfoPlayer{
			Slot: p.Slot, Name: charset.Text(p.Name), PlainName: charset.PlainName(d.Game, p.Name),
			Team: charset.Text(p.Team), Spectator: p.Spectator, Frags: frags, FragsAge: age,
			Numbers: match.NumbersOf(p, match.InDemo),
		}
		if p.HasLeft || p.LooksOn {
			one.Parting = Parting{&p.Gone, p.LooksOn}
		}
		return one
	}
	for i := range d.Players {
		if at := &d.Present.Players[i]; at.HasFrags {
			info.Players = append(info.Players, of(&d.Players[i], &at.Frags, at.FragsAge))
		} else {
			info.Players = append(info.Players, of(&d.Players[i], nil, 0))
		}
	}
	for i := range d.Left {
		p := &d.Left[i]
		info.Left = append(info.Left, of(p, p.Frags.Pointer(), p.Age))
	}
}

// setResults sets the matches of the demo, and the results of the demo and of each level.
func (info *Info) setResults() {
	d := &info.Demo
	results := map[*match.Match]*Result{}
	for _, m := range d.Matches {
		results[m] = resultOf(m)
		info.Matches = append(info.Matches, results[m])
	}
	info.Result = results[d.Result()]
	for i := range info.Levels {
		l := &info.Levels[i]
		l.Result = results[d.ResultOf(l.count)]
	}
}

// resultOf returns a match in the form of JSON output.
func resultOf(m *match.Match) *Result {
	r := m.Result
	out := &Result{
		Map: charset.MapName(m.Game, r.Map), Complete: r.Complete, Before: r.Before(), Start: known(r.Start),
		End: known(r.End), Teams: m.TeamScores(), Players: scoresOf(m, r.Players), Spectators: []string{},
		Left: scoresOf(m, r.Left),
	}
	for i := range out.Left {
		out.Left[i].Parting = Parting{&r.Left[i].Gone, r.Left[i].LooksOn}
	}
	for i := range r.Returns {
		b := &r.Returns[i]
		one := Return{Name: m.Plain(b.Name), Slot: b.Slot, Left: b.Left, Back: b.Back, LooksOn: b.LooksOn}
		if b.HasScore {
			one.Score = &b.Score
		}
		out.Returns = append(out.Returns, one)
	}
	for _, name := range r.Spectators {
		out.Spectators = append(out.Spectators, m.Plain(name))
	}
	if slices.ContainsFunc(r.Players, func(s world.Score) bool { return s.Told&world.DeathsByOthers != 0 }) {
		out.DeathsMean = "by enemies only"
	}
	out.Sums, out.Events = m.Sums(), pickupsOf(m)
	return out
}

// pickupsOf returns the items that players took, or nil if the game counted none.
func pickupsOf(m *match.Match) *ResultEvents {
	if len(m.Result.Pickups) == 0 {
		return nil
	}
	first, alike := map[string]string{}, map[string]bool{}
	for _, p := range m.Result.Pickups {
		name := m.Plain(p.Name)
		if of, known := first[name]; known && of != p.Name {
			alike[name] = true
		}
		first[name] = p.Name
	}
	items := map[string]map[string]int32{}
	for _, p := range m.Result.Pickups {
		name := m.Plain(p.Name)
		if alike[name] {
			name = charset.Text(p.Name)
		}
		if items[name] == nil {
			items[name] = map[string]int32{}
		}
		items[name][p.Item] += p.Count
	}
	return &ResultEvents{items}
}

func scoresOf(m *match.Match, list []world.Score) []PlayerScore {
	out := make([]PlayerScore, 0, len(list))
	for i := range list {
		s := &list[i]
		of := match.PlayerOf(s)
		of.Deaths.Value = s.Deaths // as the game counts them, see DeathsMean
		p := PlayerScore{Name: m.Plain(s.Name), Team: m.Plain(s.Team), ScoreAge: s.Age, Score: of.Frags.Pointer(),
			Numbers: match.NumbersOf(&of, match.InMatch)}
		if s.Slot >= 0 {
			p.Slot = &s.Slot
		}
		out = append(out, p)
	}
	return out
}

// known returns a pointer to a time, or nil for [world.Unknown].
func known(t float64) *float64 {
	if t == world.Unknown {
		return nil
	}
	return &t
}
