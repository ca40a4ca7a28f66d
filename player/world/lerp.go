package world

import "math"

// Lerp returns the point between a and b, a for 0 and b for 1.
func Lerp(a, b [3]float32, f float32) [3]float32 {
	return [3]float32{a[0] + (b[0]-a[0])*f, a[1] + (b[1]-a[1])*f, a[2] + (b[2]-a[2])*f}
}

// LerpAngles returns the direction between a and b in degrees, each angle the
// short way round.
func LerpAngles(a, b [3]float32, f float32) [3]float32 {
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
