package bsp

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// checkMap checks what a [Map] promises.
func checkMap(t testing.TB, m *Map) {
	t.Helper()
	bad := 0
	fail := func(format string, args ...any) {
		t.Helper()
		if bad++; bad <= 5 {
			t.Errorf(format, args...)
		}
	}
	within := func(what string, i int, first, n uint32, limit int) {
		t.Helper()
		if uint64(first)+uint64(n) > uint64(limit) {
			fail("%s %d: range %d+%d of %d", what, i, first, n, limit)
		}
	}
	if len(m.Models) == 0 || len(m.Leaves) == 0 {
		t.Fatalf("%d models, %d leaves", len(m.Models), len(m.Leaves))
	}
	for i, v := range m.Vertices {
		for _, f := range v {
			if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
				fail("vertex %d: %v", i, v)
			}
		}
	}
	for _, v := range m.FaceVertices {
		if int(v) >= len(m.Vertices) {
			fail("corner at vertex %d of %d", v, len(m.Vertices))
		}
	}
	for _, e := range m.FaceEdges {
		if int(e) >= len(m.Edges) {
			fail("edge %d of %d", e, len(m.Edges))
		}
	}
	for i, e := range m.Edges {
		if e.V[0] == e.V[1] || int(max(e.V[0], e.V[1])) >= len(m.Vertices) {
			fail("edge %d: %v", i, e.V)
		}
	}
	if len(m.Lighting.Corners) != len(m.FaceVertices) {
		fail("%d corners in light, %d in faces", len(m.Lighting.Corners), len(m.FaceVertices))
	}
	if n, want := len(m.TexCoords), len(m.FaceVertices); n != want && (n != 0 || m.Version.Game() == Quake3) {
		fail("%d places on textures, %d corners of faces", n, want)
	}
	for i := range m.Faces {
		f := &m.Faces[i]
		within("vertices of face", i, f.FirstVertex, f.NumVertices, len(m.FaceVertices))
		within("edges of face", i, f.FirstEdge, f.NumEdges, len(m.FaceEdges))
		switch {
		case f.Plane < -1 || int(f.Plane) >= len(m.Planes), f.Texture < -1 || int(f.Texture) >= len(m.Textures),
			f.Model < -1 || int(f.Model) >= len(m.Models):
			fail("face %d: plane %d, texture %d, model %d", i, f.Plane, f.Texture, f.Model)
		case !f.Triangles && f.NumVertices < 3, f.Triangles && f.NumVertices%3 != 0:
			fail("face %d: %d corners, triangles %v", i, f.NumVertices, f.Triangles)
		}
		if l := &f.Light; l.Offset >= 0 {
			maps := 0
			for maps < 4 && l.Styles[maps] != NoStyle {
				maps++
			}
			if int(l.Offset)+int(l.Width)*int(l.Height)*maps*m.Lighting.Channels > len(m.Lighting.Samples) {
				fail("face %d: light %+v of %d", i, l, len(m.Lighting.Samples))
			}
		}
	}
	checkTree(t, m)
	for _, f := range m.LeafFaces {
		if int(f) >= len(m.Faces) {
			fail("leaf face %d of %d", f, len(m.Faces))
		}
	}
	v := &m.Visibility
	for c := -1; c <= v.Clusters; c++ {
		row := v.Visible(c)
		if row == nil {
			continue
		}
		if c < 0 || c == v.Clusters || len(row) != (v.Clusters+63)/64 {
			fail("row of cluster %d has %d words for %d clusters", c, len(row), v.Clusters)
		}
		if rest := v.Clusters & 63; rest != 0 && row[len(row)-1]>>rest != 0 {
			fail("row of cluster %d goes on past cluster %d", c, v.Clusters)
		}
	}
	for i := range m.Areas {
		within("area", i, m.Areas[i].FirstPortal, m.Areas[i].NumPortals, len(m.AreaPortals))
	}
	if bad > 5 {
		t.Errorf("and %d more", bad-5)
	}
}

