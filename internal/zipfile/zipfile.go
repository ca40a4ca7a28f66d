// Package zipfile reads ZIP archives from anywhere: one that claims more than
// it can hold costs no memory.
//
// Game data (PK3) and packed demos are both ZIPs, and neither room may use the
// other, so what reads them stands here.
package zipfile

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zip"
)

const (
	// MaxFiles is the number of files in an archive. A full Quake III pak0.pk3
	// has 3,500; the ZIP format without extensions ends here.
	MaxFiles = 65535
	// maxDirectory bounds the bytes of the directory, since each of its entries
	// costs several times its size in memory: 128 bytes a file is ample.
	maxDirectory = MaxFiles * 128
	// maxDeflate is how many bytes a byte of deflated data can become: a match
	// of 258 bytes takes two bits at least.
	maxDeflate = 1032
)

// FormatError says why something is no ZIP, or a ZIP that cannot be true.
type FormatError struct{ Reason string }

// Error returns the reason.
func (e *FormatError) Error() string { return "zip: " + e.Reason }

func refuse(format string, args ...any) error { return &FormatError{fmt.Sprintf(format, args...)} }

// File is a file in an archive.
type File struct {
	Name string // as stored, which may lead anywhere
	Size int64  // bytes, unpacked, as the archive claims

	number  int   // in the directory
	archive int64 // size of the archive in bytes
	f       *zip.File
}

// Open reads the directory of a ZIP of the given size in bytes, which may have
// other data before it. Folders in it are left out. An error is a
// *[FormatError], or one that r gave.
func Open(r io.ReaderAt, size int64) ([]File, error) {
	// What zip.NewReader looks at besides the directory: the end record with
	// the longest comment, and a few buffers.
	meter := &meteredReader{r: r, left: maxDirectory + 256<<10, metered: true}
	z, err := zip.NewReader(meter, size)
	meter.metered = false
	switch {
	case errors.Is(err, errMeter):
		return nil, refuse("its directory is larger than %d bytes", int64(maxDirectory))
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, refuse("no ZIP directory that can be read (%v)", err)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // names are the caller's to judge
		return nil, err
	}
	if len(z.File) > MaxFiles {
		return nil, refuse("%d files are more than %d", len(z.File), MaxFiles)
	}
	files := make([]File, 0, len(z.File))
	for i, f := range z.File {
		if f.FileInfo().IsDir() || strings.HasSuffix(f.Name, `\`) {
			continue
		}
		files = append(files, File{f.Name, int64(f.UncompressedSize64), i, size, f})
	}
	return files, nil
}

// Check refuses, with a *[FormatError], a file that claims more than its packed
// bytes can hold, or more of those than the archive has.
func (f *File) Check() error {
	packed, full, method := f.f.CompressedSize64, f.f.UncompressedSize64, f.f.Method
	switch {
	case packed > uint64(f.archive):
		return refuse("file %d, %q, claims %d packed bytes of the archive's %d", f.number, f.Name, packed, f.archive)
	case method == zip.Store && packed != full:
		return refuse("file %d, %q, is stored, but claims %d bytes in %d", f.number, f.Name, full, packed)
	case method == zip.Deflate && full > packed*maxDeflate+maxDeflate:
		return refuse("file %d, %q, claims %d bytes, more than its %d packed bytes can hold", f.number, f.Name, full, packed)
	case method != zip.Store && method != zip.Deflate && full > 1<<62:
		return refuse("file %d, %q, claims %d bytes", f.number, f.Name, full)
	}
	return nil
}

// Read unpacks a file. One that does not hold just the bytes that it claims is
// an error, as is one that [File.Check] refuses.
func (f *File) Read() ([]byte, error) {
	const encrypted = 1
	if err := f.Check(); err != nil {
		return nil, err
	}
	if f.f.Flags&encrypted != 0 {
		return nil, refuse("it is encrypted")
	}
	r, err := f.f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	// Room for what such a packed size usually becomes; the claim alone is not
	// worth memory. One byte more, to see the end.
	room := min(f.Size, int64(f.f.CompressedSize64)*8+512) + 1
	data := make([]byte, 0, room)
	for {
		if len(data) == cap(data) {
			if int64(len(data)) > f.Size {
				return nil, refuse("it holds more than the %d bytes that it claims", f.Size)
			}
			grown := make([]byte, len(data), min(2*int64(cap(data))+512, f.Size+1))
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
	if int64(len(data)) != f.Size {
		return nil, refuse("it holds %d bytes and claims %d", len(data), f.Size)
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
