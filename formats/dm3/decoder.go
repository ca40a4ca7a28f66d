package dm3

import (
	"errors"
	"io"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Options are what a decoder or encoder cannot read in the file.
type Options struct {
	// Protocol is the number that the file's extension tells, see
	// Extension. 0 finds out by content. Another protocol is taken if the
	// file's beginning cannot be read with this one.
	Protocol int
}

// Numbers of the server's messages.
const (
	svcBad = iota
	svcNop
	svcGameState
	svcConfigString // 3 and 4 only inside a gamestate
	svcBaseline
	svcServerCommand
	svcDownload
	svcSnapshot
	svcEnd
	svcVoiceSpeex
	svcVoiceOpus
)

const (
	maxConfigStrings = 1024 // an index has to be below it; what the game has room for
	maxAreaBytes     = 32   // area mask of a snapshot, a bit for each of 256 areas
	endOfEntities    = 1<<10 - 1
)

// Reasons that only this format knows.
var (
	errOrder  = errors.New("entity numbers do not rise")
	errLead   = errors.New("more fields than the protocol has")
	errNoAck  = errors.New("no room for the acknowledged command")
	errLength = errors.New("negative length")
)

// Decoder reads one demo. It implements message.Decoder, message.Informer and
// message.Rester.
type Decoder struct {
	data  []byte
	off   int // of the next record
	block int // number of the next record
	ended bool

	proto   *protocol
	claimed int // protocol by the last gamestate's configstring 0, 0 if it has none
	option  int

	packet message.Packet
	body   int  // offset of the record's message
	live   bool // the message has not ended
	time   int32
	rest   []byte
	failed int // where the message that failed begins, a bit; -1: not in a message

	bits wire.BitReader

	nop      message.Nop
	state    message.GameState
	command  message.ServerCommand
	download message.DownloadBlock
	voice    message.Voice
	snapshot message.Snapshot
	raw      message.Raw

	text    []byte // of strings
	ends    []int  // where each configstring ends in text
	changes []message.SnapshotChange
	used    int // of changes
}

// NewDecoder returns a decoder of a whole file, which it does not change.
func NewDecoder(data []byte, opt Options) *Decoder {
	d := newDecoder(data)
	d.option = opt.Protocol
	d.restart(d.choose(opt.Protocol))
	return d
}

func newDecoder(data []byte) *Decoder { return &Decoder{data: data, failed: -1} }

// NextPacket goes to the next record.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	d.live, d.failed = false, -1
	left := len(d.data) - d.off
	if d.ended || left == 0 {
		d.ended = true
		return nil, io.EOF
	}
	p := &d.packet
	*p = message.Packet{Block: d.block, Offset: int64(d.off), Size: left}
	if left < 8 {
		d.ended = true
		return nil, d.damage("container", d.off, message.ErrTruncated)
	}
	var head wire.Reader
	head.Reset(d.data[d.off : d.off+8])
	p.Sequence = head.Long()
	n := int(head.Long())
	if n == -1 {
		p.Kind, p.Size = message.PacketEnd, 8
		d.off += 8
		d.block++
		d.ended = true
		return p, nil
	}
	if n < 0 || n > wire.MaxBitMessage {
		d.ended = true
		err := errLength
		if n > 0 {
			err = message.ErrTooLarge
		}
		return nil, d.damage("container", d.off, err)
	}
	p.Size = n + 8
	if p.Size > left {
		p.Missing = p.Size - left
		p.Size = left
		d.ended = true
	}
	d.body = d.off + 8
	d.off += p.Size
	d.block++
	// The length is within the reader's limit.
	_ = d.bits.Reset(d.data[d.body:d.off], d.proto.huffman)
	d.live = true
	if d.proto.ack {
		p.Acknowledge = d.bits.Long()
	}
	return p, nil
}

