package settings

import (
	"errors"
	"os"
	"path/filepath"
)

// DataHome returns the folder in which Linux desktops look for the user's own additions, an absolute path:
// $XDG_DATA_HOME, otherwise ~/.local/share. The folder need not exist. A relative path in $XDG_DATA_HOME is ignored, as
// the XDG Base Directory Specification demands; a path that is no folder is an error.
func DataHome() (string, error) {
	data := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		return below("HOME", ".local", "share")
	}
	if err := usable("XDG_DATA_HOME", data); err != nil && !errors.Is(err, errNone) {
		return "", err
	}
	return data, nil
}
