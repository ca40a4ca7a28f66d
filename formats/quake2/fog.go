package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of a player's fog.
const (
	fogColor         = 1 << 0
	fogDensity       = 1 << 1
	fogHeightDensity = 1 << 2
	fogHeightFalloff = 1 << 3
	fogStartColor    = 1 << 4
	fogEndColor      = 1 << 5
	fogStartDistance = 1 << 6
	fogEndDistance   = 1 << 7
)

func (p *Protocol) readFog(r *wire.Reader, f *message.Quake2Fog) {
	f.Bits = r.Byte()
	if f.Bits&fogColor != 0 {
		readColor(r, &f.Color)
	}
	if f.Bits&fogDensity != 0 {
		f.Density = r.Word()
		f.SkyFactor = r.Word()
	}
	if f.Bits&fogHeightDensity != 0 {
		f.HeightDensity = r.Word()
	}
	if f.Bits&fogHeightFalloff != 0 {
		f.HeightFalloff = r.Word()
	}
	if f.Bits&fogStartColor != 0 {
		readColor(r, &f.StartColor)
	}
	if f.Bits&fogEndColor != 0 {
		readColor(r, &f.EndColor)
	}
	if f.Bits&fogStartDistance != 0 {
		f.Distance[0] = p.coord(r)
	}
	if f.Bits&fogEndDistance != 0 {
		f.Distance[1] = p.coord(r)
	}
}

func (p *Protocol) writeFog(w *wire.Writer, f *message.Quake2Fog) {
	w.Byte(f.Bits)
	if f.Bits&fogColor != 0 {
		w.Bytes(f.Color[:])
	}
	if f.Bits&fogDensity != 0 {
		w.Word(f.Density)
		w.Word(f.SkyFactor)
	}
	if f.Bits&fogHeightDensity != 0 {
		w.Word(f.HeightDensity)
	}
	if f.Bits&fogHeightFalloff != 0 {
		w.Word(f.HeightFalloff)
	}
	if f.Bits&fogStartColor != 0 {
		w.Bytes(f.StartColor[:])
	}
	if f.Bits&fogEndColor != 0 {
		w.Bytes(f.EndColor[:])
	}
	if f.Bits&fogStartDistance != 0 {
		p.writeCoord(w, f.Distance[0])
	}
	if f.Bits&fogEndDistance != 0 {
		p.writeCoord(w, f.Distance[1])
	}
}

func readColor(r *wire.Reader, c *[3]uint8) {
	c[0] = r.Byte()
	c[1] = r.Byte()
	c[2] = r.Byte()
}
