package library

import (
	"slices"

	"demoscope/player/dataset"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Page is what is shown of one demo.
type Page struct {
	Row *Row
	// Facts are all moments of the demo: events, kills with their circumstances and places, levels.
	Facts *pattern.Facts
	// Highlights are the moments of all patterns as they are usually meant, in order of time.
	Highlights []pattern.Hit
	Matches    []Match
}

// Match is a match of a demo, or a level without words on matches.
type Match struct {
	Map      string
	Level    int     // its number in the demo: [pattern.Level].Count
	From, To float64 // seconds of the viewer's clock
	Complete bool    // the demo has its end
	// Lines are how the frags grew, of the teams or, where there are none, of the players; the
	// best at the end first.
	Lines []Line
	// Statistics are those of the players: kills, deaths, weapons, items; nil if the demo does not tell
	// who took part.
	Statistics *dataset.Statistics
	// Result is what the game told of it.
	Result *world.Result
}

// Line is the score of a team or a player over a match.
type Line struct {
	Name   string
	Team   bool
	Points []Point // from the first change on
	// Final is the score as the game told it, nil if it did not. Where points are given for more than
	// kills, as for flags, it is another than the last of Points, except in Quake III, where Points are of the score.
	Final *int
}

// Point is a score from a time on.
type Point struct {
	Clock float64
	Frags int
}

// Page returns what is shown of a demo. It reads the demo if its moments are not kept.
func (l *Library) Page(r *Row) (*Page, error) {
	f, err := l.Facts(r)
	if err != nil {
		return nil, err
	}
	return PageOf(r, f), nil
}

// PageOf returns what is shown of a demo with some facts: its row may be of no library.
func PageOf(r *Row, f *pattern.Facts) *Page {
	p := &Page{Row: r, Facts: f, Highlights: Highlights(f)}
	statistics := dataset.StatisticsOf(f, dataset.Demo{File: r.Places[0].Name()})
	complete := 0
	for i := range f.Results {
		k := &f.Results[i]
		var s *dataset.Statistics
		if k.Complete || i == len(f.Results)-1 && complete == 0 { // as those of statistics
			if complete < len(statistics) {
				s = statistics[complete]
			}
			complete++
		}
		if s != nil {
			p.Matches = append(p.Matches, matchOf(f, k, s))
		}
	}
	return p
}

// matchOf describes a match.
func matchOf(f *pattern.Facts, k *world.Result, s *dataset.Statistics) Match {
	m := Match{Map: s.Map, Level: k.Level, From: k.Start, To: k.End, Complete: k.Complete, Statistics: s, Result: k}
	if i := slices.IndexFunc(f.Levels, func(l pattern.Level) bool { return l.Count == k.Level }); i >= 0 {
		if m.From < 0 {
			m.From = max(f.Levels[i].Start, 0)
		}
		if m.To < 0 {
			m.To = f.Levels[i].End
		}
	}
	m.Lines = linesOf(f, k, m.From, m.To)
	return m
}

// linesOf returns how the frags of the sides of a match grew.
func linesOf(f *pattern.Facts, k *world.Result, from, to float64) []Line {
	var lines []Line
	of := map[int]int{} // the line of a slot
	for i := range k.Teams {
		score := int(k.Teams[i].Score)
		lines = append(lines, Line{Name: report.Plain(f.Game, k.Teams[i].Name), Team: true, Final: &score})
	}
	for _, list := range [...][]world.Score{k.Players, k.Left} {
		for i := range list {
			p := &list[i]
			if p.Slot < 0 || len(lines) >= maxListed {
				continue
			}
			if len(k.Teams) > 0 {
				if t := slices.IndexFunc(k.Teams, func(t world.TeamScore) bool { return t.Name == p.Team }); t >= 0 {
					of[p.Slot] = t
				}
				continue
			}
			if _, ok := of[p.Slot]; ok {
				continue // who left before another came
			}
			line := Line{Name: report.Plain(f.Game, p.Name)}
			if p.Told&world.ToldScore != 0 {
				score := int(p.Score)
				line.Final = &score
			}
			of[p.Slot] = len(lines)
			lines = append(lines, line)
		}
	}
	if f.Game == world.Quake3 {
		follow(lines, of, f.Scores, from, to)
	} else {
		for i := range f.Events {
			e := &f.Events[i]
			if e.Kind == world.EventKill && e.Clock >= from && e.Clock <= to {
				count(lines, of, e)
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return b.last() - a.last() })
	return lines
}

// follow adds the scores of a match to the lines. Those that the server told in the end can come after it.
func follow(lines []Line, of map[int]int, scores []pattern.Score, from, to float64) {
	for _, s := range scores {
		if s.Clock < from || s.Clock > to {
			continue
		}
		i, ok := of[s.Slot]
		if s.Team {
			i, ok = s.Slot, true
		}
		if ok && i < len(lines) && lines[i].Team == s.Team {
			lines[i].Points = append(lines[i].Points, Point{s.Clock, int(s.Score)})
		}
	}
	for i := range lines {
		l := &lines[i]
		end := 0
		if n := len(l.Points); n > 0 {
			end = l.Points[n-1].Frags
		}
		if l.Final != nil && end != *l.Final {
			l.Points = append(l.Points, Point{to, *l.Final})
		}
	}
}

// count adds a kill to the lines.
func count(lines []Line, of map[int]int, e *timeline.Event) {
	slot, change := e.Player, 1
	switch {
	case e.Player < 0 || e.Player == e.Other:
		slot, change = e.Other, -1
	case e.TeamKill:
		change = -1
	}
	i, ok := of[slot]
	if !ok {
		return
	}
	l := &lines[i]
	n := change
	if k := len(l.Points); k > 0 {
		n += l.Points[k-1].Frags
	}
	l.Points = append(l.Points, Point{e.Clock, n})
}

// last returns the score at the end.
func (l *Line) last() int {
	switch {
	case l.Final != nil:
		return *l.Final
	case len(l.Points) > 0:
		return l.Points[len(l.Points)-1].Frags
	}
	return 0
}
