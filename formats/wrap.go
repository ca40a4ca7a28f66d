package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"demoscope/internal/zipfile"

	"github.com/klauspost/compress/gzip"
)

const (
	// maxUnpacked is how many bytes a compressed file may unpack to. The largest
	// demos, recordings of whole evenings, are a few hundred megabytes, and a file
	// of a few kilobytes can claim any size.
	maxUnpacked = 1 << 30
	// maxWraps limits how deeply a file may be packed: a .gz in a .zip occurs,
	// and one level more does no harm.
	maxWraps = 3
	// maxProbe limits how many files are examined in an archive in which no file
	// has the name of a demo.
	maxProbe = 64
)

var errTooLarge = fmt.Errorf("it unpacks to more than %d bytes", maxUnpacked)

// Archive is a file that holds named files: a ZIP, or another kind that the
// caller opened (a PAK).
type Archive interface {
	Names() []string
	ReadFile(name string) ([]byte, error)
}

// ChoiceError says that an archive holds several demos, or none.
type ChoiceError struct {
	File  string
	Names []string // of the demos in it, for OpenIn
}

// Error lists the demos.
func (e *ChoiceError) Error() string {
	if len(e.Names) == 0 {
		return fmt.Sprintf("%s: there is no demo in it", e.File)
	}
	return fmt.Sprintf("%s: there are %d demos in it, name one of them: %s", e.File, len(e.Names), strings.Join(e.Names, ", "))
}

// OpenIn opens the demo with the name member in the archive a; file is the
// archive's own name. If member is "", the archive must hold exactly one demo,
// else the error is a [*ChoiceError]. Other errors are those of [Open].
func OpenIn(file string, a Archive, member string) (*Demo, error) {
	if member == "" {
		names := Demos(a)
		if len(names) != 1 {
			return nil, &ChoiceError{File: file, Names: names}
		}
		member = names[0]
	}
	data, err := a.ReadFile(member)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", file, member, err)
	}
	d := &Demo{File: file, Member: member}
	if isGzip(data) {
		if data, d.Cut, err = gunzip(data); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, member, err)
		}
	}
	return d.open(data)
}

// Demos returns the names of the demos in an archive, found by their extensions,
// or if no file has one, by their content.
func Demos(a Archive) []string {
	var names []string
	for _, name := range a.Names() {
		if HasDemoName(name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return names
	}
	for i, name := range a.Names() {
		if i == maxProbe {
			break
		}
		if data, err := a.ReadFile(name); err == nil && detect(name, data) != nil {
			names = append(names, name)
		}
	}
	return names
}

func isGzip(data []byte) bool { return bytes.HasPrefix(data, []byte{0x1f, 0x8b, 8}) }

func isZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }

func withoutGzip(name string) string {
	const ext = ".gz"
	if n := len(name) - len(ext); n > 0 && strings.EqualFold(name[n:], ext) {
		return name[:n]
	}
	return name
}

// gunzip unpacks data. If it is damaged after the beginning, it returns what it
// could unpack, and in cut why there is no more.
func gunzip(data []byte) (unpacked []byte, cut, err error) {
	unpacked, err = unpack(maxUnpacked, func() (io.ReadCloser, error) { return gzip.NewReader(bytes.NewReader(data)) })
	if err != nil && (len(unpacked) == 0 || errors.Is(err, errTooLarge)) {
		return nil, nil, fmt.Errorf("gzip: %w", err)
	}
	if err != nil {
		cut = fmt.Errorf("gzip: %w", err)
	}
	return unpacked, cut, nil
}

// directly is up to how many bytes unpack keeps on the first reading.
const directly = 32 << 20

// unpack returns everything that the reader of open yields, at most limit bytes;
// with an error, what came before it. Large data is read twice, the first time
// only to count it: a file that unpacks to too much costs time but no memory.
func unpack(limit int64, open func() (io.ReadCloser, error)) ([]byte, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	first := min(limit, directly)
	data, err := io.ReadAll(io.LimitReader(r, first+1))
	if err != nil || int64(len(data)) <= first {
		return data, err
	}
	rest, err := io.Copy(io.Discard, io.LimitReader(r, limit+1-int64(len(data))))
	size := int64(len(data)) + rest
	if size > limit {
		return nil, errTooLarge
	}
	again, openErr := open()
	if openErr != nil {
		return nil, openErr
	}
	defer again.Close()
	data = make([]byte, size)
	if _, readErr := io.ReadFull(again, data); readErr != nil {
		return nil, readErr
	}
	return data, err
}

// zipArchive is a ZIP in memory, as an [Archive].
type zipArchive struct {
	files map[string]*zipfile.File
	names []string
}

func newZip(data []byte) (*zipArchive, error) {
	files, err := zipfile.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	a := &zipArchive{files: make(map[string]*zipfile.File, len(files))}
	for i := range files {
		f := &files[i]
		if a.files[f.Name] != nil {
			continue
		}
		a.files[f.Name] = f
		a.names = append(a.names, f.Name)
	}
	return a, nil
}

// Names returns the files' names in the order of the archive.
func (a *zipArchive) Names() []string { return a.names }

// ReadFile unpacks one file.
func (a *zipArchive) ReadFile(name string) ([]byte, error) {
	f := a.files[name]
	if f == nil {
		return nil, fs.ErrNotExist
	}
	if f.Size > maxUnpacked {
		return nil, fmt.Errorf("zip: %w", errTooLarge)
	}
	return f.Read()
}
