package decodertest

import (
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"
)

// Sample reads one of this project's own recordings.
func Sample(t testing.TB, name string) []byte {
	t.Helper()
	return corpus.Read(t, filepath.Join(corpus.Sample, name))
}

// Counts compares counts; a count of zero equals a missing one.
func Counts(t testing.TB, what string, got, want map[string]int) {
	t.Helper()
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s %s: %d, want %d", what, name, got[name], n)
		}
	}
	for name, n := range got {
		if n != 0 && want[name] == 0 {
			t.Errorf("%s %s: %d, want none", what, name, n)
		}
	}
}
