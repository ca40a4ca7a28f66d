package atomicfile

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"demoscope/internal/bounded"
)

// maxPlain is the maximum number of bytes of an untrusted name in the name of a file.
const maxPlain = 80

// PlainName makes a safe part of a file name from untrusted text: it keeps ASCII letters, digits, and a - that does not
// make the name a flag, and replaces everything else by _. Device names of Windows, such as con and aux, get a _ at the
// end, because they are devices with any extension. If text is empty, PlainName returns otherwise.
func PlainName(text, otherwise string) string {
	first := true
	text = strings.Map(func(r rune) rune {
		inside := !first && r == '-'
		first = false
		if inside || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, text)
	if bounded.IsDevice(text) {
		text += "_"
	}
	return cmp.Or(text[:min(len(text), maxPlain)], otherwise)
}

// ReadableName is [PlainName] for readable names: it keeps letters and digits of all scripts, and inside the name
// spaces, dots, parentheses, brackets and a few other harmless characters.
func ReadableName(text, otherwise string) string {
	first := true
	text = strings.Map(func(r rune) rune {
		inside := !first && strings.ContainsRune("- .()[]+,=@#~!", r)
		first = false
		if inside || r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
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
