package live

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"demoscope/formats"
)

// TestFileFails: a file that cannot be read any more, as on a disk that is gone, ends the demo and says why.
func TestFileFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.mvd")
	if err := os.WriteFile(path, []byte("a demo"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	f := &File{Growing: New(path, formats.GrowOptions{}), path: path, file: file, start: time.Now(),
		buffer: make([]byte, readSize)}
	defer f.Release()
	f.read()
	if ended, err := f.Ended(); !ended || !errors.Is(err, os.ErrClosed) {
		t.Errorf("ended %v: %v", ended, err)
	}
}
