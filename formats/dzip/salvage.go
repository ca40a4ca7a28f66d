package dzip

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
	"io"
	"slices"
	"strings"
	"sync"
)

const (
	// maxSalvage is the maximum number of bytes that a search for files unpacks, and that it restores of demos. Each
	// attempt to find out how a demo is coded counts.
	maxSalvage = 256 << 20
	// minSalvage is the number of bytes that a search in any archive unpacks, and ratioSalvage how many more for each
	// byte of the archive.
	minSalvage   = 16 << 20
	ratioSalvage = 64
	// minSearch is the number of bytes that a search in any archive reads as streams, and ratioSearch how many more for
	// each byte of the archive. Random data has a possible stream in 2 KB.
	minSearch   = 4 << 20
	ratioSearch = 4
	// firstSearch is the number of bytes read first of a possible stream, and minGuess the unpacked size of a damaged
	// stream that is no demo. Random data does not unpack to that.
	firstSearch = 512
	minGuess    = 4 << 10
)

// Salvage is what was done to read an archive without a complete directory. The files that the directory does not have
// were searched for: their names are numbers.
type Salvage struct {
	Directory string // "missing", "incomplete" or "damaged"; empty if only bytes without a file are left
	// Unread is the number of bytes that belong to no file found, and At the offset of the first of them. They may be
	// uncompressed files, which only the directory can tell apart.
	Unread, At int64
}

// String describes the damage.
func (s *Salvage) String() string {
	text := "the archive's directory is " + s.Directory + ", and "
	if s.Directory == "" {
		text = ""
	}
	switch s.Unread {
	case 0:
		return strings.TrimSuffix(text, ", and ")
	case 1:
		return fmt.Sprintf("%sbyte %d of the archive is unreadable", text, s.At)
	}
	return fmt.Sprintf("%s%d bytes of the archive are unreadable, the first at byte %d", text, s.Unread, s.At)
}

// SalvageError is the error at the end of each file of an archive without a complete directory.
type SalvageError struct {
	Salvage *Salvage
	Err     error // why the file is damaged, nil if it seems to be complete
}

// Error describes the damage of the file and of the archive.
func (e *SalvageError) Error() string {
	if e.Err == nil {
		return e.Salvage.String()
	}
	return fmt.Sprintf("%v; %v", e.Err, e.Salvage)
}

// Unwrap returns the damage of the file.
func (e *SalvageError) Unwrap() error { return e.Err }

// wrap returns the error for a file that ends with err.
func (s *Salvage) wrap(err error) error {
	if err == io.EOF {
		err = nil
	}
	return &SalvageError{s, err}
}

// found describes a file that was found by searching.
type found struct {
	rules rules // how a demo is coded
	wrong bool  // its stream is damaged, also if that does not show in the file
}

// span is a part of the archive, or of the common stream of version 1.
type span struct{ at, end int64 }

// gaps returns the parts from a span that no other span covers.
func gaps(in span, covered []span) (free []span) {
	slices.SortFunc(covered, func(a, b span) int { return cmp.Compare(a.at, b.at) })
	for _, c := range covered {
		if c.at > in.at {
			free = append(free, span{in.at, min(c.at, in.end)})
		}
		if in.at = max(in.at, c.end); in.at >= in.end {
			return free
		}
	}
	return append(free, in)
}

// search finds files without the directory.
type search struct {
	a *Archive
	// Remaining bytes to read, to unpack, and to restore of demos.
	read, unpack, restore int64
	covered               []span // parts of the archive that are read
	first                 stream
	streams               []stream
}

// salvage adds the files of an archive whose directory at an offset is not complete: those of its first entries, which
// end at offset end, then those that a search finds.
func (a *Archive) salvage(wrong string, at, end int64, entries []entry) {
	a.Salvage = &Salvage{Directory: wrong}
	s := newSearch(a)
	right := a.plausible(entries, at)
	switch {
	case wrong == "incomplete" && (len(right) > 0 || len(entries) == 0):
		s.covered = append(s.covered, span{at, a.size})
	case len(right) > 0:
		s.covered = append(s.covered, span{at, end})
	}
	if s.first = s.probe(headerSize, a.size); len(right) == 0 {
		a.major = s.version()
	}
	a.addAll(right)
	if a.major == 1 {
		s.searchCommon(a.size)
	} else {
		s.cover(a.size)
		s.searchStreams()
	}
	s.count()
}

// budget returns how many bytes of its files an archive may cost that need not be read.
func (a *Archive) budget() int64 { return min(maxSalvage, minSalvage+ratioSalvage*a.size) }

func newSearch(a *Archive) *search {
	return &search{a: a, read: minSearch + ratioSearch*a.size, unpack: a.budget(), restore: a.budget()}
}

