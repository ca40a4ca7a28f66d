package library

import (
	"slices"
	"strings"

	"demoscope/player/pattern"
)

// Filter selects demos of a list. It is written in the language of [pattern.ParseList]:
//
//	dm6 milton                 words in maps, names, teams, files, modes and games
//	map:dm* mode:4on4 date>=2024-06 -player:bot
//	midair                     demos that have such a moment
type Filter struct {
	// Query is the parsed query. [Library.Find] finds its moments.
	Query *pattern.Query

	exact   bool
	moments bool // the query asks for moments
	kind    int  // pattern that a demo must have hits of, or -1
}

// ParseFilter parses a filter. The error is a [*pattern.SyntaxError].
func ParseFilter(text string) (*Filter, error) {
	q, err := pattern.ParseList(text)
	if err != nil {
		return nil, err
	}
	return FilterOf(q), nil
}

// FilterOf returns the filter for a query.
func FilterOf(q *pattern.Query) *Filter {
	f := &Filter{Query: q, kind: -1, moments: q.Named}
	// A row counts the hits of each pattern with its default conditions only.
	usually, decided := q.Named && q.Within == 0, len(q.Texts) == 0
	for i := range q.Filters {
		switch k := q.Filters[i].Key; {
		case ofMoments(k):
			f.moments, decided = true, false
			usually = usually && k != pattern.KeyThrough && k != pattern.KeyWarmUp
		case k == pattern.KeyPlayer || k == pattern.KeyMap: // filters the moments if the query asks for moments
			decided = decided && !q.Named
		}
	}
	if usually {
		plain, err := pattern.Parse(q.Kinds[0].String())
		usually = err == nil && slices.Equal(plain.Conditions, q.Conditions)
	}
	if usually {
		f.kind = int(q.Kinds[0])
	}
	f.exact = decided && (usually || !f.moments)
	return f
}

// ofMoments reports whether a filter applies to moments, not to demos.
func ofMoments(k pattern.Key) bool {
	switch k {
	case pattern.KeyVictim, pattern.KeyWeapon, pattern.KeyItem, pattern.KeyFrom, pattern.KeyThrough, pattern.KeyWarmUp:
		return true
	}
	return false
}

// Exact reports whether [Filter.Keeps] decides the whole query. Otherwise a kept demo may or may not have matching
// moments, and [Library.Find] must check.
func (f *Filter) Exact() bool { return f.exact }

// Keeps reports whether the list shows a demo.
func (f *Filter) Keeps(r *Row) bool {
	s := r.filterFields()
	return f.keeps(&s, r.texts.all)
}

// May reports whether a demo may have matching moments, including moments that can't be judged.
func (f *Filter) May(r *Row) bool {
	s := r.filterFields()
	return r.Error == "" && f.may(&s, r.texts.all)
}

// filterFields holds what a filter reads of a row, besides its texts. A list stores these values and the texts
// contiguously, because following a pointer for each row takes longer than everything else.
type filterFields struct {
	at      uint32 // offset of the row's texts in the list's text
	texts   texts  // all is empty
	length  float64
	others  uint16 // number of other names
	broken  bool   // damaged or unreadable
	nothing bool   // unreadable
	hits    Hits
}

func (r *Row) filterFields() filterFields {
	return filterFields{
		texts: texts{ends: r.texts.ends}, length: r.Length, others: uint16(len(r.others)), broken: r.Damage != "" ||
			r.Error != "", nothing: r.Error != "", hits: r.Hits,
	}
}

// keeps is [Filter.Keeps] for a row with the given texts.
func (f *Filter) keeps(s *filterFields, all string) bool {
	return (f.kind < 0 || s.hits[f.kind] > 0) && !(f.moments && s.nothing) && f.may(s, all)
}

func (f *Filter) may(s *filterFields, all string) bool {
	q := f.Query
	for _, w := range q.Words {
		if !strings.Contains(all[:s.texts.ends[partTitle]], w) {
			return false
		}
	}
	for i := range q.Filters {
		k := &q.Filters[i]
		if fits, known := s.fits(k, all, f.moments); known && fits == k.Not {
			return false
		}
	}
	return true
}

// parts maps filter keys to the part of the texts that they search.
var parts = map[pattern.Key]part{
	pattern.KeyMode: partMode, pattern.KeyTeam: partTeams, pattern.KeyRecorder: partRecorder,
	pattern.KeyResult: partResult, pattern.KeyFile: partFile,
}

// fits reports whether a demo matches a filter, and whether the demo as a whole decides that.
func (s *filterFields) fits(k *pattern.Filter, all string, moments bool) (fits, known bool) {
	v := k.Value
	has := func(p part) bool { return strings.Contains(s.texts.of(all, p), v) }
	switch k.Key {
	case pattern.KeyPlayer, pattern.KeyVictim: // for moments, another player of the demo may have done it
		return has(partPlayers) || has(partOthers), !moments || !k.Not && s.others < maxListed
	case pattern.KeyMap:
		return line(s.texts.of(all, partMaps), v), !(moments && k.Not)
	case pattern.KeyGame:
		// Same rule as [pattern.Query.Match]: the game, the format, or a part of the folder's name.
		game, rest, _ := strings.Cut(s.texts.of(all, partGame), "\n")
		folder, format, ok := strings.Cut(strings.TrimSuffix(rest, "\n"), "\n")
		if !ok {
			folder, format = "", folder
		}
		return game == v || format == v || strings.Contains(folder, v), true
	case pattern.KeyFormat:
		return strings.HasSuffix(s.texts.of(all, partGame), v+"\n") && line(s.texts.of(all, partGame), v), true
	case pattern.KeyDamaged:
		return s.broken == (v == "yes"), true
	case pattern.KeyUnreadable:
		return s.nothing == (v == "yes"), true
	case pattern.KeyDate:
		return compareDate(strings.TrimSuffix(s.texts.of(all, partDate), "\n"), v, k.Op), true
	case pattern.KeyLength:
		return compareNumber(s.length, k.Number, k.Op), true
	}
	p, ok := parts[k.Key]
	return ok && (has(p) || strings.Contains(v, "*") && line(s.texts.of(all, p), v)), ok
}

// line reports whether a line of a text matches a pattern, in which * stands for any characters.
func line(text, sought string) bool {
	for text != "" {
		end := strings.IndexByte(text, '\n')
		if pattern.IsName(text[:end], sought) {
			return true
		}
		text = text[end+1:]
	}
	return false
}

// compareDate compares a date with another, which may be a year or a month and then means the whole of it.
func compareDate(date, with string, op pattern.Op) bool {
	begins := strings.HasPrefix(date, with)
	switch op {
	case pattern.AtLeast:
		return date >= with
	case pattern.More:
		return date > with && !begins
	case pattern.AtMost:
		return date < with || begins
	case pattern.Less:
		return date < with
	}
	return begins
}

func compareNumber(v, with float64, op pattern.Op) bool {
	switch op {
	case pattern.AtLeast:
		return v >= with
	case pattern.More:
		return v > with
	case pattern.AtMost:
		return v <= with
	case pattern.Less:
		return v < with
	}
	return v == with
}
