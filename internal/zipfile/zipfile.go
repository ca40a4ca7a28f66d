// Package zipfile reads untrusted ZIP archives: false claims cost no memory.
//
// Game data (PK3) and packed demos are both ZIPs, but packages assets and formats must not import each other, so the
// reader is here.
//
// [MaxFiles], maxDirectory and maxDeflate bound the claims of a directory. Overlapping files are refused. Callers
// decide how much a file may unpack to, and which names are safe.
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
	// MaxFiles is the maximum number of files in an archive. A full Quake III pak0.pk3 has 3,500; this is the limit of
	// the ZIP format without extensions.
	MaxFiles = 65535
	// maxDirectory is the maximum size of the directory in bytes, because each of its entries costs several times its
	// size in memory: 128 bytes per file is ample.
	maxDirectory = MaxFiles * 128
	// maxDeflate is the maximum compression ratio of deflate: a match of 258 bytes takes at least two bits.
	maxDeflate = 1032
)

// FormatError is the reason why data is not a ZIP, or has impossible claims.
type FormatError struct{ Reason string }

// Error returns the reason.
func (e *FormatError) Error() string { return "zip: " + e.Reason }

func refuse(format string, args ...any) error { return &FormatError{fmt.Sprintf(format, args...)} }

// File is a file in an archive.
type File struct {
	Name string // as stored; not trusted: it may contain ".."
	Size int64  // unpacked size in bytes according to the archive

	number int // index in the directory
	f      *zip.File
}

// Open reads the directory of a ZIP of size bytes, which may have other data before it. It leaves out folders. The
// error is a *[FormatError], or one of r.
//
// An archive whose files together claim more packed bytes than it has is refused: some of them overlap, so that a small
// archive would unpack to hundreds of times what its bytes can hold.
func Open(r io.ReaderAt, size int64) ([]File, error) {
	// The 256 KiB are for the data that zip.NewReader reads besides the directory: the end record with the longest
	// comment, and a few buffers.
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

// Check returns a *[FormatError] if a file claims more bytes than its packed bytes can hold.
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

// Packed returns the file's size in the archive, in bytes.
func (f *File) Packed() int64 { return int64(f.f.CompressedSize64) }

// ErrChecksum says that the bytes of a file do not match the checksum in the directory.
var ErrChecksum = zip.ErrChecksum

// Read unpacks a file. It is an error if the file does not have exactly the claimed number of bytes or the claimed
// checksum, if it can't be unpacked, or if [File.Check] returns an error. With an error, Read returns the part that
// could be unpacked, up to the claimed size. Memory is allocated for the existing bytes, not for the claimed ones.
func (f *File) Read() ([]byte, error) {
	data, err := bounded.Unpack(f.Name, f.Size, f.open)
	if len(data) > 0 && errors.Is(err, zip.ErrFormat) {
		err = refuse("it has more than the %d bytes that the directory says", f.Size)
	}
	return data, err
}

// Head unpacks the first n bytes of a file, or fewer if the file ends or is damaged, and ignores the rest. If there are
// none, errors are those of [File.Read].
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

// meteredReader limits the number of bytes read while metered.
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
