package formats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/qwz"
)

const (
	// segmentSize is the size in bytes of a segment of a growing demo: room for several of the largest records, but
	// cheap to read again after a seek.
	segmentSize = 1 << 20
	// maxHeld is the maximum number of bytes of a growing demo kept in memory, two hours of a 4on4. Older bytes go to a
	// temporary file.
	maxHeld = 64 << 20
	// maxGrown is the maximum size of a growing demo in bytes, twenty hours of a 4on4. Without it, an endless stream
	// would fill the disk.
	maxGrown = 4 << 30
	// maxBegin is the maximum number of bytes read in search of the first level; a stream without one is no demo.
	maxBegin = HeadSize
	// leastSearched is the minimum number of bytes after damage before a search for the next record begins. It must
	// cover several records, because only a run of them is convincing.
	leastSearched = 16 << 10
	// maxDamage is the number of damaged bytes in a row that ends a demo. They must fit in one segment together with
	// the records around them.
	maxDamage = segmentSize / 2
	// nearDamage is how many bytes after damage a search examines at first. searchPerByte limits the bytes that all
	// searches examine together, per byte of the demo, so that a thoroughly damaged demo ends.
	nearDamage, searchPerByte = 32 << 10, 16
)

// Errors of a growing demo.
var (
	// ErrOver is the error of Write after the end of the demo.
	ErrOver = errors.New("the demo has ended")
	// ErrPacked says that a packed demo can't be read until it is complete.
	ErrPacked = errors.New("can't tail a compressed demo")
)

// Spill stores the oldest part of a growing demo after memory has reached its limit. WriteAt calls have consecutive
// offsets; ReadAt may be called from any goroutine. Close deletes the stored bytes.
type Spill interface {
	io.WriterAt
	io.ReaderAt
	io.Closer
}

// GrowOptions are the choices of [Grow].
type GrowOptions struct {
	// Format is nil to detect it from the demo's beginning.
	Format *Format
	// Live keeps the demo going after the message with which a server ends a recording: in a live stream it appears at
	// each map change.
	Live bool
	// Damaged continues after bytes that are no record, as for a whole file. Otherwise damage ends the demo, because
	// the connection can't be trusted any more.
	Damaged bool
	// Memory is how many bytes are kept in memory, at least two segments of 1 MiB. Zero or less means 64 MiB.
	Memory int64
	// Spill opens the storage for older bytes. If it is nil, Write fails at the memory limit.
	Spill func() (Spill, error)
}

// Growing is a demo that is still being written. The owner of the source, such as a growing file or a connection,
// passes its bytes to [Growing.Write] in pieces of any size, and calls [Growing.End] at the end; [Growing.Demo] returns
// the demo to play. Its decoders only see whole records, and return [message.ErrGrowing] after the last one.
//
// Each segment of memory begins with a record. No byte is copied again, except for the beginning of a record that
// doesn't fit into a segment.
//
// One goroutine writes, any number may read.
type Growing struct {
	name  string
	o     GrowOptions
	piece int   // size of a segment: segmentSize
	most  int64 // maximum size of the demo: maxGrown

	mu       sync.Mutex
	ready    chan struct{} // closed when demo or err is set
	demo     *Demo
	segments []segment
	tryAt    int64         // size at which to examine the beginning again
	searchAt int64         // size at which to search again after damage
	searched int64         // bytes that searches after damage have examined
	wholeEnd int64         // end of the whole records
	size     int64         // bytes written
	held     int64         // bytes in memory
	ended    bool          // no more bytes will come
	err      error         // why it ended, nil at the demo's own end
	grown    chan struct{} // closed when wholeEnd moves or the demo ends, nil if nobody waits
	spill    Spill
	released bool
}

// segment is a piece of a growing demo.
type segment struct {
	base int64  // offset of its first byte
	size int    // in bytes
	data []byte // nil if the spill has the bytes
}

// Grow returns an empty growing demo. name is its file name or address, for messages and to choose between two formats
// that share a beginning.
func Grow(name string, o GrowOptions) *Growing {
	if o.Memory <= 0 {
		o.Memory = maxHeld
	}
	return &Growing{name: name, o: o, piece: segmentSize, most: maxGrown, ready: make(chan struct{})}
}

