package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked says that another process holds a lock.
var ErrLocked = errors.New("another process has locked it")

// retryEvery is the interval between attempts to lock.
const retryEvery = time.Millisecond

// Lock locks the file at path, which it creates if needed. It waits at most patience, so that a hanging process can't
// block this one; then the error is [ErrLocked]. Any other error says that locks are not supported, as on some network
// file systems. The system releases the lock when the process ends; the file stays.
func Lock(path string, patience time.Duration) (unlock func(), err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path) // opening a pipe may block forever
	}
	lock := flock.New(path)
	ok, err := lock.TryLock()
	if err == nil && !ok {
		wait, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		ok, err = lock.TryLockContext(wait, retryEvery)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), err == nil && !ok:
		return nil, ErrLocked
	case err != nil:
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}
