package dem

import (
	"errors"
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

var _ message.Encoder = (*Encoder)(nil)

// Encoder writes a .dem. It is a [message.Encoder]: it reproduces the bytes that a [Decoder] read.
type Encoder struct {
	w    wire.Writer
	p    protocol
	size container.Size
}

// NewEncoder returns an encoder of an empty .dem without a CD track. A [message.CDTrackLine] before the first packet
// adds one.
func NewEncoder() *Encoder {
	e := &Encoder{size: container.Size{Format: Name, Limit: maxBlock}}
	e.p.set(version{number: protocolQuake})
	e.p.Write(&e.w)
	return e
}

// Packet begins a block.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	switch p.Kind {
	case message.PacketServer:
		e.size.Begin(&e.w, 4, p.Missing)
		for _, a := range p.Angles {
			e.w.Float(a)
		}
		e.size.Body(&e.w)
	case message.PacketRaw:
	default:
		return fmt.Errorf("dem: no packet of the kind %v", p.Kind)
	}
	return nil
}

// Adopt sets the protocol: see [message.Encoder].
func (e *Encoder) Adopt(state [6]uint32) bool {
	before := e.p.version
	e.p.set(versionIn(&state))
	return e.p.version != before
}

// Flush ends the last packet: see [message.Encoder].
func (e *Encoder) Flush() ([]byte, error) { return e.size.Flush(&e.w) }

// Close ends the last block and returns the whole file.
func (e *Encoder) Close() ([]byte, error) { return e.size.Close(&e.w) }

var errOutside = errors.New("outside of a block")

// Message writes a message into the current block.
func (e *Encoder) Message(m message.Message) error {
	if _, ok := m.(*message.Nop); ok && e.size.Open() { // like the decoder: a file may have millions of them
		e.w.Byte(svcNop)
		return nil
	}
	var err error
	switch m := m.(type) {
	case *message.Raw:
		e.w.Bytes(m.Data)
		return nil
	case *message.Exact:
		e.size.Exact(&e.w, m)
		return nil
	case *message.Protocol:
		e.Adopt(m.State)
		return nil
	case *message.CDTrackLine:
		if len(e.w.Data) != 0 {
			return errors.New("dem: cdtrack_line: not the first message")
		}
		e.w.Bytes(m.Text)
		return nil
	}
	if !e.size.Open() {
		err = errOutside
	} else {
		err = e.write(m)
	}
	if err != nil {
		return fmt.Errorf("dem: %s: %w", m.Name(), err)
	}
	return nil
}

// write writes a message with its id.
func (e *Encoder) write(m message.Message) error {
	w, p := &e.w, &e.p
	switch m := m.(type) {
	case *message.UpdateEntity:
		p.writeUpdate(w, &m.EntityDelta)
		return nil
	case *message.Time:
		w.Byte(svcTime)
		w.Float(m.Time)
		if p.fte2&message.FTE2Prediction != 0 {
			w.Word(m.Acknowledge)
		}
		return nil
	case *message.ClientData:
		w.Byte(svcClientData)
		p.writeClientData(w, m)
		return nil
	case *message.Sound:
		w.Byte(svcSound)
		if p.hasFTE() {
			coding.ExtendedSound(&p.Codec, p.fte2, m)
			return p.Err()
		}
		p.writeSound(w, m)
		return nil
	}
	row := messages.Message(m)
	switch {
	case row != nil:
	case p.nehahra():
		row = nehahraMessages.Message(m)
	case p.hasFTE():
		row = fteMessages.Message(m)
	}
	if row == nil {
		return message.ErrUnknown
	}
	w.Byte(row.ID)
	row.Code(p, m)
	return p.Err()
}
