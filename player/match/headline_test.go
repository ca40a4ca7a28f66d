package match

import (
	"testing"

	"demoscope/player/world"
)

// known is a player with a score, and unknown one without.
func known(name, team string, score int32) world.Score {
	return world.Score{Name: name, Team: team, Score: score, Told: world.ToldScore}
}

func unknown(name, team string) world.Score { return world.Score{Name: name, Team: team} }

func TestHeadline(t *testing.T) {
	type scores = []world.Score
	teams := func(a string, n int32, b string, m int32) []world.TeamScore {
		return []world.TeamScore{{Name: a, Score: n}, {Name: b, Score: m}}
	}
	var many scores
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"} {
		many = append(many, known(name, "", 7))
	}
	both := scores{unknown("wisel", "2"), unknown("uk", "!!!")}
	for _, test := range []struct {
		result world.Result
		want   string
	}{
		{world.Result{Complete: true}, ""},
		{world.Result{Complete: true, Players: scores{known("mushi", "", 2), known("Milton", "", 8)}},
			"Milton 8 : 2 mushi"},
		{world.Result{Complete: true, Teams: teams("=SF=", -5, "red", 20), Players: scores{known("a", "red", 20),
			known("b", "=SF=", -5), known("c", "=SF=", 0)}}, "red 20 : -5 =SF="},
		{world.Result{Players: scores{known("a", "", 1), unknown("b", "")}}, "a 1 : - b (unfinished)"},
		{world.Result{Players: scores{known("a", "", 0), known("b", "", 0)}}, ""},
		{world.Result{Complete: true, Players: scores{known("a", "", 0), known("b", "", 0)}}, "a 0 : 0 b"},
		{world.Result{Complete: true, Players: scores{unknown("a", ""), unknown("b", "")}}, ""},
		{world.Result{Teams: teams("red", 0, "blue", 0), Players: scores{known("a", "red", 7), unknown("b", "red")}},
			"red 0 : 0 blue (unfinished)"},
		{world.Result{Teams: teams("red", 0, "blue", 0), Players: scores{known("a", "red", 0)}}, ""},
		{world.Result{Complete: true, Players: scores{known("a", "", -3)}}, "a -3"},
		{world.Result{Complete: true, Players: scores{unknown("a", ""), known("b", "", -1), known("c", "", 9),
			known("d", "", 9)}}, "c 9, d 9, b -1, a -"},
		{world.Result{Complete: true, Teams: teams("!!!", 20, "2", 13), Players: both}, "uk 20 : 13 wisel"},
		{world.Result{Complete: true, Teams: teams("2", 13, "!!!", 20), Players: both}, "uk 20 : 13 wisel"},
		{world.Result{Complete: true, OfTeams: true, Teams: teams("red", 1, "blue", 0), Players: scores{
			unknown("bob", "blue"), unknown("ann", "red")}}, "red (ann) 1 : 0 blue (bob)"},
		{world.Result{Complete: true, Teams: teams("!!!", 20, "2", 13), Players: scores{unknown("wisel", "2"),
			unknown(" ", "!!!")}}, "!!! 20 : 13 wisel"},
		{world.Result{Complete: true, Teams: teams("!!!", 20, "2", 13), Players: both,
			Left: scores{unknown("a", "2")}}, "!!! 20 : 13 2"},
		{world.Result{Complete: true, Teams: append(teams("red", 1, "blue", 4), world.TeamScore{Name: "free",
			Score: 2})}, "blue 4, free 2, red 1"},
		// a draw is as the demo has it
		{world.Result{Complete: true, Teams: teams("blue", 5, "red", 5)}, "blue 5 : 5 red"},
		{world.Result{Complete: true, Start: world.Unknown, End: world.Unknown, Players: scores{known("a", "", 1),
			known("b", "", 4)}}, "b 4 : 1 a (ended before the demo)"},
		{world.Result{Complete: true, Players: many}, "a 7, b 7, c 7, d 7, e 7, f 7, g 7, h 7, i 7, and 4 more"},
		{world.Result{Complete: true, Players: scores{{Name: "a", Score: 3, Told: world.CountedScore},
			known("b", "", 2)}}, "a 3 : 2 b"},
	} {
		if got := Of(world.QuakeWorld, &test.result).Headline(MaxNames); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	if got := (*Match)(nil).Headline(MaxNames); got != "" {
		t.Errorf("of no match: %q", got)
	}
}

// TestHeadlineOfMore: two players at the end are no duel if a third one left who had done something.
func TestHeadlineOfMore(t *testing.T) {
	players := []world.Score{known("Ann", "", 1), known("Bob", "", -2)}
	for _, c := range []struct {
		left world.Score
		want string
	}{
		{world.Score{Name: "Cy", Score: 2}, "Ann 1, Bob -2"},
		{world.Score{Name: "Cy", Counted: world.Counts{Deaths: 1}}, "Ann 1, Bob -2"},
		{world.Score{Name: "Cy"}, "Ann 1 : -2 Bob"},
		{world.Score{Name: "Cy", Score: 2, Spectator: true}, "Ann 1 : -2 Bob"},
		{world.Score{Name: "Bob", Score: 2}, "Ann 1 : -2 Bob"},
	} {
		r := &world.Result{Complete: true, Players: players, Left: []world.Score{c.left}}
		if got := Of(world.Quake, r).Headline(MaxNames); got != c.want {
			t.Errorf("%+v: %q, not %q", c.left, got, c.want)
		}
		r.Teams = []world.TeamScore{{Name: "red", Score: 1}, {Name: "blue", Score: -2}}
		if got := Of(world.Quake, r).Headline(MaxNames); got != "red 1 : -2 blue" {
			t.Errorf("teams, %+v: %q", c.left, got)
		}
	}
}

// TestHeadlineOfLeavers: the winner is the best of those who were there at the end; the best of those who left is named
// behind them if the score was higher.
func TestHeadlineOfLeavers(t *testing.T) {
	r := &world.Result{Complete: true, Players: []world.Score{known("Bob", "", -2), known("Ann", "", 1)},
		Left: []world.Score{known("Di", "", 1), known("Cy", "", 2), known("Eve", "", 9), known("Ann", "", 7),
			unknown("Fay", "")}}
	r.Left[2].Spectator = true
	expect := func(want string) {
		t.Helper()
		if got := Of(world.QuakeWorld, r).Headline(MaxNames); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	expect("Ann 1, Bob -2; Cy left with 2")
	r.Left[1].LooksOn = true
	expect("Ann 1, Bob -2; Cy left with 2 and became a spectator")
	r.Complete = false
	expect("Ann 1, Bob -2; Cy left with 2 and became a spectator (unfinished)")
	r.Players[1].Score = 2
	expect("Ann 2, Bob -2 (unfinished)")
	r.Players[1].Score, r.Teams = 0, []world.TeamScore{{Name: "red", Score: 3}, {Name: "blue", Score: 1}}
	expect("red 3 : 1 blue (unfinished)")
}
