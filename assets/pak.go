package assets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// A PAK file begins with "PACK", then the directory's offset and length in
// bytes, both little-endian 32-bit. A directory entry is a name of 56 bytes,
// padded with zeros, and the file's offset and length.
const (
	pakMagic  = "PACK"
	pakHeader = 12
	pakEntry  = 64
	pakName   = 56
)

// IsPAK reports whether a file begins as a PAK.
func IsPAK(head []byte) bool { return bytes.HasPrefix(head, []byte(pakMagic)) }

// indexPAK reads the directory. The first of two equal names wins, as in the
// engines, which search from the front. An archive is refused if an entry lies
// outside it or overlaps its header or directory. Files may be the same bytes:
// packers do that to save space. Files that only overlap are made by nobody, so the
// archive is refused if different ones claim more bytes together than it has.
func (a *Archive) indexPAK(size int64) error {
	refuse := func(format string, args ...any) error {
		return &FormatError{a.path, PAK, fmt.Sprintf(format, args...)}
	}
	var head [pakHeader]byte
	if _, err := a.r.ReadAt(head[:], 0); err != nil && size >= pakHeader {
		return err
	}
	if size < pakHeader {
		return refuse("%d bytes, shorter than a header", size)
	}
	dir := int64(int32(binary.LittleEndian.Uint32(head[4:])))
	length := int64(int32(binary.LittleEndian.Uint32(head[8:])))
	switch {
	case length < 0 || length%pakEntry != 0:
		return refuse("a directory of %d bytes is no multiple of %d", length, pakEntry)
	case length/pakEntry > maxArchiveFiles:
		return refuse("%d files, more than %d", length/pakEntry, maxArchiveFiles)
	case dir < pakHeader || dir+length > size:
		return refuse("the directory (%d bytes at %d) exceeds the file size of %d bytes", length, dir, size)
	}
	entries := make([]byte, length)
	if _, err := io.ReadFull(io.NewSectionReader(a.r, dir, length), entries); err != nil {
		return fmt.Errorf("%s: directory at %d: %w", a.path, dir, err)
	}
	claimed, spans := int64(0), make(map[span]bool, length/pakEntry)
	for i := 0; i < len(entries); i += pakEntry {
		e := entries[i : i+pakEntry]
		name, _, _ := strings.Cut(string(e[:pakName]), "\x00")
		off := int64(int32(binary.LittleEndian.Uint32(e[pakName:])))
		n := int64(int32(binary.LittleEndian.Uint32(e[pakName+4:])))
		switch {
		case n < 0:
			return refuse("file %d, %q, has a length of %d bytes", i/pakEntry, name, n)
		case n > 0 && (off < pakHeader || off+n > size):
			return refuse("file %d, %q (%d bytes at %d), exceeds the archive size of %d bytes", i/pakEntry, name,
				n, off, size)
		case n > 0 && off < dir+length && off+n > dir:
			return refuse("file %d, %q (%d bytes at %d), overlaps the directory at %d", i/pakEntry, name, n, off, dir)
		}
		if s := (span{off, n}); !spans[s] {
			spans[s] = true
			claimed += n
		}
		if claimed > size {
			return refuse("its files overlap: up to file %d, %q, they claim %d bytes of its %d", i/pakEntry, name,
				claimed, size)
		}
		a.add(strings.ReplaceAll(name, `\`, "/"), n, pakData(off), false)
	}
	return nil
}

// pakData is the offset of a file in its PAK; indexPAK has checked it.
type pakData int64

func (off pakData) read(a *Archive, size int64) ([]byte, error) {
	data := make([]byte, size)
	_, err := io.ReadFull(io.NewSectionReader(a.r, int64(off), size), data)
	return data, err
}

func (off pakData) head(a *Archive, n int64) ([]byte, error) { return off.read(a, n) }

func (pakData) limit() int64 { return maxFile }
