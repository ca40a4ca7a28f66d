package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxInterpolation is the longest time between two frames or view directions, in seconds, across
// which a viewer interpolates. Servers and recorders are never that slow: across a longer gap data
// was lost, and interpolation would show movement that never happened.
const MaxInterpolation = 1

// A move between two frames is not interpolated if it is longer, along any axis, than jumpLength
// plus jumpSpeed times the time between the frames. Rockets fly 1000 units per second, and most
// teleporters lead farther.
const (
	jumpLength = 64   // units
	jumpSpeed  = 1600 // units per second
)

// JumpLimit returns the longest move along an axis, in units, that is interpolated between two
// frames that are the given number of seconds apart.
func JumpLimit(seconds float64) float32 { return float32(jumpLength + jumpSpeed*seconds) }

// Jumped reports whether b is more than limit away from a along any axis.
func Jumped(a, b mgl32.Vec3, limit float32) bool {
	for i := range a {
		if d := b[i] - a[i]; d > limit || d < -limit {
			return true
		}
	}
	return false
}

// Lerp interpolates linearly between a and b. It returns a for f = 0 and b for f = 1.
func Lerp(a, b mgl32.Vec3, f float32) mgl32.Vec3 { return a.Add(b.Sub(a).Mul(f)) }

// LerpAngles interpolates between a and b, in degrees, each angle the short way round. It returns a
// for f = 0 and b for f = 1, modulo 360.
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

// Drawable reports whether a place in units, or angles in degrees, can be drawn. Demos may contain
// any number, and NaN. The limit is beyond the size of every map.
func Drawable(v mgl32.Vec3) bool {
	const limit = 1 << 20
	for _, f := range v {
		if !(f > -limit && f < limit) {
			return false
		}
	}
	return true
}

// OnlyDrawable returns angles in degrees, or a velocity, with each number that is not [Drawable]
// set to 0.
func OnlyDrawable(v mgl32.Vec3) mgl32.Vec3 {
	if Drawable(v) {
		return v
	}
	for i, f := range v {
		if !Drawable(mgl32.Vec3{f}) {
			v[i] = 0
		}
	}
	return v
}
