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
	// segmentSize is how many bytes of a growing demo lie in one piece: several of the largest records, and
	// little enough to read a piece again when somebody goes back to it.
	segmentSize = 1 << 20
	// maxHeld is how many bytes of a growing demo are kept in memory: two hours of a 4on4. What is older
	// goes to a temporary file.
	maxHeld = 64 << 20
	// maxGrown is how many bytes a growing demo has at most: twenty hours of a 4on4. A server that sends
	// without end would fill the disk.
	maxGrown = 4 << 30
	// maxBegin is how many bytes without the beginning of a level are read before something is no demo.
	maxBegin = HeadSize
	// leastSearched is how many bytes must be there from damage on before the next record is searched for:
	// several records, of which it takes some in a row to know one.
	leastSearched = 16 << 10
	// maxDamage is how many damaged bytes end a demo. With the records around them they must fit in one
	// segment.
	maxDamage = segmentSize / 2
	// nearDamage is how many bytes from damage on a search looks at first, and searchPerByte how many all searches may
	// for each byte of the demo: one that is damaged all over ends.
	nearDamage, searchPerByte = 32 << 10, 16
)

// Errors of a demo that grows.
var (
	// ErrOver is the error of Write after the demo has ended.
	ErrOver = errors.New("the demo has ended")
	// ErrPacked says that a packed demo cannot be read before it is whole.
	ErrPacked = errors.New("can't tail a compressed demo")
)

// Spill takes the oldest part of a growing demo once memory has reached its limit. WriteAt is called with
// bytes that follow each other, ReadAt from any goroutine. Close removes it.
type Spill interface {
	io.WriterAt
	io.ReaderAt
	io.Closer
}

// GrowOptions are the choices of [Grow].
type GrowOptions struct {
	// Format is nil if the demo's beginning says it.
	Format *Format
	// Live says that the message with which a server ends its recordings does not end the demo: in the stream
	// of a game it stands at each change of the map.
	Live bool
	// Damaged says that a demo goes on behind bytes that are no record, as a whole file does. Else they end it: what a
	// connection says then cannot be trusted any more.
	Damaged bool
	// Memory is how many bytes are kept in memory, at least two pieces of 1 MiB. Zero or less stands for 64 MiB.
	Memory int64
	// Spill makes what takes the rest. Without it Write fails at the limit.
	Spill func() (Spill, error)
}

// Growing is a demo whose end is not known yet. Whoever has a file that is being written, or a connection, writes
// its bytes to it in pieces of any size, and ends it by [Growing.End]; [Growing.Demo] is what is played. Its
// decoders see whole records only, and return [message.ErrGrowing] behind the last one.
//
// Bytes are kept in pieces of memory that begin with a record, so that none is copied again, but for the
// beginning of a record that does not fit into a piece.
//
// One goroutine writes, any may read.
type Growing struct {
	name  string
	o     GrowOptions
	piece int   // bytes of a segment: segmentSize
	most  int64 // bytes of all: maxGrown

	mu       sync.Mutex
	ready    chan struct{} // closed when demo or err is set
	demo     *Demo
	segments []segment
	tryAt    int64         // from how many bytes on the beginning is looked at again
	searchAt int64         // and what is behind damage
	searched int64         // bytes that searches behind damage have looked at
	border   int64         // up to here are whole records
	size     int64         // bytes written
	held     int64         // bytes of memory
	ended    bool          // no more bytes come
	err      error         // why it ended, nil if it was the demo's end
	grown    chan struct{} // closed when border moves or the demo ends, nil if nobody waits
	spill    Spill
	released bool
}

// segment is a piece of a growing demo.
type segment struct {
	base int64  // where it begins
	size int    // bytes of it
	data []byte // nil once they are in the spill
}

// Grow returns a demo without any bytes yet. name is what it is called, as a file or an address; from it follows
// nothing but what people are told, and the format if the beginning could be that of two.
func Grow(name string, o GrowOptions) *Growing {
	if o.Memory <= 0 {
		o.Memory = maxHeld
	}
	return &Growing{name: name, o: o, piece: segmentSize, most: maxGrown, ready: make(chan struct{})}
}

// Write adds bytes to the demo. The error is [ErrOver] after its end; a [*message.Damage] where no record can
// begin, or what the beginning is refused for, which ends the demo; or one of the spill.
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

// write adds the bytes that fit into the last piece.
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

// begin begins a piece of memory with what the last one has of a record that is not whole.
func (g *Growing) begin() error {
	s := segment{base: g.size}
	data := make([]byte, 0, g.piece)
	if n := len(g.segments); n > 0 {
		old := &g.segments[n-1]
		keep := int(g.border - old.base)
		if keep == 0 {
			return g.nothing(message.ErrTooLarge) // no record is that long
		}
		data = append(data, old.data[keep:]...)
		old.data, old.size = old.data[:keep:keep], keep
		s.base, s.size = g.border, len(data)
	}
	s.data = data
	g.segments = append(g.segments, s)
	g.held += int64(g.piece)
	return g.shed()
}

