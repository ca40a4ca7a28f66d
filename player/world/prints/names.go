// Package prints interprets the lines that games print: obituaries, items picked
// up, flags taken, the beginning and the end of a match. Its functions make events
// from a line and the players' names; they use no world and change nothing.
//
// Functions that take both line and plain want the line as it was printed and the
// same without the charset's other color ([Plain]). The games' own words may be
// in that color, so they are looked for in plain; names are compared in line,
// because the color is a part of them.
package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Speaker returns the slot of the player who said a chat line, or [world.Nobody].
// The name is before a colon, or in parentheses in chat to a team.
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

// playerNamed returns the slot of the player in use with a name, or [world.Nobody].
func playerNamed(players []world.Player, name []byte) int {
	for i := range players {
		if players[i].InUse && len(name) > 0 && players[i].Name == string(name) {
			return i
		}
	}
	return world.Nobody
}

// Unindented returns line without a space before it, unless a player's name begins so:
// id's game prints a space behind the end of some lines, which the next one then has.
func Unindented(players []world.Player, line []byte) []byte {
	if len(line) < 2 || line[0] != ' ' {
		return line
	}
	for i := range players {
		if p := &players[i]; p.InUse && p.Name != "" && p.Name[0] == ' ' {
			return line
		}
	}
	return line[1:]
}

// Uncolored appends text without colors to dst: a circumflex and a character, or ^x and six
// hexadecimal digits, which OSP and CPMA have.
func Uncolored[T string | []byte](dst []byte, text T) []byte {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '^' || i+1 >= len(text) || text[i+1] == '^':
			dst = append(dst, text[i])
		case text[i+1]|0x20 == 'x' && hexDigits(text[i+2:]) >= 6:
			i += 7
		default:
			i++
		}
	}
	return dst
}

// hexDigits returns how many hexadecimal digits a text begins with.
func hexDigits[T string | []byte](text T) int {
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'f') {
		n++
	}
	return n
}
