package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked says that another process has a lock and keeps it.
var ErrLocked = errors.New("another process has locked it")

// retryEvery is how often a lock is tried.
const retryEvery = time.Millisecond

// Lock takes the lock that the file at path stands for, and makes the file if there is
// none. It waits no longer than patience, so that a process that hangs cannot make this
// one hang; then the error is [ErrLocked]. Any other error says that there are no locks,
// as on some network file systems. The system takes the lock back when the process ends;
// the file stays.
func Lock(path string, patience time.Duration) (unlock func(), err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path) // to open a pipe may take for ever
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
