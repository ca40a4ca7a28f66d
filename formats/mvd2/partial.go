package mvd2

import (
	"bytes"

	"demoscope/formats/quake2"
)

// partial cuts the serverdata in which damage was found to what can be believed, and
// reports whether it names a map: otherwise it is of no use, and may be no serverdata at
// all. Nothing of its frame is left: a player or an entity that is read wrong is only
// noticed behind all others.
func (d *Decoder) partial() bool {
	m := &d.serverData
	protocol, err := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
	if err != nil || protocol.Numbering() != d.protocol.Numbering() {
		return false // what follows is not read as the level says
	}
	maps := uint16(protocol.Numbering().Models) + 1
	named, last := false, -1
	for i := range m.ConfigStrings {
		s := &m.ConfigStrings[i]
		if int(s.Index) <= last {
			m.ConfigStrings = m.ConfigStrings[:i]
			break
		}
		last = int(s.Index)
		named = named || s.Index == maps && bytes.HasPrefix(s.Text, mapFolder) && bytes.HasSuffix(s.Text, mapExtension)
	}
	m.Frame.Portals, m.Frame.Players, m.Frame.Entities = nil, m.Frame.Players[:0], m.Frame.Entities[:0]
	return named
}

var mapFolder, mapExtension = []byte("maps/"), []byte(".bsp")
