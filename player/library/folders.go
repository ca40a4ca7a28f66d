package library

import (
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
	// maxFoldersFile is the maximum size of the list of folders in bytes.
	maxFoldersFile = 1 << 20
	// maxFolders is the maximum number of folders in the list.
	maxFolders = 1000
	// patience is how long to wait for another process that changes the list.
	patience = 2 * time.Second
)

// folderFile is the list of folders and its file. Other processes change the file, too, so it is read again before each
// change. Entries that Demoscope doesn't know are preserved. A damaged file, for example after a typing mistake, is
// left alone until somebody repairs it, and no demo is forgotten meanwhile.
type folderFile struct {
	path string

	mu      sync.Mutex
	folders []string
	broken  error     // why the file could not be read; folders are the last good ones
	written time.Time // the file's modification time when it was last read
	closed  bool      // no more changes
}

// errClosed is the error for a change of the list after [Library.Close].
var errClosed = errors.New("the library is closed")

// foldersKey is the key of the list in the file.
const foldersKey = "folders"

func (f *folderFile) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.folders)
}

// usable returns the error of reading the list, or nil.
func (f *folderFile) usable() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.broken
}

// close prevents further changes. It waits for a change in progress.
func (f *folderFile) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
}

// read reads the file.
func (f *folderFile) read() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.load()
	return err
}

// reread reads the file if it has changed, and reports whether the list has changed.
func (f *folderFile) reread() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path == "" {
		return false
	}
	info, err := os.Stat(f.path)
	if f.broken == nil && (err != nil || info.ModTime().Equal(f.written)) {
		return false
	}
	before, broken := f.folders, f.broken != nil
	_, err = f.load()
	return err == nil && (broken || !slices.Equal(before, f.folders))
}

// load reads the file and returns its text. If that fails, the list stays as it was.
func (f *folderFile) load() ([]byte, error) {
	if f.path == "" {
		return nil, nil
	}
	data, folders, written, err := readFolders(f.path)
	if f.broken = err; err == nil {
		f.folders, f.written = folders, written
	}
	return data, err
}

// readFolders reads a list of folders, and returns the text of its file, too.
func readFolders(path string) (data []byte, folders []string, written time.Time, err error) {
	if info, err := os.Stat(path); err == nil {
		written = info.ModTime()
	}
	data, err = bounded.ReadFile(path, maxFoldersFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, written, nil
	}
	if err != nil {
		return nil, nil, written, settings.Plain(path, err)
	}
	if folders, err = parseFolders(data); err != nil {
		return nil, nil, written, &damagedList{path, err}
	}
	return data, folders, written, nil
}

// parseFolders parses the list in the text of a file.
func parseFolders(data []byte) (folders []string, err error) {
	all := map[string]any{}
	if err := toml.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	list, ok := all[foldersKey].([]any)
	if !ok && all[foldersKey] != nil {
		return nil, errors.New("folders is not a list")
	}
	for _, v := range list {
		folder, ok := v.(string)
		if !ok || !filepath.IsAbs(folder) {
			return nil, fmt.Errorf("%v is not an absolute path", v)
		}
		if folder = filepath.Clean(folder); len(folders) < maxFolders && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders, nil
}

// damagedList is the error for a list of folders that can't be parsed.
type damagedList struct {
	path string
	err  error
}

func (e *damagedList) Error() string {
	return fmt.Sprintf("%s is damaged; repair or delete it: %v", e.path, e.err)
}

func (e *damagedList) Unwrap() error { return e.err }

// change reads the file, changes the list and writes it.
func (f *folderFile) change(do func(list []string) ([]string, error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return errClosed
	}
	if f.path != "" {
		dir := filepath.Dir(f.path)
		if err := atomicfile.MkdirAll(dir); err != nil {
			return settings.Plain(dir, err)
		}
		unlock, err := atomicfile.Lock(f.path+".lock", patience)
		if errors.Is(err, atomicfile.ErrLocked) {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if err == nil { // without locks in the file system, go on unlocked
			defer unlock()
		}
	}
	data, err := f.load()
	if err != nil {
		return err // writing the list would lose the file's content and the demos of its folders
	}
	list, wrong := do(slices.Clone(f.folders))
	if slices.Equal(list, f.folders) {
		return wrong
	}
	if f.path == "" {
		f.folders = list
		return wrong
	}
	data, err = withFolders(data, list)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(f.path, data, 0o600); err != nil {
		return settings.Plain(f.path, err)
	}
	if info, err := os.Stat(f.path); err == nil {
		f.written = info.ModTime()
	}
	f.folders = list
	return wrong
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
				return list, errors.Join(wrong, fmt.Errorf("%s: the library has %d folders, and no more", path,
					maxFolders))
			default: // replaces its subfolders in the list
				list = append(slices.DeleteFunc(list, func(other string) bool { return within(other, path) }), path)
			}
		}
		return list, wrong
	})
}

// missingFolder is the error for a folder that does not exist.
type missingFolder string

func (m missingFolder) Error() string { return string(m) + ": folder not found" }
func (missingFolder) Unwrap() error   { return fs.ErrNotExist }

// checkFolder returns an error if a path can't be added to the list.
func checkFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missingFolder(path)
	case err != nil:
		return settings.Plain(path, err)
	case !info.IsDir():
		return fmt.Errorf("%s: not a folder", path)
	case !utf8.ValidString(path):
		return fmt.Errorf("%s: folder name is not valid UTF-8", path)
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
