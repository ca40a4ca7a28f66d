package directions

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// The directions are different ones of length 1; these are the first, the one that looks
// up, the one that looks down, and the last.
func TestDirections(t *testing.T) {
	seen := map[mgl32.Vec3]bool{}
	for n := range 256 {
		d := Of(uint8(n))
		if n >= 162 {
			if d != (mgl32.Vec3{}) {
				t.Errorf("%d is %v", n, d)
			}
			continue
		}
		if l := d.Len(); l < 0.99999 || l > 1.00001 || seen[d] {
			t.Errorf("%d is %v", n, d)
		}
		seen[d] = true
	}
	for n, want := range map[uint8]mgl32.Vec3{0: {-0.525731, 0, 0.850651}, 5: {0, 0, 1}, 84: {0, 0, -1},
		161: {-0.688191, -0.587785, -0.425325}} {
		if Of(n) != want {
			t.Errorf("%d is %v, not %v", n, Of(n), want)
		}
	}
}
