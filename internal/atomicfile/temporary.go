package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Temporary is a private file that is removed when it is closed; if the system supports it, also when the program is
// killed.
type Temporary struct {
	*os.File
	name string // to remove, "" if it is removed already
}

// NewTemporary makes a temporary file in the system's folder for them. Only the user may read it.
func NewTemporary() (*Temporary, error) {
	for range attempts {
		name := filepath.Join(os.TempDir(), temporaryName())
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		t := &Temporary{f, name}
		if os.Remove(name) == nil { // an open file needs no name, except on Windows
			t.name = ""
		}
		return t, nil
	}
	return nil, fs.ErrExist
}

// Close closes the file and removes it.
func (t *Temporary) Close() error {
	err := t.File.Close()
	if t.name != "" {
		err = errors.Join(err, Remove(t.name))
		t.name = ""
	}
	return err
}
