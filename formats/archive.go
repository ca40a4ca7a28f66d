package formats

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"demoscope/formats/dzip"
	"demoscope/formats/qwz"
	"demoscope/internal/bounded"
	"demoscope/internal/filename"
	"demoscope/internal/pakfile"
	"demoscope/internal/zipfile"
)

// archives are the supported kinds of archives.
var archives = [...]struct {
	packing string
	// demos is the extension of archives in which people pack demos, and data that of archives with a game's files,
	// which may include demos. Either may be empty.
	demos, data string
	is          func(head []byte) bool
	// open returns the files, and the damage to the archive if they can be read all the same, nil for none.
	open func(r io.ReaderAt, size int64) (files []packedFile, damage fmt.Stringer, err error)
}{
	{"zip", ".zip", ".pk3", isZip, openZip},
	{"dzip", ".dz", "", dzip.Is, openDzip},
	{"pak", "", ".pak", pakfile.Is, openPAK},
}

// packedFile is a file in an archive.
type packedFile struct {
	name   string
	size   int64
	again  bool // shares its bytes with another file
	found  bool // found by searching, with a made-up name
	claim  bool // size may be wrong; source bounds what all files of the archive unpack to
	source interface {
		// Packed returns the file's size in the archive, in bytes.
		Packed() int64
		// Head unpacks the first n bytes.
		Head(n int) ([]byte, error)
		// Read unpacks the file. With an error it returns the part that could be unpacked.
		Read() ([]byte, error)
	}
}

