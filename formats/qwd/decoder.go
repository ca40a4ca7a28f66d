// Package qwd reads and writes .qwd, the recordings of QuakeWorld clients: the packets of the server with their netchan
// headers, and the client's own moves (QWD document, section 3).
//
// No input makes it panic, read past the packet, or allocate by an unchecked number. Unreadable bytes are a
// [message.Damage], and reading continues with the next packet it finds. A packet has at most [quakeworld.MaxPayload]
// bytes.
package qwd

import (
	"bytes"
	"encoding/binary"
	"math"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// Name is the format's name.
const Name = "qwd"

// Types of a block (QWD table 2).
const (
	typeClient = 0
	typeServer = 1
	typeFrame  = 2
)

// Sizes in bytes.
const (
	prefixSize  = 5 // time and type
	clientSize  = 36
	netchanSize = 8
	markSize    = 4 // of a connectionless packet's mark, instead of a netchan header
)

// connectionless marks a packet outside the connection's sequence, instead of a sequence number.
const connectionless = -1

// stage is the kind of the packet's next messages.
type stage uint8

const (
	stageDone stage = iota
	stageServer
	stageClient
	stageFrame
	stageConnectionless
)

// Decoder reads a .qwd. It is a [message.Decoder],
// [message.Informer] and [message.LostBytes].
type Decoder struct {
	file   container.Reader
	stage  stage
	server quakeworld.Decoder

	client message.QWClientBlock
	frame  message.QWSequence
	outer  message.QWConnectionless
}

var (
	_ message.Decoder   = (*Decoder)(nil)
	_ message.Informer  = (*Decoder)(nil)
	_ message.LostBytes = (*Decoder)(nil)
)

// NewDecoder returns a decoder of a whole file, which must not change. If its beginning is damaged, the decoder deduces
// the protocol.
func NewDecoder(data []byte) *Decoder {
	return NewDecoderAt(data, Find(data, true))
}

// NewDecoderAt is NewDecoder for a file with a known start.
func NewDecoderAt(data []byte, start container.Start) *Decoder {
	d := newDecoder(data)
	d.file.Begin(d, start)
	return d
}

// newDecoder returns a decoder that does not search for blocks after damage.
func newDecoder(data []byte) *Decoder {
	d := new(Decoder)
	d.file = container.Reader{Format: Name, Data: data, Clock: d.seconds}
	d.server.Init(false)
	return d
}

func (d *Decoder) seconds() float64 { return d.file.Packet.Time }

// Info returns the protocol and extensions known so far.
func (d *Decoder) Info() message.Info {
	info := d.server.Info()
	info.Notes = d.file.Notes(info.Notes)
	return info
}

// Rest returns the bytes lost by the last [message.Damage].
func (d *Decoder) Rest() []byte { return d.file.Rest() }

// Mark returns the position of the next packet.
func (d *Decoder) Mark() message.Mark { return d.file.Mark(d.server.Protocol.State()) }

// Return goes to a position returned by Mark.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.server.SetState(m.State)
	d.stage = stageDone
}

// lastBlock is the last block of a client's recording.
var lastBlock = []byte("\xff\xff\xff\xff\x02EndOfDemo\x00")

// NextPacket goes to the next block.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	for d.stage == stageServer { // an unread message may begin a level
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	d.stage = stageDone
	f := &d.file
	if bytes.HasSuffix(f.Data[:f.Pos], lastBlock) {
		if p, ok := f.Appendix(); ok {
			return p, nil
		}
	}
	block, err := f.Next(prefixSize, true)
	if err != nil {
		return nil, err
	}
	raw := binary.LittleEndian.Uint32(block)
	p := &f.Packet
	// Take sets the fields of the container. The fields that a .qwd lacks are never set.
	p.Kind, p.Type, p.RawTime, p.Time = message.PacketServer, block[4], raw, float64(math.Float32frombits(raw))
	p.Sequence, p.Acknowledge, p.Headerless = 0, 0, false
	switch {
	case raw == 0 && f.Zeros():
		err = container.ErrZeros
	case p.Type == typeClient:
		err = d.fixedBlock(message.PacketCommand, clientSize, stageClient)
	case p.Type == typeFrame:
		err = d.fixedBlock(message.PacketSequence, quakeworld.SequenceSize, stageFrame)
	case p.Type == typeServer:
		err = d.serverBlock(block)
	default:
		err = message.ErrRange
	}
	if err != nil {
		return nil, f.Broken(err)
	}
	return p, nil
}

