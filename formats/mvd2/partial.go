package mvd2

import (
	"bytes"

	"demoscope/formats/quake2"
)

// partial cuts a damaged serverdata to its trustworthy part and reports whether it names a map: otherwise it is
// useless, and may be no serverdata at all. It drops the whole frame, because a misread player or entity is only
// detected after all others.
func (d *Decoder) partial() bool {
	m := &d.serverData
	protocol, err := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
	if err != nil || protocol.Numbering() != d.protocol.Numbering() {
		return false // the rest was not read with the level's layout
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
