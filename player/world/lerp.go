package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// LongestGlide is how far apart two frames or looks may be, in seconds, between which
// a viewer interpolates. Servers and recorders are never that slow: more than that is
// lost, and a glide through it would show what never was.
const LongestGlide = 1

// A move between two frames is not interpolated if it is longer, along any axis,
// than jumpLength plus jumpSpeed times the time between them: rockets fly 1000
// units a second, and most teleporters lead farther.
const (
	jumpLength = 64   // units
	jumpSpeed  = 1600 // units a second
)

// JumpLimit returns how far a move between two frames may lead along an axis, in units, that are
// some seconds apart.
func JumpLimit(seconds float64) float32 { return float32(jumpLength + jumpSpeed*seconds) }

// Jumped reports whether b is more than limit away from a along an axis.
func Jumped(a, b mgl32.Vec3, limit float32) bool {
	for i := range a {
		if d := b[i] - a[i]; d > limit || d < -limit {
			return true
		}
	}
	return false
}

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

// Drawable reports whether a place in units, or angles in degrees, are numbers that can be drawn: a demo may
// hold any, and none (NaN). The bound is beyond every map.
func Drawable(v mgl32.Vec3) bool {
	const limit = 1 << 20
	for _, f := range v {
		if !(f > -limit && f < limit) {
			return false
		}
	}
	return true
}

// OnlyDrawable returns angles in degrees, or a velocity, with 0 for each number that is not [Drawable].
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
