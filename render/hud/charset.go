package hud

import (
	"unicode/utf8"

	"demoscope/player/world"
)

// charset says how the bytes of a text are decoded.
type charset uint8

// The charsets.
const (
	// charsetOwn is UTF-8, for the program's own text.
	charsetOwn charset = iota
	// charsetQuake is Quake's: ASCII, with golden digits and pieces of bars below the space. The upper half repeats
	// all that in bronze. A line that begins with byte 1 or 2 is all bronze.
	charsetQuake
	// charsetQuakeWorld adds the color codes of clients: &c and three hexadecimal digits begin a color, &r ends it,
	// and text between braces does not take the color of its line.
	charsetQuakeWorld
	// charsetQuake2 has the same glyphs, with a green upper half.
	charsetQuake2
	// charsetQuake3 is Latin-1 with color codes: see [world.ColorCode].
	charsetQuake3
	// charsetOSP adds letters that turn blinking on or off.
	charsetOSP
	// charsetCPMA adds a letter for each of 24 hues.
	charsetCPMA
	// charsetQuakeLive is UTF-8 with the same color codes (protocol 91).
	charsetQuakeLive
)

// glyphTint is the color that a charset gives a glyph.
type glyphTint uint16

// The tints. tintColor and the next seven are Quake III's eight colors. tintRGB and the following have four bits each
// of red, green and blue.
const (
	tintNone glyphTint = iota
	tintBronze
	tintGolden
	tintGreen
	tintColor
	tintRGB glyphTint = 0x1000
)

// reader decodes a text, glyph by glyph.
type reader struct {
	charset charset
	tint    glyphTint // of the line or, in Quake III, from here
	begun   bool      // the line's first byte has been read
	plain   bool      // within braces
	flat    bool      // tints are not drawn
	inside  glyphTint // of the last color code, tintNone before the first one
}

// next returns the first glyph of a text, its tint, and its size in bytes. A rune of 0 draws nothing. The text must
// not be empty.
func next[T string | []byte](d *reader, s T) (r rune, tint glyphTint, size int) {
	first := !d.begun
	d.begun = true
	c := s[0]
	switch d.charset {
	case charsetQuake, charsetQuakeWorld, charsetQuake2:
		return quakeNext(d, s, first)
	case charsetQuake3, charsetOSP, charsetCPMA, charsetQuakeLive:
		if n := world.ColorCode(s); n > 0 {
			d.tint = codeTint(d, s[:n])
			return 0, tintNone, n
		}
		if c == '\n' {
			return '\n', tintNone, 1
		}
		if d.charset != charsetQuakeLive {
			if c < ' ' || c == 0x7f {
				return 0, tintNone, 1
			}
			return rune(c), d.tint, 1
		}
	}
	r, size = firstRune(s)
	if r == utf8.RuneError && size <= 1 {
		r, size = rune(c), 1 // not UTF-8 after all
	}
	if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
		r = 0
	}
	return r, d.tint, size
}

// codeTint returns the tint that a color code of Quake III begins.
func codeTint[T string | []byte](d *reader, code T) glyphTint {
	if len(code) == 8 {
		return tintRGB + glyphTint(hexDigit(code[2])<<8|hexDigit(code[4])<<4|hexDigit(code[6]))
	}
	c := code[1]
	switch {
	case d.charset == charsetOSP:
		switch c {
		case 'B', 'b', 'F', 'f', 'N', 'n':
			return d.tint
		}
	case d.charset == charsetCPMA && c == '8':
		return tintRGB + 0xf80
	case d.charset == charsetCPMA && c == '9':
		return tintRGB + 0x99f
	case d.charset == charsetCPMA && c|0x20 >= 'a' && c|0x20 <= 'z':
		return hueTints[c|0x20-'a']
	}
	return tintColor + glyphTint(c-'0')&7
}

