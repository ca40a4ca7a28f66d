// Package settings says where the user's own files are: keys and bookmarks.
//
// The package reads only the environment, of which relative paths are ignored. The files are
// read within the limits of those who use them.
package settings

import (
	"os"
	"path/filepath"
)

// Dir returns the folder of Demoscope's settings, an absolute path: demoscope in
// $XDG_CONFIG_HOME, else in ~/.config, or where Windows and macOS keep such files. It
// is "" if the user has no such folder, as a service without HOME: then there are no
// settings. The folder need not exist.
//
// A relative path in one of the variables is ignored, as the XDG Base Directory
// Specification demands: it would lead to another folder from each place.
func Dir() string {
	for _, parent := range []string{os.Getenv("XDG_CONFIG_HOME"), configHome()} {
		if filepath.IsAbs(parent) {
			return filepath.Join(parent, "demoscope")
		}
	}
	return ""
}

// File returns the path of a file in [Dir], "" if there is no such folder.
func File(name string) string {
	dir := Dir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// below returns the path of a folder in an absolute one, "" if it is not.
func below(parent string, names ...string) string {
	if !filepath.IsAbs(parent) {
		return ""
	}
	return filepath.Join(append([]string{parent}, names...)...)
}
