package quake

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// fromNehahra converts a temporary entity of Nehahra to the similar one of Quake. Others are returned unchanged.
func fromNehahra(m *message.TempEntity) *message.TempEntity {
	const (
		explosion, lightning               = 3, 6
		nehahraExplosion, nehahraLightning = 16, 17
	)
	switch m.Type {
	case nehahraExplosion:
		n := *m
		n.Type, n.End = explosion, [3]wire.Coord{}
		return &n
	case nehahraLightning:
		n := *m
		n.Type = lightning
		return &n
	}
	return m
}
