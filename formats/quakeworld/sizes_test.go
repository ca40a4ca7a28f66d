package quakeworld

import "testing"

// TestDeltaSizes: what the flags of a whole place take, with each units, and that to go
// from one protocol to another makes nothing. A search in 300 KB of harmed records does it
// 100,000 times, which took two seconds.
func TestDeltaSizes(t *testing.T) {
	const (
		floats      = 0x8000 // FTE's, which has angles of 16 bits, too
		placeHigh   = 0x7f   // three of the origin, yaw, frame, and two that announce no field
		pitchAndAll = 0x7f   // pitch, roll, model, colormap, skin, effects, and one that announces none
	)
	var d Decoder
	d.Init(true)
	for _, c := range []struct {
		fte       uint32
		high, low uint8
	}{
		{0, 3*2 + 1 + 1, 1 + 1 + 4},
		{floats, 3*4 + 2 + 1, 2 + 2 + 4},
		{0, 3*2 + 1 + 1, 1 + 1 + 4},
	} {
		d.SetState([6]uint32{28, c.fte})
		if s := d.entitySizes; s.high[placeHigh] != c.high || s.low[pitchAndAll] != c.low {
			t.Errorf("FTE %#x: %d and %d bytes, not %d and %d", c.fte, s.high[placeHigh], s.low[pitchAndAll],
				c.high, c.low)
		}
	}
	before := d.entitySizes
	d.SetState([6]uint32{28, floats})
	if d.SetState([6]uint32{28, 0}); d.entitySizes != before {
		t.Error("the sizes are made again")
	}
}