// searchRest adds the files that a directory, from offset at to offset end, leaves out.
func (a *Archive) searchRest(at, end int64) {
	s := newSearch(a)
	s.covered = append(s.covered, span{at, end})
	n := len(a.Files)
	if a.major == 1 {
		s.covered = append(s.covered, span{headerSize, at})
		s.first = s.probe(headerSize, at)
		s.searchCommon(at)
	} else if s.cover(at); len(s.free()) > 0 {
		for _, f := range a.Files { // the directory may say a wrong size
			if stream := s.probe(f.at, at); f.kind != typeStored && stream.sound {
				s.covered = append(s.covered, stream.span)
			}
		}
		s.searchStreams()
	}
	a.Salvage = new(Salvage)
	if s.count(); len(a.Files) > n {
		a.Salvage.Directory = "incomplete"
	} else if a.Salvage.Unread == 0 {
		a.Salvage = nil
	}
}

// cover covers the files of the directory that can be where it says: before offset end.
func (s *search) cover(end int64) {
	for _, f := range s.a.Files {
		if f.at >= headerSize && f.at+f.size <= end {
			s.covered = append(s.covered, span{f.at, f.at + f.size})
		}
	}
}

// free returns the parts of the archive that belong to no file.
func (s *search) free() []span { return gaps(span{headerSize, s.a.size}, s.covered) }

// count counts the bytes that belong to no file.
func (s *search) count() {
	free := s.free()
	for _, g := range free {
		s.a.Salvage.Unread += g.end - g.at
	}
	if len(free) > 0 {
		s.a.Salvage.At = free[0].at
	}
}

// plausible returns the entries before the first one that is damaged.
func (a *Archive) plausible(entries []entry, at int64) []entry {
	for i := range entries {
		if e := &entries[i]; e.hasPlace() && (e.kind > typeStored || !a.placed(e, at)) {
			return entries[:i]
		}
	}
	return entries
}

// misplaced reports whether no file of a directory at an offset can be where its entry says, or all files have a type
// of another version.
func (a *Archive) misplaced(entries []entry, at int64) bool {
	wrong := false
	for i := range entries {
		e := &entries[i]
		if e.hasPlace() && a.placed(e, at) {
			return false
		}
		wrong = wrong || e.hasPlace()
	}
	return wrong
}

// hasPlace reports whether an entry's place in the archive means something.
func (e *entry) hasPlace() bool {
	return e.kind != typeDirectory && e.kind != typePAK && (e.size > 0 || e.real > 0)
}

// placed reports whether an entry has a possible place before the directory's offset, and no type of another version.
func (a *Archive) placed(e *entry, at int64) bool {
	if a.major == 1 {
		return e.kind <= typeText && e.at >= headerSize && int64(e.at)+int64(e.size) <= headerSize+maxCommon
	}
	return e.kind != typeDemo1 && e.at >= headerSize && int64(e.at)+int64(e.size) <= at
}

// version returns the version of an archive without a directory, by the coding of the first demo.
func (s *search) version() byte {
	a := s.a
	if !s.first.sound || !isCoded(s.first.head) { // damage may look like another coding
		return a.major
	}
	best, version := int64(-1), byte(0)
	for _, major := range []byte{a.major, 3, 2, 1} {
		z := a.inflate(headerSize, a.size)
		d := s.decode(z, rules{major, major == 3})
		// Only in version 1 a stream has more than a demo.
		if d.coded > best || d.coded == best && major == 1 && d.levels > 0 {
			best, version = d.coded, major
		}
		z.release()
		if best == s.first.size {
			break
		}
	}
	if version > 1 && a.major > 1 {
		return a.major // either has demos of both versions
	}
	return version
}

// stream is a zlib stream, and a file or several.
type stream struct {
	span        // including its checksum, up to the damage if there is any
	size  int64 // unpacked, in bytes
	head  []byte
	err   error // why it is not complete; nil if it is
	sound bool  // complete with the right checksum
}

// headSize is the number of bytes that decide whether a stream is a demo.
const headSize = 16

var (
	errNoStream = errors.New("no compressed data")
	errSearch   = errors.New("the search for files takes too long")
)

