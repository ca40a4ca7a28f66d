// Package recent stores the recently watched demos and the positions where the viewer stopped, in a small file in the
// user's cache folder. A demo is identified by a hash of its content, so a renamed demo is found again.
//
// The file is not trusted: [MaxEntries], maxFile and maxText bound it, and an invalid file counts as empty. Its entries
// are only titles to show and paths that the user opened.
package recent

import (
	"encoding/json"
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
	// MaxEntries is the maximum number of demos.
	MaxEntries = 24
	// maxFile is the maximum size of the file in bytes. A path may take a few thousand.
	maxFile = 1 << 20
	// maxText is the maximum length of a path or a title in bytes.
	maxText = 4096
)

// patience is how long to wait for another window that writes the file, which takes milliseconds.
const patience = time.Second

// Entry is a watched demo.
type Entry struct {
	Key    string  `json:"key"`    // SHA-256 of the demo's content, in hexadecimal digits
	Path   string  `json:"path"`   // path that the program can open
	Title  string  `json:"title"`  // for people
	Clock  float64 `json:"clock"`  // where the viewer stopped, in seconds of the viewer's clock
	Length float64 `json:"length"` // length of the demo in seconds; 0 if unknown
}

// List is the list in a file. It is safe for concurrent use.
type List struct {
	path string // "" for none

	mu      sync.Mutex
	entries []Entry
	unsaved []Entry // since the last Save, the latest first
	saving  sync.Mutex
}

// File returns the path of the list: demoscope/recent.json in ~/.cache on Linux. It is "" if there is no cache folder.
func File() string { return settings.Cache("recent.json") }

// Open returns the list in a file. It is empty if the file is missing or damaged. With an empty path the list is never
// saved.
func Open(path string) *List {
	return &List{path: path, entries: read(path)}
}

// Entries returns the demos, the latest first. The result must not be changed.
func (l *List) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries
}

// Put moves a demo to the front of the list. [List.Save] saves it. Put ignores entries without the data to open the
// demo again.
func (l *List) Put(e Entry) {
	if !usable(&e) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = put(l.entries, e)
	l.unsaved = put(l.unsaved, e)
}

// Save saves the changes since the last Save, merged with those of other windows.
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
	if err := save(l.path, news); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.unsaved = merge(news, l.unsaved) // for the next Save
		return fmt.Errorf("can't save recently watched demos: %w", settings.Plain(l.path, err))
	}
	return nil
}

// save adds entries to those in a file.
func save(path string, news []Entry) error {
	if err := atomicfile.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	if unlock, err := atomicfile.Lock(path+".lock", patience); err == nil {
		defer unlock()
	} // without a lock, the last window wins
	data, err := json.MarshalIndent(file{Version: version, Demos: merge(read(path), news)}, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.Write(path, append(data, '\n'), 0o600)
}

// merge returns a list with newer entries in front.
func merge(list, newer []Entry) []Entry {
	for _, e := range slices.Backward(newer) {
		list = put(list, e)
	}
	return list
}

// put returns the list with an entry in front.
func put(list []Entry, e Entry) []Entry {
	next := []Entry{e}
	for _, o := range list {
		if o.Key != e.Key && len(next) < MaxEntries {
			next = append(next, o)
		}
	}
	return next
}

// version is the version of the file's format.
const version = 1

type file struct {
	Version int     `json:"version"`
	Demos   []Entry `json:"demos"`
}

// read returns the valid entries of a file.
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

// usable reports whether an entry is complete, and no text or number in it is too large.
func usable(e *Entry) bool {
	const longest = 1e9 // seconds
	return len(e.Key) == 64 && e.Path != "" && len(e.Path) <= maxText && len(e.Title) <= maxText &&
		e.Clock >= 0 && e.Clock < longest && e.Length >= 0 && e.Length < longest
}
