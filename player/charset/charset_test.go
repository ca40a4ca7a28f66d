package charset

import (
	"testing"

	"demoscope/player/world"
)

func TestPlain(t *testing.T) {
	for _, test := range []struct {
		game world.Game
		text string
		want string
	}{
		{world.Quake, "Ranger", "Ranger"},
		{world.QuakeWorld, "\xd6\xe5sp\xe5r", "Vesper"},
		{world.QuakeWorld, "\x10\x12\x1b\x11", "[09]"},
		{world.Quake2, "\x90a\x91\x1d\x1e\x1f", "[a]---"},
		{world.QuakeWorld, "a\x1b[31mb\x07", "a9[31mb"}, // 27 is a golden nine, not an escape
		{world.QuakeWorld, "a\x05\x0d\x7f\xff\x00\n", "a.><<"},
		{world.QuakeWorld, "\x05\x0e\x0f\x1c\x85\x8e\x8f\x9cx\xb7", "........x7"}, // the last is a red 7
		{world.Quake2, "a\x8eb", "a.b"},
		{world.QuakeWorld, "\xef\xbf\xbdblue\xef\xbf\xbd", "blue"}, // U+FFFD, a server's for its brackets
		{world.Quake, "\xef\xbf\xbd", "o?="},
		{world.QuakeWorld, " \xa0x ", "x"},
		{world.QuakeWorld, "^1x", "^1x"}, // no colors there
		{world.QuakeWorld, "&cf13rl&rx &c12 &cfgf &c", "rlx &c12 &cfgf &c"},
		{world.QuakeWorld, "{a}&", "{a}&"}, // as a name
		{world.Quake, "&cf13rl&r", "&cf13rl&r"},
		{world.Quake3, "^1Sar^7ge", "Sarge"},
		{world.Quake3, "a\x1b[31m\x19\x7fb", "a[31mb"},
		{world.Quake3, "^^1x^", "^x^"},
		{world.Quake3, "^xff8000o^Xj", "oj"},
		{world.Quake3, "J\xf6rg", "J\u00f6rg"},               // Latin-1
		{world.Quake3, "J\u00f6rg\u2603", "J\u00f6rg\u2603"}, // UTF-8, Quake Live
		{world.Quake3, "\u202ex", "x"},                       // would turn the line around
		{world.Quake3, "", ""},
	} {
		if got := Plain(test.game, test.text); got != test.want {
			t.Errorf("%v %q: %q, want %q", test.game, test.text, got, test.want)
		}
	}
}

// TestText: every byte becomes one code point, and comes back.
func TestText(t *testing.T) {
	var all []byte
	for i := range 256 {
		all = append(all, byte(i))
	}
	text := Text(string(all))
	if n := len([]rune(text)); n != 256 {
		t.Errorf("%d code points", n)
	}
	if Raw(text) != string(all) {
		t.Error("not the same bytes")
	}
}

// A line of chat has no braces, as QuakeWorld's clients draw it; one that closes none is a letter.
func TestSaid(t *testing.T) {
	for _, test := range []struct {
		game world.Game
		text string
		want string
	}{
		{world.QuakeWorld, "(Sujoy): took {&cf13rl&cfff} [{someplace}]", "(Sujoy): took rl [someplace]"},
		{world.QuakeWorld, ":} {a", ":} a"},
		{world.QuakeWorld, "{&cf1{3x", "&cf13x"}, // no code, since a brace is among its digits
		{world.Quake2, "{a}", "{a}"},
	} {
		if got := Said(test.game, test.text); got != test.want {
			t.Errorf("%v %q: %q, want %q", test.game, test.text, got, test.want)
		}
	}
}
