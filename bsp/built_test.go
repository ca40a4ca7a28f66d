package bsp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// level returns a level rectangle that is seen from above.
func level(x0, y0, x1, y1, z float32) Polygon {
	return Polygon{Corners: []mgl32.Vec3{{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}}, BothSides: true,
		Texture: -1}
}

// upright returns a wall from one place to another, from a height up to another, whose front
// is to the right of the way.
func upright(x0, y0, x1, y1, low, high float32) Polygon {
	return Polygon{Corners: []mgl32.Vec3{{x0, y0, low}, {x0, y0, high}, {x1, y1, high}, {x1, y1, low}}, Texture: -1}
}

func TestBuildSidesOfFaces(t *testing.T) {
	m := Build([]Polygon{level(0, 0, 64, 64, 8), upright(0, 0, 0, 64, 8, 72)}, nil)
	type side struct{ up, east float32 }
	var got []side
	for i := range m.Faces {
		f := &m.Faces[i]
		n := m.Planes[f.Plane].Normal
		if f.Back {
			n = n.Mul(-1)
		}
		loop := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
		if front := unit(frontNormal(m.Vertices[loop[0]], m.Vertices[loop[1]], m.Vertices[loop[2]])); front.Sub(
			n).Len() > 1e-4 {
			t.Errorf("face %d: its corners are clockwise from %v, its plane says %v", i, front, n)
		}
		got = append(got, side{n[2], n[0]})
	}
	slices.SortFunc(got, func(a, b side) int { return int(2*(a.up-b.up) + b.east - a.east) })
	if want := []side{{-1, 0}, {0, 1}, {1, 0}}; !slices.Equal(got, want) {
		t.Errorf("faces look %v, want %v", got, want)
	}
}

// Two rooms of 128 units lie side by side, with a wall between them that has a door, and a
// table in the first.
func twoRooms() []Polygon {
	return []Polygon{
		level(0, 0, 128, 128, 0), level(128, 0, 256, 128, 0),
		upright(0, 0, 0, 128, 0, 96), upright(0, 128, 256, 128, 0, 96), upright(256, 128, 256, 0, 0, 96),
		upright(256, 0, 0, 0, 0, 96),
		upright(128, 48, 128, 0, 0, 96), upright(128, 128, 128, 80, 0, 96), // the door is from y = 48 to 80
		level(32, 32, 64, 64, 24), upright(32, 32, 64, 32, 0, 24), upright(64, 32, 64, 64, 0, 24),
		upright(64, 64, 32, 64, 0, 24), upright(32, 64, 32, 32, 0, 24),
	}
}

func TestBuildTwoRooms(t *testing.T) {
	m := Build(twoRooms(), nil)
	if m.Models[0].Mins != (mgl32.Vec3{0, 0, 0}) || m.Models[0].Maxs != (mgl32.Vec3{256, 128, 96}) {
		t.Errorf("the box is from %v to %v", m.Models[0].Mins, m.Models[0].Maxs)
	}
	// The seam between the floors of the rooms is seen below the walls beside the door alone.
	length := float32(0)
	for _, e := range m.Edges {
		a, b := m.Vertices[e.V[0]], m.Vertices[e.V[1]]
		if a[0] == 128 && b[0] == 128 && a[2] == 0 && b[2] == 0 {
			length += b.Sub(a).Len()
		}
	}
	if length != 96 {
		t.Errorf("%v units of lines lie on the floor between the rooms, want 96", length)
	}
	for _, c := range []struct {
		from, to mgl32.Vec3
		at       mgl32.Vec3
		blocked  bool
	}{
		{mgl32.Vec3{100, 64, 40}, mgl32.Vec3{200, 64, 40}, mgl32.Vec3{200, 64, 40}, false}, // through the door
		{mgl32.Vec3{100, 20, 40}, mgl32.Vec3{200, 20, 40}, mgl32.Vec3{128, 20, 40}, true},
		{mgl32.Vec3{200, 20, 40}, mgl32.Vec3{100, 20, 40}, mgl32.Vec3{128, 20, 40}, true}, // from behind the wall
		{mgl32.Vec3{100, 20, 40}, mgl32.Vec3{200, 20, 280}, mgl32.Vec3{200, 20, 280}, false},
		{mgl32.Vec3{100, 100, 40}, mgl32.Vec3{100, 100, -40}, mgl32.Vec3{100, 100, 0}, true},
		{mgl32.Vec3{40, 40, 60}, mgl32.Vec3{40, 40, -60}, mgl32.Vec3{40, 40, 24}, true},     // on the table
		{mgl32.Vec3{40, 40, 12}, mgl32.Vec3{40, 40, -60}, mgl32.Vec3{40, 40, 0}, true},      // below it
		{mgl32.Vec3{20, 48, 12}, mgl32.Vec3{100, 48, 12}, mgl32.Vec3{32, 48, 12}, true},     // its side
		{mgl32.Vec3{20, 20, 12}, mgl32.Vec3{-2000, 20, 12}, mgl32.Vec3{0, 20, 12}, true},    // out of the level
		{mgl32.Vec3{-9e5, 64, 90}, mgl32.Vec3{-8e5, 64, 9}, mgl32.Vec3{-8e5, 64, 9}, false}, // far outside
	} {
		at, blocked := m.Until(c.from, c.to)
		if at.Sub(c.at).Len() > 0.01 || blocked != c.blocked || m.Sees(c.from, c.to) == c.blocked {
			t.Errorf("from %v to %v: ends at %v, blocked %v", c.from, c.to, at, blocked)
		}
	}
	nan := float32(math.NaN())
	m.Until(mgl32.Vec3{nan, nan, nan}, mgl32.Vec3{0, 0, 10}) // ends
}

