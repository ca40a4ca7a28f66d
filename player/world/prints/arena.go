package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Rocket Arena has no obituaries: it announces who fights whom, and which of the two
// has lost.

// ArenaPair reads "WINNER vs. CHALLENGER", with which a fight of Rocket Arena begins;
// false if it is no such line, or a name is no player's.
func ArenaPair(players []world.Player, line, plain []byte) (winner, challenger int, ok bool) {
	const between = " vs. "
	for from := 0; ; {
		i := bytes.Index(plain[from:], []byte(between))
		if i < 0 {
			return world.Nobody, world.Nobody, false
		}
		from += i // names may hold the phrase, too
		winner, challenger = playerNamed(players, line[:from]), playerNamed(players, line[from+len(between):])
		if winner >= 0 && challenger >= 0 {
			return winner, challenger, true
		}
		from++
	}
}

// ArenaDeath reads "The winner NAME has been defeated" or "The challenger NAME has
// failed", of Rocket Arena, and returns the slot of the player who died; false if it is
// no such line, or the name is no player's.
func ArenaDeath(players []world.Player, line, plain []byte) (victim int, ok bool) {
	for _, phrase := range [...][2]string{
		{"The winner ", " has been defeated"},
		{"The challenger ", " has failed"},
	} {
		if bytes.HasPrefix(plain, []byte(phrase[0])) && bytes.HasSuffix(plain, []byte(phrase[1])) &&
			len(line) > len(phrase[0])+len(phrase[1]) {
			victim = playerNamed(players, line[len(phrase[0]):len(line)-len(phrase[1])])
			return victim, victim >= 0
		}
	}
	return world.Nobody, false
}
