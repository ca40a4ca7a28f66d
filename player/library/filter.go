package library

import (
	"slices"
	"strings"

	"demoscope/player/pattern"
)

// Filter is what a list of demos is filtered by, in the language of [pattern.ParseList]:
//
//	dm6 milton                 words, in the maps, players, teams, files, modes and games
//	map:dm* mode:4on4 date>=2024-06 -player:bot
//	midair                     demos with such a moment
type Filter struct {
	// Query is what was asked. Its moments are found by [Library.Find].
	Query *pattern.Query
	exact bool
	kind  int // pattern that a demo must have hits of, -1 for none
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
	f := &Filter{Query: q, exact: true, kind: -1}
	for i := range q.Filters {
		if ofMoments(q.Filters[i].Key) || q.Named && q.Filters[i].Key == pattern.KeyPlayer {
			f.exact = false
		}
	}
	if !q.Named {
		return f
	}
	// The row has the hits of the pattern as it is usually meant.
	asUsual := len(q.Texts) == 0 && q.Within == 0 && f.exact
	if plain, err := pattern.Parse(q.Kinds[0].String()); err != nil || !slices.Equal(plain.Conditions, q.Conditions) {
		asUsual = false
	}
	if asUsual {
		f.kind = int(q.Kinds[0])
	}
	f.exact = asUsual
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

// Keeps reports whether a demo is in the list. It allocates nothing.
func (f *Filter) Keeps(r *Row) bool {
	return f.May(r) && (f.kind < 0 || r.Hits[f.kind] > 0)
}

// May reports whether a demo may have moments that were asked for, or is what was asked for.
func (f *Filter) May(r *Row) bool {
	q := f.Query
	for _, w := range q.Words {
		if !strings.Contains(r.search, w) {
			return false
		}
	}
	for i := range q.Filters {
		k := &q.Filters[i]
		fits, known := r.fits(k, q.Named)
		if known && fits == k.Not {
			return false
		}
	}
	return true
}

// fits reports whether a filter lets a demo through, and whether the demo as a whole decides it.
func (r *Row) fits(k *pattern.Filter, moments bool) (fits, known bool) {
	v := k.Value
	switch k.Key {
	case pattern.KeyPlayer, pattern.KeyVictim:
		if moments || k.Key == pattern.KeyVictim { // others may have done it in the same demo
			return strings.Contains(r.lower.players, v) || strings.Contains(r.lower.others, v), !k.Not && len(r.others) < maxListed
		}
		return strings.Contains(r.lower.players, v), true
	case pattern.KeyMap:
		return r.on(v), !(moments && k.Not)
	case pattern.KeyGame:
		return r.Game == v || r.Format == v || v != "" && strings.Contains(strings.ToLower(r.GameDir), v), true
	case pattern.KeyMode:
		return strings.Contains(r.lower.mode, v), true
	case pattern.KeyTeam:
		return strings.Contains(r.lower.teams, v), true
	case pattern.KeyRecorder:
		return strings.Contains(r.lower.recorder, v), true
	case pattern.KeyResult:
		return strings.Contains(r.lower.result, v), true
	case pattern.KeyFile:
		return strings.Contains(r.lower.file, v), true
	case pattern.KeyFormat:
		return r.Format == v, true
	case pattern.KeyDamaged:
		return (r.Damage != "" || r.Error != "") == (v == "yes"), true
	case pattern.KeyDate:
		return compareDate(r.Date, v, k.Op), true
	case pattern.KeyLength:
		return compareNumber(r.Length, k.Number, k.Op), r.Error == ""
	}
	return false, false
}

// on reports whether the demo has a level on a map, by its name or a pattern with *.
func (r *Row) on(sought string) bool {
	any := strings.Contains(sought, "*")
	for name := range strings.SplitSeq(strings.TrimSuffix(r.lower.maps, "\n"), "\n") {
		if name == sought || any && pattern.IsMap(name, sought) {
			return true
		}
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