// hueTints are CPMA's colors a to z: 24 hues beginning with red, then white and gray.
var hueTints = [26]glyphTint{
	tintRGB + 0xf00, tintRGB + 0xf40, tintRGB + 0xf80, tintRGB + 0xfb0, tintRGB + 0xff0, tintRGB + 0xbf0,
	tintRGB + 0x8f0, tintRGB + 0x4f0,
	tintRGB + 0x0f0, tintRGB + 0x0f4, tintRGB + 0x0f8, tintRGB + 0x0fb, tintRGB + 0x0ff, tintRGB + 0x0bf,
	tintRGB + 0x08f, tintRGB + 0x04f,
	tintRGB + 0x00f, tintRGB + 0x40f, tintRGB + 0x80f, tintRGB + 0xb0f, tintRGB + 0xf0f, tintRGB + 0xf0b,
	tintRGB + 0xf08, tintRGB + 0xf04,
	tintRGB + 0xfff, tintRGB + 0x888,
}

// quakeNext implements next for the charsets of Quake and Quake II.
func quakeNext[T string | []byte](d *reader, s T, first bool) (r rune, tint glyphTint, size int) {
	alternate := tintBronze
	if d.charset == charsetQuake2 {
		alternate = tintGreen
	}
	c := s[0]
	if c == '\n' {
		*d = reader{charset: d.charset}
		return '\n', tintNone, 1
	}
	if first && (c == 1 || c == 2) {
		d.tint = alternate
		return 0, tintNone, 1
	}
	if d.charset == charsetQuakeWorld {
		switch n := world.ClientColorCode(s); n {
		case 0:
		case 5:
			d.inside = tintRGB + glyphTint(hexDigit(s[2])<<8|hexDigit(s[3])<<4|hexDigit(s[4]))
			return 0, tintNone, n
		default:
			d.inside = tintNone
			return 0, tintNone, n
		}
		if d.tint != tintNone {
			brace := false
			if brace, d.plain = world.ChatBrace(c, d.plain); brace {
				return 0, tintNone, 1
			}
		}
	}
	r, tint = quakeGlyph(c, alternate)
	switch {
	case d.inside != tintNone:
		tint = d.inside
	case tint == tintNone && !d.plain:
		tint = d.tint
	}
	return r, tint, 1
}

// hexDigit returns the value of a hexadecimal digit, or -1 if c is not one.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// firstRune decodes the first rune of UTF-8 text.
func firstRune[T string | []byte](s T) (rune, int) {
	var b [utf8.UTFMax]byte
	n := copy(b[:], s)
	return utf8.DecodeRune(b[:n])
}

// quakeGlyph returns the rune most similar to the glyph of a byte in Quake's charset.
func quakeGlyph(c byte, alternate glyphTint) (rune, glyphTint) {
	tint := tintNone
	if c >= 0x80 {
		tint = alternate
	}
	switch low := c & 0x7f; {
	case low > ' ' && low < 0x7f:
		return rune(low), tint
	case low == ' ':
		return ' ', tintNone
	case low >= 0x12 && low <= 0x1b:
		return rune('0' + low - 0x12), tintGolden
	case low == 0x10:
		return '[', tintGolden
	case low == 0x11:
		return ']', tintGolden
	case low == 0x05, low == 0x0e, low == 0x0f, low == 0x1c:
		return '\u2022', tint
	case c >= 0x80 && c <= 0x82: // a slider
		return '\u2500', alternate
	case c == 0x83: // the slider's knob
		return '\u25cf', alternate
	case low >= 0x1d && low <= 0x1f: // a rule's left end, middle and right end
		return '\u2500', alternate
	case c == 0x86, c == 0x87, c == 0x88, c == 0x89: // QuakeWorld's lights
		return '\u25cf', lights[c-0x86]
	case low == 0x0b:
		return '\u2588', tint
	case low == 0x0d:
		return '\u25ba', tint
	case c == 0x7f: // engines skip 0xff
		return '\u25c4', tint
	}
	return 0, tintNone
}

// lights are the colors of bytes 0x86 to 0x89: green, red, yellow, blue.
var lights = [4]glyphTint{tintColor + 2, tintColor + 1, tintColor + 3, tintColor + 4}
