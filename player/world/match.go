package world

import "demoscope/player/world/internal/info"

// Match is what the game says of a match as a whole. QuakeWorld sets Start alone,
// Quake III all fields.
type Match struct {
	// Start is when the match's clock began, in seconds of the demo's own clock;
	// 0 if there is no match.
	Start float64
	// Teams says whose the Scores are: the red and the blue team's, or those of
	// the first and the second player. [NoScore] stands for a missing player.
	Teams  bool
	Scores [2]int32
	Known  bool // Scores are set
}

// NoScore is the score of a rank that no player has.
const NoScore = -9999

// MatchClock returns how many seconds of a match have passed at a time of the
// demo's own clock, and the match's time limit in seconds, 0 if there is none. ok
// is false if no match is on or its beginning is not known. A time-out counts as
// far as the demo's own clock runs in it.
func (w *World) MatchClock(time float64) (seconds, limit float64, ok bool) {
	if w.Match.Start == 0 {
		return 0, 0, false
	}
	return max(0, time-w.Match.Start), 60 * float64(info.Number(info.Value(w.Level().ServerInfo, "timelimit"))), true
}
