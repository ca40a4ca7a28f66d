package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// osFileSystem is the file system of the operating system.
type osFileSystem struct{}

func (osFileSystem) Stat(name string) (fs.FileInfo, error)    { return os.Stat(name) }
func (osFileSystem) Lstat(name string) (fs.FileInfo, error)   { return os.Lstat(name) }
func (osFileSystem) Readlink(name string) (string, error)     { return os.Readlink(name) }
func (osFileSystem) EvalSymlinks(name string) (string, error) { return filepath.EvalSymlinks(name) }
func (osFileSystem) Rename(from, to string) error             { return os.Rename(from, to) }
func (osFileSystem) Remove(name string) error                 { return os.Remove(name) }

func (osFileSystem) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err // avoids a non-nil file around a nil *os.File
	}
	return f, nil
}

func (osFileSystem) Names(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(maxListed)
	if errors.Is(err, io.EOF) {
		err = nil // the folder is empty
	}
	return names, err
}

func (osFileSystem) SyncFolder(name string) error {
	if runtime.GOOS == "windows" {
		return nil // not supported there
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (osFileSystem) Lock(name string) (func(), error) {
	if runtime.GOOS == "windows" {
		// There, a file open for writing can't be removed, but a locked one can't be renamed.
		return nil, errors.ErrUnsupported
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDWR)) // NFS only locks files that are open for writing
	ok, err := lock.TryLock()
	if err != nil || !ok {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}
