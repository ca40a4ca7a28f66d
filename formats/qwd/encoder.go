package qwd

import (
	"encoding/binary"
	"errors"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// Encoder writes a .qwd. It implements message.Encoder. Of a packet it takes
// Type, RawTime, Sequence, Acknowledge, Headerless and Missing.
type Encoder struct {
	w      wire.Writer
	server quakeworld.Encoder
	open   message.Packet
	start  int // where the size of the open server block stands, -1 if none is open
}

// NewEncoder returns an encoder of an empty file.
func NewEncoder(Options) *Encoder {
	e := &Encoder{start: -1}
	e.server.Init(false)
	return e
}

// Packet begins a block.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.finish(); err != nil {
		return err
	}
	e.open = *p
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
	e.start = len(e.w.Data)
	e.w.Long(0)
	if p.Headerless {
		return nil
	}
	e.w.Long(p.Sequence)
	if p.Sequence != connectionless {
		e.w.Long(p.Acknowledge)
	}
	return nil
}

// finish fills in the size of the open block.
func (e *Encoder) finish() error {
	if e.start < 0 {
		return nil
	}
	size := len(e.w.Data) - e.start - 4 + e.open.Missing
	if size < 0 || size > quakeworld.MaxPayload {
		return errors.New("qwd: block too large")
	}
	binary.LittleEndian.PutUint32(e.w.Data[e.start:], uint32(size))
	e.start = -1
	return nil
}

// Message adds one message to the block.
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
	case *message.QWSequence:
		w.Long(m.Outgoing)
		w.Long(m.Incoming)
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

// Close ends the demo and returns its bytes.
func (e *Encoder) Close() ([]byte, error) {
	if err := e.finish(); err != nil {
		return nil, err
	}
	return e.w.Data, nil
}
