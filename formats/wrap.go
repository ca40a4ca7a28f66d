package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"demoscope/formats/dzip"
	"demoscope/formats/qwz"
	"demoscope/internal/bounded"
	"demoscope/internal/zipfile"

	"github.com/klauspost/compress/gzip"
)

const (
	// MaxDemo is the maximum number of bytes of a demo that are read or unpacked. The largest ones, recordings of whole
	// evenings, have a few hundred megabytes.
	MaxDemo = 1 << 30
	// minUnpackLimit is the number of bytes that any packed file may unpack to. Beyond it, the compression ratio must
	// not exceed [bounded.MaxRatio], because a file of a few kilobytes can claim any size.
	minUnpackLimit = 300 << 20
	// HeadSize is the number of bytes at the beginning of a file that decide whether it is a demo: the first messages
	// of a level, the blocks that may precede them, and more where the beginning is damaged.
	HeadSize = 1 << 20
	// maxWraps is the maximum depth of packing. A .gz in a .zip occurs, and one more level does no harm.
	maxWraps = 3
	// maxProbe is the maximum number of files examined in an archive in which no file has a demo's name.
	maxProbe = 64
	// probeSize is the number of bytes examined of each of these files.
	probeSize = 64 << 10
	// maxInner is the maximum number of nested archives that are opened.
	maxInner = 4096
	// maxProbes is the maximum number of files examined in all nested archives together.
	maxProbes = 1024
)

// Reasons for not opening a nested archive.
var (
	errTooDeep = fmt.Errorf("packed more than %d times", maxWraps)
	errTooMany = errors.New("too many archives in an archive")
)

// tooLarge returns the error for packed data that unpacks to more than limit bytes.
func tooLarge(limit int64) error {
	if limit < MaxDemo {
		return fmt.Errorf("unpacks to more than %d bytes and more than %d times its size", limit,
			bounded.MaxRatio)
	}
	return fmt.Errorf("unpacks to more than %d bytes", limit)
}

// CutError says that a packed demo could not be unpacked completely. The part before the problem is read.
type CutError struct {
	Packing string // "gzip", "zip", "dzip", "pak"
	Bytes   int64  // unpacked bytes of the demo
	Err     error  // why there are no more, or why they are not trusted
}

// Complete reports whether the whole demo was unpacked, so that only the file around it is damaged, or Dzip lost
// something when it packed the demo.
func (e *CutError) Complete() bool {
	var s *dzip.SalvageError
	return errors.As(e.Err, &s) && s.Err == nil || errors.Is(e.Err, errTrailing) ||
		errors.Is(e.Err, dzip.ErrChecksum) || errors.As(e.Err, new(*dzip.LengthError))
}

// Error says how much could be unpacked, and why no more.
func (e *CutError) Error() string {
	var s *dzip.SalvageError
	var l *dzip.LengthError
	switch {
	case errors.As(e.Err, &s) && s.Err != nil:
		return fmt.Sprintf("%v; %v", &CutError{e.Packing, e.Bytes, s.Err}, s.Salvage)
	case errors.Is(e.Err, dzip.ErrChecksum), errors.As(e.Err, &l) && !l.Checksum:
		return fmt.Sprintf("%s: all %d bytes unpacked, but %v: the file is damaged, or Dzip lost something when it "+
			"packed the demo", e.Packing, e.Bytes, e.Err)
	case e.Complete():
		return fmt.Sprintf("%s: all %d bytes unpacked, but %v", e.Packing, e.Bytes, e.Err)
	case errors.Is(e.Err, gzip.ErrChecksum), errors.Is(e.Err, zipfile.ErrChecksum):
		return fmt.Sprintf("%s: all %d bytes unpacked, but with a wrong checksum: some are damaged",
			e.Packing, e.Bytes)
	case errors.Is(e.Err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s: only %d bytes unpacked: compressed data is truncated", e.Packing, e.Bytes)
	}
	return fmt.Sprintf("%s: only %d bytes unpacked: %v", e.Packing, e.Bytes, e.Err)
}

// Unwrap returns the cause.
func (e *CutError) Unwrap() error { return e.Err }

// cut records that the file could not be unpacked completely, by its last packing. Of nested packings, the outermost
// one is damaged.
func (d *Demo) cut(err error) {
	if d.Cut == nil {
		d.Cut = &CutError{Packing: d.Packing[len(d.Packing)-1], Err: err}
	}
}

// ChoiceError says that an archive holds several demos, or none.
type ChoiceError struct {
	File  string
	Names []string // of the demos, for OpenIn
	// LeftOut is the number of files with names that could lead out of a folder, and First the first such name. These
	// files can't be opened.
	LeftOut int
	First   string
	// Inner is the first nested archive of an unsupported kind, if the archive has no demos.
	Inner string
	// Damage is what is wrong with an archive without demos, nil if nothing is.
	Damage fmt.Stringer
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
	case len(e.Names) == 0 && e.Damage != nil:
		return fmt.Sprintf("%s: found no demos: %v", e.File, e.Damage)
	case len(e.Names) == 0:
		return fmt.Sprintf("%s: contains no demos", e.File)
	}
	return fmt.Sprintf("%s: contains %d demos, name one of them: %s", e.File, len(e.Names),
		strings.Join(e.Names, ", "))
}

