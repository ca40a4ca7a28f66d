package corpus

import (
	"encoding/json"
	"testing"
)

// resultWant are facts of every kind, 26 in all: map, complete, start and end; two
// teams and their scores; two players, with 5 and 3 numbers, and that there are no
// others; spectators; who left, with a score; three items; and that a level has it.
const resultWant = `{"file": "x.mvd", "result": 0, "levels": [{
	"map": "dm3", "complete": true, "match_start": 10, "match_end": 600,
	"teams": [{"name": "red", "score": 5}, {"name": "!!!", "score": -2}],
	"players": [{"name": "/ bro", "slot": 1, "team": "red", "score": [5, 6], "deaths": 2, "kills": 5},
		{"name": "", "slot": 2, "team": "!!!", "score": -2}],
	"spectators": ["a", "b", "b"], "left": [{"name": "gone", "score": 3}], "deaths_mean": "all deaths"}],
	"events": {"item_pickups": {"/ bro": {"ra": 1, "mh": 0, "q": 2}}}}`

const resultEqual = `{"map": "maps/dm3.bsp", "complete": true, "match_start": 12.9, "match_end": 597.1, "more": 1,
	"teams": [{"name": "!!!", "score": -2}, {"name": "r.e.d", "score": 5}, {"name": "other", "score": 1}],
	"players": [{"name": "who", "slot": 2, "team": "!!!", "score": -2, "kills": 9},
		{"name": "bro", "slot": 7, "team": "red", "score": 6, "deaths": 2, "kills": 5}],
	"spectators": ["b", "[a]", "b"], "left": [{"name": "gone", "score": 3}, {"name": "else"}],
	"events": {"item_pickups": {"/bro": {"ra": 1, "mh": 0, "q": 2, "ya": 4}}}}`

// Each difference is found, and is as many facts as it should be.
func TestCompareResults(t *testing.T) {
	for _, test := range []struct {
		name   string
		edit   func(r object)
		missed int
	}{
		{"equal", func(object) {}, 1}, // the slot of "/ bro"
		{"map", func(r object) { r["map"] = "dm4" }, 2},
		{"complete", func(r object) { r["complete"] = false }, 2},
		{"start", func(r object) { r["match_start"] = 13.1 }, 2},
		{"no end", func(r object) { delete(r, "match_end") }, 2},
		{"no teams", func(r object) { delete(r, "teams") }, 5},
		{"team's score", func(r object) { list(r["teams"])[0]["score"] = 2.0 }, 2},
		{"neither score", func(r object) { list(r["players"])[1]["score"] = 7.0 }, 2},
		{"no kills", func(r object) { delete(list(r["players"])[1], "kills") }, 2},
		{"a player more", func(r object) { r["players"] = append(r["players"].([]any), object{"name": "x"}) }, 2},
		{"a player less", func(r object) { r["players"] = r["players"].([]any)[1:] }, 5},
		{"the other team", func(r object) { list(r["players"])[0]["team"] = "red" }, 2},
		{"spectators once", func(r object) { r["spectators"] = []any{"a", "b"} }, 2},
		{"no spectators", func(r object) { delete(r, "spectators") }, 2},
		{"nobody left", func(r object) { r["left"] = []any{} }, 3},
		{"left without a score", func(r object) { delete(list(r["left"])[0], "score") }, 2},
		{"an item", func(r object) {
			r["events"].(object)["item_pickups"].(object)["/bro"].(object)["q"] = 1.0
		}, 2},
		{"no events", func(r object) { delete(r, "events") }, 4},
	} {
		var want, info, r object
		decode(t, resultWant, &want)
		decode(t, resultEqual, &r)
		test.edit(r)
		info = object{"result": r, "levels": []any{object{"result": nil}, object{"result": r}}}
		f := ResultFacts{facts: want}
		c := f.Compare(info)
		if c.Of != 26 || c.Of-c.Equal != test.missed || len(c.Differences) != test.missed {
			t.Errorf("%s: %d of %d facts are equal, want %d differences: %q", test.name, c.Equal, c.Of, test.missed,
				c.Differences)
		}
	}
}

// What is compared where there is no match, where the demo has a piece of one, and
// where it has several.
func TestCompareMatches(t *testing.T) {
	one, two := `{"map": "a", "complete": true, "players": [{"name": "x", "score": 1}]}`,
		`{"map": "a", "complete": true, "players": [{"name": "x", "score": 2}]}`
	piece := `{"map": "a", "complete": false, "players": []}`
	for _, test := range []struct {
		want, got string
		equal, of int
	}{
		{`{"result": null}`, `{}`, 1, 1},
		{`{"result": null}`, `{"result": null}`, 1, 1},
		{`{"result": null}`, `{"result": {"complete": false}}`, 1, 1},
		{`{"result": null}`, `{"result": {"complete": true}}`, 0, 1},
		{`{"result": 0, "levels": [` + piece + `]}`, `{"result": null}`, 1, 4}, // no players are none
		{`{"result": 0, "levels": [` + piece + `]}`, `{"result": ` + piece + `, "levels": [{"result": ` + piece + `}]}`,
			4, 4},
		{`{"result": 0, "levels": [` + piece + `]}`, `{"result": ` + one + `, "levels": [{"result": ` + one + `}]}`, 2,
			4},
		{`{"result": 1, "levels": [` + one + `,` + two + `]}`, `{"result": ` + two + `, "levels": [{"result": ` + two +
			`}], "matches": [` + one + `,` + two + `]}`, 16, 16},
		{`{"result": 1, "levels": [` + one + `,` + two + `]}`, `{"result": ` + two + `, "levels": [{"result": ` + two +
			`}], "matches": [` + two + `,` + two + `]}`, 15, 16},
		{`{"result": 1, "levels": [` + one + `,` + two + `]}`, `{"result": ` + two + `, "levels": [{"result": ` + one +
			`}], "matches": [` + one + `]}`, 11, 16},
	} {
		var want, got object
		decode(t, test.want, &want)
		decode(t, test.got, &got)
		f := ResultFacts{facts: want}
		if c := f.Compare(got); c.Equal != test.equal || c.Of != test.of {
			t.Errorf("%s of %s: %d of %d, want %d of %d: %q", test.got, test.want, c.Equal, c.Of, test.equal, test.of,
				c.Differences)
		}
	}
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatal(err)
	}
}
