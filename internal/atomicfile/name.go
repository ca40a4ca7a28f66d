package atomicfile

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"demoscope/internal/bounded"
)

// maxPlain is how many bytes of a name that somebody else has chosen are in that of a file.
const maxPlain = 80

// PlainName makes a part of a file's name of a text that a demo or an archive has chosen: ASCII letters,
// digits, - and _, which mean nothing to any system, and _ for everything else. What Windows takes for a
// device, as con and aux, gets a _ behind it, since with any extension it is one. It is otherwise if there is no text.
func PlainName(text, otherwise string) string {
	text = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, text)
	if bounded.IsDevice(text) {
		text += "_"
	}
	return cmp.Or(text[:min(len(text), maxPlain)], otherwise)
}

// ReadableName is [PlainName] for names that stay readable: letters and digits of all scripts, and inside of the name
// blanks, dots, parentheses, brackets and a few more, which mean nothing to any system.
func ReadableName(text, otherwise string) string {
	first := true
	text = strings.Map(func(r rune) rune {
		inside := !first && strings.ContainsRune(" .()[]+,=@#~!", r)
		first = false
		if inside || r == '-' || r == '_' || r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			return r
		}
		return '_'
	}, text)
	for len(text) > maxPlain {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	text = strings.TrimRight(text, " .")
	if bounded.IsDevice(text) {
		text += "_"
	}
	return cmp.Or(text, otherwise)
}
