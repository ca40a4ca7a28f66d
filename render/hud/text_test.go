package hud

import (
	"testing"

	"demoscope/render/draw"
)

// read returns the runes of a text and their tints.
func read(set Charset, chat Tint, s string) (runes string, list []Tint) {
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
	const b, g, y = TintBronze, TintGolden, TintGreen
	for _, c := range []struct {
		name  string
		set   Charset
		chat  Tint
		text  string
		runes string
		tints []Tint
	}{
		{"coloured half", CharsetQuake, 0, "a\xe1", "aa", []Tint{0, b}},
		{"golden", CharsetQuake, 0, "\x10\x12\x1b\x11\x92", "[09]0", []Tint{g, g, g, g, g}},
		{"a coloured line ends", CharsetQuake, 0, "\x01hi\nyo", "hi\nyo", []Tint{b, b, 0, 0, 0}},
		{"byte 2 too", CharsetQuake, 0, "\x02a", "a", []Tint{b}},
		{"only first", CharsetQuake, 0, "a\x01b", "ab", []Tint{0, 0}},
		{"slider", CharsetQuake, 0, "\x80\x81\x83\x82", "\u2500\u2500\u25cf\u2500", []Tint{b, b, b, b}},
		{"lights", CharsetQuake, 0, "\x87", "\u25cf", []Tint{TintColor + 1}},
		{"0xff and 0 draw nothing", CharsetQuake, 0, "\x00\xffa", "a", []Tint{0}},
		{"client's colours", CharsetQuakeWorld, 0, "&cf00x&ry &c&q", "xy &c&q", []Tint{TintRGB + 0xf00, 0, 0, 0, 0, 0, 0}},
		{"not in Quake", CharsetQuake, 0, "&cf00", "&cf00", []Tint{0, 0, 0, 0, 0}},
		{"braces in chat", CharsetQuakeWorld, b, "a{b}c", "abc", []Tint{b, 0, b}},
		{"braces elsewhere", CharsetQuakeWorld, 0, "{b}", "{b}", []Tint{0, 0, 0}},
		{"cut colour", CharsetQuakeWorld, 0, "&cf0", "&cf0", []Tint{0, 0, 0, 0}},
		{"Quake II", CharsetQuake2, 0, "a\xe1", "aa", []Tint{0, y}},
		{"Quake III", CharsetQuake3, 0, "^1r^7w^^2", "rw^", []Tint{TintColor + 1, TintColor + 7, TintColor + 7}},
		{"Latin-1", CharsetQuake3, 0, "\xe4", "\u00e4", []Tint{0}},
		{"a caret at the end", CharsetQuake3, 0, "a^", "a^", []Tint{0, 0}},
		{"UTF-8", CharsetQuakeLive, 0, "^2\xd0\xaf", "\u042f", []Tint{TintColor + 2}},
		{"not UTF-8", CharsetQuakeLive, 0, "\xe4b", "\u00e4b", []Tint{0, 0}},
		{"own", CharsetOwn, 0, "^1\u00fc", "^1\u00fc", []Tint{0, 0, 0}},
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
	a := NewAtlas(1)
	var b draw.Buffer
	c := &Canvas{Out: &b, Atlas: a}
	for f := range fontCount {
		s := "Ranger rides ^1Quarry's rocket"
		if got, want := Text(c, f, 10.4, 20.6, s, CharsetQuake3, colorText), Width(a, f, s, CharsetQuake3); got != want || want <= 0 {
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
	a := NewAtlas(1)
	text := "one two three four"
	width := Width(a, FontText, "one two th", CharsetOwn)
	if n := Fit(a, FontText, text, CharsetOwn, width, true); text[:n] != "one two " {
		t.Errorf("by words %q", text[:n])
	}
	if n := Fit(a, FontText, text, CharsetOwn, width, false); text[:n] != "one two th" {
		t.Errorf("by letters %q", text[:n])
	}
	if n := Fit(a, FontText, text, CharsetOwn, 0, true); n != 1 {
		t.Errorf("of nothing %d", n)
	}
	if got := string(clip(a, FontText, nil, text, CharsetOwn, width)); Width(a, FontText, got, CharsetOwn) > width || got[len(got)-3:] != "..." {
		t.Errorf("clipped to %q", got)
	}
}

// The atlas takes any rune, also when it is full, and grows only where it
// says that it did.
func TestAtlasTakesAnyRune(t *testing.T) {
	a := NewAtlas(1)
	a.TakeDirty()
	g := a.glyph(FontText, '\u042f')
	if d := a.TakeDirty(); g.width == 0 || d.Empty() || d.Dx() > 40 {
		t.Errorf("glyph %+v, changed %v", g, d)
	}
	if a.glyph(FontText, '\u6f22') != a.glyph(FontText, missing) {
		t.Error("a rune that the font lacks has a picture")
	}
	for r := rune(0x20); r < 0x2600; r++ {
		for f := range fontCount {
			a.glyph(f, r)
		}
	}
	if got := a.glyph(FontText, 'A'); got.width == 0 {
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
	a := NewAtlas(0.75)
	f.Fuzz(func(t *testing.T, set uint8, s string) {
		charset := Charset(set % uint8(CharsetQuakeLive+1))
		rest := s
		for len(rest) > 0 {
			n := Fit(a, FontSmall, rest, charset, 60, true)
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
		if w := Width(a, FontSmall, s, charset); w < 0 || w > float32(len(s))*40 {
			t.Fatalf("%q is %v wide", s, w)
		}
	})
}