// Write adds bytes to the demo. It returns [ErrOver] after the end of the demo. A [*message.Damage] where no record can
// begin ends the demo, as does the error for a beginning that is no demo. Write also returns errors of the spill.
func (g *Growing) Write(p []byte) (int, error) {
	written := 0
	for written < len(p) {
		n, err := g.write(p[written:])
		written += n
		if err != nil {
			g.End(err)
			return written, err
		}
	}
	return written, nil
}

// write adds the bytes that fit into the last segment.
func (g *Growing) write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return 0, ErrOver
	}
	if g.size >= g.most {
		return 0, fmt.Errorf("%s: more than %d bytes", g.name, g.most)
	}
	last := len(g.segments) - 1
	if last < 0 || g.segments[last].size == g.piece {
		if err := g.begin(); err != nil {
			return 0, err
		}
		last = len(g.segments) - 1
	}
	s := &g.segments[last]
	n := min(len(p), g.piece-s.size)
	s.data = append(s.data, p[:n]...)
	s.size += n
	g.size += int64(n)
	return n, g.walk()
}

// begin starts a new segment with the incomplete record at the end of the last one.
func (g *Growing) begin() error {
	s := segment{base: g.size}
	data := make([]byte, 0, g.piece)
	if n := len(g.segments); n > 0 {
		old := &g.segments[n-1]
		keep := int(g.wholeEnd - old.base)
		if keep == 0 {
			return g.notARecord(message.ErrTooLarge) // no record is that long
		}
		data = append(data, old.data[keep:]...)
		old.data, old.size = old.data[:keep:keep], keep
		s.base, s.size = g.wholeEnd, len(data)
	}
	s.data = data
	g.segments = append(g.segments, s)
	g.held += int64(g.piece)
	return g.shed()
}

// shed moves the oldest segments from memory to the spill, except for the last two.
func (g *Growing) shed() error {
	for i := 0; g.held > g.o.Memory && i < len(g.segments)-2; i++ {
		s := &g.segments[i]
		if s.data == nil {
			continue
		}
		if g.spill == nil {
			if g.o.Spill == nil {
				return fmt.Errorf("%s: more than %d bytes of memory", g.name, g.o.Memory)
			}
			var err error
			if g.spill, err = g.o.Spill(); err != nil {
				return fmt.Errorf("%s: %w", g.name, err)
			}
		}
		if _, err := g.spill.WriteAt(s.data, s.base); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		s.data = nil
		g.held -= int64(g.piece)
	}
	return nil
}

// walk moves wholeEnd to the end of the last whole record.
func (g *Growing) walk() error {
	if g.demo == nil {
		if err := g.open(); g.demo == nil {
			return err
		}
	}
	s := &g.segments[len(g.segments)-1]
	was := g.wholeEnd
	for {
		left := s.data[g.wholeEnd-s.base:]
		n, err := g.demo.span(left)
		if err == io.EOF {
			g.finish(nil)
			return nil
		}
		if err != nil && g.o.Damaged && g.searched <= searchPerByte*g.size {
			if n = g.search(left); n > 0 || len(left) < maxDamage {
				err = nil
			}
		}
		if err != nil {
			g.wake()
			return g.notARecord(err)
		}
		if n == 0 || n > len(left) {
			break
		}
		g.wholeEnd += int64(n)
	}
	if g.wholeEnd != was {
		g.wake()
	}
	return nil
}

// search returns the number of damaged bytes at wholeEnd, before the next record. It returns 0 if that is not known
// yet.
func (g *Growing) search(left []byte) int {
	if len(left) < leastSearched || g.size < g.searchAt {
		return 0
	}
	g.searchAt = g.size + int64(len(left)/2)
	f, name := g.demo.Format, g.demo.name()
	for most := nearDamage; ; most *= 4 {
		part := left[:min(len(left), most)]
		g.searched += int64(len(part))
		d := f.decoder(part, name, f.start(part, name, false)).(windowed)
		// If the first bytes could be a record after all, wait for more.
		if _, err := d.NextPacket(); err != nil {
			if at := d.File().Pos; at < len(part) {
				g.searchAt = 0
				return at
			}
		}
		if most >= len(left) {
			return 0
		}
	}
}

