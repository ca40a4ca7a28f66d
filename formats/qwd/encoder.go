package qwd

import (
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// Encoder writes a .qwd. It is a [message.Encoder]. It uses Kind, Type, RawTime, Sequence, Acknowledge, Headerless and
// Missing of a packet.
type Encoder struct {
	w      wire.Writer
	server quakeworld.Encoder
	size   container.Size
}

var _ message.Encoder = (*Encoder)(nil)

// NewEncoder returns an encoder of an empty file.
func NewEncoder() *Encoder {
	e := &Encoder{size: container.Size{Format: Name, Limit: quakeworld.MaxPayload}}
	e.server.Init(false)
	return e
}

// Packet begins a block.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	if p.Kind == message.PacketRaw {
		return nil
	}
	if p.Type > typeFrame {
		return fmt.Errorf("qwd: no block has type %d", p.Type)
	}
	e.w.Long(int32(p.RawTime))
	e.w.Byte(p.Type)
	if p.Type != typeServer {
		return nil
	}
	e.size.Begin(&e.w, 4, p.Missing)
	if p.Headerless {
		return nil
	}
	e.w.Long(p.Sequence)
	if p.Sequence != connectionless {
		e.w.Long(p.Acknowledge)
	}
	return nil
}

// Message adds a message to the block.
func (e *Encoder) Message(m message.Message) error {
	w := &e.w
	switch m := m.(type) {
	case *message.QWClientBlock:
		w.Byte(m.Msec)
		w.Bytes(m.Pad[:])
		for _, v := range m.Angles {
			w.Float(v)
		}
		for _, v := range m.Moves {
			w.Short(v)
		}
		w.Byte(m.Buttons)
		w.Byte(m.Impulse)
		for _, v := range m.ViewAngles {
			w.Float(v)
		}
	case *message.Exact:
		e.size.Exact(w, m)
	case *message.Protocol:
		e.Adopt(m.State)
	case *message.QWSequence:
		quakeworld.WriteSequence(w, m)
	case *message.QWConnectionless:
		w.Byte(m.ID)
		switch {
		case !outerKinds[m.ID].text:
		case m.Open:
			w.Bytes(m.Text)
		default:
			w.String(m.Text)
		}
	default:
		return e.server.Message(w, m)
	}
	return nil
}

// Adopt sets the protocol: see [message.Encoder].
func (e *Encoder) Adopt(state [6]uint32) bool { return e.server.Adopt(state) }

// Flush ends the last packet: see [message.Encoder].
func (e *Encoder) Flush() ([]byte, error) { return e.size.Flush(&e.w) }

// Close ends the demo and returns its bytes.
func (e *Encoder) Close() ([]byte, error) { return e.size.Close(&e.w) }
