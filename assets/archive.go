package assets

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"demoscope/internal/bounded"
	"demoscope/internal/pakfile"
	"demoscope/internal/zipfile"
)

// Limits far above the games' sizes, and far below what would exhaust memory.
const (
	// maxFile is the maximum size in bytes of a file, loose or in an archive. The largest known maps are around 100 MB.
	maxFile = 256 << 20
	// minUnpackLimit is how many bytes any file in a PK3 may unpack to. The compression ratio of a larger file must not
	// exceed [bounded.MaxRatio].
	minUnpackLimit = 64 << 20
	// maxArchiveFiles is the maximum number of files in an archive, PAK or ZIP.
	maxArchiveFiles = zipfile.MaxFiles
)

// Kind is the kind of a file's location.
type Kind string

// The kinds of locations. [Sample] is built into the program.
const (
	Folder Kind = "folder"
	PAK    Kind = "PAK"
	PK3    Kind = "PK3"
	Sample Kind = "sample"
)

// An Archive is a PAK or PK3 (ZIP) file: names and their contents, opened by [OpenArchive]. It is safe for concurrent
// use. Its file is only open during reads.
type Archive struct {
	path    string
	kind    Kind
	members []member
	index   map[string]int // of members, by folded name
	names   []string       // as stored, sorted by folded name
	ignored int            // number of files whose names could lead out of a game folder
	r       io.ReaderAt
	file    *bounded.OnDemand // nil if the archive was not opened by path
}

// A FormatError is the reason why a whole archive is refused.
type FormatError struct {
	Path   string
	Kind   Kind
	Reason string
}

// Error returns the archive's path and the reason.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: bad %s archive: %s", e.Path, e.Kind, e.Reason)
}

// A SizeError refuses a file of more than 256 MiB, loose or in an archive, or one of more than 64 MiB with an
// implausible compression ratio.
type SizeError struct {
	Name  string // location of the file
	Size  int64  // bytes
	Limit int64  // bytes
}

// Error returns the file's size and the limit.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%s: %d bytes, more than the limit of %d", e.Name, e.Size, e.Limit)
}

// OpenArchive opens a PAK or PK3 file, which it recognizes by the first bytes. The error is a *[FormatError], or one of
// opening and reading the file.
func OpenArchive(path string) (*Archive, error) {
	file := bounded.NewOnDemand(path)
	if err := file.Hold(); err != nil {
		return nil, err
	}
	a, err := newArchive(file, file.Size(), path)
	if changed := file.Release(); changed != nil {
		return nil, changed
	}
	if err != nil {
		return nil, err
	}
	a.file = file
	return a, nil
}

// newArchive reads the directory of a PAK or PK3 of the given size from r. The path is for error messages.
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
	if pakfile.Is(magic[:]) {
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

// Names returns the game paths in the archive, as stored there, sorted without regard to case. It leaves out
// directories and names that could lead out of a game folder. The caller must not change the slice.
func (a *Archive) Names() []string { return a.names }

// Stat returns the stored name and the size in bytes of a file. It ignores case.
func (a *Archive) Stat(name string) (stored string, size int64, ok bool) {
	i, ok := a.index[fold(name)]
	if !ok {
		return "", 0, false
	}
	return a.members[i].name, a.members[i].size, true
}

// ReadFile returns the contents of a file. It ignores case. If there is no such file, errors.Is(err, [fs.ErrNotExist])
// holds. A file that is too large is a *[SizeError], and an archive file that changed since it was opened is
// [bounded.ErrChanged].
func (a *Archive) ReadFile(name string) ([]byte, error) { return a.readFile(name, maxFile) }

// readFile is ReadFile for a file of at most limit bytes.
func (a *Archive) readFile(name string, limit int64) ([]byte, error) {
	return a.read(name, func(m *member) ([]byte, error) {
		if limit := min(limit, m.data.limit()); m.size > limit {
			return nil, &SizeError{a.path + ": " + m.name, m.size, limit}
		}
		return m.data.read(a, m.size)
	})
}

// ReadHead returns the first n bytes of a file, or all of a shorter one: see [Archive.ReadFile].
func (a *Archive) ReadHead(name string, n int) ([]byte, error) {
	return a.read(name, func(m *member) ([]byte, error) { return m.data.head(a, min(int64(n), m.size)) })
}

// read calls f with the named file while the archive is open.
func (a *Archive) read(name string, f func(*member) ([]byte, error)) ([]byte, error) {
	i, ok := a.index[fold(name)]
	if !ok {
		return nil, fmt.Errorf("%s: %s: %w", a.path, name, fs.ErrNotExist)
	}
	m := &a.members[i]
	if err := a.Hold(); err != nil {
		return nil, err
	}
	data, err := f(m)
	// Check this first: the change may have caused an error.
	if changed := a.Release(); changed != nil {
		return nil, changed
	}
	var size *SizeError
	switch {
	case errors.As(err, &size):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%s: %s: %w", a.path, m.name, err)
	}
	return data, nil
}

// Hold keeps the archive's file open until [Archive.Release], which makes reading many
// files cheaper. Errors are those of [Archive.ReadFile].
func (a *Archive) Hold() error {
	if a.file == nil {
		return nil
	}
	return a.file.Hold()
}

// Release ends the effect of [Archive.Hold]. The error is [bounded.ErrChanged] if the file was written to in the
// meantime.
func (a *Archive) Release() error {
	if a.file == nil {
		return nil
	}
	return a.file.Release()
}

// Close closes the archive: later reads fail.
func (a *Archive) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}

// member is a file of an archive.
type member struct {
	name string
	size int64
	data memberData
}

// memberData is the location of a member's bytes.
type memberData interface {
	read(a *Archive, size int64) ([]byte, error)
	// head reads the first n bytes.
	head(a *Archive, n int64) ([]byte, error)
	// limit returns the maximum size of the file in bytes.
	limit() int64
}

// add adds a member under its cleaned name. Of two equal names the later wins if replace is set, otherwise the earlier.
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
