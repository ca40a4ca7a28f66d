package library

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// handful are rows with what filters ask of.
func handful() *List {
	rows := []*Row{
		{
			ID: 1, Format: "mvd", Game: "quakeworld", GameDir: "qw", Mode: "4on4", ServerMode: "4on4",
			Maps: []string{"dm2"}, Title: "Claustrophobopolis", Length: 377,
			Players: []Player{{Name: "carapace", Team: "-s-"}, {Name: "tom", Team: "pol"},
				{Name: "bps", Team: "pol"}},
			Teams:      []match.Team{{Name: "pol", Score: 72}, {Name: "-s-", Score: 70}},
			Result:     "pol 72 : 70 -s- (unfinished)",
			serverDate: "2024-11-18T21:35:00Z", Recorder: "", others: []string{"watcher"}, Hits: Hits{pattern.Run: 3,
				pattern.Midair: 1, pattern.Chat: 2},
			Best:   &Moment{Kind: pattern.Run, Most: 5},
			Places: []Place{{Path: "/d/EQL/4on4_-s-_vs_pol[dm2]20241118-2135.mvd"}},
		}, {
			ID: 2, Format: "dm3", Game: "quake3", GameDir: "osp", Mode: "1on1", Maps: []string{"q3dm6"}, Length: 917,
			Players: []Player{{Name: "Blue"}, {Name: "fatal1ty"}},
			Result:  "Blue 2 : 7 fatal1ty", Complete: true, Recorder: "fatal1ty",
			Places: []Place{{Path: "/d/duel.dm3", Modified: long}},
			Hits:   Hits{pattern.Run: 1}, Best: &Moment{Kind: pattern.Run, Most: 3},
		}, {
			ID: 3, Format: "dem", Game: "quake", Mode: "single", Maps: []string{"e1m1", "e1m2"},
			Title: "the Slipgate Complex", Length: 60, Players: []Player{{Name: "the king"}},
			Recorder: "the king", Damage: "damaged at byte 9",
			Places: []Place{{Path: "/d/pak0.pak", Member: "run_2001-02-03.dem"}},
			Best: &Moment{Kind: pattern.RocketJump,
				Most: 300},
		}, {
			ID: 4, Error: "/d/x.qwd: not a Quake demo",
			Places: []Place{{Path: "/d/x.qwd", Modified: long.Add(time.Hour)}},
		},
	}
	for _, r := range rows {
		r.finish()
	}
	return newList(rows, nil)
}

func ids(rows []*Row) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprint(&b, r.ID)
	}
	return b.String()
}

