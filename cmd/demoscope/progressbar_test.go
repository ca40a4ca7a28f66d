//go:build !js

package main

import (
	"bytes"
	"strings"
	"testing"

	"demoscope/internal/humanize"
)

func TestProgressBar(t *testing.T) {
	var out bytes.Buffer
	b := newProgressBar(&streams{err: &out}, 2e6, humanize.Bytes)
	b.add("reading demos", 5e5)
	b.add("reading demos", 5e5) // too early to be shown
	if want := "\r\x1b[Kreading demos  25% |" + strings.Repeat("█", 10) + strings.Repeat(" ", 31) +
		"| 500 KB of 2.0 MB"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if want := "reading demos  50% |████    | 1.0 MB of 2.0 MB"; b.text("reading demos", 46) != want {
		t.Errorf("%q, want %q", b.text("reading demos", 46), want)
	}
	if got := b.text("reading demos", 30); got != "reading demos" {
		t.Errorf("too narrow: %q", got)
	}
	b.add("", 9e6)
	if got := b.text("x", 40); !strings.HasPrefix(got, "x 100% |█") {
		t.Errorf("more than all: %q", got)
	}
	out.Reset()
	b.finish()
	if out.String() != "\r\x1b[K" {
		t.Errorf("%q is left", out.String())
	}
}
