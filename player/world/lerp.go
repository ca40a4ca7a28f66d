package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// LongestGlide is how far apart two frames or looks may be, in seconds, between which
// a viewer interpolates. Servers and recorders are never that slow: more than that is
// lost, and a glide through it would show what never was.
const LongestGlide = 1

// Lerp returns the point between a and b, a for 0 and b for 1.
func Lerp(a, b mgl32.Vec3, f float32) mgl32.Vec3 { return a.Add(b.Sub(a).Mul(f)) }

// LerpAngles returns the direction between a and b in degrees, a for 0 and b
// for 1, each angle the short way round.
func LerpAngles(a, b mgl32.Vec3, f float32) mgl32.Vec3 {
	for i := range a {
		d := float32(math.Mod(float64(b[i]-a[i]), 360))
		switch {
		case d > 180:
			d -= 360
		case d < -180:
			d += 360
		}
		a[i] += d * f
	}
	return a
}
