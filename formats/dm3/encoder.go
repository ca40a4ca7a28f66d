package dm3

import (
	"encoding/binary"
	"errors"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Reasons why a message cannot be written.
var (
	errForeign = errors.New("not a message of this format")
	errChanges = errors.New("changes are not those of the protocol's fields in their order")
	errWhole   = errors.New("not a whole number of 13 bits")
)

// Encoder writes a demo. It is a [message.Encoder].
type Encoder struct {
	proto *protocol
	file  wire.Writer
	bits  wire.BitWriter
	start int  // offset of the record
	head  int  // offset of the open record's header
	open  bool // a record is open
	begun bool // its acknowledged command is written
	ack   int32
	there int  // bytes of its message in the original file, if it had one
	size  int  // missing bytes, which its header includes
	raw   bool // it ends with raw bytes, without an end mark
	bare  bool // raw bytes are outside of records
}

var _ message.Encoder = (*Encoder)(nil)

// NewEncoder returns an encoder for opt.Protocol; 0 or an unknown number means 68.
// The Protocol of a [message.GameState] overrides it.
func NewEncoder(opt Options) *Encoder {
	p := lookUp(opt.Protocol)
	if p == nil {
		p = lookUp(68)
	}
	return &Encoder{proto: p}
}

// Packet begins a record.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.end(); err != nil {
		return err
	}
	e.start = len(e.file.Data)
	e.bare = p.Kind == message.PacketRaw
	if e.bare {
		return nil
	}
	e.head = len(e.file.Data)
	e.file.Long(p.Sequence)
	e.file.Long(-1)
	if p.Kind == message.PacketEnd {
		e.bare = true
		return nil
	}
	e.open, e.size, e.raw = true, p.Missing, p.Missing > 0
	e.begun, e.ack, e.there = false, p.Acknowledge, p.Size-8
	e.bits.Reset(e.proto.huffman)
	return nil
}

// begin writes the start of a record before its messages.
func (e *Encoder) begin() {
	if !e.begun && e.proto.ack {
		e.bits.Long(e.ack)
	}
	e.begun = true
}

// adopt switches to the protocol that a gamestate was read with. It differs from the file name's if that is wrong.
func (e *Encoder) adopt(m *message.GameState) {
	if p := lookUp(int(m.Protocol)); p != nil {
		e.use(p)
	}
}

// use switches to a protocol if that is still possible for the open record.
func (e *Encoder) use(p *protocol) {
	switch {
	case !e.begun:
		e.bits.Reset(p.huffman)
		e.proto = p
	case p.huffman == e.proto.huffman && p.ack == e.proto.ack:
		e.proto = p
	}
}

// end completes the open record.
func (e *Encoder) end() error {
	if !e.open {
		return nil
	}
	e.open = false
	e.begin()
	w := &e.bits
	if e.proto.huffman && !e.raw {
		w.Byte(svcEnd)
		// The game always counts a byte more than the full ones.
		w.Raw(0, 8-w.Pos()&7)
	}
	n := int(w.Pos() >> 3)
	if e.size < 0 || e.size > wire.MaxBitMessage-n {
		return fmt.Errorf("%s: record of %d bytes: %w", Name, n+e.size, message.ErrTooLarge)
	}
	e.file.Bytes(w.Data()[:n])
	binary.LittleEndian.PutUint32(e.file.Data[e.head+4:], uint32(n+e.size))
	return nil
}

// Adopt sets the protocol: see [message.Encoder].
func (e *Encoder) Adopt(state [6]uint32) bool {
	before := e.proto
	if p := lookUp(int(state[0])); p != nil {
		e.use(p)
	}
	return e.proto != before
}

// Flush ends the last packet: see [message.Encoder].
func (e *Encoder) Flush() ([]byte, error) {
	data, err := e.Close()
	e.file.Reset()
	e.start = 0
	return data, err
}

// Close ends the demo and returns its bytes. The end mark is a separate packet (message.PacketEnd).
func (e *Encoder) Close() ([]byte, error) {
	err := e.end()
	return e.file.Data, err
}

// Message writes a message into the open record.
func (e *Encoder) Message(m message.Message) error {
	w := &e.bits
	if m, ok := m.(*message.Exact); ok {
		e.file.Data = append(e.file.Data[:e.start], m.Data...)
		e.open = false
		return nil
	}
	if m, ok := m.(*message.Protocol); ok {
		e.Adopt(m.State)
		return nil
	}
	raw, isRaw := m.(*message.Raw)
	if isRaw && e.bare {
		e.file.Bytes(raw.Data)
		return nil
	}
	if !e.open {
		return fmt.Errorf("%s: %s: no record is open", Name, m.Name())
	}
	if isRaw {
		if !e.begun && len(raw.Data) == e.there {
			e.begun = true // not even the acknowledged command was readable
		}
		e.begin()
		// The decoder shifted bits that did not begin with a whole byte.
		e.raw = true
		for _, c := range raw.Data {
			w.Raw(uint32(c), 8)
		}
		return nil
	}
	if state, ok := m.(*message.GameState); ok {
		e.adopt(state)
	}
	e.begin()
	var err error
	switch m := m.(type) {
	case *message.GameState:
		err = e.writeGameState(m)
	case *message.Snapshot:
		err = e.writeSnapshot(m)
	default:
		row := messages.Message(m)
		if row == nil {
			err = errForeign
			break
		}
		id := row.ID
		if v, ok := m.(*message.Voice); ok && v.Opus {
			id = svcOpus
		}
		w.Byte(id)
		row.Code(&coder{w: w}, m)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", Name, m.Name(), err)
	}
	if !e.proto.huffman {
		w.Align()
	}
	return nil
}

func (e *Encoder) writeGameState(m *message.GameState) error {
	w := &e.bits
	w.Byte(svcGameState)
	w.Long(m.CommandSequence)
	for _, s := range m.ConfigStrings {
		w.Byte(svcConfigString)
		w.Bits(uint32(s.Index), 16)
		w.String(s.Text)
	}
	for i := range m.Baselines {
		w.Byte(svcBaseline)
		if err := e.writeEntity(&m.Baselines[i], m.Changes); err != nil {
			return err
		}
	}
	if !e.proto.client {
		w.Byte(svcBad)
		return nil
	}
	w.Byte(svcEnd)
	w.Long(m.ClientNum)
	w.Long(m.ChecksumFeed)
	return nil
}

func (e *Encoder) writeSnapshot(m *message.Snapshot) error {
	w := &e.bits
	if len(m.AreaMask) > maxAreaBytes {
		return message.ErrTooLarge
	}
	w.Byte(svcSnapshot)
	if e.proto.command {
		w.Long(m.ClientCommand)
	}
	w.Long(m.ServerTime)
	w.Byte(m.DeltaNum)
	w.Byte(m.Flags)
	w.Byte(uint8(len(m.AreaMask)))
	w.Bytes(m.AreaMask)
	if err := e.writePlayer(&m.Player, m.Changes); err != nil {
		return err
	}
	for i := range m.Entities {
		if err := e.writeEntity(&m.Entities[i], m.Changes); err != nil {
			return fmt.Errorf("entity %d: %w", m.Entities[i].Number, err)
		}
	}
	w.Bits(endOfEntities, 10)
	return nil
}
