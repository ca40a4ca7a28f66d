package model

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// checkModel checks what a renderer relies on, for any model that Load returns.
func checkModel(t testing.TB, m *Model) {
	t.Helper()
	if len(m.Frames) == 0 || len(m.Poses) == 0 || len(m.Surfaces) > maxSurfaces ||
		len(m.vertices) != m.NumVertices*len(m.Poses) || len(m.tags) != len(m.Tags)*len(m.Poses) {
		t.Errorf("%d frames, %d poses, %d surfaces, %d vertices, %d tags", len(m.Frames), len(m.Poses), len(m.Surfaces),
			len(m.vertices), len(m.tags))
	}
	vertices, triangles := 0, 0
	for i := range m.Surfaces {
		s := &m.Surfaces[i]
		if s.FirstVertex != vertices || s.FirstTriangle != triangles {
			t.Errorf("surface %d begins at %d and %d, not %d and %d", i, s.FirstVertex, s.FirstTriangle,
				vertices, triangles)
		}
		vertices, triangles = vertices+s.NumVertices, triangles+s.NumTriangles
		if len(s.Skins) > maxSkins {
			t.Errorf("surface %d has %d skins", i, len(s.Skins))
		}
		for k := range s.Skins {
			skin := &s.Skins[k]
			for _, when := range []float64{-1, 0, 0.35, 1e9} {
				if p := skin.At(when); len(p) != skin.Width*skin.Height {
					t.Errorf("skin %d at %v has %d pixels", k, when, len(p))
				}
			}
		}
	}
	if vertices != m.NumVertices || triangles != len(m.Triangles) {
		t.Errorf("surfaces have %d of %d vertices, %d of %d triangles", vertices, m.NumVertices, triangles,
			len(m.Triangles))
	}
	for i := range m.Triangles {
		for k := range 3 {
			if int(m.Triangles[i].V[k]) >= m.NumVertices || int(m.Triangles[i].UV[k]) >= len(m.TexCoords) {
				t.Fatalf("triangle %d: %v", i, m.Triangles[i])
			}
		}
	}
	for i, uv := range m.TexCoords {
		if !(abs(uv[0]) <= math.MaxFloat32 && abs(uv[1]) <= math.MaxFloat32) {
			t.Errorf("texture coordinate %d is %v", i, uv)
		}
	}
	for i := range m.Frames {
		f := &m.Frames[i]
		if f.Count < 1 || f.First < 0 || f.First+f.Count > len(m.Poses) || f.Ends != nil && len(f.Ends) != f.Count {
			t.Errorf("frame %d: %+v", i, f)
		}
	}
	for _, when := range []float64{-7, 0, 0.35, 1e300, math.Inf(1), math.NaN()} {
		for _, frame := range []int{-1, 0, len(m.Frames) - 1, len(m.Frames)} {
			if p := m.Pose(frame, when); p < 0 || p >= len(m.Poses) {
				t.Errorf("frame %d at %v is pose %d", frame, when, p)
			}
		}
	}
	last := len(m.Poses) - 1
	points, normals := m.Lerp(nil, 0, last, 0.25), m.LerpNormals(nil, -1, last+1, 0.25)
	for _, list := range [][]mgl32.Vec3{points, normals} {
		for i, p := range list {
			if !(p.Len() <= 4*maxCoord) {
				t.Fatalf("vertex %d is at, or has the normal, %v", i, p)
			}
		}
	}
	for _, name := range append([]string{"none"}, m.Tags...) {
		tag := m.Tag(name, 0, last, 0.75)
		if !m.HasTag(name) && tag != Unit {
			t.Errorf("tag %s is %v", name, tag)
		}
		for c := range 3 {
			if l := tag.Axis.Col(c).Len(); l != 0 && abs(l-1) > 1e-5 {
				t.Errorf("tag %s has axes %v", name, tag.Axis)
			}
		}
	}
	facing := m.Facing(nil, points, mgl32.Vec3{300, 200, 100})
	for _, i := range m.Outline(nil, facing, CosCrease) {
		if e := &m.Edges[i]; !facing[e.Triangles[0]] && (e.Rim() || !facing[e.Triangles[1]]) {
			t.Errorf("edge %d, which nobody sees, is drawn", i)
		}
	}
	checkEdges(t, m)
}

// checkEdges: every side of every triangle that is one is in one edge.
func checkEdges(t testing.TB, m *Model) {
	t.Helper()
	if len(m.Edges) > 3*len(m.Triangles) {
		t.Errorf("%d edges of %d triangles", len(m.Edges), len(m.Triangles))
	}
	sides := make([]int, len(m.Triangles))
	for i := range m.Edges {
		e := &m.Edges[i]
		if e.V[0] == e.V[1] || int(max(e.V[0], e.V[1])) >= m.NumVertices || !(e.Cos >= -1 && e.Cos <= 1) ||
			e.Triangles[0] < 0 || e.Triangles[0] == e.Triangles[1] || e.Rim() && e.Cos != -1 {
			t.Fatalf("edge %d: %+v", i, e)
		}
		for _, triangle := range e.Triangles {
			if triangle >= 0 {
				sides[triangle]++
			}
		}
	}
	for i, n := range sides {
		if n != 0 && n != 3 {
			t.Fatalf("triangle %d has %d edges", i, n)
		}
	}
}
