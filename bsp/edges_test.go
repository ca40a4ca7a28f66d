package bsp

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// fold makes a map of two squares of 16 units that meet along x = 0 at an
// angle of so many degrees, as polygons or as meshes.
func fold(degrees float64, mesh bool, left, right Kind) *Map {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, z := float32(16*cos), float32(16*sin)
	m := &Map{
		Vertices: []mgl32.Vec3{{0, 0, 0}, {0, 16, 0}, {-16, 16, 0}, {-16, 0, 0}, {x, 16, z}, {x, 0, z}},
		Planes: []Plane{{Normal: mgl32.Vec3{0, 0, 1}, Type: PlaneZ},
			{Normal: mgl32.Vec3{float32(-sin), 0, float32(cos)}, Type: PlaneOblique}},
		FaceVertices: []uint32{0, 3, 2, 1, 0, 1, 4, 5},
		Faces: []Face{{Plane: 0, Kind: left, NumVertices: 4}, {Plane: 1, Kind: right, FirstVertex: 4,
			NumVertices: 4}},
		Models: []Model{{NumFaces: 2, HeadNode: ^0}},
		Leaves: []Leaf{{}},
	}
	if mesh {
		m.FaceVertices = []uint32{0, 3, 2, 0, 2, 1, 0, 1, 4, 0, 4, 5}
		m.Faces[0] = Face{Plane: -1, Triangles: true, Kind: left, NumVertices: 6}
		m.Faces[1] = Face{Plane: -1, Triangles: true, Kind: right, FirstVertex: 6, NumVertices: 6}
	}
	m.buildEdges(nil)
	return m
}

// TestEdgesByAngle: the edge where two faces meet is drawn unless they are as
// good as flat: polygons up to half a degree, meshes up to ten.
func TestEdgesByAngle(t *testing.T) {
	for _, c := range []struct {
		degrees float64
		mesh    bool
		drawn   bool
	}{
		{0, false, false}, {0.45, false, false}, {0.6, false, true}, {-0.6, false, true}, {90, false, true},
		{9, false, true},
		{0, true, false}, {9, true, false}, {11, true, true}, {-11, true, true}, {90, true, true},
	} {
		m := fold(c.degrees, c.mesh, KindSolid, KindSolid)
		want := 6 // the rim
		if c.drawn {
			want++
		}
		if drawn := slices.ContainsFunc(m.Edges, func(e Edge) bool {
			return e.V == [2]uint32{0, 1}
		}); drawn != c.drawn || len(m.Edges) != want {
			t.Errorf("%v degrees, mesh %v: drawn %v, %d edges", c.degrees, c.mesh, drawn, len(m.Edges))
		}
	}
}

// TestEdgesOfKinds: an edge between kinds is drawn, as the lower one; what the
// game shows goes before what it hides.
func TestEdgesOfKinds(t *testing.T) {
	for _, c := range []struct{ left, right, want Kind }{
		{KindWater, KindLava, KindWater}, {KindLava, KindWater, KindWater}, {KindSky, KindSolid, KindSolid},
		{KindTrigger, KindSky, KindSky}, {KindSky, KindTrigger, KindSky}, {KindClip, KindTrigger, KindTrigger},
	} {
		m := fold(0, false, c.left, c.right)
		i := slices.IndexFunc(m.Edges, func(e Edge) bool { return e.V == [2]uint32{0, 1} })
		if i < 0 || m.Edges[i].Kind != c.want || len(m.Edges) != 7 {
			t.Errorf("%v beside %v: edges %v, want %v", c.left, c.right, m.Edges, c.want)
		}
		for k, want := range []Kind{c.left, c.right} {
			f := m.Faces[k]
			kinds := map[Kind]int{}
			for _, e := range m.FaceEdges[f.FirstEdge : f.FirstEdge+f.NumEdges] {
				kinds[m.Edges[e].Kind]++
			}
			if n := kinds[want]; n != 3 && n != 4 || f.NumEdges != 4 {
				t.Errorf("%v beside %v: face %d lists %d edges, %v", c.left, c.right, k, f.NumEdges, kinds)
			}
		}
	}
}

