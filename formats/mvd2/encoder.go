package mvd2

import (
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Encoder writes an .mvd2. It is a [message.Encoder].
type Encoder struct {
	w        wire.Writer
	inner    wire.Writer
	size     container.Size
	protocol quake2.Protocol
	c        coder
	begun    bool // the file's head is written
}

var _ message.Encoder = (*Encoder)(nil)

// NewEncoder returns an encoder of an empty demo.
func NewEncoder() *Encoder {
	e := &Encoder{size: container.Size{Format: Name, Limit: maxBlock}}
	e.c.p = &e.protocol
	e.c.Write(&e.w)
	return e
}

// begin writes the magic before the first block. Raw bytes before the first block include it.
func (e *Encoder) begin() {
	if !e.begun {
		e.w.Bytes(magic)
	}
	e.begun = true
}

// Packet begins a block, or writes the end mark.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	if p.Kind != message.PacketRaw {
		e.begin()
	}
	switch p.Kind {
	case message.PacketRaw:
		return nil
	case message.PacketServer:
		e.size.Begin(&e.w, lengthSize, p.Missing)
	default:
		e.w.Word(0)
	}
	return nil
}

// Message writes a message of the block.
func (e *Encoder) Message(m message.Message) error {
	w, p := &e.w, &e.protocol
	switch m := m.(type) {
	case *message.MultiViewFrame:
		w.Byte(cmdFrame)
		return e.writeFrame(m)
	case *message.MultiViewData:
		return e.writeServerData(m)
	case *message.MultiViewCast:
		return e.writeCast(m)
	case *message.Sound:
		w.Byte(cmdSound | m.Extra<<cmdBits)
		p.WriteMultiViewSound(w, m)
		return nil
	case *message.Raw:
		w.Bytes(m.Data)
		e.begun = true
		return nil
	case *message.Exact:
		e.size.Exact(w, m)
		return nil
	case *message.Protocol:
		e.Adopt(m.State)
		return nil
	}
	row := messages.Message(m)
	if row == nil {
		return fmt.Errorf("%s is not a multi-view demo message", m.Name())
	}
	w.Byte(row.ID)
	row.Code(&e.c, m)
	return e.c.Err()
}

func (e *Encoder) writeServerData(m *message.MultiViewData) (err error) {
	w := &e.w
	w.Byte(cmdServerData | m.Extra<<cmdBits)
	w.Long(m.Protocol)
	w.Word(m.Version)
	if m.Version >= quake2.MultiViewFlags {
		w.Word(m.Flags)
	}
	if e.protocol, err = quake2.ForMultiView(m.Protocol, m.Version, m.Flags); err != nil {
		return err
	}
	w.Long(m.ServerCount)
	w.String(m.GameDir)
	w.Short(m.Client)
	for i := range m.ConfigStrings {
		quake2.CodeConfigString(&e.c.Codec, &m.ConfigStrings[i])
	}
	w.Word(uint16(e.protocol.Numbering().End))
	return e.writeFrame(&m.Frame)
}

func (e *Encoder) writeFrame(m *message.MultiViewFrame) error {
	if len(m.Portals) > 255 {
		return message.ErrTooLarge
	}
	e.w.Byte(uint8(len(m.Portals)))
	e.w.Bytes(m.Portals)
	e.protocol.WritePlayers(&e.w, m.Players)
	e.protocol.WriteEntities(&e.w, m.Entities)
	return nil
}

func (e *Encoder) writeCast(m *message.MultiViewCast) error {
	e.inner.Reset()
	for _, inner := range m.Messages {
		if err := e.protocol.Write(&e.inner, inner); err != nil {
			return err
		}
	}
	size := len(e.inner.Data)
	if size >= 1<<(8+8-cmdBits) {
		return message.ErrTooLarge
	}
	e.w.Byte(messages.Message(m).ID | uint8(size>>8)<<cmdBits)
	e.w.Byte(uint8(size))
	switch m.To {
	case message.CastClient:
		e.w.Byte(m.Client)
	case message.CastPHS, message.CastPVS:
		e.w.Word(m.Leaf)
	}
	e.w.Bytes(e.inner.Data)
	return nil
}

// Adopt sets the protocol: see [message.Encoder].
func (e *Encoder) Adopt(state [6]uint32) bool {
	before := e.protocol
	e.protocol = protocolOf(state)
	return e.protocol != before
}

// Flush ends the last packet: see [message.Encoder].
func (e *Encoder) Flush() ([]byte, error) { return e.size.Flush(&e.w) }

// Close returns the demo.
func (e *Encoder) Close() ([]byte, error) {
	e.begin()
	return e.size.Close(&e.w)
}
