// Package settings locates the user's own files: keys and bookmarks.
//
// It only reads the environment, and checks whether the folders in it exist. Callers read the files within their own
// limits.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir returns the folder of Demoscope's settings, an absolute path: demoscope in $XDG_CONFIG_HOME, otherwise in
// ~/.config, or in the settings folder of Windows or macOS. It is "" if the user has no such folder, such as a service
// without HOME: then there are no settings, and [Missing] returns the reason. The folder need not exist.
//
// A relative path in $XDG_CONFIG_HOME is ignored, as the XDG Base Directory Specification demands: it would lead to a
// different folder from each working folder.
func Dir() string {
	dir, _ := find()
	return dir
}

// Missing returns the reason if [Dir] is "", otherwise nil: "HOME is not set".
func Missing() error {
	_, err := find()
	return err
}

func find() (string, error) {
	parent, err := configHome()
	if config := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		parent, err = config, usable("XDG_CONFIG_HOME", config)
		if errors.Is(err, errNone) {
			err = nil // it is made on the first write
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

// below returns the path of a subfolder of the folder in a variable.
func below(variable string, names ...string) (string, error) {
	parent := os.Getenv(variable)
	if err := usable(variable, parent); err != nil {
		return "", err
	}
	return filepath.Join(append([]string{parent}, names...)...), nil
}

var errNone = errors.New("folder not found")

// usable returns an error if the value of a variable can't be a folder for the user's files. It wraps errNone if
// nothing of that name exists.
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
	return nil // reading or writing there reports the error
}

// Plain converts an error of reading or writing a user's own file, or its folder, for its user: the path and the
// reason, without the name of a system call. It returns other errors unchanged.
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
