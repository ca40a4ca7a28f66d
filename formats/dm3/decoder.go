package dm3

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Options are facts that a decoder or encoder can't derive from the content.
type Options struct {
	// Protocol is the protocol of the file's extension, see [Extension]; 0 for none. A decoder uses another one if it
	// can't read the beginning of the file with it.
	Protocol int
}

const (
	maxConfigStrings = 1024 // as in the game
	maxAreaBytes     = 32   // bytes of a snapshot's area mask, a bit for each of 256 areas
	endOfEntities    = 1<<10 - 1
	slots            = 64 // of players

	// Configstrings with keys and values.
	csServerInfo = 0
	csSystemInfo = 1
)

// Kinds of damage specific to this format.
var (
	errOrder  = errors.New("entity numbers do not rise")
	errLead   = errors.New("more fields than the protocol has")
	errNoAck  = errors.New("no room for the acknowledged command")
	errLength = errors.New("negative length")
)

// Decoder reads a demo. It is a [message.Decoder], [message.Informer] and [message.LostBytes].
type Decoder struct {
	file container.Reader

	proto   *protocol
	claimed int // protocol in the last gamestate's configstring 0, 0 if it has none
	option  int

	live   bool // the record has more messages
	time   int32
	rest   []byte
	failed int // bit at which the damaged message begins, -1 if none is damaged

	bits wire.BitReader
	high highBytes
	c    coder

	state    message.GameState
	snapshot message.Snapshot
	raw      message.Raw
	others   coding.Store[*coder]

	text    []byte // of strings
	ends    []int  // end of each configstring in text
	changes []message.SnapshotChange
	used    int // of changes

	doubt string // why a gamestate can't be right, or how many bytes of a record are left
}

var (
	_ message.Decoder   = (*Decoder)(nil)
	_ message.Informer  = (*Decoder)(nil)
	_ message.LostBytes = (*Decoder)(nil)
)

// NewDecoder returns a decoder of a whole file, which it does not change. It tries protocols on the beginning of the
// file until one of them can read it.
func NewDecoder(data []byte, opt Options) *Decoder {
	return NewDecoderAt(data, opt, Find(data, opt, true))
}

// NewDecoderAt is NewDecoder for a file with a known start.
func NewDecoderAt(data []byte, opt Options, start container.Start) *Decoder {
	d := newDecoder(data, opt)
	d.file.Begin(d, start)
	return d
}

// newDecoder returns a decoder without a protocol that does not search for records after damage.
func newDecoder(data []byte, opt Options) *Decoder {
	d := &Decoder{option: opt.Protocol, failed: -1, high: noHighBytes}
	d.file = container.Reader{Format: Name, Data: data, Clock: d.seconds}
	d.c.r, d.c.text = &d.bits, &d.text
	return d
}

func (d *Decoder) seconds() float64 { return float64(d.time) / 1000 }

const (
	// headerSize is the size of a record's header in bytes: sequence and length.
	headerSize = 8
	// endMark is the length that ends a demo.
	endMark = -1
)

// NextPacket goes to the next record.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	d.live, d.failed = false, -1
	f := &d.file
	header, err := f.Next(headerSize, true)
	if err != nil {
		return nil, err
	}
	sequence := int32(binary.LittleEndian.Uint32(header))
	size := int32(binary.LittleEndian.Uint32(header[4:]))
	switch {
	case size == endMark:
		p, err := f.End(headerSize)
		if err == nil {
			p.Sequence = sequence
		}
		return p, err
	case size == 0 && f.Zeros():
		return nil, f.Broken(container.ErrZeros)
	case size < 0:
		return nil, f.Broken(errLength)
	case size > wire.MaxBitMessage:
		return nil, f.Broken(message.ErrTooLarge)
	}
	// The reader accepts this length.
	_ = d.bits.Reset(f.Take(headerSize, int(size)), d.proto.huffman)
	d.live = true
	p := &f.Packet
	p.Kind, p.Sequence, p.Acknowledge = message.PacketServer, sequence, 0
	if d.proto.ack {
		p.Acknowledge = d.bits.Long()
	}
	return p, nil
}

