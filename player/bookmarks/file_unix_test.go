//go:build unix

package bookmarks_test

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"demoscope/player/bookmarks"
)

// TestNoFile: a pipe or a device in the place of the file is neither read nor replaced.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileOfDemo)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := bookmarks.Open(dir, sha256.Sum256([]byte("demo")))
	if err == nil {
		t.Error("a pipe was read")
	}
	if b.Toggle(1, ""); b.Save() == nil {
		t.Error("a pipe was replaced")
	}
	if err := errors.Join(os.Remove(path), os.Symlink("/dev/zero", path)); err != nil {
		t.Fatal(err)
	}
	if _, err := bookmarks.Open(dir, sha256.Sum256([]byte("demo"))); err == nil {
		t.Error("a device was read")
	}
}
