package assets

import (
	"demoscope/internal/zipfile"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Limits on what is read: far above what games hold, and far below what would
// exhaust memory.
const (
	// maxFile is the size in bytes of the largest file that is read, loose or
	// from an archive. The largest known maps are around 100 MB.
	maxFile = 256 << 20
	// maxArchiveFiles is the number of files in an archive, PAK or ZIP.
	maxArchiveFiles = zipfile.MaxFiles
)

// Kind is the sort of place that a file was found in.
type Kind string

// The kinds of places. [Sample] is built into the program.
const (
	Folder Kind = "folder"
	PAK    Kind = "PAK"
	PK3    Kind = "PK3"
	Sample Kind = "sample"
)

// An Archive is a PAK or PK3 (ZIP) file: names and their contents, opened by
// [OpenArchive]. It may be read from several goroutines. Its file is open only
// while something is read.
type Archive struct {
	path    string
	kind    Kind
	members []member
	index   map[string]int // of members, by folded name
	names   []string       // as stored, sorted by folded name
	ignored int
	r       io.ReaderAt
	file    *diskFile // nil unless opened by path
}

// A FormatError says why a whole archive is refused.
type FormatError struct {
	Path   string
	Kind   Kind
	Reason string
}

// Error is the archive with the reason.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: bad %s archive: %s", e.Path, e.Kind, e.Reason)
}

// A SizeError refuses a file of more than 256 MiB, loose or in an archive.
type SizeError struct {
	Name string // where it is
	Size int64  // bytes
}

// Error says how large the file is, and how large it may be.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%s: %d bytes are more than the %d that are read of one file", e.Name, e.Size, int64(maxFile))
}

// OpenArchive opens a PAK or PK3 file; its first bytes decide which. Errors: a
// *[FormatError], or what opening and reading the file gave.
func OpenArchive(path string) (*Archive, error) {
	file := &diskFile{path: path}
	if err := file.hold(); err != nil {
		return nil, err
	}
	defer file.release()
	a, err := newArchive(file, file.size, path)
	if err != nil {
		return nil, err
	}
	a.file = file
	return a, nil
}

// newArchive reads the directory of a PAK or PK3 of the given size from r. The
// path is for error texts.
func newArchive(r io.ReaderAt, size int64, path string) (*Archive, error) {
	a := &Archive{path: path, r: r, index: map[string]int{}}
	var magic [4]byte
	if n, err := r.ReadAt(magic[:], 0); n < len(magic) {
		if err == nil || errors.Is(err, io.EOF) {
			return nil, &FormatError{path, PAK, fmt.Sprintf("%d bytes are too few", size)}
		}
		return nil, err
	}
	var err error
	if string(magic[:]) == pakMagic {
		a.kind = PAK
		err = a.indexPAK(size)
	} else {
		a.kind = PK3
		err = a.indexZIP(size)
	}
	if err != nil {
		return nil, err
	}
	a.names = make([]string, len(a.members))
	for i, m := range a.members {
		a.names[i] = m.name
	}
	slices.SortFunc(a.names, compareFolded)
	return a, nil
}

// Names returns the game paths in the archive, as stored there, sorted without
// regard to case. The caller must not change the slice. Directories and names
// that could leave a game folder are left out.
func (a *Archive) Names() []string { return a.names }

// Stat returns the stored name and the size in bytes of a file, without regard
// to case.
func (a *Archive) Stat(name string) (stored string, size int64, ok bool) {
	i, ok := a.index[fold(name)]
	if !ok {
		return "", 0, false
	}
	return a.members[i].name, a.members[i].size, true
}

// ReadFile returns a file's contents, found without regard to case. A name that
// is not there gives an error for which errors.Is(err, [fs.ErrNotExist]) holds, a
// file that is too large a *[SizeError].
func (a *Archive) ReadFile(name string) ([]byte, error) {
	i, ok := a.index[fold(name)]
	if !ok {
		return nil, fmt.Errorf("%s: %s: %w", a.path, name, fs.ErrNotExist)
	}
	m := a.members[i]
	if m.size > maxFile {
		return nil, &SizeError{a.path + ": " + m.name, m.size}
	}
	if a.file != nil {
		if err := a.file.hold(); err != nil {
			return nil, err
		}
		defer a.file.release()
	}
	data, err := m.data.read(a, m.size)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", a.path, m.name, err)
	}
	return data, nil
}

// Close ends the use of the archive: reads fail afterwards.
func (a *Archive) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.close()
}

// member is one file of an archive.
type member struct {
	name string
	size int64
	data memberData
}

// memberData is where a member's bytes are.
type memberData interface {
	read(a *Archive, size int64) ([]byte, error)
}

// add enters a member under its cleaned name. If replace is set, the later of
// two equal names wins, else the earlier.
func (a *Archive) add(name string, size int64, data memberData, replace bool) {
	clean, err := cleanName(name)
	if err != nil {
		a.ignored++
		return
	}
	key := fold(clean)
	i, twice := a.index[key]
	switch {
	case !twice:
		a.index[key] = len(a.members)
		a.members = append(a.members, member{clean, size, data})
	case replace:
		a.members[i] = member{clean, size, data}
	}
}

func compareFolded(a, b string) int {
	return strings.Compare(fold(a), fold(b))
}

// diskFile is a file that is open only between hold and release, so that a
// folder of hundreds of archives costs no file handles.
type diskFile struct {
	path string

	mu     sync.Mutex
	f      *os.File
	users  int
	size   int64
	mod    time.Time
	known  bool
	closed bool
}

func (d *diskFile) hold() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return fmt.Errorf("%s: %w", d.path, fs.ErrClosed)
	}
	if d.users > 0 {
		d.users++
		return nil
	}
	// Before opening: a pipe would wait for its writer.
	info, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", d.path)
	}
	if d.known && (info.Size() != d.size || !info.ModTime().Equal(d.mod)) {
		return fmt.Errorf("%s: changed since its directory was read", d.path)
	}
	f, err := os.Open(d.path)
	if err != nil {
		return err
	}
	d.f, d.users = f, 1
	d.size, d.mod, d.known = info.Size(), info.ModTime(), true
	return nil
}

func (d *diskFile) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users--; d.users == 0 {
		d.f.Close() // read only: nothing to lose
		d.f = nil
	}
}

func (d *diskFile) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	return nil
}

// ReadAt reads while the file is held.
func (d *diskFile) ReadAt(p []byte, off int64) (int, error) {
	d.mu.Lock()
	f := d.f
	d.mu.Unlock()
	if f == nil {
		return 0, fmt.Errorf("%s: %w", d.path, fs.ErrClosed)
	}
	return f.ReadAt(p, off)
}
