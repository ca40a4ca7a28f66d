package hud

import (
	"strconv"
	"strings"
	"testing"

	"demoscope/render/draw"
)

// read returns the runes of a text and their tints.
func read(set charset, chat glyphTint, s string) (runes string, list []glyphTint) {
	d := reader{charset: set, tint: chat}
	for len(s) > 0 {
		r, t, n := next(&d, s)
		if n <= 0 {
			panic("no way on")
		}
		s = s[n:]
		if r != 0 {
			runes += string(r)
			list = append(list, t)
		}
	}
	return runes, list
}

func TestCharsets(t *testing.T) {
	const b, g, y = tintBronze, tintGolden, tintGreen
	for _, c := range []struct {
		name  string
		set   charset
		chat  glyphTint
		text  string
		runes string
		tints []glyphTint
	}{
		{"colored half", charsetQuake, 0, "a\xe1", "aa", []glyphTint{0, b}},
		{"golden", charsetQuake, 0, "\x10\x12\x1b\x11\x92", "[09]0", []glyphTint{g, g, g, g, g}},
		{"a colored line ends", charsetQuake, 0, "\x01hi\nyo", "hi\nyo", []glyphTint{b, b, 0, 0, 0}},
		{"byte 2 too", charsetQuake, 0, "\x02a", "a", []glyphTint{b}},
		{"only first", charsetQuake, 0, "a\x01b", "ab", []glyphTint{0, 0}},
		{"slider", charsetQuake, 0, "\x80\x81\x83\x82", "\u2500\u2500\u25cf\u2500", []glyphTint{b, b, b, b}},
		{"lights", charsetQuake, 0, "\x87", "\u25cf", []glyphTint{tintColor + 1}},
		{"0xff and 0 draw nothing", charsetQuake, 0, "\x00\xffa", "a", []glyphTint{0}},
		{"client's colors", charsetQuakeWorld, 0, "&cf00x&ry &c&q", "xy &c&q", []glyphTint{tintRGB + 0xf00, 0, 0,
			0, 0, 0, 0}},
		{"not in Quake", charsetQuake, 0, "&cf00", "&cf00", []glyphTint{0, 0, 0, 0, 0}},
		{"braces in chat", charsetQuakeWorld, b, "a{b}c", "abc", []glyphTint{b, 0, b}},
		{"braces elsewhere", charsetQuakeWorld, 0, "{b}", "{b}", []glyphTint{0, 0, 0}},
		{"cut color", charsetQuakeWorld, 0, "&cf0", "&cf0", []glyphTint{0, 0, 0, 0}},
		{"capitals in colors", charsetQuakeWorld, 0, "&cAbFx&r&c09ay", "xy", []glyphTint{tintRGB + 0xabf,
			tintRGB + 0x09a}},
		{"letters that are no digits", charsetQuakeWorld, 0, "&cgGf&c0/f&c:00&c@00", "&cgGf&c0/f&c:00&c@00",
			make([]glyphTint, 20)},
		{"Quake II", charsetQuake2, 0, "a\xe1", "aa", []glyphTint{0, y}},
		{"Quake III", charsetQuake3, 0, "^1r^7w^^2", "rw^", []glyphTint{tintColor + 1, tintColor + 7, tintColor + 7}},
		{"Latin-1", charsetQuake3, 0, "\xe4", "\u00e4", []glyphTint{0}},
		{"lines of Quake III", charsetQuake3, 0, "^1a\nb", "a\nb", []glyphTint{tintColor + 1, 0, tintColor + 1}},
		{"control characters of Quake III", charsetQuake3, 0, "\x01a\x1f\x7f\x80b", "a\u0080b", []glyphTint{0, 0, 0}},
		{"colors beyond 7 begin again", charsetQuake3, 0, "^8a^9b^0c", "abc", []glyphTint{tintColor, tintColor + 1,
			tintColor}},
		{"red, green and blue", charsetQuake3, 0, "^xFF8012a^X00ff00b^xff800g", "abff800g",
			[]glyphTint{tintRGB + 0xf81, tintRGB + 0x0f0, tintColor, tintColor, tintColor, tintColor, tintColor,
				tintColor}},
		{"letters of Quake III", charsetQuake3, 0, "^aa^zb", "ab", []glyphTint{tintColor + 1, tintColor + 2}},
		{"OSP's letters that blink", charsetOSP, 0, "^1a^Bb^bc^Fd^fe^Nf^2g^aa", "abcdefga", []glyphTint{
			tintColor + 1, tintColor + 1, tintColor + 1, tintColor + 1, tintColor + 1, tintColor + 1, tintColor + 2,
			tintColor + 1}},
		{"CPMA's hues", charsetCPMA, 0, "^aa^eb^ic^md^qe^uf^yg^zh^1i^8j^9k^Al", "abcdefghijkl", []glyphTint{
			tintRGB + 0xf00, tintRGB + 0xff0, tintRGB + 0x0f0, tintRGB + 0x0ff, tintRGB + 0x00f, tintRGB + 0xf0f,
			tintRGB + 0xfff, tintRGB + 0x888,
			tintColor + 1, tintRGB + 0xf80, tintRGB + 0x99f, tintRGB + 0xf00}},
		{"a name in CPMA", charsetCPMA, 0, "^x<3^7o^bj", "<3oj", []glyphTint{tintRGB + 0xf04, tintRGB + 0xf04,
			tintColor + 7, tintRGB + 0xf40}},
		{"a caret before a color", charsetQuake3, 0, "^^0Nick", "^Nick", []glyphTint{0, tintColor, tintColor,
			tintColor, tintColor}},
		{"a caret before a control character", charsetQuake3, 0, "^\x1fa", "^a", []glyphTint{0, 0}},
		{"control characters of UTF-8", charsetQuakeLive, 0, "a\x01\x7f\xc2\x80\xc2\x9f\xc2\xa0b\nc", "a\u00a0b\nc",
			make([]glyphTint, 5)},
		{"control characters of our own", charsetOwn, 0, "a\tb\nc", "ab\nc", make([]glyphTint, 4)},
		{"a caret at the end", charsetQuake3, 0, "a^", "a^", []glyphTint{0, 0}},
		{"UTF-8", charsetQuakeLive, 0, "^2\xd0\xaf", "\u042f", []glyphTint{tintColor + 2}},
		{"not UTF-8", charsetQuakeLive, 0, "\xe4b", "\u00e4b", []glyphTint{0, 0}},
		{"own", charsetOwn, 0, "^1\u00fc", "^1\u00fc", []glyphTint{0, 0, 0}},
	} {
		runes, tints := read(c.set, c.chat, c.text)
		if runes != c.runes {
			t.Errorf("%s: %q, want %q", c.name, runes, c.runes)
			continue
		}
		for i := range tints {
			if tints[i] != c.tints[i] {
				t.Errorf("%s: tints %v, want %v", c.name, tints, c.tints)
				break
			}
		}
	}
}

