// Package atomicfile replaces whole files: a file has either the old or the new content, never a part of it, whatever
// fails in between. It is the only package of Demoscope that writes files.
package atomicfile

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// ErrInput says that a file is one of the inputs of the new content.
var ErrInput = errors.New("it is the input file")

// ErrFolder says that the path is a folder.
var ErrFolder = errors.New("it is a folder")

// Write replaces the content of the file at path with data. It writes a temporary file in the same folder, flushes it
// to the disk and renames it, so that a full disk or a crash leaves the old file unchanged. After an error, Write
// removes the temporary file; the next Write to the folder removes one left by a crash.
//
// A new file gets the permissions perm, reduced by the umask. An existing file keeps its own, and its owner if the
// system allows that; a write-protected file is an error. Write follows symbolic links and replaces their target. Other
// hard links keep the old content. Write writes directly to a file that is not regular, such as a pipe or a device.
func Write(path string, data []byte, perm fs.FileMode) error {
	return writer{osFileSystem{}}.write(path, data, perm)
}

// WriteNew writes data to a file that must not exist; otherwise the error is [fs.ErrExist]. After an error, WriteNew
// removes the file. It does not flush the file to the disk: use it for data that can be made again.
func WriteNew(path string, data []byte, perm fs.FileMode) error {
	return writer{osFileSystem{}}.writeNew(path, data, perm)
}

// WriteFrom is [Write] for content that is too large for memory: content writes it. If content returns an error,
// WriteFrom replaces nothing and returns the error.
func WriteFrom(path string, perm fs.FileMode, content func(io.Writer) error) error {
	return writer{osFileSystem{}}.writeFrom(path, perm, content)
}

// Check returns the error that [Write] would return for the current state of path: [ErrFolder], a device name on
// Windows, [fs.ErrPermission] for a write-protected file, [fs.ErrNotExist] for a missing folder. If the file is one of
// inputs, under any name, the error is [ErrInput].
func Check(path string, inputs ...fs.FileInfo) error {
	t, err := writer{osFileSystem{}}.target(path)
	if err != nil {
		return err
	}
	if t.old == nil || !t.old.Mode().IsRegular() {
		return nil // input and output may be the same terminal
	}
	for _, input := range inputs {
		if input != nil && os.SameFile(t.old, input) {
			return ErrInput
		}
	}
	return nil
}

// Create makes an empty file; the error is [fs.ErrExist] if the path exists. It reserves the name for a later [Write].
func Create(path string, perm fs.FileMode) error {
	if err := noDevice(system, path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	return f.Close()
}

// Begin opens a file that grows with its content and is valid at every moment, such as a recording. The old content of
// path is lost. Each Write of the file appends.
func Begin(path string, perm fs.FileMode) (*os.File, error) {
	if err := noDevice(system, path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, perm)
}

// Replace is [Write] for content in a separate file, which is renamed to path. After an error, such as for different
// file systems, both files are unchanged, except for the permissions of the new one.
func Replace(from, path string) error { return writer{osFileSystem{}}.replace(from, path) }

// fileSystem is the part of the operating system that a writer uses. Tests make it fail.
type fileSystem interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	EvalSymlinks(name string) (string, error)
	// Names returns names in a folder, at most maxListed.
	Names(folder string) ([]string, error)
	OpenFile(name string, flag int, perm fs.FileMode) (file, error)
	Rename(from, to string) error
	Remove(name string) error
	// SyncFolder flushes the names in a folder to the disk.
	SyncFolder(name string) error
	// Lock locks a file without waiting; unlock is nil if it is locked already. The error says that locks are not
	// supported.
	Lock(name string) (unlock func(), err error)
}

// file is a file being written.
type file interface {
	Write(data []byte) (int, error)
	Stat() (fs.FileInfo, error)
	Chmod(mode fs.FileMode) error
	Chown(uid, gid int) error
	Sync() error
	Close() error
}

// writer implements [Write] on a file system.
type writer struct{ fileSystem }

// target is the destination of a write.
type target struct {
	path   string      // with all symbolic links resolved
	old    fs.FileInfo // nil if there is no file
	direct bool        // written to directly, because it can't be replaced
}

// maxLinks is the maximum number of symbolic links to follow in a row, as in Linux.
const maxLinks = 40

// target determines the destination for path, and whether it can be written.
func (w writer) target(path string) (t target, err error) {
	t.path = path
	if err := noDevice(system, path); err != nil {
		return t, err
	}
	t.old, err = w.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.old = nil // or a link to a missing file
	case err != nil:
		return t, err
	case t.old.IsDir():
		return t, ErrFolder
	case !t.old.Mode().IsRegular():
		t.direct = true
		return t, nil
	}
	for range maxLinks {
		folder, err := w.EvalSymlinks(filepath.Dir(t.path))
		if err != nil {
			return t, err
		}
		if info, err := w.Stat(folder); err != nil {
			return t, err
		} else if !info.IsDir() {
			return t, fmt.Errorf("%s is a file, not a folder", filepath.Dir(t.path))
		}
		if strings.HasPrefix(folder, "/proc/") || folder == "/dev/fd" {
			t.direct = true // an open file, such as /dev/stdout
			return t, nil
		}
		t.path = filepath.Join(folder, filepath.Base(t.path))
		info, err := w.Lstat(t.path)
		if t.old == nil && errors.Is(err, fs.ErrNotExist) {
			return t, nil
		}
		if err != nil {
			return t, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return t, w.writable(t.path)
		}
		to, err := w.Readlink(t.path)
		if err != nil {
			return t, err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(folder, to)
		}
		t.path = to
	}
	return t, errors.New("too many symbolic links")
}

