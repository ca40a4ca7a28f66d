package dzip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// File is a file in an archive.
type File struct {
	Name string // not trusted: it may contain ".." and bytes that are not UTF-8
	Size int64  // unpacked size in bytes according to the archive

	a     *Archive
	kind  uint32
	at    int64 // offset in the archive, or in the common stream of version 1
	size  int64 // bytes in the archive, or in the common stream of version 1
	end   int64 // the offset in the archive before which its stream ends
	crc   uint32
	found *found   // nil if the directory has the file
	files []*File  // of a PAK; nil for a nested PAK, which Dzip doesn't make
	names []string // of files, as stored in the PAK

	settling sync.Mutex
	settled  *rules // for a demo of protocol 666 in an archive of version 2
}

// IsPAK reports whether the file is a PAK. Its files follow it in the archive.
func (f *File) IsPAK() bool { return f.kind == typePAK }

// Found reports whether a search found the file, so that its name is unknown.
func (f *File) Found() bool { return f.found != nil }

// Packed returns the file's size in the archive, in bytes.
func (f *File) Packed() int64 {
	if f.kind == typePAK || f.a.major == 1 {
		return min(f.size, f.a.size)
	}
	return max(0, min(f.size, f.a.size-f.at))
}

// Open returns a reader of the unpacked file up to its own end, whatever its size is in the directory. If the file is
// damaged, the reader ends with an error: [ErrChecksum], a *[LengthError], a *[DamageError], a *[FormatError], or an
// unpacking error. Before that it returns the part that could be unpacked, in whole messages for a demo. If the archive
// has no complete directory, the error is a *[SalvageError] in any case, but not for a PAK.
func (f *File) Open() (io.Reader, error) {
	if f.files != nil {
		return f.openPAK(), nil
	}
	r, err := f.open(f.startRules(), f.detectRules)
	if err != nil {
		return nil, err
	}
	return &checked{r: r, f: f}, nil
}

// Head unpacks the first n bytes of the file, or fewer if the file ends or is damaged. It returns an error only if
// there are none.
func (f *File) Head(n int) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if c, ok := r.(*checked); ok && c.err == nil {
		c.release()
	}
	if len(head) > 0 {
		return head, nil
	}
	return nil, err
}

// startRules returns the rules for a demo before its protocol is known.
func (f *File) startRules() rules {
	if f.found != nil {
		return f.found.rules
	}
	return rules{major: f.a.major, fitz: f.a.major >= 3}
}

// open returns a reader of the file unpacked with those rules. It does not verify size and checksum.
func (f *File) open(rules rules, detect func() rules) (io.Reader, error) {
	v1 := f.a.major == 1
	demo := false
	switch {
	case !v1 && f.size > 0 && (f.at < headerSize || f.at >= f.a.size):
		return nil, refuse("the archive's directory says that the file begins at byte %d", f.at)
	case f.kind == typeStored && !v1:
		return io.NewSectionReader(f.a.r, f.at, min(f.size, max(f.a.size-f.at, 0))), nil
	case f.kind == typeFile, f.kind == typeText, f.kind == typeArchive && !v1:
	case f.kind == typeDemo1 && v1, f.kind == typeDemo && !v1, f.kind == typeNehahra && !v1:
		demo = true
	default:
		return nil, refuse("unknown type %d of the file", f.kind)
	}
	var r io.Reader
	if v1 {
		data, err := f.a.common()
		r = &part{data: data[min(f.at, int64(len(data))):min(f.at+f.size, int64(len(data)))], size: f.size, err: err}
	} else {
		r = f.a.inflate(f.at, f.end)
	}
	if !demo {
		return r, nil
	}
	d := newDecoder(&limited{r, codedAhead}, rules)
	if !v1 && !rules.fitz && f.found == nil {
		d.detectRules = detect
	}
	return d, nil
}

// inflate returns a reader of the zlib stream at an offset in the archive, which ends before offset end. It ignores the
// stream's header and checksum, because the directory has the file's checksum.
func (a *Archive) inflate(at, end int64) *inflater {
	return newInflater(io.NewSectionReader(a.r, at+2, max(end-at-2, 0)))
}

// newInflater returns an inflater of the stream r.
func newInflater(r io.Reader) *inflater {
	z, _ := inflaters.Get().(*inflater)
	if z == nil {
		z = new(inflater)
	}
	z.reset(r)
	return z
}

// inflaters are unused inflaters.
var inflaters sync.Pool

// release keeps the memory of the inflater for reuse. The inflater must not be used any more.
func (z *inflater) release() {
	z.reset(nil)
	inflaters.Put(z)
}

// The intermediate form of a demo is far smaller than the demo. That bounds the cost of one that restores to nothing:
// the decoder reads codedAhead bytes, and ratioCoded more for each byte of the demo.
const (
	codedAhead = 2 * window
	ratioCoded = 4
)

// limited is an [io.LimitedReader] that can be released.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, io.EOF
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

// release keeps the memory of a reader returned by [File.open] for reuse. The reader must not be used any more.
func release(r io.Reader) {
	switch r := r.(type) {
	case *decoder:
		release(r.r.(*limited).r)
		r.release()
	case *inflater:
		r.release()
	}
}

// unpackCommon unpacks the common stream of an archive of version 1, which ends before offset end.
func (a *Archive) unpackCommon(end int64) ([]byte, error) {
	z := a.inflate(headerSize, end)
	defer z.release()
	data, err := io.ReadAll(io.LimitReader(z, maxCommon+1))
	if len(data) > maxCommon {
		return data[:maxCommon], refuse("it unpacks to more than %d bytes", maxCommon)
	}
	return data, err
}

