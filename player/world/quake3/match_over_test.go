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
