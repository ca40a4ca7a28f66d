package decodertest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Samples is the folder of our own recordings, from a format's package.
const Samples = "../../assets/sample"

// Corpus returns the folder with real demos. Without one the test is skipped.
func Corpus(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS is not set: no real demos to test with")
	}
	return dir
}

// Files returns the real demos of a format.
func Files(t testing.TB, format string) []string {
	t.Helper()
	dir := filepath.Join(Corpus(t), format)
	list, err := os.ReadDir(dir) // names with brackets are no patterns
	if err != nil || len(list) == 0 {
		t.Fatalf("no real .%s: %v", format, err)
	}
	var files []string
	for _, f := range list {
		files = append(files, filepath.Join(dir, f.Name()))
	}
	return files
}

// Sample reads one of our own recordings.
func Sample(t testing.TB, name string) []byte {
	t.Helper()
	return Load(t, filepath.Join(Samples, name))
}

// Load reads a file.
func Load(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Facts reads into want what independent decoders read from a demo: the JSON
// of its name in the folder expect, next to the formats' folders or, of our
// own recordings, next to them.
func Facts(t testing.TB, demo string, want any) {
	t.Helper()
	dir := filepath.Dir(demo)
	if filepath.Clean(dir) != filepath.Clean(Samples) {
		dir = filepath.Dir(dir)
	}
	if err := json.Unmarshal(Load(t, filepath.Join(dir, "expect", filepath.Base(demo)+".json")), want); err != nil {
		t.Fatal(err)
	}
}

// Counts compares counts, those of zero as if they were not there.
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
