package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// readFrame reads the data after the id of a frame (DM2 frame).
func (p *Protocol) readFrame(r *wire.Reader, m *message.Quake2Frame) {
	m.Server = p.Server
	m.Sequence = r.Long()
	m.Delta, m.Suppressed, m.Areas, m.Connected = 0, 0, nil, nil
	if p.Server {
		return
	}
	m.Delta = r.Long()
	if p.Number != protocolFirst {
		m.Suppressed = r.Byte()
	}
	m.Areas = r.Bytes(int(r.Byte()))
	if p.IsDemo == DemoRelay {
		m.Connected = r.Bytes(int(r.Byte()))
	}
}

// writeFrame is the inverse of readFrame. Its two lists have up to 255 bytes.
func (p *Protocol) writeFrame(w *wire.Writer, m *message.Quake2Frame) error {
	w.Long(m.Sequence)
	if p.Server {
		return nil
	}
	w.Long(m.Delta)
	if p.Number != protocolFirst {
		w.Byte(m.Suppressed)
	}
	lists := [...][]byte{m.Areas, m.Connected}
	n := 1
	if p.IsDemo == DemoRelay {
		n = 2
	}
	for _, list := range lists[:n] {
		if len(list) > 255 {
			return message.ErrTooLarge
		}
		w.Byte(uint8(len(list)))
		w.Bytes(list)
	}
	return nil
}
