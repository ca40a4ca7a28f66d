package report

import (
	"encoding/json"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// What a result is in JSON: numbers that the game does not tell are left out, those that
// are 0 are not.
func TestResultJSON(t *testing.T) {
	all := world.ToldScore | world.ToldKills | world.ToldDeaths | world.ToldSuicides | world.ToldTeamKills
	for _, test := range []struct {
		result world.Result
		want   string
	}{
		{world.Result{
			Map: "maps/dm6.bsp", Complete: true, Start: 0, End: 12.5, Teams: []world.TeamScore{
				{Name: "red", Score: -2}},
			Players: []world.Score{
				{Slot: 0, Name: "Ann", Team: "red", Score: 1, Kills: 2, Deaths: 3, Suicides: 4, TeamKills: 5,
					Told: all},
				{Slot: world.Nobody, Name: "Bob", Kills: 9, Told: world.ToldScore},
			},
			Spectators: []string{"Eve"}, Left: []world.Score{{Slot: 2, Name: "Cy", Deaths: 8, Told: world.ToldDeaths,
				Gone: 4.5}, {Slot: 3, Name: "Di", Gone: 5, LooksOn: true}},
			Pickups: []world.PickupCount{{Name: "Ann", Item: "ra", Count: 2}, {Name: "Ann", Item: "mh", Count: 1},
				{Name: "Ann", Item: "ra", Count: 3}},
			Returns: []world.Return{{Name: "Ann", Slot: 0, Score: 6, HasScore: true, Left: 3.5, Back: 7},
				{Name: "Ann", Slot: 1, Score: 6, Left: 8, Back: 9}},
		}, `{"map":"dm6","complete":true,"match_start":0,"match_end":12.5,"teams":[{"name":"red","score":-2}],` +
			`"players":[{"name":"Ann","slot":0,"team":"red","score":1,"kills":2,"deaths":3,"suicides":4,` +
			`"teamkills":5},{"name":"Bob","score":0}],` +
			`"spectators":["Eve"],"left":[{"name":"Cy","slot":2,"deaths":8,"clock_left":4.5},{"name":"Di",` +
			`"slot":3,"clock_left":5,"looked_on":true}],"returns":[{"name":"Ann","slot":0,"score":6,` +
			`"clock_left":3.5,"clock_back":7},{"name":"Ann","slot":1,"clock_left":8,"clock_back":9}],` +
			`"events":{"item_pickups":{"Ann":{"mh":1,"ra":5}}}}`},
		{world.Result{Start: world.Unknown, End: world.Unknown},
			`{"map":"","complete":false,"teams":[],"players":[],"spectators":[],"left":[]}`},
	} {
		if got, err := json.Marshal(resultOf(world.QuakeWorld, &test.result)); err != nil || string(got) != test.want {
			t.Errorf("%s\nwant\n%s (%v)", got, test.want, err)
		}
	}
}

// The result of a demo, and of each of its levels, is the last complete match there, else
// the last piece of one. Levels that began and were left again are no matches, unless
// there is nothing else.
func TestResultsOfLevels(t *testing.T) {
	w := rules.New("mvd")
	clock := 0.0
	packet := func(list ...message.Message) {
		w.Begin(&message.Packet{Block: w.Block + 1, Time: clock, Targets: 1<<32 - 1})
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
		clock++
	}
	level := func(name string) {
		packet(&message.QWServerData{Protocol: 28, MapName: []byte(name)}, &message.QWList{Kind: message.QWModelList,
			Names: [][]byte{[]byte("maps/" + name + ".bsp")}},
			&message.QWUpdateUserInfo{Player: 0, User: 1, Text: []byte(`\name\Ann`)}, &message.QWUpdateUserInfo{
				Player: 1, User: 2, Text: []byte(`\name\Bob`)})
	}
	print := func(text string) message.Message { return &message.Print{Level: 2, Text: []byte(text + "\n")} }
	frags := func(n int16) message.Message { return &message.UpdateFrags{Player: 0, Frags: n} }
	// expect compares the result of the demo, all matches, and the results of the levels.
	expect := func(what, result, matches string, levels ...string) {
		t.Helper()
		info := &Info{Levels: make([]Level, w.LevelCount)}
		for i := range info.Levels {
			info.Levels[i].count = i + 1
		}
		info.setResults(w)
		text := func(r *Result) string {
			if r == nil {
				return "none"
			}
			return r.Map + ": " + r.String()
		}
		list := ""
		for _, m := range info.Matches {
			list += text(m) + ". "
		}
		if got := text(info.Result); got != result || list != matches {
			t.Errorf("%s: %q of %q, want %q of %q", what, got, list, result, matches)
		}
		for i := range info.Levels {
			if got := text(info.Levels[i].Result); got != levels[i] {
				t.Errorf("%s: level %d: %q, want %q", what, i+1, got, levels[i])
			}
		}
	}
	level("dm2")
	expect("nothing else", "dm2: ", "dm2: . ", "dm2: ")
	packet(frags(4))
	level("dm3")
	packet(frags(5))
	expect("two pieces", "dm3: Ann 5 : 0 Bob (unfinished)",
		"dm2: Ann 4 : 0 Bob (unfinished). dm3: Ann 5 : 0 Bob (unfinished). ",
		"dm2: Ann 4 : 0 Bob (unfinished)", "dm3: Ann 5 : 0 Bob (unfinished)")

	w, clock = rules.New("mvd"), 0
	level("dm2")
	level("dm6")
	packet(print("The match has begun!"))
	packet(frags(3))
	packet(print("The match is over"))
	packet(print("The match has begun!"), frags(0))
	packet(frags(2))
	const (
		whole = "dm6: Ann 3 : 0 Bob"
		piece = "dm6: Ann 2 : 0 Bob (unfinished)"
		last  = "dm4: Ann 7 : 0 Bob (unfinished)"
	)
	expect("a piece after a match", whole, whole+". "+piece+". ", "none", whole)
	level("dm4")
	packet(frags(7))
	expect("a piece of another level", whole, whole+". "+piece+". "+last+". ", "none", whole, last)
	packet(&message.Intermission{})
	expect("its end", "dm4: Ann 7 : 0 Bob", whole+". "+piece+". dm4: Ann 7 : 0 Bob. ", "none", whole,
		"dm4: Ann 7 : 0 Bob")
}

// Two who are there at the end are no duel if a third has left who had done something.
func TestLineOfWhoWereMore(t *testing.T) {
	players := []world.Score{{Slot: 0, Name: "Ann", Score: 1, Told: world.ToldScore}, {Slot: 1, Name: "Bob", Score: -2,
		Told: world.ToldScore}}
	for _, c := range []struct {
		left world.Score
		want string
	}{
		{world.Score{Slot: 2, Name: "Cy", Score: 2}, "Ann 1, Bob -2"},
		{world.Score{Slot: 2, Name: "Cy", Counted: world.Counts{Deaths: 1}}, "Ann 1, Bob -2"},
		{world.Score{Slot: 2, Name: "Cy"}, "Ann 1 : -2 Bob"},
		{world.Score{Slot: 2, Name: "Cy", Score: 2, Spectator: true}, "Ann 1 : -2 Bob"},
		{world.Score{Slot: 1, Name: "Bob", Score: 2}, "Ann 1 : -2 Bob"},
	} {
		r := &world.Result{Complete: true, Players: players, Left: []world.Score{c.left}}
		if got := resultOf(world.Quake, r).String(); got != c.want {
			t.Errorf("%+v: %q, not %q", c.left, got, c.want)
		}
		r.Teams = []world.TeamScore{{Name: "red", Score: 1}, {Name: "blue", Score: -2}}
		if got := resultOf(world.Quake, r).String(); got != "red 1 : -2 blue" {
			t.Errorf("teams, %+v: %q", c.left, got)
		}
	}
}
