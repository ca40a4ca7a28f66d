package model

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Edge is an edge of triangles. Vertices at the same position in all poses count as one: models have duplicates where
// texture coordinates differ.
type Edge struct {
	// V are vertices of a pose. Seen from outside, Triangles[0] is to the right on the way from the first to the
	// second.
	V [2]uint32
	// Triangles are the triangles at the edge. The second is -1 at a rim, which has no other triangle, or none with the
	// same orientation.
	Triangles [2]int32
	// Cos is the cosine of the angle between the triangles, averaged over some poses: 1 is flat. It is -1 at a rim.
	Cos float32
}

// CosCrease is the [Edge.Cos] below which edges are creases for most pictures: 60 degrees. With 40 degrees, players'
// limbs, which have few sides, would show their polygons.
const CosCrease = 0.5

// Rim reports whether the edge has only one triangle.
func (e *Edge) Rim() bool { return e.Triangles[1] < 0 }

// maxEdgeSides is the maximum number of triangles examined for the other side of an edge. Models have two, or four
// where both sides of a surface are drawn.
const maxEdgeSides = 16

// side is a triangle's side along an edge.
type side struct {
	key      uint64 // both vertices after welding, the lower one in the high half
	apex     uint32 // third vertex of the triangle
	triangle int32
	back     bool // from the higher vertex to the lower
	used     bool
}

// findEdges builds the list of edges.
func (m *Model) findEdges() {
	welded := m.weld()
	m.Welded = welded
	sides := make([]side, 0, 3*len(m.Triangles))
	for i := range m.Triangles {
		v := m.Triangles[i].V
		for k := range v {
			v[k] = welded[v[k]]
		}
		if v[0] == v[1] || v[1] == v[2] || v[2] == v[0] {
			continue // a line or a point
		}
		for k := range v {
			a, b := v[k], v[(k+1)%3]
			sides = append(sides, side{
				key: uint64(min(a, b))<<32 | uint64(max(a, b)), apex: v[(k+2)%3], triangle: int32(i), back: a > b,
			})
		}
	}
	slices.SortFunc(sides, func(a, b side) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(a.triangle, b.triangle)
	})
	m.Edges = make([]Edge, 0, len(sides)/2)
	for first := 0; first < len(sides); {
		end := first + 1
		for end < len(sides) && sides[end].key == sides[first].key {
			end++
		}
		m.pair(sides[first:end])
		first = end
	}
	m.Edges = slices.Clip(m.Edges)
	m.measure()
}

// pair makes edges from all sides between two vertices.
func (m *Model) pair(sides []side) {
	for i := range sides {
		s := &sides[i]
		if s.used {
			continue
		}
		e := Edge{V: [2]uint32{uint32(s.key >> 32), uint32(s.key)}, Triangles: [2]int32{s.triangle, -1}}
		if s.back {
			e.V[0], e.V[1] = e.V[1], e.V[0]
		}
		rest := sides[i+1 : min(len(sides), i+maxEdgeSides)]
		for k := range rest {
			// The same corners in opposite order are the back of the same triangle: its neighbor is another.
			if o := &rest[k]; !o.used && o.back != s.back && o.apex != s.apex {
				o.used = true
				e.Triangles[1] = o.triangle
				break
			}
		}
		m.Edges = append(m.Edges, e)
	}
}

