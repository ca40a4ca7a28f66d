package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// shape is an MD3 of one frame with these corners, in units, and triangles.
func shape(t testing.TB, corners vec3s, triangles ...[3]int32) *Model {
	n, count := int32(len(corners)), int32(len(triangles))
	b := bin("IDP3").i32(15).text("", 64).i32(0).i32(1, 0, 1, 0).i32(108, 108, 164, 0)
	b = append(b, make([]byte, 56)...)
	b = b.text("IDP3", 68).i32(0).i32(1, 0, n, count).i32(108, 108, 108+12*count, 108+12*count+8*n, 0)
	for _, v := range triangles {
		b = b.i32(v[:]...)
	}
	b = append(b, make([]byte, 8*n)...)
	for _, c := range corners {
		b = b.i16(int(c[0]*64), int(c[1]*64), int(c[2]*64), 0)
	}
	return load(t, b)
}

// cube is a cube from -1 to 1 with its own four corners for each of its six sides, as
// exporters write it.
func cube(t testing.TB) *Model {
	var corners vec3s
	var triangles [][3]int32
	for axis := range 3 {
		for _, side := range []float32{-1, 1} {
			first := int32(len(corners))
			for _, c := range [4][2]float32{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}} {
				var v mgl32.Vec3
				v[axis], v[(axis+1)%3], v[(axis+2)%3] = side, c[0], c[1]
				corners = append(corners, v)
			}
			// Seen from the front of its axis, the corners run clockwise.
			a, b := [3]int32{first, first + 1, first + 2}, [3]int32{first, first + 2, first + 3}
			if side < 0 {
				a[1], a[2], b[1], b[2] = a[2], a[1], b[2], b[1]
			}
			triangles = append(triangles, a, b)
		}
	}
	return shape(t, corners, triangles...)
}

func TestEdgesOfCube(t *testing.T) {
	m := cube(t)
	creases, flat := 0, 0
	for i := range m.Edges {
		switch e := &m.Edges[i]; {
		case e.Rim():
			t.Errorf("a rim: %+v", e)
		case abs(e.Cos) < 1e-5:
			creases++
		case abs(e.Cos-1) < 1e-5:
			flat++
		}
	}
	if m.NumVertices != 24 || creases != 12 || flat != 6 || len(m.Edges) != 18 {
		t.Errorf("%d vertices, %d edges: %d creases, %d flat", m.NumVertices, len(m.Edges), creases, flat)
	}
	points := m.Lerp(nil, 0, 0, 0)
	// How many triangles are seen, and how many lines are drawn: of one side 4 edges, of
	// two 7, of three 9. Diagonals never are.
	for _, c := range []struct {
		eye           mgl32.Vec3
		seen, outline int
	}{{mgl32.Vec3{5, 0, 0}, 2, 4}, {mgl32.Vec3{5, 5, 0}, 4, 7}, {mgl32.Vec3{-5, 5, -5}, 6, 9},
		{mgl32.Vec3{0, 0, 0}, 0, 0}} {
		facing := m.Facing(nil, points, c.eye)
		seen := 0
		for _, f := range facing {
			if f {
				seen++
			}
		}
		if outline := m.Outline(nil, facing, CosCrease); seen != c.seen || len(outline) != c.outline {
			t.Errorf("from %v: %d triangles, %d edges, not %d, %d", c.eye, seen, len(outline), c.seen, c.outline)
		}
	}
	// A side is seen from beyond it. It has two triangles, those of each axis behind each other.
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var eye mgl32.Vec3
		for i := range eye {
			eye[i] = 8*random.Float32() - 4
		}
		for i, got := range m.Facing(nil, points, eye) {
			beyond := eye[i/4]
			if i%4 < 2 {
				beyond = -beyond
			}
			if got != (beyond > 1) {
				t.Errorf("from %v: triangle %d is seen: %v", eye, i, got)
			}
		}
	}
}

// TestEdgesOfRound: of a shape without creases only the silhouette is drawn.
func TestEdgesOfRound(t *testing.T) {
	const n = 24
	var corners vec3s
	var triangles [][3]int32
	for i := range int32(n) {
		a := turn[i*256/n]
		corners = append(corners, mgl32.Vec3{10 * a.cos, 10 * a.sin, 0}, mgl32.Vec3{10 * a.cos, 10 * a.sin, 20})
		low, high, nextLow, nextHigh := 2*i, 2*i+1, (2*i+2)%(2*n), (2*i+3)%(2*n)
		triangles = append(triangles, [3]int32{low, high, nextHigh}, [3]int32{low, nextHigh, nextLow})
	}
	m := shape(t, corners, triangles...)
	outline := m.Outline(nil, m.Facing(nil, m.Lerp(nil, 0, 0, 0), mgl32.Vec3{1000, 0, 10}), CosCrease)
	upright, rims := 0, 0
	for _, i := range outline {
		if m.Edges[i].Rim() {
			rims++
		} else {
			upright++
		}
	}
	// From far away half of the rims above and below is seen.
	if upright != 2 || rims < n-4 || rims > n {
		t.Errorf("%d upright edges, %d rims", upright, rims)
	}
}

