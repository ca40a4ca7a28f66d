package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"demoscope/internal/bounded"
	"demoscope/internal/filename"
	"demoscope/internal/zipfile"

	"github.com/klauspost/compress/gzip"
)

const (
	// MaxDemo is how many bytes of a demo are read, or unpacked. The largest ones,
	// recordings of whole evenings, are a few hundred megabytes.
	MaxDemo = 1 << 30
	// plentyUnpacked is how many bytes any packed file may unpack to; a larger one
	// must not be packed more tightly than [bounded.MaxRatio], because a file of a
	// few kilobytes can claim any size.
	plentyUnpacked = 300 << 20
	// HeadSize is how many bytes of the beginning of a file decide whether it is a
	// demo: the first messages of a level, with the blocks that may come before
	// them, and more where the beginning is damaged.
	HeadSize = 1 << 20
	// maxWraps limits how deeply a file may be packed: a .gz in a .zip occurs,
	// and one level more does no harm.
	maxWraps = 3
	// maxProbe limits how many files are examined in an archive in which no file
	// has the name of a demo, and probeSize how many bytes of each.
	maxProbe  = 64
	probeSize = 64 << 10
)

// tooLarge says that packed bytes unpack to more than limit.
func tooLarge(limit int64) error {
	if limit < MaxDemo {
		return fmt.Errorf("unpacks to more than %d bytes and more than %d times its size", limit,
			bounded.MaxRatio)
	}
	return fmt.Errorf("unpacks to more than %d bytes", limit)
}

// Archive is a file that holds named files: a ZIP, or another kind that the
// caller opened (a PAK).
type Archive interface {
	// Names returns the files' names.
	Names() []string
	// Stat returns a file's name as it is stored, and its size in bytes.
	Stat(name string) (stored string, size int64, ok bool)
	// ReadHead returns the first n bytes of a file, fewer if it has no more or no more
	// of them can be unpacked.
	ReadHead(name string, n int) ([]byte, error)
	// ReadFile returns a file, with an error what could be unpacked of it.
	ReadFile(name string) ([]byte, error)
}

// CutError says that a demo in a packed file could not be unpacked as a whole. It is
// read as far as it could be.
type CutError struct {
	Packing string // "gzip", "zip"
	Bytes   int64  // of the demo that there are
	Err     error  // why there are no more, or why they are not trusted
}

