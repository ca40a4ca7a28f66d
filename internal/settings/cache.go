package settings

import (
	"os"
	"path/filepath"
)

// Cache returns the path of a file or folder where what can be found again is kept: demoscope in
// $XDG_CACHE_HOME, else in ~/.cache, or where Windows and macOS keep such files. It is "" if the
// user has no such folder.
func Cache(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil || !filepath.IsAbs(dir) || filepath.Dir(dir) == dir {
		return ""
	}
	return filepath.Join(dir, "demoscope", name)
}
