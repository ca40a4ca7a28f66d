package survey

import "testing"

// Where a floor ends at x 392 there is a wall at x 400 if contacts show its plane: certain ones near the end,
// the longer the end the farther off, or on both sides of any end, and others close by on both sides of a long one.
func TestPlaneNear(t *testing.T) {
	at := func(x, along int32, certain bool) attesting {
		return attesting{piece{axis: 0, side: 1, plane: x * planeParts, along: along}, certain}
	}
	for _, c := range [...]struct {
		name  string
		shown []attesting
		long  int
		deep  int32
		want  int32 // x of the plane, 0 for none
	}{
		{"nothing", nil, 30, 5, 0},
		{"8 cells along", []attesting{at(400, 8, true)}, 5, 2, 400},
		{"9 cells along", []attesting{at(400, 9, true)}, 16, 5, 0},
		{"a short end", []attesting{at(400, 1, true)}, 4, 5, 0},
		{"16 cells along a long end", []attesting{at(400, -16, true)}, 17, 5, 400},
		{"17 cells along a long end", []attesting{at(400, -17, true)}, 17, 5, 0},
		{"16 cells along that of a path", []attesting{at(400, -16, true)}, 17, 4, 0},
		{"64 cells on both sides", []attesting{at(400, -64, true), at(400, 64, true)}, 1, 2, 400},
		{"65 cells on one of both sides", []attesting{at(400, -64, true), at(400, 65, true)}, 1, 2, 0},
		{"two planes on both sides", []attesting{at(400, -20, true), at(402, 20, true)}, 1, 2, 0},
		{"uncertain, on both sides", []attesting{at(400, -12, false), at(400, 12, false)}, 9, 2, 400},
		{"uncertain, at a short end", []attesting{at(400, -12, false), at(400, 12, false)}, 8, 2, 0},
		{"uncertain, farther", []attesting{at(400, -12, false), at(400, 13, false)}, 9, 2, 0},
		{"uncertain, on one side", []attesting{at(400, 1, false)}, 30, 5, 0},
		{"certain and uncertain", []attesting{at(392, -1, false), at(392, 1, false), at(400, 2, true)}, 9, 2, 400},
		{"before the end", []attesting{at(386, 0, true)}, 30, 5, 0},
		{"far behind the end", []attesting{at(405, 0, true)}, 30, 5, 0},
	} {
		w := walls{planes: map[uint64][]attesting{}}
		for _, p := range c.shown {
			w.attest(p.piece, p.certain)
		}
		plane, ok := w.planeNear(piece{axis: 0, side: 1, plane: 392 * planeParts}, c.long, c.deep)
		if ok != (c.want != 0) || plane != c.want*planeParts {
			t.Errorf("%s: %d, %v, not %d", c.name, plane, ok, c.want*planeParts)
		}
	}
}