// NewChoiceError returns the error for an archive with these demos.
func NewChoiceError(file string, a *Archive, demos []string) *ChoiceError {
	e := &ChoiceError{File: file, Names: demos, LeftOut: a.leftOut, First: a.firstLeftOut, Damage: a.damage}
	for _, name := range a.names {
		if len(demos) > 0 || e.Inner != "" {
			break
		}
		switch strings.ToLower(path.Ext(name)) {
		case ".7z", ".rar", ".tar":
			e.Inner = name
		}
	}
	return e
}

// LeftOut returns an error that names the files left out of an archive because of their names, nil if there are none.
func LeftOut(file string, a *Archive) error {
	switch a.leftOut {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s: skipped %q, whose name could lead out of a folder", file, a.firstLeftOut)
	}
	return fmt.Errorf("%s: skipped %d files whose names could lead out of a folder, the first %q", file, a.leftOut,
		a.firstLeftOut)
}

// OpenIn is [Opener.OpenIn] without Qizmo's table.
func OpenIn(file string, a *Archive, member string) (*Demo, error) {
	return new(Opener).OpenIn(file, a, member)
}

// OpenIn opens the demo called member in the archive a; file is the archive's own name. If member is "", the archive
// must hold exactly one demo, otherwise the error is a [*ChoiceError]. Other errors are those of [Open].
func (o *Opener) OpenIn(file string, a *Archive, member string) (*Demo, error) {
	return (&Demo{File: file, opener: o}).openIn(a, member)
}

// openIn opens the demo called member in an archive, which is the file or the member of d.
func (d *Demo) openIn(a *Archive, member string) (*Demo, error) {
	if member == "" {
		names := Demos(a)
		if len(names) > 1 {
			names = d.readable(a, names)
		}
		if len(names) != 1 {
			return nil, NewChoiceError(d.Path(), a, names)
		}
		member = names[0]
	}
	d.Member = path.Join(d.Member, member)
	a, member = a.leaf(member)
	d.Packing = slices.Clone(a.packing)
	if d.Cut == nil && a.cut != nil {
		d.Cut = &CutError{Packing: a.cut.Packing, Err: a.cut.Err}
	}
	// Read all of it only if its beginning is that of a demo.
	data, err := a.ReadHead(member, HeadSize)
	if err == nil && !isGzip(data) && !IsArchive(data) {
		if err = d.recognize(data); errors.Is(err, ErrUnknown) && len(data) < HeadSize {
			_, damage := a.ReadFile(member)
			var s *dzip.SalvageError
			if damage != nil && !(errors.As(damage, &s) && s.Err == nil) {
				err = fmt.Errorf("%w: its beginning is damaged: %w", err, damage)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if err == nil {
		if data, err = a.ReadFile(member); err != nil && len(data) > 0 {
			d.cut(err)
			err = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Path(), err)
	}
	return d.unwrap(data, "")
}

// readable returns the files of an archive that are demos, or all of names if there are none or too many to examine.
func (d *Demo) readable(a *Archive, names []string) (demos []string) {
	if len(names) > maxProbe {
		return names
	}
	for _, name := range names {
		head, err := a.ReadHead(name, probeSize)
		if err == nil && (isGzip(head) || IsArchive(head) || qwz.Likely(head) ||
			(&Demo{File: d.File, Member: name}).recognize(head) == nil) {
			demos = append(demos, name)
		}
	}
	if len(demos) == 0 {
		return names
	}
	return demos
}

func isGzip(data []byte) bool { return bytes.HasPrefix(data, []byte{0x1f, 0x8b, 8}) }

// gunzip unpacks data, unless its beginning shows that it is no demo. If data is damaged later, gunzip returns the part
// before the damage and sets Cut.
func (d *Demo) gunzip(data []byte) ([]byte, error) {
	fail := func(err error) error { return fmt.Errorf("%s: gzip: %w", d.Path(), err) }
	head, err := gunzipHead(data)
	if err != nil {
		return nil, fail(err)
	}
	if !isGzip(head) && !IsArchive(head) {
		if err = d.recognize(head); err != nil {
			return nil, err
		}
	}
	d.Packing = append(d.Packing, "gzip")
	limit := unpackLimit(int64(len(data)))
	unpacked, err := bounded.Unpack(d.File, limit, func() (io.ReadCloser, error) { return newMembers(data) })
	var large *bounded.SizeError
	if errors.As(err, &large) {
		return nil, fail(tooLarge(limit))
	}
	if err != nil {
		d.cut(err)
	}
	return unpacked, nil
}

// members reads the members of a gzip file, one after the other. It skips zeros after the last one, as tapes and disks
// pad files, and reports anything else there as an error.
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

// gunzipHead unpacks the first HeadSize bytes of data, fewer if the data ends or is damaged. It fails if there are
// none.
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
