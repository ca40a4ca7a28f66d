package bsp

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// grid makes control points of a function.
func grid(width, height int, at func(x, y int) mgl32.Vec3) patchGrid {
	g := patchGrid{width: width, height: height}
	for y := range height {
		for x := range width {
			g.points = append(g.points, patchPoint{at: at(x, y)})
		}
	}
	return g
}

// curveAt returns the point of the quadratic curve through three points, on
// the line between the points at t of both halves of its net.
func curveAt(a, b, c mgl32.Vec3, t float32) mgl32.Vec3 {
	between := func(a, b mgl32.Vec3) mgl32.Vec3 { return a.Add(b.Sub(a).Mul(t)) }
	return between(between(a, b), between(b, c))
}

// distanceToLine is that of p to the straight piece from a to b.
func distanceToLine(p, a, b mgl32.Vec3) float32 {
	d := b.Sub(a)
	t := max(0, min(1, p.Sub(a).Dot(d)/d.Dot(d)))
	return p.Sub(mgl32.Vec3{a[0] + t*d[0], a[1] + t*d[1], a[2] + t*d[2]}).Len()
}

func TestCurvesKeepToTheTolerance(t *testing.T) {
	for _, size := range []float32{1, 8, 64, 500, 700} {
		a, b, c := mgl32.Vec3{0, 0, 0}, mgl32.Vec3{0, 0, size}, mgl32.Vec3{size, 0, size}
		g := grid(3, 3, func(x, y int) mgl32.Vec3 {
			p := [3]mgl32.Vec3{a, b, c}[x]
			p[1] = float32(y) * 10
			return p
		})
		o := g.tessellate(maxSegments)
		if o.height != 2 {
			t.Errorf("size %v: %d rows where the patch is straight, not 2", size, o.height)
		}
		worst := float32(0)
		for i := range 101 {
			p := curveAt(a, b, c, float32(i)/100)
			nearest := float32(math.Inf(1))
			for x := 1; x < o.width; x++ {
				nearest = min(nearest, distanceToLine(p, o.at(x-1, 0).at, o.at(x, 0).at))
			}
			worst = max(worst, nearest)
		}
		// The bound counts from the curve's parameter, so it is on the safe side.
		if worst > 1 {
			t.Errorf("size %v: %d points, %v units off", size, o.width, worst)
		}
		if o.width > 2 && worst < 0.05 {
			t.Errorf("size %v: %d points for %v units: more than needed", size, o.width, worst)
		}
	}
}

func TestFlatPatchIsTwoTriangles(t *testing.T) {
	b := quake3Builder{m: &Map{}, weld: newWelder(9)}
	var f Face
	b.addPatch(&f, grid(5, 3, func(x, y int) mgl32.Vec3 { return mgl32.Vec3{float32(x * 16), float32(y * 16), 0} }))
	// Two curves side by side, both straight: two squares.
	if f.NumVertices != 12 || len(b.weld.points) != 6 {
		t.Errorf("%d corners, %d points", f.NumVertices, len(b.weld.points))
	}
	for i, h := range b.hints {
		if h == edgeAlways {
			t.Errorf("corner %d: a line across a flat patch", i)
		}
	}
}

