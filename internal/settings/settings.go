// Package settings says where the user's own files are: keys and bookmarks.
//
// The package reads only the environment, and looks whether the folders that it names are
// there. The files are read within the limits of those who use them.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir returns the folder of Demoscope's settings, an absolute path: demoscope in
// $XDG_CONFIG_HOME, else in ~/.config, or where Windows and macOS keep such files. It
// is "" if the user has no such folder, as a service without HOME: then there are no
// settings, and [Missing] says why. The folder need not exist.
//
// A relative path in $XDG_CONFIG_HOME is ignored, as the XDG Base Directory
// Specification demands: it would lead to another folder from each place.
func Dir() string {
	dir, _ := find()
	return dir
}

// Missing says why [Dir] is "", nil if it is not: "HOME is not set".
func Missing() error {
	_, err := find()
	return err
}

func find() (string, error) {
	parent, err := configHome()
	if config := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		parent, err = config, usable("XDG_CONFIG_HOME", config)
		if errors.Is(err, errNone) {
			err = nil // it is made when something is written
		}
	}
	if err != nil {
		return "", err
	}
	return filepath.Join(parent, "demoscope"), nil
}

// File returns the path of a file in [Dir], "" if there is no such folder.
func File(name string) string {
	dir := Dir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// below returns the path of a folder in the one that a variable names.
func below(variable string, names ...string) (string, error) {
	parent := os.Getenv(variable)
	if err := usable(variable, parent); err != nil {
		return "", err
	}
	return filepath.Join(append([]string{parent}, names...)...), nil
}

var errNone = errors.New("folder not found")

// usable returns an error if the value of a variable is no folder for the files of a
// user: errNone wrapped if there is nothing of that name.
func usable(variable, path string) error {
	clean := filepath.Clean(path)
	switch {
	case path == "":
		return fmt.Errorf("%s is not set", variable)
	case !filepath.IsAbs(path):
		return fmt.Errorf("%s is %q, not an absolute path", variable, path)
	case clean == filepath.Dir(clean):
		return fmt.Errorf("%s is %q, the root of all files", variable, path)
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is %q, not a folder", variable, path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is %q: %w", variable, path, errNone)
	}
	return nil // whoever reads or writes there meets the error
}

// Plain returns an error of reading or writing a user's own file, or its folder, in words
// for its user: the path and the reason, without the name of a system call. Others are
// returned as they are.
func Plain(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	default:
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}