// A floor that goes on as presumed has the edge of what is presumed; a wall on it has its own.
func TestBuildEdgesOfPresumed(t *testing.T) {
	known, more := level(0, 0, 64, 64, 0), level(64, 0, 96, 64, 0)
	more.Kind = KindPresumed
	m := Build([]Polygon{known, more, upright(64, 0, 64, 32, 0, 64)}, nil)
	length := map[Kind]float32{}
	for _, e := range m.Edges {
		a, b := m.Vertices[e.V[0]], m.Vertices[e.V[1]]
		if a[0] == 64 && b[0] == 64 && a[2] == 0 && b[2] == 0 {
			length[e.Kind] += b.Sub(a).Len()
		}
	}
	if length[KindSolid] != 32 || length[KindPresumed] != 64 {
		t.Errorf("the edge between them has %v units by kind, want 32 solid and 64 presumed", length)
	}
}

func TestBuildPresumedBlocksNothing(t *testing.T) {
	wall := upright(0, 0, 0, 64, 0, 64)
	wall.Kind = KindPresumed
	m := Build([]Polygon{wall}, nil)
	if !m.Sees(mgl32.Vec3{-8, 32, 32}, mgl32.Vec3{8, 32, 32}) {
		t.Error("a wall that is only presumed blocks sight")
	}
	if !m.Presumes(mgl32.Vec3{-8, 32, 32}, mgl32.Vec3{8, 32, 32}) || m.Presumes(mgl32.Vec3{-8, 32, 72},
		mgl32.Vec3{8, 32, 72}) {
		t.Error("it is not said where a wall is presumed")
	}
	if len(m.Edges) != 4 || m.Edges[0].Kind != KindPresumed {
		t.Errorf("edges %v", m.Edges)
	}
}

func TestBuildLeavesOutWhatIsNoPolygon(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	bad := [][]mgl32.Vec3{
		nil, {{0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {8, 0, 0}, {16, 0, 0}}, {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}},
		{{nan, 0, 0}, {0, 8, 0}, {8, 8, 0}}, {{0, 0, 0}, {0, inf, 0}, {8, 8, 0}}, {{0, 0, 0}, {0, 3e6, 0}, {8, 8, 0}},
		{{0, 0, 0}, {0, 64, 0}, {64, 64, 40}, {64, 0, 0}}, // bent
	}
	var list []Polygon
	for _, corners := range bad {
		list = append(list, Polygon{Corners: corners})
	}
	for _, m := range []*Map{Build(list, nil), Build(nil, nil)} {
		if len(m.Faces) != 0 || len(m.Edges) != 0 || len(m.Leaves) != 1 || m.LeafAt(mgl32.Vec3{1, 2, 3}) != 0 ||
			!m.Sees(mgl32.Vec3{}, mgl32.Vec3{9, 9, 9}) {
			t.Errorf("%d faces, %d edges, %d leaves", len(m.Faces), len(m.Edges), len(m.Leaves))
		}
	}
	m := Build(append(list, level(0, 0, 8, 8, 0)), nil)
	if len(m.Faces) != 2 || m.Faces[0].Texture != -1 {
		t.Errorf("faces %+v", m.Faces)
	}
}

// manyPolygons returns about n polygons as a survey has them: floors on a grid of 8 units at
// many heights, walls of different lengths and some slopes.
func manyPolygons(n int) (list []Polygon) {
	r := rand.New(rand.NewPCG(1, 2))
	at := func(size int) float32 { return float32(8 * r.IntN(size)) }
	size := int(12 * math.Sqrt(float64(n)))
	for len(list) < n {
		x, y, z := at(size), at(size), at(64)
		w, h := 8+at(10), 8+at(6)
		switch k := r.IntN(20); {
		case k < 10:
			list = append(list, level(x, y, x+w, y+h, z))
		case k < 14:
			list = append(list, upright(x, y, x+w, y, z, z+48))
		case k < 18:
			list = append(list, upright(x, y, x, y+h, z, z+24))
		default:
			list = append(list, Polygon{Corners: []mgl32.Vec3{{x, y, z}, {x, y + 8, z}, {x + 8, y + 8, z + 4},
				{x + 8, y, z + 4}}, BothSides: true})
		}
	}
	return list
}