func TestLinesAcrossACurve(t *testing.T) {
	// A quarter of a pipe of radius 100 turns by 90 degrees: two lines inside
	// at least, not as many as there are points.
	b := quake3Builder{m: &Map{}, weld: newWelder(9)}
	var f Face
	g := grid(3, 3, func(x, y int) mgl32.Vec3 {
		p := [3]mgl32.Vec3{{0, 0, 0}, {0, 0, 100}, {100, 0, 100}}[x]
		p[1] = float32(y) * 50
		return p
	})
	net := g.tessellate(maxSegments)
	lines := 0
	for _, drawn := range net.isoColumns() {
		if drawn {
			lines++
		}
	}
	if lines < 2 || lines > 3 {
		t.Errorf("%d lines across %d columns", lines, net.width)
	}
	b.addPatch(&f, g)
	m := b.m
	m.Vertices, m.Faces = b.weld.points, []Face{f}
	m.Faces[0].Plane, m.Faces[0].Triangles = -1, true
	m.Models = []Model{{NumFaces: 1, HeadNode: NoTree}}
	m.Leaves = []Leaf{{}}
	m.Models[0].HeadNode = ^0
	m.buildEdges(b.hints)
	// The border (two curves, two straight ends) and the lines.
	if want := 2*(net.width-1) + 2 + lines; len(m.Edges) != want {
		t.Errorf("%d edges, not %d", len(m.Edges), want)
	}
}

func TestConeHasNoTrianglesWithoutArea(t *testing.T) {
	b := quake3Builder{m: &Map{}, weld: newWelder(9)}
	var f Face
	b.addPatch(&f, grid(3, 3, func(x, y int) mgl32.Vec3 {
		p := [3]mgl32.Vec3{{-32, 0, 0}, {0, 32, 0}, {32, 0, 0}}[x]
		s := float32(2-y) / 2
		return mgl32.Vec3{p[0] * s, p[1] * s, float32(y) * 32}
	}))
	for i := uint32(0); i < f.NumVertices; i += 3 {
		c := b.m.FaceVertices[i : i+3]
		if c[0] == c[1] || c[1] == c[2] || c[2] == c[0] {
			t.Errorf("triangle %v", c)
		}
	}
	if f.NumVertices == 0 {
		t.Error("no triangles")
	}
}

// TestPatchPoints: what lies between control points, computed by hand. A curve
// of 0, 2 and 8 units is at 3 in its middle.
func TestPatchPoints(t *testing.T) {
	point := func(x, z, s, red float32) patchPoint {
		return patchPoint{at: mgl32.Vec3{x, 0, z}, light: mgl32.Vec2{s, 2 * s}, color: mgl32.Vec4{red, 10, 20, 255}}
	}
	a, b, c := point(0, 0, 0, 0), point(2, 100, 2, 100), point(8, 0, 8, 200)
	for _, want := range []struct {
		t    float32
		want patchPoint
	}{{0, a}, {1, c}, {0.5, point(3, 50, 3, 100)}, {0.25, point(1.25, 37.5, 1.25, 50)}} {
		if got := blend(&a, &b, &c, want.t); got != want.want {
			t.Errorf("at %v: %v, not %v", want.t, got, want.want)
		}
	}
	// The bulge is a quarter of (a - 2b + c): 50 units keep to 1 in 8 pieces.
	for _, c := range []struct {
		bulge      float32
		most, want int
	}{{0, 16, 1}, {1, 16, 1}, {1.1, 16, 2}, {4, 16, 2}, {4.1, 16, 3}, {50, 16, 8}, {50, 5, 5}, {256, 16, 16},
		{1e6, 16, 16}} {
		if n := segments(mgl32.Vec3{}, mgl32.Vec3{0, 0, 2 * c.bulge}, mgl32.Vec3{}, c.most); n != c.want {
			t.Errorf("a bulge of %v: %d pieces, not %d", c.bulge, n, c.want)
		}
	}
}

