// Package mvd reads and writes .mvd, the recordings of QuakeWorld servers: all players at once, with records for one,
// several or all of them (mvd facts, sections 1 to 5).
//
// No input makes it panic, read past the packet, or allocate by an unchecked number. Unreadable bytes are a
// [message.Damage], and reading continues with the next packet it finds. A packet has at most [quakeworld.MaxPayload]
// bytes.
package mvd

import (
	"encoding/binary"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// Name is the format's name.
const Name = "mvd"

// Types of a record, in the low three bits of its second byte. For typeSingle and typeStats the player's slot is above
// them.
const (
	typeRead     = 1 // for all players (old servers)
	typeSet      = 2 // sequence numbers, no size
	typeMultiple = 3 // for the players in a mask; hidden messages if the mask is 0
	typeSingle   = 4
	typeStats    = 5
	typeAll      = 6

	typeBits  = 3
	typeMask  = 1<<typeBits - 1
	everybody = 1<<32 - 1
)

// prefixSize is the size in bytes of a record's milliseconds and type.
const prefixSize = 2

// lastText is the text of the disconnect message that ends a demo.
const lastText = "EndOfDemo"

// stage is the kind of the packet's next messages.
type stage uint8

const (
	stageDone stage = iota
	stageServer
	stageSet
	stageHidden
)

// Decoder reads an .mvd. It is a [message.Decoder],
// [message.Informer] and [message.LostBytes].
type Decoder struct {
	file   container.Reader
	millis int64 // the sum of all milliseconds so far
	stage  stage
	last   bool // the disconnect message at the demo's end was read
	live   bool // ignore that message: see Live
	server quakeworld.Decoder
	hidden hiddenDecoder

	set message.QWSequence
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

// newDecoder returns a decoder that does not search for records after damage.
func newDecoder(data []byte) *Decoder {
	d := new(Decoder)
	d.file = container.Reader{Format: Name, Data: data, Clock: d.seconds}
	d.server.Init(true)
	return d
}

func (d *Decoder) seconds() float64 { return float64(d.millis) / 1000 }

// Info returns the protocol and extensions known so far.
func (d *Decoder) Info() message.Info {
	info := d.server.Info()
	info.Notes = d.file.Notes(info.Notes)
	return info
}

// Rest returns the bytes lost by the last [message.Damage].
func (d *Decoder) Rest() []byte { return d.file.Rest() }

// stateLast is the index into [message.Mark.State] of the word that says that the demo has ended, after the protocol's
// words.
const stateLast = 4

// Mark returns the position of the next packet.
func (d *Decoder) Mark() message.Mark {
	state := d.server.Protocol.State()
	if d.last {
		state[stateLast] = 1
	}
	m := d.file.Mark(state)
	m.Time = d.millis
	return m
}

// Return goes to a position returned by Mark.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.millis = m.Time
	d.last = m.State[stateLast] != 0
	d.server.SetState(m.State)
	d.stage = stageDone
}

// NextPacket goes to the next record.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	for d.stage == stageServer { // an unread message may begin a level or end the demo
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	d.stage = stageDone
	f := &d.file
	header := prefixSize
	if d.last {
		header = 0
	}
	rest, err := f.Next(header, true)
	if err != nil {
		return nil, err
	}
	p := &f.Packet
	if d.last && len(rest) > 0 {
		d.last = false
		next, ok := f.Behind(0)
		switch {
		case !ok:
			d.last = true
		case next > f.Pos:
			return nil, f.Resume(next)
		default:
			// The file is the recorded stream of a game: the message occurs at each map change, and when the server
			// ends a recording.
			return d.NextPacket()
		}
	}
	if d.last {
		// There should be nothing: engines stop at the last message.
		return f.TakeRest(), nil
	}
	// The fields that .mvd lacks are never set.
	p.Kind, p.Milliseconds, p.Type, p.Targets = message.PacketServer, rest[0], rest[1], everybody
	if err := d.record(rest); err != nil {
		return nil, f.Broken(err)
	}
	d.millis += int64(p.Milliseconds)
	p.Time = d.seconds()
	return p, nil
}

// record reads the data between a record's type and its messages, and sets the stage.
func (d *Decoder) record(b []byte) error {
	f := &d.file
	p := &f.Packet
	header := prefixSize
	hidden := false
	switch p.Type & typeMask {
	case typeSet:
		if _, err := f.Fixed(header, quakeworld.SequenceSize); err != nil {
			return err
		}
		p.Kind, d.stage = message.PacketSequence, stageSet
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
	body, err := f.Sized(header+4, quakeworld.MaxPayload)
	if err != nil {
		return err
	}
	switch {
	case !hidden:
		d.stage = stageServer
		d.server.Reset(body)
	case d.server.Protocol.Hidden():
		d.stage = stageHidden
		d.hidden.reset(body)
	default:
		f.Tail = body
	}
	return nil
}

// NextMessage returns the next message of the record.
func (d *Decoder) NextMessage() (message.Message, error) {
	switch d.stage {
	case stageServer:
		m, err := d.server.Next(&d.file)
		if err != nil {
			d.stage = stageDone
			return m, err
		}
		switch m := m.(type) {
		case *message.Disconnect:
			d.last = d.last || !d.live && string(m.Text) == lastText
		case *message.QWServerData:
			d.server.CheckProtocol(&d.file, m)
		}
		return m, nil
	case stageSet:
		d.stage = stageDone
		quakeworld.ReadSequence(d.file.Data[d.file.Payload:], &d.set)
		return &d.set, nil
	case stageHidden:
		if m := d.hidden.next(); m != nil {
			return m, nil
		}
		d.stage = stageDone
		d.file.Tail = d.hidden.payload[d.hidden.pos:]
	}
	return d.file.Last()
}
