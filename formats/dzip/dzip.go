// Package dzip reads Dzip archives (.dz), the usual form of Quake speed runs, in versions 1, 2 and 3. Dzip codes Quake
// demos as differences between messages before it deflates them.
//
// Archives are not trusted. [MaxFiles] and maxName bound the cost of a directory, maxCommon the unpacked size of an
// archive of version 1, and maxSalvage that of files without a directory. The input of a demo is bounded by its output.
// Files are unpacked in pieces, to their own end: the size in the directory may be wrong. The caller decides which
// names are safe and how much a file may unpack to.
package dzip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

const (
	// MaxFiles is the maximum number of files in an archive, as in a ZIP.
	MaxFiles = 65535
	// maxName is the maximum size in bytes of a name, including the final 0.
	maxName = 257
	// maxCommon is the maximum unpacked size in bytes of the common stream in an archive of version 1. These archives
	// are from 1997 and 1998.
	maxCommon = 64 << 20
	// headerSize is the number of bytes before the first file.
	headerSize = 12
)

// Types of files in a directory.
const (
	typeFile      = 0
	typeDemo1     = 1 // of version 1
	typeText      = 2
	typePAK       = 3
	typeArchive   = 4
	typeDemo      = 5
	typeNehahra   = 6 // coded as typeDemo
	typeDirectory = 7
	typeStored    = 8
)

// ErrChecksum says that a file does not match its checksum: it is damaged, or Dzip lost something when it packed the
// file.
var ErrChecksum = errors.New("the checksum is wrong")

// LengthError says that a file unpacks to another size than its directory says. If the checksum is wrong, too, Dzip may
// have lost something when it packed the file.
type LengthError struct {
	Size     int64 // in bytes, according to the directory
	Checksum bool  // it is right
}

// Error names the size.
func (e *LengthError) Error() string {
	text := fmt.Sprintf("the archive's directory says %d", e.Size)
	if !e.Checksum {
		text += ", and " + ErrChecksum.Error()
	}
	return text
}

// FormatError is the reason why data is no Dzip archive.
type FormatError struct{ Reason string }

// Error returns the reason.
func (e *FormatError) Error() string { return "dzip: " + e.Reason }

func refuse(format string, args ...any) error { return &FormatError{fmt.Sprintf(format, args...)} }

// Is reports whether a file begins like a Dzip archive in a version that this package reads.
func Is(head []byte) bool {
	return len(head) >= 3 && head[0] == 'D' && head[1] == 'Z' && head[2] >= 1 && head[2] <= 3
}

// Archive is an open archive. Different goroutines may read its files.
type Archive struct {
	// Files are the files in directory order. A PAK is a file; the files in it follow as files in a folder of that
	// name.
	Files []*File
	// Salvage describes the search for files that the directory lacks, nil if it is complete.
	Salvage *Salvage

	r      io.ReaderAt
	size   int64
	major  byte
	common func() ([]byte, error) // of version 1; with an error, the unpacked part
	tried  atomic.Int64           // bytes of the demos whose rules were found out
}

// entry is an entry of the directory.
type entry struct {
	at, size, real uint32
	pak            int
	crc, kind      uint32
	name           string
}

// Open reads the directory of an archive of size bytes. If the directory is not complete, Open searches for the other
// files: see [Archive.Salvage]. The error is a *[FormatError], or one of r.
func Open(r io.ReaderAt, size int64) (*Archive, error) {
	var head [headerSize]byte
	if n, err := r.ReadAt(head[:], 0); n < len(head) {
		if err == io.EOF {
			return nil, refuse("%d bytes are too few", size)
		}
		return nil, err
	}
	if !Is(head[:]) {
		return nil, refuse("it does not begin as an archive of version 1, 2 or 3")
	}
	a := &Archive{r: r, size: size, major: head[2]}
	at, n := int64(binary.LittleEndian.Uint32(head[4:])), int64(binary.LittleEndian.Uint32(head[8:]))
	entries, end, wrong, err := a.directory(at, n)
	if err != nil {
		return nil, err
	}
	if wrong == "" && a.misplaced(entries, at) {
		wrong, entries = "damaged", nil
	}
	if wrong == "" {
		a.common = sync.OnceValues(func() ([]byte, error) { return a.unpackCommon(at) })
		a.addAll(entries)
		a.searchRest(at, end)
		return a, nil
	}
	if a.salvage(wrong, at, end, entries); len(a.Files) == 0 {
		return nil, refuse("its directory is %s, and nothing in it is readable", wrong)
	}
	return a, nil
}

