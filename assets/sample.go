package assets

import (
	"io/fs"
	"path"
)

// A SampleDemo is a recording that is built into the program.
type SampleDemo struct {
	Name string // "demoscope1.mvd"
	Game Game
	What string // one line for a list
}

// ReadSample returns the bytes of a built-in recording by its name. An unknown
// name gives an error for which errors.Is(err, [fs.ErrNotExist]) holds.
func ReadSample(name string) ([]byte, error) {
	if path.Base(name) != name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return readBuiltin("sample/" + name)
}