// part reads the existing bytes of a part of the common stream. err is why the stream ends early.
type part struct {
	data []byte
	size int64
	err  error
}

func (p *part) Read(b []byte) (int, error) {
	if p.size == 0 {
		return 0, io.EOF
	}
	if len(p.data) == 0 {
		if p.err == nil {
			return 0, io.ErrUnexpectedEOF
		}
		return 0, p.err
	}
	n := copy(b, p.data)
	p.data = p.data[n:]
	p.size -= int64(n)
	return n, nil
}

// detectRules finds out how a demo of protocol 666 in an archive of version 2 was coded: Dzip 2 doesn't know that
// protocol, but Dzip 3 also adds files to such an archive.
func (f *File) detectRules() rules {
	f.settling.Lock()
	defer f.settling.Unlock()
	if f.settled == nil {
		two, three := rules{major: 2}, rules{major: 3, fitz: true}
		f.settled = &two
		if f.a.tried.Add(f.Size) > f.a.budget() {
			return two
		}
		if err := f.try(two); err != nil {
			if other := f.try(three); other == nil || err != ErrChecksum && other == ErrChecksum {
				f.settled = &three
			}
		}
	}
	return *f.settled
}

// try unpacks as much of the file as it should have with the rules and returns the resulting error, if any.
func (f *File) try(rules rules) error {
	r, err := f.open(rules, nil)
	if err != nil {
		return err
	}
	c := &checked{r: r, f: f}
	_, err = io.CopyN(io.Discard, c, f.Size+1)
	if s := (*SalvageError)(nil); errors.As(err, &s) {
		err = s.Err
	}
	if c.err == nil {
		c.release()
	}
	if err == io.EOF {
		err = nil
	}
	return err
}

// checked reads a file and verifies its size and checksum. A file that was found ends at its size.
type checked struct {
	r    io.Reader
	f    *File
	read int64
	sum  uint32
	err  error
}

func (c *checked) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := 0, io.EOF
	if left := c.f.Size - c.read; left != 0 || c.f.found == nil && !c.right() {
		if left > 0 {
			p = p[:min(int64(len(p)), left)]
		}
		n, err = c.r.Read(p)
		c.sum = crc32.Update(c.sum, crc32.IEEETable, p[:n])
		c.read += int64(n)
		if d, ok := c.r.(*decoder); ok {
			d.r.(*limited).left += ratioCoded * int64(n)
		}
	} else if c.f.found != nil {
		err = c.more()
	}
	if err != nil {
		if c.err = c.end(err); c.f.a.Salvage != nil {
			c.err = c.f.a.Salvage.wrap(c.err)
		}
		c.release()
	}
	return n, c.err
}

// release keeps the memory of the reader for reuse, once it is at its end.
func (c *checked) release() {
	release(c.r)
	c.r = nil
}

// right reports whether the bytes that were read have the checksum in the directory.
func (c *checked) right() bool { return ^c.sum == c.f.crc }

// more returns why a file that was found ends.
func (c *checked) more() error {
	for {
		switch n, err := c.r.Read(make([]byte, 1)); {
		case n > 0:
			return refuse("the file has more than %d bytes", c.f.Size)
		case err != nil:
			return err
		}
	}
}

// end returns the error of the file, io.EOF if it is intact. err is why the stream ended.
func (c *checked) end(err error) error {
	f := c.f
	switch {
	case f.found == nil && c.right() && c.read == f.Size:
		return io.EOF
	case err == io.EOF && f.kind == typeStored && f.at+f.size > f.a.size && f.a.major > 1:
		return io.ErrUnexpectedEOF
	case err != io.EOF && (f.found != nil || !c.right()):
		return err
	case f.found != nil && f.found.wrong:
		return ErrChecksum
	case f.found != nil:
		return io.EOF
	case c.read != f.Size:
		return &LengthError{f.Size, c.right()}
	}
	return ErrChecksum
}

// Sizes in bytes in a PAK.
const (
	pakHeader = 12
	pakEntry  = 64
	pakName   = 56
)

// openPAK builds the PAK from its files.
func (f *File) openPAK() io.Reader {
	var directory bytes.Buffer
	at := uint32(pakHeader)
	readers := []io.Reader{nil}
	for i, member := range f.files {
		var entry [pakEntry]byte
		copy(entry[:pakName], f.names[i])
		binary.LittleEndian.PutUint32(entry[pakName:], at)
		binary.LittleEndian.PutUint32(entry[pakName+4:], uint32(member.Size))
		directory.Write(entry[:])
		at += uint32(member.Size)
		readers = append(readers, &pakFile{f: member})
	}
	header := binary.LittleEndian.AppendUint32([]byte("PACK"), at)
	readers[0] = bytes.NewReader(binary.LittleEndian.AppendUint32(header, uint32(directory.Len())))
	return io.MultiReader(append(readers, &directory)...)
}

// pakFile reads a file of a PAK. It opens the file when the previous one is read.
type pakFile struct {
	f    *File
	r    io.Reader
	left int64
}

func (p *pakFile) Read(b []byte) (int, error) {
	if p.r == nil {
		var err error
		if p.r, err = p.f.Open(); err != nil {
			return 0, fmt.Errorf("%s: %w", p.f.Name, err)
		}
		p.left = p.f.Size
	}
	n, err := p.r.Read(b)
	p.left -= int64(n)
	if s := (*SalvageError)(nil); errors.As(err, &s) && s.Err == nil {
		err = io.EOF
	}
	if err == io.EOF && p.left > 0 {
		err = io.ErrUnexpectedEOF // the offsets of the following files would be wrong
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", p.f.Name, err)
	}
	return n, err
}
