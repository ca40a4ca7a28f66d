package dm2

import (
	"encoding/binary"
	"errors"
	"io"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// Decoder reads a .dm2. It implements message.Decoder.
type Decoder struct {
	data   []byte
	at     int // offset of the next block
	block  int // its number
	parser quake2.Parser
	// begin is the offset of the packet's messages.
	begin int
	// cut is set while the file ends inside the packet.
	cut bool
	// ended is set once nothing can follow.
	ended bool
	frame int32 // number of the last frame

	// pending is the id of the message that the unicast before announced.
	pending    uint8
	hasPending bool
	trail      []byte // bytes behind the end mark that were not given out yet
	rest       []byte

	packet  message.Packet
	unicast message.RelayUnicast
	raw     message.Raw
}

// NewDecoder returns a decoder of the file data, which it does not change.
func NewDecoder(data []byte, _ Options) *Decoder {
	d := &Decoder{data: data}
	d.parser.Protocol = quake2.Default()
	return d
}

// Info returns the protocol as far as it was read.
func (d *Decoder) Info() message.Info {
	p := d.parser.Protocol
	return message.Info{Protocol: int(p.Number), Extensions: p.Extensions()}
}

// Rest returns the bytes that the last Damage lost.
func (d *Decoder) Rest() []byte { return d.rest }

// NextPacket goes to the next block.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	d.hasPending, d.trail = false, nil
	d.parser.Reader.Reset(nil)
	if d.cut {
		d.cut, d.ended = false, true
	}
	left := len(d.data) - d.at
	if left == 0 {
		return nil, d.end()
	}
	if d.ended {
		return nil, d.broken(errNotRead)
	}
	if left < lengthSize {
		return nil, d.broken(message.ErrTruncated)
	}
	size := int32(binary.LittleEndian.Uint32(d.data[d.at:]))
	d.packet = message.Packet{Block: d.block, Offset: int64(d.at), Size: lengthSize}
	d.begin = d.at + lengthSize
	switch {
	case size == endMark:
		d.packet.Kind = message.PacketEnd
		d.trail = d.data[d.begin:]
		d.at, d.ended = len(d.data), true
		return &d.packet, nil
	case size < 0:
		return nil, d.broken(errLength)
	case size > maxBlock:
		return nil, d.broken(message.ErrTooLarge)
	}
	d.block++
	if int(size) > left-lengthSize {
		d.packet.Missing = int(size) - (left - lengthSize)
		size = int32(left - lengthSize)
		d.cut = true
	}
	d.packet.Size += int(size)
	d.at = d.begin + int(size)
	d.parser.Reader.Reset(d.data[d.begin:d.at])
	return &d.packet, nil
}

// end returns what to say where nothing follows: recordings of clients carry
// a mark there.
func (d *Decoder) end() error {
	if d.ended || d.parser.Protocol.IsDemo != quake2.DemoClient || d.block == 0 {
		d.ended = true
		return io.EOF
	}
	return d.broken(errEndMark)
}

// broken ends the demo with a damage of the container at the next block.
func (d *Decoder) broken(err error) error {
	d.ended = true
	d.rest = d.data[d.at:]
	e := d.damage("container", d.at, err)
	e.Block = d.block
	d.at = len(d.data)
	return e
}

func (d *Decoder) damage(name string, offset int, err error) *message.Damage {
	return &message.Damage{
		Format: Name, Message: name, Offset: int64(offset), Block: d.packet.Block,
		Time: float64(d.frame) / frameRate, Err: err,
	}
}

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	r := &d.parser.Reader
	if r.Len() == 0 && !d.hasPending {
		return d.last()
	}
	start := d.begin + r.Pos()
	id := d.pending
	if d.hasPending {
		d.hasPending = false
		start -= 2
	} else if id = r.Byte(); id&unicastBit != 0 && d.parser.Protocol.IsDemo == quake2.DemoRelay && r.Len() > 0 {
		d.pending, d.hasPending = id&^unicastBit, true
		d.unicast.Client = r.Byte()
		return &d.unicast, nil
	}
	if id != quake2.IDServerData && d.block == 1 && start == d.begin && d.isTest() {
		return nil, d.lost(id, start, &quake2.UnsupportedError{Protocol: protocolTest})
	}
	m, err := d.parser.Message(id)
	if err != nil {
		return nil, d.lost(id, start, err)
	}
	if id == quake2.IDFrame {
		d.frame = m.(*message.Quake2Frame).Sequence
	}
	return m, nil
}

// last returns what follows the messages of a block: normally nothing.
func (d *Decoder) last() (message.Message, error) {
	if len(d.trail) > 0 {
		d.raw.Data, d.trail = d.trail, nil
		return &d.raw, nil
	}
	if d.cut {
		d.cut, d.ended = false, true
		d.rest = nil
		return nil, d.damage("container", d.at, message.ErrTruncated)
	}
	return nil, io.EOF
}

// lost gives up the rest of the packet, which begins at start.
func (d *Decoder) lost(id uint8, start int, err error) error {
	name := quake2.Name(id)
	var unsupported *quake2.UnsupportedError
	if errors.As(err, &unsupported) {
		d.parser.Protocol.Number = unsupported.Protocol
		name = quake2.Name(quake2.IDServerData)
		d.ended = true
	}
	if d.cut {
		d.cut, d.ended = false, true
	}
	d.rest = d.data[start:d.at]
	d.parser.Reader.Reset(nil)
	return d.damage(name, start, err)
}

// isTest reports whether the packet begins with the protocol number of the
// test release, behind an id that means another message here.
func (d *Decoder) isTest() bool {
	packet := d.data[d.begin:d.at]
	return len(packet) >= 5 && binary.LittleEndian.Uint32(packet[1:]) == protocolTest
}

// Places in Mark.State.
const (
	stateProtocol = iota
	stateIsDemo
	stateClient // whether serverdata named no client: that decides about protocol 32
	stateFrame
	stateEnded
)

// Mark returns the place of the next block.
func (d *Decoder) Mark() message.Mark {
	m := message.Mark{Offset: int64(d.at), Block: d.block}
	m.State[stateProtocol] = uint32(d.parser.Protocol.Number)
	m.State[stateIsDemo] = uint32(d.parser.Protocol.IsDemo)
	if d.parser.Protocol.Server {
		m.State[stateClient] = 1
	}
	m.State[stateFrame] = uint32(d.frame)
	if d.ended || d.cut {
		m.State[stateEnded] = 1
	}
	return m
}

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.at = min(max(int(m.Offset), 0), len(d.data))
	d.block = m.Block
	s := message.Quake2ServerData{
		Protocol: int32(m.State[stateProtocol]),
		IsDemo:   uint8(m.State[stateIsDemo]),
		Client:   -int16(m.State[stateClient]),
	}
	if p, err := quake2.ForDemo(&s); err == nil {
		d.parser.Protocol = p
	}
	d.frame = int32(m.State[stateFrame])
	d.ended = m.State[stateEnded] != 0
	d.cut, d.hasPending, d.trail = false, false, nil
	d.parser.Reader.Reset(nil)
	d.packet = message.Packet{}
}
