package quake2

import (
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Parser reads the messages of consecutive packets. Its zero value is ready for use; it must not be copied after it has
// read something.
type Parser struct {
	// Protocol is the protocol of the last serverdata.
	Protocol Protocol
	// Reader is at the id of the next message.
	Reader wire.Reader

	c     coder
	stats []int16
	store coding.Store[*coder]
	newer coding.Store[*coder] // of the re-release, with fields that classic messages don't set
	sequel
}

// Message reads the message after its id. The message belongs to the parser and is valid until the next call. A
// serverdata sets the protocol. Errors are those of package message and [*UnsupportedError].
func (p *Parser) Message(id uint8) (message.Message, error) {
	if p.Protocol.Edition != Classic {
		if !p.Protocol.Edition.has(id) {
			return nil, message.ErrUnknown
		}
		return p.rerelease(id)
	}
	row := messages.ID(id)
	if row == nil {
		return nil, message.ErrUnknown
	}
	m := p.store.Message(row)
	p.stats = p.stats[:0]
	if err := p.Read(id, m); err != nil {
		return nil, err
	}
	if id == IDServerData && p.Protocol.Edition != Classic {
		p.begin()
	}
	return m, nil
}

// Read reads the message after its id into m, which must have the type for that id: see [NewOfGame]. Errors are those
// of [Parser.Message].
func (p *Parser) Read(id uint8, m message.Message) error {
	err := p.read(id, m)
	if err == nil && p.Reader.Overrun() {
		err = message.ErrTruncated
	}
	return err
}

func (p *Parser) read(id uint8, m message.Message) (err error) {
	r := &p.Reader
	switch id {
	case IDFrame:
		p.Protocol.readFrame(r, m.(*message.Quake2Frame))
		return nil
	case idPlayerInfo:
		p.stats = p.Protocol.readPlayer(r, m.(*message.Quake2PlayerInfo), p.stats)
		return nil
	case idPacketEntities:
		set := m.(*message.PacketEntities)
		set.Entities, err = p.Protocol.ReadEntities(r, set.Entities[:0])
		return err
	case idSound:
		p.Protocol.readSound(r, m.(*message.Sound))
		return nil
	case idSpawnBaseline:
		return p.Protocol.readBaseline(r, m.(*message.SpawnBaseline))
	}
	if p.c.p == nil {
		p.c.p = &p.Protocol
		p.c.Read(r)
	}
	messages.ID(id).Code(&p.c, m)
	return p.c.Err()
}

func (p *Protocol) readBaseline(r *wire.Reader, m *message.SpawnBaseline) error {
	bits, number := p.entityHead(r)
	if number >= int32(p.MaxEntities()) {
		return message.ErrRange
	}
	p.readEntity(r, &m.EntityDelta, bits, number)
	return nil
}

// Write writes a message with its id. A serverdata sets p for the following messages. It is an error if Quake II has no
// such message.
func (p *Protocol) Write(w *wire.Writer, m message.Message) error {
	if p.Edition != Classic {
		return p.write(w, m)
	}
	switch m := m.(type) {
	case *message.Quake2Frame:
		w.Byte(IDFrame)
		return p.writeFrame(w, m)
	case *message.Quake2PlayerInfo:
		w.Byte(idPlayerInfo)
		p.writePlayer(w, m)
		return nil
	case *message.PacketEntities:
		w.Byte(idPacketEntities)
		p.WriteEntities(w, m.Entities)
		return nil
	case *message.Sound:
		w.Byte(idSound)
		p.writeSound(w, m)
		return nil
	case *message.SpawnBaseline:
		w.Byte(idSpawnBaseline)
		p.writeEntity(w, &m.EntityDelta)
		return nil
	case *message.Raw:
		w.Bytes(m.Data)
		return nil
	}
	row := messages.Message(m)
	if row == nil { // a damaged protocol can cause this
		row = rerelease.Message(m)
	}
	if row == nil {
		return fmt.Errorf("%s is not a Quake II message", m.Name())
	}
	w.Byte(row.ID)
	c := coder{p: p}
	c.Write(w)
	row.Code(&c, m)
	return c.Err()
}
