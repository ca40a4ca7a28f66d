// Package cache keeps files that can be made again in a folder of bounded size: what was written
// longest ago goes first. The names are the caller's, who makes them of hashes; a file is written as
// a whole or not at all, and what is there is not trusted.
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

// Folder is where files of a kind are kept. Nil and one without Dir keep nothing.
type Folder struct {
	Dir    string // need not exist
	Ending string // of all names
	Kind   string // what a file is, for errors: "a survey"
	// File is the size of a file in bytes, Files and Bytes bound the folder.
	File, Bytes int64
	Files       int
}

// None reports whether nothing is kept.
func (f *Folder) None() bool { return f == nil || f.Dir == "" }

// Read returns the content of a file. The error says that there is none, or that it is too large.
func (f *Folder) Read(name string) ([]byte, error) {
	if f.None() {
		return nil, os.ErrNotExist
	}
	return bounded.ReadFile(filepath.Join(f.Dir, name), f.File)
}

// Written returns when a file was written; ok is false if there is none.
func (f *Folder) Written(name string) (when time.Time, ok bool) {
	if f.None() {
		return when, false
	}
	info, err := os.Lstat(filepath.Join(f.Dir, name))
	if err != nil || !info.Mode().IsRegular() {
		return when, false
	}
	return info.ModTime(), true
}

// Write writes a file, and makes room for it. What is under the name and no file stays.
func (f *Folder) Write(name string, data []byte) error {
	if f.None() {
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
		return fmt.Errorf("%s is not a file", path) // to write into a pipe may take for ever
	}
	if err := atomicfile.Write(path, data, 0o600); err != nil {
		return settings.Plain(f.Dir, err)
	}
	return f.trim()
}

// Remove removes a file; it is no error if there is none.
func (f *Folder) Remove(name string) error {
	if f.None() {
		return nil
	}
	return atomicfile.Remove(filepath.Join(f.Dir, name))
}

// Entry is a file of a folder.
type Entry struct {
	Name    string
	Size    int64
	Written time.Time
}

// List returns the files whose names begin with a prefix, those written last first.
func (f *Folder) List(prefix string) []Entry {
	if f.None() {
		return nil
	}
	names, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil
	}
	var list []Entry
	for _, n := range names {
		if !strings.HasPrefix(n.Name(), prefix) || !strings.HasSuffix(n.Name(), f.Ending) || !n.Type().IsRegular() {
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

// trim removes the files that were written longest ago, as many as there are too many.
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
