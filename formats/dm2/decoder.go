package dm2

import (
	"encoding/binary"
	"errors"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// Decoder reads a .dm2. It is a [message.Decoder],
// [message.Informer] and [message.LostBytes].
type Decoder struct {
	message.Localized
	file   container.Reader
	parser quake2.Parser
	frame  int32 // number of the last frame
	begun  bool  // a serverdata was read

	// pending is the id of the message after a returned unicast.
	pending    uint8
	hasPending bool

	unicast message.RelayUnicast
}

var (
	_ message.Decoder   = (*Decoder)(nil)
	_ message.Informer  = (*Decoder)(nil)
	_ message.LostBytes = (*Decoder)(nil)

	_ message.MemoryMarker = (*Decoder)(nil)
)

// NewDecoder returns a decoder of the file data, which it does not change. If its beginning is damaged, the decoder
// deduces the protocol.
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
	d.parser.Protocol = quake2.Default()
	return d
}

// Info returns the protocol known so far.
func (d *Decoder) Info() message.Info {
	p := d.parser.Protocol
	info := message.Info{Protocol: int(p.Number), Extensions: p.Extensions()}
	info.Notes = d.file.Notes(info.Notes)
	return info
}

// Rest returns the bytes lost by the last [message.Damage].
func (d *Decoder) Rest() []byte { return d.file.Rest() }

// NextPacket goes to the next block.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	f := &d.file
	d.hasPending = false
	d.parser.Reset(nil)
	left, err := f.Next(lengthSize, d.mayEnd())
	if err != nil {
		return nil, err
	}
	size := int32(binary.LittleEndian.Uint32(left))
	switch {
	case size == endMark:
		return f.End(lengthSize)
	case size == 0 && f.Zeros():
		return nil, f.Broken(container.ErrZeros)
	case size < 0:
		return nil, f.Broken(errLength)
	case size > maxBlock:
		return nil, f.Broken(message.ErrTooLarge)
	}
	d.parser.Reset(f.Take(lengthSize, int(size)))
	return &f.Packet, nil
}

// mayEnd reports whether the file may end here without an end mark, which recordings of clients must have.
func (d *Decoder) mayEnd() bool {
	p := &d.parser.Protocol
	return d.file.Block == 0 || p.IsDemo != quake2.DemoClient || p.Edition != quake2.Classic
}

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	r := &d.parser.Reader
	if id, ok := d.parser.Follows(); ok {
		return d.follow(id)
	}
	if r.Len() == 0 && !d.hasPending {
		return d.file.Last()
	}
	start := d.file.Payload + d.parser.Pos()
	id := d.pending
	if d.hasPending {
		d.hasPending = false
		start -= 2
	} else if id = r.Byte(); id&unicastBit != 0 && d.mayBeRelay() && r.Len() > 0 {
		d.pending, d.hasPending = id&^unicastBit, true
		d.unicast.Client = r.Byte()
		return &d.unicast, nil
	} else if id != quake2.IDServerData && d.file.Block == 1 && start == d.file.Payload && d.isTest() {
		return nil, d.lost(id, start, &quake2.UnsupportedError{Protocol: protocolTest})
	}
	if id == quake2.IDServerData {
		return d.serverData(start)
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

// follow reads a message without an id on the wire.
func (d *Decoder) follow(id uint8) (message.Message, error) {
	start := d.file.Payload + d.parser.Pos()
	m, err := d.parser.Follow(id)
	if err != nil {
		return nil, d.lost(id, start, err)
	}
	return m, nil
}

// serverData reads a serverdata, the only message that changes the protocol.
func (d *Decoder) serverData(start int) (message.Message, error) {
	before, state := d.parser.Protocol, d.state()
	m, err := d.parser.Message(quake2.IDServerData)
	if err != nil {
		if d.begun {
			d.parser.Protocol = before
		}
		return nil, d.lost(quake2.IDServerData, start, err)
	}
	if d.file.CheckProtocol(m.Name(), state) {
		m.(*message.Quake2ServerData).Units = d.parser.Protocol.Units()
	}
	d.begun = true
	return m, nil
}

// mayBeRelay reports whether messages may be unicast: in Relay recordings, and before the first serverdata, because the
// first message may be unicast itself.
func (d *Decoder) mayBeRelay() bool {
	return !d.begun || d.parser.Protocol.IsDemo == quake2.DemoRelay
}

func (d *Decoder) seconds() float64 { return float64(d.frame) / d.parser.Protocol.FrameRate() }

// lost skips the rest of the packet from the message at start on.
func (d *Decoder) lost(id uint8, start int, err error) error {
	name := d.parser.Protocol.Edition.Name(id)
	var unsupported *quake2.UnsupportedError
	if errors.As(err, &unsupported) {
		name = d.parser.Protocol.Edition.Name(quake2.IDServerData)
		if d.file.Note == "" && !d.begun {
			d.parser.Protocol.Number = unsupported.Protocol
			d.file.Ended = true
		} // otherwise its number is damaged, or the bytes before it
	}
	reached := d.file.Payload + d.parser.Pos()
	d.parser.Reset(nil)
	return d.file.Lost(name, start, reached, err)
}

// isTest reports whether the packet begins with the protocol number of the test release, after an id that means another
// message here.
func (d *Decoder) isTest() bool {
	packet := d.file.Data[d.file.Payload:d.file.Pos]
	return len(packet) >= 5 && binary.LittleEndian.Uint32(packet[1:]) == protocolTest
}

// Indices into [message.Mark.State].
const (
	stateProtocol = iota
	stateIsDemo   // above it, for the re-release, a byte each: frame rate, players, and library
	stateClient   // 1 in recordings of servers, which protocol 32 marks with client -1
	stateFrame
	stateBegun
)

// Mark returns the position of the next block.
func (d *Decoder) Mark() message.Mark {
	m := d.Place()
	m.Memory = d.parser.Memory()
	return m
}

// Place implements [message.MemoryMarker].
func (d *Decoder) Place() message.Mark { return d.file.Mark(d.state()) }

func (d *Decoder) state() (state [6]uint32) {
	p := &d.parser.Protocol
	state[stateProtocol] = uint32(p.Number)
	state[stateIsDemo] = uint32(p.IsDemo) | uint32(p.Rate)<<8 | uint32(p.Split)<<16 | uint32(p.Library)<<24
	if p.Server {
		state[stateClient] = 1
	}
	state[stateFrame] = uint32(d.frame)
	if d.begun {
		state[stateBegun] = 1
	}
	return state
}

// protocolOf returns the protocol in the state of a [message.Mark], false if it is not supported.
func protocolOf(state [6]uint32) (quake2.Protocol, bool) {
	p, err := quake2.ForDemo(&message.Quake2ServerData{
		Protocol: int32(state[stateProtocol]),
		IsDemo:   uint8(state[stateIsDemo]),
		Client:   -int16(state[stateClient]),
	})
	if p.Edition != quake2.Classic {
		more := state[stateIsDemo]
		p.Rate, p.Split, p.Library = uint8(more>>8), uint8(more>>16), quake2.Library(more>>24)
	}
	return p, err == nil
}

// Return goes to a position returned by Mark.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.SetProtocol(m.State)
	d.frame = int32(m.State[stateFrame])
	d.begun = m.State[stateBegun] != 0
	d.hasPending = false
	d.parser.Reset(nil)
	d.parser.Recall(m.Memory)
}