// notARecord returns the damage for bytes at wholeEnd that are no record.
func (g *Growing) notARecord(err error) error {
	name := ""
	if g.demo != nil {
		name = g.demo.Format.Name
	}
	return &message.Damage{Format: name, Message: "container", Offset: g.wholeEnd, Err: err}
}

// open makes the demo once its beginning is complete.
func (g *Growing) open() error {
	if g.size < g.tryAt && !g.ended {
		return nil
	}
	g.tryAt = g.size + g.size/8
	head := g.segments[0].data
	d := &Demo{Format: g.o.Format, File: g.name, growing: g}
	if isGzip(head) || IsArchive(head) || d.claimsQizmo() && qwz.Likely(head) {
		return fmt.Errorf("%s: %w", g.name, ErrPacked)
	}
	last := g.ended || len(head) >= maxBegin
	if err := d.identify(head, last); err != nil || d.Format == nil {
		return err
	}
	if d.enough != nil && !d.enough(head) && !last {
		return nil
	}
	d.start = d.Format.start(head, g.name, true)
	if d.start.Records > 0 && !last {
		return nil // the beginning of the level is incomplete
	}
	if err := unsupported(&Demo{Format: d.Format, File: g.name, data: head, start: d.start}); err != nil {
		return err
	}
	g.demo, g.wholeEnd = d, d.start.Mark.Offset
	close(g.ready)
	return nil
}

// identify sets the format by the first bytes of the demo, or checks a given one. If more bytes are needed, there is no
// format. last is set if this is all of the beginning.
func (d *Demo) identify(head []byte, last bool) error {
	if d.Format != nil {
		if !d.Format.detect(head, d.File) {
			d.Format = nil
		}
	} else if last || len(head) >= leastHead {
		if k := kindByHead(head); k != nil {
			return k.error(d.File, 0)
		}
		d.Format = detect(d.File, head)
	}
	if d.Format == nil && last {
		return d.refuse(head)
	}
	return nil
}

// leastHead is the minimum number of bytes needed to detect an unknown format.
const leastHead = 512

// wake wakes the waiting readers.
func (g *Growing) wake() {
	if g.grown != nil {
		close(g.grown)
		g.grown = nil
	}
}

// End marks the end of the demo. err is the reason, nil at the demo's own end. An incomplete last record counts as
// damage. Only the first call has an effect.
func (g *Growing) End(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.finish(err)
}

// finish is End with the lock held.
func (g *Growing) finish(err error) {
	if g.ended {
		return
	}
	g.ended, g.err = true, err
	if g.demo == nil {
		if g.err == nil && len(g.segments) > 0 {
			g.err = g.open()
		}
		if g.demo == nil {
			if g.err == nil {
				g.err = fmt.Errorf("%s: %w", g.name, ErrUnknown)
			}
			close(g.ready)
		}
	}
	g.wholeEnd = g.size
	g.wake()
}

// Release frees memory and spill. Decoders of the demo must not be used after it; Write fails.
func (g *Growing) Release() error {
	g.End(ErrOver)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.released, g.segments, g.held = true, nil, 0
	if g.spill == nil {
		return nil
	}
	spill := g.spill
	g.spill = nil
	return spill.Close()
}

// Demo waits for the beginning of the demo and returns it. The error is that of ctx, the reason why the demo ended too
// early, a [*KnownError], or wraps [ErrUnknown].
func (g *Growing) Demo(ctx context.Context) (*Demo, error) {
	select {
	case <-g.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.demo == nil {
		return nil, g.err
	}
	return g.demo, nil
}

// Len returns the number of bytes in whole records.
func (g *Growing) Len() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.wholeEnd
}

// Held returns the number of the demo's bytes in memory; the spill has the others.
func (g *Growing) Held() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.held
}

// Ended reports whether the demo has ended, and why: err is nil at the demo's own end.
func (g *Growing) Ended() (ended bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ended, g.err
}