// TestShortEdges: an edge of less than a 32nd of a unit is not drawn.
func TestShortEdges(t *testing.T) {
	for _, c := range []struct {
		length float32
		want   int
	}{{0.031, 3}, {0.032, 4}} {
		m := &Map{
			Vertices:     []mgl32.Vec3{{0, 0, 0}, {0, c.length, 0}, {8, 8, 0}, {8, 0, 0}},
			Planes:       []Plane{{Normal: mgl32.Vec3{0, 0, 1}, Type: PlaneZ}},
			FaceVertices: []uint32{0, 1, 2, 3},
			Faces:        []Face{{NumVertices: 4}},
			Models:       []Model{{NumFaces: 1, HeadNode: ^0}},
			Leaves:       []Leaf{{}},
		}
		m.buildEdges(nil)
		if len(m.Edges) != c.want || m.Faces[0].NumEdges != uint32(c.want) {
			t.Errorf("%v units: %d edges, %d of the face", c.length, len(m.Edges), m.Faces[0].NumEdges)
		}
	}
}

// TestCutEdges: an edge is cut where a vertex of another lies on it, a tenth of
// a unit off at most, wherever they are: vertices are looked for in cells of 64
// units.
func TestCutEdges(t *testing.T) {
	for _, c := range []struct {
		at    mgl32.Vec3 // where the edge begins
		dy, z float32    // how far off the vertex lies
		seam  bool
	}{
		{mgl32.Vec3{}, 0, 0, false}, {mgl32.Vec3{}, -0.09, 0, false}, {mgl32.Vec3{}, -0.11, 0, true},
		{mgl32.Vec3{}, 0, 0.09, false}, {mgl32.Vec3{}, 0, 0.11, true},
		{mgl32.Vec3{-8, 64.02, 0}, -0.07, 0, false}, {mgl32.Vec3{60, 63.97, 10}, 0.06, 0, false},
		{mgl32.Vec3{-72, 0, 128.02}, 0, -0.07, false}, {mgl32.Vec3{0, 0, -0.03}, 0, 0.06, false},
	} {
		for axis := range 3 { // the same with x, y and z exchanged in turn
			turn := func(v mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{v[axis], v[(axis+1)%3], v[(axis+2)%3]} }
			// A square of 16 units above an edge along x, below it two of 8, which
			// meet on it.
			m := &Map{
				Planes: []Plane{{Normal: turn(mgl32.Vec3{0, 0, 1}), Dist: c.at[2]}},
				FaceVertices: []uint32{
					0, 1, 2, 3,
					0, 4, 6, 5,
					4, 3, 7, 6,
				},
				Faces:  []Face{{NumVertices: 4}, {FirstVertex: 4, NumVertices: 4}, {FirstVertex: 8, NumVertices: 4}},
				Models: []Model{{NumFaces: 3, HeadNode: ^0}},
				Leaves: []Leaf{{}},
			}
			m.Planes[0].Type = planeType(m.Planes[0].Normal)
			for _, v := range []mgl32.Vec3{{0, 0, 0}, {0, 16, 0}, {16, 16, 0}, {16, 0, 0}, {8, c.dy, c.z}, {0, -8, 0},
				{8, -8, 0}, {16, -8, 0}} {
				m.Vertices = append(m.Vertices, turn(v.Add(c.at)))
			}
			m.buildEdges(nil)
			seam := slices.ContainsFunc(m.Edges, func(e Edge) bool {
				return e.V == [2]uint32{0, 3} || e.V == [2]uint32{0, 4}
			})
			if seam != c.seam || !c.seam && len(m.Edges) != 7 {
				t.Errorf("%+v, axis %d: seam %v, %d edges: %v", c, axis, seam, len(m.Edges), m.Edges)
			}
		}
	}
}
