// Package corpus finds the files that tests read: this project's own recordings,
// and real demos, maps, models and sounds if DEMOSCOPE_CORPUS names their folder.
//
// Real files cannot be published with the project, so a test chooses what it does
// without them: [Dir] skips it with the reason, [Lookup] lets it continue with
// less. A folder without any file that a test asks for fails the test.
package corpus

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable that names the folder of real files.
const Variable = "DEMOSCOPE_CORPUS"

// Lookup returns the folder of real files, and whether there is one.
func Lookup() (dir string, ok bool) {
	dir = os.Getenv(Variable)
	return dir, dir != ""
}

// Dir returns the folder of real files. Without one the test is skipped.
func Dir(t testing.TB) string {
	t.Helper()
	dir, ok := Lookup()
	if !ok {
		t.Skipf("%s is not set: there are no real files to test with", Variable)
	}
	return dir
}

// Sample is the folder of this project's own recordings and their map,
// assets/sample.
var Sample = filepath.Join(root(), "assets", "sample")

// root returns the folder of go.mod: the one that holds internal/corpus.
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

// Read returns the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Files returns the files below dir for whose names want returns true, sorted by
// path. The test fails if there are none.
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

// Demos returns the real demos of a format, by the name of its package below
// formats. Without a folder of real files the test is skipped.
func Demos(t testing.TB, format string) []string {
	t.Helper()
	return Files(t, filepath.Join(Dir(t), format), func(string) bool { return true })
}

// Newer returns the demos of a format with FTE's replacement deltas, and those of Quake II's re-release. They are in
// folders of their own.
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

// Expected returns the files of facts in dir, the folder of real files or
// [Sample]. Each holds as JSON what independent decoders read from a demo.
func Expected(t testing.TB, dir string) []string {
	t.Helper()
	return Files(t, filepath.Join(dir, "expect"), func(name string) bool { return strings.HasSuffix(name, ".json") })
}

// Facts reads into want the facts about a demo: the JSON file with its name in the
// folder expect, which lies beside the formats' folders, or beside the demo if it
// is one of [Sample].
func Facts(t testing.TB, demo string, want any) {
	t.Helper()
	dir := filepath.Dir(demo)
	if filepath.Clean(dir) != Sample {
		dir = filepath.Dir(dir)
	}
	ReadJSON(t, filepath.Join(dir, "expect", filepath.Base(demo)+".json"), want)
}

// ReadJSON reads a file of JSON into want.
func ReadJSON(t testing.TB, path string, want any) {
	t.Helper()
	if err := json.Unmarshal(Read(t, path), want); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
