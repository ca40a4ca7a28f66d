// Package prints knows what the lines that games print mean: who was killed by which player,
// who took what, where a match begins and ends. It makes events from text and
// the names of the players, and knows no world that they happen in.
//
// Where a function takes a line twice, line is as it was printed and plain the
// same without the charset's other colour ([Plain]): the games' own words may be
// in that colour, and of names it is a part.
package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Speaker returns the slot of the player whose words a chat line is, or
// [world.Nobody]. Players' names stand before a colon, in parentheses for a team.
func Speaker(players []world.Player, text []byte) int {
	best, length := world.Nobody, 0
	text = bytes.TrimPrefix(text, []byte("[SPEC] "))
	for i := range players {
		name := players[i].Name
		n := len(name)
		if n <= length || len(text) < n+2 {
			continue
		}
		if string(text[:n]) == name && text[n] == ':' ||
			text[0] == '(' && string(text[1:n+1]) == name && text[n+1] == ')' {
			best, length = i, n
		}
	}
	return best
}

// Named returns the slot of the player in use with a name, or [world.world.Nobody].
func Named(players []world.Player, name []byte) int {
	for i := range players {
		if players[i].InUse && len(name) > 0 && players[i].Name == string(name) {
			return i
		}
	}
	return world.Nobody
}
