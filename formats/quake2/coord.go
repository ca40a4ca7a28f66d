package quake2

import "demoscope/formats/wire"

// Coordinates are 16 bits, in eighths of a unit. The wide protocols write either a low bit 0 and 15 bits of a
// difference to the base, or a low bit 1 and 23 bits of the value itself.

const (
	narrowMin = -1 << 14
	narrowMax = 1<<14 - 1
)

// readDelta reads a wide coordinate and reports whether it is a difference.
func readDelta(r *wire.Reader) (v wire.Coord, difference bool) {
	w := r.Word()
	if w&1 == 0 {
		return wire.Coord(int16(w) >> 1), true
	}
	all := uint32(w) | uint32(r.Byte())<<16
	return wire.Coord(int32(all<<8) >> 9), false
}

func writeDelta(w *wire.Writer, v wire.Coord, difference bool) {
	if difference {
		w.Word(uint16(v) << 1)
		return
	}
	all := uint32(v)<<1 | 1
	w.Word(uint16(all))
	w.Byte(uint8(all >> 16))
}

// coord reads a coordinate that is never a difference.
func (p *Protocol) coord(r *wire.Reader) wire.Coord {
	if !p.Wide {
		return wire.Coord(r.Short())
	}
	v, _ := readDelta(r)
	return v
}

// writeCoord writes a coordinate for coord, in the shortest form.
func (p *Protocol) writeCoord(w *wire.Writer, v wire.Coord) {
	if !p.Wide {
		w.Short(int16(v))
		return
	}
	writeDelta(w, v, v >= narrowMin && v <= narrowMax)
}

func (p *Protocol) position(r *wire.Reader, v *[3]wire.Coord) {
	v[0] = p.coord(r)
	v[1] = p.coord(r)
	v[2] = p.coord(r)
}

func (p *Protocol) writePosition(w *wire.Writer, v *[3]wire.Coord) {
	p.writeCoord(w, v[0])
	p.writeCoord(w, v[1])
	p.writeCoord(w, v[2])
}
