package world

// ColorCode returns how many bytes the color code takes that a text of Quake III begins
// with, 0 if it begins with none: a caret and another character, or as mods have it a
// caret, an x and six hexadecimal digits. A caret before a caret is a character itself.
func ColorCode[T string | []byte](text T) int {
	if len(text) < 2 || text[0] != '^' || text[1] == '^' || text[1] < ' ' {
		return 0
	}
	if (text[1] == 'x' || text[1] == 'X') && hexadecimal(text, 2, 8) {
		return 8
	}
	return 2
}

// hexadecimal reports whether a text has hexadecimal digits alone from one index up to another.
func hexadecimal[T string | []byte](text T, from, to int) bool {
	if len(text) < to {
		return false
	}
	for i := from; i < to; i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		default:
			return false
		}
	}
	return true
}

// ClientColorCode returns how many bytes the color code takes that a text of QuakeWorld's clients begins
// with, 0 if it begins with none: &c and three hexadecimal digits begin a color, 5 bytes, and &r ends it, 2 bytes.
func ClientColorCode[T string | []byte](text T) int {
	switch {
	case len(text) < 2 || text[0] != '&':
		return 0
	case text[1] == 'r':
		return 2
	case text[1] == 'c' && hexadecimal(text, 2, 5):
		return 5
	}
	return 0
}

// ChatBrace reports whether a byte of a line of QuakeWorld's chat is a brace that clients do not draw, and
// whether what follows it stands between braces, as open says of the byte: that does not take the color of the line.
func ChatBrace(c byte, open bool) (brace, opens bool) {
	switch {
	case c == '{':
		return true, true
	case c == '}' && open:
		return true, false
	}
	return false, open
}
