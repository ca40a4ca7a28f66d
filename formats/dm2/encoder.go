package dm2

import (
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Encoder writes a .dm2. It is a [message.Encoder].
type Encoder struct {
	w        wire.Writer
	size     container.Size
	protocol quake2.Protocol
	// unicast is set after a message with the client of the next one.
	unicast bool
	client  uint8
	// zipped is set while the following messages are the content of a compressed one that was written.
	zipped bool
}

var _ message.Encoder = (*Encoder)(nil)

// NewEncoder returns an encoder of an empty demo.
func NewEncoder() *Encoder {
	return &Encoder{size: container.Size{Format: Name, Limit: maxBlock}, protocol: quake2.Default()}
}

// Packet begins a block, or writes the end mark.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	e.zipped = false
	switch p.Kind {
	case message.PacketRaw:
		return nil
	case message.PacketEnd:
		e.w.Long(endMark)
		return nil
	}
	e.size.Begin(&e.w, lengthSize, p.Missing)
	return nil
}

// Message writes a message of the block.
func (e *Encoder) Message(m message.Message) error {
	switch m := m.(type) {
	case *message.RelayUnicast:
		e.unicast, e.client = true, m.Client
		return nil
	case *message.Raw:
		e.unicast = false // the damaged message's bytes include the client
		e.zipped = false
	case *message.Exact:
		e.size.Exact(&e.w, m)
		return nil
	case *message.Protocol:
		e.Adopt(m.State)
		return nil
	case *message.Quake2Zip:
		defer func() { e.zipped = true }()
	case *message.Quake2ZipEnd:
		e.zipped = false
		return nil
	}
	if e.zipped {
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

// Adopt sets the protocol: see [message.Encoder].
func (e *Encoder) Adopt(state [6]uint32) bool {
	before := e.protocol
	if p, ok := protocolOf(state); ok {
		e.protocol = p
	}
	return e.protocol != before
}

// Flush ends the last packet: see [message.Encoder].
func (e *Encoder) Flush() ([]byte, error) { return e.size.Flush(&e.w) }

// Close returns the demo.
func (e *Encoder) Close() ([]byte, error) { return e.size.Close(&e.w) }
