package camera

import (
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/scene"
)

// Point is a keyframe of a camera path.
type Point struct {
	Clock float64 // viewer's seconds
	scene.Camera
}

// Track is a smooth camera path through keyframes. Positions follow a centripetal Catmull-Rom spline, which makes no
// loops, and directions the same kind of curve in quaternions. The speed is continuous, and 0 at both ends. The zero
// value has no points.
type Track struct {
	points    []Point
	rotations []mgl32.Quat
	// knots are the positions of the points on the curve, and pace the speed on the curve at each point, per second.
	knots, pace []float32
	// Derivatives of position, direction and field of view at the points, per unit of the knots.
	originSlope   []mgl32.Vec3
	rotationSlope []mgl32.Quat
	fovSlope      []float32
	rolls         bool // a point has a roll
}

const (
	// turnUnits is the length in units that counts the same as a turn of one radian.
	turnUnits = 128
	// leastKnot is the distance between two knots if the camera rests between them.
	leastKnot = 1
)

// NewTrack returns the track through points, which must be sorted by time, with no two at the same time.
func NewTrack(points []Point) *Track {
	t := &Track{points: points}
	n := len(points)
	t.rotations, t.knots, t.pace = make([]mgl32.Quat, n), make([]float32, n), make([]float32, n)
	t.originSlope, t.rotationSlope, t.fovSlope = make([]mgl32.Vec3, n), make([]mgl32.Quat, n), make([]float32, n)
	for i := range points {
		p := &points[i]
		t.rolls = t.rolls || p.Angles[2] != 0
		if p.FOV <= 0 {
			p.FOV = DefaultFOV
		}
		t.rotations[i] = quatOf(p.Angles)
		if i == 0 {
			continue
		}
		cosine := t.rotations[i].Dot(t.rotations[i-1])
		if cosine < 0 { // the same direction, by the shorter way
			t.rotations[i] = t.rotations[i].Scale(-1)
			cosine = -cosine
		}
		way := p.Origin.Sub(points[i-1].Origin).Len() + turnUnits*2*float32(math.Acos(float64(min(1, cosine))))
		t.knots[i] = t.knots[i-1] + max(leastKnot, float32(math.Sqrt(float64(way))))
	}
	for i := 1; i+1 < n; i++ {
		a, b := t.knots[i]-t.knots[i-1], t.knots[i+1]-t.knots[i]
		// The slope of the parabola through three points.
		wa, wb := b/(a*(a+b)), a/(b*(a+b))
		d := func(before, here, after float32) float32 { return (here-before)*wa + (after-here)*wb }
		for k := range 3 {
			t.originSlope[i][k] = d(points[i-1].Origin[k], points[i].Origin[k], points[i+1].Origin[k])
			t.rotationSlope[i].V[k] = d(t.rotations[i-1].V[k], t.rotations[i].V[k], t.rotations[i+1].V[k])
		}
		t.rotationSlope[i].W = d(t.rotations[i-1].W, t.rotations[i].W, t.rotations[i+1].W)
		t.fovSlope[i] = d(points[i-1].FOV, points[i].FOV, points[i+1].FOV)
		t.pace[i] = t.paceAt(i)
	}
	for _, end := range [][2]int{{0, 1}, {n - 1, n - 2}} {
		if n < 2 {
			break
		}
		i, k := end[0], end[1]
		f := 1 / (t.knots[k] - t.knots[i])
		t.originSlope[i] = points[k].Origin.Sub(points[i].Origin).Mul(f)
		t.rotationSlope[i] = t.rotations[k].Sub(t.rotations[i]).Scale(f)
		t.fovSlope[i] = (points[k].FOV - points[i].FOV) * f
	}
	return t
}

// paceAt returns the speed on the curve at a point between two others: the harmonic mean of the speeds before and
// after it, so that the camera never goes back.
func (t *Track) paceAt(i int) float32 {
	a, b := float32(t.points[i].Clock-t.points[i-1].Clock), float32(t.points[i+1].Clock-t.points[i].Clock)
	before, after := (t.knots[i]-t.knots[i-1])/a, (t.knots[i+1]-t.knots[i])/b
	wa, wb := 2*b+a, b+2*a
	return (wa + wb) / (wa/before + wb/after)
}

// Len returns the number of points.
func (t *Track) Len() int {
	if t == nil {
		return 0
	}
	return len(t.points)
}

// At returns the camera at a time. Before the first point and after the last one, it is the camera of that point.
// There must be a point.
func (t *Track) At(clock float64) scene.Camera {
	n := len(t.points)
	next := sort.Search(n, func(i int) bool { return t.points[i].Clock > clock })
	if next == 0 {
		return t.points[0].Camera
	}
	if next == n {
		return t.points[n-1].Camera
	}
	i, k := next-1, next
	span := t.points[k].Clock - t.points[i].Clock
	h := hermite(float32((clock - t.points[i].Clock) / span))
	at := h.of(t.knots[i], t.knots[k], t.pace[i]*float32(span), t.pace[k]*float32(span))
	d := t.knots[k] - t.knots[i]
	h = hermite((at - t.knots[i]) / d)
	a, b := &t.points[i], &t.points[k]
	c := scene.Camera{FOV: h.of(a.FOV, b.FOV, t.fovSlope[i]*d, t.fovSlope[k]*d)}
	var q mgl32.Quat
	for x := range 3 {
		c.Origin[x] = h.of(a.Origin[x], b.Origin[x], t.originSlope[i][x]*d, t.originSlope[k][x]*d)
		q.V[x] = h.of(t.rotations[i].V[x], t.rotations[k].V[x], t.rotationSlope[i].V[x]*d, t.rotationSlope[k].V[x]*d)
	}
	q.W = h.of(t.rotations[i].W, t.rotations[k].W, t.rotationSlope[i].W*d, t.rotationSlope[k].W*d)
	c.Angles = anglesOf(q.Normalize())
	if !t.rolls {
		c.Angles[2] = 0 // the horizon stays level
	}
	return c
}

// basis holds the weights of the ends of a cubic curve at a position between them.
type basis struct{ a, b, da, db float32 }

// hermite returns the basis at u, 0 to 1.
func hermite(u float32) basis {
	v := 1 - u
	return basis{v * v * (1 + 2*u), u * u * (1 + 2*v), u * v * v, -v * u * u}
}

// of returns the curve between two values with two slopes, which are for the full interval.
func (h *basis) of(a, b, da, db float32) float32 { return a*h.a + b*h.b + da*h.da + db*h.db }

// quatOf returns the rotation for angles.
func quatOf(angles mgl32.Vec3) mgl32.Quat {
	x, y, z := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}
	return mgl32.QuatRotate(mgl32.DegToRad(angles[1]), z).
		Mul(mgl32.QuatRotate(mgl32.DegToRad(angles[0]), y)).
		Mul(mgl32.QuatRotate(mgl32.DegToRad(angles[2]), x))
}

// anglesOf returns the angles of a rotation.
func anglesOf(q mgl32.Quat) mgl32.Vec3 {
	forward, left := q.Rotate(mgl32.Vec3{1, 0, 0}), q.Rotate(mgl32.Vec3{0, 1, 0})
	above := q.Rotate(up)
	degrees := func(y, x float32) float32 {
		return mgl32.RadToDeg(float32(math.Atan2(float64(y), float64(x))))
	}
	return mgl32.Vec3{pitchOf(forward), degrees(forward[1], forward[0]), degrees(left[2], above[2])}
}
