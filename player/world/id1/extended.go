package id1

import "demoscope/formats/message"

// alike maps temporary entities of FTE and DarkPlaces to similar ones of Quake.
var alike = map[uint8]uint8{
	14: 0, 19: tempExplosion2, 20: tempExplosion, 21: tempGunshot, // FTE
	53: tempExplosion, 57: tempGunshot, 58: 0, 59: 1, 70: tempExplosion, 78: tempExplosion, // DarkPlaces
}

// Extended converts a temporary entity of FTE's extensions to the similar one of Quake. Others are returned unchanged.
func Extended(m *message.TempEntity) *message.TempEntity {
	kind, ok := alike[m.Type]
	if !ok {
		return m
	}
	n := *m
	n.Type = kind
	if kind == tempExplosion2 && len(m.Extra) == 2 { // QuakeWorld sends its colors as bytes
		n.Color, n.Range = m.Extra[0], m.Extra[1]
	}
	return &n
}
