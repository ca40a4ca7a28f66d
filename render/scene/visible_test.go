package scene

import "testing"

// TestVisibleSet compares what is marked with the rows of the maps, read leaf by
// leaf: what a leaf's row lists, the faces of those leaves, and the nodes above
// them, and nothing else.
func TestVisibleSet(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		m := loadMap(t, name)
		g := Prepare(m)
		s := New()
		s.SetGeometry(g)
		hidden, tried := 0, 0
		for _, c := range insideCameras(g, 40) {
			s.visible.update(c.Origin)
			row := m.Visibility.Visible(int(g.leaves[g.leafAt(c.Origin)].cluster))
			if row == nil {
				continue
			}
			tried++
			seen := func(cluster int32) bool {
				return cluster >= 0 && int(cluster) < m.Visibility.Clusters &&
					row[cluster/64]&(1<<uint(cluster%64)) != 0
			}
			faces, nodes := make([]bool, len(m.Faces)), make([]bool, len(g.nodes))
			for i := range g.leaves {
				want := seen(g.leaves[i].cluster)
				if got := s.visible.leaf(int32(i)); got != want {
					t.Fatalf("%s from %v: leaf %d is visible: %v", name, c.Origin, i, got)
				}
				if !want {
					hidden++
					continue
				}
				for n := g.leaves[i].parent; n >= 0; n = g.nodes[n].parent {
					nodes[n] = true
				}
				if i < len(m.Leaves) {
					l := &m.Leaves[i]
					for _, f := range m.LeafFaces[l.FirstFace : l.FirstFace+l.NumFaces] {
						faces[f] = true
					}
				}
			}
			for f := range faces {
				if got := s.visible.face(uint32(f)); got != faces[f] {
					t.Fatalf("%s from %v: face %d is visible: %v", name, c.Origin, f, got)
				}
			}
			for i := range nodes {
				// Where faces are cut up, the nodes of their pieces are visible too.
				if got := s.visible.node(int32(i)); nodes[i] && !got || got && !nodes[i] && g.pieceNodes == nil {
					t.Fatalf("%s from %v: node %d is visible: %v", name, c.Origin, i, got)
				}
			}
		}
		if tried < 20 || hidden < 100 {
			t.Errorf("%s: from %d places %d leaves are hidden: nothing was tested", name, tried, hidden)
		}
		// From outside the level everything is visible.
		s.visible.update(vec{1e5, 1e5, 1e5})
		for i := range g.leaves {
			if !s.visible.leaf(int32(i)) {
				t.Fatalf("%s: from outside leaf %d is hidden", name, i)
			}
		}
	}
}

// TestOnlyTheVisibleIsListed: of the faces that a picture draws all are visible
// and look at the camera, and in the frustum's direction.
func TestOnlyTheVisibleIsListed(t *testing.T) {
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	s := New()
	s.SetGeometry(g)
	behind := 0
	for _, c := range insideCameras(g, 40) {
		s.Build(nil, c, View{640, 480, 1}, nil)
		for _, k := range s.level.order {
			f := &g.faces[k]
			if !s.visible.face(f.source) {
				t.Fatalf("from %v face %d is drawn though it is hidden", c.Origin, f.source)
			}
			if f.plane.normal.Dot(c.Origin) <= f.plane.dist {
				t.Fatalf("from %v face %d is drawn from behind", c.Origin, f.source)
			}
		}
		forward, _, _ := c.Vectors()
		for i := range g.faces {
			f := &g.faces[i]
			if g.vertices[g.corners[f.firstCorner]].Sub(c.Origin).Dot(forward) < -200 {
				behind++
			}
		}
		if len(s.level.order) == 0 || len(s.level.order) > len(g.faces)/2 {
			t.Errorf("from %v %d of %d faces are listed: the frustum leaves none out", c.Origin, len(s.level.order),
				len(g.faces))
		}
	}
	if behind == 0 {
		t.Error("no face lies behind a camera")
	}
}

// TestBoxesBehindWalls: a box is visible if it touches a leaf that is.
func TestBoxesBehindWalls(t *testing.T) {
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	s := New()
	s.SetGeometry(g)
	both := [2]int{}
	for _, c := range insideCameras(g, 12) {
		s.Build(nil, c, View{640, 480, 1}, nil)
		for i := range g.source.Leaves {
			l := &g.source.Leaves[i]
			if l.Cluster < 0 {
				continue
			}
			// A small box in the middle of a leaf lies in that leaf alone.
			at := l.Mins.Add(l.Maxs).Mul(0.5)
			if g.leafAt(at) != int32(i) {
				continue
			}
			mins, maxs := at.Sub(vec{0.01, 0.01, 0.01}), at.Add(vec{0.01, 0.01, 0.01})
			x, y, _, ok := c.project(View{640, 480, 1}, at)
			inside := ok && x > 20 && x < 620 && y > 20 && y < 460
			got := s.visible.box(&mins, &maxs)
			if inside && got != s.visible.leaf(int32(i)) {
				t.Fatalf("from %v a box in leaf %d is visible: %v", c.Origin, i, got)
			}
			if ok && (x < -40 || x > 680 || y < -40 || y > 520) && got {
				t.Fatalf("from %v a box at %v, beside the picture, is visible", c.Origin, at)
			}
			if inside && got {
				both[1]++
			} else if inside {
				both[0]++
			}
		}
	}
	if both[0] < 10 || both[1] < 10 {
		t.Errorf("%v boxes hidden and visible: nothing was tested", both)
	}
}