// Every face lies on the plane of its node, and every face below a node on its side: so the
// walk from back to front is exact, see [Node].
func TestBuildSortsAllFaces(t *testing.T) {
	for _, n := range []int{1, 2, 30, 400, 3000} {
		m := Build(manyPolygons(n), nil)
		const room = 0.05
		var below func(c int32, plane *Plane, side float32)
		below = func(c int32, plane *Plane, side float32) {
			if c < 0 {
				return
			}
			nd := &m.Nodes[c]
			for i := nd.FirstFace; i < nd.FirstFace+nd.NumFaces; i++ {
				f := &m.Faces[i]
				for _, v := range m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices] {
					if d := side * plane.distance(m.Vertices[v]); d < -room {
						t.Fatalf("%d polygons: face %d is %v units on the wrong side", n, i, -d)
					}
				}
			}
			below(nd.Children[0], plane, side)
			below(nd.Children[1], plane, side)
		}
		seen := 0
		for i := range m.Nodes {
			nd := &m.Nodes[i]
			plane := &m.Planes[nd.Plane]
			below(nd.Children[0], plane, 1)
			below(nd.Children[1], plane, -1)
			seen += int(nd.NumFaces)
			for k := nd.FirstFace; k < nd.FirstFace+nd.NumFaces; k++ {
				f := &m.Faces[k]
				for _, v := range m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices] {
					if d := plane.distance(m.Vertices[v]); d > room || d < -room {
						t.Fatalf("%d polygons: face %d is %v units off the plane of its node", n, k, d)
					}
				}
			}
		}
		if seen != len(m.Faces) {
			t.Errorf("%d polygons: %d of %d faces are in the tree", n, seen, len(m.Faces))
		}
		t.Logf("%d polygons: %d faces, %d edges, %d nodes, %d deep", n, len(m.Faces), len(m.Edges), len(m.Nodes),
			m.TreeDepth)
	}
}

// Lines that are looked at one polygon after the other meet the same.
func TestUntilAgreesWithPolygons(t *testing.T) {
	list := manyPolygons(300)
	m := Build(list, nil)
	r := rand.New(rand.NewPCG(3, 4))
	at := func() mgl32.Vec3 { return mgl32.Vec3{r.Float32() * 1800, r.Float32() * 1800, r.Float32() * 600} }
	hits := 0
	for range 3000 {
		from, to := at(), at()
		// A line may pass a corner by less than the numbers are exact: those are left out.
		const room = 0.1
		nearest, wide := meet(list, from, to, -room), meet(list, from, to, room)
		if nearest != wide {
			continue
		}
		want := from.Add(to.Sub(from).Mul(nearest))
		got, blocked := m.Until(from, to)
		if nearest < 1 {
			hits++
		}
		if blocked != (nearest < 1) || got.Sub(want).Len() > 0.2 {
			t.Errorf("from %v to %v: ends at %v, want %v", from, to, got, want)
		}
	}
	if hits < 200 || hits > 2800 {
		t.Errorf("%d of 3000 lines meet something: nothing was tested", hits)
	}
}

// meet returns which part of a line lies before the first polygon, each that many units wider.
func meet(list []Polygon, from, to mgl32.Vec3, room float32) float32 {
	nearest := float32(1)
	for i := range list {
		c := list[i].Corners
		normal := unit(frontNormal(c[0], c[1], c[2]))
		da, db := normal.Dot(from.Sub(c[0])), normal.Dot(to.Sub(c[0]))
		if (da < 0) == (db < 0) {
			continue
		}
		part := da / (da - db)
		p := from.Add(to.Sub(from).Mul(part))
		in := true
		for k := range c {
			v, w := c[k], c[(k+1)%len(c)]
			in = in && frontNormal(v, w, p).Dot(normal) >= -room*w.Sub(v).Len()
		}
		if in {
			nearest = min(nearest, part)
		}
	}
	return nearest
}

func TestBuildIsTheSameAgain(t *testing.T) {
	a, b := Build(manyPolygons(500), nil), Build(manyPolygons(500), nil)
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Error("the same polygons make another map")
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			list := manyPolygons(n)
			b.ReportAllocs()
			var m *Map
			for b.Loop() {
				m = Build(list, nil)
			}
			b.ReportMetric(float64(len(m.Faces)), "faces")
			b.ReportMetric(float64(m.TreeDepth), "deep")
		})
	}
}
