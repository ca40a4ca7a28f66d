package mvd

import (
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// Encoder writes an .mvd. It is a [message.Encoder]. It uses Kind, Milliseconds, Type, Missing and, for the type for
// several players, Targets of a packet.
type Encoder struct {
	w      wire.Writer
	server quakeworld.Encoder
	size   container.Size
}

var _ message.Encoder = (*Encoder)(nil)

// NewEncoder returns an encoder of an empty file.
func NewEncoder() *Encoder {
	e := &Encoder{size: container.Size{Format: Name, Limit: quakeworld.MaxPayload}}
	e.server.Init(true)
	return e
}

// Packet begins a record.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	if p.Kind == message.PacketRaw {
		return nil
	}
	e.w.Byte(p.Milliseconds)
	e.w.Byte(p.Type)
	switch p.Type & typeMask {
	case typeSet:
		return nil
	case typeMultiple:
		e.w.Long(int32(p.Targets))
	case typeRead, typeSingle, typeStats, typeAll:
	default:
		return fmt.Errorf("mvd: no record has type %d", p.Type)
	}
	e.size.Begin(&e.w, 4, p.Missing)
	return nil
}

// Message adds a message to the record.
func (e *Encoder) Message(m message.Message) error {
	switch m := m.(type) {
	case *message.QWSequence:
		quakeworld.WriteSequence(&e.w, m)
		return nil
	case *message.Exact:
		e.size.Exact(&e.w, m)
		return nil
	case *message.Protocol:
		e.Adopt(m.State)
		return nil
	}
	if writeHidden(&e.w, m) {
		return nil
	}
	return e.server.Message(&e.w, m)
}

// Adopt sets the protocol: see [message.Encoder].
func (e *Encoder) Adopt(state [6]uint32) bool { return e.server.Adopt(state) }

// Flush ends the last packet: see [message.Encoder].
func (e *Encoder) Flush() ([]byte, error) { return e.size.Flush(&e.w) }

// Close ends the demo and returns its bytes.
func (e *Encoder) Close() ([]byte, error) { return e.size.Close(&e.w) }
