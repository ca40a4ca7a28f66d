package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Try returns the error that [Write] would meet at path before there is any content: that of [Check], or that no
// file can be made in the folder. To find out it makes a temporary one, and removes it. What [Write] would write
// into, such as a device, is not tried.
func Try(path string) error {
	w := writer{osFileSystem{}}
	t, err := w.target(path)
	if err != nil || t.direct {
		return err
	}
	return w.try(&t)
}

// TryFolder returns the error that making a folder and a file in it would meet, as far as that can be known without
// making the folder: of one that is missing, the next one above it that is there is tried, as in [Try].
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