// shed puts the oldest pieces out of memory, but for the last two.
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

// walk moves the border behind the last record that is whole.
func (g *Growing) walk() error {
	if g.demo == nil {
		if err := g.open(); g.demo == nil {
			return err
		}
	}
	s := &g.segments[len(g.segments)-1]
	was := g.border
	for {
		left := s.data[g.border-s.base:]
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
			g.tell()
			return g.nothing(err)
		}
		if n == 0 || n > len(left) {
			break
		}
		g.border += int64(n)
	}
	if g.border != was {
		g.tell()
	}
	return nil
}

// search returns how many bytes at the border are no record because another one begins behind them, 0 if that is not
// known yet.
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
		// If its first bytes could be a record after all, the rest tells when more has come.
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

// nothing returns the damage of bytes at the border that are no record.
func (g *Growing) nothing(err error) error {
	name := ""
	if g.demo != nil {
		name = g.demo.Format.Name
	}
	return &message.Damage{Format: name, Message: "container", Offset: g.border, Err: err}
}

// open looks whether the beginning of the demo is there, and makes the demo if it is.
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
	if d.Format == nil {
		if len(head) < leastHead && !last {
			return nil
		}
		if k := kindByHead(head); k != nil {
			return k.error(g.name, 0)
		}
		d.Format = detect(g.name, head)
	} else if !d.Format.detect(head, g.name) {
		d.Format = nil
	}
	switch {
	case d.Format == nil && last:
		return d.refuse(head)
	case d.Format == nil:
		return nil
	case d.enough != nil && !d.enough(head) && !last:
		return nil
	}
	d.start = d.Format.start(head, g.name, true)
	if d.start.Records > 0 && !last {
		return nil // the level's beginning is not there yet
	}
	if err := unsupported(&Demo{Format: d.Format, File: g.name, data: head, start: d.start}); err != nil {
		return err
	}
	g.demo, g.border = d, d.start.Mark.Offset
	close(g.ready)
	return nil
}

// leastHead is how many bytes must be there to tell a format of which nothing is known.
const leastHead = 512

// tell wakes who waits.
func (g *Growing) tell() {
	if g.grown != nil {
		close(g.grown)
		g.grown = nil
	}
}

// End says that no more bytes come, and why: nil at the demo's own end. What was written of a last record is
// then a damage. Only the first call counts.
func (g *Growing) End(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.finish(err)
}

// finish is End for who holds the lock.
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
	g.border = g.size
	g.tell()
}

// Release gives memory and spill back. No decoder of the demo may be used any more; Write then fails.
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

// Demo waits until the beginning of the demo is there and returns it. The error is that of ctx, or why the demo
// ended before, or a [*KnownError], or wraps [ErrUnknown].
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

// Len returns how many bytes of whole records there are.
func (g *Growing) Len() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.border
}

// Held returns how many bytes of memory the demo takes; the rest of its bytes is in the spill.
func (g *Growing) Held() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.held
}

// Ended reports whether no more bytes come, and why: nil at the demo's own end.
func (g *Growing) Ended() (ended bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ended, g.err
}

// Grown returns a channel that is closed once there is a whole record behind an offset, or the demo has ended.
func (g *Growing) Grown(offset int64) <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.border > offset || g.ended {
		return closed
	}
	if g.grown == nil {
		g.grown = make(chan struct{})
	}
	return g.grown
}

var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// window returns the piece in which an offset lies, up to the border, and where it begins. At the border the
// window ends there.
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
	end := min(s.base+int64(s.size), g.border)
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

// windowed is a decoder whose file can be a window.
type windowed interface {
	message.Decoder
	message.Informer
	message.Rester
	message.Assumer
	File() *container.Reader
}

var (
	_ message.Grower   = (*growingDecoder)(nil)
	_ message.Informer = (*growingDecoder)(nil)
	_ message.Assumer  = (*growingDecoder)(nil)
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

// NextPacket goes to the next packet; the error is [message.ErrGrowing] behind the last one that is there.
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

// slide goes to the next window, once the packet is read. It is no error if the demo has ended, and the window stays.
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
	end, ended := d.g.border, d.g.ended
	d.g.mu.Unlock()
	if at >= end {
		if ended {
			return nil
		}
		return message.ErrGrowing
	}
	return d.show(at)
}

// show makes the window that with an offset in it.
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
		_ = d.show(m.Offset) // NextPacket then says that there is nothing
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
