package world

import "demoscope/player/world/internal/info"

// Match is what the game says of a match as a whole: Start in QuakeWorld and
// Quake III, the rest in Quake III.
type Match struct {
	// Start is the demo's clock, in seconds, at which the match's own began;
	// 0 if there is no match.
	Start float64
	// Teams says whose Scores are: the red and the blue team's, or those of
	// the first and the second player. NoScore stands for a place that no
	// player has.
	Teams  bool
	Scores [2]int32
	Known  bool // there are Scores
}

// NoScore is the score of a place that no player has.
const NoScore = -9999

// MatchClock returns how many seconds of a match have passed at a time of the
// demo's own clock, and how many it has in all, 0 where there is no limit. ok
// is false where no match is on or the demo does not tell when it began.
// Time-outs are counted as the demo's own clock counts them.
func (w *World) MatchClock(time float64) (seconds, limit float64, ok bool) {
	if w.Match.Start == 0 {
		return 0, 0, false
	}
	return max(0, time-w.Match.Start), 60 * float64(info.Number(info.Value(w.Level().ServerInfo, "timelimit"))), true
}
