package dm2

import (
	"encoding/binary"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Encoder writes a .dm2. It implements message.Encoder.
type Encoder struct {
	w        wire.Writer
	protocol quake2.Protocol
	// open is the offset of the length of the block being written, -1 if
	// there is none.
	open int
	// missing is how many bytes the block claims and lacks.
	missing int
	// unicast is set after a message that tells for whom the next one is.
	unicast bool
	client  uint8
}

// NewEncoder returns an encoder of an empty demo.
func NewEncoder(Options) *Encoder {
	return &Encoder{protocol: quake2.Default(), open: -1}
}

// Packet begins a block, or writes the mark of the end.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.finish(); err != nil {
		return err
	}
	switch p.Kind {
	case message.PacketRaw:
		return nil
	case message.PacketEnd:
		e.w.Long(endMark)
		return nil
	}
	e.open, e.missing = len(e.w.Data), p.Missing
	e.w.Long(0)
	return nil
}

// finish sets the length of the block being written.
func (e *Encoder) finish() error {
	if e.open < 0 {
		return nil
	}
	size := len(e.w.Data) - e.open - lengthSize + e.missing
	if size > maxBlock {
		return message.ErrTooLarge
	}
	binary.LittleEndian.PutUint32(e.w.Data[e.open:], uint32(size))
	e.open = -1
	return nil
}

// Message writes one message of the block.
func (e *Encoder) Message(m message.Message) error {
	if u, ok := m.(*message.RelayUnicast); ok {
		e.unicast, e.client = true, u.Client
		return nil
	}
	at := len(e.w.Data)
	if err := e.protocol.Write(&e.w, m); err != nil {
		return err
	}
	if e.unicast && len(e.w.Data) > at {
		e.w.Byte(0)
		copy(e.w.Data[at+2:], e.w.Data[at+1:])
		e.w.Data[at] |= unicastBit
		e.w.Data[at+1] = e.client
		e.unicast = false
	}
	return nil
}

// Close returns the demo.
func (e *Encoder) Close() ([]byte, error) {
	if err := e.finish(); err != nil {
		return nil, err
	}
	return e.w.Data, nil
}
