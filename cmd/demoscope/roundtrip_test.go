package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/corpus"
	"demoscope/internal/golden"
)

// written are the formats that compile writes back bit for bit.
var written = []string{"dem", "qwd", "dm2"}

// roundTripSize is up to which size a real demo takes the way of the command line: formats.TestCorpusCompile has all.
const roundTripSize = 4 << 20

// TestCorpusRoundTrip dumps and compiles the demos of these formats through
// the command line: the bytes are the same.
func TestCorpusRoundTrip(t *testing.T) {
	for _, d := range golden.OutputDemos(t) {
		format := strings.TrimPrefix(filepath.Ext(d.File), ".")
		if !slices.Contains(written, format) || d.Size > roundTripSize {
			continue
		}
		file := d.File
		t.Run(d.Name, func(t *testing.T) {
			folder := t.TempDir()
			text, demo := filepath.Join(folder, "demo.json"), filepath.Join(folder, "demo."+format)
			out, err := os.Create(text)
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			if status := run([]string{"dump", "--json", file}, &streams{out: out, err: &said}); status != exitOK &&
				!strings.Contains(said.String(), " is damaged") {
				t.Fatalf("dump: exit status %d: %s", status, &said)
			}
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
			if status := run([]string{"compile", text, "-o", demo}, &streams{out: &said, err: &said}); status !=
				exitOK {
				t.Fatalf("compile: exit status %d: %s", status, &said)
			}
			if want, got := sum(t, file), sum(t, demo); want != got {
				t.Errorf("sha256 %x became %x", want, got)
			}
		})
	}
}

func sum(t *testing.T, file string) [sha256.Size]byte {
	t.Helper()
	return sha256.Sum256(corpus.Read(t, file))
}