// probe unpacks the stream at an offset, which ends before offset end.
func (s *search) probe(at, end int64) stream {
	f := stream{span: span{at, end}}
	var header [2]byte
	if n, _ := s.a.r.ReadAt(header[:], at); n < len(header) || !isZlib(header[0], header[1]) {
		f.end, f.err = at, errNoStream
		return f
	}
	in := &probeReader{r: io.NewSectionReader(s.a.r, at+2, max(end-at-2, 0)), s: s, next: firstSearch}
	z := newInflater(in)
	sum := adler32.New()
	var buf [4 << 10]byte
	for f.err == nil {
		var n int
		n, f.err = z.Read(buf[:])
		f.head = append(f.head, buf[:min(n, headSize-len(f.head))]...)
		sum.Write(buf[:n])
		f.size += int64(n)
		if s.unpack -= int64(n); s.unpack <= 0 && f.err == nil {
			f.err = errSearch
		}
	}
	f.end = min(end, at+2+z.offset())
	z.release()
	if f.err == io.EOF {
		f.err = nil
		var want [4]byte
		if n, _ := s.a.r.ReadAt(want[:min(4, end-f.end)], f.end); n == len(want) {
			if f.sound = binary.BigEndian.Uint32(want[:]) == sum.Sum32(); !f.sound {
				f.err = ErrChecksum
			}
		}
		f.end = min(end, f.end+4)
	}
	return f
}

// probeReader reads a possible stream in pieces that grow, because most end soon.
type probeReader struct {
	r    io.Reader
	s    *search
	next int
}

func (p *probeReader) Read(b []byte) (int, error) {
	if p.s.read <= 0 {
		return 0, errSearch
	}
	n, err := p.r.Read(b[:min(len(b), p.next)])
	p.s.read -= int64(max(n, firstSearch/8))
	p.next = min(2*p.next, inflateInput)
	return n, err
}

// searchStreams finds the files of version 2 or 3 that are not covered. A file's stream ends where the next one begins.
// Behind an uncompressed file or a damaged stream, any place may have the next stream.
func (s *search) searchStreams() {
	for _, free := range s.free() {
		s.searchGap(free)
		for i := range s.streams {
			until := free.end
			if i+1 < len(s.streams) {
				until = s.streams[i+1].at
			}
			s.add(&s.streams[i], until)
		}
		s.streams = s.streams[:0]
	}
}

// searchGap finds the streams in a part of the archive.
func (s *search) searchGap(in span) {
	var buf []byte // the archive's bytes from offset in.at on
	known := true  // a file begins at in.at
	for in.end-in.at >= 2 && s.unpack > 0 && s.read > 0 && len(s.a.Files)+len(s.streams) < MaxFiles {
		if len(buf) < 2 {
			buf = make([]byte, min(64<<10, in.end-in.at))
			if n, _ := s.a.r.ReadAt(buf, in.at); n < len(buf) {
				return
			}
		}
		step := int64(1)
		if isZlib(buf[0], buf[1]) {
			f := s.probe(in.at, in.end)
			if accepted := s.accept(&f, known); accepted {
				s.streams = append(s.streams, f)
			}
			if f.sound && f.size > 0 {
				step = f.end - f.at
			}
			known = step > 1
		} else {
			known = false
		}
		in.at += step
		buf = buf[min(step, int64(len(buf))):]
	}
}

// accept reports whether a possible stream is one. known says that a file begins there.
func (s *search) accept(f *stream, known bool) bool {
	switch {
	case f.size == 0:
		return false
	case f.sound:
		return true
	case isCoded(f.head):
		z := s.a.inflate(f.at, f.end)
		defer z.release()
		d := s.decode(z, rules{3, true})
		return d.blocks > 0 && (known || d.levels > 0)
	}
	return f.size >= minGuess || known && f.likely()
}

// likely reports whether a stream is hardly random data.
func (f *stream) likely() bool {
	return f.err == nil || f.err == io.ErrUnexpectedEOF || f.size >= minGuess
}

// add adds the file of a stream, which ends before offset end.
func (s *search) add(f *stream, end int64) {
	if f.end > end {
		*f = s.probe(f.at, end)
	}
	if s.restore <= 0 && isCoded(f.head) {
		return
	}
	s.covered = append(s.covered, f.span)
	file := s.a.addFound(f.at, f.end-f.at, isCoded(f.head))
	file.end, file.Size, file.found.wrong = end, f.size, f.err == ErrChecksum
	if file.kind == typeFile {
		return
	}
	// Dzip 3 adds files to archives of version 2.
	var best decoded
	for i, major := range []byte{s.a.major, 5 - s.a.major} {
		z := s.a.inflate(f.at, end)
		d := s.decode(z, rules{major, major == 3})
		z.release()
		// In the last packet, the wrong rules may go on for some bytes.
		if i == 0 || d.coded > best.coded && d.blocks > best.blocks {
			best = d
		}
		if best.coded == f.size {
			break
		}
	}
	file.found.rules, file.Size = best.rules, best.size
}

// addFound adds a file that was found.
func (a *Archive) addFound(at, size int64, demo bool) *File {
	f := &File{a: a, kind: typeFile, at: at, size: size, found: new(found)}
	f.Name = fmt.Sprintf("%d.bin", len(a.Files)+1)
	switch {
	case !demo:
	case a.major == 1:
		f.kind = typeDemo1
	default:
		f.kind = typeDemo
	}
	if demo {
		f.Name = fmt.Sprintf("%d.dem", len(a.Files)+1)
	}
	a.Files = append(a.Files, f)
	return f
}