// fixed returns the size in bytes of a directory entry before its name.
func (a *Archive) fixed() int {
	if a.major == 1 {
		return 24
	}
	return 32
}

// directory reads n entries at an offset. It returns those before the first damage, where they end, and what is wrong
// with the directory, empty if nothing is.
func (a *Archive) directory(at, n int64) (entries []entry, end int64, wrong string, err error) {
	fixed := a.fixed()
	switch {
	case at < headerSize, at >= a.size:
		return nil, at, "missing", nil
	case n > MaxFiles && n <= (a.size-at)/int64(fixed):
		return nil, at, "", refuse("%d files are more than %d", n, MaxFiles)
	case n == 0, n > MaxFiles:
		return nil, at, "damaged", nil
	}
	data := make([]byte, min(a.size-at, n*int64(fixed+maxName)))
	if _, err := a.r.ReadAt(data, at); err != nil && err != io.EOF {
		return nil, at, "", err
	}
	entries = make([]entry, 0, min(n, int64(len(data)/fixed)))
	for end = at; n > 0; n-- {
		if len(data) < fixed {
			return entries, end, "incomplete", nil
		}
		e := entry{at: binary.LittleEndian.Uint32(data), size: binary.LittleEndian.Uint32(data[4:]),
			real: binary.LittleEndian.Uint32(data[8:]), pak: int(binary.LittleEndian.Uint16(data[14:])),
			crc: binary.LittleEndian.Uint32(data[16:]), kind: binary.LittleEndian.Uint32(data[20:])}
		length := int(binary.LittleEndian.Uint16(data[12:]))
		switch data = data[fixed:]; {
		case length > maxName:
			return entries, end, "damaged", nil
		case length > len(data):
			return entries, end, "incomplete", nil
		}
		name, _, _ := bytes.Cut(data[:length], []byte{0})
		e.name = string(name)
		data = data[length:]
		end += int64(fixed + length)
		entries = append(entries, e)
	}
	return entries, end, "", nil
}

// addAll adds the files of the entries. A PAK's file count may be too small after a deletion. PAKs with an incomplete
// directory are left out; the known files in them are not.
func (a *Archive) addAll(entries []entry) {
	for i := 0; i < len(entries); i++ {
		e := &entries[i]
		if e.kind == typeDirectory {
			continue
		}
		name := strings.ReplaceAll(e.name, `\`, "/")
		if e.kind != typePAK {
			a.add(e, name)
			continue
		}
		first := i + 1
		for i+1 < len(entries) && (i+1-first < e.pak || entries[i+1].pak > 0 && entries[i+1].pak == entries[i].pak+1) {
			i++
		}
		a.addPAK(name, entries[first:i+1])
	}
}

func (a *Archive) add(e *entry, name string) {
	f := &File{Name: name, Size: int64(e.real), a: a, kind: e.kind, at: int64(e.at), size: int64(e.size), end: a.size,
		crc: e.crc}
	if a.major == 1 {
		f.at = max(f.at-headerSize, 0)
	}
	a.Files = append(a.Files, f)
}

// addPAK adds a PAK and its files.
func (a *Archive) addPAK(name string, entries []entry) {
	pak := &File{Name: name, Size: pakHeader, a: a, kind: typePAK}
	if a.Salvage == nil {
		a.Files = append(a.Files, pak)
	}
	first := len(a.Files)
	for i := range entries {
		e := &entries[i]
		a.add(e, name+"/"+e.name)
		pak.names = append(pak.names, e.name)
		pak.Size += int64(e.real) + pakEntry
		pak.size += int64(e.size)
	}
	pak.files = a.Files[first:len(a.Files):len(a.Files)]
}
