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
