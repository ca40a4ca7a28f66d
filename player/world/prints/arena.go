package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Rocket Arena has no obituaries. It announces the two fighters, and which of them has lost.

// ArenaPair parses "WINNER vs. CHALLENGER", which Rocket Arena prints when a fight begins. ok is false for other lines,
// and if a name is not that of a player.
func ArenaPair(players []world.Player, line, plain []byte) (winner, challenger int, ok bool) {
	const between = " vs. "
	for from := 0; ; {
		i := bytes.Index(plain[from:], []byte(between))
		if i < 0 {
			return world.Nobody, world.Nobody, false
		}
		from += i // names may contain the phrase, too
		winner, challenger = PlayerNamed(players, line[:from]), PlayerNamed(players, line[from+len(between):])
		if winner >= 0 && challenger >= 0 {
			return winner, challenger, true
		}
		from++
	}
}

// ArenaDeath parses "The winner NAME has been defeated" and "The challenger NAME has failed" of Rocket Arena, and
// returns the slot of the player who died. ok is false for other lines, and if the name is not that of a player.
func ArenaDeath(players []world.Player, line, plain []byte) (victim int, ok bool) {
	for _, phrase := range [...][2]string{
		{"The winner ", " has been defeated"},
		{"The challenger ", " has failed"},
	} {
		if bytes.HasPrefix(plain, []byte(phrase[0])) && bytes.HasSuffix(plain, []byte(phrase[1])) &&
			len(line) > len(phrase[0])+len(phrase[1]) {
			victim = PlayerNamed(players, line[len(phrase[0]):len(line)-len(phrase[1])])
			return victim, victim >= 0
		}
	}
	return world.Nobody, false
}
