//go:build !js

package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestCopyLink: a link is copied with the demo's file name, quoted for a shell; without a clipboard the window and
// the output have the text.
func TestCopyLink(t *testing.T) {
	copied, works := "", true
	was := toClipboard
	toClipboard = func(text string) bool { copied = text; return works }
	t.Cleanup(func() { toClipboard = was })
	var out bytes.Buffer
	s := &streams{out: &out}
	for path, want := range map[string]string{
		"/demos/a.mvd":     "demoscope --link 't=0:05&mode=lit' a.mvd",
		"/demos/it's.mvd":  `demoscope --link 't=0:05&mode=lit' 'it'\''s.mvd'`,
		"/demos/$(rm).mvd": "demoscope --link 't=0:05&mode=lit' '$(rm).mvd'",
		"-o.mvd":           "demoscope --link 't=0:05&mode=lit' ./-o.mvd",
		"":                 "demoscope --link 't=0:05&mode=lit'",
	} {
		if said := s.copyLink("t=0:05&mode=lit", path); copied != want || said != "Link copied: t=0:05&mode=lit" {
			t.Errorf("%q: copied %s, said %s", path, copied, said)
		}
	}
	works = false
	if said := s.copyLink("t=1", "a.mvd"); !strings.HasPrefix(said, "Link not copied: ") ||
		!strings.HasSuffix(said, ". It is demoscope --link t=1 a.mvd") ||
		!strings.HasSuffix(out.String(), "demoscope --link t=1 a.mvd\n") {
		t.Errorf("without a clipboard: said %q, printed %q", said, out.String())
	}
}
