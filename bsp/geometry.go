package bsp

import "github.com/go-gl/mathgl/mgl32"

// frontNormal returns the normal of a triangle whose corners run clockwise as
// seen from the front. Its length is twice the area.
func frontNormal(a, b, c mgl32.Vec3) mgl32.Vec3 { return c.Sub(a).Cross(b.Sub(a)) }

// unit returns v with length 1, or 0 if v is too short to have a direction.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	l := v.Len()
	if !(l > 1e-6) {
		return mgl32.Vec3{}
	}
	return mgl32.Vec3{v[0] / l, v[1] / l, v[2] / l}
}

// faceBounds returns the box around the corners of a face.
func faceBounds(vertices []mgl32.Vec3, corners []uint32) (mins, maxs mgl32.Vec3) {
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
