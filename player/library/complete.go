package library

import (
	"cmp"
	"slices"
	"strings"

	"demoscope/player/pattern"
)

// Suggestion is a completion for the cursor position in a query.
type Suggestion struct {
	// Text replaces the bytes from From to To of the query.
	Text     string
	From, To int
	// What describes the suggestion. It is empty for a value that needs no description.
	What string
	// Count is the number of demos that have the value and match the rest of the query. It is 0 for words of the
	// language.
	Count int
}

// maxSuggestions is the maximum number of suggestions.
const maxSuggestions = 12

// Complete returns suggestions for the cursor position, in bytes, of a query: words of the language, and values from
// the demos that match the rest of the query. Values of more demos come first.
func Complete(l *List, query string, cursor int) []Suggestion {
	cursor = min(max(cursor, 0), len(query))
	from, to := tokenAt(query, cursor)
	c := completer{from: from, to: to, rest: query[:from] + query[to:]}
	token := strings.ToLower(query[from:cursor])
	minus := ""
	if strings.HasPrefix(token, "-") {
		minus, token = "-", token[1:]
	}
	if key, value, ok := strings.Cut(token, ":"); ok {
		for _, k := range pattern.Keys() {
			if k.String() == key {
				c.values(l, k, minus+key+":", strings.Trim(value, `"`))
			}
		}
		return c.list
	}
	named := kindIn(c.rest)
	if minus == "" && named >= 0 {
		for _, m := range pattern.Kind(named).Describe().Measures {
			if strings.HasPrefix(m.String(), token) {
				c.add(Suggestion{Text: m.String() + ">=", What: m.What()})
			}
		}
	}
	for _, k := range pattern.Keys() {
		if strings.HasPrefix(k.String(), token) && (named >= 0 || !ofMoments(k)) {
			c.add(Suggestion{Text: minus + k.String() + ":", What: k.What()})
		}
	}
	if minus == "" && named < 0 {
		for k := range pattern.KindCount {
			if strings.HasPrefix(k.String(), token) {
				c.add(Suggestion{Text: k.String(), What: k.Describe().What})
			}
		}
	}
	if token != "" {
		for _, k := range [...]pattern.Key{pattern.KeyMap, pattern.KeyPlayer, pattern.KeyTeam, pattern.KeyMode} {
			c.values(l, k, minus+k.String()+":", token)
		}
	}
	return c.list
}

type completer struct {
	from, to int
	rest     string // the query without the token at the cursor
	list     []Suggestion
}

func (c *completer) add(s Suggestion) {
	if len(c.list) < maxSuggestions {
		s.From, s.To = c.from, c.to
		c.list = append(c.list, s)
	}
}

// values adds the values of a filter that start with the given text, then those that contain it.
func (c *completer) values(l *List, k pattern.Key, before, sought string) {
	for _, v := range k.Values() {
		if strings.HasPrefix(v, sought) {
			c.add(Suggestion{Text: before + v})
		}
	}
	all := l.facet(c.rest).of[k]
	for _, begins := range [...]bool{true, false} {
		for i := range all {
			if len(c.list) >= maxSuggestions {
				return
			}
			v := &all[i]
			at := strings.Index(v.lower, sought)
			if at < 0 || begins != (at == 0) || v.lower == "" {
				continue
			}
			text := v.lower
			if strings.ContainsAny(text, " \t") {
				text = `"` + text + `"`
			}
			c.add(Suggestion{Text: before + text, Count: v.count})
		}
	}
}

// tokenAt returns the space-separated token of a query that the cursor is in. Spaces in quotes don't separate.
func tokenAt(query string, cursor int) (from, to int) {
	quoted := false
	for i := range len(query) {
		switch {
		case query[i] == '"':
			quoted = !quoted
		case quoted || query[i] != ' ' && query[i] != '\t':
		case i < cursor:
			from = i + 1
		default:
			return from, i
		}
	}
	return from, len(query)
}

// kindIn returns the first pattern name in a query, or -1 if there is none.
func kindIn(query string) int {
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		for k := range pattern.KindCount {
			if k.String() == word {
				return int(k)
			}
		}
	}
	return -1
}

// facets holds the values of the demos of a list. Values of more demos come first.
type facets struct {
	of map[pattern.Key][]facet
}

type facet struct {
	lower string
	count int
}

// maxFacets is the maximum number of distinct values that are counted for one key.
const maxFacets = 1 << 16

// facet returns the values of the demos that match a query, or of all demos if the query is empty or invalid.
func (l *List) facet(query string) *facets {
	var filter *Filter
	if query = strings.TrimSpace(query); query != "" {
		filter, _ = ParseFilter(query)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case filter == nil:
		if l.facets == nil {
			l.facets = l.count(nil)
		}
		return l.facets
	case l.fitting == nil || l.fits != query:
		l.fitting, l.fits = l.count(filter), query
	}
	return l.fitting
}

// count counts the values of the demos that a filter accepts. A nil filter accepts all.
func (l *List) count(filter *Filter) *facets {
	counts := map[pattern.Key]map[string]int{}
	add := func(k pattern.Key, value string) {
		if counts[k] == nil {
			counts[k] = map[string]int{}
		}
		if value != "" && (len(counts[k]) < maxFacets || counts[k][value] > 0) {
			counts[k][value]++
		}
	}
	lines := func(k pattern.Key, text string) {
		for text != "" {
			line, after, _ := strings.Cut(text, "\n")
			add(k, line)
			text = after
		}
	}
	for _, r := range l.rows {
		if filter != nil && !filter.Keeps(r) {
			continue
		}
		lines(pattern.KeyMap, r.texts.part(partMaps))
		lines(pattern.KeyPlayer, r.texts.part(partPlayers))
		lines(pattern.KeyTeam, r.texts.part(partTeams))
		add(pattern.KeyMode, strings.ToLower(r.Mode))
		add(pattern.KeyGame, r.Game)
		add(pattern.KeyGame, strings.ToLower(r.GameDir))
		add(pattern.KeyFormat, r.Format)
		lines(pattern.KeyRecorder, r.texts.part(partRecorder))
		if day := strings.TrimSuffix(r.texts.part(partDate), "\n"); len(day) >= 7 {
			add(pattern.KeyDate, day[:4])
			add(pattern.KeyDate, day[:7])
		}
	}
	f := &facets{of: map[pattern.Key][]facet{}}
	for k, values := range counts {
		list := make([]facet, 0, len(values))
		for v, n := range values {
			list = append(list, facet{v, n})
		}
		slices.SortFunc(list, func(a, b facet) int {
			return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.lower, b.lower))
		})
		f.of[k] = list
	}
	f.of[pattern.KeyVictim] = f.of[pattern.KeyPlayer]
	return f
}
