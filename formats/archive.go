package formats

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"demoscope/formats/dzip"
	"demoscope/internal/bounded"
	"demoscope/internal/filename"
	"demoscope/internal/zipfile"
)

// archives are the kinds of archives that are read here.
var archives = [...]struct {
	packing   string
	extension string
	is        func(head []byte) bool
	open      func(r io.ReaderAt, size int64) ([]packedFile, error)
}{
	{"zip", ".zip", isZip, openZip},
	{"dzip", ".dz", dzip.Is, openDzip},
}

// packedFile is a file in an archive.
type packedFile struct {
	name   string
	size   int64
	source interface {
		// Packed returns how many bytes of the archive the file takes.
		Packed() int64
		// Head unpacks the first n bytes.
		Head(n int) ([]byte, error)
		// Read unpacks the file, with an error what could be unpacked.
		Read() ([]byte, error)
	}
}

func isZip(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

func openZip(r io.ReaderAt, size int64) ([]packedFile, error) {
	files, err := zipfile.Open(r, size)
	list := make([]packedFile, len(files))
	for i := range files {
		list[i] = packedFile{files[i].Name, files[i].Size, &files[i]}
	}
	return list, err
}

func openDzip(r io.ReaderAt, size int64) ([]packedFile, error) {
	a, err := dzip.Open(r, size)
	if err != nil {
		return nil, err
	}
	list := make([]packedFile, len(a.Files))
	for i, f := range a.Files {
		list[i] = packedFile{f.Name, f.Size, dzipFile{f}}
	}
	return list, nil
}

type dzipFile struct{ *dzip.File }

func (f dzipFile) Read() ([]byte, error) {
	return bounded.Unpack(f.Name, f.Size, func() (io.ReadCloser, error) {
		r, err := f.Open()
		return io.NopCloser(r), err
	})
}

// IsArchive reports whether a file begins as an archive that [OpenArchive] opens.
func IsArchive(head []byte) bool { return archiveKind(head) >= 0 }

// archiveKind returns the index in archives of the kind of a file with that beginning, -1 if it is none.
func archiveKind(head []byte) int {
	for i := range archives {
		if archives[i].is(head) {
			return i
		}
	}
	return -1
}

// HasArchiveName reports whether a file name has the extension of an archive in which demos are.
func HasArchiveName(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	for i := range archives {
		if archives[i].extension == ext {
			return true
		}
	}
	return false
}

// Packed is an archive whose files are compressed, as an [Archive]: a ZIP or one of Dzip. An archive in it is like a
// folder of that name. It may be used by several goroutines.
type Packed struct {
	kind  int // in archives
	depth int // how many archives it is in
	files map[string]*packedFile
	names []string

	leftOut      int
	firstLeftOut string

	mu    sync.Mutex
	inner *Packed // the archive in it that was used last
	in    string  // its name
}

// LeftOut returns how many files are left out because of their names, and the first of
// the names.
func (a *Packed) LeftOut() (n int, first string) { return a.leftOut, a.firstLeftOut }

// OpenArchive reads the directory of an archive of the given size in bytes. Files whose
// names could lead out of a folder are left out; of equal names the first counts. An
// archive is refused if its files together would unpack to more than one file of its
// size may. The error is a *[zipfile.FormatError], a *[dzip.FormatError], or one of r.
func OpenArchive(r io.ReaderAt, size int64) (*Packed, error) { return openArchive(r, size, 0) }

func openArchive(r io.ReaderAt, size int64, depth int) (*Packed, error) {
	var head [8]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	a := &Packed{kind: max(archiveKind(head[:n]), 0), depth: depth}
	files, err := archives[a.kind].open(r, size)
	if err != nil {
		return nil, err
	}
	a.files = make(map[string]*packedFile, len(files))
	total, limit := int64(0), max(plentyUnpacked, min(size, MaxDemo)*bounded.MaxRatio)
	for i := range files {
		f := &files[i]
		if total += min(max(f.size, 0), limit+1); total > limit {
			return nil, fmt.Errorf("%s: up to %q, its files unpack to more than %d bytes", archives[a.kind].packing,
				f.name, limit)
		}
		name := strings.ReplaceAll(f.name, `\`, "/")
		if !fs.ValidPath(strings.ToValidUTF8(name, "?")) {
			if a.leftOut++; a.leftOut == 1 {
				a.firstLeftOut = name
			}
			continue
		}
		if a.files[name] != nil {
			continue
		}
		a.files[name] = f
		a.names = append(a.names, name)
	}
	return a, nil
}

// Names returns the files' names in the order of the archive, without those in archives in it.
func (a *Packed) Names() []string { return a.names }

// Stat finds a file by its name, or else by one that differs in case alone, or that JSON has so.
func (a *Packed) Stat(name string) (stored string, size int64, ok bool) {
	if f := a.files[name]; f != nil {
		return name, f.size, true
	}
	i := slices.IndexFunc(a.names, func(other string) bool { return strings.EqualFold(name, other) })
	if i >= 0 {
		stored = a.names[i]
	} else if stored, ok = filename.Find(slices.Values(a.names), name); !ok {
		inner, outer, rest := a.innerOf(name)
		if inner == nil {
			return "", 0, false
		}
		stored, size, ok = inner.Stat(rest)
		return outer + "/" + stored, size, ok
	}
	return stored, a.files[stored].size, true
}

// innerOf splits the name of a file in an archive in a: that archive, its name and the name in it. The archive is nil
// if there is none.
func (a *Packed) innerOf(name string) (inner *Packed, outer, rest string) {
	for i, c := range name {
		if c != '/' || !HasArchiveName(name[:i]) {
			continue
		}
		if inner = a.innerArchive(name[:i]); inner != nil {
			return inner, name[:i], name[i+1:]
		}
	}
	return nil, "", ""
}

// innerArchive opens an archive in a. It is nil if there is none of that name, or it can't be opened.
func (a *Packed) innerArchive(name string) *Packed {
	f := a.files[name]
	if f == nil || a.depth == maxWraps-1 {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.in == name {
		return a.inner
	}
	a.in, a.inner = name, nil
	if data, _ := a.ReadFile(name); IsArchive(data) {
		a.inner, _ = openArchive(bytes.NewReader(data), int64(len(data)), a.depth+1)
	}
	return a.inner
}

// Packing returns how a file is packed: the kinds of archives that it is in, the outermost first.
func (a *Packed) Packing(name string) []string {
	packing := []string{archives[a.kind].packing}
	if a.files[name] == nil {
		if inner, _, rest := a.innerOf(name); inner != nil {
			packing = append(packing, inner.Packing(rest)...)
		}
	}
	return packing
}

// find returns the file that Stat finds.
func (a *Packed) find(name string) (*packedFile, error) {
	stored, size, ok := a.Stat(name)
	if !ok {
		return nil, fs.ErrNotExist
	}
	f := a.files[stored]
	if f == nil {
		inner, _, rest := a.innerOf(stored)
		if inner == nil {
			return nil, fs.ErrNotExist
		}
		return inner.find(rest)
	}
	if limit := bounded.Unpacked(f.source.Packed(), plentyUnpacked, MaxDemo); size > limit {
		return nil, fmt.Errorf("%s: %w", archives[a.kind].packing, tooLarge(limit))
	}
	return f, nil
}

// ReadHead unpacks the beginning of one file.
func (a *Packed) ReadHead(name string, n int) ([]byte, error) {
	f, err := a.find(name)
	if err != nil {
		return nil, err
	}
	return f.source.Head(n)
}

// ReadFile unpacks one file, with an error as much of it as can be.
func (a *Packed) ReadFile(name string) ([]byte, error) {
	f, err := a.find(name)
	if err != nil {
		return nil, err
	}
	return f.source.Read()
}