func TestFilter(t *testing.T) {
	l := handful()
	for _, c := range []struct {
		text, want string
		exact      bool
	}{
		{"", "1234", true},
		{"DM2", "1", true},
		{"fatal DM", "2", true}, // the map and a part of the name
		{"-s-", "1", true},      // a team, no filter with a minus
		{"slipgate", "3", true},
		{"eql", "1", true},
		{"watcher", "1", true}, // another name in the demo
		{"player:watcher", "1", true},
		{"-player:watcher", "234", true},
		{"4on4", "1", true},
		{"map:dm2", "1", true},
		{"map:*dm*", "12", true},
		{"map:dm", "", true},
		{"map:e1m2", "3", true},
		{"-map:dm2", "234", true},
		{"player:FATAL", "2", true},
		{`player:"the k"`, "3", true},
		{`"the king"`, "3", true},
		{`"the ki`, "3", true}, // while it is typed
		{"player:", "1234", true},
		{"-player:tom", "234", true},
		{"game:quake", "3", true},
		{"game:osp", "2", true},
		{"game:q1", "3", true},
		{"game:mvd", "1", true},
		{"mode:on", "12", true},
		{"mode:duel", "2", true},
		{"mode:team", "1", true},
		{"-mode:team", "234", true},
		{"mode:4*", "1", true},
		{"mode:*z*", "", true},
		{"file:*.dm3", "2", true},
		{"team:pol", "1", true},
		{"recorder:fatal", "2", true},
		{`result:"2 : 7 f"`, "2", true},
		{"file:pak0.pak/run_", "3", true},
		{"format:dm3", "2", true},
		{"damaged:yes", "34", true},
		{"damaged:no", "12", true},
		{"unreadable:yes", "4", true},
		{"unreadable:no", "123", true},
		{"date:2024", "1", true},
		{"date:2024-1", "1", true},
		{"-date:2024", "234", true},
		{"date>=2020", "124", true},
		{"date>2020", "1", true},
		{"date<=2020-01", "234", true},
		{"date<2020", "3", true},
		{"date>=", "1234", true},
		{"length>=377s", "12", true},
		{"length<2min", "34", true},
		{"run", "12", true},
		{"midair", "1", true},
		{"midair map:dm2", "1", false}, // it may have been on another level
		{"midair mode:4on4 date:2024", "1", true},
		{"streak", "", true},
		{"run kills>=9", "123", false}, // of which only the moments tell
		{"run player:watcher", "1", false},
		{"run -player:tom", "12", false},
		{"run victim:tom", "1", false},
		{"run through:deaths", "123", false}, // there may be more of them
		{"run within 3s", "123", false},
		{"weapon:rl", "123", false},
		{"chat:gg", "1", false},
		{"chat", "1", true},
		{"run -map:dm2", "12", false},
	} {
		f, err := ParseFilter(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		list := l.Select(nil, f, ByFile, false)
		slices.SortFunc(list, func(a, b *Row) int { return int(a.ID - b.ID) })
		got := ids(list)
		if got != c.want || f.Exact() != c.exact {
			t.Errorf("%q keeps %q, exact %v; want %q, %v", c.text, got, f.Exact(), c.want, c.exact)
		}
	}
	for text, says := range map[string]string{
		"run midair": "second pattern after", "damaged:perhaps": "damaged must be yes or no",
		"length:5": "length needs a number", "date:yesterday": "invalid date",
		"midair height>abc": "expected a number", "length>x": "expected a number",
		"kills>=3": "numbers need a pattern", "-chat:x": "can't be negated",
	} {
		_, err := ParseFilter(text)
		var wrong *pattern.SyntaxError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// Who plays with another against monsters does not play alone, also if the other has left when the demo ends;
// one player has one slot, whatever he is called.
func TestModesAgainstMonsters(t *testing.T) {
	single := &report.Info{Levels: []report.Level{{Single: &report.Single{}}}}
	ann, bob := pattern.Player{Slot: 0, Name: "Ann"}, pattern.Player{Slot: 1, Name: "Bob"}
	for _, c := range []struct {
		mode  string
		facts pattern.Facts
	}{
		{"single", pattern.Facts{Players: []pattern.Player{ann}}},
		{"single", pattern.Facts{Players: []pattern.Player{ann}, MatchStates: []pattern.MatchState{
			{Players: []pattern.Player{{Slot: 0, Name: "the king"}}}}}},
		{"single", pattern.Facts{Players: []pattern.Player{ann}, Events: []timeline.Event{
			{Kind: world.EventKill, Player: world.Nobody, Other: 0}}}},
		{"coop", pattern.Facts{Players: []pattern.Player{ann}, MatchStates: []pattern.MatchState{
			{Players: []pattern.Player{ann, bob}}}}},
		{"coop", pattern.Facts{Players: []pattern.Player{ann}, Events: []timeline.Event{
			{Kind: world.EventChat, Player: 1, Other: world.Nobody}}}},
		{"coop", pattern.Facts{Events: []timeline.Event{{Kind: world.EventKill, Player: 0, Other: 1}}}},
	} {
		r := &Row{Game: "quake", Players: []Player{{Name: "Ann"}}}
		if r.addMode(single, &c.facts); r.Mode != c.mode {
			t.Errorf("%+v: %q, not %q", c.facts, r.Mode, c.mode)
		}
	}
	r := &Row{Game: "quake", Players: []Player{{Name: "Ann"}, {Name: "Bob"}}}
	if r.addMode(single, nil); r.Mode != "coop" {
		t.Errorf("two, of whom nothing else is known: %q", r.Mode)
	}
}

// A 1on1 goes by its players, also if each has a team, and a match of nameless ones by nothing.
func TestSides(t *testing.T) {
	for want, r := range map[string]Row{
		"goblin vs carapace": {Mode: "1on1", Teams: []match.Team{{Name: "!!!", Score: 5}, {Name: "2", Score: 3}},
			Players: []Player{{Name: "carapace", Team: "2"}, {Name: "goblin", Team: "!!!"}}},
		"!!! vs milton": {Mode: "1on1", Teams: []match.Team{{Name: "!!!", Score: 5}, {Name: "2", Score: 3}},
			Players: []Player{{Name: "milton", Team: "2"}, {Team: "!!!"}}},
		"red vs blue": {Mode: "4on4", Teams: []match.Team{{Name: "red", Score: 5}, {Name: "blue", Score: 3}},
			Players: []Player{{Name: "milton", Team: "red"}, {Name: "bps", Team: "blue"},
				{Name: "xantom", Team: "blue"}}},
		"a, b, c": {Mode: "team", Teams: []match.Team{{Name: "x", Score: 5}, {Name: "y", Score: 3}, {Name: "z"}},
			Players: []Player{{Name: "c", Team: "z"}, {Name: "a", Team: "x"}, {Name: "b", Team: "y"}}},
		"Ann, Bob":      {Mode: "coop", Players: []Player{{Name: "Ann"}, {Name: "Bob"}}},
		"milton vs bps": {Mode: "1on1", Players: []Player{{Name: "milton"}, {Name: "bps"}}},
		"":              {Mode: "1on1", Players: []Player{{}, {Name: " "}}},
	} {
		if got := r.Sides(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Who only looked on and left is nobody of those who played: a duel stays one.
func TestWhoLookedOnAndLeft(t *testing.T) {
	results := []world.Result{{Complete: true, Players: []world.Score{{Name: "Ann", Score: 2, Told: world.ToldScore},
		{Name: "Bob", Score: 1, Told: world.ToldScore}},
		Left: []world.Score{{Name: "Dee", Team: "spectator", Spectator: true}}}}
	r := Summary(&report.Info{Demo: match.DemoOf(world.Quake3, nil, nil, results)}, nil)
	if r.Sides() != "Ann vs Bob" || r.Mode != "1on1" || len(r.Players) != 2 {
		t.Errorf("%q, %q, %+v", r.Sides(), r.Mode, r.Players)
	}
	results[0].Left[0].Spectator, results[0].Left[0].Score = false, 1 // a player
	r = Summary(&report.Info{Demo: match.DemoOf(world.Quake3, nil, nil, results)}, nil)
	if r.Sides() != "Ann, Bob, Dee" || r.Mode != "ffa" {
		t.Errorf("%q, %q", r.Sides(), r.Mode)
	}
}

// Without a match who left before the end has played, too, and who looks on instead; the warm-up of a match
// makes nobody a player.
func TestWhoPlayedAndLeft(t *testing.T) {
	piece := world.Result{Start: world.Unknown, End: world.Unknown, Players: []world.Score{{Name: "Ann"}}}
	begun := piece
	begun.Start = 0
	for _, test := range []struct {
		results []world.Result
		want    string
	}{{nil, "Ann, Bob, Cy"}, {[]world.Result{piece}, "Ann, Bob, Cy"}, {[]world.Result{begun}, "Ann"}} {
		r := Summary(&report.Info{Demo: match.DemoOf(world.Quake, []world.Score{{Name: "Ann"},
			{Slot: 2, Name: "Cy", Spectator: true, LooksOn: true}, {Slot: 3, Name: "Eve", Spectator: true}},
			[]world.Score{{Slot: 1, Name: "Bob"}}, test.results)}, nil)
		var names []string
		for i := range r.Players {
			names = append(names, r.Players[i].Name)
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%+v: %s, not %s", test.results, got, test.want)
		}
	}
}

func TestComplete(t *testing.T) {
	l := handful()
	for _, c := range []struct {
		text   string // the cursor is at |
		want   []string
		result string // the query with the first of them
	}{
		{"map:e|", []string{"map:e1m1", "map:e1m2"}, "map:e1m1"},
		{"map:dm|", []string{"map:dm2", "map:q3dm6"}, "map:dm2"},
		{"e1m2 -player:the|", []string{`-player:"the king"`}, `e1m2 -player:"the king"`},
		{"dm2 -player:the|", nil, ""},
		{"mode:4on4 player:|", []string{"player:bps", "player:carapace", "player:tom"}, "mode:4on4 player:bps"},
		{"player:| mode:1on1", []string{"player:blue", "player:fatal1ty"}, "player:blue mode:1on1"},
		{"midair map:|", []string{"map:dm2"}, "midair map:dm2"},
		{"-mode:single map:e|", nil, ""},
		{"height>=nonsense map:e|", []string{"map:e1m1", "map:e1m2"}, "height>=nonsense map:e1m1"},
		{`player:"the| mode:1on1`, []string{`player:"the king"`}, `player:"the king"`},
		{"damaged:|", []string{"damaged:yes", "damaged:no"}, "damaged:yes"},
		{"mo| dm2", []string{"mode:"}, "mode: dm2"},
		{"mida|", []string{"midair"}, "midair"},
		{"midair hei|", []string{"height>="}, "midair height>="},
		{"hei| midair", []string{"height>="}, "height>= midair"},
		{"fat|", []string{"player:fatal1ty"}, "player:fatal1ty"},
		{"date:20|", []string{"date:2020", "date:2020-01", "date:2001", "date:2001-02", "date:2024", "date:2024-11"},
			"date:2020"},
		{"nonsense:x|", nil, ""},
		{"qqq|", nil, ""},
	} {
		cursor := strings.IndexByte(c.text, '|')
		text := strings.Replace(c.text, "|", "", 1)
		list := Complete(l, text, cursor)
		var got []string
		for _, s := range list {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
			continue
		}
		if len(list) > 0 {
			if result := text[:list[0].From] + list[0].Text + text[list[0].To:]; result != c.result {
				t.Errorf("%q becomes %q, want %q", c.text, result, c.result)
			}
		}
	}
	if list := Complete(l, "", 0); len(list) != maxSuggestions || list[0].Text != "player:" || list[0].What == "" {
		t.Errorf("%+v", list)
	}
	if list := Complete(l, "map:dm2", 99); len(list) != 1 || list[0].Count != 1 {
		t.Errorf("%+v", list)
	}
}

// Lengths are compared as they are, not as the nearest number of half the digits.
func TestExactLength(t *testing.T) {
	r := &Row{Length: 60.1}
	for text, want := range map[string]bool{"length>=60.1s": true, "length<=60.1s": true, "length>60.1s": false,
		"length<60.1s": false} {
		if mustFilter(t, text).Keeps(r) != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
}

// The place that is shown is a file before one in an archive, has the extension of the format, and the shortest path.
func TestPlacesInOrder(t *testing.T) {
	r := Row{Format: "dem", Places: []Place{
		{Path: "/a", Member: "x.dem"}, {Path: "/odd/renamed.dm_68"}, {Path: "/b.zip", Member: "y.qwd"},
		{Path: "/longer/way.dem"}, {Path: "/b/way.dem.gz"}, {Path: "/a/way.dem.gz"}, {Path: "/none"},
	}}
	r.finish()
	var got []string
	for i := range r.Places {
		got = append(got, r.Places[i].Name())
	}
	if want := []string{"/a/way.dem.gz", "/b/way.dem.gz", "/longer/way.dem", "/none", "/odd/renamed.dm_68", "/a/x.dem",
		"/b.zip/y.qwd"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	unreadable := Row{Error: "no demo", Places: []Place{{Path: "/long"}, {Path: "/a"}}}
	if unreadable.finish(); unreadable.Places[0].Path != "/a" {
		t.Errorf("%+v", unreadable.Places)
	}
}
