package quake3

import (
	"testing"

	"demoscope/player/world"
)

// After the intermission nothing counts: the scores of a game that restarts come before
// the command that says so.
func TestTeamsAfterTheResult(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\3`, "21 1000", "6 9", "7 4", `544 n\Ann\t\1`, `545 n\Bob\t\2`)
	q.at(900000, 0, 4, 0)
	q.at(910000, 0, 4, 5)
	want := world.Result{Start: world.Unknown, End: 10, Complete: true, OfTeams: true, Teams: []world.TeamScore{
		{Name: "red", Score: 9}, {Name: "blue", Score: 4}}, Players: []world.Score{
		{Slot: 0, Name: "Ann", Team: "red", Score: 4, Told: toldScore}, {Slot: 1, Name: "Bob", Team: "blue",
			Told: countedScore},
	}}
	q.expectResults("result", want)
	q.at(920000, 0, 0, 0, "cs 6 0", "cs 7 0")
	q.expectResults("after it", want)
}

// The players go on until the intermission, a second after the game has said that the match is over, and the list of
// scores has what they do: it is of the match.
func TestKillBetweenEndAndIntermission(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\0`, "21 1000", "6 4", "7 2", `544 n\Ann\t\0`, `545 n\Bob\t\0`, `551 n\Own\t\0`)
	q.at(2000, 7, 0, 0)
	q.deaths(3000, nil, [2]int32{0, 1})
	q.at(4000, 7, 0, 0, "cs 22 1")
	q.expectPhase("end", world.PhaseOver, "end")
	q.deaths(4500, []string{"cs 6 5"}, [2]int32{0, 1})
	if r := q.w.Results()[0]; r.End != 2 || r.Last != 2.5 || r.Players[0].Counted.Kills != 2 {
		t.Errorf("before the intermission: %+v", r)
	}
	q.at(5000, 7, 0, 5, "scores 3 0 0 0 5 5 24 0 0 0 0 0 0 0 0 0 0 0 1 2 5 24 0 0 0 0 0 0 0 0 0 0 0 "+
		"7 0 5 24 0 0 0 0 0 0 0 0 0 0 0")
	q.at(6000, 7, 0, 5, "cs 6 5")
	if r := q.w.Results()[0]; r.End != 2 || r.Last != 3 || r.Players[0].Counted.Kills != 2 ||
		r.Players[0].Score != 5 {
		t.Errorf("in it: %+v", r)
	}
}
