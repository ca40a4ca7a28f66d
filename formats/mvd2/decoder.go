package mvd2

import (
	"bytes"
	"encoding/binary"
	"io"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Decoder reads an .mvd2. It implements message.Decoder.
type Decoder struct {
	data     []byte
	at       int // offset of the next block
	block    int // its number
	protocol quake2.Protocol
	version  uint16
	flags    uint16
	known    bool // a serverdata was read

	r     wire.Reader
	begin int // offset of the packet's messages
	// cut is set while the file ends inside the packet, ended once nothing
	// can follow.
	cut, ended bool
	// frames is how many frames the packets before this one held, framed how
	// many this one has held so far.
	frames, framed uint32
	lost           bool // a part of this packet could not be read

	trail []byte // bytes behind the end mark that were not given out yet
	rest  []byte

	packet       message.Packet
	serverData   message.MultiViewData
	frame        message.MultiViewFrame
	stats        []int16
	configString message.ConfigString
	sound        message.Sound
	print        message.Print
	nop          message.Nop
	raw          message.Raw
	cast         message.MultiViewCast
	nested       nested
}

// NewDecoder returns a decoder of the file data, which it does not change.
func NewDecoder(data []byte, _ Options) *Decoder {
	d := &Decoder{data: data}
	if bytes.HasPrefix(data, magic) {
		d.at = len(magic)
	}
	return d
}

// Info returns the protocol as far as it was read.
func (d *Decoder) Info() message.Info {
	i := message.Info{Protocol: quake2.MultiViewProtocol, Extensions: d.protocol.Extensions()}
	if d.known {
		i.Extensions = append(i.Extensions, versionName(d.version))
		if d.flags&1 != 0 {
			i.Extensions = append(i.Extensions, "NOMSGS 0x1")
		}
		if d.flags&2 != 0 {
			i.Extensions = append(i.Extensions, "SINGLEPOV 0x2")
		}
	}
	return i
}

// Rest returns the bytes that the last Damage lost.
func (d *Decoder) Rest() []byte { return d.rest }

// NextPacket goes to the next block.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	d.finish()
	if d.cut {
		d.cut, d.ended = false, true
	}
	if d.ended {
		return nil, io.EOF
	}
	left := len(d.data) - d.at
	if left < lengthSize {
		if left == 0 {
			return nil, d.broken(errEndMark)
		}
		return nil, d.broken(message.ErrTruncated)
	}
	size := int(binary.LittleEndian.Uint16(d.data[d.at:]))
	d.packet = message.Packet{Block: d.block, Offset: int64(d.at), Size: lengthSize, Time: d.time()}
	d.begin = d.at + lengthSize
	if size == 0 {
		d.packet.Kind = message.PacketEnd
		d.trail = d.data[d.begin:]
		d.at, d.ended = len(d.data), true
		return &d.packet, nil
	}
	if size > maxBlock {
		return nil, d.broken(message.ErrTooLarge)
	}
	if size > left-lengthSize {
		d.packet.Missing = size - (left - lengthSize)
		size = left - lengthSize
		d.cut = true
	}
	d.block++
	d.packet.Size += size
	d.at = d.begin + size
	d.r.Reset(d.data[d.begin:d.at])
	return &d.packet, nil
}

