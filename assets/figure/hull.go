package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

const (
	// maxCorners is the maximum number of corners of a body: finding its faces takes time by the fourth power.
	maxCorners = 40
	// flat is the maximum distance in units between the plane of a face and its corners.
	flat = 1e-3
)

var (
	errFewCorners = errors.New("fewer than four corners")
	errNotConvex  = errors.New("is not convex: a point is no corner")
	errNoVolume   = errors.New("has no volume")
)

// hull returns the triangles of the convex body with the given corners, clockwise as seen from outside. Each point must
// be a corner, or lie on an edge or at the rim of a face.
func hull(points []mgl32.Vec3) ([][3]int, error) {
	if len(points) < 4 {
		return nil, errFewCorners
	}
	if len(points) > maxCorners {
		return nil, fmt.Errorf("%d corners, more than %d", len(points), maxCorners)
	}
	var faces [][]int
	for i := range points {
		for j := i + 1; j < len(points); j++ {
			for k := j + 1; k < len(points); k++ {
				face, out := supporting(points, i, j, k)
				if face != nil && !slices.ContainsFunc(faces, func(f []int) bool { return slices.Equal(f, face) }) {
					faces = append(faces, face)
					if out == (mgl32.Vec3{}) {
						return nil, errNoVolume
					}
				}
			}
		}
	}
	var triangles [][3]int
	used := make([]bool, len(points))
	for _, f := range faces {
		_, out := supporting(points, f[0], f[1], f[2])
		for n := 3; out == (mgl32.Vec3{}) && n < len(f); n++ { // the first three were collinear
			_, out = supporting(points, f[0], f[1], f[n])
		}
		ring := clockwise(points, f, out)
		for n := 1; n+1 < len(ring); n++ {
			triangles = append(triangles, [3]int{ring[0], ring[n], ring[n+1]})
		}
		for _, v := range ring {
			used[v] = true
		}
	}
	if slices.Contains(used, false) {
		return nil, errNotConvex
	}
	return triangles, closed(triangles)
}

// supporting returns the points in the plane of three points, in order, and a vector out of the body, if all others are
// on one side of it; nil otherwise. Out is 0 if there are others on both sides or none.
func supporting(points []mgl32.Vec3, i, j, k int) (face []int, out mgl32.Vec3) {
	a, b := points[j].Sub(points[i]), points[k].Sub(points[i])
	n := a.Cross(b)
	l := n.Len()
	if l < flat*a.Len()*b.Len() {
		return nil, out // collinear
	}
	n = n.Mul(1 / l)
	above, below := false, false
	for v, p := range points {
		switch d := n.Dot(p.Sub(points[i])); {
		case d > flat:
			above = true
		case d < -flat:
			below = true
		default:
			face = append(face, v)
		}
		if above && below {
			return nil, mgl32.Vec3{}
		}
	}
	switch {
	case above:
		return face, n.Mul(-1)
	case below:
		return face, n
	}
	return face, mgl32.Vec3{}
}

// clockwise sorts the corners of a face clockwise as seen from the direction of out.
func clockwise(points []mgl32.Vec3, face []int, out mgl32.Vec3) []int {
	var middle mgl32.Vec3
	for _, v := range face {
		middle = middle.Add(points[v].Mul(1 / float32(len(face))))
	}
	u := points[face[0]].Sub(middle).Normalize()
	w := u.Cross(out)
	angle := func(v int) float64 {
		d := points[v].Sub(middle)
		return math.Atan2(float64(d.Dot(w)), float64(d.Dot(u)))
	}
	ring := slices.Clone(face)
	slices.SortFunc(ring, func(a, b int) int {
		switch x, y := angle(a), angle(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a - b
	})
	return ring
}

// closed checks that each side of a triangle is also a side of another in the opposite direction.
func closed(triangles [][3]int) error {
	sides := make(map[[2]int]bool, 3*len(triangles))
	for _, t := range triangles {
		for k := range t {
			side := [2]int{t[k], t[(k+1)%3]}
			if sides[side] {
				return fmt.Errorf("two triangles have the side %v", side)
			}
			sides[side] = true
		}
	}
	for side := range sides {
		if !sides[[2]int{side[1], side[0]}] {
			return fmt.Errorf("no triangle lies on the other side of %v", side)
		}
	}
	return nil
}
