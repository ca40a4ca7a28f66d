package assets

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"demoscope/internal/bounded"
)

const (
	// maxListing is the maximum number of names read from a folder, so that a huge folder or network share costs
	// bounded time.
	maxListing = 1 << 18
	// maxArchives is the maximum number of archives opened per folder, as in Quake III's engines.
	maxArchives = 4096
)

// folder is a game folder on disk: its loose files and its archives. Reading goes through an os.Root, which refuses
// symbolic links out of the folder. Archives are opened directly: their names never come from a demo, and users and
// packagers do link them in from elsewhere.
type folder struct {
	path     string
	root     *os.Root
	listings map[string]map[string][]string // by subfolder, names by folded name
	archives []*archiveRef                  // most important first
	listed   bool                           // archives is filled
	problem  error                          // error of listing the folder and its archives
}

// archiveRef is an archive that is opened on first use.
type archiveRef struct {
	path    string
	archive *Archive
	err     error
}

func newFolder(path string, root *os.Root) *folder {
	return &folder{path: path, root: root, listings: map[string]map[string][]string{}}
}

// A RefusedError is the reason for not opening an entry of a game folder as a file.
type RefusedError struct {
	Path string // on disk
	What string // "is a link out of the folder", "is a folder"
	Err  error  // of the system; nil if there is none
}

// Error returns the path and the reason.
func (e *RefusedError) Error() string { return e.Path + " " + e.What + ": not opened" }

// Unwrap returns the system's error.
func (e *RefusedError) Unwrap() error { return e.Err }

// refuse returns the reason for not opening a path in the folder, from the error of examining it.
func (f *folder) refuse(name string, err error) *RefusedError {
	e := &RefusedError{filepath.Join(f.path, filepath.FromSlash(name)), "", err}
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrPermission):
		e.What = "may not be read (permission denied)"
	case errors.Is(err, syscall.ELOOP):
		e.What = "is a link that leads to itself"
	case missing(err):
		e.What = "is a link to nothing"
	case errors.As(err, &p) && p.Err.Error() == "path escapes from parent": // not exported by os
		e.What = "is a link out of the folder, or lies behind one"
	default:
		e.What = fmt.Sprintf("cannot be read (%v)", err)
	}
	return e
}

// find searches a loose file and returns its name on disk, "" if there is none. The error is one or several
// *RefusedError for entries that are not opened: a link out of the folder, a folder without permission.
func (f *folder) find(name string) (string, error) {
	info, err := f.root.Stat(name)
	if err == nil && info.Mode().IsRegular() {
		return name, nil
	}
	if err != nil && !missing(err) {
		return "", f.refuse(name, err)
	}
	return f.findFolded(".", strings.Split(name, "/"))
}

func (f *folder) findFolded(dir string, elements []string) (string, error) {
	names, err := f.list(dir)
	if err != nil {
		return "", err
	}
	var problem error
	for _, actual := range names[fold(elements[0])] {
		name := path.Join(dir, actual)
		if len(elements) > 1 {
			found, err := f.findFolded(name, elements[1:])
			if found != "" {
				return found, nil
			}
			problem = errors.Join(problem, err)
			continue
		}
		info, err := f.root.Stat(name)
		switch {
		case err == nil && info.Mode().IsRegular():
			return name, nil
		case err == nil:
			full := filepath.Join(f.path, filepath.FromSlash(name))
			problem = errors.Join(problem, &RefusedError{full, "is " + bounded.What(info.Mode()), nil})
		default: // the name is listed, so the target of a link is missing
			problem = errors.Join(problem, f.refuse(name, err))
		}
	}
	return "", problem
}

// list returns the names in a folder, cached after the first call. A missing folder is an empty one.
func (f *folder) list(dir string) (map[string][]string, error) {
	if names, ok := f.listings[dir]; ok {
		return names, nil
	}
	d, err := f.root.Open(dir)
	if err == nil {
		defer d.Close()
		var names map[string][]string
		if names, err = readNames(d); err == nil {
			f.listings[dir] = names
			return names, nil
		}
	}
	f.listings[dir] = nil
	if missing(err) {
		return nil, nil
	}
	return nil, f.refuse(dir, err)
}

// readNames lists an open folder by folded name; names that differ only in case are sorted.
func readNames(d *os.File) (map[string][]string, error) {
	names := map[string][]string{}
	for n := 0; n < maxListing; {
		batch, err := d.Readdirnames(4096)
		for _, name := range batch {
			names[fold(name)] = append(names[fold(name)], name)
		}
		n += len(batch)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	for _, same := range names {
		slices.Sort(same)
	}
	return names, nil
}

// read reads a loose file of at most limit bytes by its name on disk.
func (f *folder) read(name string, limit int64) ([]byte, error) {
	data, err := bounded.ReadIn(f.root, name, limit)
	if err == nil {
		return data, nil
	}
	full := filepath.Join(f.path, name)
	var large *bounded.SizeError
	if errors.As(err, &large) {
		size := large.Limit + 1
		if info, err := f.root.Stat(name); err == nil {
			size = info.Size()
		}
		return nil, &SizeError{full, size, limit}
	}
	return nil, fmt.Errorf("%s: %w", full, err)
}

// listArchives finds the archives of the folder and sorts them by importance: PK3s in reverse alphabetical order, then
// PAKs without a number in the same order, then numbered PAKs from the highest number.
func (f *folder) listArchives() []*archiveRef {
	if f.listed {
		return f.archives
	}
	f.listed = true
	names, err := f.list(".")
	f.problem = err
	type found struct {
		name          string
		class, number int
	}
	var all []found
	for folded, actual := range names {
		if class, number := archiveClass(folded); class > 0 {
			for _, name := range actual {
				all = append(all, found{name, class, number})
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int {
		if a.class != b.class {
			return b.class - a.class
		}
		if a.number != b.number {
			return b.number - a.number
		}
		if c := compareFolded(b.name, a.name); c != 0 {
			return c
		}
		return strings.Compare(b.name, a.name)
	})
	if len(all) > maxArchives {
		f.problem = errors.Join(f.problem, fmt.Errorf("%s: only %d of its %d archives are searched", f.path,
			maxArchives, len(all)))
		all = all[:maxArchives]
	}
	for _, a := range all {
		f.archives = append(f.archives, &archiveRef{path: filepath.Join(f.path, a.name)})
	}
	return f.archives
}

// archiveClass returns the importance of an archive by its folded file name: 0 for none, 1 and its number for pakN.pak,
// 2 for other PAKs, 3 for PK3s and Q2PRO's name for them.
func archiveClass(name string) (class, number int) {
	switch path.Ext(name) {
	case ".pk3", ".pkz":
		return 3, 0
	case ".pak":
	default:
		return 0, 0
	}
	digits, ok := strings.CutPrefix(strings.TrimSuffix(name, ".pak"), "pak")
	if !ok || digits == "" || len(digits) > 4 { // longer ones are names, not numbers
		return 2, 0
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 2, 0
		}
		number = number*10 + int(c-'0')
	}
	return 1, number
}

func (f *folder) close() error {
	err := f.root.Close()
	for _, r := range f.archives {
		if r.archive != nil {
			err = errors.Join(err, r.archive.Close())
		}
	}
	return err
}

// missing reports whether err means that there is no such file; any other error is reported to the user. A file where a
// folder should be counts as missing.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
