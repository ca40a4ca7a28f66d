package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestAbandon: a process that ends in the middle of a write leaves the old file and nothing else.
func TestAbandon(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("open files cannot be removed")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := func() (n int) { list, _ := os.ReadDir(folder); return len(list) }
	err := WriteFrom(path, 0o644, func(w io.Writer) error {
		if _, err := io.WriteString(w, "new"); err != nil || files() != 2 {
			t.Errorf("%v, %d files while it is written", err, files())
		}
		Abandon()
		if files() != 1 {
			t.Errorf("%d files are left", files())
		}
		return nil
	})
	data, _ := os.ReadFile(path)
	if err == nil || string(data) != "old" || files() != 1 {
		t.Errorf("%v, %q, %d files", err, data, files())
	}
	if err := Write(path, []byte("next"), 0o644); err != nil || len(unfinished.names) != 0 {
		t.Errorf("%v; %d files are unfinished", err, len(unfinished.names))
	}
}
