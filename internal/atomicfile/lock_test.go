package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestLockOfNoFile: what is no file is no lock, and nobody waits for it.
func TestLockOfNoFile(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, os.DevNull} {
		if _, err := Lock(path, time.Second); err == nil {
			t.Errorf("%s is locked", path)
		}
	}
	unlock, err := Lock(filepath.Join(dir, "lock"), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	unlock()
}
