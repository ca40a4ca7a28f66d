// Package mvd reads and writes .mvd, what a QuakeWorld server recorded: all
// players at once, each record for some of them (mvd facts, sections 1 to 5).
package mvd

import (
	"encoding/binary"
	"io"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// Name is the format's name.
const Name = "mvd"

// Types of a record, in the low three bits of its second byte; above them the
// player's slot of typeSingle and typeStats.
const (
	typeRead     = 1 // for all, by old servers
	typeSet      = 2 // sequence numbers, no size
	typeMultiple = 3 // for those of a mask; hidden messages if it is 0
	typeSingle   = 4
	typeStats    = 5
	typeAll      = 6

	typeBits  = 3
	typeMask  = 1<<typeBits - 1
	everybody = 1<<32 - 1
)

// Sizes in bytes.
const (
	prefixSize = 2 // milliseconds and type
	setSize    = 8
)

// lastText is what the disconnect message that ends a demo says.
const lastText = "EndOfDemo"

// stage tells which messages of the packet are still to come.
type stage uint8

const (
	stageDone stage = iota
	stageServer
	stageSet
	stageHidden
	stageRaw
)

// Options are a decoder's or encoder's choices. This format leaves none.
type Options struct{}

// Decoder reads an .mvd. It implements message.Decoder, message.Informer and
// message.Rester.
type Decoder struct {
	data   []byte
	pos    int // of the next record
	block  int
	millis int64 // the sum of all milliseconds so far

	packet  message.Packet
	stage   stage
	payload int // where the messages of the packet begin
	end     int // where the packet ends
	server  quakeworld.Decoder
	hidden  hiddenDecoder
	rest    []byte
	last    bool // the disconnect message that ends the demo was read
	ended   bool

	set message.QWSequence
	raw message.Raw
}

// NewDecoder returns a decoder of a whole file, which must not change.
func NewDecoder(data []byte, _ Options) *Decoder {
	d := &Decoder{data: data}
	d.server.Init(true)
	return d
}

// Info returns the protocol and its extensions as far as they were read.
func (d *Decoder) Info() message.Info { return d.server.Protocol.Info() }

// Rest returns the bytes that the last Damage is about: see message.Rester.
func (d *Decoder) Rest() []byte { return d.rest }

// Mark returns the place of the next packet.
func (d *Decoder) Mark() message.Mark {
	m := message.Mark{Offset: int64(d.pos), Block: d.block, Time: d.millis, State: d.server.Protocol.State()}
	if d.last {
		m.State[lastState] = 1
	}
	return m
}

// lastState is the word of a Mark that tells that the demo has ended.
const lastState = len(message.Mark{}.State) - 1

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.pos, d.block, d.millis = int(m.Offset), m.Block, m.Time
	d.last = m.State[lastState] != 0
	d.server.SetState(m.State)
	d.stage, d.rest, d.ended = stageDone, nil, false
}

// damage builds an error with its place.
func (d *Decoder) damage(name string, offset int, err error) error {
	return &message.Damage{Format: Name, Message: name, Offset: int64(offset), Block: d.packet.Block, Time: d.packet.Time, Err: err}
}

// broken ends the file at the record that begins at d.pos.
func (d *Decoder) broken(err error) error {
	d.ended, d.stage = true, stageDone
	d.rest = d.data[d.pos:]
	d.packet.Block = d.block
	return d.damage("container", d.pos, err)
}

