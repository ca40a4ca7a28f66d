// Package atomicfile replaces files as a whole: under the name of a file there is the
// old content or the new one, never a part, whatever fails in between. It is the only
// package of Demoscope that writes files.
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

// ErrInput says that a file is one of those that the new content was made of.
var ErrInput = errors.New("it is the input file")

// ErrFolder says that there is a folder under the name of a file.
var ErrFolder = errors.New("it is a folder")

// Write makes data the content of the file at path. It writes a temporary file in the
// same folder, flushes it to the disk and renames it, so that a full disk or a crash
// leaves the old file as it was. If there is an error, the temporary file is removed;
// one that was left by a crash is removed by the next Write into the folder.
//
// A new file gets the permissions perm, less those that the umask takes away. A file
// that is there keeps its own, and its owner if the system allows that; it is an error
// if it is write-protected. Of a symbolic link the file that it leads to is replaced.
// Other hard links keep the old content. What is no regular file, such as a pipe or a
// device, is written into.
func Write(path string, data []byte, perm fs.FileMode) error {
	return writer{osFileSystem{}}.write(path, data, perm)
}

// WriteFrom is [Write] for what is too large to be held as a whole: content writes it, and
// nothing is replaced if it returns an error, which is returned.
func WriteFrom(path string, perm fs.FileMode, content func(io.Writer) error) error {
	return writer{osFileSystem{}}.writeFrom(path, perm, content)
}

// Check returns the error that [Write] would return because of what is at path now:
// [ErrFolder], a name that Windows takes for a device, [fs.ErrPermission] for a write-protected file,
// [fs.ErrNotExist] for a folder that does not exist. If the file is one of inputs, under whatever name, the
// error is [ErrInput].
func Check(path string, inputs ...fs.FileInfo) error {
	t, err := writer{osFileSystem{}}.target(path)
	if err != nil {
		return err
	}
	if t.old == nil || !t.old.Mode().IsRegular() {
		return nil // a terminal may be both
	}
	for _, input := range inputs {
		if input != nil && os.SameFile(t.old, input) {
			return ErrInput
		}
	}
	return nil
}

// Create makes an empty file; the error is [fs.ErrExist] if there is anything under its name. To [Write] it makes
// sure that the name is nobody else's.
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

// Begin opens a file that is written as its content comes and is good at every moment, such as a recording:
// what is at path is lost. Each Write of the file is behind what came before.
func Begin(path string, perm fs.FileMode) (*os.File, error) {
	if err := noDevice(system, path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, perm)
}

// Replace is [Write] for content that is in a file of its own, which gets the name path. If there is an error, as
// where they are not on one file system, both are what they were, but for the permissions of the new one.
func Replace(from, path string) error { return writer{osFileSystem{}}.replace(from, path) }

// fileSystem is what a writer asks of the operating system. Tests make it fail.
type fileSystem interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	EvalSymlinks(name string) (string, error)
	// Names returns names in a folder, maxListed at most.
	Names(folder string) ([]string, error)
	OpenFile(name string, flag int, perm fs.FileMode) (file, error)
	Rename(from, to string) error
	Remove(name string) error
	// SyncFolder flushes the names in a folder to the disk.
	SyncFolder(name string) error
	// Lock takes a lock on a file without waiting for it; unlock is nil if somebody
	// else has it. Its error says that there are no locks.
	Lock(name string) (unlock func(), err error)
}

// file is a file that is being written.
type file interface {
	Write(data []byte) (int, error)
	Stat() (fs.FileInfo, error)
	Chmod(mode fs.FileMode) error
	Chown(uid, gid int) error
	Sync() error
	Close() error
}

// writer is [Write] on a file system.
type writer struct{ fileSystem }

// target is where a file is written.
type target struct {
	path   string      // behind all symbolic links
	old    fs.FileInfo // nil if there is no file
	direct bool        // written into, because it cannot be replaced
}

// maxLinks is how many symbolic links one behind the other are followed, as many as
// Linux follows.
const maxLinks = 40

// target finds out where the file at path is written, and whether it can be.
func (w writer) target(path string) (t target, err error) {
	t.path = path
	if err := noDevice(system, path); err != nil {
		return t, err
	}
	t.old, err = w.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.old = nil // or a link that leads to no file yet
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

// writable returns an error if a file is write-protected: to rename another one to its
// name would be allowed.
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
		// Of a file that somebody has opened, what it has stays.
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
	defer unlock() // after the rename, so that nobody removes the file before
	err = w.fill(f, &t, content)
	if err := errors.Join(err, f.Close()); err != nil {
		w.Remove(name)
		return err
	}
	if err := w.Rename(name, t.path); err != nil {
		w.Remove(name)
		return err
	}
	// The new file is there. Not every file system can flush a folder.
	_ = w.SyncFolder(folder)
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
			_ = f.Chown(uid, gid) // allowed to root, and for groups that one is in
		}
		_ = f.Chmod(t.old.Mode().Perm()) // where there are no permissions, there are none to keep
	}
	if err := content(f); err != nil {
		return err
	}
	if err := f.Sync(); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// attempts is how many names of temporary files are tried.
const attempts = 10

// create makes a temporary file in a folder, locked so that no other process takes it
// for one that was left by a crash.
func (w writer) create(folder string, t *target, perm fs.FileMode) (f file, name string, unlock func(), err error) {
	if t.old != nil {
		perm = 0o600 // it may be secret until it has the permissions of the old one
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
			return f, name, func() {}, nil // nobody else can lock it to remove it
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

// has reports whether f is the file of a name.
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

// temporary matches what temporaryName returns.
var temporary = regexp.MustCompile(`^\.demoscope-[0-9a-f]{16}\.tmp$`)

// maxListed is how many names of a folder are looked at for files that were left by a
// crash: more than a folder of demos has, but not all of a folder without end.
const maxListed = 200_000

// staleAfter is how long nobody has written into a temporary file, where files cannot be
// locked, before it is taken for one that was left by a crash: writing one takes seconds.
const staleAfter = time.Hour

// removeLeftovers removes the temporary files in a folder that no process is writing.
// What cannot be removed stays.
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
