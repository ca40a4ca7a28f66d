package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Temporary is a file without a name that anybody else uses, which is gone when it is closed; where the system
// can, also when the program is killed.
type Temporary struct {
	*os.File
	name string // to be removed, "" if it is
}

// NewTemporary makes a temporary file in the system's folder for them, which nobody else may read.
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
		if os.Remove(name) == nil { // a file that is open needs no name, but on Windows
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
