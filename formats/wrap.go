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
	// maxInner limits how many archives in an archive are looked into, and maxProbes
	// how many files are examined in all of them.
	maxInner  = 4096
	maxProbes = 1024
)

// Why an archive in an archive is not opened.
var (
	errTooDeep = fmt.Errorf("packed more than %d times", maxWraps)
	errTooMany = errors.New("too many archives in an archive")
)

// tooLarge says that packed bytes unpack to more than limit.
func tooLarge(limit int64) error {
	if limit < MaxDemo {
		return fmt.Errorf("unpacks to more than %d bytes and more than %d times its size", limit,
			bounded.MaxRatio)
	}
	return fmt.Errorf("unpacks to more than %d bytes", limit)
}

// CutError says that a demo in a packed file could not be unpacked as a whole. It is
// read as far as it could be.
type CutError struct {
	Packing string // "gzip", "zip", "dzip", "pak"
	Bytes   int64  // of the demo that there are
	Err     error  // why there are no more, or why they are not trusted
}

// Error says how much there is, and why it is not all.
func (e *CutError) Error() string {
	switch {
	case errors.Is(e.Err, gzip.ErrChecksum), errors.Is(e.Err, zipfile.ErrChecksum),
		errors.Is(e.Err, dzip.ErrChecksum):
		return fmt.Sprintf("%s: all %d bytes unpacked, but with a wrong checksum: some are damaged",
			e.Packing, e.Bytes)
	case errors.Is(e.Err, errTrailing), errors.Is(e.Err, dzip.ErrNoDirectory):
		return fmt.Sprintf("%s: all %d bytes unpacked, but %v", e.Packing, e.Bytes, e.Err)
	case errors.Is(e.Err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s: only %d bytes unpacked: compressed data is truncated", e.Packing, e.Bytes)
	}
	return fmt.Sprintf("%s: only %d bytes unpacked: %v", e.Packing, e.Bytes, e.Err)
}

// Unwrap returns the cause.
func (e *CutError) Unwrap() error { return e.Err }

// cut notes that a file could not be unpacked as a whole, by its last packing. Of several packings inside of
// each other the outermost is what is damaged.
func (d *Demo) cut(err error) {
	if d.Cut == nil {
		d.Cut = &CutError{Packing: d.Packing[len(d.Packing)-1], Err: err}
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
	// Inner is the first archive of a kind that is not read in an archive without demos.
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

// NewChoiceError returns the error of an archive with these demos.
func NewChoiceError(file string, a *Archive, demos []string) *ChoiceError {
	e := &ChoiceError{File: file, Names: demos, LeftOut: a.leftOut, First: a.firstLeftOut}
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

// LeftOut returns an error that names what of an archive is not opened because of its name, nil if there is nothing.
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

// OpenIn opens the demo with the name member in the archive a; file is the
// archive's own name. If member is "", the archive must hold exactly one demo,
// else the error is a [*ChoiceError]. Other errors are those of [Open].
func (o *Opener) OpenIn(file string, a *Archive, member string) (*Demo, error) {
	return (&Demo{File: file, opener: o}).openIn(a, member)
}

// openIn opens the demo with that name in an archive, which is the file or the member of d.
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
	// All of it is read only if its beginning is that of a demo.
	data, err := a.ReadHead(member, HeadSize)
	if err == nil && !isGzip(data) && !IsArchive(data) {
		if err = d.recognize(data); err != nil {
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

// readable returns which of the files of an archive are demos, all of names if none is or there are many.
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

// gunzip unpacks data, unless its beginning says that it is no demo. If it is
// damaged after the beginning, gunzip returns what it could unpack, and sets Cut to
// why there is no more.
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
	limit := bounded.Unpacked(int64(len(data)), plentyUnpacked, MaxDemo)
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
