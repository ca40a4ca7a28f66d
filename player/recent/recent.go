// Package recent keeps which demos were watched lately, and where one stopped, in a small file of the
// user's caches. A demo is known by a hash of its content, so that it is found again under another
// name.
//
// The file is not trusted: [MaxEntries], maxFile and maxText bound it, and one that is not understood
// is empty. Nothing in it is more than a name to show and a path that the user opened himself.
package recent

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

const (
	// MaxEntries is how many demos are kept.
	MaxEntries = 24
	// maxFile is the size of the largest file, in bytes: paths have some thousand.
	maxFile = 1 << 20
	// maxText is how long a path or a name may be, in bytes.
	maxText = 4096
)

// patience is how long a write waits for another window that writes, which takes milliseconds.
const patience = time.Second

// Entry is a demo that was watched.
type Entry struct {
	Key    string  `json:"key"`    // SHA-256 of the demo's content, in hexadecimal digits
	Path   string  `json:"path"`   // as the program opens it
	Title  string  `json:"title"`  // for people
	Clock  float64 `json:"clock"`  // where one stopped, in viewer's seconds
	Length float64 `json:"length"` // of the demo, 0 if it was not known yet
}

// List is the list of a file. It may be used by several goroutines at once.
type List struct {
	path string // "" for none

	mu      sync.Mutex
	entries []Entry
	unsaved []Entry // since the last Save, the last one last
	saving  sync.Mutex
}

// File returns the path of the list: demoscope/recent.json in ~/.cache on Linux. It is "" if the user
// has no such folder.
func File() string { return settings.Cache("recent.json") }

// Open returns the list in a file, an empty one if there is none or it is damaged. With "" it is kept
// nowhere.
func Open(path string) *List {
	return &List{path: path, entries: read(path)}
}

// Entries returns the demos, the last one first. The result must not be changed.
func (l *List) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries
}

// Put puts a demo at the beginning of the list; [List.Save] keeps it. What cannot be opened again is
// left out.
func (l *List) Put(e Entry) {
	if !usable(&e) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = put(l.entries, e)
	l.unsaved = append(l.unsaved, e)
}

// Save writes what was put, with what other windows have written meanwhile.
func (l *List) Save() error {
	l.saving.Lock()
	defer l.saving.Unlock()
	l.mu.Lock()
	news := l.unsaved
	l.unsaved = nil
	l.mu.Unlock()
	if l.path == "" || len(news) == 0 {
		return nil
	}
	failed := atomicfile.MkdirAll(filepath.Dir(l.path))
	if unlock, err := atomicfile.Lock(l.path+".lock", patience); err == nil {
		defer unlock()
	} // without a lock the last window wins
	entries := read(l.path)
	for _, e := range news {
		entries = put(entries, e)
	}
	data, err := json.MarshalIndent(file{Version: version, Demos: entries}, "", "\t")
	if err == nil {
		err = atomicfile.Write(l.path, append(data, '\n'), 0o600)
	}
	if err = errors.Join(failed, err); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.unsaved = append(news, l.unsaved...) // the next Save may have better luck
		l.unsaved = l.unsaved[max(0, len(l.unsaved)-MaxEntries):]
		return fmt.Errorf("can't save recently watched demos: %w", settings.Plain(l.path, err))
	}
	return nil
}

// put returns a list with a demo at its beginning.
func put(list []Entry, e Entry) []Entry {
	next := []Entry{e}
	for _, o := range list {
		if o.Key != e.Key && len(next) < MaxEntries {
			next = append(next, o)
		}
	}
	return next
}

// version is that of the file's form.
const version = 1

type file struct {
	Version int     `json:"version"`
	Demos   []Entry `json:"demos"`
}

// read returns what of a file is understood.
func read(path string) (list []Entry) {
	if path == "" {
		return nil
	}
	data, err := bounded.ReadFile(path, maxFile)
	if err != nil {
		return nil
	}
	var f file
	if json.Unmarshal(data, &f) != nil || f.Version != version {
		return nil
	}
	for i := range f.Demos {
		e := &f.Demos[i]
		known := slices.ContainsFunc(list, func(o Entry) bool { return o.Key == e.Key })
		if len(list) < MaxEntries && !known && usable(e) {
			list = append(list, *e)
		}
	}
	return list
}

// usable reports whether an entry has what is needed, and nothing that is too long.
func usable(e *Entry) bool {
	const longest = 1e9 // seconds
	return len(e.Key) == 64 && e.Path != "" && len(e.Path) <= maxText && len(e.Title) <= maxText &&
		e.Clock >= 0 && e.Clock < longest && e.Length >= 0 && e.Length < longest
}
