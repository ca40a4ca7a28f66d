package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
)

// written are the formats that compile writes back bit for bit.
var written = []string{"dem", "qwd", "dm2"}

// TestCorpusRoundTrip dumps and compiles every demo of these formats through
// the command line: the bytes are the same.
func TestCorpusRoundTrip(t *testing.T) {
	t.Run("sample", func(t *testing.T) {
		for _, format := range written {
			roundTrips(t, sampleDir, format)
		}
	})
	t.Run("corpus", func(t *testing.T) {
		dir := corpusDir(t)
		for _, format := range written {
			roundTrips(t, filepath.Join(dir, format), format)
		}
	})
}

func roundTrips(t *testing.T, dir, format string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*."+format))
	if err != nil || len(files) == 0 {
		t.Fatalf("no .%s in %s: %v", format, dir, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			folder := t.TempDir()
			text, demo := filepath.Join(folder, "demo.json"), filepath.Join(folder, "demo."+format)
			out, err := os.Create(text)
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			if status := run([]string{"dump", "--json", file}, &streams{nil, out, &said}); status != exitOK {
				t.Fatalf("dump: exit status %d: %s", status, &said)
			}
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
			if status := run([]string{"compile", text, "-o", demo}, &streams{nil, &said, &said}); status != exitOK {
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
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}
