package mvd2

import (
	"bytes"
	"encoding/binary"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Decoder reads an .mvd2. It is a [message.Decoder],
// [message.Informer] and [message.LostBytes].
type Decoder struct {
	file     container.Reader
	protocol quake2.Protocol
	version  uint16
	flags    uint16
	known    bool // a serverdata was read

	r wire.Reader
	// frames is the number of frames in the previous packets, framed the number in this one so far.
	frames, framed uint32
	lost           bool // part of this packet was unreadable

	c          coder
	serverData message.MultiViewData
	frame      message.MultiViewFrame
	stats      []int16
	sound      message.Sound
	cast       message.MultiViewCast
	nested     nested
	others     coding.Store[*coder]

	noMagic  bool  // the file does not begin with the magic and a block, and no damage has reported that yet
	magicErr error // the reason for noMagic
}

var (
	_ message.Decoder   = (*Decoder)(nil)
	_ message.Informer  = (*Decoder)(nil)
	_ message.LostBytes = (*Decoder)(nil)
)

// NewDecoder returns a decoder of the file data, which it does not change. If its beginning is damaged, the decoder
// deduces the version.
func NewDecoder(data []byte) *Decoder {
	return NewDecoderAt(data, Find(data, true))
}

// NewDecoderAt is NewDecoder for a file with a known start.
func NewDecoderAt(data []byte, start container.Start) *Decoder {
	d := newDecoder(data)
	d.file.Begin(d, start)
	d.noMagic, d.magicErr = start.Err != nil, start.Err
	return d
}

// newDecoder returns a decoder that does not search for blocks after damage.
func newDecoder(data []byte) *Decoder {
	d := new(Decoder)
	d.file = container.Reader{Format: Name, Data: data, Clock: d.seconds}
	d.c.p = &d.protocol
	d.c.Read(&d.r)
	if bytes.HasPrefix(data, magic) {
		d.file.Pos = len(magic)
	}
	return d
}

// Info returns the protocol known so far.
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
	i.Notes = d.file.Notes(i.Notes)
	return i
}

// Rest returns the bytes lost by the last [message.Damage].
func (d *Decoder) Rest() []byte { return d.file.Rest() }

// NextPacket goes to the next block.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	d.finish()
	f := &d.file
	if d.noMagic {
		d.noMagic = false
		return nil, f.SkipMissing(d.magicErr)
	}
	left, err := f.Next(lengthSize, false)
	if err != nil {
		return nil, err
	}
	f.Packet.Time = d.seconds()
	size := int(binary.LittleEndian.Uint16(left))
	switch {
	case size == 0:
		return f.End(lengthSize)
	case size > maxBlock:
		return nil, f.Broken(message.ErrTooLarge)
	}
	d.r.Reset(f.Take(lengthSize, size))
	return &f.Packet, nil
}

// finish reads the unread rest of the packet to count its frames. A packet with an unreadable frame counts as one.
func (d *Decoder) finish() {
	for d.r.Len() > 0 {
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	d.frames += d.framesHere()
	d.framed, d.lost = 0, false
	d.r.Reset(nil)
}

// framesHere returns the number of frames to count for this packet.
func (d *Decoder) framesHere() uint32 {
	if d.framed == 0 && (d.lost || d.r.Len() > 0) {
		return 1
	}
	return d.framed
}

func (d *Decoder) seconds() float64 { return float64(d.frames) / frameRate }

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	if d.r.Len() == 0 {
		return d.file.Last()
	}
	start := d.file.Payload + d.r.Pos()
	b := d.r.Byte()
	cmd := b & cmdMask
	m, err := d.message(cmd, b>>cmdBits)
	if err == nil && d.r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		d.lost = true
		reached := d.file.Payload + d.r.Pos()
		d.r.Reset(nil)
		if cmd == cmdServerData && !d.known {
			d.file.Ended = true // nothing else is readable without it
		}
		err = d.file.Lost(messages.Name(cmd), start, reached, err)
		if cmd == cmdServerData && d.partial() {
			err = container.Partly(err, &d.serverData)
		}
		return nil, err
	}
	return m, nil
}

func (d *Decoder) message(cmd, extra uint8) (message.Message, error) {
	r := &d.r
	if casts[cmd] != nil {
		return &d.cast, d.readCast(cmd, extra)
	}
	switch cmd {
	case cmdFrame:
		return &d.frame, d.readFrame(&d.frame)
	case cmdServerData:
		before, known := d.state(), d.known
		err := d.readServerData(extra)
		if err == nil && r.Overrun() {
			err = message.ErrTruncated
		}
		if err == nil {
			if d.file.CheckProtocol(d.serverData.Name(), before) {
				d.serverData.Units = d.protocol.Units()
			}
		} else if known {
			d.SetProtocol(before)
		}
		return &d.serverData, err
	case cmdSound:
		d.protocol.ReadMultiViewSound(r, &d.sound)
		d.sound.Extra = extra
		return &d.sound, nil
	}
	row := messages.ID(cmd)
	if row == nil {
		return nil, message.ErrUnknown
	}
	m := d.others.Message(row)
	row.Code(&d.c, m)
	return m, d.c.Err()
}

func (d *Decoder) readServerData(extra uint8) error {
	r, m := &d.r, &d.serverData
	m.ConfigStrings = m.ConfigStrings[:0]
	m.Frame.Portals, m.Frame.Players, m.Frame.Entities = nil, m.Frame.Players[:0], m.Frame.Entities[:0]
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
	m.Units = p.Units()
	m.ServerCount = r.Long()
	m.GameDir = r.String()
	m.Client = r.Short()
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

// casts maps each command to a cast with its To and Reliable, nil for other commands.
var casts = func() (list [cmdMask + 1]*message.MultiViewCast) {
	for _, row := range messages.Rows() {
		if row.Legal {
			list[row.ID], _ = row.New().(*message.MultiViewCast)
		}
	}
	return list
}()

func (d *Decoder) readCast(cmd, extra uint8) error {
	r, m := &d.r, &d.cast
	variety := casts[cmd]
	m.To, m.Reliable, m.Client, m.Leaf = variety.To, variety.Reliable, 0, 0
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

// Indices into [message.Mark.State].
const (
	stateKnown = iota
	stateVersion
	stateFlags
	stateFrames
	stateNoMagic
)

// Mark returns the position of the next block.
func (d *Decoder) Mark() message.Mark {
	m := d.file.Mark(d.state())
	m.Time = int64(m.State[stateFrames]) * 1000 / frameRate
	return m
}

func (d *Decoder) state() (state [6]uint32) {
	if d.known {
		state[stateKnown] = 1
	}
	state[stateVersion] = uint32(d.version)
	state[stateFlags] = uint32(d.flags)
	state[stateFrames] = d.frames + d.framesHere()
	if d.noMagic {
		state[stateNoMagic] = 1
	}
	return state
}

// protocolOf returns the protocol in the state of a [message.Mark].
func protocolOf(state [6]uint32) quake2.Protocol {
	if state[stateKnown] == 0 {
		return quake2.Protocol{}
	}
	p, err := quake2.ForMultiView(quake2.MultiViewProtocol, uint16(state[stateVersion]), uint16(state[stateFlags]))
	if err != nil {
		return quake2.Protocol{}
	}
	return p
}

// Return goes to a position returned by Mark.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.SetProtocol(m.State)
	d.frames = m.State[stateFrames]
	d.noMagic = m.State[stateNoMagic] != 0
	d.lost, d.framed = false, 0
	d.r.Reset(nil)
}
