package library

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

const (
	// maxFoldersFile is the size of the list of folders in bytes, and maxFolders how many it has.
	maxFoldersFile = 1 << 20
	maxFolders     = 1000
	// patience is how long to wait for another process that changes the list.
	patience = 2 * time.Second
)

// folderFile is the list of folders, as its file has it. The file is read again before it is
// changed, since other processes change it, too. What is not understood in it stays in it; a file that
// is damaged is kept under another name.
type folderFile struct {
	path string

	mu      sync.Mutex
	folders []string
	written time.Time // when the file was, as it was last read
}

// foldersKey is the key of the list in the file.
const foldersKey = "folders"

func (f *folderFile) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.folders)
}

// read reads the file.
func (f *folderFile) read() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.load()
	return err
}

// reread reads the file if it has changed, and reports whether the list has.
func (f *folderFile) reread() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path == "" {
		return false
	}
	if info, err := os.Stat(f.path); err != nil || info.ModTime().Equal(f.written) {
		return false
	}
	before := slices.Clone(f.folders)
	if _, err := f.load(); err != nil {
		f.folders = before
	}
	return !slices.Equal(before, f.folders)
}

// load reads the file, and returns all that is in it.
func (f *folderFile) load() (map[string]any, error) {
	if f.path == "" {
		return map[string]any{}, nil
	}
	if info, err := os.Stat(f.path); err == nil {
		f.written = info.ModTime()
	}
	data, err := bounded.ReadFile(f.path, maxFoldersFile)
	if errors.Is(err, fs.ErrNotExist) {
		f.folders = nil
		return map[string]any{}, nil
	}
	if err != nil {
		return nil, settings.Plain(f.path, err)
	}
	all := map[string]any{}
	if err := toml.Unmarshal(data, &all); err != nil {
		return nil, &damagedList{f.path, err}
	}
	list, ok := all[foldersKey].([]any)
	if !ok && all[foldersKey] != nil {
		return nil, &damagedList{f.path, errors.New("folders is no list")}
	}
	f.folders = nil
	for _, v := range list {
		folder, ok := v.(string)
		if !ok || !filepath.IsAbs(folder) {
			return nil, &damagedList{f.path, fmt.Errorf("%v is no absolute path", v)}
		}
		if folder = filepath.Clean(folder); len(f.folders) < maxFolders && !slices.Contains(f.folders, folder) {
			f.folders = append(f.folders, folder)
		}
	}
	return all, nil
}

// damagedList says that the list of folders cannot be understood.
type damagedList struct {
	path string
	err  error
}

func (e *damagedList) Error() string { return fmt.Sprintf("%s is damaged: %v", e.path, e.err) }

func (e *damagedList) Unwrap() error { return e.err }

// change reads the file, changes the list and writes it.
func (f *folderFile) change(do func(list []string) ([]string, error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path != "" {
		dir := filepath.Dir(f.path)
		if err := atomicfile.MkdirAll(dir); err != nil {
			return settings.Plain(dir, err)
		}
		unlock, err := atomicfile.Lock(f.path+".lock", patience)
		if errors.Is(err, atomicfile.ErrLocked) {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if err == nil { // a file system without locks is used without
			defer unlock()
		}
	}
	all, err := f.load()
	if err != nil {
		var broken *damagedList
		if !errors.As(err, &broken) {
			return err
		}
		if err := atomicfile.SetAside(f.path); err != nil {
			return settings.Plain(f.path, err)
		}
		all = map[string]any{}
	}
	list, err := do(slices.Clone(f.folders))
	if slices.Equal(list, f.folders) {
		return err
	}
	if f.path == "" {
		f.folders = list
		return err
	}
	all[foldersKey] = list
	var out bytes.Buffer
	if err := toml.NewEncoder(&out).SetArraysMultiline(true).Encode(all); err != nil {
		return err
	}
	if err := atomicfile.Write(f.path, out.Bytes(), 0o600); err != nil {
		return settings.Plain(f.path, err)
	}
	if info, err := os.Stat(f.path); err == nil {
		f.written = info.ModTime()
	}
	f.folders = list
	return err
}

func (f *folderFile) add(folders []string) error {
	return f.change(func(list []string) ([]string, error) {
		var wrong error
		for _, folder := range folders {
			path, err := filepath.Abs(folder)
			if err == nil {
				err = checkFolder(path)
			}
			switch {
			case err != nil:
				wrong = errors.Join(wrong, err)
			case slices.ContainsFunc(list, func(other string) bool { return within(path, other) }):
			case len(list) == maxFolders:
				return list, errors.Join(wrong, fmt.Errorf("%s: the library has %d folders, and no more", path, maxFolders))
			default: // what lies in it does not stand for itself any more
				list = append(slices.DeleteFunc(list, func(other string) bool { return within(other, path) }), path)
			}
		}
		return list, wrong
	})
}

// checkFolder says why a path cannot be in the list.
func checkFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return settings.Plain(path, err)
	case !info.IsDir():
		return fmt.Errorf("%s: this is no folder", path)
	case !utf8.ValidString(path):
		return fmt.Errorf("%s: the name of this folder is no valid text", path)
	}
	return nil
}

func (f *folderFile) remove(folders []string) error {
	return f.change(func(list []string) ([]string, error) {
		var wrong error
		for _, folder := range folders {
			path, err := filepath.Abs(folder)
			if err != nil {
				path = folder
			}
			n := len(list)
			if list = slices.DeleteFunc(list, func(other string) bool { return other == path }); len(list) == n {
				wrong = errors.Join(wrong, fmt.Errorf("%s is not in the library", path))
			}
		}
		return list, wrong
	})
}
