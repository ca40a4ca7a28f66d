package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// written are the formats that compile writes back bit for bit.
var written = []string{"dem", "qwd", "dm2"}

// roundTripSize is up to which size a real demo takes the way of the command line: formats.TestCorpusCompile has all.
const roundTripSize = 4 << 20

// TestCorpusRoundTrip dumps and compiles the demos of these formats through
// the command line: the bytes are the same.
func TestCorpusRoundTrip(t *testing.T) {
	t.Run("sample", func(t *testing.T) {
		for _, format := range written {
			roundTrips(t, corpus.Sample, format)
		}
	})
	t.Run("corpus", func(t *testing.T) {
		dir := corpus.Dir(t)
		for _, format := range written {
			roundTrips(t, filepath.Join(dir, format), format)
		}
	})
}

func roundTrips(t *testing.T, dir, format string) {
	t.Helper()
	for _, file := range corpus.Files(t, dir, func(name string) bool { return strings.HasSuffix(name, "."+format) }) {
		if info, err := os.Stat(file); err != nil || info.Size() > roundTripSize {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
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
