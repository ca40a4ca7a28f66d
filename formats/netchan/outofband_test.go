package netchan

import (
	"reflect"
	"strings"
	"testing"

	"demoscope/formats/message"
)

func TestParseChallenge(t *testing.T) {
	x := func(tag string, bits uint32) message.QWExtension {
		return message.QWExtension{Tag: uint32(tag[0]) | uint32(tag[1])<<8 | uint32(tag[2])<<16 | uint32(tag[3])<<24,
			Bits: bits}
	}
	for text, want := range map[string]Challenge{
		"c701966165\x00FTEX\x40\xf0\x40\x21FTE2\x02\x00\x00\x00MVD1\x67\x00\x00\x00": {701966165,
			[]message.QWExtension{x("FTEX", 0x2140f040), x("FTE2", 2), x("MVD1", 0x67)}},
		"c-507025774":             {-507025774, nil},
		"c12\n":                   {12, nil},
		"c12\x00FRAG\x08\x00\x00": {12, nil}, // cut
		"c1\x00vlen\x03\x00\x00\x00GUIDabcFTEX\x01\x00\x00\x00": {1, []message.QWExtension{x("FTEX", 1)}},
		"c1\x00vlen\xff\xff\xff\xffGUIDabcFTEX":                 {1, nil},
		"c1\x00vlen\x04\x00\x00\x00GUIDabc":                     {1, nil},
	} {
		got, ok := ParseChallenge([]byte(outOfBand + text))
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v, not %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "c", "c-", "cx", "c+5", "challenge 12", "c123456789012", "n12"} {
		if got, ok := ParseChallenge([]byte(outOfBand + text)); ok {
			t.Errorf("%q is the challenge %v", text, got)
		}
	}
	if _, ok := ParseChallenge([]byte("c12")); ok {
		t.Error("without its mark")
	}
	many, ok := ParseChallenge([]byte(outOfBand + "c1\x00" + strings.Repeat("FTEX\x01\x00\x00\x00", 500)))
	if !ok || len(many.Offers) != 32 {
		t.Errorf("%d offers", len(many.Offers))
	}
}

func TestConnect(t *testing.T) {
	info := UserInfo("name", "a\\b\"c\n\x7f", "spectator", "1", "password", "", "team", "x&&cf00y & co", "*client",
		"Demoscope")
	if want := `\name\abc\spectator\1\team\xcf00y & co\*client\Demoscope`; info != want {
		t.Errorf("%q, not %q", info, want)
	}
	got := string(Connect(34362, -5, info, []message.QWExtension{{Tag: 0x58455446, Bits: 0x1407000}, {Tag: 0x32455446},
		{Tag: 0x3144564d, Bits: 1}}))
	if want := "\xff\xff\xff\xffconnect 28 34362 -5 \"" + info +
		"\"\n0x58455446 0x1407000\n0x3144564d 0x1\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if long := UserInfo("name", strings.Repeat("x", 100)); len(long) != len(`\name\`)+63 {
		t.Errorf("%q", long)
	}
}

func TestPrint(t *testing.T) {
	for text, want := range map[string]string{
		"n\nBad challenge.\n":                   "Bad challenge.",
		"n\n\xe2\xe1\xee\xee\xe5\xe4.\x00rest":  "banned.",
		"n\x1b[31mred\n\n\x07two   words":       "[31mred two words",
		"n" + strings.Repeat("long ", 100) + "": strings.TrimSpace(strings.Repeat("long ", 4)),
		"n":                                     "",
	} {
		got, ok := Print([]byte(outOfBand + text))
		if s := Readable(got, 20); !ok || s != want {
			t.Errorf("%q: %q, not %q", text, s, want)
		}
	}
	if _, ok := Print([]byte(outOfBand + "j")); ok {
		t.Error("a print")
	}
}

func FuzzOutside(f *testing.F) {
	for _, s := range []string{"c12\x00FTEX\x01\x00\x00\x00", "n\nbanned.", "j", "c1\x00vlen\x03\x00\x00\x00GUIDabc"} {
		f.Add([]byte(outOfBand + s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, ok := ParseChallenge(data)
		if ok && len(c.Offers) > maxOffers {
			t.Fatal("too many")
		}
		text, _ := Print(data)
		if s := Readable(text, 50); len(s) > 50 || strings.ContainsFunc(s, func(r rune) bool {
			return r < ' ' || r > '~'
		}) {
			t.Fatalf("%q", s)
		}
		info := UserInfo("name", string(data), "spectator", "1")
		if strings.Count(info, `\`) != 4 && strings.Count(info, `\`) != 2 || strings.ContainsAny(info, "\"\n") ||
			strings.Contains(info, "&c") {
			t.Fatalf("%q", info)
		}
	})
}

func TestQTVStream(t *testing.T) {
	for text, want := range map[string]string{
		"\nqtv 1 \"\" \"\" 0\n":                           "",
		"qtv 3 \"my server\" \"2@qtv.example:28000\" 4\n": "2@qtv.example:28000",
		"qtv 1 \"x\" \"1@a\x1bb\" 0\n":                    "",
	} {
		if got, ok := QTVStream([]byte(text)); !ok || got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "\\hostname\\x\n", "qtv 1\n"} {
		if _, ok := QTVStream([]byte(text)); ok {
			t.Errorf("%q", text)
		}
	}
}