// measure computes the angles at all edges.
func (m *Model) measure() {
	const looked = 4 // poses, spread over all
	sums := make([]float32, len(m.Edges))
	counts := make([]float32, len(m.Edges))
	points := make([]mgl32.Vec3, 0, m.NumVertices)
	faces := make([]mgl32.Vec3, len(m.Triangles))
	n := min(looked, len(m.Poses))
	for i := range n {
		points = m.Lerp(points, i*len(m.Poses)/n, 0, 0)
		for k := range m.Triangles {
			v := &m.Triangles[k].V
			faces[k] = unit(front(points[v[0]], points[v[1]], points[v[2]]))
		}
		for k := range m.Edges {
			if e := &m.Edges[k]; !e.Rim() {
				a, b := faces[e.Triangles[0]], faces[e.Triangles[1]]
				if a != (mgl32.Vec3{}) && b != (mgl32.Vec3{}) { // degenerate ones have no direction
					sums[k] += a.Dot(b)
					counts[k]++
				}
			}
		}
	}
	for k := range m.Edges {
		switch e := &m.Edges[k]; {
		case e.Rim():
			e.Cos = -1
		case counts[k] == 0:
			e.Cos = 1
		default:
			e.Cos = max(-1, min(1, sums[k]/counts[k]))
		}
	}
}

// front returns a vector out of a triangle whose corners run clockwise as seen from outside.
func front(a, b, c mgl32.Vec3) mgl32.Vec3 { return c.Sub(a).Cross(b.Sub(a)) }

// weld returns for each vertex the first one at the same position in all poses.
func (m *Model) weld() []uint32 {
	first := make(map[uint64]uint32, m.NumVertices)
	welded := make([]uint32, m.NumVertices)
	seed := maphash.MakeSeed()
	column := make([]byte, 0, 6*len(m.Poses))
	for i := range welded {
		column = column[:0]
		for at := i; at < len(m.vertices); at += m.NumVertices {
			v := &m.vertices[at]
			column = binary.LittleEndian.AppendUint16(column, uint16(v.x))
			column = binary.LittleEndian.AppendUint16(column, uint16(v.y))
			column = binary.LittleEndian.AppendUint16(column, uint16(v.z))
		}
		welded[i] = uint32(i)
		hash := maphash.Bytes(seed, column)
		if other, ok := first[hash]; !ok {
			first[hash] = uint32(i)
		} else if m.together(i, int(other)) {
			welded[i] = other
		}
	}
	return welded
}

// together reports whether two vertices have the same position in all poses.
func (m *Model) together(i, k int) bool {
	for at := 0; at < len(m.vertices); at += m.NumVertices {
		a, b := &m.vertices[at+i], &m.vertices[at+k]
		if a.x != b.x || a.y != b.y || a.z != b.z {
			return false
		}
	}
	return true
}

// Facing writes to dst whether the front of each triangle is visible from eye, a point in the model's space, and
// returns it. points are the vertices, as from [Model.Lerp]. Facing allocates only if dst is too small.
func (m *Model) Facing(dst []bool, points []mgl32.Vec3, eye mgl32.Vec3) []bool {
	dst = slices.Grow(dst[:0], len(m.Triangles))[:len(m.Triangles)]
	for i := range m.Triangles {
		v := &m.Triangles[i].V
		a := &points[v[0]]
		b, c := &points[v[1]], &points[v[2]]
		// front(a, b, c) · (eye - a), expanded.
		cx, cy, cz := c[0]-a[0], c[1]-a[1], c[2]-a[2]
		bx, by, bz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
		dst[i] = (cy*bz-cz*by)*(eye[0]-a[0])+(cz*bx-cx*bz)*(eye[1]-a[1])+(cx*by-cy*bx)*(eye[2]-a[2]) > 0
	}
	return dst
}

// Outline appends to dst the indices of the edges for a line drawing: the silhouette, where only one of two triangles
// is visible, and the rims and creases of visible triangles. Creases have a Cos below crease, usually [CosCrease].
// facing is the result of [Model.Facing]. Outline allocates only if dst is too small; len(Edges) is always enough.
func (m *Model) Outline(dst []int32, facing []bool, crease float32) []int32 {
	for i := range m.Edges {
		e := &m.Edges[i]
		a := facing[e.Triangles[0]]
		b := e.Triangles[1] >= 0 && facing[e.Triangles[1]]
		if a != b || a && e.Cos < crease {
			dst = append(dst, int32(i))
		}
	}
	return dst
}
