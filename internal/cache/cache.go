// Package cache stores files that can be recomputed in a folder of bounded size, and removes the oldest first. The
// caller chooses the names, from hashes. Files are written atomically, and existing ones are not trusted.
package cache

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

// Folder is a cache folder for one kind of file. A nil Folder, or one without Dir, stores nothing.
type Folder struct {
	Dir  string // may not exist
	Ext  string // extension of all names
	Kind string // kind of file, for errors: "a survey"
	// File is the maximum size of a file in bytes; Files and Bytes limit the folder.
	File, Bytes int64
	Files       int
}

// Disabled reports whether the cache stores nothing.
func (f *Folder) Disabled() bool { return f == nil || f.Dir == "" }

// Read returns the content of a file. It returns an error if there is none, or if it is too large.
func (f *Folder) Read(name string) ([]byte, error) {
	if f.Disabled() {
		return nil, os.ErrNotExist
	}
	return bounded.ReadFile(filepath.Join(f.Dir, name), f.File)
}

// Written returns the time when a file was written; ok is false if there is none.
func (f *Folder) Written(name string) (when time.Time, ok bool) {
	if f.Disabled() {
		return when, false
	}
	info, err := os.Lstat(filepath.Join(f.Dir, name))
	if err != nil || !info.Mode().IsRegular() {
		return when, false
	}
	return info.ModTime(), true
}

// Write writes a file, and makes room for it. It does not replace anything but a file.
func (f *Folder) Write(name string, data []byte) error {
	if f.Disabled() {
		return nil
	}
	if int64(len(data)) > f.File {
		return fmt.Errorf("%s takes %d bytes, more than %d", f.Kind, len(data), f.File)
	}
	if err := atomicfile.MkdirAll(f.Dir); err != nil {
		return settings.Plain(f.Dir, err)
	}
	path := filepath.Join(f.Dir, name)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", path) // writing to a pipe may block forever
	}
	if err := atomicfile.Write(path, data, 0o600); err != nil {
		return settings.Plain(f.Dir, err)
	}
	return f.trim()
}

// Remove removes a file; it is no error if there is none.
func (f *Folder) Remove(name string) error {
	if f.Disabled() {
		return nil
	}
	return atomicfile.Remove(filepath.Join(f.Dir, name))
}

// Entry is a file in a folder.
type Entry struct {
	Name    string
	Size    int64
	Written time.Time
}

// List returns the files whose names begin with a prefix, the newest first.
func (f *Folder) List(prefix string) []Entry {
	if f.Disabled() {
		return nil
	}
	names, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil
	}
	var list []Entry
	for _, n := range names {
		if !strings.HasPrefix(n.Name(), prefix) || !strings.HasSuffix(n.Name(), f.Ext) || !n.Type().IsRegular() {
			continue
		}
		if info, err := n.Info(); err == nil {
			list = append(list, Entry{n.Name(), info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(b.Written.Compare(a.Written), strings.Compare(a.Name, b.Name))
	})
	return list
}

// trim removes the oldest files until the folder is within its limits.
func (f *Folder) trim() error {
	size := int64(0)
	var failed error
	for i, e := range f.List("") {
		if size += e.Size; i == 0 || i < f.Files && size <= f.Bytes {
			continue
		}
		failed = errors.Join(failed, atomicfile.Remove(filepath.Join(f.Dir, e.Name)))
	}
	return failed
}
