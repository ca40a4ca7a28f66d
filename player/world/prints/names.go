// Package prints reads the lines that games print: deaths, items picked up, flags
// taken, the beginning and the end of a match. Its functions make events from a
// line and the names of the players; they know no world and change nothing.
//
// Where a function takes a line twice, line is as it was printed and plain the
// same without the charset's other colour ([Plain]): the games' own words may be
// in that colour, and of names it is a part.
package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Speaker returns the slot of the player who says a chat line, or
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
