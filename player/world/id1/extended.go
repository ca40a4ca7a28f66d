package id1

import "demoscope/formats/message"

// alike are the numbers of Quake's temporary entities that look like those of FTE and DarkPlaces.
var alike = map[uint8]uint8{
	14: 0, 19: tempExplosion2, 20: tempExplosion, 21: tempGunshot, // FTE
	53: tempExplosion, 57: tempGunshot, 58: 0, 59: 1, 70: tempExplosion, 78: tempExplosion, // DarkPlaces
}

// Extended returns a temporary entity of FTE's extensions as the one of Quake that looks like it. Others stay as they
// are.
func Extended(m *message.TempEntity) *message.TempEntity {
	kind, ok := alike[m.Type]
	if !ok {
		return m
	}
	n := *m
	n.Type = kind
	if kind == tempExplosion2 && len(m.Extra) == 2 { // QuakeWorld has its colors as bytes
		n.Color, n.Range = m.Extra[0], m.Extra[1]
	}
	return &n
}
