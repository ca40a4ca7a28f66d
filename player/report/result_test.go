package report

import (
	"encoding/json"
	"testing"

	"demoscope/player/match"
	"demoscope/player/world"
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
		got, err := json.Marshal(resultOf(match.Of(world.QuakeWorld, &test.result)))
		if err != nil || string(got) != test.want {
			t.Errorf("%s\nwant\n%s (%v)", got, test.want, err)
		}
	}
}

// Names are readable in results. Players have the bytes, and the readable name where it differs. Two players whose
// names read the same stay two.
func TestReadableNames(t *testing.T) {
	r := world.Result{Complete: true, Players: []world.Score{{Slot: 0, Name: "\xc1nn"}, {Slot: 1, Name: "Ann"}},
		Pickups: []world.PickupCount{{Name: "\xc1nn", Item: "ra", Count: 2}, {Name: "Ann", Item: "ra", Count: 3}}}
	info := Info{Demo: match.DemoOf(world.QuakeWorld, nil, []world.Score{{Slot: 0, Name: "\xc1nn", Team: "\x10r\x11"},
		{Slot: 1, Name: "Ann"}}, []world.Result{r})}
	info.setPlayers()
	info.setResults()
	got, err := json.Marshal(info.Left)
	want := `[{"slot":0,"name":"Ánn","plain_name":"Ann","team":"\u0010r\u0011","kills":0,"deaths":0,"clock_left":0},` +
		`{"slot":1,"name":"Ann","team":"","kills":0,"deaths":0,"clock_left":0}]`
	if err != nil || string(got) != want {
		t.Errorf("%s\nwant\n%s (%v)", got, want, err)
	}
	got, err = json.Marshal(info.Result.Events)
	if want := `{"item_pickups":{"Ann":{"ra":3},"Ánn":{"ra":2}}}`; err != nil || string(got) != want {
		t.Errorf("%s, want %s (%v)", got, want, err)
	}
}