// NextPacket goes to the next record.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	for d.stage == stageServer { // an unread message may begin a level or end the demo
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	rest := d.data[d.pos:]
	d.rest = nil
	if d.ended || len(rest) == 0 {
		d.stage = stageDone
		return nil, io.EOF
	}
	p := &d.packet
	if d.last {
		// Nothing should be here: engines stop at the last message.
		*p = message.Packet{Kind: message.PacketRaw, Block: d.block, Offset: int64(d.pos), Size: len(rest), Time: d.seconds()}
		d.payload, d.stage = d.pos, stageRaw
		d.next()
		return p, nil
	}
	if len(rest) < prefixSize {
		return nil, d.broken(message.ErrTruncated)
	}
	// The fields that .mvd lacks are never set.
	p.Kind, p.Block, p.Offset, p.Missing = message.PacketServer, d.block, int64(d.pos), 0
	p.Milliseconds, p.Type, p.Targets = rest[0], rest[1], everybody
	if err := d.record(rest); err != nil {
		return nil, d.broken(err)
	}
	d.millis += int64(p.Milliseconds)
	p.Time = d.seconds()
	d.next()
	return p, nil
}

func (d *Decoder) seconds() float64 { return float64(d.millis) / 1000 }

// next moves behind the packet.
func (d *Decoder) next() {
	d.pos += d.packet.Size
	d.end = d.pos
	d.block++
}

// record reads what is between a record's type and its messages.
func (d *Decoder) record(b []byte) error {
	p := &d.packet
	header := prefixSize
	hidden := false
	switch p.Type & typeMask {
	case typeSet:
		if len(b) < prefixSize+setSize {
			return message.ErrTruncated
		}
		p.Kind, p.Size = message.PacketSequence, prefixSize+setSize
		d.payload, d.stage = d.pos+prefixSize, stageSet
		return nil
	case typeMultiple:
		if len(b) < header+4 {
			return message.ErrTruncated
		}
		p.Targets = binary.LittleEndian.Uint32(b[header:])
		hidden = p.Targets == 0
		header += 4
	case typeSingle, typeStats:
		p.Targets = 1 << (p.Type >> typeBits)
	case typeRead, typeAll:
	default:
		return message.ErrRange
	}
	if len(b) < header+4 {
		return message.ErrTruncated
	}
	size := int(int32(binary.LittleEndian.Uint32(b[header:])))
	header += 4
	if size < 0 || size > quakeworld.MaxPayload {
		return message.ErrTooLarge
	}
	body := b[header:]
	if size > len(body) {
		p.Missing = size - len(body)
	} else {
		body = body[:size]
	}
	p.Size = header + len(body)
	d.payload = d.pos + header
	switch {
	case !hidden:
		d.stage = stageServer
		d.server.Reset(body)
	case d.server.Protocol.Hidden():
		d.stage = stageHidden
		d.hidden.reset(body)
	default:
		d.stage = stageRaw
	}
	return nil
}

// NextMessage returns the next message of the record.
func (d *Decoder) NextMessage() (message.Message, error) {
	switch d.stage {
	case stageServer:
		m, err := d.server.Next()
		if err == nil {
			if m, ok := m.(*message.Disconnect); ok && string(m.Text) == lastText {
				d.last = true
			}
			return m, nil
		}
		d.stage = stageDone
		if err == io.EOF {
			return nil, d.finish()
		}
		damage := err.(*message.Damage)
		d.rest = d.server.Rest()
		return nil, d.damage(damage.Message, d.payload+int(damage.Offset), damage.Err)
	case stageSet:
		d.stage = stageDone
		b := d.data[d.payload:]
		d.set.Outgoing = int32(binary.LittleEndian.Uint32(b))
		d.set.Incoming = int32(binary.LittleEndian.Uint32(b[4:]))
		return &d.set, nil
	case stageHidden:
		if m := d.hidden.next(); m != nil {
			return m, nil
		}
		d.payload, d.stage = d.payload+d.hidden.pos, stageRaw
		return d.NextMessage()
	case stageRaw:
		d.stage = stageDone
		if d.payload < d.end {
			d.raw.Data = d.data[d.payload:d.end]
			return &d.raw, nil
		}
		return nil, d.finish()
	}
	return nil, io.EOF
}

// finish ends a packet: with damage if the file ended before it.
func (d *Decoder) finish() error {
	if d.packet.Missing == 0 {
		return io.EOF
	}
	d.rest = nil
	return d.damage("container", d.end, message.ErrTruncated)
}
