package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestWriteNew: a file is written once and without a flush, and a failure leaves no part of it.
func TestWriteNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.dem")
	for _, failing := range []string{"write", "close"} {
		f := &faulty{fails: func(_ int, what string) bool { return what == failing }, short: true}
		if err := (writer{f}).writeNew(path, []byte("first"), 0o666); err == nil {
			t.Errorf("%s fails: no error", failing)
		}
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s fails: %v", failing, err)
		}
	}
	f := new(faulty)
	if err := (writer{f}).writeNew(path, []byte("first"), 0o666); err != nil || slices.Contains(f.log, "sync") {
		t.Errorf("%v: %q", err, f.log)
	}
	if err := WriteNew(path, []byte("second"), 0o666); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "first" || len(unfinished.names) > 0 {
		t.Errorf("%q, %v", data, err)
	}
}
