package world

import "demoscope/player/world/internal/info"

// Match is what the game says of the match at one moment.
type Match struct {
	// Start is when the match's clock began, in seconds of the demo's own clock;
	// 0 if there is no match.
	Start float64
	// Limit is the match's time limit in seconds with all overtimes, if the game
	// tells it in another way than by the server's timelimit; else 0.
	Limit float64
	Phase Phase
	// Teams says whose the Scores are: the red and the blue team's, or those of
	// the first and the second player. [NoScore] stands for a missing player.
	Teams  bool
	Scores [2]int32
	Known  bool // Scores are set
	// Flags are those of the red and the blue team.
	Flags [2]Flag
}

// Phase is what a match is in. Not every game tells it.
type Phase uint8

// The phases of a match.
const (
	PhaseUnknown Phase = iota
	PhaseWarmUp
	PhaseCountdown
	PhaseRunning
	PhaseOvertime
	PhaseOver
)

// Flag is the state of a team's flag.
type Flag struct {
	State FlagState
	// Carrier is the slot of the player who carries it, or [Nobody] if the demo does
	// not tell; it means something if State is FlagTaken.
	Carrier int
}

// FlagState is where a flag is.
type FlagState uint8

// The places of a flag.
const (
	FlagUnknown FlagState = iota // or the game has none
	FlagHome
	FlagTaken
	FlagDropped
)

// Side is a team, or one of the two players of a duel.
type Side struct {
	Name string // bytes in the game's charset
	Slot int    // of the player in a duel, [Nobody] for a team
	// Pants is the side's colour, 0 to 13 in QuakeWorld's numbers (4 is red, 13
	// blue); -1 if it has none.
	Pants int
	Score int32
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

// Sides appends the sides of the match to dst and returns it: the teams, or the two
// players of a duel, best first; nothing where everybody plays alone or alone against
// the monsters.
func (w *World) Sides(dst []Side) []Side {
	return dst
}
