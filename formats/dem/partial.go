package dem

import (
	"bytes"
	"slices"

	"demoscope/formats/message"
)

// trimDamaged cuts a damaged serverinfo to its trustworthy part and reports whether it names a map: otherwise it is
// useless, and may be no serverinfo at all. The lists end at the first impossible name, because the names after it
// would have wrong numbers.
func (d *Decoder) trimDamaged(m *message.ServerInfo) bool {
	if v := versionOf(m); m.Protocol != protocolQuake && m.Protocol != protocolNehahra && !v.extended() {
		return false // its lists were not read
	}
	m.Units = d.p.Units // the units used for the following messages, whatever the level says
	if n := slices.IndexFunc(m.Models, isNoName); n >= 0 {
		m.Models, m.Sounds = m.Models[:n], m.Sounds[:0]
	}
	if n := slices.IndexFunc(m.Sounds, isNoName); n >= 0 {
		m.Sounds = m.Sounds[:n]
	}
	return len(m.Models) > 0 && bytes.HasPrefix(m.Models[0], mapFolder) && bytes.HasSuffix(m.Models[0], mapExtension)
}

var mapFolder, mapExtension = []byte("maps/"), []byte(".bsp")

// isNoName reports whether name can't be a file name.
func isNoName(name []byte) bool {
	return bytes.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' })
}