func TestTextIsAsWideAsMeasured(t *testing.T) {
	a := newAtlas(1)
	var b draw.Buffer
	c := &canvas{Out: &b, Atlas: a}
	for f := range fontCount {
		s := "Ranger rides ^1Quarry's rocket"
		if got, want := drawText(c, f, 10.4, 20.6, s, charsetQuake3, colorText),
			textWidth(a, f, s, charsetQuake3); got != want || want <= 0 {
			t.Errorf("font %d: drawn %v, measured %v", f, got, want)
		}
	}
	for _, v := range b.Vertices {
		if v.X != round(v.X) || v.Y != round(v.Y) {
			t.Fatalf("a glyph's corner is between pixels: %v, %v", v.X, v.Y)
		}
	}
}

func TestFit(t *testing.T) {
	a := newAtlas(1)
	text := "one two three four"
	width := textWidth(a, fontText, "one two th", charsetOwn)
	if n := fitText(a, fontText, text, charsetOwn, width, true); text[:n] != "one two " {
		t.Errorf("by words %q", text[:n])
	}
	if n := fitText(a, fontText, text, charsetOwn, width, false); text[:n] != "one two th" {
		t.Errorf("by letters %q", text[:n])
	}
	if n := fitText(a, fontText, text, charsetOwn, 0, true); n != 1 {
		t.Errorf("of nothing %d", n)
	}
	if got := string(clip(a, fontText, nil, text, charsetOwn, width)); textWidth(a, fontText, got,
		charsetOwn) > width || got[len(got)-3:] != "..." {
		t.Errorf("clipped to %q", got)
	}
}

// The atlas takes any rune, also when it is full, and grows only where it
// says that it did.
func TestAtlasTakesAnyRune(t *testing.T) {
	a := newAtlas(1)
	a.TakeDirty()
	g := a.glyph(fontText, '\u042f')
	if d := a.TakeDirty(); g.width == 0 || d.Empty() || d.Dx() > 40 {
		t.Errorf("glyph %+v, changed %v", g, d)
	}
	if a.glyph(fontText, '\u6f22') != a.glyph(fontText, missing) {
		t.Error("a rune that the font lacks has a picture")
	}
	for r := rune(0x20); r < 0x2600; r++ {
		for f := range fontCount {
			a.glyph(f, r)
		}
	}
	if got := a.glyph(fontText, 'A'); got.width == 0 {
		t.Error("the full atlas has lost a letter")
	}
	for y := range whiteBlock {
		for x := range whiteBlock {
			if a.Image.RGBAAt(x, y).A != 255 {
				t.Fatal("the white square is not white")
			}
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "&cfff", "^", "\x01{", "\xf0\x90\x8d", "a\nb", "\xff\x00\x80"} {
		f.Add(uint8(3), s)
	}
	a := newAtlas(0.75)
	f.Fuzz(func(t *testing.T, set uint8, s string) {
		charset := charset(set % uint8(charsetQuakeLive+1))
		rest := s
		for len(rest) > 0 {
			n := fitText(a, fontSmall, rest, charset, 60, true)
			if n == 0 {
				if rest[0] != '\n' {
					t.Fatalf("%q: nothing of %q fits", s, rest)
				}
				n = 1
			}
			if n > len(rest) {
				t.Fatalf("%q: %d of %d bytes", s, n, len(rest))
			}
			rest = rest[n:]
		}
		if w := textWidth(a, fontSmall, s, charset); w < 0 || w > float32(len(s))*40 {
			t.Fatalf("%q is %v wide", s, w)
		}
	})
}

// A line of several pieces that has not room ends with dots, wherever it is cut, and takes no more than its room.
func TestLineOfPiecesIsCutWithDots(t *testing.T) {
	const text = "Ann rides Bob's rocket"
	whole := textWidth(New(1).canvas.Atlas, fontText, text, charsetOwn)
	for _, c := range []struct {
		width float32
		want  string
	}{{whole + 1, text}, {whole, text}, {whole - 1, "Ann rides Bob's roc..."}, {whole / 2, "Ann ride..."}} {
		h := New(1)
		for _, piece := range []string{"Ann", " rides ", "Bob", "'s ", "rocket"} {
			h.piece(piece, charsetOwn, colorText)
		}
		h.drawPieces(fontText, 10, 10, c.width)
		got := strings.Join(describe(h), "\n")
		if !strings.Contains(got, strconv.Quote(c.want)) {
			t.Errorf("in %v pixels: %s, want %q", c.width, got, c.want)
		}
	}
}
