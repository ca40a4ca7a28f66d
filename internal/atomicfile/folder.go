package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// MkdirAll makes a folder for the user's own files, with those above it that are missing.
// Others may not look into what it makes, as the XDG Base Directory Specification asks.
func MkdirAll(path string) error { return mkdirAll(path, 0o700) }

// MkdirShared makes a folder for what was asked for, with those above it that are missing, for
// whom the user lets look into new ones.
func MkdirShared(path string) error { return mkdirAll(path, 0o777) }

func mkdirAll(path string, perm fs.FileMode) error {
	if err := noDevice(system, path); err != nil {
		return err
	}
	return os.MkdirAll(path, perm)
}

// Aside is what [SetAside] adds to the name of a file.
const Aside = ".bad"

// maxAside is how many damaged files of one name are set aside.
const maxAside = 10

// SetAside gives a damaged file a name that ends in [Aside], never that of another file,
// so that a new file can be written under its name. The 11th of a name is refused.
func SetAside(path string) error {
	for n := range maxAside {
		to := path + Aside
		if n > 0 {
			to += fmt.Sprint(n + 1)
		}
		if _, err := os.Lstat(to); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return os.Rename(path, to)
	}
	return fmt.Errorf("%d damaged files of this name are kept already", maxAside)
}

// Remove removes a file that may be lost; it is no error if there is none.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
