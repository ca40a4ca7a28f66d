package quake3

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
)

// What is kept of a missile's heading is not taken for that of another: the sign of a
// zero is half a turn for what flies along the negative x axis.
func TestHeading(t *testing.T) {
	var h heading
	negative := float32(math.Copysign(0, -1))
	for range 2 {
		for _, test := range []struct{ velocity, want mgl32.Vec3 }{
			{mgl32.Vec3{}, mgl32.Vec3{-90, 0, 0}},
			{mgl32.Vec3{-100, 0, 0}, mgl32.Vec3{0, 180, 0}},
			{mgl32.Vec3{-100, negative, 0}, mgl32.Vec3{0, -180, 0}},
			{mgl32.Vec3{0, 100, 0}, mgl32.Vec3{0, 90, 0}},
			{mgl32.Vec3{0, 0, -100}, mgl32.Vec3{90, 0, 0}},
		} {
			var s entityState
			for i, field := range [...]int{message.EntityStatePosDeltaX, message.EntityStatePosDeltaY,
				message.EntityStatePosDeltaZ} {
				s[field] = int32(math.Float32bits(test.velocity[i]))
			}
			for range 2 {
				if got := h.of(&s); !got.ApproxEqual(test.want) {
					t.Errorf("velocity %v: %v, want %v", test.velocity, got, test.want)
				}
			}
		}
	}
}
