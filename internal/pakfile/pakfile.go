// Package pakfile reads untrusted PAK archives of Quake and Quake II: false claims cost no memory.
//
// Packages assets and formats both read them, but must not import each other, so the reader is here. [MaxFiles] bounds
// the directory. Callers decide how large a file may be, and which names are safe.
package pakfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// MaxFiles is the maximum number of files in an archive, as in a ZIP.
const MaxFiles = 65535

// A PAK begins with "PACK", then the directory's offset and length in bytes, both little-endian 32-bit. A directory
// entry is a name of 56 bytes, padded with zeros, and the file's offset and length.
const (
	magic      = "PACK"
	headerSize = 12
	entrySize  = 64
	nameSize   = 56
)

// FormatError is the reason why data is not a PAK, or has impossible claims.
type FormatError struct{ Reason string }

// Error returns the reason.
func (e *FormatError) Error() string { return "pak: " + e.Reason }

func refuse(format string, args ...any) error { return &FormatError{fmt.Sprintf(format, args...)} }

// Is reports whether a file begins like a PAK.
func Is(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// File is a file in an archive.
type File struct {
	Name   string // as stored, with slashes; not trusted: it may contain ".."
	Offset int64  // in the archive
	Size   int64  // bytes
	Again  bool   // shares its bytes with an earlier file

	r io.ReaderAt
}

// Open reads the directory of a PAK of size bytes. The error is a *[FormatError], or one of r.
//
// An archive is refused if a file is outside it or overlaps its header or directory. Files may share the same bytes:
// packers do that to save space. No packer makes files that overlap partly, so the archive is refused if different
// files together claim more bytes than it has.
func Open(r io.ReaderAt, size int64) ([]File, error) {
	entries, dir, err := directory(r, size)
	if err != nil {
		return nil, err
	}
	length := int64(len(entries))
	type span struct{ offset, size int64 }
	claimed, spans := int64(0), make(map[span]bool, length/entrySize)
	files := make([]File, 0, length/entrySize)
	for i := 0; i < len(entries); i += entrySize {
		e := entries[i : i+entrySize]
		name, _, _ := strings.Cut(string(e[:nameSize]), "\x00")
		off := int64(int32(binary.LittleEndian.Uint32(e[nameSize:])))
		n := int64(int32(binary.LittleEndian.Uint32(e[nameSize+4:])))
		switch {
		case n < 0:
			return nil, refuse("file %d, %q, has a length of %d bytes", i/entrySize, name, n)
		case n > 0 && (off < headerSize || off+n > size):
			return nil, refuse("file %d, %q (%d bytes at %d), exceeds the archive size of %d bytes", i/entrySize, name,
				n, off, size)
		case n > 0 && off < dir+length && off+n > dir:
			return nil, refuse("file %d, %q (%d bytes at %d), overlaps the directory at %d", i/entrySize, name, n, off,
				dir)
		}
		s := span{off, n}
		again := spans[s]
		if !again {
			spans[s] = true
			claimed += n
		}
		if claimed > size {
			return nil, refuse("its files overlap: up to file %d, %q, they claim %d bytes of its %d", i/entrySize, name,
				claimed, size)
		}
		files = append(files, File{strings.ReplaceAll(name, `\`, "/"), off, n, again && n > 0, r})
	}
	return files, nil
}

// directory returns the directory of a PAK and its offset.
func directory(r io.ReaderAt, size int64) (entries []byte, dir int64, err error) {
	var head [headerSize]byte
	if size < headerSize {
		return nil, 0, refuse("%d bytes, shorter than a header", size)
	}
	if _, err := r.ReadAt(head[:], 0); err != nil && err != io.EOF {
		return nil, 0, err
	}
	dir = int64(int32(binary.LittleEndian.Uint32(head[4:])))
	length := int64(int32(binary.LittleEndian.Uint32(head[8:])))
	switch {
	case !Is(head[:]):
		return nil, 0, refuse("it does not begin as a PAK")
	case length < 0 || length%entrySize != 0:
		return nil, 0, refuse("a directory of %d bytes is no multiple of %d", length, entrySize)
	case length/entrySize > MaxFiles:
		return nil, 0, refuse("%d files, more than %d", length/entrySize, MaxFiles)
	case dir < headerSize || dir+length > size:
		return nil, 0, refuse("the directory (%d bytes at %d) exceeds the file size of %d bytes", length, dir, size)
	}
	entries = make([]byte, length)
	if _, err := io.ReadFull(io.NewSectionReader(r, dir, length), entries); err != nil {
		return nil, 0, fmt.Errorf("directory at %d: %w", dir, err)
	}
	return entries, dir, nil
}

// Packed returns the file's size in the archive, in bytes.
func (f *File) Packed() int64 { return f.Size }

// Head reads the first n bytes of the file, or all of a shorter one.
func (f *File) Head(n int) ([]byte, error) {
	data := make([]byte, min(int64(n), f.Size))
	_, err := io.ReadFull(io.NewSectionReader(f.r, f.Offset, f.Size), data)
	return data, err
}

// Read reads the file.
func (f *File) Read() ([]byte, error) { return f.Head(int(f.Size)) }
