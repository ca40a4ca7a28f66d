//go:build !js

package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestClipsOfMerged: recordings of QuakeWorld that are watched as one are a server's recording, also where
// the window opens them once more for a film, by their whole path, and what is cut out of them has the name of one.
func TestClipsOfMerged(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, slot := range []string{"0", "1"} {
		if status := run([]string{"cut", "--player", slot, "-o", slot + ".qwd", "sample:demoscope1.mvd"},
			&streams{out: io.Discard, err: io.Discard}); status != exitOK {
			t.Fatalf("status %d", status)
		}
	}
	c, err := parsePlay(t, "--with", "1.qwd", "0.qwd")
	if err != nil {
		t.Fatal(err)
	}
	s := &streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	whole, err := filepath.Abs("0.qwd")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"0.qwd", whole} {
		o, err := c.open(t.Context(), s, path)
		if err != nil {
			t.Fatal(err)
		}
		data, extension, err := o.Cut(5, 10)
		o.Close()
		if err != nil || extension != ".mvd" || len(data) == 0 {
			t.Errorf("%s: a clip is a %q of %d bytes, %v", path, extension, len(data), err)
		}
	}
	// Another demo is not watched with it.
	o, err := c.open(t.Context(), s, "1.qwd")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, extension, err := o.Cut(5, 10); extension != ".qwd" {
		t.Errorf("a clip of another one is a %q, %v", extension, err)
	}
}
