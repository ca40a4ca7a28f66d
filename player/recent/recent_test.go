package recent_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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

// TestFile compares the file with its text, whose numbers and texts all differ, and its mode.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "recent.json")
	l := recent.Open(path)
	if err := l.Save(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("an unchanged list was written")
	}
	l.Put(entry(1, 5))
	l.Put(entry(2, 6))
	l.Put(entry(1, 7))
	if got, saved := titles(l), titles(recent.Open(path)); got != "1@7 2@6" || saved != "" {
		t.Errorf("before saving, the list is %q, and the file %q", got, saved)
	}
	if err := l.Save(); err != nil {
		t.Fatal(err)
	}
	item := `{"key":"%064d","path":"/demos/%[1]d.dem","title":"%[1]d","clock":%d,"length":100}`
	want := `{"version":1,"demos":[` + fmt.Sprintf(item, 1, 7) + "," + fmt.Sprintf(item, 2, 6) + "]}"
	data, err := os.ReadFile(path)
	for _, s := range []string{"\t", "\n"} {
		data = bytes.ReplaceAll(data, []byte(s), nil)
	}
	if got := strings.ReplaceAll(string(data), `": `, `":`); got != want {
		t.Errorf("the file is %s\nwant %s (%v)", got, want, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the file's mode is %v: %v", info.Mode(), err)
	}
	if got := recent.Open(path).Entries(); len(got) != 2 || got[0] != entry(1, 7) || got[1] != entry(2, 6) {
		t.Errorf("the file has %+v", got)
	}
	if _, err := os.Stat(path + ".lock"); err != nil {
		t.Error("the file was written without a lock")
	}
}

// TestTwoWindows: windows that write one file do not lose entries of each other.
func TestTwoWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "recent.json")
	a, b := recent.Open(path), recent.Open(path)
	a.Put(entry(1, 1))
	b.Put(entry(2, 2))
	for _, l := range []*recent.List{a, b, a} {
		if err := l.Save(); err != nil {
			t.Fatal(err)
		}
	}
	if got := titles(recent.Open(path)); got != "2@2 1@1" {
		t.Errorf("the file has %q", got)
	}
}

// TestFailedSave: what can't be saved is saved the next time, and however often one demo was left, others stay.
func TestFailedSave(t *testing.T) {
	for _, name := range []string{"f/recent.json", "f"} {
		path := filepath.Join(t.TempDir(), name)
		block := strings.TrimSuffix(path, "/recent.json") // a file instead of a folder, or the other way round
		if err := os.WriteFile(block, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if block == path {
			if err := errors.Join(os.Remove(block), os.Mkdir(block, 0o700)); err != nil {
				t.Fatal(err)
			}
		}
		l := recent.Open(path)
		l.Put(entry(1, 5))
		for n := range 60 {
			l.Put(entry(2, float64(n)))
			if err := l.Save(); err == nil || !strings.HasPrefix(err.Error(), "can't save recently watched demos: ") {
				t.Fatalf("%s: %v", path, err)
			}
		}
		l.Put(entry(3, 6))
		if err := errors.Join(os.Remove(block), l.Save()); err != nil {
			t.Fatal(err)
		}
		if got := titles(recent.Open(path)); got != "3@6 2@59 1@5" {
			t.Errorf("%s has %q", path, got)
		}
	}
}

// TestLimits puts entries on both sides of each limit, and reads them from files.
func TestLimits(t *testing.T) {
	long, path := strings.Repeat("p", 4096), filepath.Join(t.TempDir(), "recent.json")
	read := func(version int, spaces int, list ...recent.Entry) []recent.Entry {
		data, err := json.Marshal(map[string]any{"version": version, "demos": list})
		data = append(data, bytes.Repeat([]byte(" "), max(0, spaces-len(data)))...)
		if err := errors.Join(err, os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
		return recent.Open(path).Entries()
	}
	key := entry(1, 0).Key
	for i, c := range []struct {
		want          int // entries that are kept
		key           string
		path, title   string
		clock, length float64
	}{
		{1, key, "p", "t", 1, 2}, {0, key[1:], "p", "t", 1, 2}, {0, key + "0", "p", "t", 1, 2}, {0, key, "", "t", 1, 2},
		{1, key, long, long, 0, 0}, {0, key, long + "p", "t", 1, 2}, {0, key, "p", long + "p", 1, 2},
		{0, key, "p", "t", 1e9, 2}, {0, key, "p", "t", -1, 2}, {0, key, "p", "t", 1, 1e9}, {0, key, "p", "t", 1, -1},
		{1, key, "p", "", 1e9 - 1, 1e9 - 1},
	} {
		e := recent.Entry{Key: c.key, Path: c.path, Title: c.title, Clock: c.clock, Length: c.length}
		l := recent.Open("")
		l.Put(e)
		if got, file := len(l.Entries()), len(read(1, 0, e, e)); got != c.want || file != c.want {
			t.Errorf("entry %d: %d are put, and %d read, want %d", i, got, file, c.want)
		}
	}
	l := recent.Open("")
	var list []recent.Entry
	for n := range recent.MaxEntries + 1 {
		list = append(list, entry(n, 0))
		l.Put(list[n])
	}
	if e := l.Entries(); len(e) != 24 || e[0] != list[24] || e[23] != list[1] || l.Save() != nil {
		t.Errorf("of 25 demos %v are left", titles(l))
	}
	if e := read(1, 0, list...); len(e) != 24 || e[23] != list[23] {
		t.Errorf("of 25 demos of a file %d are read", len(e))
	}
	if a, b, c, d := len(read(0, 0, list[0])), len(read(2, 0, list[0])), len(read(1, 1<<20, list[0])),
		len(read(1, 1<<20+1, list[0])); a+b+d != 0 || c != 1 {
		t.Errorf("of other versions and large files %d, %d, %d, %d entries are read", a, b, c, d)
	}
}
