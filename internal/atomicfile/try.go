package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Try returns the error that [Write] to path would meet before there is any content: that of [Check], or that the
// folder can't be written to, which it tests with a temporary file. It does not test paths that [Write] writes to
// directly, such as devices.
func Try(path string) error {
	w := writer{osFileSystem{}}
	t, err := w.target(path)
	if err != nil || t.direct {
		return err
	}
	return w.try(&t)
}

// TryFolder returns the error that making a folder and a file in it would meet, without making the folder: if it is
// missing, TryFolder tests the closest existing folder above it, like [Try].
func TryFolder(folder string) error {
	if err := noDevice(system, folder); err != nil {
		return err
	}
	for {
		_, err := os.Stat(folder)
		above := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || above == folder {
			break
		}
		folder = above
	}
	return writer{osFileSystem{}}.try(&target{path: filepath.Join(folder, "new")})
}

// try makes a temporary file beside a target and removes it.
func (w writer) try(t *target) error {
	f, name, unlock, err := w.create(filepath.Dir(t.path), t, 0o600)
	if err != nil {
		return err
	}
	begin(name)
	defer end(name)
	defer unlock()
	return errors.Join(f.Close(), w.Remove(name))
}
