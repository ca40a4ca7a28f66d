package bsp

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// covered reports whether a polygon of the plane through p with the given
// normal and of the given kind holds p.
func covered(m *Map, near []int, kind Kind, normal, p mgl32.Vec3) bool {
	for _, i := range near {
		f := &m.Faces[i]
		n, ok := frontOf(m, f)
		if !ok || f.Kind != kind || n.Dot(normal) < 0.9999 || offPlane(m, f, p) > 0.1 {
			continue
		}
		loop := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
		size := len(loop)
		if f.Triangles {
			size = 3
		}
		for ; len(loop) > 0; loop = loop[size:] {
			in := true
			for k, c := range loop[:size] {
				a, b := m.Vertices[c], m.Vertices[loop[(k+1)%size]]
				if frontNormal(a, b, p).Dot(n) < -0.01*b.Sub(a).Len() {
					in = false
				}
			}
			if in {
				return true
			}
		}
	}
	return false
}

func frontOf(m *Map, f *Face) (mgl32.Vec3, bool) {
	if f.Plane < 0 || f.NumVertices == 0 {
		return mgl32.Vec3{}, false
	}
	n := m.Planes[f.Plane].Normal
	if f.Back {
		n = mgl32.Vec3{-n[0], -n[1], -n[2]}
	}
	return n, true
}

func offPlane(m *Map, f *Face, p mgl32.Vec3) float32 {
	d := m.Planes[f.Plane].distance(p)
	return max(d, -d)
}

// countSeams counts long edges of the world that no eye can find: around the
// middle there is flat surface of one kind on both sides and nothing else.
func countSeams(m *Map) (seams, edges int) {
	const side = 0.3
	world := m.Models[0]
	for _, e := range m.Edges[world.FirstEdge : world.FirstEdge+world.NumEdges] {
		a, b := m.Vertices[e.V[0]], m.Vertices[e.V[1]]
		if way := b.Sub(a); e.Kind == KindSolid && way.Len() >= 4 {
			edges++
			if isSeam(m, a, way, side) {
				seams++
			}
		}
	}
	return seams, edges
}

func isSeam(m *Map, a, way mgl32.Vec3, side float32) bool {
	var middle mgl32.Vec3
	for k := range middle {
		middle[k] = a[k] + way[k]/2
	}
	var near []int
	for i := range m.Faces {
		if f := &m.Faces[i]; f.Model == 0 && f.Kind.Drawn() && f.NumVertices > 0 && !outside(f, middle) {
			near = append(near, i)
		}
	}
	seam := false
	var plane mgl32.Vec3
	for _, i := range near {
		f := &m.Faces[i]
		n, ok := frontOf(m, f)
		if !ok {
			return false // a curve or mesh begins here
		}
		along := n.Dot(unit(way))
		if offPlane(m, f, middle) > 0.1 || along > 0.01 || along < -0.01 {
			continue
		}
		s := unit(n.Cross(way))
		var left, right mgl32.Vec3
		for k := range middle {
			left[k], right[k] = middle[k]-side*s[k], middle[k]+side*s[k]
		}
		l, r := covered(m, near, f.Kind, n, left), covered(m, near, f.Kind, n, right)
		switch {
		case l && r && seam && n.Dot(plane) < 0.999:
			return false // two surfaces cross
		case l && r:
			seam, plane = true, n
		case l || r:
			if covered(m, []int{i}, f.Kind, n, left) || covered(m, []int{i}, f.Kind, n, right) {
				return false // a surface ends here
			}
		}
	}
	return seam
}

func TestNoSeams(t *testing.T) {
	for _, c := range []struct {
		name string
		// The compiler of Quake III leaves triangles that overlap by part.
		most int
	}{
		{"demoscope1.bsp", 0}, {"q2/demoscope1.bsp", 0}, {"q3/demoscope1.bsp", 10},
	} {
		data := sample(t, c.name)
		seams, edges := countSeams(load(t, data))
		t.Logf("%s: %d seams in %d edges", c.name, seams, edges)
		if seams > c.most || edges < 1000 {
			t.Errorf("%s: %d seams in %d edges", c.name, seams, edges)
		}
	}
}

// TestDoubleFaces draws the rim of a surface that is seen from both sides and
// no line between its parts.
func TestDoubleFaces(t *testing.T) {
	m := &Map{
		Vertices: []mgl32.Vec3{{0, 0, 0}, {0, 8, 0}, {8, 8, 0}, {8, 0, 0}, {16, 8, 0}, {16, 0, 0}},
		Planes:   []Plane{{Normal: mgl32.Vec3{0, 0, 1}, Type: PlaneZ}},
		FaceVertices: []uint32{
			0, 1, 2, 3, 3, 2, 4, 5, // from above
			3, 2, 1, 0, 5, 4, 2, 3, // from below
		},
		Models: []Model{{NumFaces: 4, HeadNode: ^0}},
		Leaves: []Leaf{{}},
	}
	for i := range uint32(4) {
		m.Faces = append(m.Faces, Face{Back: i > 1, Kind: KindWater, FirstVertex: 4 * i, NumVertices: 4})
	}
	m.buildEdges(nil)
	if len(m.Edges) != 6 {
		t.Errorf("%d edges, not 6: %v", len(m.Edges), m.Edges)
	}
	for _, e := range m.Edges {
		if e.Kind != KindWater || e.V == [2]uint32{2, 3} {
			t.Errorf("edge %+v", e)
		}
	}
	// One part of another kind makes a line.
	m.Faces[1].Kind, m.Faces[3].Kind = KindSolid, KindSolid
	m.Edges = nil
	m.buildEdges(nil)
	if len(m.Edges) != 7 {
		t.Errorf("%d edges, not 7: %v", len(m.Edges), m.Edges)
	}
}

// TestHiddenFacesGiveWay keeps faces that the game hides out of the wireframe
// of those that it shows.
func TestHiddenFacesGiveWay(t *testing.T) {
	for _, hiddenFirst := range []bool{true, false} {
		m := load(t, newRoom(false).quake(widthsQuake))
		// A hidden face stands on the seam of the floor.
		m.Planes = append(m.Planes, Plane{Normal: mgl32.Vec3{1, 0, 0}})
		at := uint32(len(m.FaceVertices))
		m.FaceVertices = append(m.FaceVertices, 8, 9, 7)
		hidden := Face{Plane: int32(len(m.Planes) - 1), Kind: KindTrigger, FirstVertex: at, NumVertices: 3}
		if hiddenFirst {
			m.Faces = append([]Face{hidden}, m.Faces...)
		} else {
			m.Faces = append(m.Faces[:7:7], append([]Face{hidden}, m.Faces[7:]...)...)
		}
		m.Models[0].NumFaces, m.Models[1].FirstFace = 8, 8
		m.Edges = nil
		m.buildEdges(nil)
		for _, e := range m.Edges[:m.Models[0].NumEdges] {
			if e.V == [2]uint32{8, 9} {
				t.Errorf("hidden first %v: seam %+v", hiddenFirst, e)
			}
		}
	}
}