// writable returns an error if a file is write-protected: renaming another file to its name would be allowed.
func (w writer) writable(path string) error {
	f, err := w.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func (w writer) write(path string, data []byte, perm fs.FileMode) error {
	return w.writeFrom(path, perm, func(out io.Writer) error {
		_, err := out.Write(data)
		return err
	})
}

func (w writer) writeFrom(path string, perm fs.FileMode, content func(io.Writer) error) error {
	t, err := w.target(path)
	if err != nil {
		return err
	}
	if t.direct {
		// Keep the content of a file that is open elsewhere.
		f, err := w.OpenFile(t.path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		err = content(f)
		return errors.Join(err, f.Close())
	}
	folder := filepath.Dir(t.path)
	w.removeLeftovers(folder)
	f, name, unlock, err := w.create(folder, &t, perm)
	if err != nil {
		return err
	}
	begin(name)
	defer end(name)
	defer unlock() // after the rename, so that no other process removes the file before
	err = w.fill(f, &t, content)
	if err := errors.Join(err, f.Close()); err != nil {
		w.Remove(name)
		return err
	}
	if err := w.Rename(name, t.path); err != nil {
		w.Remove(name)
		return err
	}
	// The new file exists. Not every file system can flush a folder.
	_ = w.SyncFolder(folder)
	return nil
}

func (w writer) writeNew(path string, data []byte, perm fs.FileMode) error {
	if err := noDevice(system, path); err != nil {
		return err
	}
	f, err := w.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	begin(path)
	defer end(path)
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, w.Remove(path))
	}
	return nil
}

func (w writer) replace(from, path string) error {
	t, err := w.target(path)
	if err != nil {
		return err
	}
	if t.direct {
		return fmt.Errorf("%s cannot be replaced", path)
	}
	f, err := w.OpenFile(from, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = w.fill(f, &t, func(io.Writer) error { return nil })
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := w.Rename(from, t.path); err != nil {
		return err
	}
	_ = w.SyncFolder(filepath.Dir(t.path))
	return nil
}

// fill writes the content of a temporary file to the disk.
func (w writer) fill(f file, t *target, content func(io.Writer) error) error {
	if t.old != nil {
		if uid, gid, ok := owner(t.old); ok {
			_ = f.Chown(uid, gid) // allowed for root, and for the user's own groups
		}
		_ = f.Chmod(t.old.Mode().Perm()) // fails only on systems without permissions
	}
	if err := content(f); err != nil {
		return err
	}
	if err := f.Sync(); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// attempts is the maximum number of names to try for a temporary file.
const attempts = 10

// create makes a temporary file in a folder. It locks the file so that no other process takes it for a leftover of a
// crash.
func (w writer) create(folder string, t *target, perm fs.FileMode) (f file, name string, unlock func(), err error) {
	if t.old != nil {
		perm = 0o600 // the content may be secret until the file has the permissions of the old one
	}
	for range attempts {
		name = filepath.Join(folder, temporaryName())
		f, err = w.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, "", nil, err
		}
		unlock, err := w.Lock(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f, name, func() {}, nil // no other process can lock it to remove it
		}
		if unlock != nil && w.has(name, f) {
			return f, name, unlock, nil
		}
		// Another process has removed it, or is about to.
		if unlock != nil {
			unlock()
		}
		f.Close()
		w.Remove(name)
	}
	return nil, "", nil, errors.New("no temporary file can be made beside it")
}

// has reports whether a name refers to the file f.
func (w writer) has(name string, f file) bool {
	there, err1 := w.Lstat(name)
	open, err2 := f.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, open)
}

// temporaryName returns a new name for a temporary file.
func temporaryName() string {
	var b [8]byte
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	return ".demoscope-" + hex.EncodeToString(b[:]) + ".tmp"
}

// temporary matches the results of temporaryName.
var temporary = regexp.MustCompile(`^\.demoscope-[0-9a-f]{16}\.tmp$`)

// maxListed is the maximum number of names in a folder to examine for leftovers of a crash: more than a folder of demos
// has, but bounded.
const maxListed = 200_000

// staleAfter is the time since the last write after which a temporary file counts as a leftover of a crash, on systems
// without locks. Writing one takes seconds.
const staleAfter = time.Hour

// removeLeftovers removes the temporary files in a folder that no process is writing. It ignores errors.
func (w writer) removeLeftovers(folder string) {
	names, err := w.Names(folder)
	if err != nil {
		return
	}
	for _, name := range names {
		if !temporary.MatchString(name) {
			continue
		}
		path := filepath.Join(folder, name)
		info, err := w.Lstat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch unlock, err := w.Lock(path); {
		case err == nil && unlock != nil:
			w.Remove(path)
			unlock()
		case err != nil && time.Since(info.ModTime()).Abs() > staleAfter: // the clock may have been set
			w.Remove(path)
		}
	}
}