// fixedBlock reads a block of a fixed size.
func (d *Decoder) fixedBlock(kind message.PacketKind, size int, next stage) error {
	if _, err := d.file.Fixed(prefixSize, size); err != nil {
		return err
	}
	d.file.Packet.Kind, d.stage = kind, next
	return nil
}

// serverBlock reads the header of a server block.
func (d *Decoder) serverBlock(block []byte) error {
	const header = prefixSize + 4
	if len(block) < header {
		return message.ErrTruncated
	}
	size := int(int32(binary.LittleEndian.Uint32(block[prefixSize:])))
	if size <= quakeworld.MaxPayload && len(block)-header < min(size, netchanSize) {
		return message.ErrTruncated
	}
	f := &d.file
	body, err := f.Sized(header, quakeworld.MaxPayload)
	if err != nil {
		return err
	}
	p := &f.Packet
	switch {
	case len(body) >= markSize && int32(binary.LittleEndian.Uint32(body)) == connectionless:
		p.Sequence = connectionless
		d.stage = stageConnectionless
		f.Tail = body[markSize:]
	case len(body) < netchanSize:
		p.Headerless = true
		f.Tail = body
	default:
		p.Sequence = int32(binary.LittleEndian.Uint32(body))
		p.Acknowledge = int32(binary.LittleEndian.Uint32(body[4:]))
		f.Payload += netchanSize
		d.stage = stageServer
		d.server.Reset(body[netchanSize:])
	}
	return nil
}

// NextMessage returns the next message of the block: a server block has several, the others have one.
func (d *Decoder) NextMessage() (message.Message, error) {
	switch d.stage {
	case stageServer:
		m, err := d.server.Next(&d.file)
		if err != nil {
			d.stage = stageDone
		} else if m, ok := m.(*message.QWServerData); ok {
			d.server.CheckProtocol(&d.file, m)
		}
		return m, err
	case stageClient:
		d.stage = stageDone
		d.readClient()
		return &d.client, nil
	case stageFrame:
		d.stage = stageDone
		quakeworld.ReadSequence(d.file.Data[d.file.Payload:], &d.frame)
		return &d.frame, nil
	case stageConnectionless:
		d.stage = stageDone
		if len(d.file.Tail) > 0 {
			d.readConnectionless()
			return &d.outer, nil
		}
	}
	return d.file.Last()
}

// readClient reads a client block.
func (d *Decoder) readClient() {
	b := d.file.Data[d.file.Payload:][:clientSize:clientSize]
	c := &d.client
	c.Msec = b[0]
	c.Pad = [3]uint8(b[1:])
	for i := range c.Angles {
		c.Angles[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4+4*i:]))
		c.Moves[i] = int16(binary.LittleEndian.Uint16(b[16+2*i:]))
		c.ViewAngles[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[24+4*i:]))
	}
	c.Buttons, c.Impulse = b[22], b[23]
}

// outerKinds are the connectionless packets (QWD section 4). Those with text contain a string.
var outerKinds = [256]struct {
	name []byte
	text bool
}{
	2:   {[]byte("disconnect"), true},
	'B': {[]byte("client_command"), true},
	'c': {[]byte("challenge"), true},
	'j': {[]byte("connect"), false},
	'k': {[]byte("ping"), false},
	'n': {[]byte("console"), true},
}

// readConnectionless reads the message of a connectionless packet from the tail and leaves the rest there.
func (d *Decoder) readConnectionless() {
	var r wire.Reader
	r.Reset(d.file.Tail)
	c := &d.outer
	c.ID = r.Byte()
	c.Kind = outerKinds[c.ID].name
	c.Text, c.Open = nil, false
	if outerKinds[c.ID].text {
		c.Text = r.String()
		c.Open = r.Overrun()
	}
	d.file.Tail = r.Rest()
}