// NextMessage returns the record's next message.
func (d *Decoder) NextMessage() (message.Message, error) {
	if !d.live {
		if d.file.Packet.Kind == message.PacketEnd {
			return d.file.Last()
		}
		return nil, io.EOF
	}
	r := &d.bits
	if r.Overrun() {
		return nil, d.fail("acknowledge", 0, errNoAck)
	}
	start := r.Pos()
	if !d.proto.huffman && start >= r.End() {
		// The early protocols may end with the message's last byte.
		d.live = false
		if d.file.Packet.Missing > 0 {
			return nil, d.fail("end", start, message.ErrTruncated)
		}
		return nil, io.EOF
	}
	d.text, d.used = d.text[:0], 0
	var m message.Message
	var err error
	id := r.Byte()
	if r.Overrun() {
		return nil, d.fail("end", start, message.ErrTruncated)
	}
	switch id {
	case svcGameState:
		m, err = d.readGameState()
	case svcSnapshot:
		m, err = d.readSnapshot()
	case svcBad, svcEnd:
		if (id == svcEnd) != d.proto.huffman {
			err = message.ErrUnknown
			break
		}
		return d.finish(start)
	default:
		row := d.proto.rowOf(id)
		if row == nil {
			err = message.ErrUnknown
			break
		}
		m = d.others.Message(row)
		row.Code(&d.c, m)
		if v, ok := m.(*message.Voice); ok {
			v.Opus = id == svcOpus
		}
	}
	if err == nil && r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		err = d.fail(messages.Name(id), start, err)
		if id == svcGameState {
			err = container.Partly(err, m)
		}
		return nil, err
	}
	if !d.proto.huffman {
		r.Align()
	}
	return m, nil
}

// finish ends the record, whose end mark begins at bit start. If there are bytes after the mark, which the game
// ignores, both are returned as a raw message, so that the demo can be reproduced. The early protocols need no mark.
func (d *Decoder) finish(start uint) (message.Message, error) {
	d.live = false
	r := &d.bits
	if d.file.Packet.Missing > 0 {
		return nil, d.fail("end", start, message.ErrTruncated)
	}
	if d.proto.huffman && d.plainEnd() {
		return nil, io.EOF
	}
	r.SetPos(start)
	d.raw.Data = r.AppendRest(d.raw.Data[:0])
	if len(d.raw.Data) > mostLeft && d.doubt == "" {
		d.doubt = fmt.Sprintf("record %d has %d bytes behind its messages", d.file.Packet.Block, len(d.raw.Data))
	}
	return &d.raw, nil
}

// plainEnd reports whether the bits after the end mark can be reproduced: the game makes a message one byte longer than
// its number of full bytes, and the unused bits are zero. (The game does not clear that byte if the bits before it end
// with a full one: in a tenth of real messages it holds a leftover.)
func (d *Decoder) plainEnd() bool {
	r := &d.bits
	left := r.End() - r.Pos()
	return r.End() == r.Pos()&^7+8 && r.Window(r.Pos())&(1<<left-1) == 0
}

// fail ends the record with damage in the message that begins at bit start.
func (d *Decoder) fail(name string, start uint, err error) error {
	d.live = false
	d.failed = int(start)
	return d.file.Lost(name, d.file.Payload+int(min(start, d.bits.End())>>3), d.file.Payload+
		int(min(d.bits.Pos(), d.bits.End())>>3), err)
}

// Rest returns the unreadable bytes, see [message.LostBytes]. A message that begins inside a byte is shifted to begin
// with a whole one.
func (d *Decoder) Rest() []byte {
	if d.failed < 0 {
		return d.file.Rest()
	}
	d.bits.SetPos(uint(d.failed))
	d.rest = d.bits.AppendRest(d.rest[:0])
	return d.rest
}

// Mark returns the position of the next record.
func (d *Decoder) Mark() message.Mark {
	m := d.file.Mark([6]uint32{uint32(d.proto.number), uint32(d.claimed)})
	m.Time = int64(d.time)
	return m
}

// Return goes to a position returned by Mark.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.time, d.claimed = int32(m.Time), int(m.State[1])
	d.SetProtocol(m.State)
	d.live, d.failed = false, -1
}
