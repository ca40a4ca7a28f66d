package coding

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TempLayout describes the fields of a temporary entity besides its origin.
type TempLayout struct {
	Known   bool
	Count   bool // before the origin
	Beam    bool // an entity before the origin, an end after it
	End     bool // an end after the origin
	Coords  int  // further coordinates, kept as bytes
	Further int  // bytes after them
}

// firstExtended is the first type of DarkPlaces, which FTE and QuakeSpasm-Spiked support, too. From here on Quake and
// QuakeWorld have the same types.
const firstExtended = 50

// ExtendedTemp returns the layout of a type from 50.
func ExtendedTemp(t uint8) TempLayout {
	if i := int(t) - firstExtended; i >= 0 && i < len(extendedTemps) {
		return extendedTemps[i]
	}
	return TempLayout{}
}

var extendedTemps = [...]TempLayout{
	50 - firstExtended: {Known: true, Further: 4}, {Known: true, Further: 4},
	{Known: true, End: true, Coords: 1, Further: 2}, {Known: true, Further: 3},
	{Known: true, End: true, Coords: 4, Further: 4}, {Known: true, End: true, Coords: 3, Further: 3},
	{Known: true, End: true, Coords: 3, Further: 3}, {Known: true}, {Known: true}, {Known: true},
	70 - firstExtended: {Known: true},
	72 - firstExtended: {Known: true}, {Known: true, Further: 5}, {Known: true, End: true, Further: 1}, {Known: true},
	{Known: true, End: true, Coords: 3, Further: 1}, {Known: true, End: true, Further: 1}, {Known: true},
	{Known: true, End: true, Further: 1},
}

// Extra returns the number of bytes of the layout that are kept unparsed.
func (l *TempLayout) Extra(u wire.Units) int {
	return coordSize(u)*l.Coords + l.Further
}

func coordSize(u wire.Units) int {
	switch u.Coord {
	case wire.CoordFloat, wire.CoordLong:
		return 4
	case wire.Coord24:
		return 3
	}
	return 2
}

// Temp codes the fields of the layout, with entity numbers in FTE's form.
func (l *TempLayout) Temp(c *wire.Codec, fte2 uint32, m *message.TempEntity) {
	if l.Count {
		c.Byte(&m.Count)
	}
	if l.Beam {
		EntityNumber(c, fte2, &m.Entity)
	}
	c.Place(&m.Origin)
	if l.Beam || l.End {
		c.Place(&m.End)
	}
	if n := l.Extra(c.Units); n > 0 {
		if !c.Reading() && len(m.Extra) != n {
			c.Fail(message.ErrRange)
			return
		}
		c.Bytes(&m.Extra, n)
	}
}
