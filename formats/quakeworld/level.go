package quakeworld

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

const (
	// allMoveVars is the first protocol whose serverdata has more than the
	// entity gravity (QWD 5.12).
	allMoveVars = 25
	// chunkedLists is the first protocol whose precache lists come in parts
	// (QWD 5.46; qwfacts 0.3).
	chunkedLists = 26
)

// readServerData reads the beginning of a level and parses by it from then
// on.
func (d *Decoder) readServerData(m *message.QWServerData) {
	r := &d.r
	m.Extensions = m.Extensions[:0]
	for {
		m.Protocol = r.Long()
		if tag := uint32(m.Protocol); tag != tagFTE && tag != tagFTE2 && tag != tagMVD1 {
			break
		}
		m.Extensions = append(m.Extensions, message.QWExtension{Tag: uint32(m.Protocol), Bits: uint32(r.Long())})
	}
	if m.Protocol < oldestProtocol || m.Protocol > newestProtocol {
		d.fail(message.ErrRange)
		return
	}
	m.Age = r.Long()
	m.GameDir = r.String()
	m.Client, m.ServerTime = 0, 0
	if d.Protocol.MVD {
		m.ServerTime = r.Float()
	} else {
		m.Client = r.Byte()
	}
	m.MapName = r.String()
	m.MoveVars = [10]float32{}
	vars := m.MoveVars[:]
	if m.Protocol < allMoveVars {
		vars = vars[len(vars)-1:]
	}
	for i := range vars {
		vars[i] = r.Float()
	}
	if r.Overrun() {
		return
	}
	p := d.Protocol
	p.begin(m)
	d.SetProtocol(p)
}

// writeServerData writes what readServerData reads.
func (e *Encoder) writeServerData(w *wire.Writer, m *message.QWServerData) {
	w.Byte(idServerData)
	for _, x := range m.Extensions {
		w.Long(int32(x.Tag))
		w.Long(int32(x.Bits))
	}
	w.Long(m.Protocol)
	w.Long(m.Age)
	w.String(m.GameDir)
	if e.Protocol.MVD {
		w.Float(m.ServerTime)
	} else {
		w.Byte(m.Client)
	}
	w.String(m.MapName)
	vars := m.MoveVars[:]
	if m.Protocol < allMoveVars {
		vars = vars[len(vars)-1:]
	}
	for _, v := range vars {
		w.Float(v)
	}
	begun := *m // begin sets the units, which are not the caller's to see
	e.Protocol.begin(&begun)
	e.units = e.Protocol.Units()
}

// readList reads a part of a precache list. An empty name ends it.
func (d *Decoder) readList(m *message.QWList) {
	r := &d.r
	m.First, m.Next = 0, 0
	chunked := d.Protocol.Version >= chunkedLists
	if chunked {
		if m.Kind == message.QWModelListShort {
			m.First = r.Word()
		} else {
			m.First = uint16(r.Byte())
		}
	}
	m.Names = m.Names[:0]
	for {
		name := r.String()
		if len(name) == 0 || r.Overrun() {
			break
		}
		m.Names = append(m.Names, name)
	}
	if chunked {
		m.Next = r.Byte()
	}
}

// writeList writes what readList reads.
func (e *Encoder) writeList(w *wire.Writer, m *message.QWList) {
	chunked := e.Protocol.Version >= chunkedLists
	switch m.Kind {
	case message.QWModelListShort:
		w.Byte(idModelListShort)
	case message.QWSoundList:
		w.Byte(idSoundList)
	default:
		w.Byte(idModelList)
	}
	if chunked && m.Kind == message.QWModelListShort {
		w.Word(m.First)
	} else if chunked {
		w.Byte(uint8(m.First))
	}
	for _, name := range m.Names {
		w.String(name)
	}
	w.Byte(0)
	if chunked {
		w.Byte(m.Next)
	}
}
