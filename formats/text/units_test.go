package text

import (
	"math"
	"testing"

	"demoscope/formats/wire"
)

// TestUnitNumbers has coordinates and angles in their units, worked out by
// hand, both ways; what lies between two steps goes to the nearest.
func TestUnitNumbers(t *testing.T) {
	for _, c := range []struct {
		encoding wire.CoordEncoding
		number   float64
		want     wire.Coord
		exact    bool // the coordinate is written as that number
		ok       bool
	}{
		{wire.CoordShort, -4096, -32768, true, true},
		{wire.CoordShort, 0.125, 1, true, true},
		{wire.CoordShort, 0.07, 1, false, true},
		{wire.CoordShort, 0.06, 0, false, true},
		{wire.CoordLong, -0.0625, -1, true, true},
		{wire.CoordLong, 134217727.9375, math.MaxInt32, true, true},
		{wire.CoordLong, 134217728, 0, false, false},
		{wire.Coord24, -1, -256, true, true},
		{wire.Coord24, 3 + 51.0/255, 3<<8 | 51, true, true},
		{wire.Coord24, -2 + 254.0/255, -2<<8 | 254, true, true},
		{wire.Coord24, 3.9999, 4 << 8, false, true},
		{wire.Coord24, 32767, 32767 << 8, true, true},
		{wire.Coord24, 32768, 0, false, false},
	} {
		got, ok := numberCoord(c.encoding, c.number)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("encoding %d: %v becomes %d, %v, want %d", c.encoding, c.number, got, ok, c.want)
		}
		if back, ok := coordNumber(c.encoding, c.want); c.exact && (!ok || back != c.number) {
			t.Errorf("encoding %d: %d becomes %v, %v, want %v", c.encoding, c.want, back, ok, c.number)
		}
	}
	if x, ok := coordNumber(wire.Coord24, 5<<8|255); ok {
		t.Errorf("255 of 255 is the next unit, not %v", x)
	}
	for _, c := range []struct {
		encoding wire.AngleEncoding
		number   float64
		want     wire.Angle
		ok       bool
	}{
		{wire.AngleByte, -180, -128, true},
		{wire.AngleByte, 178.59375, 127, true},
		{wire.AngleByte, 179.2, 127, true}, // 127.43 steps
		{wire.AngleByte, 179.5, 0, false},  // 127.64
		{wire.AngleByte, -180.5, -128, true},
		{wire.AngleByte, -181, 0, false},
		{wire.AngleShort, -180, -32768, true},
		{wire.AngleShort, 179.994506835937500, 32767, true},
		{wire.AngleShort, 180, 0, false},
	} {
		got, ok := numberAngle(c.encoding, c.number)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("encoding %d: %v degrees become %d, %v, want %d", c.encoding, c.number, got, ok, c.want)
		}
	}
}
