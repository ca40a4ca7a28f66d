package world

// ColorCode returns how many bytes the colour code takes that a text of Quake III begins
// with, 0 if it begins with none: a caret and another character, or as mods have it a
// caret, an x and six hexadecimal digits. A caret before a caret is a character itself.
func ColorCode[T string | []byte](text T) int {
	if len(text) < 2 || text[0] != '^' || text[1] == '^' || text[1] < ' ' {
		return 0
	}
	if (text[1] != 'x' && text[1] != 'X') || len(text) < 8 {
		return 2
	}
	for i := 2; i < 8; i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		default:
			return 2
		}
	}
	return 8
}

// ClientColorCode returns how many bytes the colour code takes that a text of QuakeWorld's clients begins with, 0 if it begins
// with none: &c and three hexadecimal digits begin a colour, 5 bytes, and &r ends it, 2 bytes.
func ClientColorCode[T string | []byte](text T) int {
	switch {
	case len(text) < 2 || text[0] != '&':
		return 0
	case text[1] == 'r':
		return 2
	case len(text) < 5 || text[1] != 'c':
		return 0
	}
	for i := 2; i < 5; i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		default:
			return 0
		}
	}
	return 5
}

// ChatBrace reports whether a byte of a line of QuakeWorld's chat is a brace that clients do not draw, and whether what follows
// it stands between braces, as open says of the byte: that does not take the colour of the line.
func ChatBrace(c byte, open bool) (brace, opens bool) {
	switch {
	case c == '{':
		return true, true
	case c == '}' && open:
		return true, false
	}
	return false, open
}
