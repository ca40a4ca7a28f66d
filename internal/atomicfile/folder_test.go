package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestReplace: a file takes the name of another one and its permissions, and stays where it is if it cannot.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	must(t, os.WriteFile(from, []byte("new"), 0o644))
	if err := Replace(from, filepath.Join(dir, "none", "to")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into a folder that is not there: %v", err)
	}
	if err := Replace(from, dir); !errors.Is(err, ErrFolder) {
		t.Errorf("to the name of a folder: %v", err)
	}
	if err := Replace(from, os.DevNull); err == nil {
		t.Error("a device is replaced")
	}
	must(t, os.WriteFile(to, []byte("old"), 0o640))
	must(t, Replace(from, to))
	info, err := os.Stat(to)
	must(t, err)
	if got := content(t, to); got != "new" || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("there is %q with %v", got, info.Mode())
	}
	if got := names(t, dir); !slices.Equal(got, []string{"to"}) {
		t.Errorf("there are %q", got)
	}
}

// TestCreate: a name that is taken stays somebody else's, also that of a link to nothing.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	must(t, Create(path, 0o600))
	if err := Create(path, 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("it is made twice: %v", err)
	}
	if runtime.GOOS == "windows" {
		return // making a link is not allowed to everybody
	}
	link := filepath.Join(dir, "link")
	must(t, os.Symlink("nowhere", link))
	if err := Create(link, 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a link is followed: %v", err)
	}
}
