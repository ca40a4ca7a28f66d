package quake2

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// sequel tracks the messages that follow without an id of their own: in 1038 the parts of a frame, in a split screen
// the areas of its other players, and the content of compressed messages.
type sequel struct {
	follows uint8       // id of the next message, 0 if it has one on the wire
	left    uint8       // remaining players of the frame
	outer   wire.Reader // after the compressed messages being read
	nested  bool        // Reader is inside them
	kept    *Solids     // for the next level
}

// Reset makes p read the messages of a packet.
func (p *Parser) Reset(data []byte) {
	p.Reader.Reset(data)
	p.follows, p.left, p.nested, p.c.zipped = 0, 0, false, false
}

// Pos returns the number of bytes read of the packet.
func (p *Parser) Pos() int {
	if p.nested {
		return p.outer.Pos()
	}
	return p.Reader.Pos()
}

// Follows returns the id of the next message if it has none on the wire; ok is false if it has one, or if there is no
// message. Read it with [Parser.Follow].
func (p *Parser) Follows() (id uint8, ok bool) {
	if p.nested && p.follows == 0 && p.Reader.Len() == 0 {
		return idZipEnd, true
	}
	return p.follows, p.follows != 0
}

// Follow reads the message with an id returned by [Parser.Follows], like [Parser.Message].
func (p *Parser) Follow(id uint8) (message.Message, error) { return p.rerelease(id) }

// begin begins a level of the re-release.
func (p *Parser) begin() {
	if p.follows, p.left = 0, 0; p.Protocol.Edition != EditionDemo {
		p.c.solids = nil
		return
	}
	if p.kept == nil {
		p.kept = new(Solids)
	}
	p.c.solids = p.kept
	p.c.solids.level()
}

// Memory returns what the parser must know of the previous packets, besides the protocol, as a string for
// [Parser.Recall].
func (p *Parser) Memory() string {
	if p.c.solids == nil {
		return ""
	}
	return p.c.solids.Memory()
}

// Recall restores what the parser knew of the previous packets. The protocol must be the same as at Memory.
func (p *Parser) Recall(memory string) {
	if p.begin(); p.c.solids != nil {
		p.c.solids.Recall(memory)
	}
}

// rerelease reads a message of the re-release.
func (p *Parser) rerelease(id uint8) (message.Message, error) {
	row := rerelease.ID(id)
	if row == nil {
		return nil, message.ErrUnknown
	}
	if p.Protocol.Edition == EditionDemo && p.c.solids == nil {
		p.begin() // the protocol was deduced
	}
	m := p.newer.Message(row)
	p.c.p = &p.Protocol
	p.c.Codec.Read(&p.Reader)
	row.Code(&p.c, m)
	err := p.c.Err()
	if err == nil && p.Reader.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		return nil, err
	}
	p.after(id, m)
	return m, nil
}

// after determines what follows a message.
func (p *Parser) after(id uint8, m message.Message) {
	switch id {
	case IDServerData:
		p.begin()
	case IDFrame:
		f := m.(*message.Quake2Frame)
		if p.c.solids != nil {
			p.c.solids.frame(f.Sequence, f.Delta)
		}
		p.c.playerFlags, p.left, p.follows = f.PlayerFlags, max(1, p.Protocol.Split), 0
		if p.Protocol.Edition == Repro {
			p.follows = idPlayerInfo
		}
	case idPlayerInfo:
		if p.left > 0 {
			p.left--
		}
		switch p.follows = 0; {
		case p.Protocol.Edition == Repro:
			p.follows = idPacketEntities
		case p.left > 0:
			p.follows = idAreas
		}
	case idAreas, idPacketEntities:
		p.follows = 0
	case idZip:
		p.outer, p.Reader, p.nested = p.Reader, p.c.zip, true
	case idZipEnd:
		p.Reader, p.nested, p.c.zipped = p.outer, false, false
	}
}

// write writes a message of the re-release with its id.
func (p *Protocol) write(w *wire.Writer, m message.Message) error {
	if raw, ok := m.(*message.Raw); ok {
		w.Bytes(raw.Data)
		return nil
	}
	row := rerelease.Message(m)
	if row == nil { // a damaged protocol can leave a message of another edition
		return fmt.Errorf("%s is not a message of Quake II, protocol %d", m.Name(), p.Number)
	}
	if !p.Edition.bare(row.ID) {
		w.Byte(row.ID)
	}
	c := coder{p: p}
	c.Write(w)
	row.Code(&c, m)
	return c.Err()
}

// bare reports whether messages with an id have none on the wire.
func (e Edition) bare(id uint8) bool {
	switch id {
	case idAreas, idZipEnd:
		return true
	case idPlayerInfo, idPacketEntities:
		return e == Repro
	}
	return false
}
