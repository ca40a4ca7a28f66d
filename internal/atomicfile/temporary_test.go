package atomicfile

import (
	"os"
	"testing"
)

// TestTemporary: what is written is read, and nothing is left.
func TestTemporary(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	f, err := NewTemporary()
	must(t, err)
	_, err = f.WriteAt([]byte("quad"), 3)
	must(t, err)
	b := make([]byte, 4)
	_, err = f.ReadAt(b, 3)
	must(t, err)
	if string(b) != "quad" {
		t.Errorf("%q was read", b)
	}
	must(t, f.Close())
	left, err := os.ReadDir(folder)
	must(t, err)
	if len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}
