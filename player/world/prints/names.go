// Package prints interprets the lines that games print: obituaries, pickups, flags, the start and the end of a match.
// Its functions return events for a line and the players' names. They need no world and change nothing.
//
// Functions that take both line and plain need the line as printed, and the same line without the charset's second
// color ([Plain]). The game's own words may have that color, so they are searched in plain. Names are compared in line,
// because the color is part of them.
package prints

import (
	"bytes"

	"demoscope/player/world"
)

// Speaker returns the slot of the player who said a chat line, or [world.Nobody]. The name is before a colon, or in
// parentheses in team chat.
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

// PlayerNamed returns the slot of the player in use with a name, or [world.Nobody].
func PlayerNamed(players []world.Player, name []byte) int {
	for i := range players {
		if players[i].InUse && len(name) > 0 && players[i].Name == string(name) {
			return i
		}
	}
	return world.Nobody
}

// Unindented removes a space at the beginning of a line, unless a player's name begins with one. id's game prints a
// space after some line ends, which then begins the next line.
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

// Uncolored appends text to dst without color codes: a caret and a character, or ^x and six hexadecimal digits as in
// OSP and CPMA.
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

// hexDigits returns the number of hexadecimal digits at the beginning of a text.
func hexDigits[T string | []byte](text T) int {
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'f') {
		n++
	}
	return n
}
