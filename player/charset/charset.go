// Package charset converts the texts of demos, which are bytes in a game's charset, to readable text.
package charset

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"demoscope/player/world"
)

// Text returns a string of bytes in a game's charset as valid UTF-8 for JSON: each byte becomes the code point with its
// value, 0 to 255.
func Text(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return latin1(s)
		}
	}
	return s
}

func latin1(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

// MapName returns the readable name of a map, without folder and extension, for its game path. It returns "" for an
// empty path.
func MapName(game world.Game, file string) string {
	if file == "" {
		return ""
	}
	name := Plain(game, path.Base(file))
	return strings.TrimSuffix(name, path.Ext(name))
}

// Plain returns a string of bytes in a game's charset as readable text that is safe on a terminal. Colored letters
// become plain ones, other glyphs become the most similar character, and color codes and control characters are
// removed.
func Plain(game world.Game, s string) string {
	switch game {
	case world.Quake3:
	case world.QuakeWorld:
		return quakeSigns(without(s, clientCode))
	default:
		return quakeSigns(s)
	}
	plain := without(s, world.ColorCode[string])
	if !utf8.ValidString(plain) {
		plain = latin1(plain) // games before Quake Live
	}
	return strings.TrimSpace(strings.Map(printable, plain))
}

// Said is [Plain] for a line of chat. It also removes the braces that QuakeWorld's clients don't draw in chat.
func Said(game world.Game, s string) string {
	if game != world.QuakeWorld {
		return Plain(game, s)
	}
	brace, open := false, false
	return quakeSigns(without(s, func(rest string) int {
		if n := clientCode(rest); n > 0 {
			return n
		}
		if brace, open = world.ChatBrace(rest[0], open); brace {
			return 1
		}
		return 0
	}))
}

// clientCode returns the length in bytes of an unreadable code at the beginning of a QuakeWorld text: a color code of
// clients, or U+FFFD in UTF-8, which servers write for characters they can't represent.
func clientCode(rest string) int {
	if strings.HasPrefix(rest, string(utf8.RuneError)) {
		return len(string(utf8.RuneError))
	}
	return world.ClientColorCode(rest)
}

// quakeSigns converts the glyphs of Quake and Quake II to the most similar characters.
func quakeSigns(s string) string { return strings.TrimSpace(strings.Map(quakeSign, latin1(s))) }

// without removes codes from a text. code returns the length in bytes of a code at the beginning of its argument, 0 for
// none.
func without(s string, code func(rest string) int) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if n := code(s[i:]); n > 0 {
			i += n - 1
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func printable(r rune) rune {
	if !unicode.IsPrint(r) {
		return -1
	}
	return r
}

// quakeSign returns the character most similar to the glyph that Quake and Quake II draw for a byte, or -1 for an empty
// glyph. The upper half has the glyphs of the lower half in another color.
func quakeSign(r rune) rune {
	switch low := r & 0x7f; {
	case low >= ' ' && low < 0x7f:
		return low
	case low >= 0x12 && low <= 0x1b: // golden digits
		return '0' + low - 0x12
	case low == 0x10:
		return '['
	case low == 0x11:
		return ']'
	case low == 0x05, low == 0x0e, low == 0x0f, low == 0x1c: // dots
		return '.'
	case low >= 0x1d && low <= 0x1f: // a horizontal line
		return '-'
	case low == 0x0d: // arrows
		return '>'
	case low == 0x7f:
		return '<'
	}
	return -1
}

// PlainName returns the readable name, as [Plain] makes it, of a name in a game's charset, or "" if [Text] returns the
// same.
func PlainName(game world.Game, s string) string {
	if plain := Plain(game, s); plain != Text(s) {
		return plain
	}
	return ""
}

// Raw is the inverse of [Text].
func Raw(text string) string {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}
