package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// A hole that a floor has all around is presumed to be floor if nobody was in it, or only as deep as who
// lands sinks; not if somebody fell through, something flew through, or another floor is seen below.
func TestHoles(t *testing.T) {
	for _, c := range []struct {
		name              string
		width             float32 // of the hole, in units
		sunk              float32 // how far below the floor a body was, 0 for none
		flown, floorBelow bool
		closed            bool
	}{
		{name: "nobody came there", width: 96, closed: true},
		{name: "too wide to tell", width: 200},
		{name: "somebody sank into it", width: 32, sunk: 12, closed: true},
		{name: "somebody sank deep into it", width: 32, sunk: 24, closed: true},
		{name: "somebody fell through", width: 32, sunk: 40},
		{name: "something flew through", width: 32, sunk: 12, flown: true},
		{name: "a floor below", width: 32, sunk: 12, floorBelow: true},
	} {
		s := newSurvey()
		// The hole is in the middle of a floor of 320 by 320 at height 512.
		low, high := 160-c.width/2, 160+c.width/2
		for range 40 {
			for x := float32(4); x < 320; x += 8 {
				for y := float32(4); y < 320; y += 8 {
					if x < low || x > high || y < low || y > high {
						s.print(x, y, 512, standsWeak)
					} else if c.floorBelow {
						s.print(x, y, 400, standsWeak)
					}
				}
			}
		}
		if c.sunk > 0 {
			s.carve(160, 160, 15, 512-c.sunk, 512-c.sunk+56)
		}
		if c.flown {
			s.addShotLine(mgl32.Vec3{160, 160, 560}, mgl32.Vec3{160, 160, 460}, 0)
		}
		l := s.Build()
		middle := mgl32.Vec3{160, 160, 512}
		if cells(l, Floor)[middle] {
			t.Errorf("%s: the hole counts as known", c.name)
		}
		if got := cells(l, PresumedFloor)[middle]; got != c.closed {
			t.Errorf("%s: closed %v, want %v", c.name, got, c.closed)
		}
	}
}
