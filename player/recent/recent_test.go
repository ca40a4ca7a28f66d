package recent_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/player/recent"
)

// entry is a demo whose key ends in a number.
func entry(n int, clock float64) recent.Entry {
	return recent.Entry{Key: fmt.Sprintf("%064d", n), Path: fmt.Sprintf("/demos/%d.dem", n), Title: fmt.Sprint(n),
		Clock: clock, Length: 100}
}

func titles(l *recent.List) string {
	var list []string
	for _, e := range l.Entries() {
		list = append(list, fmt.Sprintf("%s@%v", e.Title, e.Clock))
	}
	return strings.Join(list, " ")
}

func TestListIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "recent.json")
	l := recent.Open(path)
	l.Put(entry(1, 5))
	l.Put(entry(2, 6))
	l.Put(entry(1, 7))
	if got := titles(l); got != "1@7 2@6" {
		t.Errorf("the list is %q", got)
	}
	if got := titles(recent.Open(path)); got != "" {
		t.Errorf("before it is saved there is %q", got)
	}
	if err := l.Save(); err != nil {
		t.Fatal(err)
	}
	if got := titles(recent.Open(path)); got != "1@7 2@6" {
		t.Errorf("kept is %q", got)
	}
}

// Two windows that write do not lose what the other has written.
func TestTwoWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "recent.json")
	a, b := recent.Open(path), recent.Open(path)
	a.Put(entry(1, 1))
	b.Put(entry(2, 2))
	for _, l := range []*recent.List{a, b} {
		if err := l.Save(); err != nil {
			t.Fatal(err)
		}
	}
	if got := titles(recent.Open(path)); got != "2@2 1@1" {
		t.Errorf("kept is %q", got)
	}
}

// What could not be written is written with the next time.
func TestWrittenLater(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // where a folder has to be
		t.Fatal(err)
	}
	l := recent.Open(filepath.Join(dir, "recent.json"))
	l.Put(entry(1, 5))
	if l.Save() == nil {
		t.Fatal("a list was written into a file that is no folder")
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	l.Put(entry(2, 6))
	if err := l.Save(); err != nil {
		t.Fatal(err)
	}
	if got := titles(recent.Open(filepath.Join(dir, "recent.json"))); got != "2@6 1@5" {
		t.Errorf("%q", got)
	}
}

func TestOldestIsForgotten(t *testing.T) {
	l := recent.Open("")
	for n := range 30 {
		l.Put(entry(n, 0))
	}
	if e := l.Entries(); len(e) != 24 || e[0].Title != "29" || e[23].Title != "6" {
		t.Errorf("%d are kept, from %s to %s", len(e), e[0].Title, e[len(e)-1].Title)
	}
	if err := l.Save(); err != nil {
		t.Errorf("a list without a file: %v", err)
	}
}

// What is no list, or has what cannot be, is left out.
func TestHostileFiles(t *testing.T) {
	key := strings.Repeat("a", 64)
	for text, want := range map[string]string{
		"": "", "{": "", "[]": "", `{"version":2,"demos":[{"key":"` + key + `","path":"/x"}]}`: "",
		`{"version":1,"demos":[{"key":"short","path":"/x"},{"key":"` + key + `","path":""},{"key":"` + key +
			`","path":"/x","title":"x","clock":-1}]}`: "",
		`{"version":1,"demos":[{"key":"` + key + `","path":"/x","title":"x","clock":1},{"key":"` + key +
			`","path":"/y","title":"y"}]}`: "x@1",
		`{"version":1,"demos":[{"key":"` + key + `","path":"` + strings.Repeat("p", 5000) +
			`","title":"x"}]}`: "",
		`{"version":1,"demos":[{"key":"` + key +
			`","path":"/x","title":"x","clock":1e300}]}`: "",
		strings.Repeat(" ", 2<<20) + `{"version":1,"demos":[{"key":"` + key +
			`","path":"/x","title":"x"}]}`: "",
	} {
		path := filepath.Join(t.TempDir(), "recent.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := titles(recent.Open(path)); got != want {
			t.Errorf("%.80q gives %q, want %q", text, got, want)
		}
	}
}
