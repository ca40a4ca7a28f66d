package library

import (
	"slices"
	"strings"

	"demoscope/player/pattern"
)

// Filter is what a list of demos is filtered by, in the language of [pattern.ParseList]:
//
//	dm6 milton                 words, in the maps, names, teams, files, modes and games
//	map:dm* mode:4on4 date>=2024-06 -player:bot
//	midair                     demos with such a moment
type Filter struct {
	// Query is what was asked. Its moments are found by [Library.Find].
	Query *pattern.Query

	exact   bool
	moments bool // moments are asked for
	kind    int  // pattern that a demo must have hits of, -1 for none
}

// ParseFilter reads a filter; the error is a [*pattern.SyntaxError].
func ParseFilter(text string) (*Filter, error) {
	q, err := pattern.ParseList(text)
	if err != nil {
		return nil, err
	}
	return FilterOf(q), nil
}

// FilterOf returns the filter that a query is for a list of demos.
func FilterOf(q *pattern.Query) *Filter {
	f := &Filter{Query: q, kind: -1, moments: q.Named}
	// A row has the hits of each pattern as it is usually meant.
	usually, decided := q.Named && q.Within == 0, len(q.Texts) == 0
	for i := range q.Filters {
		switch k := q.Filters[i].Key; {
		case ofMoments(k):
			f.moments, decided = true, false
			usually = usually && k != pattern.KeyThrough && k != pattern.KeyWarmUp
		case k == pattern.KeyPlayer || k == pattern.KeyMap: // of the moment, if one is asked for
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

// ofMoments reports whether a filter asks of moments, not of demos.
func ofMoments(k pattern.Key) bool {
	switch k {
	case pattern.KeyVictim, pattern.KeyWeapon, pattern.KeyItem, pattern.KeyFrom, pattern.KeyThrough, pattern.KeyWarmUp:
		return true
	}
	return false
}

// Exact reports whether [Filter.Keeps] decides all that was asked. Otherwise the demos that it keeps
// may have moments that were asked for: [Library.Find] tells.
func (f *Filter) Exact() bool { return f.exact }

// Keeps reports whether a demo is in the list.
func (f *Filter) Keeps(r *Row) bool {
	s := r.seen()
	return f.keeps(&s, r.texts.all)
}

// May reports whether a demo may have moments that were asked for, also such as cannot be judged.
func (f *Filter) May(r *Row) bool {
	s := r.seen()
	return r.Error == "" && f.may(&s, r.texts.all)
}

// seen is what a filter looks at in a row, besides its texts. Those of a list lie behind each other: to
// look for each row at another place in memory takes longer than all else.
type seen struct {
	at      uint32 // where the texts begin
	texts   texts  // without all
	length  float64
	others  uint16 // how many names
	broken  bool   // something cannot be read
	nothing bool   // can be read
	hits    Hits
}

func (r *Row) seen() seen {
	return seen{
		texts: texts{ends: r.texts.ends}, length: r.Length, others: uint16(len(r.others)), broken: r.Damage != "" ||
			r.Error != "", nothing: r.Error != "", hits: r.Hits,
	}
}

// keeps is [Filter.Keeps] for a row whose texts are all.
func (f *Filter) keeps(s *seen, all string) bool {
	return (f.kind < 0 || s.hits[f.kind] > 0) && !(f.moments && s.nothing) && f.may(s, all)
}

func (f *Filter) may(s *seen, all string) bool {
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

// parts are those that filters look for a text in.
var parts = map[pattern.Key]part{
	pattern.KeyMode: partMode, pattern.KeyTeam: partTeams, pattern.KeyRecorder: partRecorder,
	pattern.KeyResult: partResult, pattern.KeyFile: partFile,
}

// fits reports whether a filter lets a demo through, and whether the demo as a whole decides it.
func (s *seen) fits(k *pattern.Filter, all string, moments bool) (fits, known bool) {
	v := k.Value
	has := func(p part) bool { return strings.Contains(s.texts.of(all, p), v) }
	switch k.Key {
	case pattern.KeyPlayer, pattern.KeyVictim: // of moments, others may have done it in the same demo
		return has(partPlayers) || has(partOthers), !moments || !k.Not && s.others < maxListed
	case pattern.KeyMap:
		return line(s.texts.of(all, partMaps), v), !(moments && k.Not)
	case pattern.KeyGame:
		// As [pattern.Query.Match] has it: the game or the format, or a part of the folder.
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

// line reports whether one of the lines of a text is what is sought, in which * stands for any letters.
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

// compareDate compares a date with one that may be a year or a month, and then stands for all of it.
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
