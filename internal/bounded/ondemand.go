package bounded

import (
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// OnDemand is a regular file that is only open between [OnDemand.Hold] and [OnDemand.Release], so that a folder of
// hundreds of archives costs no file handles. It is safe for concurrent use.
type OnDemand struct {
	path string

	mu     sync.Mutex
	f      *os.File
	users  int
	first  fs.FileInfo // state at the first Hold; nil before
	closed bool
}

// NewOnDemand returns the file with a path, without opening it.
func NewOnDemand(path string) *OnDemand { return &OnDemand{path: path} }

// Hold opens the file for another user. The error is a *[KindError] if it is no regular file, wraps [ErrChanged] if it
// is not the file of the first Hold, wraps [fs.ErrClosed] after Close, or is an *[fs.PathError].
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

// Release ends the effect of Hold. The error wraps [ErrChanged] if the file was written to in the meantime: the data
// read may be of two versions.
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

// same reports whether two states of a file have the same content, according to size and times.
func same(a, b fs.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}

// Size returns the file's size in bytes at the first Hold, 0 before.
func (d *OnDemand) Size() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.first == nil {
		return 0
	}
	return d.first.Size()
}

// ModTime returns the time of the last write before the first Hold, zero before.
func (d *OnDemand) ModTime() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.first == nil {
		return time.Time{}
	}
	return d.first.ModTime()
}

// ReadAt reads from the file while it is held.
func (d *OnDemand) ReadAt(p []byte, off int64) (int, error) {
	d.mu.Lock()
	f := d.f
	d.mu.Unlock()
	if f == nil {
		return 0, fmt.Errorf("%s: %w", d.path, fs.ErrClosed)
	}
	return f.ReadAt(p, off)
}

// Close closes the file: later calls of Hold fail.
func (d *OnDemand) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	return nil
}