// finish reads what the caller left of the packet, to know whether it held a
// frame; one whose frame was lost held one all the same.
func (d *Decoder) finish() {
	d.trail = nil
	cut := d.cut
	for d.r.Len() > 0 {
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	d.cut = cut
	d.frames += d.framesHere()
	d.framed, d.lost = 0, false
	d.r.Reset(nil)
}

// framesHere is how many frames to count for this packet.
func (d *Decoder) framesHere() uint32 {
	if d.framed == 0 && (d.lost || d.r.Len() > 0) {
		return 1
	}
	return d.framed
}

func (d *Decoder) time() float64 { return float64(d.frames) / frameRate }

// broken ends the demo with a damage of the container at the next block.
func (d *Decoder) broken(err error) error {
	d.ended = true
	d.rest = d.data[d.at:]
	e := d.damage("container", d.at, err)
	e.Block = d.block
	return e
}

func (d *Decoder) damage(name string, offset int, err error) *message.Damage {
	return &message.Damage{
		Format: Name, Message: name, Offset: int64(offset), Block: d.packet.Block,
		Time: d.time(), Err: err,
	}
}

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	if d.r.Len() == 0 {
		return d.last()
	}
	start := d.begin + d.r.Pos()
	b := d.r.Byte()
	cmd := b & cmdMask
	m, err := d.message(cmd, b>>cmdBits)
	if err == nil && d.r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		d.cut, d.ended, d.lost = false, d.ended || d.cut, true
		d.rest = d.data[start:d.at]
		d.r.Reset(nil)
		if cmd == cmdServerData && !d.known {
			d.ended = true // without it nothing else can be read
		}
		return nil, d.damage(name(cmd), start, err)
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

func (d *Decoder) message(cmd, extra uint8) (message.Message, error) {
	r := &d.r
	if cmd >= cmdUnicast && cmd <= cmdMulticastEnd {
		return &d.cast, d.readCast(cmd, extra)
	}
	switch cmd {
	case cmdFrame:
		return &d.frame, d.readFrame(&d.frame)
	case cmdServerData:
		return &d.serverData, d.readServerData(extra)
	case cmdConfigString:
		return &d.configString, d.protocol.ReadConfigString(r, &d.configString)
	case cmdSound:
		d.protocol.ReadMultiViewSound(r, &d.sound)
		d.sound.Extra = extra
		return &d.sound, nil
	case cmdPrint:
		d.print.Level = r.Byte()
		d.print.Text = r.String()
		return &d.print, nil
	case cmdNop:
		return &d.nop, nil
	}
	return nil, message.ErrUnknown
}

func (d *Decoder) readServerData(extra uint8) error {
	r, m := &d.r, &d.serverData
	m.Protocol = r.Long()
	m.Version = r.Word()
	m.Extra = extra
	m.Flags = uint16(extra)
	if m.Version >= quake2.MultiViewFlags {
		m.Flags = r.Word()
	}
	p, err := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
	if err != nil {
		return err
	}
	d.protocol, d.version, d.flags, d.known = p, m.Version, m.Flags, true
	m.ServerCount = r.Long()
	m.GameDir = r.String()
	m.Client = r.Short()
	m.ConfigStrings = m.ConfigStrings[:0]
	end := uint16(p.Numbering().End)
	for {
		index := r.Word()
		if index == end || r.Overrun() {
			break
		}
		if index > end {
			return message.ErrRange
		}
		m.ConfigStrings = append(m.ConfigStrings, message.ConfigString{Index: index, Text: r.String()})
	}
	return d.readFrame(&m.Frame)
}

func (d *Decoder) readFrame(m *message.MultiViewFrame) (err error) {
	d.framed++
	m.Players, m.Entities = m.Players[:0], m.Entities[:0]
	m.Portals = d.r.Bytes(int(d.r.Byte()))
	m.Players, d.stats, err = d.protocol.ReadPlayers(&d.r, m.Players, d.stats[:0])
	if err != nil {
		return err
	}
	m.Entities, err = d.protocol.ReadEntities(&d.r, m.Entities)
	return err
}

func (d *Decoder) readCast(cmd, extra uint8) error {
	r, m := &d.r, &d.cast
	setTarget(m, cmd)
	m.Client, m.Leaf = 0, 0
	size := int(r.Byte()) | int(extra)<<8
	switch m.To {
	case message.CastClient:
		m.Client = r.Byte()
	case message.CastPHS, message.CastPVS:
		m.Leaf = r.Word()
	}
	m.Messages = d.nested.read(d.protocol, r.Bytes(size), m.Messages[:0])
	return nil
}

// Places in Mark.State.
const (
	stateKnown = iota
	stateVersion
	stateFlags
	stateFrames
	stateEnded
)

// Mark returns the place of the next block.
func (d *Decoder) Mark() message.Mark {
	frames := d.frames + d.framesHere()
	m := message.Mark{Offset: int64(d.at), Block: d.block, Time: int64(frames) * 1000 / frameRate}
	if d.known {
		m.State[stateKnown] = 1
	}
	m.State[stateVersion] = uint32(d.version)
	m.State[stateFlags] = uint32(d.flags)
	m.State[stateFrames] = frames
	if d.ended || d.cut {
		m.State[stateEnded] = 1
	}
	return m
}

// Return goes to a place that Mark gave.
func (d *Decoder) Return(m message.Mark) {
	d.at = min(max(int(m.Offset), 0), len(d.data))
	d.block = m.Block
	d.known = m.State[stateKnown] != 0
	d.version, d.flags = uint16(m.State[stateVersion]), uint16(m.State[stateFlags])
	d.frames = m.State[stateFrames]
	d.ended = m.State[stateEnded] != 0
	d.protocol = quake2.Protocol{}
	if d.known {
		if p, err := quake2.ForMultiView(quake2.MultiViewProtocol, d.version, d.flags); err == nil {
			d.protocol = p
		}
	}
	d.cut, d.lost, d.framed, d.trail = false, false, 0, nil
	d.r.Reset(nil)
	d.packet = message.Packet{}
}
