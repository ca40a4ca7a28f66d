package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// MkdirAll makes a folder for the user's own files, and its missing parents. Only the user may access the new folders,
// as the XDG Base Directory Specification demands.
func MkdirAll(path string) error { return mkdirAll(path, 0o700) }

// MkdirShared makes a folder for requested output, and its missing parents, with the user's default permissions.
func MkdirShared(path string) error { return mkdirAll(path, 0o777) }

func mkdirAll(path string, perm fs.FileMode) error {
	if err := noDevice(system, path); err != nil {
		return err
	}
	return os.MkdirAll(path, perm)
}

// Aside is the extension that [SetAside] adds to the name of a file.
const Aside = ".bad"

// maxAside is the maximum number of damaged files set aside per name.
const maxAside = 10

// SetAside renames a damaged file to an unused name that ends in [Aside], so that its name is free for a new file. It
// refuses the 11th file of a name.
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

// Remove removes a file; it is no error if there is none.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
