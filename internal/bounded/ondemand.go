package bounded

import (
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// OnDemand is a regular file that is open only between [OnDemand.Hold] and
// [OnDemand.Release], so that a folder of hundreds of archives costs no file
// handles. It may be used from several goroutines.
type OnDemand struct {
	path string

	mu     sync.Mutex
	f      *os.File
	users  int
	first  fs.FileInfo // when it was held first; nil before
	closed bool
}

// NewOnDemand returns the file with a path, which is not opened yet.
func NewOnDemand(path string) *OnDemand { return &OnDemand{path: path} }

// Hold opens the file for one more user. Errors: a *[KindError] if it is no
// regular file, [ErrChanged] wrapped if it is not the file that it was when it was
// held first, [fs.ErrClosed] wrapped after Close, or an *[fs.PathError].
func (d *OnDemand) Hold() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return fmt.Errorf("%s: %w", d.path, fs.ErrClosed)
	}
	if d.users > 0 {
		d.users++
		return nil
	}
	f, info, err := open(system{}, d.path, false)
	if err != nil {
		return err
	}
	if d.first != nil && !same(d.first, info) {
		f.Close()
		return fmt.Errorf("%s: %w", d.path, ErrChanged)
	}
	d.f, d.users, d.first = f, 1, info
	return nil
}

// Release ends what Hold began. The error is [ErrChanged] wrapped if the file was
// written to in the meantime: what was read may be of two versions.
func (d *OnDemand) Release() (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if info, failed := d.f.Stat(); failed != nil || !same(d.first, info) {
		err = fmt.Errorf("%s: %w", d.path, ErrChanged)
	}
	if d.users--; d.users == 0 {
		d.f.Close() // read only: nothing to lose
		d.f = nil
	}
	return err
}

// same reports whether two looks at a file saw the same content, as far as its
// size and times say.
func same(a, b fs.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}

// Size returns the file's size in bytes, and ModTime when it was last written, as
// they were when it was held first; zero before.
func (d *OnDemand) Size() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.first == nil {
		return 0
	}
	return d.first.Size()
}

// ModTime is described at [OnDemand.Size].
func (d *OnDemand) ModTime() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.first == nil {
		return time.Time{}
	}
	return d.first.ModTime()
}

// ReadAt reads while the file is held.
func (d *OnDemand) ReadAt(p []byte, off int64) (int, error) {
	d.mu.Lock()
	f := d.f
	d.mu.Unlock()
	if f == nil {
		return 0, fmt.Errorf("%s: %w", d.path, fs.ErrClosed)
	}
	return f.ReadAt(p, off)
}

// Close ends the use of the file: Hold fails afterwards.
func (d *OnDemand) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	return nil
}
