// Package qwd reads and writes .qwd, what a QuakeWorld client recorded: the
// packets of the server with their netchan headers, and its own moves (QWD
// document, section 3).
package qwd

import (
	"encoding/binary"
	"io"
	"math"

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
	frameSize   = 8
	netchanSize = 8
	markSize    = 4 // of what stands in a connectionless packet for the header
)

// connectionless stands for the sequence number in a packet outside of the
// game.
const connectionless = -1

// stage tells which messages of the packet are still to come.
type stage uint8

const (
	stageDone stage = iota
	stageServer
	stageClient
	stageFrame
	stageConnectionless
	stageRaw
)

// Options are a decoder's or encoder's choices. This format leaves none.
type Options struct{}

// Decoder reads a .qwd. It implements message.Decoder, message.Informer and
// message.Rester.
type Decoder struct {
	data  []byte
	pos   int // of the next block
	block int

	packet  message.Packet
	stage   stage
	payload int // where the messages of the packet begin
	end     int // where the packet ends
	server  quakeworld.Decoder
	rest    []byte
	ended   bool

	client message.QWClientBlock
	frame  message.QWSequence
	outer  message.QWConnectionless
	raw    message.Raw
}

// NewDecoder returns a decoder of a whole file, which must not change.
func NewDecoder(data []byte, _ Options) *Decoder {
	d := &Decoder{data: data}
	d.server.Init(false)
	return d
}

// Info returns the protocol and its extensions as far as they were read.
func (d *Decoder) Info() message.Info { return d.server.Protocol.Info() }

// Rest returns the bytes that the last Damage is about: see message.Rester.
func (d *Decoder) Rest() []byte { return d.rest }

// Mark returns the place of the next packet.
func (d *Decoder) Mark() message.Mark {
	return message.Mark{Offset: int64(d.pos), Block: d.block, State: d.server.Protocol.State()}
}

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.pos, d.block = int(m.Offset), m.Block
	d.server.SetState(m.State)
	d.stage, d.rest, d.ended = stageDone, nil, false
}

// damage builds an error with its place.
func (d *Decoder) damage(name string, offset int, err error) error {
	return &message.Damage{Format: Name, Message: name, Offset: int64(offset), Block: d.packet.Block, Time: d.packet.Time, Err: err}
}

// broken ends the file at the block that begins at d.pos.
func (d *Decoder) broken(err error) error {
	d.ended, d.stage = true, stageDone
	d.rest = d.data[d.pos:]
	d.packet.Block = d.block
	return d.damage("container", d.pos, err)
}

// NextPacket goes to the next block.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	for d.stage == stageServer { // an unread message may begin a level
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
	if len(rest) < prefixSize {
		return nil, d.broken(message.ErrTruncated)
	}
	raw := binary.LittleEndian.Uint32(rest)
	p := &d.packet
	*p = message.Packet{
		Block: d.block, Offset: int64(d.pos), Type: rest[4],
		RawTime: raw, Time: float64(math.Float32frombits(raw)),
	}
	d.payload = d.pos + prefixSize
	switch p.Type {
	case typeClient:
		if len(rest) < prefixSize+clientSize {
			return nil, d.broken(message.ErrTruncated)
		}
		p.Kind, p.Size, d.stage = message.PacketCommand, prefixSize+clientSize, stageClient
	case typeFrame:
		if len(rest) < prefixSize+frameSize {
			return nil, d.broken(message.ErrTruncated)
		}
		p.Kind, p.Size, d.stage = message.PacketSequence, prefixSize+frameSize, stageFrame
	case typeServer:
		if err := d.serverBlock(rest); err != nil {
			return nil, d.broken(err)
		}
	default:
		return nil, d.broken(message.ErrRange)
	}
	d.pos += p.Size
	d.end = d.pos
	d.block++
	return p, nil
}

// serverBlock reads the header of a server block.
func (d *Decoder) serverBlock(block []byte) error {
	const header = prefixSize + 4
	if len(block) < header {
		return message.ErrTruncated
	}
	p := &d.packet
	size := int(int32(binary.LittleEndian.Uint32(block[prefixSize:])))
	if size < 0 || size > quakeworld.MaxPayload {
		return message.ErrTooLarge
	}
	body := block[header:]
	if size > len(body) {
		p.Missing = size - len(body)
		if len(body) < min(size, netchanSize) {
			return message.ErrTruncated
		}
	} else {
		body = body[:size]
	}
	p.Size = header + len(body)
	d.payload += 4
	switch {
	case len(body) >= markSize && int32(binary.LittleEndian.Uint32(body)) == connectionless:
		p.Sequence = connectionless
		d.payload += markSize
		d.stage = stageConnectionless
	case len(body) < netchanSize:
		p.Headerless = true
		d.stage = stageRaw
	default:
		p.Sequence = int32(binary.LittleEndian.Uint32(body))
		p.Acknowledge = int32(binary.LittleEndian.Uint32(body[4:]))
		d.payload += netchanSize
		d.stage = stageServer
		d.server.Reset(body[netchanSize:])
	}
	return nil
}

// NextMessage returns the next message of the block: all of a server block,
// one of the others.
func (d *Decoder) NextMessage() (message.Message, error) {
	switch d.stage {
	case stageServer:
		m, err := d.server.Next()
		if err == nil {
			return m, nil
		}
		d.stage = stageDone
		if err == io.EOF {
			return nil, d.finish()
		}
		damage := err.(*message.Damage)
		d.rest = d.server.Rest()
		return nil, d.damage(damage.Message, d.payload+int(damage.Offset), damage.Err)
	case stageClient:
		d.stage = stageDone
		d.readClient()
		return &d.client, nil
	case stageFrame:
		d.stage = stageDone
		b := d.data[d.payload:]
		d.frame.Outgoing = int32(binary.LittleEndian.Uint32(b))
		d.frame.Incoming = int32(binary.LittleEndian.Uint32(b[4:]))
		return &d.frame, nil
	case stageConnectionless:
		d.stage = stageRaw
		if d.payload < d.end {
			d.readConnectionless()
			return &d.outer, nil
		}
		fallthrough
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

// readClient reads a client block.
func (d *Decoder) readClient() {
	b := d.data[d.payload:][:clientSize:clientSize]
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

// outerKinds are the connectionless packets (QWD section 4); those with text
// carry a string.
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

// readConnectionless reads the message of a connectionless packet and leaves
// what is behind it as raw bytes.
func (d *Decoder) readConnectionless() {
	var r wire.Reader
	r.Reset(d.data[d.payload:d.end])
	c := &d.outer
	c.ID = r.Byte()
	c.Kind = outerKinds[c.ID].name
	c.Text, c.Open = nil, false
	if outerKinds[c.ID].text {
		c.Text = r.String()
		c.Open = r.Overrun()
	}
	d.payload += r.Pos()
}
