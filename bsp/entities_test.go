package bsp

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseEntities(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Entity
	}{
		{"", []Entity{}},
		{" \n\x00 { rest", []Entity{}},
		{`{}`, []Entity{{}}},
		{`{ "a" "b" "a" "" }`, []Entity{{{"a", "b"}, {"a", ""}}}},
		{"// map\n{ classname worldspawn // of ours\n}{\"x\"\"y\"}", []Entity{{{"classname", "worldspawn"}},
			{{"x", "y"}}}},
		{`{ "message" "a { b } \n // c" }`, []Entity{{{"message", `a { b } \n // c`}}}},
		{"{ \"\" \"\" \"n\" \"\xe1\" }", []Entity{{{"", ""}, {"n", "\xe1"}}}},
		{`{url http://x}`, []Entity{{{"url", "http://x"}}}},
	} {
		got, err := parseEntities(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q: %s", c.text, d)
		}
	}
}

func TestParseEntitiesRefuses(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int64
		err    error
	}{
		{`"a" "b"`, 0, errNoBrace},
		{`"{"`, 0, errNoBrace},
		{`{} }`, 3, errNoBrace},
		{`{ "a" "b"`, 9, errNoEnd},
		{`{ "a"`, 5, errNoEnd},
		{`{ "a" }`, 6, errBraceInPair},
		{`{ "a" { }`, 6, errBraceInPair},
		{`{ { } }`, 2, errBraceInPair},
		{`{ "a" "b`, 6, errNoQuote},
	} {
		_, err := parseEntities(c.text)
		var fe *FormatError
		if !errors.As(err, &fe) || fe.Offset != c.offset || !errors.Is(err, c.err) {
			t.Errorf("%q: %v, not %v at %d", c.text, err, c.err, c.offset)
		}
	}
}

func TestEntityGet(t *testing.T) {
	e := Entity{{"origin", "1 -2.5 3e1"}, {"angle", "90"}, {"angle", "180"}, {"Angle", "270"}, {"empty", ""}}
	for key, want := range map[string]string{"origin": "1 -2.5 3e1", "angle": "180", "Angle": "270", "empty": "",
		"model": ""} {
		if v, ok := e.Get(key); v != want || ok != (key != "model") {
			t.Errorf("%s %q %v", key, v, ok)
		}
	}
}
