package library

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/internal/wait"
)

// files is a source of files that are demos themselves.
type files struct {
	opened func(path string) // called for each demo that is opened, nil for nothing
}

func (files) Walk(folder string, entered func(string), found func(File) bool, failed func(string, error)) {
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			failed(path, err)
			return nil
		}
		if d.IsDir() {
			entered(path)
			return nil
		}
		info, err := d.Info()
		if err != nil || !formats.HasDemoName(path) {
			return nil
		}
		if !found(FileOf(path, info)) {
			return filepath.SkipAll
		}
		return nil
	})
}

func (files) Demos(string) ([]Member, error) { return []Member{{}}, nil }

func (f files) Open(path, member string) (*formats.Demo, error) {
	if f.opened != nil {
		f.opened(path)
	}
	if member != "" {
		return nil, errors.New("this is no archive")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return formats.Open(path, data)
}

// open opens a library in a new folder.
func open(t *testing.T, o Options) *Library {
	t.Helper()
	if o.Source == nil {
		o.Source = files{}
	}
	l, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// in returns the options of a library in a folder.
func in(dir string) Options {
	return Options{Dir: filepath.Join(dir, "kept"), Folders: filepath.Join(dir, "folders.toml"), Source: files{}}
}

func scanAll(t *testing.T, l *Library) {
	t.Helper()
	if err := l.Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// copyFile copies a demo of the corpus, with a time of change of its own.
func copyFile(t *testing.T, from, to string, changed time.Time) {
	t.Helper()
	data, err := os.ReadFile(from)
	must(t, err)
	must(t, os.MkdirAll(filepath.Dir(to), 0o755))
	must(t, os.WriteFile(to, data, 0o644))
	must(t, os.Chtimes(to, changed, changed))
}

// byFile returns the row of a file, nil if there is none.
func byFile(l *Library, name string) *Row {
	for _, r := range l.List().Select(nil, nil, ByFile, false) {
		for i := range r.Places {
			if filepath.Base(r.Places[i].Path) == name {
				return r
			}
		}
	}
	return nil
}

// TestCloseEndsAdding: a folder that is being added is added before the library is closed, and none behind that.
func TestCloseEndsAdding(t *testing.T) {
	o, folder, late := in(t.TempDir()), t.TempDir(), t.TempDir()
	l := open(t, o)
	unlock, err := atomicfile.Lock(o.Folders+".lock", time.Second) // as another process does that changes the list
	must(t, err)
	unlock = sync.OnceFunc(unlock)
	defer unlock()
	added, closed := make(chan error, 1), make(chan error, 1)
	go func() { added <- l.Add(folder) }()
	wait.For(t, "the change of the list", func() bool {
		idle := l.folders.mu.TryLock()
		if idle {
			l.folders.mu.Unlock()
		}
		return !idle
	})
	go func() { closed <- l.Close() }()
	select {
	case <-closed:
		t.Fatal("the library was closed while a folder was added")
	case <-time.After(50 * time.Millisecond):
	}
	unlock()
	must(t, <-added)
	must(t, <-closed)
	before, err := os.ReadFile(o.Folders)
	if err != nil || !strings.Contains(string(before), filepath.Base(folder)) {
		t.Errorf("the list is %s, %v", before, err)
	}
	if l.Add(late) == nil || l.Remove(folder) == nil {
		t.Error("a closed library was changed")
	}
	if now, err := os.ReadFile(o.Folders); err != nil || string(now) != string(before) {
		t.Errorf("the list was written behind the end: %s, %v", now, err)
	}
}
