package assets

import (
	"errors"
	"fmt"
	"strings"

	"demoscope/internal/bounded"
	"demoscope/internal/zipfile"
)

// indexZIP reads the directory of a ZIP, which may have other data before it. The last of two equal names wins, as in
// Quake III. An archive is refused if a file claims more than its packed bytes can hold.
func (a *Archive) indexZIP(size int64) error {
	refuse := func(err error) error {
		var bad *zipfile.FormatError
		if errors.As(err, &bad) {
			return &FormatError{a.path, PK3, bad.Reason}
		}
		return fmt.Errorf("%s: %w", a.path, err)
	}
	files, err := zipfile.Open(a.r, size)
	if err != nil {
		return refuse(err)
	}
	for i := range files {
		f := &files[i]
		if err := f.Check(); err != nil {
			return refuse(err)
		}
		a.add(strings.ReplaceAll(f.Name, `\`, "/"), f.Size, zipData{f}, true)
	}
	return nil
}

// zipData is a file in a ZIP.
type zipData struct{ f *zipfile.File }

func (d zipData) read(*Archive, int64) ([]byte, error) { return d.f.Read() }

func (d zipData) head(_ *Archive, n int64) ([]byte, error) { return d.f.Head(int(n)) }

func (d zipData) limit() int64 { return bounded.Unpacked(d.f.Packed(), minUnpackLimit, maxFile) }
