//go:build !js

package main

import (
	"bytes"
	"strings"
	"testing"

	"demoscope/render/link"
)

// TestCopyLink: a link is copied with the demo's path, quoted for a shell, and --link reads it; without a
// clipboard the window and the output have the text.
func TestCopyLink(t *testing.T) {
	copied, works := "", true
	was := toClipboard
	toClipboard = func(text string) bool { copied = text; return works }
	t.Cleanup(func() { toClipboard = was })
	var out bytes.Buffer
	s := &streams{out: &out}
	for path, want := range map[string]string{
		drive + "/demos/a.mvd":     "demoscope --link 't=0:05&mode=lit' " + drive + "/demos/a.mvd",
		drive + "/demos/it's.mvd":  "demoscope --link 't=0:05&mode=lit' '" + drive + `/demos/it'\''s.mvd'`,
		drive + "/demos/$(rm).mvd": "demoscope --link 't=0:05&mode=lit' '" + drive + "/demos/$(rm).mvd'",
		"sample:demoscope1.mvd":    "demoscope --link 't=0:05&mode=lit' sample:demoscope1.mvd",
		"":                         "demoscope --link 't=0:05&mode=lit'",
	} {
		if said := s.copyLink("t=0:05&mode=lit", path); copied != want || said != "Link copied: "+want {
			t.Errorf("%q: copied %s, said %s", path, copied, said)
		}
		if l, err := link.Parse(copied); err != nil || l.String() != "t=0:05&mode=lit" {
			t.Errorf("%s is read as %v, %v", copied, l, err)
		}
	}
	works = false
	if said := s.copyLink("t=0:05&mode=lit", "sample:a"); !strings.HasPrefix(said, "Link not copied: ") ||
		!strings.HasSuffix(said, ". It is demoscope --link 't=0:05&mode=lit' sample:a") ||
		!strings.HasSuffix(out.String(), "demoscope --link 't=0:05&mode=lit' sample:a\n") {
		t.Errorf("without a clipboard: said %q, printed %q", said, out.String())
	}
}
