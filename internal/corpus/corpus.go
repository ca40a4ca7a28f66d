// Package corpus finds the files that tests read: this project's own recordings, and real demos, maps, models and
// sounds in the folder that DEMOSCOPE_CORPUS names.
//
// Real files can't be published with the project, so a test chooses what to do without them: [Dir] skips it with the
// reason, [Lookup] lets it continue with less. If the folder has none of the files that a test requests, the test
// fails.
package corpus

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable with the folder of real files.
const Variable = "DEMOSCOPE_CORPUS"

// Lookup returns the folder of real files, and whether there is one.
func Lookup() (dir string, ok bool) {
	dir = os.Getenv(Variable)
	return dir, dir != ""
}

// Dir returns the folder of real files. Without one it skips the test.
func Dir(t testing.TB) string {
	t.Helper()
	dir, ok := Lookup()
	if !ok {
		t.Skipf("%s is not set: there are no real files to test with", Variable)
	}
	return dir
}

// Sample is the folder of this project's own recordings and their map, assets/sample.
var Sample = filepath.Join(root(), "assets", "sample")

// root returns the folder of go.mod, which contains internal/corpus.
func root() string {
	_, file, _, _ := runtime.Caller(0)
	dir := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	if filepath.IsAbs(dir) {
		return dir
	}
	// Built with -trimpath: a test runs in the folder of its package.
	dir, _ = os.Getwd()
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	return "."
}

// Table returns the heading and the rows of a table in a CSV file. Lines that begin with # are comments.
func Table(t testing.TB, name string) (heading []string, rows [][]string) {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(Read(t, name)))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows[0], rows[1:]
}

// Read returns the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Files returns the files below dir with names for which want returns true, sorted by path. The test fails if there are
// none.
func Files(t testing.TB, dir string, want func(name string) bool) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && want(d.Name()) {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatalf("there is nothing to test with in %s", dir)
	}
	slices.Sort(list)
	return list
}

// Demos returns the real demos of a format, named like its package below formats. Without a folder of real files it
// skips the test.
func Demos(t testing.TB, format string) []string {
	t.Helper()
	return Files(t, filepath.Join(Dir(t), format), func(string) bool { return true })
}

// Newer returns the demos of a format with FTE's replacement deltas, and those of Quake II's re-release, which are in
// separate folders.
func Newer(t testing.TB, format string) (list []string) {
	t.Helper()
	for _, folder := range []string{"fte", "rerelease"} {
		found, err := filepath.Glob(filepath.Join(Dir(t), folder, "*."+format))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	return list
}

// Expected returns the files of facts in dir, the folder of real files or [Sample]. Each has the results of independent
// decoders for a demo as JSON.
func Expected(t testing.TB, dir string) []string {
	t.Helper()
	return Files(t, filepath.Join(dir, "expect"), func(name string) bool { return strings.HasSuffix(name, ".json") })
}

// Facts reads the facts about a demo into want: the JSON file with its name in the folder expect, which is beside the
// formats' folders, or beside the demo if it is one of [Sample].
func Facts(t testing.TB, demo string, want any) {
	t.Helper()
	dir := filepath.Dir(demo)
	if filepath.Clean(dir) != Sample {
		dir = filepath.Dir(dir)
	}
	ReadJSON(t, filepath.Join(dir, "expect", filepath.Base(demo)+".json"), want)
}

// ReadJSON reads a JSON file into want.
func ReadJSON(t testing.TB, path string, want any) {
	t.Helper()
	if err := json.Unmarshal(Read(t, path), want); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
