package library

import (
	"demoscope/player/match"
	"demoscope/player/pattern"
)

// Page is what is shown of one demo.
type Page struct {
	Row *Row
	// Facts are all moments of the demo: events, kills with their circumstances and places, levels.
	Facts *pattern.Facts
	// Highlights are the moments of all patterns as they are usually meant, in order of time.
	Highlights []pattern.Hit
	Matches    []*match.Match
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
	for _, result := range f.Finished() {
		p.Matches = append(p.Matches, f.MatchOf(result))
	}
	return p
}