// checkTree walks the tree of every model, each node once at most, and checks
// nodes, leaves and models.
func checkTree(t testing.TB, m *Map) {
	t.Helper()
	seen := make([]bool, len(m.Nodes))
	heads := map[int32]bool{}
	var walk func(n, parent int32, depth int)
	walk = func(n, parent int32, depth int) {
		if n < 0 {
			leaf := &m.Leaves[^n]
			if leaf.Parent != parent && leaf.Parent != -1 {
				t.Errorf("leaf %d: parent %d, not %d", ^n, leaf.Parent, parent)
			}
			return
		}
		if depth++; seen[n] || depth > m.TreeDepth {
			t.Fatalf("node %d: seen %v, depth %d of %d", n, seen[n], depth, m.TreeDepth)
		}
		seen[n] = true
		node := &m.Nodes[n]
		if node.Parent != parent || int(node.Plane) >= len(m.Planes) ||
			uint64(node.FirstFace)+uint64(node.NumFaces) > uint64(len(m.Faces)) {
			t.Errorf("node %d: %+v, parent %d", n, *node, parent)
		}
		walk(node.Children[0], n, depth)
		walk(node.Children[1], n, depth)
	}
	for i := range m.Models {
		md := &m.Models[i]
		if uint64(md.FirstFace)+uint64(md.NumFaces) > uint64(len(m.Faces)) ||
			uint64(md.FirstEdge)+uint64(md.NumEdges) > uint64(len(m.Edges)) {
			t.Errorf("model %d: %+v", i, *md)
		}
		if md.HeadNode == NoTree || md.HeadNode < 0 || heads[md.HeadNode] {
			continue
		}
		heads[md.HeadNode] = true
		walk(md.HeadNode, -1, 0)
	}
	for i := range m.Leaves {
		leaf := &m.Leaves[i]
		limit := m.Visibility.Clusters
		if limit == 0 {
			limit = len(m.Leaves)
		}
		if uint64(leaf.FirstFace)+uint64(leaf.NumFaces) > uint64(len(m.LeafFaces)) || int(leaf.Cluster) >= limit ||
			leaf.Cluster < -1 {
			t.Errorf("leaf %d: %+v", i, *leaf)
		}
	}
	m.LeafAt(mgl32.Vec3{1, 2, 3})
}

// geometry is what a map that no one damaged keeps to.
type geometry struct {
	offPlane  float32 // largest distance of a corner of a polygon from its plane
	flipped   int     // polygons whose corners go the wrong way round
	directed  int     // sides of polygons of the world
	unmatched int     // those that no other polygon has the other way
	repeated  int     // edges that a model has twice
}

// measure looks at all polygons.
func measure(m *Map) geometry {
	var g geometry
	type side struct{ from, to uint32 }
	sides := map[side]int{}
	for i := range m.Faces {
		f := &m.Faces[i]
		if f.Plane < 0 || f.NumVertices == 0 {
			continue
		}
		p := m.Planes[f.Plane]
		normal := p.Normal
		if f.Back {
			normal = mgl32.Vec3{-normal[0], -normal[1], -normal[2]}
		}
		loop := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
		area, longest := float32(0), float32(0)
		for k, c := range loop {
			v := m.Vertices[c]
			longest = max(longest, v.Sub(m.Vertices[loop[0]]).Len())
			g.offPlane = max(g.offPlane, float32(math.Abs(float64(p.distance(v)))))
			if f.Triangles {
				if k%3 == 0 {
					area += frontNormal(v, m.Vertices[loop[k+1]], m.Vertices[loop[k+2]]).Dot(normal)
				}
				continue
			}
			next := loop[(k+1)%len(loop)]
			area += frontNormal(m.Vertices[loop[0]], v, m.Vertices[next]).Dot(normal)
			if f.Model == 0 {
				sides[side{c, next}]++
			}
		}
		// Compilers round corners to an eighth of a unit, which turns some slivers that
		// are thinner than that.
		if area < -longest/8 {
			g.flipped++
		}
	}
	for s, n := range sides {
		g.directed += n
		g.unmatched += max(0, n-sides[side{s.to, s.from}])
	}
	for i := range m.Models {
		md := &m.Models[i]
		seen := map[[2]uint32]bool{}
		for _, e := range m.Edges[md.FirstEdge : md.FirstEdge+md.NumEdges] {
			key := [2]uint32{min(e.V[0], e.V[1]), max(e.V[0], e.V[1])}
			if seen[key] {
				g.repeated++
			}
			seen[key] = true
		}
	}
	return g
}
