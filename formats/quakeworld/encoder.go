package quakeworld

import (
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Encoder writes messages: the inverse of a [Decoder].
type Encoder struct {
	Protocol Protocol

	c      coder
	tables *[2]*coding.Table[*coder]
	table  *coding.Table[*coder]
	units  wire.Units
}

// Init prepares e for a recording before its first level; mvd marks a server's recording. e must not be copied after
// that.
func (e *Encoder) Init(mvd bool) {
	e.tables = containerTables(mvd)
	e.c.p, e.c.e = &e.Protocol, e
	e.setProtocol(Protocol{Version: newestProtocol, MVD: mvd})
}

// setProtocol switches e to p.
func (e *Encoder) setProtocol(p Protocol) {
	e.Protocol = p
	e.table = e.tables[p.table()]
	e.units = p.Units()
	e.c.Units = e.units
}

// Adopt sets the protocol from a state returned by [Protocol.State] and reports whether that changed it.
func (e *Encoder) Adopt(state [6]uint32) bool {
	before := e.Protocol
	e.setProtocol(before.withState(state))
	return e.Protocol != before
}

// Message appends a message to w. It is an error if QuakeWorld has no such message, or if the protocol can't express
// it.
func (e *Encoder) Message(w *wire.Writer, m message.Message) error {
	switch m := m.(type) {
	case *message.PacketEntities:
		return e.writeEntities(w, m)
	case *message.QWPlayerInfo:
		e.writePlayer(w, m)
		return nil
	case *message.MVDPlayerInfo:
		e.writeMVDPlayer(w, m)
		return nil
	case *message.Sound:
		if !m.Extended {
			e.writeSound(w, m)
			return nil
		}
	case *message.TempEntity:
		return e.writeTempEntity(w, m)
	case *message.UpdateStat:
		writeStat(w, m)
		return nil
	case *message.Raw:
		w.Bytes(m.Data)
		return nil
	}
	row := e.table.Message(m)
	if row == nil {
		return fmt.Errorf("quakeworld: %s: %w", m.Name(), message.ErrUnknown)
	}
	w.Byte(row.ID)
	e.c.Write(w)
	row.Code(&e.c, m)
	if err := e.c.Err(); err != nil {
		return fmt.Errorf("quakeworld: %s: %w", m.Name(), err)
	}
	return nil
}

func (e *Encoder) coords(w *wire.Writer, v *[3]wire.Coord) {
	for i := range v {
		w.Coord(e.units, v[i])
	}
}
