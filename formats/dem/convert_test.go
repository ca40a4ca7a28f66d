package dem

import (
	"errors"
	"math"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestRounding: what protocol 15 has only nearly is refused, or the nearest that it has, which is counted.
// Protocol 999 has angles of 16 bits, or of 32 with other flags, and coordinates of 32.
func TestRounding(t *testing.T) {
	const fine = flagCoordLong // sixteenths of a unit
	bits := func(degrees float32) wire.Angle { return wire.Angle(int32(math.Float32bits(degrees))) }
	for _, c := range []struct {
		flags   uint32
		x       wire.Coord
		yaw     wire.Angle
		wantX   wire.Coord // eighths
		wantYaw wire.Angle // 256ths of a circle
		rounded int
		refused bool // however
	}{
		{flagAngleShort | fine, 16 * 100, 0x4000, 8 * 100, 64, 0, false},   // 100 units, 90 degrees
		{flagAngleShort | fine, 16*100 + 1, 0x4000, 8 * 100, 64, 1, false}, // half of an eighth
		{flagAngleShort | fine, -16*100 - 3, 0, -8*100 - 2, 0, 1, false},
		{flagAngleShort | fine, 0, -21845, 0, -85, 1, false},  // -119.998 degrees
		{flagAngleShort | fine, 0, 32767, 0, -128, 1, false},  // almost 180, which is -180
		{flagAngleShort | fine, 0, -32768, 0, -128, 0, false}, // -180
		{flagAngleFloat | fine, 0, bits(270), 0, -64, 1, false},
		{flagAngleFloat | fine, 0, bits(-725), 0, -4, 1, false}, // -5 degrees, of which -5.625 is the nearest
		{flagAngleFloat | fine, 0, bits(359.9), 0, 0, 1, false}, // a tenth of a degree beside 0
		{flagAngleFloat | fine, 0, bits(float32(math.NaN())), 0, 0, 0, true},
		{flagAngleFloat | fine, 0, bits(float32(math.Inf(1))), 0, 0, 0, true},
		{flagAngleShort | fine, 16 * 4096, 0, 0, 0, 0, true}, // beyond what 16 bits have
	} {
		for _, round := range []bool{false, true} {
			rounded := new(int)
			if !round {
				rounded = nil
			}
			v, err := NewConverter(protocolQuake, rounded)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := v.Messages(&message.ServerInfo{Protocol: protocolRMQ, Flags: c.flags}); err != nil {
				t.Fatal(err)
			}
			m := new(message.UpdateEntity)
			m.Mask = message.FieldOriginX | message.FieldYaw
			m.Origin[0], m.Angles[1] = c.x, c.yaw
			_, err = v.Messages(m)
			var fine *RoundingError
			switch {
			case c.refused || !round && c.rounded > 0:
				if !errors.As(err, &fine) {
					t.Errorf("%+v, %v: it is refused with %v", c, round, err)
				}
			case err != nil || m.Origin[0] != c.wantX || m.Angles[1] != c.wantYaw || round && *rounded != c.rounded:
				t.Errorf("%+v, %v: it is %d and %d, %v", c, round, m.Origin[0], m.Angles[1], err)
			}
		}
	}
}
