package scene

import (
	"slices"
	"testing"

	"demoscope/bsp"
)

// TestFacesKeepTheirCornersAndEdges: where nodes list faces, each drawn one is
// there once, whole, and with all of its edges.
func TestFacesKeepTheirCornersAndEdges(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "demoscope1_bsp2.bsp", "q2/demoscope1.bsp"} {
		m := loadMap(t, name)
		g := Prepare(m)
		times, edges := make([]int, len(m.Faces)), 0
		for i := range g.faces {
			f := &g.faces[i]
			times[f.source]++
			src := &m.Faces[f.source]
			if got, want := g.cornersOf(f),
				m.FaceVertices[src.FirstVertex:src.FirstVertex+src.NumVertices]; !slices.Equal(got, want) {
				t.Fatalf("%s: face %d has corners %v, want %v", name, f.source, got, want)
			}
			// Of the edges between two faces one may have pieces that end between
			// corners of the other.
			between := func(e uint32) bool {
				ends := m.Edges[e].V
				i := slices.Index(g.cornersOf(f), ends[0])
				if i < 0 {
					return false
				}
				n := int(f.numCorners)
				next, last := g.corners[int(f.firstCorner)+(i+1)%n], g.corners[int(f.firstCorner)+(i+n-1)%n]
				return ends[1] == next || ends[1] == last
			}
			var want []uint32
			for _, e := range m.FaceEdges[src.FirstEdge : src.FirstEdge+src.NumEdges] {
				if between(e) {
					want = append(want, e)
				}
			}
			slices.Sort(want)
			if got := slices.Sorted(slices.Values(g.sidesOf(f))); !slices.Equal(
				got, want) {
				t.Fatalf("%s: face %d has edges %v, want %v", name, f.source, got, want)
			}
			edges += len(want)
			p := m.Planes[src.Plane]
			normal, dist := p.Normal, p.Dist
			if src.Back {
				normal, dist = normal.Mul(-1), -dist
			}
			if f.plane.normal != normal || f.plane.dist != dist || f.kind != src.Kind {
				t.Fatalf("%s: face %d lies in %v, kind %v", name, f.source, f.plane, f.kind)
			}
		}
		for i, n := range times {
			want := 0
			if m.Faces[i].Kind.Drawn() {
				want = 1
			}
			if n != want {
				t.Fatalf("%s: face %d is there %d times, want %d", name, i, n, want)
			}
		}
		if edges < len(m.FaceEdges)*9/10 {
			t.Errorf("%s: %d of %d edges of faces are kept", name, edges, len(m.FaceEdges))
		}
		// Each node has the faces that lie on its plane.
		for i := range g.nodes {
			nd := &g.nodes[i]
			for f := nd.first; f < nd.first+nd.num; f++ {
				for _, c := range g.corners[g.faces[f].firstCorner : g.faces[f].firstCorner+g.faces[f].numCorners] {
					if d := nd.distance(&g.vertices[c]); d > 0.1 || d < -0.1 {
						t.Fatalf("%s: a corner of face %d lies %v off the plane of node %d", name, f, d, i)
					}
				}
			}
		}
	}
}

// TestPiecesOfFaces: in Quake III, where faces are cut up along the tree, the
// pieces of a face are as large as it is, and lie where their nodes say.
func TestPiecesOfFaces(t *testing.T) {
	m := loadMap(t, "q3/demoscope1.bsp")
	g := Prepare(m)
	area := func(corners []uint32) (sum float32) {
		for i := 2; i < len(corners); i++ {
			a, b := g.vertices[corners[i-1]].Sub(g.vertices[corners[0]]),
				g.vertices[corners[i]].Sub(g.vertices[corners[0]])
			sum += a.Cross(b).Len() / 2
		}
		return sum
	}
	pieces := make([]float32, len(m.Faces))
	for i := range g.faces {
		f := &g.faces[i]
		pieces[f.source] += area(g.cornersOf(f))
	}
	whole := 0
	for i := range m.Faces {
		f := &m.Faces[i]
		if f.Plane < 0 || !f.Kind.Drawn() || f.Triangles || pieces[i] == 0 {
			continue
		}
		whole++
		// What lies in walls is left out, nothing is there twice.
		if want := area(m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]); pieces[i] > want*1.01+1 {
			t.Errorf("the pieces of face %d cover %v, the face %v", i, pieces[i], want)
		}
	}
	if whole < 10 {
		t.Errorf("only %d faces are flat: nothing was tested", whole)
	}
	for i := range g.nodes {
		nd := &g.nodes[i]
		for f := nd.first; f < nd.first+nd.num; f++ {
			source := g.faces[f].source
			if !slices.Contains(g.pieceNodes[g.firstPiece[source]:g.firstPiece[source+1]], int32(i)) {
				t.Fatalf("face %d has a piece at node %d that its list lacks", source, i)
			}
		}
	}
}

// TestSplit cuts a square of 100 units at x = 30: two corners are new, and each
// part keeps the edges on its side, with none along the cut.
func TestSplit(t *testing.T) {
	g := &Geometry{
		vertices: []vec{{0, 0, 0}, {0, 100, 0}, {100, 100, 0}, {100, 0, 0}},
		edges: []edge{{v: [2]uint32{0, 1}}, {v: [2]uint32{1, 2}, kind: bsp.KindLava}, {v: [2]uint32{2, 3}},
			{v: [2]uint32{0, 3}}},
		nodes: []node{{plane: plane{vec{1, 0, 0}, 30}, axis: bsp.PlaneX}},
	}
	b := &builder{g: g, cuts: make(map[cut]uint32), pieces: make(map[[2]uint32]uint32)}
	p := polygon{corners: []uint32{0, 1, 2, 3}, sides: []int32{0, 1, 2, 3}, lights: []uint8{10, 20, 120, 110}}
	front, back := b.split(&p, 0)
	if len(g.vertices) != 6 || !close(g.vertices[4], vec{30, 100, 0}) || !close(g.vertices[5], vec{30, 0, 0}) {
		t.Fatalf("new corners %v", g.vertices[4:])
	}
	if !slices.Equal(front.corners, []uint32{4, 2, 3, 5}) || !slices.Equal(front.lights, []uint8{50, 120, 110, 40}) {
		t.Errorf("in front are corners %v with light %v", front.corners, front.lights)
	}
	if !slices.Equal(back.corners, []uint32{0, 1, 4, 5}) || !slices.Equal(back.lights, []uint8{10, 20, 50, 40}) {
		t.Errorf("behind are corners %v with light %v", back.corners, back.lights)
	}
	ends := func(sides []int32) (list [][2]uint32) {
		for _, s := range sides {
			if s >= 0 {
				list = append(list, g.edges[s].v)
			} else {
				list = append(list, [2]uint32{99, 99})
			}
		}
		return list
	}
	if got := ends(front.sides); !slices.Equal(got, [][2]uint32{{2, 4}, {2, 3}, {3, 5}, {99, 99}}) {
		t.Errorf("edges in front %v", got)
	}
	if got := ends(back.sides); !slices.Equal(got, [][2]uint32{{0, 1}, {1, 4}, {99, 99}, {0, 5}}) {
		t.Errorf("edges behind %v", got)
	}
	if k := g.edges[front.sides[0]].kind; k != bsp.KindLava {
		t.Errorf("the piece of an edge of lava is of kind %v", k)
	}
}