// Grown returns a channel that is closed when there is a whole record after offset, or the demo has ended.
func (g *Growing) Grown(offset int64) <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wholeEnd > offset || g.ended {
		return closed
	}
	if g.grown == nil {
		g.grown = make(chan struct{})
	}
	return g.grown
}

var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// window returns the segment that contains offset, up to wholeEnd, and the segment's own offset. For an offset at
// wholeEnd it returns the last segment.
func (g *Growing) window(offset int64) (data []byte, base int64, err error) {
	g.mu.Lock()
	if g.released || len(g.segments) == 0 {
		g.mu.Unlock()
		return nil, 0, ErrOver
	}
	i := len(g.segments) - 1
	for i > 0 && g.segments[i].base > offset {
		i--
	}
	s := g.segments[i]
	end := min(s.base+int64(s.size), g.wholeEnd)
	spill := g.spill
	g.mu.Unlock()
	if s.data != nil {
		return s.data[: end-s.base : end-s.base], s.base, nil
	}
	data = make([]byte, s.size)
	if _, err := spill.ReadAt(data, s.base); err != nil {
		return nil, 0, err
	}
	return data, s.base, nil
}

// growingDecoder reads a growing demo through windows of whole records.
type growingDecoder struct {
	windowed
	g   *Growing
	err error // why a window could not be read
}

// windowed is a decoder that can read a window of a file.
type windowed interface {
	message.Decoder
	message.Informer
	message.LostBytes
	message.ProtocolGuesser
	File() *container.Reader
}

var (
	_ message.Grower          = (*growingDecoder)(nil)
	_ message.Informer        = (*growingDecoder)(nil)
	_ message.ProtocolGuesser = (*growingDecoder)(nil)
)

// decoder returns a decoder at the beginning of the demo.
func (g *Growing) decoder(demo *Demo) message.Decoder {
	d := &growingDecoder{g: g}
	data, _, err := g.window(0)
	d.err = err
	d.windowed = demo.Format.decoder(data, demo.name(), demo.start).(windowed)
	if l, ok := d.windowed.(interface{ Live() }); ok && g.o.Live {
		l.Live()
	}
	return d
}

// NextPacket goes to the next packet. The error after the last packet so far is [message.ErrGrowing].
func (d *growingDecoder) NextPacket() (*message.Packet, error) {
	if d.err != nil {
		return nil, io.EOF
	}
	if d.File().Left() == 0 {
		if err := d.slide(); err != nil {
			return nil, err
		}
	}
	return d.windowed.NextPacket()
}

// slide goes to the next window once all packets of this one are read. At the end of the demo it keeps the window and
// returns no error.
func (d *growingDecoder) slide() error {
	for {
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	if over, ok := d.windowed.(interface{ Over() bool }); ok && over.Over() {
		d.g.End(nil)
	}
	f := d.File()
	at := f.Base + int64(f.Pos)
	d.g.mu.Lock()
	end, ended := d.g.wholeEnd, d.g.ended
	d.g.mu.Unlock()
	if at >= end {
		if ended {
			return nil
		}
		return message.ErrGrowing
	}
	return d.show(at)
}

// show selects the window that contains offset.
func (d *growingDecoder) show(offset int64) error {
	data, base, err := d.g.window(offset)
	if err != nil {
		d.err = err
		d.g.End(err)
		return io.EOF
	}
	d.err = nil
	d.File().Slide(data, base)
	return nil
}

// Return goes to a position that Mark returned.
func (d *growingDecoder) Return(m message.Mark) {
	if f := d.File(); d.err != nil || m.Offset < f.Base || m.Offset >= f.Base+int64(len(f.Data)) {
		_ = d.show(m.Offset) // NextPacket then reports the end
	}
	d.windowed.Return(m)
}

// Grown implements [message.Grower].
func (d *growingDecoder) Grown() <-chan struct{} {
	f := d.File()
	return d.g.Grown(f.Base + int64(f.Pos))
}

// Size implements [message.Grower].
func (d *growingDecoder) Size() int64 { return d.g.Len() }
