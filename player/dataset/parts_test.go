package dataset

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// row is a row of the tables of these tests.
type row struct {
	Number int32 `json:"number"`
}

// writeLevels writes the files of a demo with a row in each level, whose maps are given.
func writeLevels(t *testing.T, f *Folder, s Source, maps ...string) {
	t.Helper()
	if err := tryLevels(f, s, maps...); err != nil {
		t.Fatal(err)
	}
}

func tryLevels(f *Folder, s Source, maps ...string) error {
	p, err := NewParts[row](f, s)
	for i, name := range maps {
		if err == nil {
			err = p.Add(Part{Map(name), "2024-06-16"}, int32(i+1), &row{int32(i)})
		}
	}
	if err == nil {
		err = p.Close("some damage")
	}
	return err
}

// TestPartsObstacles puts something else where each folder and each file has to be, one after the other: the error has
// its path, and the demo is not done until the obstacle is gone.
func TestPartsObstacles(t *testing.T) {
	s := Source{Path: "/a/x.mvd", Size: 1}
	first, then := []string{"dm6", "dm4", "dm2"}, []string{"dm6", "dm3"} // the files of dm4 and dm2 go
	var paths []string
	for k := -1; k < len(paths); k++ {
		f := &Folder{Path: filepath.Join(t.TempDir(), "out"), Table: "events", Form: NDJSON}
		writeLevels(t, f, s, first...)
		gone := filesBelow(t, f.Path)
		if k < 0 {
			writeLevels(t, f, s, then...)
			if err := filepath.WalkDir(f.Path, func(path string, d fs.DirEntry, err error) error {
				paths = append(paths, strings.TrimPrefix(path, f.Path))
				return err
			}); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, "/"+gone[0], "/"+gone[1])
			continue
		}
		at := f.Path + paths[k]
		isFile := filepath.Ext(at) == ".json" || filepath.Ext(at) == ".ndjson"
		if err := errors.Join(os.RemoveAll(at), os.MkdirAll(filepath.Dir(at), 0o700)); err != nil {
			t.Fatal(err)
		}
		if isFile {
			if err := os.MkdirAll(filepath.Join(at, "obstacle"), 0o700); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(at, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		err := tryLevels(f, s, then...)
		var wrong *WriteError
		if !errors.As(err, &wrong) || !within(wrong.Path, at) || !strings.HasPrefix(err.Error(), "writing ") {
			t.Errorf("%s: %v", paths[k], err)
		}
		if _, ok := f.Done(s); ok {
			t.Errorf("%s: done", paths[k])
		}
		if err := os.RemoveAll(at); err != nil {
			t.Fatal(err)
		}
		writeLevels(t, f, s, then...)
		if damage, ok := f.Done(s); !ok || damage != "some damage" {
			t.Errorf("%s: not done without the obstacle, damage %q", paths[k], damage)
		}
	}
	if len(paths) < 12 {
		t.Errorf("only %d obstacles: %q", len(paths), paths)
	}
}

// within reports whether a path is another one, or below or above it.
func within(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// filesBelow returns the files of a folder, without the notes of what is complete.
func filesBelow(t *testing.T, folder string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(path, "_done") {
			list = append(list, filepath.ToSlash(strings.TrimPrefix(path, folder+string(filepath.Separator))))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A demo that is read again replaces all of its files, also where it has other levels now, and no others.
func TestPartsReplaceTheirOwn(t *testing.T) {
	f := &Folder{Path: t.TempDir(), Table: "events", Form: NDJSON}
	a, b := Source{Path: "/a/x.mvd", Size: 1}, Source{Path: "/b/x.mvd", Size: 1}
	writeLevels(t, f, a, "dm6", "dm4")
	writeLevels(t, f, b, "dm6")
	tracks := *f
	tracks.Table = "tracks"
	writeLevels(t, &tracks, a, "dm6", "dm4")
	before := filesBelow(t, f.Path)
	if len(before) != 5 {
		t.Fatal(before)
	}
	writeLevels(t, f, a, "dm6", "dm3") // its second level is another one
	after := filesBelow(t, f.Path)
	gone := slices.DeleteFunc(slices.Clone(before), func(s string) bool { return slices.Contains(after, s) })
	come := slices.DeleteFunc(slices.Clone(after), func(s string) bool { return slices.Contains(before, s) })
	if len(gone) != 1 || !strings.HasPrefix(gone[0], "map=dm4/day=2024-06-16/events-x_mvd-") ||
		len(come) != 1 || !strings.HasPrefix(come[0], "map=dm3/day=2024-06-16/events-x_mvd-") {
		t.Errorf("gone: %v, come: %v", gone, come)
	}
	data, err := os.ReadFile(filepath.Join(f.Path, come[0]))
	if err != nil || string(data) != "{\"number\":1}\n" {
		t.Errorf("%q, %v", data, err)
	}
}

func isDone(f *Folder, s Source) bool {
	_, ok := f.Done(s)
	return ok
}

// Done is true of a demo that was read to its end, as long as neither it nor its files change.
func TestPartsDone(t *testing.T) {
	written := time.Date(2024, 6, 16, 17, 0, 0, 0, time.UTC)
	f := &Folder{Path: t.TempDir(), Table: "tracks", Form: CSV, Made: "rate 10"}
	s := Source{Path: "/a/x.mvd", Size: 7, Modified: written}
	if isDone(f, s) {
		t.Error("done before it is begun")
	}
	p, err := NewParts[row](f, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Add(Part{"dm6", ""}, 1, &row{}); err != nil {
		t.Fatal(err)
	}
	if p.Abandon(); isDone(f, s) || len(filesBelow(t, f.Path)) != 0 {
		t.Error("done, or a file, though the demo was abandoned")
	}
	writeLevels(t, f, s, "dm6")
	if !isDone(f, s) {
		t.Error("not done")
	}
	empty := Source{Path: "/a/empty.mvd"}
	writeLevels(t, f, empty)
	if !isDone(f, empty) {
		t.Error("a demo without rows is not done")
	}
	other := *f
	other.Form = NDJSON
	rate := *f
	rate.Made = "rate 20"
	later, larger := s, s
	later.Modified, larger.Size = written.Add(time.Second), 8
	for name, done := range map[string]bool{
		"another form": isDone(&other, s), "another rate": isDone(&rate, s), "changed later": isDone(f, later),
		"larger": isDone(f, larger), "another demo": isDone(f, Source{Path: "/b/x.mvd", Size: 7, Modified: written}),
	} {
		if done {
			t.Errorf("%s: done", name)
		}
	}
	if err := os.Remove(filepath.Join(f.Path, filesBelow(t, f.Path)[0])); err != nil {
		t.Fatal(err)
	}
	if isDone(f, s) {
		t.Error("done without its file")
	}
}

// A note that somebody else has written removes no files but those of its demo.
func TestPartsForgedNote(t *testing.T) {
	above := t.TempDir()
	f := &Folder{Path: filepath.Join(above, "out"), Table: "events", Form: NDJSON}
	a, b := Source{Path: "/a/x.mvd"}, Source{Path: "/b/y.mvd"}
	writeLevels(t, f, a, "dm6")
	writeLevels(t, f, b, "dm6")
	others := filesBelow(t, f.Path)
	victim := filepath.Join(above, "events-x.ndjson")
	if err := os.WriteFile(victim, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	note := `{"demo":"/a/x.mvd","files":["../events-x.ndjson","` + victim + `","` + strings.Join(others, `","`) + `"]}`
	if err := os.WriteFile(f.notePath(a), []byte(note), 0o666); err != nil {
		t.Fatal(err)
	}
	writeLevels(t, f, a, "dm4")
	left := filesBelow(t, above)
	if len(left) != 3 || !slices.Contains(left, "events-x.ndjson") {
		t.Errorf("%v are left", left)
	}
}