// TestEdgesTwoSided: what is drawn on both of its sides has the neighbors of each side,
// not the other side.
func TestEdgesTwoSided(t *testing.T) {
	corners := vec3s{{0, 0, 0}, {0, 8, 0}, {0, 8, 8}, {0, 0, 8}}
	m := shape(t, corners, [3]int32{0, 1, 2}, [3]int32{0, 2, 1}, [3]int32{0, 2, 3}, [3]int32{0, 3, 2})
	var inner [][2]int32
	rims := 0
	for i := range m.Edges {
		if e := &m.Edges[i]; e.Rim() {
			rims++
		} else {
			inner = append(inner, e.Triangles)
			if e.Cos < CosCrease {
				t.Errorf("a crease in a plane: %+v", e)
			}
		}
	}
	if !slices.Equal(inner, [][2]int32{{0, 2}, {1, 3}}) || rims != 8 {
		t.Errorf("edges between %v, %d rims", inner, rims)
	}
	for _, x := range []float32{10, -10} {
		if outline := m.Outline(nil, m.Facing(nil, m.Lerp(nil, 0, 0, 0), mgl32.Vec3{x, 4, 4}), CosCrease); len(
			outline) != 4 {
			t.Errorf("from %v: %d edges", x, len(outline))
		}
	}
}

// TestEdgesOfDegenerate: triangles without area, and corners that are one, are no edges.
func TestEdgesOfDegenerate(t *testing.T) {
	corners := vec3s{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 0}, {4, 0, 0}}
	m := shape(t, corners, [3]int32{0, 0, 1}, [3]int32{0, 3, 2}, [3]int32{0, 1, 2}, [3]int32{1, 0, 4})
	for i := range m.Edges {
		e := &m.Edges[i]
		if e.Triangles[0] < 2 {
			t.Errorf("%+v", e)
		}
		if !e.Rim() && e.Cos != 1 { // beside a triangle without direction
			t.Errorf("%+v", e)
		}
	}
	if len(m.Edges) != 5 {
		t.Errorf("%d edges", len(m.Edges))
	}
}

// TestEdgesTurnedOver: neighbors whose corners run different ways have rims.
func TestEdgesTurnedOver(t *testing.T) {
	m := shape(t, vec3s{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {8, 8, 0}}, [3]int32{0, 1, 2}, [3]int32{1, 2, 3})
	for i := range m.Edges {
		if !m.Edges[i].Rim() {
			t.Errorf("%+v", m.Edges[i])
		}
	}
}

// TestTogether: two vertices whose hashes are the same are compared, in every pose.
func TestTogether(t *testing.T) {
	m := &Model{NumVertices: 3, vertices: []vertex{{1, 2, 3, 4}, {1, 2, 3, 9}, {1, 2, 3, 4}, {5, 6, 7, 0}, {5, 6, 7, 1},
		{5, 6, 8, 0}}}
	if !m.together(0, 1) || m.together(0, 2) || m.together(2, 1) {
		t.Error("which vertices are together")
	}
}

// TestEdgesApart: vertices that part in any pose are not one.
func TestEdgesApart(t *testing.T) {
	b := bin("IDPO").i32(6).f32(1, 1, 1).f32(0, 0, 0).f32(50).f32(0, 0, 0)
	b = b.i32(0, 0, 0).i32(6, 2, 2).i32(0, 0).f32(1)
	b = append(b, make([]byte, 12*6)...)
	b = b.i32(1, 0, 1, 2).i32(1, 3, 4, 5)
	for _, moved := range []byte{0, 1} {
		b = append(b.i32(0), make([]byte, 24)...)
		b = b.u8(0, 0, 0, 0).u8(8, 0, 0, 0).u8(0, 8, 0, 0)
		b = b.u8(8, 0, 0, 0).u8(0, 0, moved, 0).u8(8, 8, 0, 0)
	}
	if m := load(t, b); len(m.Edges) != 6 {
		t.Errorf("%d edges, not 6", len(m.Edges))
	}
	if m := load(t, b.with(len(b)-12+4+2, []byte{0})); len(m.Edges) != 5 { // now they stay together
		t.Errorf("%d edges, not 5: %v", len(m.Edges), m.Edges)
	}
}