// decoded is how much of a demo can be decoded.
type decoded struct {
	rules          rules
	size, coded    int64 // bytes of the demo, and of its intermediate form
	levels, blocks int
	short          bool // ends within a packet
}

// decode decodes a demo from its intermediate form.
func (s *search) decode(r io.Reader, rules rules) decoded {
	d := newDecoder(&limited{r, maxSalvage}, rules)
	size, _ := io.Copy(io.Discard, io.LimitReader(d, max(s.restore, 0)))
	result := decoded{rules, size, d.offset(), d.levels, d.parts - 1,
		d.why == shortPacket || d.why == shortString}
	const state = 128 // bytes of an entity and its baseline
	s.restore -= size + d.taken + int64(d.end) + int64(len(d.ent))*state
	d.release()
	return result
}

// searchCommon finds the files of version 1 in the common stream, which ends before offset end. Where one ends is only
// known of a demo: no block of a demo begins like the next demo, or like a text.
func (s *search) searchCommon(end int64) {
	a, f := s.a, &s.first
	a.common = sync.OnceValues(func() ([]byte, error) { return a.unpackCommon(end) })
	data, err := a.common()
	if f.size == 0 || !f.likely() && s.decode1(data).levels == 0 && s.nextDemo(data, 0, false) == len(data) {
		return
	}
	s.covered = append(s.covered, f.span)
	var known []span
	for _, file := range a.Files {
		known = append(known, span{file.at, file.at + file.size})
	}
	for _, free := range gaps(span{0, int64(len(data))}, known) {
		s.split(data[:free.end], int(free.at), err != nil && free.end == int64(len(data)))
	}
	for _, file := range a.Files {
		if file.found != nil {
			file.found.rules = rules{major: 1}
			file.found.wrong = f.err != nil && f.err != io.ErrUnexpectedEOF
		}
	}
}

// split finds the files in the common stream from an offset on. cut says that the stream is not complete.
func (s *search) split(data []byte, at int, cut bool) {
	file := func(to int, demo bool) *File {
		size := int64(to - at)
		if cut && to == len(data) {
			size++ // reading it returns why the stream ends
		}
		return s.a.addFound(int64(at), size, demo)
	}
	for at < len(data) {
		demo := isCoded(data[at:])
		d := s.decode1(data[at:])
		end := at + int(d.coded)
		if !demo || d.coded == 0 || end < len(data) && isBlock(data[end]) { // a text, or damage
			end = s.nextDemo(data, end, !demo)
		}
		f := file(end, demo)
		if f.Size = d.size; !demo {
			f.Size = int64(end - at)
		}
		at = end
	}
}

// decode1 decodes the demo of version 1 at the beginning of data, if there is one.
func (s *search) decode1(data []byte) decoded {
	if !isCoded(data) || s.restore <= 0 || len(s.a.Files) >= MaxFiles {
		return decoded{}
	}
	return s.decode(bytes.NewReader(data), rules{major: 1})
}

// nextDemo returns where the next demo with a level begins behind an offset, or the length of data. text says that the
// data before it is text; then the level may be missing if data ends before it.
func (s *search) nextDemo(data []byte, from int, text bool) int {
	for at := from; ; {
		n := bytes.IndexByte(data[at:], '\n')
		if n < 0 {
			return len(data)
		}
		start := at + n
		at = start + 1
		for start > from && start > at-maxTrack && data[start-1] >= '0' && data[start-1] <= '9' {
			start--
		}
		if start > from && data[start-1] == '-' {
			start--
		}
		if start == from {
			continue
		}
		if d := s.decode1(data[start:]); d.levels > 0 || text && d.short && d.blocks == 0 {
			return start
		}
	}
}

// isZlib reports whether these bytes are the header of a zlib stream without a dictionary.
func isZlib(method, flags byte) bool {
	const deflate, window, dictionary = 8, 7, 0x20
	return method&0xf == deflate && method>>4 <= window && flags&dictionary == 0 &&
		(int(method)<<8|int(flags))%31 == 0
}

// maxTrack is the maximum size in bytes of the line with the CD track.
const maxTrack = 12

// isCoded reports whether a file begins like the intermediate form of a demo: the line with the CD track, and a block.
func isCoded(head []byte) bool {
	line, rest, ok := bytes.Cut(head[:min(len(head), headSize)], []byte{'\n'})
	return ok && len(line) > 0 && len(line) < maxTrack && len(bytes.Trim(line, "-0123456789")) == 0 && len(rest) > 0 &&
		isBlock(rest[0])
}

// isBlock reports whether a block of a demo may begin with this byte.
func isBlock(b byte) bool { return b <= 7 || b == 0xff }
