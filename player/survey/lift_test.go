package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// Who stands on a lift that is up shows its floor, though others were where it is while it was down: both heights
// are drawn. Where somebody only seemed to stand now and then there is none.
func TestLift(t *testing.T) {
	for _, c := range []struct {
		rounds int
		up     bool
	}{{3, false}, {40, true}} {
		k := newWalker()
		k.at = mgl32.Vec3{-60, 0, 0}
		k.frame()
		k.to(60, 0, 0)
		k.to(-60, 0, 0)
		for range 3 { // bodies come by below, jumping
			k.s.End()
			k.at = mgl32.Vec3{0, 0, 60}
			for range 20 {
				k.at = k.at.Add(mgl32.Vec3{3, 0, 3})
				k.frame()
			}
		}
		k.s.End()
		k.at = mgl32.Vec3{0, 0, 96}
		for range c.rounds {
			k.to(20, 0, 96)
			k.to(0, 0, 96)
		}
		floors := cells(k.build(), Floor)
		if !floors[mgl32.Vec3{8, 0, 0}] || floors[mgl32.Vec3{8, 0, 96}] != c.up {
			t.Errorf("%d rounds: floor below %v, above %v, want %v", c.rounds, floors[mgl32.Vec3{8, 0, 0}],
				floors[mgl32.Vec3{8, 0, 96}], c.up)
		}
	}
}
