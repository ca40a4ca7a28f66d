package settings

import (
	"fmt"
	"os"
	"path/filepath"
)

// Cache returns the path of a file or folder in the user's cache: demoscope in $XDG_CACHE_HOME, otherwise in ~/.cache,
// or in the cache folder of Windows or macOS. It is "" if the user has no such folder: [MissingCache] returns the
// reason. A relative path in $XDG_CACHE_HOME is ignored, as in [Dir].
func Cache(name string) string {
	dir, err := cacheHome()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "demoscope", name)
}

// MissingCache returns the reason if [Cache] is "", otherwise nil: "HOME is not set".
func MissingCache() error {
	_, err := cacheHome()
	return err
}

func cacheHome() (string, error) {
	dir, err := os.UserCacheDir()
	if own := os.Getenv("XDG_CACHE_HOME"); err != nil && own != "" && !filepath.IsAbs(own) {
		dir, err = below("HOME", ".cache")
	}
	switch {
	case err != nil:
		return "", err
	case !filepath.IsAbs(dir) || filepath.Dir(dir) == dir:
		return "", fmt.Errorf("cache folder %q is not a user folder", dir)
	}
	return dir, nil
}