// Error says how much there is, and why it is not all.
func (e *CutError) Error() string {
	switch {
	case errors.Is(e.Err, gzip.ErrChecksum), errors.Is(e.Err, zipfile.ErrChecksum):
		return fmt.Sprintf("%s: all %d bytes unpacked, but with a wrong checksum: some are damaged",
			e.Packing, e.Bytes)
	case errors.Is(e.Err, errTrailing):
		return fmt.Sprintf("%s: all %d bytes unpacked, but %v", e.Packing, e.Bytes, e.Err)
	case errors.Is(e.Err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s: only %d bytes unpacked: compressed data is truncated", e.Packing, e.Bytes)
	}
	return fmt.Sprintf("%s: only %d bytes unpacked: %v", e.Packing, e.Bytes, e.Err)
}

// Unwrap returns the cause.
func (e *CutError) Unwrap() error { return e.Err }

// cut notes that a file could not be unpacked as a whole. Of several packings inside of
// each other the outermost is what is damaged.
func (d *Demo) cut(packing string, err error) {
	if d.Cut == nil {
		d.Cut = &CutError{Packing: packing, Err: err}
	}
}

// ChoiceError says that an archive holds several demos, or none.
type ChoiceError struct {
	File  string
	Names []string // of the demos in it, for OpenIn
	// LeftOut is how many of its files have names that could lead out of a folder, and
	// First the name of the first. They cannot be opened.
	LeftOut int
	First   string
	// Inner is the first archive in an archive without demos. What is in it is not looked
	// for.
	Inner string
}

// Error lists the demos.
func (e *ChoiceError) Error() string {
	switch {
	case len(e.Names) == 0 && e.LeftOut == 1:
		return fmt.Sprintf("%s: contains no demos but %q, whose name could lead out of a folder", e.File, e.First)
	case len(e.Names) == 0 && e.LeftOut > 1:
		return fmt.Sprintf(
			"%s: contains no demos but %d files whose names could lead out of a folder, the first %q", e.File,
			e.LeftOut, e.First)
	case len(e.Names) == 0 && e.Inner != "":
		return fmt.Sprintf("%s: contains no demos but %q, which has to be unpacked first", e.File, e.Inner)
	case len(e.Names) == 0:
		return fmt.Sprintf("%s: contains no demos", e.File)
	}
	return fmt.Sprintf("%s: contains %d demos, name one of them: %s", e.File, len(e.Names),
		strings.Join(e.Names, ", "))
}

// NewChoiceError returns the error of an archive with these demos. It says which files are
// left out if the archive has a method LeftOut, as [Zip] has.
func NewChoiceError(file string, a Archive, demos []string) *ChoiceError {
	e := &ChoiceError{File: file, Names: demos}
	if l, ok := a.(interface{ LeftOut() (int, string) }); ok {
		e.LeftOut, e.First = l.LeftOut()
	}
	for _, name := range a.Names() {
		if len(demos) > 0 || e.Inner != "" {
			break
		}
		switch strings.ToLower(path.Ext(name)) {
		case ".zip", ".pk3", ".pak", ".7z", ".rar":
			e.Inner = name
		}
	}
	return e
}

// LeftOut returns an error that names what of an archive is not opened because of its name, nil if there is nothing.
func LeftOut(file string, a Archive) error {
	e := NewChoiceError(file, a, nil)
	switch e.LeftOut {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s: skipped %q, whose name could lead out of a folder", file, e.First)
	}
	return fmt.Errorf("%s: skipped %d files whose names could lead out of a folder, the first %q", file, e.LeftOut,
		e.First)
}

// OpenIn opens the demo with the name member in the archive a; file is the
// archive's own name. If member is "", the archive must hold exactly one demo,
// else the error is a [*ChoiceError]. Other errors are those of [Open].
func OpenIn(file string, a Archive, member string) (*Demo, error) {
	if member == "" {
		names := Demos(a)
		if len(names) != 1 {
			return nil, NewChoiceError(file, a, names)
		}
		member = names[0]
	}
	d := &Demo{File: file, Member: member}
	// All of it is read only if its beginning is that of a demo.
	data, err := a.ReadHead(member, HeadSize)
	if err == nil && !isGzip(data) {
		if err = d.recognize(data); err != nil {
			return nil, err
		}
	}
	if err == nil {
		if data, err = a.ReadFile(member); err != nil && len(data) > 0 {
			d.cut("zip", err)
			err = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Path(), err)
	}
	if isGzip(data) {
		if data, err = d.gunzip(data); err != nil {
			return nil, err
		}
	}
	return d.open(data)
}

// NamedDemos returns the names of the files in an archive that have the extension of
// a demo, in their order for people.
func NamedDemos(a Archive) []string {
	var names []string
	for _, name := range a.Names() {
		if HasDemoName(name) && !filename.IsAppleDouble(name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, filename.Compare)
	return names
}

// Demos returns the names of the demos in an archive, found by their extensions,
// or if no file has one, by their content.
func Demos(a Archive) []string {
	names := NamedDemos(a)
	if len(names) > 0 {
		return names
	}
	for i, name := range a.Names() {
		if i == maxProbe {
			break
		}
		if filename.IsAppleDouble(name) {
			continue
		}
		if head, err := a.ReadHead(name, probeSize); err == nil && detect(name, head) != nil {
			names = append(names, name)
		}
	}
	return names
}

func isGzip(data []byte) bool { return bytes.HasPrefix(data, []byte{0x1f, 0x8b, 8}) }

// IsZip reports whether a file begins as a ZIP.
func IsZip(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

func withoutGzip(name string) string {
	const ext = ".gz"
	if n := len(name) - len(ext); n > 0 && strings.EqualFold(name[n:], ext) {
		return name[:n]
	}
	return name
}

// gunzip unpacks data, unless its beginning says that it is no demo. If it is
// damaged after the beginning, gunzip returns what it could unpack, and sets Cut to
// why there is no more.
func (d *Demo) gunzip(data []byte) ([]byte, error) {
	fail := func(err error) error { return fmt.Errorf("%s: gzip: %w", d.Path(), err) }
	head, err := gunzipHead(data)
	if err != nil {
		return nil, fail(err)
	}
	if !isGzip(head) && !IsZip(head) {
		if err = d.recognize(head); err != nil {
			return nil, err
		}
	}
	limit := bounded.Unpacked(int64(len(data)), plentyUnpacked, MaxDemo)
	unpacked, err := bounded.Unpack(d.File, limit, func() (io.ReadCloser, error) { return newMembers(data) })
	var large *bounded.SizeError
	if errors.As(err, &large) {
		return nil, fail(tooLarge(limit))
	}
	if err != nil {
		d.cut("gzip", err)
	}
	return unpacked, nil
}

// members reads the members of a gzip file, one after the other. Zeros behind the last
// one fill a tape or a disk's block; anything else there is told.
type members struct {
	*gzip.Reader
	data *bytes.Reader
}

var errTrailing = errors.New("the rest of the file is not compressed and is ignored")

func newMembers(data []byte) (*members, error) {
	m := &members{data: bytes.NewReader(data)}
	var err error
	if m.Reader, err = gzip.NewReader(m.data); err != nil {
		return nil, err
	}
	m.Multistream(false)
	return m, nil
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if err != io.EOF || m.data.Len() == 0 {
		return n, err
	}
	rest := make([]byte, min(m.data.Len(), 1<<10))
	m.data.ReadAt(rest, m.data.Size()-int64(m.data.Len()))
	switch {
	case isGzip(rest):
		err = m.Reset(m.data)
		m.Multistream(false)
	case bytes.Count(rest, []byte{0}) < len(rest):
		err = errTrailing
	}
	return n, err
}

// gunzipHead unpacks the first HeadSize bytes of data, fewer if there are no more
// or they are damaged. It is an error if there are none.
func gunzipHead(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(r, HeadSize))
	if len(head) > 0 {
		return head, nil
	}
	return nil, err
}

// Zip is a ZIP as an [Archive].
type Zip struct {
	files map[string]*zipfile.File
	names []string

	leftOut      int
	firstLeftOut string
}

// LeftOut returns how many files are left out because of their names, and the first of
// the names.
func (a *Zip) LeftOut() (n int, first string) { return a.leftOut, a.firstLeftOut }

// OpenZip reads the directory of a ZIP of the given size in bytes. Files whose
// names could lead out of a folder are left out; of equal names the first counts. An
// archive is refused if its files together would unpack to more than one file of its
// size may. The error is a *[zipfile.FormatError], or one of r.
func OpenZip(r io.ReaderAt, size int64) (*Zip, error) {
	files, err := zipfile.Open(r, size)
	if err != nil {
		return nil, err
	}
	a := &Zip{files: make(map[string]*zipfile.File, len(files))}
	total, limit := int64(0), max(plentyUnpacked, min(size, MaxDemo)*bounded.MaxRatio)
	for i := range files {
		f := &files[i]
		if total += min(max(f.Size, 0), limit+1); total > limit {
			return nil, &zipfile.FormatError{Reason: fmt.Sprintf("up to %q, its files unpack to more than %d bytes",
				f.Name, limit)}
		}
		name := strings.ReplaceAll(f.Name, `\`, "/")
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

// Names returns the files' names in the order of the archive.
func (a *Zip) Names() []string { return a.names }

// Stat finds a file by its name, or else by one that differs in case alone, or that JSON has so.
func (a *Zip) Stat(name string) (stored string, size int64, ok bool) {
	f := a.files[name]
	if f == nil {
		i := slices.IndexFunc(a.names, func(other string) bool { return strings.EqualFold(name, other) })
		if i >= 0 {
			name = a.names[i]
		} else if name, ok = filename.Find(slices.Values(a.names), name); !ok {
			return "", 0, false
		}
		f = a.files[name]
	}
	return name, f.Size, true
}

// find returns the file that Stat finds.
func (a *Zip) find(name string) (*zipfile.File, error) {
	stored, size, ok := a.Stat(name)
	if !ok {
		return nil, fs.ErrNotExist
	}
	f := a.files[stored]
	if limit := bounded.Unpacked(f.Packed(), plentyUnpacked, MaxDemo); size > limit {
		return nil, fmt.Errorf("zip: %w", tooLarge(limit))
	}
	return f, nil
}

// ReadHead unpacks the beginning of one file.
func (a *Zip) ReadHead(name string, n int) ([]byte, error) {
	f, err := a.find(name)
	if err != nil {
		return nil, err
	}
	return f.Head(n)
}

// ReadFile unpacks one file, with an error as much of it as can be.
func (a *Zip) ReadFile(name string) ([]byte, error) {
	f, err := a.find(name)
	if err != nil {
		return nil, err
	}
	return f.Read()
}
