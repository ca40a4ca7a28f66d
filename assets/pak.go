package assets

import (
	"errors"
	"fmt"

	"demoscope/internal/pakfile"
)

// indexPAK reads the directory. The first of two equal names wins, as in the engines, which search from the front.
func (a *Archive) indexPAK(size int64) error {
	files, err := pakfile.Open(a.r, size)
	var bad *pakfile.FormatError
	switch {
	case errors.As(err, &bad):
		return &FormatError{a.path, PAK, bad.Reason}
	case err != nil:
		return fmt.Errorf("%s: %w", a.path, err)
	}
	for i := range files {
		f := &files[i]
		a.add(f.Name, f.Size, pakData{f}, false)
	}
	return nil
}

// pakData is a file in a PAK.
type pakData struct{ f *pakfile.File }

func (d pakData) read(*Archive, int64) ([]byte, error) { return d.f.Read() }

func (d pakData) head(_ *Archive, n int64) ([]byte, error) { return d.f.Head(int(n)) }

func (pakData) limit() int64 { return maxFile }
