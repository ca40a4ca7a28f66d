package library

import (
	"fmt"
	"slices"
	"strings"

	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/pattern"
)

// Missing explains why a filter accepts no demo: it names a word or filter that no demo matches, and the nearest
// existing value. It returns "" if each of them matches some demo.
func (l *List) Missing(f *Filter) string {
	for _, word := range f.Query.Words {
		if l.any(func(s *filterFields, all string) bool {
			return strings.Contains(all[:s.texts.ends[partTitle]], word)
		}) {
			continue
		}
		if key, value, ok := strings.Cut(strings.TrimPrefix(word, "-"), ":"); ok {
			if near := nearestKey(key); near != "" {
				return fmt.Sprintf("unknown filter %q (did you mean %s:%s?)", key, near, value)
			}
		}
		return fmt.Sprintf("no demo contains %q%s", word, meant("", l.nearest(word, pattern.KeyMap, pattern.KeyPlayer,
			pattern.KeyTeam, pattern.KeyMode, pattern.KeyGame)))
	}
	for i := range f.Query.Filters {
		k := &f.Query.Filters[i]
		if l.any(func(s *filterFields, all string) bool {
			fits, known := s.fits(k, all, f.moments)
			return !known || fits != k.Not
		}) {
			continue
		}
		name := k.Key.String()
		switch {
		case k.Not:
			return fmt.Sprintf("all demos have %s:%s", name, k.Value)
		case k.Key == pattern.KeyLength:
			return "no demo is of that length"
		case k.Key == pattern.KeyDate && k.Op != pattern.Equal:
			return "no demo is of that time"
		}
		return fmt.Sprintf("no demo has %s:%s%s", name, k.Value, meant(name+":", l.nearest(k.Value, k.Key)))
	}
	return ""
}

// Named holds which of the names of a query exist in demos.
type Named struct {
	names []named
	demos int
}

// named is a name in a query.
type named struct {
	filter *pattern.Filter
	there  bool   // a player has the name
	near   string // nearest existing name, in lower case
}

// NamedIn looks in the facts of a demo for the players and victims that a query names. [Named.Add] merges the results
// of several demos for one query.
func NamedIn(q *pattern.Query, f *pattern.Facts) (n Named) {
	n.demos = 1
	for i := range q.Filters {
		if k := &q.Filters[i]; (k.Key == pattern.KeyPlayer || k.Key == pattern.KeyVictim) && !k.Not {
			n.names = append(n.names, named{filter: k})
		}
	}
	if len(n.names) == 0 {
		return n
	}
	for _, name := range f.Everybody() {
		lower := strings.ToLower(charset.Plain(f.Game, name))
		for i := range n.names {
			k := &n.names[i]
			k.there = k.there || strings.Contains(lower, k.filter.Value)
			k.near = pattern.Nearest(k.filter.Value, []string{k.near, lower})
		}
	}
	return n
}

// Add adds the result of another demo.
func (n *Named) Add(other Named) {
	n.demos += other.demos
	if n.names == nil {
		n.names = other.names
		return
	}
	for i := range other.names {
		k, o := &n.names[i], &other.names[i]
		k.there = k.there || o.there
		k.near = pattern.Nearest(k.filter.Value, []string{k.near, o.near})
	}
}

// Missing reports the first name that no player in the demos has, with the nearest existing name. It returns "" if all
// names exist.
func (n *Named) Missing() string {
	for i := range n.names {
		if k := &n.names[i]; !k.there {
			return fmt.Sprintf("no player in %s matches %q%s", humanize.Count(n.demos, "demo"), k.filter.Value,
				meant(k.filter.Key.String()+":", k.near))
		}
	}
	return ""
}

// any reports whether a condition is true for any demo.
func (l *List) any(is func(s *filterFields, all string) bool) bool {
	for i := range l.fields {
		s := &l.fields[i]
		if is(s, l.text[s.at:s.at+s.texts.ends[partCount-1]]) {
			return true
		}
	}
	return false
}

// nearestKey returns the filter that a misspelled word most likely means, or "".
func nearestKey(word string) string {
	var names []string
	for _, k := range pattern.Keys() {
		names = append(names, k.String())
	}
	return pattern.Nearest(word, names)
}

// nearest returns the value in the demos that a misspelled word most likely means, or "".
func (l *List) nearest(word string, keys ...pattern.Key) string {
	var names []string
	for _, k := range keys {
		for _, v := range l.facet("").of[k] {
			if d := len(v.lower) - len(word); d > -pattern.NearestEdits && d < pattern.NearestEdits ||
				strings.HasPrefix(v.lower, word) {
				names = append(names, v.lower)
			}
		}
	}
	return pattern.Nearest(word, slices.Compact(names))
}

// meant formats a suggestion.
func meant(before, value string) string {
	if value == "" {
		return ""
	}
	if strings.ContainsAny(value, " \t") {
		value = `"` + value + `"`
	}
	return fmt.Sprintf(" (did you mean %s%s?)", before, value)
}