// TestPatchTriangles: a square of 3 by 3 control points, flat, has two
// triangles, this way round.
func TestPatchTriangles(t *testing.T) {
	b := quake3Builder{m: &Map{}, weld: newWelder(9)}
	var f Face
	g := grid(3, 3, func(x, y int) mgl32.Vec3 { return mgl32.Vec3{float32(x * 10), float32(-y * 10), 0} })
	for i := range g.points {
		g.points[i].light = mgl32.Vec2{float32(i), 0}
		g.points[i].color = mgl32.Vec4{float32(i), 0, 300, 254.6}
	}
	b.addPatch(&f, g)
	var corners []mgl32.Vec3
	for i, v := range b.m.FaceVertices {
		at := b.weld.points[v]
		corners = append(corners, at)
		// The four corners keep what they had: number x/10 + 3y/10.
		n := at[0]/10 - 3*at[1]/10
		if b.m.Lighting.Corners[i] != (mgl32.Vec2{n, 0}) || b.m.Lighting.Colors[i] != [4]uint8{uint8(n), 0, 255, 255} {
			t.Errorf("%v: light at %v, color %v", at, b.m.Lighting.Corners[i], b.m.Lighting.Colors[i])
		}
	}
	want := []mgl32.Vec3{{0, 0, 0}, {0, -20, 0}, {20, 0, 0}, {20, 0, 0}, {0, -20, 0}, {20, -20, 0}}
	if !slices.Equal(corners, want) || f.NumVertices != 6 || f.FirstVertex != 0 {
		t.Errorf("face %+v of %v", f, corners)
	}
	if !slices.Equal(b.hints, []edgeHint{edgeByAngle, edgeNever, edgeByAngle, edgeNever, edgeByAngle, edgeByAngle}) {
		t.Errorf("hints %v", b.hints)
	}
}

// TestManyPatches: once a map has more than half a million corners, patches are
// drawn by their control points.
func TestManyPatches(t *testing.T) {
	for _, c := range []struct {
		before int
		fine   bool
	}{{0, true}, {1<<19 - 2*16*16*6, true}, {1<<19 - 2*16*16*6 + 1, false}} {
		b := quake3Builder{m: &Map{FaceVertices: make([]uint32, c.before)}, weld: newWelder(9)}
		var f Face
		b.addPatch(&f, grid(3, 3, func(x, y int) mgl32.Vec3 {
			return mgl32.Vec3{float32(x * 100), float32(y * 100), float32(x % 2 * 100)}
		}))
		if fine := len(b.m.FaceVertices)-c.before > 6; fine != c.fine {
			t.Errorf("after %d corners: %d more", c.before, len(b.m.FaceVertices)-c.before)
		}
	}
}

func TestWeld(t *testing.T) {
	w := newWelder(0)
	a := w.add(mgl32.Vec3{0, 0, 0})
	for _, c := range []struct {
		at   mgl32.Vec3
		same bool
	}{
		{mgl32.Vec3{0, 0, 0.028}, true},
		{mgl32.Vec3{-weldDistance / 2, weldDistance / 2, 0}, true},
		{mgl32.Vec3{0.034, 0, 0}, false},
		{mgl32.Vec3{-weldDistance, -weldDistance, 0}, false},
		{mgl32.Vec3{1, 0, 0}, false},
	} {
		if i := w.add(c.at); (i == a) != c.same {
			t.Errorf("%v: vertex %d", c.at, i)
		}
	}
	// Borders of cells do not matter.
	for x := float32(-1); x < 1; x += 0.01 {
		i := w.add(mgl32.Vec3{x, 50, 50})
		if j := w.add(mgl32.Vec3{x + weldDistance/3, 50, 50}); w.points[j].Sub(
			mgl32.Vec3{x, 50, 50}).Len() > weldDistance*1.5 {
			t.Errorf("%v: %d and %d", x, i, j)
		}
	}
}

// Faces of Quake III may share corners: sixteen times in a small map, and half a million
// in a large one.
func TestMaxCorners(t *testing.T) {
	for _, c := range []struct {
		vertices, indices int
		want              int64
	}{{0, 0, 0}, {3, 6, 144}, {10000, 24952, 559232}, {20000, 30000, 574288}, {1 << 30, 1 << 30, 1<<31 + 1<<19}} {
		if got := maxCorners(c.vertices, c.indices); got != c.want {
			t.Errorf("%d vertices and %d indices: %d, not %d", c.vertices, c.indices, got, c.want)
		}
	}
}
