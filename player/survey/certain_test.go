package survey

import (
	"math"
	"testing"

	"demoscope/player/world"
)

// TestCertain compares the least support with which a contact is certainly a wall, and likely one.
func TestCertain(t *testing.T) {
	const never, always = 1000, 0
	const aligned, whole, fraction = 3 * 8 * planeParts, 3 * planeParts, 3*planeParts + 1
	type least struct{ certain, likely uint32 }
	for _, c := range []struct {
		game  world.Game
		plane int32
		want  [6]least // of one frame, two and four in one visit, and the same in two
	}{
		{world.QuakeWorld, aligned, [6]least{{32, 7}, {16, always}, {16, always}, {32, 7}, {16, always}, {12, always}}},
		{world.QuakeWorld, whole, [6]least{{64, 7}, {64, always}, {24, always}, {64, 7}, {12, always}, {12, always}}},
		{world.Quake2, fraction, [6]least{{64, 7}, {64, always}, {24, always}, {64, 7}, {12, always}, {12, always}}},
		{world.Quake3, fraction, [6]least{{12, 7}, {12, 7}, {12, 7}, {12, 7}, {12, 7}, {12, 7}}},
		{world.Quake3, whole, [6]least{{never, never}, {24, 12}, {24, 12}, {never, never}, {24, 12}, {24, 12}}},
		{world.Quake3, aligned, [6]least{{never, never}, {never, 12}, {never, 12}, {never, never}, {never, 12},
			{never, 12}}},
	} {
		s := &Survey{game: c.game}
		for i, want := range c.want {
			contact := counted{key: piece{plane: c.plane, along: 5, low: 6, side: 1}.key()}
			contact.n = uint32(1<<(i%3)) + uint32(1+i/3)*visit
			for support := range uint32(100) {
				certain, likely := s.certain(contact, support)
				if certain != (support >= want.certain) || likely != (support >= want.likely) {
					t.Errorf("%v, plane %d, case %d: with %d it is certain %v, likely %v", c.game, c.plane, i, support,
						certain, likely)
				}
			}
		}
	}
}

// TestAffords: boxes are taken from the work that is left, whose products may need 64 bits.
func TestAffords(t *testing.T) {
	r := &RealMap{work: 100}
	for _, c := range []struct {
		x, y, z int32
		want    bool
		left    int
	}{{1, 2, 3, true, 76}, {3, 3, 4, false, 76}, {math.MaxInt16, math.MaxInt16, 7, false, 76}, {18, 3, 0, true, 0},
		{0, 0, 0, false, 0}} {
		if got := r.affords(c.x, c.y, c.z); got != c.want || r.work != c.left {
			t.Errorf("%+v: %v, %d left", c, got, r.work)
		}
	}
}
