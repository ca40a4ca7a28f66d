package world

// ColorCode returns the length in bytes of the color code at the beginning of a Quake III text, or
// 0 if there is none. A color code is a caret and another character or, in some mods, a caret, an x
// and six hexadecimal digits. A caret before another caret is a literal character.
func ColorCode[T string | []byte](text T) int {
	if len(text) < 2 || text[0] != '^' || text[1] == '^' || text[1] < ' ' {
		return 0
	}
	if (text[1] == 'x' || text[1] == 'X') && hexadecimal(text, 2, 8) {
		return 8
	}
	return 2
}

// hexadecimal reports whether text[from:to] exists and has only hexadecimal digits.
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

// ClientColorCode returns the length in bytes of the color code at the beginning of a text of
// QuakeWorld's clients, or 0 if there is none. The code &c with three hexadecimal digits begins a
// color (5 bytes) and &r ends it (2 bytes).
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

// ChatBrace reports whether c, a byte of a QuakeWorld chat line, is a brace that clients do not
// draw, and whether the text after it is inside braces. open says whether c itself is inside
// braces. Text inside braces does not get the color of the line.
func ChatBrace(c byte, open bool) (brace, opens bool) {
	switch {
	case c == '{':
		return true, true
	case c == '}' && open:
		return true, false
	}
	return false, open
}
