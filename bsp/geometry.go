package bsp

import "math"

func dot(a, b Vec) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func sub(a, b Vec) Vec { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func cross(a, b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func length(a Vec) float32 { return float32(math.Sqrt(float64(dot(a, a)))) }

// frontNormal is the normal of a triangle whose corners go clockwise seen from
// the front, as long as twice its area.
func frontNormal(a, b, c Vec) Vec { return cross(sub(c, a), sub(b, a)) }

// unit returns v with length 1, or 0 if v is too short to have a direction.
func unit(v Vec) Vec {
	l := length(v)
	if !(l > 1e-6) {
		return Vec{}
	}
	return Vec{v[0] / l, v[1] / l, v[2] / l}
}

// faceBounds returns the box around the corners of a face.
func faceBounds(vertices []Vec, corners []uint32) (mins, maxs Vec) {
	if len(corners) == 0 {
		return mins, maxs
	}
	mins = vertices[corners[0]]
	maxs = mins
	for _, c := range corners[1:] {
		v := vertices[c]
		for i := range v {
			mins[i] = min(mins[i], v[i])
			maxs[i] = max(maxs[i], v[i])
		}
	}
	return mins, maxs
}
