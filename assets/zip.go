package assets

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxDeflate is how many bytes a byte of deflated data can become: a match of
// 258 bytes takes two bits at least.
const maxDeflate = 1032

// indexZIP reads the directory of a ZIP, which may have other data before it.
// The last of two equal names wins, as in Quake III. An archive in which a file
// claims more than its packed bytes can hold is refused as a whole.
func (a *Archive) indexZIP(size int64) error {
	refuse := func(format string, args ...any) error {
		return &FormatError{a.path, PK3, fmt.Sprintf(format, args...)}
	}
	// What zip.NewReader looks at besides the directory: the end record with
	// the longest comment, and a few buffers.
	meter := &meteredReader{r: a.r, left: maxZipDirectory + 256<<10, metered: true}
	z, err := zip.NewReader(meter, size)
	meter.metered = false
	switch {
	case errors.Is(err, errMeter):
		return refuse("its directory is larger than %d bytes", int64(maxZipDirectory))
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refuse("no PAK, and no ZIP directory that can be read (%v)", err)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // add cleans the names
		return fmt.Errorf("%s: %w", a.path, err)
	}
	if len(z.File) > MaxArchiveFiles {
		return refuse("%d files are more than %d", len(z.File), MaxArchiveFiles)
	}
	for i, f := range z.File {
		packed, full := f.CompressedSize64, f.UncompressedSize64
		switch {
		case packed > uint64(size):
			return refuse("file %d, %q, claims %d packed bytes of the archive's %d", i, f.Name, packed, size)
		case f.Method == zip.Store && packed != full:
			return refuse("file %d, %q, is stored, but claims %d bytes in %d", i, f.Name, full, packed)
		case f.Method == zip.Deflate && full > packed*maxDeflate+maxDeflate:
			return refuse("file %d, %q, claims %d bytes, more than its %d packed bytes can hold", i, f.Name, full, packed)
		case f.Method != zip.Store && f.Method != zip.Deflate && full > 1<<62:
			return refuse("file %d, %q, claims %d bytes", i, f.Name, full)
		}
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if strings.HasSuffix(name, "/") {
			continue // a directory
		}
		a.add(name, int64(full), zipData{f}, true)
	}
	return nil
}

// zipData is a file in a ZIP.
type zipData struct{ f *zip.File }

func (d zipData) read(_ *Archive, size int64) ([]byte, error) {
	const encrypted = 1
	if d.f.Flags&encrypted != 0 {
		return nil, errors.New("it is encrypted")
	}
	r, err := d.f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	// Room for what such a packed size usually becomes; the claim alone is not
	// worth memory. One byte more, to see the end.
	room := min(size, int64(d.f.CompressedSize64)*8+512) + 1
	data := make([]byte, 0, room)
	for {
		if len(data) == cap(data) {
			if int64(len(data)) > size {
				return nil, fmt.Errorf("it holds more than the %d bytes that it claims", size)
			}
			grown := make([]byte, len(data), min(2*int64(cap(data))+512, size+1))
			copy(grown, data)
			data = grown
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if int64(len(data)) != size {
		return nil, fmt.Errorf("it holds %d bytes and claims %d", len(data), size)
	}
	return data, nil
}

var errMeter = errors.New("read too much")

// meteredReader stops a reader that reads too much while metered.
type meteredReader struct {
	r       io.ReaderAt
	left    int64
	metered bool
}

func (m *meteredReader) ReadAt(p []byte, off int64) (int, error) {
	if m.metered {
		if m.left -= int64(len(p)); m.left < 0 {
			return 0, errMeter
		}
	}
	return m.r.ReadAt(p, off)
}