// NextMessage returns the record's next message.
func (d *Decoder) NextMessage() (message.Message, error) {
	if !d.live {
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
		if d.packet.Missing > 0 {
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
	case svcNop:
		m = &d.nop
	case svcGameState:
		m, err = d.readGameState()
	case svcServerCommand:
		d.command.Sequence = r.Long()
		d.text = r.AppendString(d.text)
		d.command.Text = d.text
		m = &d.command
	case svcDownload:
		m = d.readDownload()
	case svcSnapshot:
		m, err = d.readSnapshot()
	case svcVoiceSpeex, svcVoiceOpus:
		if d.proto.huffman {
			m = d.readVoice(id == svcVoiceOpus)
		} else {
			err = message.ErrUnknown
		}
	case svcBad, svcEnd:
		if (id == svcEnd) != d.proto.huffman {
			err = message.ErrUnknown
			break
		}
		return d.finish(start)
	default:
		err = message.ErrUnknown
	}
	if err == nil && r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		return nil, d.fail(messageName(id), start, err)
	}
	if !d.proto.huffman {
		r.Align()
	}
	return m, nil
}

// finish ends the message, whose end mark begins at bit start. If something
// is there that the format ignores, it is handed out together with the mark,
// so that the demo can be written back. The early protocols need no mark.
func (d *Decoder) finish(start uint) (message.Message, error) {
	d.live = false
	r := &d.bits
	if d.packet.Missing > 0 {
		return nil, d.fail("end", start, message.ErrTruncated)
	}
	if d.proto.huffman && d.plainEnd() {
		return nil, io.EOF
	}
	r.SetPos(start)
	d.raw.Data = r.AppendRest(d.raw.Data[:0])
	return &d.raw, nil
}

// plainEnd reports whether behind the end mark is what can be foreseen: the
// game makes a message as long as its bits divided by eight, rounded down,
// and one byte more. That byte is not cleared after a full last one: in a
// tenth of real messages it holds a leftover.
func (d *Decoder) plainEnd() bool {
	r := &d.bits
	left := r.End() - r.Pos()
	return r.End() == r.Pos()&^7+8 && r.Window(r.Pos())&(1<<left-1) == 0
}

// fail ends the record with a damage in a message that begins at a bit.
func (d *Decoder) fail(name string, start uint, err error) error {
	d.live = false
	d.failed = int(start)
	return d.damage(name, d.body+int(min(start, d.bits.End())>>3), err)
}

func (d *Decoder) damage(name string, offset int, err error) error {
	return &message.Damage{
		Format: Name, Message: name, Offset: int64(offset), Block: d.packet.Block,
		Time: float64(d.time) / 1000, Err: err,
	}
}

// Rest returns what could not be read, see message.Rester. A message that
// begins inside a byte is moved so that it begins with one.
func (d *Decoder) Rest() []byte {
	if d.failed < 0 {
		return d.data[min(int(d.packet.Offset), len(d.data)):]
	}
	d.bits.SetPos(uint(d.failed))
	d.rest = d.bits.AppendRest(d.rest[:0])
	return d.rest
}

// Mark returns the place of the next record.
func (d *Decoder) Mark() message.Mark {
	return message.Mark{
		Offset: int64(d.off), Block: d.block, Time: int64(d.time),
		State: [6]uint32{uint32(d.proto.number), uint32(d.claimed)},
	}
}

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.off = int(max(0, min(m.Offset, int64(len(d.data)))))
	d.block, d.time, d.claimed = m.Block, int32(m.Time), int(m.State[1])
	if p := lookUp(int(m.State[0])); p != nil {
		d.proto = p
	}
	d.live, d.ended, d.failed = false, false, -1
}

func messageName(id uint8) string {
	names := [...]string{
		svcBad: "bad", svcNop: "nop", svcGameState: "gamestate", svcConfigString: "configstring",
		svcBaseline: "baseline", svcServerCommand: "serverCommand", svcDownload: "download",
		svcSnapshot: "snapshot", svcEnd: "end", svcVoiceSpeex: "voip", svcVoiceOpus: "voip",
	}
	if int(id) < len(names) {
		return names[id]
	}
	return "unknown"
}
