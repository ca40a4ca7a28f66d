package model

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/directions"
)

// vertex is a stored vertex of a pose, a quarter of the size of floats. The normal is an index into normals (MDL, MD2),
// or has azimuth in its high and zenith in its low byte (MD3, drafts).
type vertex struct {
	x, y, z int16
	normal  uint16
}

// pose returns the vertices of a pose.
func (m *Model) pose(i int) []vertex { return m.vertices[i*m.NumVertices:][:m.NumVertices] }

// place returns the position of a vertex.
func (p *Pose) place(v vertex) mgl32.Vec3 {
	return mgl32.Vec3{
		p.scale[0]*float32(v.x) + p.origin[0], p.scale[1]*float32(v.y) + p.origin[1], p.scale[2]*float32(v.z) +
			p.origin[2],
	}
}

// valid returns the number of a pose, 0 if the model lacks it.
func (m *Model) valid(pose int) int {
	if pose < 0 || pose >= len(m.Poses) {
		return 0
	}
	return pose
}

// Lerp writes the positions of the vertices between the poses from (t = 0) and to (t = 1) into dst, from its beginning,
// and returns it with NumVertices elements. It allocates only if dst is too small. It takes pose 0 for a missing one.
func (m *Model) Lerp(dst []mgl32.Vec3, from, to int, t float32) []mgl32.Vec3 {
	dst = slices.Grow(dst[:0], m.NumVertices)[:m.NumVertices]
	from, to = m.valid(from), m.valid(to)
	a := &m.Poses[from]
	if from == to || t == 0 {
		for i, v := range m.pose(from) {
			dst[i] = a.place(v)
		}
		return dst
	}
	b := &m.Poses[to]
	// Combine the scales and origins once, not for each vertex.
	sa, sb := a.scale.Mul(1-t), b.scale.Mul(t)
	o := a.origin.Mul(1 - t).Add(b.origin.Mul(t))
	last := m.pose(to)
	for i, v := range m.pose(from) {
		w := &last[i]
		dst[i] = mgl32.Vec3{
			sa[0]*float32(v.x) + sb[0]*float32(w.x) + o[0],
			sa[1]*float32(v.y) + sb[1]*float32(w.y) + o[1],
			sa[2]*float32(v.z) + sb[2]*float32(w.z) + o[2],
		}
	}
	return dst
}

// LerpNormals writes the vertices' normals between two poses into dst, like [Model.Lerp]. They point out of the model;
// between poses they are a little shorter than 1.
func (m *Model) LerpNormals(dst []mgl32.Vec3, from, to int, t float32) []mgl32.Vec3 {
	dst = slices.Grow(dst[:0], m.NumVertices)[:m.NumVertices]
	from, to = m.valid(from), m.valid(to)
	angles := m.Format == MD3 || m.Format == Drafted
	if from == to || t == 0 {
		for i, v := range m.pose(from) {
			dst[i] = normal(v.normal, angles)
		}
		return dst
	}
	last := m.pose(to)
	for i, v := range m.pose(from) {
		a, b := normal(v.normal, angles), normal(last[i].normal, angles)
		dst[i] = mgl32.Vec3{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t}
	}
	return dst
}

// normal returns the direction of a stored normal: angles, azimuth and zenith, 256 to a full turn, or an index.
func normal(n uint16, angles bool) mgl32.Vec3 {
	if !angles {
		return directions.Of(uint8(n))
	}
	a, z := &turn[n>>8], &turn[n&0xff]
	return mgl32.Vec3{a.cos * z.sin, a.sin * z.sin, z.cos}
}

// turn has the sines and cosines of a full turn in 256 steps.
var turn = func() (list [256]struct{ sin, cos float32 }) {
	for i := range list {
		s, c := math.Sincos(float64(i) * 2 * math.Pi / 256)
		list[i].sin, list[i].cos = float32(s), float32(c)
	}
	return list
}()
