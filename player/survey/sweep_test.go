package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// Who falls clears the way of his whole body between two places; who may be on stairs leaves what a straight
// line cuts of them.
func TestFallClearsItsWay(t *testing.T) {
	for _, c := range []struct {
		name string
		down float32
		free bool
	}{{"falls", 60, true}, {"on stairs", 30, false}} {
		k := newWalker()
		k.at = mgl32.Vec3{0, 0, 200}
		k.frame()
		k.at, k.clock = mgl32.Vec3{80, 0, 200 - c.down}, k.clock+0.08 // and a frame of 0.02
		k.frame()
		feet := 200 - c.down/2
		if got := k.s.freeAt(5, 1, layerOf(feet+4)); got != c.free {
			t.Errorf("%s: beside the middle, at the feet, it is free: %v", c.name, got)
		}
		if !k.s.freeAt(5, 0, layerOf(feet+14)) || !k.s.freeAt(5, 1, layerOf(feet+26)) {
			t.Errorf("%s: the middle of the body is not free", c.name)
		}
	}
}

// A wall that is touched by many goes on where somebody touched it once in the air, but that is no more than
// likely: who flies past its end goes straight on, too.
func TestTouchedInTheAir(t *testing.T) {
	k := newWalker()
	k.wall()
	k.s.End()
	for i := range 22 { // a jump: gravity 800; after 5 frames he has come to the plane
		s := float32(i) * walkFrame
		k.at = mgl32.Vec3{min(384, 300+20*float32(i)), 220 + 250*s, 48 + 150*s - 400*s*s}
		k.frame()
	}
	likely := false
	l := k.build()
	for i := range l.Faces {
		f := &l.Faces[i]
		if f.Kind != Wall && f.Kind != LikelyWall || f.Normal[0] != -1 || f.Corners[0][0] != 400 {
			continue
		}
		for _, c := range f.Corners {
			if c[1] > 240 && f.Kind == Wall {
				t.Errorf("a wall is known where it was touched in the air: %v", f.Corners)
			}
			likely = likely || c[1] > 300 && f.Kind == LikelyWall
		}
	}
	if !likely {
		t.Error("no wall is likely where it was touched in the air")
	}
}
