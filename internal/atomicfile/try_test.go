package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestTry: what cannot be written is known before, and nothing is left of the attempt.
func TestTry(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		old:                               nil,
		filepath.Join(dir, "new"):         nil,
		dir:                               ErrFolder,
		filepath.Join(dir, "none", "new"): fs.ErrNotExist,
	} {
		if err := Try(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, not %v", path, err, want)
		}
	}
	for _, folder := range []string{dir, filepath.Join(dir, "none"), filepath.Join(dir, "none", "below")} {
		if err := TryFolder(folder); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	for _, folder := range []string{old, filepath.Join(old, "below")} {
		if TryFolder(folder) == nil {
			t.Errorf("%s: a file holds files", folder)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("there are %v, %v", left, err)
	}
	if now, err := os.ReadFile(old); err != nil || string(now) != "old" {
		t.Errorf("the file is %q, %v", now, err)
	}
}
