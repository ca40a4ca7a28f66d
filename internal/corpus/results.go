package corpus

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// ResultFacts are the game's own results for the matches of a demo: a file of the folder results, whose README has the
// schema and the rules for comparing.
type ResultFacts struct {
	Name  string // of the file
	Demo  string // path
	facts object
}

// object is a JSON object.
type object = map[string]any

// Results returns the facts about results. Without a folder of real files it skips the test; facts without their demo
// fail it.
func Results(t testing.TB) []ResultFacts {
	t.Helper()
	dir := Dir(t)
	var list []ResultFacts
	for _, path := range Files(t, filepath.Join(dir, "results"), func(name string) bool {
		return strings.HasSuffix(name, ".json")
	}) {
		f := ResultFacts{Name: filepath.Base(path)}
		ReadJSON(t, path, &f.facts)
		found, err := filepath.Glob(filepath.Join(dir, "*", globEscape.Replace(text(f.facts["file"]))))
		if err != nil || len(found) != 1 {
			t.Fatalf("the demo of %s: %d files, %v", path, len(found), err)
		}
		f.Demo = found[0]
		list = append(list, f)
	}
	return list
}

var globEscape = strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]")

// ResultCheck counts the compared facts.
type ResultCheck struct {
	Equal, Of   int
	Differences []string // one line each
}

// Compare compares the facts with the program's output for the demo, the JSON object of its command info.
func (f *ResultFacts) Compare(info map[string]any) *ResultCheck {
	c := new(ResultCheck)
	got, _ := info["result"].(object)
	index, ok := f.facts["result"].(float64)
	if !ok {
		c.fact("no match", got == nil || got["complete"] == false, "result is %v", got)
		return c
	}
	levels := list(f.facts["levels"])
	want := levels[int(index)]
	c.level("result", want, got)
	c.pickups(f.facts, got)
	// The result is also that of its level.
	found := false
	for _, l := range list(info["levels"]) {
		r, _ := l["result"].(object)
		found = found || r != nil && got != nil && fmt.Sprint(r) == fmt.Sprint(got)
	}
	c.fact("levels[].result", found, "no level has the result")
	if len(levels) == 1 {
		return c
	}
	matches := list(info["matches"])
	for i, want := range levels {
		var got object
		if i < len(matches) {
			got = matches[i]
		}
		c.level(fmt.Sprintf("matches[%d]", i), want, got)
	}
	return c
}

// fact counts a fact, and records a difference.
func (c *ResultCheck) fact(what string, equal bool, format string, args ...any) {
	c.Of++
	if equal {
		c.Equal++
		return
	}
	c.Differences = append(c.Differences, what+": "+fmt.Sprintf(format, args...))
}

// timeSlack is the tolerance in seconds for a match's start and end.
const timeSlack = 3

// level compares a match. A nil got differs in every fact.
func (c *ResultCheck) level(where string, want, got object) {
	for _, key := range slices.Sorted(maps.Keys(want)) {
		at, value := where+"."+key, want[key]
		switch key {
		case "map":
			c.fact(at, mapName(text(value)) == mapName(text(got[key])), "%v, not %v", got[key], value)
		case "complete":
			c.fact(at, got[key] == value, "%v, not %v", got[key], value)
		case "match_start", "match_end":
			seconds, ok := got[key].(float64)
			c.fact(at, ok && math.Abs(seconds-value.(float64)) <= timeSlack, "%v, not %v", got[key], value)
		case "teams":
			c.rows(at, list(value), list(got[key]), false)
		case "players":
			c.rows(at, list(value), list(got[key]), true)
		case "left":
			c.rows(at, list(value), list(got[key]), false)
		case "spectators":
			a, b := names(value), names(got[key])
			_, told := got[key].([]any)
			c.fact(at, told && slices.Equal(a, b), "%v, not %v", b, a)
		case "deaths_mean": // explains the deaths, nothing to compare
		default:
			c.fact(at, false, "no rule to compare it")
		}
	}
}

// rows compares lists of players or teams: each key of each wanted row and, if only is set, that there are no other
// rows.
func (c *ResultCheck) rows(where string, want, got []object, only bool) {
	pairs := pair(want, got)
	used := 0
	for i, row := range want {
		at := fmt.Sprintf("%s %q", where, text(row["name"]))
		other := pairs[i]
		if other != nil {
			used++
		}
		c.fact(at, other != nil, "missing")
		for _, key := range slices.Sorted(maps.Keys(row)) {
			switch key {
			case "name":
			case "team":
				c.fact(at+" "+key, plainKey(text(other[key])) == plainKey(text(row[key])), "%v, not %v",
					other[key], row[key])
			default:
				c.fact(at+" "+key, oneOf(other[key], row[key]), "%v, not %v", other[key], row[key])
			}
		}
	}
	if only {
		c.fact(where, used == len(got), "%d rows, of which %d are players of the match", len(got), used)
	}
}

// pair returns for each wanted row the matching row of got, nil if there is none: by name, then by the name's letters
// and digits, then by slot.
func pair(want, got []object) []object {
	pairs := make([]object, len(want))
	used := make([]bool, len(got))
	for _, same := range []func(a, b object) bool{
		func(a, b object) bool { return text(a["name"]) == text(b["name"]) },
		func(a, b object) bool { return plainKey(text(a["name"])) == plainKey(text(b["name"])) },
		func(a, b object) bool { return a["slot"] != nil && a["slot"] == b["slot"] },
	} {
		for i, a := range want {
			for j, b := range got {
				if pairs[i] == nil && !used[j] && same(a, b) {
					pairs[i], used[j] = b, true
				}
			}
		}
	}
	return pairs
}

// pickups compares the items that players picked up in the match of the result.
func (c *ResultCheck) pickups(facts, got object) {
	want, _ := facts["events"].(object)
	told, _ := got["events"].(object)
	players, _ := told["item_pickups"].(object)
	byName, _ := want["item_pickups"].(object)
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		var row object
		for _, other := range slices.Sorted(maps.Keys(players)) {
			if row == nil && plainKey(other) == plainKey(name) {
				row, _ = players[other].(object)
			}
		}
		items := byName[name].(object)
		for _, item := range slices.Sorted(maps.Keys(items)) {
			c.fact(fmt.Sprintf("result.events %q %s", name, item), oneOf(row[item], items[item]), "%v, not %v",
				row[item], items[item])
		}
	}
}

// oneOf reports whether a number is the wanted one, or in a list of wanted ones.
func oneOf(got, want any) bool {
	if several, ok := want.([]any); ok {
		return got != nil && slices.Contains(several, got)
	}
	return got != nil && got == want
}

// plainKey returns the ASCII letters and digits of a name, as used in the facts, or the name if it has none.
func plainKey(name string) string {
	key := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, name)
	if key == "" {
		return name
	}
	return key
}

// mapName returns the name of a map without folders and extension.
func mapName(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".bsp")
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// list returns the objects of a JSON array.
func list(v any) []object {
	var out []object
	all, _ := v.([]any)
	for _, e := range all {
		o, _ := e.(object)
		out = append(out, o)
	}
	return out
}

// names returns the keys of the names in a JSON array, sorted.
func names(v any) []string {
	var out []string
	all, _ := v.([]any)
	for _, e := range all {
		out = append(out, plainKey(text(e)))
	}
	slices.Sort(out)
	return out
}
