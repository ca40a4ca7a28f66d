package library

import (
	"slices"

	"demoscope/player/charset"
	"demoscope/player/dataset"
	"demoscope/player/pattern"
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
	// Lines are how the scores grew, of the teams or, where there are none, of the players; the
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
	// Until is when the player left, of who was not there at the end, in viewer's seconds; else the end of the match.
	Until float64
	// Final is the score as the game told it at the end, nil if it did not. It is the last of Points, but for a
	// match whose score never was another than 0.
	Final *int
}

// Point is a score from a time on.
type Point struct {
	Clock float64
	Score int
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
	for _, s := range dataset.StatisticsOf(f, dataset.Demo{File: r.Places[0].Name()}) {
		p.Matches = append(p.Matches, matchOf(f, s))
	}
	return p
}

// matchOf describes the match that statistics are of.
func matchOf(f *pattern.Facts, s *dataset.Statistics) Match {
	k := &f.Results[s.Result]
	m := Match{Map: s.Map, Level: k.Level, Complete: k.Complete, Statistics: s, Result: k}
	m.From, m.To = f.Span(s.Result)
	m.Lines = linesOf(f, k, m.From, m.To)
	return m
}

// linesOf returns how the scores of the sides of a match grew.
func linesOf(f *pattern.Facts, k *world.Result, from, to float64) []Line {
	var lines []Line
	var is []func(slot int, name string) bool // whose score it is, of each line
	add := func(l Line, score int32, told bool, of func(slot int, name string) bool) {
		if told {
			final := int(score)
			l.Final = &final
		}
		lines, is = append(lines, l), append(is, of)
	}
	for i := range k.Teams {
		t := &k.Teams[i]
		add(Line{Name: charset.Plain(f.Game, t.Name), Team: true, Until: to}, t.Score, true,
			func(slot int, name string) bool { return slot == world.Nobody && name == t.Name })
	}
	for n, list := range [...][]world.Score{k.Players, k.Left} {
		for i := range list {
			p := &list[i]
			if p.Slot < 0 || p.Spectator || len(lines) >= maxListed || len(k.Teams) > 0 {
				continue
			}
			until := to
			if n > 0 {
				until = max(from, min(p.Gone, to))
			}
			add(Line{Name: charset.Plain(f.Game, p.Name), Until: until}, p.Score, p.Told&world.ToldScore != 0,
				dataset.WhoIs(k, p))
		}
	}
	for _, s := range f.Scores {
		if s.Clock < from || s.Clock > to {
			continue
		}
		whose := -1 // of several who had the slot one after the other, under a name of none of them, who had it then
		for i := range lines {
			if s.Clock <= lines[i].Until && is[i](s.Slot, s.Name) &&
				(whose < 0 || lines[i].Until < lines[whose].Until) {
				whose = i
			}
		}
		if whose >= 0 {
			lines[whose].Points = append(lines[whose].Points, Point{s.Clock, int(s.Score)})
		}
	}
	for i := range lines { // what the server told in the end can come after the match
		if l := &lines[i]; l.Final != nil && l.shown() != *l.Final {
			l.Points = append(l.Points, Point{l.Until, *l.Final})
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return b.last() - a.last() })
	return lines
}

// shown returns the score of the last point.
func (l *Line) shown() int {
	if n := len(l.Points); n > 0 {
		return l.Points[n-1].Score
	}
	return 0
}

// last returns the score at the end.
func (l *Line) last() int {
	if l.Final != nil {
		return *l.Final
	}
	return l.shown()
}
