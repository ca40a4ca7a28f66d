package sound

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// TestGainOfNoPlace: what is at a place that is no number, or beyond all maps, is not heard, in no game and
// however little the way weakens it; what has no place is.
func TestGainOfNoPlace(t *testing.T) {
	ear := &Ear{Right: mgl32.Vec3{0, -1, 0}}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32} {
		for _, game := range []world.Game{world.Quake, world.QuakeWorld, world.Quake2, world.Quake3} {
			at := mgl32.Vec3{0, bad, 0}
			if left, right := Gain(game, ear, at, 1, 0, false, false); left != 0 || right != 0 {
				t.Errorf("%v: at %v it has %v and %v", game, at, left, right)
			}
			if left, right := Gain(game, ear, at, 1, 0, false, true); !(left > 0 && right > 0) {
				t.Errorf("%v: without a place it has %v and %v", game, left, right)
			}
		}
	}
}

// TestGain: level and pan by each game's own rules, at places about a listener at (100, 0, 0)
// who looks along x, with the right to -y.
func TestGain(t *testing.T) {
	ear := &Ear{Origin: mgl32.Vec3{100, 0, 0}, Right: RightOf(mgl32.Vec3{0, 0, 0})}
	for _, test := range []struct {
		game          world.Game
		name          string
		at            mgl32.Vec3
		volume, fades float32
		own, flat     bool
		left, right   float64
	}{
		{world.Quake, "here", mgl32.Vec3{100, 0, 0}, 1, 1, false, false, 1, 1},
		{world.Quake, "ahead", mgl32.Vec3{600, 0, 0}, 1, 1, false, false, 0.5, 0.5},
		{world.Quake, "behind", mgl32.Vec3{-400, 0, 0}, 1, 1, false, false, 0.5, 0.5},
		{world.Quake, "right", mgl32.Vec3{100, -750, 0}, 1, 1, false, false, 0, 0.5},
		{world.Quake, "left and near is no louder than full", mgl32.Vec3{100, 200, 0}, 1, 1, false, false, 1, 0},
		{world.Quake, "half to the right", mgl32.Vec3{100 + 259.8076, -150, 0}, 1, 1, false, false, 0.35, 1},
		{world.QuakeWorld, "out of earshot", mgl32.Vec3{1100, 0, 0}, 1, 1, false, false, 0, 0},
		{world.Quake, "idle", mgl32.Vec3{350, 0, 0}, 1, 2, false, false, 0.5, 0.5},
		{world.Quake, "static", mgl32.Vec3{100, 0, 333.4}, 1, 3, false, false, 0, 0},
		{world.Quake, "everywhere, with a side", mgl32.Vec3{100, -9000, 0}, 0.5, 0, false, false, 0, 1},
		{world.Quake, "own", mgl32.Vec3{100, -900, 0}, 0.5, 1, true, false, 0.5, 0.5},
		{world.Quake2, "near", mgl32.Vec3{180, 0, 0}, 1, 1, false, false, 0.5, 0.5},
		{world.Quake2, "ahead", mgl32.Vec3{1180, 0, 0}, 1, 1, false, false, 0.25, 0.25},
		{world.Quake2, "right", mgl32.Vec3{100, -1080, 0}, 1, 1, false, false, 0, 0.5},
		{world.Quake2, "silent at 2080", mgl32.Vec3{2180, 0, 0}, 1, 1, false, false, 0, 0},
		{world.Quake2, "idle", mgl32.Vec3{680, 0, 0}, 1, 2, false, false, 0.25, 0.25},
		{world.Quake2, "static is stronger", mgl32.Vec3{280, 0, 0}, 1, 3, false, false, 0.35, 0.35},
		{world.Quake2, "silenced", mgl32.Vec3{180, 0, 0}, 0.2, 1, false, false, 0.1, 0.1},
		{world.Quake2, "everywhere", mgl32.Vec3{9000, 9000, 0}, 1, 0, false, false, 1, 1},
		{world.Quake2, "own", mgl32.Vec3{900, 0, 0}, 1, 1, true, false, 1, 1},
		{world.Quake3, "near", mgl32.Vec3{100, 0, 80}, 1, 1, false, false, 0.249, 0.249},
		{world.Quake3, "ahead", mgl32.Vec3{805, 0, 0}, 1, 1, false, false, 0.1245, 0.1245},
		{world.Quake3, "left", mgl32.Vec3{100, 705, 0}, 1, 1, false, false, 0.249, 0},
		{world.Quake3, "silent at 1330", mgl32.Vec3{1430, 0, 0}, 1, 1, false, false, 0, 0},
		{world.Quake3, "own", mgl32.Vec3{900, 0, 0}, 1, 1, true, false, 0.498, 0.498},
		{world.Quake3, "flat", mgl32.Vec3{9000, 0, 0}, 1, 0, false, true, 0.498, 0.498},
	} {
		left, right := Gain(test.game, ear, test.at, test.volume, test.fades, test.own, test.flat)
		if math.Abs(float64(left)-test.left) > 1e-3 || math.Abs(float64(right)-test.right) > 1e-3 {
			t.Errorf("%s, %s: %.4f and %.4f, not %.4f and %.4f", test.game, test.name, left, right, test.left,
				test.right)
		}
	}
	for _, test := range []struct{ angles, right mgl32.Vec3 }{
		{mgl32.Vec3{0, 0, 0}, mgl32.Vec3{0, -1, 0}}, {mgl32.Vec3{0, 90, 0}, mgl32.Vec3{1, 0, 0}},
		{mgl32.Vec3{80, 180, 0}, mgl32.Vec3{0, 1, 0}}, {mgl32.Vec3{0, 0, 90}, mgl32.Vec3{0, 0, -1}},
	} {
		if got := RightOf(test.angles); got.Sub(test.right).Len() > 1e-6 {
			t.Errorf("the right of %v is %v, not %v", test.angles, got, test.right)
		}
	}
}
