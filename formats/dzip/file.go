package dzip

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// File is a file in an archive.
type File struct {
	Name string // it is not trusted, and may contain ".." and bytes that are not UTF-8
	Size int64  // unpacked size in bytes, as the archive claims

	a     *Archive
	kind  uint32
	at    int64 // in the archive, or in the common stream of version 1
	size  int64 // bytes in the archive; of version 1, in the common stream
	crc   uint32
	files []*File  // of a PAK; nil of one in a PAK, which Dzip doesn't make
	names []string // of files, as the PAK stores them

	settling sync.Mutex
	settled  *rules // of a demo of protocol 666 in an archive of version 2
}

// IsPAK reports whether the file is a PAK whose files follow it.
func (f *File) IsPAK() bool { return f.kind == typePAK }

// Packed returns how many bytes of the archive the file takes.
func (f *File) Packed() int64 {
	if f.kind == typePAK || f.a.major == 1 {
		return min(f.size, f.a.size)
	}
	return max(0, min(f.size, f.a.size-f.at))
}

// Open returns a reader of the unpacked file. At the end, it returns an error if the file is damaged: [ErrChecksum],
// [ErrNoDirectory], a *[DamageError], a *[FormatError], or one of unpacking. What it returns before is what could be
// unpacked, of a demo whole messages.
func (f *File) Open() (io.Reader, error) {
	if f.files != nil {
		return f.openPAK(), nil
	}
	r, err := f.open(f.startRules(), f.settle)
	if err != nil {
		return nil, err
	}
	return &checked{r: r, f: f, left: f.Size}, nil
}

// Head unpacks the first n bytes of the file, fewer if it has no more or they can't be unpacked. Only if there are
// none, it returns an error.
func (f *File) Head(n int) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(r, min(int64(n), f.Size)))
	if c, ok := r.(*checked); ok && c.err == nil {
		c.release()
	}
	if len(head) > 0 {
		return head, nil
	}
	return nil, err
}

// startRules are the rules of a demo before it says which protocol it has.
func (f *File) startRules() rules { return rules{major: f.a.major, fitz: f.a.major >= 3} }

// open returns a reader of the file as it is unpacked with those rules, whatever its size and checksum.
func (f *File) open(rules rules, settle func() rules) (io.Reader, error) {
	v1 := f.a.major == 1
	demo := false
	switch {
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
		r = f.a.inflate(f.at)
	}
	if !demo {
		return r, nil
	}
	// Most is far more than the intermediate form of a demo of that size takes.
	most := 4*f.Size + maxPacket
	d := newDecoder(&limited{r, most}, rules)
	if !v1 && !rules.fitz {
		d.settle = settle
	}
	return d, nil
}

// inflate returns a reader of the zlib stream at a place in the archive. Its header and its checksum are not looked
// at, because a file has its own.
func (a *Archive) inflate(at int64) io.Reader {
	z, _ := inflaters.Get().(*inflater)
	if z == nil {
		z = new(inflater)
		z.in = bufio.NewReaderSize(nil, inflaterSize)
		z.r = flate.NewReader(z.in)
	}
	z.in.Reset(io.NewSectionReader(a.r, at+2, max(a.size-at-2, 0)))
	_ = z.r.(flate.Resetter).Reset(z.in, nil) // it has no errors
	return z
}

// inflaters are inflaters that are not used any more, and inflaterSize is how many bytes one reads at a time.
var inflaters sync.Pool

const inflaterSize = 16 << 10

// inflater inflates a stream.
type inflater struct {
	in *bufio.Reader
	r  io.ReadCloser
}

func (z *inflater) Read(p []byte) (int, error) { return z.r.Read(p) }

// release keeps the memory of the inflater for another one. It must not be used any more.
func (z *inflater) release() {
	z.in.Reset(nil)
	inflaters.Put(z)
}

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

// release keeps the memory of a reader that [File.open] returned for another one. It must not be used any more.
func release(r io.Reader) {
	switch r := r.(type) {
	case *decoder:
		release(r.r.(*limited).r)
		r.release()
	case *inflater:
		r.release()
	}
}

// unpackCommon unpacks the common stream of an archive of version 1, which ends before that byte.
func (a *Archive) unpackCommon(end int64) ([]byte, error) {
	r := flate.NewReader(io.NewSectionReader(a.r, headerSize+2, max(end-headerSize-2, 0)))
	data, err := io.ReadAll(io.LimitReader(r, maxCommon+1))
	if len(data) > maxCommon {
		return data[:maxCommon], refuse("it unpacks to more than %d bytes", maxCommon)
	}
	return data, err
}

// part reads what there is of a part of the common stream. The error says why it ends early.
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

// settle finds out how a demo of protocol 666 in an archive of version 2 was coded: Dzip 2 knows nothing of that
// protocol, but Dzip 3 adds files to such an archive, too.
func (f *File) settle() rules {
	f.settling.Lock()
	defer f.settling.Unlock()
	if f.settled == nil {
		two, three := rules{major: 2}, rules{major: 3, fitz: true}
		f.settled = &two
		if err := f.try(two); err != nil {
			if other := f.try(three); other == nil || err != ErrChecksum && other == ErrChecksum {
				f.settled = &three
			}
		}
	}
	return *f.settled
}

// try unpacks the file with the rules and returns what is wrong with it then, nil if nothing is.
func (f *File) try(rules rules) error {
	r, err := f.open(rules, nil)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, &checked{r: r, f: f, left: f.Size})
	return err
}

// checked reads a file up to its size and compares its checksum.
type checked struct {
	r    io.Reader
	f    *File
	left int64
	sum  uint32
	err  error
}

func (c *checked) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	var n int
	var err error
	if c.left > 0 {
		n, err = c.r.Read(p[:min(int64(len(p)), c.left)])
		c.sum = crc32.Update(c.sum, crc32.IEEETable, p[:n])
		c.left -= int64(n)
	}
	if err != nil || n == 0 && c.left == 0 {
		c.err = c.end(err)
		c.release()
	}
	return n, c.err
}

// release keeps the memory of the reader for another one, once it is at its end.
func (c *checked) release() {
	release(c.r)
	c.r = nil
}

// end returns what is wrong with the file, io.EOF if nothing is. Err is why there is no more, nil if there may be.
func (c *checked) end(err error) error {
	if !c.f.a.Salvaged && ^c.sum == c.f.crc {
		return io.EOF // whatever its size is said to be
	}
	if err == nil {
		var more [1]byte
		var n int
		for n == 0 && err == nil {
			n, err = c.r.Read(more[:])
		}
		if n > 0 {
			return refuse("the file has more than the %d bytes that the directory says", c.f.Size)
		}
	}
	switch {
	case err != io.EOF:
		return err
	case c.f.a.Salvaged:
		return ErrNoDirectory
	case c.left > 0:
		return io.ErrUnexpectedEOF
	}
	return ErrChecksum
}

// Sizes in bytes in a PAK.
const (
	pakHeader = 12
	pakEntry  = 64
	pakName   = 56
)

// openPAK makes the PAK of its files.
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

// pakFile reads a file of a PAK, which is opened when the one before is read.
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
	if err == io.EOF && p.left > 0 {
		err = io.ErrUnexpectedEOF // the places of the files after it would be wrong
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", p.f.Name, err)
	}
	return n, err
}
