package world_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// TestLerpAngles: each angle takes the short way round, whatever turns are
// counted in it.
func TestLerpAngles(t *testing.T) {
	for _, c := range []struct{ a, b, f, want float32 }{
		{10, 30, 0, 10}, {10, 30, 1, 30}, {10, 30, 0.5, 20}, {30, 10, 0.25, 25},
		{10, 350, 0.5, 0}, {350, 10, 0.5, 360}, {0, 181, 0.5, -89.5}, {0, 200, 0.5, -80}, {0, 269, 1, -91},
		{0, 271, 1, -89},
		{0, -181, 0.5, 89.5}, {0, -200, 0.5, 80}, {0, -269, 1, 91}, {0, -271, 1, 89}, {0, 179, 1, 179},
		{0, -179, 1, -179},
		{0, 720 + 90, 1, 90}, {0, -720 - 90, 1, -90}, {170, -170, 0.5, 180}, {-170, 170, 0.5, -180},
	} {
		for axis := range 3 {
			var a, b, want mgl32.Vec3
			a[axis], b[axis], want[axis] = c.a, c.b, c.want
			if got := world.LerpAngles(a, b, c.f); got != want {
				t.Errorf("from %v to %v by %v: %v, want %v", a, b, c.f, got, want)
			}
		}
	}
	if got := world.Lerp(mgl32.Vec3{1, -2, 30}, mgl32.Vec3{3, 2, 10}, 0.25); got != (mgl32.Vec3{1.5, -1, 25}) {
		t.Errorf("a quarter of the way is %v", got)
	}
}