func isZip(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

func openZip(r io.ReaderAt, size int64) ([]packedFile, fmt.Stringer, error) {
	files, err := zipfile.Open(r, size)
	list := make([]packedFile, len(files))
	for i := range files {
		list[i] = packedFile{name: files[i].Name, size: files[i].Size, source: &files[i]}
	}
	return list, nil, err
}

// openPAK opens a PAK. Packers, and attackers, may list the same bytes several times.
func openPAK(r io.ReaderAt, size int64) ([]packedFile, fmt.Stringer, error) {
	files, err := pakfile.Open(r, size)
	list := make([]packedFile, len(files))
	for i := range files {
		f := &files[i]
		list[i] = packedFile{name: f.Name, size: f.Size, again: f.Again, source: f}
	}
	return list, nil, err
}

// openDzip opens a Dzip archive. A PAK in it becomes a folder with the PAK's files.
func openDzip(r io.ReaderAt, size int64) ([]packedFile, fmt.Stringer, error) {
	a, err := dzip.Open(r, size)
	if err != nil {
		return nil, nil, err
	}
	list := make([]packedFile, 0, len(a.Files))
	b := &dzipBudget{left: 2 * archiveLimit(size)}
	for _, f := range a.Files {
		if !f.IsPAK() {
			source := &dzipFile{File: f, limit: unpackLimit(f.Packed()), budget: b}
			list = append(list, packedFile{name: f.Name, size: min(f.Size, source.limit), claim: true,
				found: f.Found(), source: source})
		}
	}
	if a.Salvage == nil {
		return list, nil, nil
	}
	return list, a.Salvage, nil
}

// dzipBudget bounds what the files of an archive unpack to. A file that is too large takes as much as it may have, and
// leaves as much to the others.
type dzipBudget struct {
	mu   sync.Mutex
	left int64 // bytes
}

type dzipFile struct {
	*dzip.File
	limit  int64 // maximum size in bytes
	budget *dzipBudget
	// The budget's mutex guards these.
	taken int64 // bytes of the budget
	large error // why the file can't be unpacked
}

// most returns the maximum number of bytes that may be unpacked.
func (f *dzipFile) most() (int64, error) {
	f.budget.mu.Lock()
	defer f.budget.mu.Unlock()
	if f.large == nil && f.budget.left <= 0 && f.taken == 0 {
		return 0, errBudget
	}
	return min(f.limit, f.budget.left+f.taken), f.large
}

// take takes bytes of the budget, unless the file did before.
func (f *dzipFile) take(n int64, large error) {
	f.budget.mu.Lock()
	defer f.budget.mu.Unlock()
	f.budget.left -= max(n-f.taken, 0)
	f.taken, f.large = max(n, f.taken), large
}

var errBudget = errors.New("dzip: the files before it unpack to too many bytes")

// Head unpacks the first n bytes.
func (f *dzipFile) Head(n int) ([]byte, error) {
	if _, err := f.most(); err != nil {
		return nil, err
	}
	head, err := f.File.Head(n)
	f.take(int64(len(head)), nil)
	return head, err
}

// Read unpacks the file.
func (f *dzipFile) Read() ([]byte, error) {
	limit, err := f.most()
	if err != nil {
		return nil, err
	}
	data, err := bounded.Unpack(f.Name, limit, func() (io.ReadCloser, error) {
		r, err := f.Open()
		return io.NopCloser(r), err
	})
	if !errors.As(err, new(*bounded.SizeError)) {
		f.take(int64(len(data)), nil)
		return data, err
	}
	err = fmt.Errorf("dzip: %w", tooLarge(limit))
	if limit < f.limit {
		err = errBudget
	}
	f.take(limit, err)
	return nil, err
}

// ArchiveHead is the number of bytes needed to recognize an archive, also inside gzip: see [MayBeArchive].
const ArchiveHead = 1 << 10

// magicSize is the number of bytes needed to recognize an archive.
const magicSize = 4

// IsArchive reports whether a file that begins with head is an archive that [OpenArchive] opens.
func IsArchive(head []byte) bool { return archiveKind(head) >= 0 }

// archiveKind returns the index in archives of the kind of a file that begins with head, -1 if it is no archive.
func archiveKind(head []byte) int {
	for i := range archives {
		if archives[i].is(head) {
			return i
		}
	}
	return -1
}

// MayBeArchive reports whether a file with that name and beginning is an archive that [OpenArchive] opens, or may be a
// gzipped one. The name only counts if the beginning can't be unpacked.
func MayBeArchive(name string, head []byte) bool {
	for range maxWraps {
		if IsArchive(head) || !isGzip(head) {
			break
		}
		var err error
		if head, err = gunzipHead(head); err != nil {
			return mayHoldDemos(name)
		}
	}
	return IsArchive(head)
}

// HasArchiveName reports whether a file name has the extension of an archive in which people pack demos, with or
// without an extension like .gz after it.
func HasArchiveName(name string) bool {
	ext := strings.ToLower(path.Ext(UnpackedName(name)))
	for i := range archives {
		if ext != "" && archives[i].demos == ext {
			return true
		}
	}
	return false
}

// mayHoldDemos reports whether a file name has the extension of any archive, with or without an extension like .gz
// after it.
func mayHoldDemos(name string) bool {
	ext := strings.ToLower(path.Ext(UnpackedName(name)))
	for i := range archives {
		if ext != "" && archives[i].data == ext {
			return true
		}
	}
	return HasArchiveName(name)
}

// Archive is an open ZIP, PAK or Dzip archive. An archive in it acts like a folder of that name. It is safe for
// concurrent use.
type Archive struct {
	packing []string // of the archive itself, the outermost first
	limit   int64    // maximum bytes that its files may unpack to together
	files   map[string]*packedFile
	names   []string

	leftOut      int
	firstLeftOut string
	damage       fmt.Stringer // the damage to the archive, whose files are read all the same; nil for none
	cut          *CutError    // why the archive is incomplete, if it was packed itself

	mu    sync.Mutex
	inner *Archive // the nested archive used last
	in    string   // its name
	inErr error    // why it can't be opened
}

// LeftOut returns how many files were left out because of unsafe names, and the first of these names.
func (a *Archive) LeftOut() (n int, first string) { return a.leftOut, a.firstLeftOut }

// OpenArchive reads the directory of an archive of size bytes. It leaves out files whose names could lead out of a
// folder, and numbers duplicate names. It refuses an archive whose files together would unpack to more than a single
// file of its size may. A single file that is too large is refused when it is read. Sizes in a Dzip archive may be
// wrong; its files are refused when they unpack to twice as much. A gzipped archive is unpacked in memory. The error is
// a *[zipfile.FormatError], a *[dzip.FormatError], a *[pakfile.FormatError], an unpacking error, or one of r.
func OpenArchive(r io.ReaderAt, size int64) (*Archive, error) {
	var head [magicSize]byte
	if n, _ := r.ReadAt(head[:], 0); !isGzip(head[:n]) || size > MaxDemo {
		return openArchive(r, size, nil)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(r, 0, size), data); err != nil {
		return nil, err
	}
	a, err := new(Demo).openArchive(data)
	if a == nil && err == nil {
		err = errNoArchive
	}
	return a, err
}

// errNoArchive says that a packed file is no archive.
var errNoArchive = errors.New("not an archive")

// openArchive is [OpenArchive] for an archive inside the given packings.
func openArchive(r io.ReaderAt, size int64, packing []string) (*Archive, error) {
	var head [magicSize]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	kind := &archives[max(archiveKind(head[:n]), 0)]
	files, damage, err := kind.open(r, size)
	if err != nil {
		return nil, err
	}
	a := &Archive{packing: append(slices.Clip(packing), kind.packing), damage: damage,
		files: make(map[string]*packedFile, len(files)), limit: archiveLimit(size)}
	total, numbers := int64(0), map[string]int{}
	for i := range files {
		f := &files[i]
		if !f.claim && f.size <= unpackLimit(f.source.Packed()) { // larger ones are refused by themselves
			total += max(f.size, 0)
		}
		if total > a.limit {
			return nil, fmt.Errorf("%s: up to %q, its files unpack to more than %d bytes", kind.packing, f.name,
				a.limit)
		}
		if f.found && i < maxProbes {
			f.name = nameByContent(f)
		}
		name, ok := cleanName(f.name)
		if !ok {
			if a.leftOut++; a.leftOut == 1 {
				a.firstLeftOut = name
			}
			continue
		}
		name = a.unused(name, numbers)
		a.files[name] = f
		if !f.again {
			a.names = append(a.names, name)
		}
	}
	return a, nil
}

// archiveLimit returns the maximum number of bytes that the files of an archive may unpack to together.
func archiveLimit(size int64) int64 { return max(minUnpackLimit, min(size, MaxDemo)*bounded.MaxRatio) }

// unpackLimit returns the maximum number of bytes that a packed file may unpack to.
func unpackLimit(packed int64) int64 { return bounded.Unpacked(packed, minUnpackLimit, MaxDemo) }

// nameByContent returns the name of a file with the extension of what it contains: a demo or an archive.
func nameByContent(f *packedFile) string {
	if HasDemoName(f.name) {
		return f.name
	}
	head, _ := f.source.Head(probeSize)
	extension := path.Ext(f.name)
	if kind := archiveKind(head); kind >= 0 {
		extension = cmp.Or(archives[kind].demos, archives[kind].data)
	} else if qwz.Likely(head) {
		extension = ".qwz"
	} else if format := detect(f.name, head); format != nil {
		extension = "." + format.Name
	}
	return strings.TrimSuffix(f.name, path.Ext(f.name)) + extension
}

// cleanName returns the cleaned path of a file with that name; ok is false if it could lead out of a folder.
func cleanName(name string) (clean string, ok bool) {
	name = strings.ReplaceAll(name, `\`, "/")
	if strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..") {
		return name, false
	}
	return path.Clean(name), true
}

// unused returns name, or the next free numbered name if it is taken: "a (2).dem" for the second a.dem. numbers holds
// the last number given to each name.
func (a *Archive) unused(name string, numbers map[string]int) string {
	if a.files[name] == nil {
		return name
	}
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := max(numbers[name], 1) + 1; ; n++ {
		if other := fmt.Sprintf("%s (%d)%s", stem, n, ext); a.files[other] == nil {
			numbers[name] = n
			return other
		}
	}
}

// Names returns the names of the files in archive order, without the files of nested archives.
func (a *Archive) Names() []string { return a.names }

// Stat finds a file by name. Without an exact match it ignores case, or takes name as escaped for JSON, or looks into
// nested archives.
func (a *Archive) Stat(name string) (stored string, size int64, ok bool) {
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
		if stored, size, ok = inner.Stat(rest); !ok {
			return "", 0, false
		}
		return outer + "/" + stored, size, true
	}
	return stored, a.files[stored].size, true
}

// innerOf splits the path of a file in a nested archive into that archive, its name and the path inside it. The archive
// is nil if there is none.
func (a *Archive) innerOf(name string) (inner *Archive, outer, rest string) {
	for i, c := range name {
		if c != '/' || a.files[name[:i]] == nil {
			continue
		}
		if inner, _ = a.openInner(name[:i]); inner != nil {
			return inner, name[:i], name[i+1:]
		}
	}
	return nil, "", ""
}

// openInner opens a nested archive. It returns nil and no error if the file is no archive.
func (a *Archive) openInner(name string) (*Archive, error) {
	f := a.files[name]
	if f == nil {
		return nil, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.in != name {
		a.in = name
		a.inner, a.inErr = a.unpackInner(name, f)
	}
	return a.inner, a.inErr
}

// unpackInner unpacks and opens a nested file that may be an archive: see [Archive.openInner].
func (a *Archive) unpackInner(name string, f *packedFile) (*Archive, error) {
	head, err := f.source.Head(ArchiveHead)
	switch {
	case err != nil, !MayBeArchive(name, head):
		return nil, nil
	case len(a.packing) >= maxWraps:
		return nil, errTooDeep
	}
	data, err := a.ReadFile(name)
	if err != nil && len(data) == 0 {
		return nil, err
	}
	d := &Demo{File: name, Packing: slices.Clone(a.packing)}
	if err != nil {
		d.cut(err)
	}
	inner, err := d.openArchive(data)
	if inner != nil {
		inner.cut = cmp.Or(inner.cut, a.cut)
	}
	return inner, err
}

// openArchive opens data, which may be packed, as an archive. It returns nil if it is none.
func (d *Demo) openArchive(data []byte) (a *Archive, err error) {
	for isGzip(data) {
		if len(d.Packing) >= maxWraps {
			return nil, errTooDeep
		}
		if data, err = d.gunzip(data); err != nil {
			return nil, err
		}
	}
	switch {
	case !IsArchive(data):
		return nil, nil
	case len(d.Packing) >= maxWraps:
		return nil, errTooDeep
	}
	if a, err = openArchive(bytes.NewReader(data), int64(len(data)), d.Packing); err != nil {
		return nil, err
	}
	a.cut = d.Cut
	return a, nil
}

// leaf returns the innermost archive that contains a file, and the file's name there.
func (a *Archive) leaf(name string) (*Archive, string) {
	for a.files[name] == nil {
		inner, _, rest := a.innerOf(name)
		if inner == nil {
			break
		}
		a, name = inner, rest
	}
	return a, name
}

// find returns the file that Stat finds.
func (a *Archive) find(name string) (*packedFile, error) {
	stored, size, ok := a.Stat(name)
	if !ok {
		return nil, fs.ErrNotExist
	}
	a, stored = a.leaf(stored)
	f := a.files[stored]
	if limit := unpackLimit(f.source.Packed()); size > limit {
		return nil, fmt.Errorf("%s: %w", a.packing[len(a.packing)-1], tooLarge(limit))
	}
	return f, nil
}

// ReadHead unpacks the first n bytes of a file.
func (a *Archive) ReadHead(name string, n int) ([]byte, error) {
	f, err := a.find(name)
	if err != nil {
		return nil, err
	}
	return f.source.Head(n)
}

// ReadFile unpacks a file. With an error it returns the part that could be unpacked.
func (a *Archive) ReadFile(name string) ([]byte, error) {
	f, err := a.find(name)
	if err != nil {
		return nil, err
	}
	return f.source.Read()
}

// demoLister lists the demos of an archive and its nested archives.
type demoLister struct {
	names []string
	// Remaining budgets: nested archives to open, bytes to unpack for them, and files without a demo's name to examine.
	inner  int
	bytes  int64
	probes int
}

// NamedDemos returns the names of the files in an archive that have the extension of a demo, in natural order. Nested
// archives act like folders. A nested archive that can't be opened counts as a demo, because opening it reports the
// reason.
func NamedDemos(a *Archive) []string { return demosIn(a, false) }

// Demos returns the names of the demos in an archive. It goes by their extensions, or if no file has one, by their
// content.
func Demos(a *Archive) []string { return demosIn(a, true) }

func demosIn(a *Archive, probe bool) []string {
	l := &demoLister{inner: maxInner, bytes: a.limit, probes: maxProbes}
	if l.add(a, ""); len(l.names) == 0 && probe {
		l.probe(a, "")
	}
	slices.SortFunc(l.names, filename.Compare)
	return l.names
}

// add adds the demos of a that are named as such. It puts prefix before the names.
func (l *demoLister) add(a *Archive, prefix string) {
	for _, name := range a.names {
		demo := HasDemoName(name)
		if filename.IsAppleDouble(name) || !demo && !mayHoldDemos(name) {
			continue
		}
		inner, err := l.open(a, name, l.head(a, name, ArchiveHead))
		switch {
		case inner != nil:
			before := len(l.names)
			l.add(inner, prefix+name+"/")
			if len(l.names) == before && (demo || HasArchiveName(name)) {
				l.probe(inner, prefix+name+"/")
			}
		case demo, err != nil && (HasArchiveName(name) || !errors.As(err, new(*pakfile.FormatError))),
			isDemo(name, l.head(a, name, probeSize)):
			l.names = append(l.names, prefix+name)
		}
	}
}

// probe adds the demos of a that only their content identifies.
func (l *demoLister) probe(a *Archive, prefix string) {
	for i, name := range a.names {
		if i == maxProbe {
			break
		}
		if filename.IsAppleDouble(name) {
			continue
		}
		head := l.head(a, name, probeSize)
		inner, err := l.open(a, name, head)
		switch {
		case inner != nil:
			l.add(inner, prefix+name+"/")
		case err != nil, isDemo(name, head):
			l.names = append(l.names, prefix+name)
		}
	}
}

// head returns the first n bytes of a file, nil if the budget for probes is used up.
func (l *demoLister) head(a *Archive, name string, n int) []byte {
	if n > ArchiveHead {
		if l.probes == 0 {
			return nil
		}
		l.probes--
	}
	head, _ := a.files[name].source.Head(n)
	return head
}

// open opens a nested archive, unless the budget is used up. It returns nil if the file is no archive.
func (l *demoLister) open(a *Archive, name string, head []byte) (*Archive, error) {
	if !IsArchive(head) && !isGzip(head) {
		return nil, nil
	}
	size := a.files[name].size
	if l.inner == 0 || size > l.bytes {
		return nil, errTooMany
	}
	inner, err := a.openInner(name)
	if inner != nil || err != nil {
		l.inner--
		l.bytes -= size
	}
	return inner, err
}

// isDemo reports whether a file begins like a demo.
func isDemo(name string, head []byte) bool {
	return detect(name, head) != nil || qwz.Likely(head)
}
