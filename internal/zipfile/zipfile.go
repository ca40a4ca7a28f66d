// Package zipfile reads ZIP archives that are not trusted: one that claims more
// than it can hold costs no memory.
//
// Game data (PK3) and packed demos are both ZIPs, but packages assets and formats
// must not import each other, so the reader is here.
//
// [MaxFiles], maxDirectory and maxDeflate bound what a directory may claim. Files that
// overlap are refused. How much a file may unpack to, and which names are safe, is decided
// by those who read it.
package zipfile

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zip"

	"demoscope/internal/bounded"
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

	number int // in the directory
	f      *zip.File
}

// Open reads the directory of a ZIP of the given size in bytes, which may have
// other data before it. Folders in it are left out. An error is a *[FormatError],
// or one of r.
//
// An archive whose files claim more packed bytes together than it has is refused:
// some of them overlap, so that a small archive would unpack to hundreds of times
// what its bytes can hold.
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
	packed := uint64(0)
	for i, f := range z.File {
		if f.CompressedSize64 > uint64(size) {
			return nil, refuse("file %d, %q, claims %d packed bytes of the archive's %d", i, f.Name,
				f.CompressedSize64, size)
		}
		if packed += f.CompressedSize64; packed > uint64(size) {
			return nil, refuse("its files overlap: up to file %d, %q, they claim %d packed bytes of its %d", i, f.Name,
				packed, size)
		}
		if f.FileInfo().IsDir() || strings.HasSuffix(f.Name, `\`) {
			continue
		}
		files = append(files, File{f.Name, int64(f.UncompressedSize64), i, f})
	}
	return files, nil
}

// Check returns a *[FormatError] if a file claims more bytes than its packed ones
// can hold.
func (f *File) Check() error {
	packed, full, method := f.f.CompressedSize64, f.f.UncompressedSize64, f.f.Method
	switch {
	case method == zip.Store && packed != full:
		return refuse("file %d, %q, is stored, but claims %d bytes in %d", f.number, f.Name, full, packed)
	case method == zip.Deflate && full > packed*maxDeflate+maxDeflate:
		return refuse("file %d, %q, claims %d bytes, more than its %d packed bytes can hold", f.number, f.Name,
			full, packed)
	case method != zip.Store && method != zip.Deflate && full > 1<<62:
		return refuse("file %d, %q, claims %d bytes", f.number, f.Name, full)
	}
	return nil
}

// Packed returns how many bytes of the archive a file takes.
func (f *File) Packed() int64 { return int64(f.f.CompressedSize64) }

// ErrChecksum says that the bytes of a file do not have the checksum of the directory.
var ErrChecksum = zip.ErrChecksum

// Read unpacks a file. It is an error if the file does not hold exactly as many
// bytes as it claims, if they do not have its checksum, if they cannot be unpacked, or
// if [File.Check] returns one; what could be unpacked, up to as many bytes as it claims,
// is returned with the error. Memory is taken for what there is, not for what is claimed.
func (f *File) Read() ([]byte, error) {
	data, err := bounded.Unpack(f.Name, f.Size, f.open)
	if len(data) > 0 && errors.Is(err, zip.ErrFormat) {
		err = refuse("it has more than the %d bytes that the directory says", f.Size)
	}
	return data, err
}

// Head unpacks the first n bytes of a file, fewer if it has no more or they cannot be
// unpacked, and does not look at the others. Where there are none, errors are those of
// [File.Read].
func (f *File) Head(n int) ([]byte, error) {
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, min(int64(n), f.Size)))
	if len(head) > 0 {
		return head, nil
	}
	return nil, err
}

func (f *File) open() (io.ReadCloser, error) {
	const encrypted = 1
	if err := f.Check(); err != nil {
		return nil, err
	}
	if f.f.Flags&encrypted != 0 {
		return nil, refuse("it is encrypted")
	}
	return f.f.Open()
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
