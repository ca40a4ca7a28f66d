// Package zipfile reads ZIP archives that are not trusted: one that claims more
// than it can hold costs no memory.
//
// Game data (PK3) and packed demos are both ZIPs, but packages assets and formats
// must not import each other, so the reader is here.
package zipfile

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zip"
)

const (
	// MaxFiles is the largest number of files in an archive. A full Quake III
	// pak0.pk3 has 3,500; this is the limit of the ZIP format without extensions.
	MaxFiles = 65535
	// maxDirectory bounds the size of the directory in bytes, because each of its
	// entries costs several times its size in memory: 128 bytes per file is ample.
	maxDirectory = MaxFiles * 128
	// maxDeflate is how many bytes a byte of deflated data can become: a match of
	// 258 bytes takes at least two bits.
	maxDeflate = 1032
)

// FormatError says why data is not a ZIP, or is one with impossible claims.
type FormatError struct{ Reason string }

// Error returns the reason.
func (e *FormatError) Error() string { return "zip: " + e.Reason }

func refuse(format string, args ...any) error { return &FormatError{fmt.Sprintf(format, args...)} }

// File is a file in an archive.
type File struct {
	Name string // as stored; it is not trusted and may contain ".."
	Size int64  // unpacked size in bytes, as the archive claims

	number  int   // in the directory
	archive int64 // size of the archive in bytes
	f       *zip.File
}

// Open reads the directory of a ZIP of the given size in bytes, which may have
// other data before it. Folders in it are left out. An error is a *[FormatError],
// or one of r.
func Open(r io.ReaderAt, size int64) ([]File, error) {
	// The 256 KiB are for what zip.NewReader reads besides the directory: the end
	// record with the longest comment, and a few buffers.
	meter := &meteredReader{r: r, left: maxDirectory + 256<<10, metered: true}
	z, err := zip.NewReader(meter, size)
	meter.metered = false
	switch {
	case errors.Is(err, errMeter):
		return nil, refuse("its directory is larger than %d bytes", int64(maxDirectory))
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, refuse("no ZIP directory that can be read (%v)", err)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // callers check names
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

// Check returns a *[FormatError] if a file claims more bytes than its packed ones
// can hold, or more packed bytes than the archive has.
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

// Read unpacks a file. It is an error if the file does not hold exactly as many
// bytes as it claims, or if [File.Check] returns one.
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
	// Room for what that many packed bytes usually become: memory is not allocated
	// on the claim alone. One byte more, to see the end.
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

// meteredReader limits how many bytes are read while metered.
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
