package mvd

import (
	"encoding/binary"
	"errors"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// Encoder writes an .mvd. It implements message.Encoder. Of a packet it takes
// Milliseconds, Type, Missing and, for the type of several players, Targets.
type Encoder struct {
	w      wire.Writer
	server quakeworld.Encoder
	open   message.Packet
	start  int // where the size of the open record stands, -1 if none is open
}

// NewEncoder returns an encoder of an empty file.
func NewEncoder(Options) *Encoder {
	e := &Encoder{start: -1}
	e.server.Init(true)
	return e
}

// Packet begins a record.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.finish(); err != nil {
		return err
	}
	e.open = *p
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
	e.start = len(e.w.Data)
	e.w.Long(0)
	return nil
}

// finish fills in the size of the open record.
func (e *Encoder) finish() error {
	if e.start < 0 {
		return nil
	}
	size := len(e.w.Data) - e.start - 4 + e.open.Missing
	if size < 0 || size > quakeworld.MaxPayload {
		return errors.New("mvd: record too large")
	}
	binary.LittleEndian.PutUint32(e.w.Data[e.start:], uint32(size))
	e.start = -1
	return nil
}

// Message adds one message to the record.
func (e *Encoder) Message(m message.Message) error {
	if m, ok := m.(*message.QWSequence); ok {
		e.w.Long(m.Outgoing)
		e.w.Long(m.Incoming)
		return nil
	}
	if writeHidden(&e.w, m) {
		return nil
	}
	return e.server.Message(&e.w, m)
}

// Close ends the demo and returns its bytes.
func (e *Encoder) Close() ([]byte, error) {
	if err := e.finish(); err != nil {
		return nil, err
	}
	return e.w.Data, nil
}
