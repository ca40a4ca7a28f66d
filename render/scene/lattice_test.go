package scene

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/bsp"
	"demoscope/render/setting"
)

// floor returns a geometry with one face at z = 0 that looks up, with corners at the given
// places, and that face with its lattice.
func floorOf(kind bsp.Kind, places ...vec) (*Geometry, *face) {
	g := Prepare(nil)
	source := bsp.Face{Kind: kind, Mins: places[0], Maxs: places[0]}
	for i, p := range places {
		g.corners = append(g.corners, uint32(i))
		g.lights = append(g.lights, 50)
		for k := range p {
			source.Mins[k], source.Maxs[k] = min(source.Mins[k], p[k]), max(source.Maxs[k], p[k])
		}
	}
	g.vertices = places
	g.source = &bsp.Map{Faces: []bsp.Face{source}}
	f := &face{plane: plane{vec{0, 0, 1}, 0}, numCorners: uint32(len(places)), kind: kind, texture: -1, light: 50}
	g.addLattice(f)
	return g, f
}

// room256 are the corners of 256 by 128 units.
var room256 = []vec{{10, 10, 0}, {10, 138, 0}, {266, 138, 0}, {266, 10, 0}}

func TestLattice(t *testing.T) {
	g, f := floorOf(bsp.KindSolid, room256...)
	// Sides 0 and 2 run along y, sides 1 and 3 along x; side 3 backwards.
	want := []latticeLine{
		{latticeEnd{1, 54. / 256}, latticeEnd{3, 202. / 256}, false}, // x = 64
		{latticeEnd{1, 118. / 256}, latticeEnd{3, 138. / 256}, true}, // x = 128
		{latticeEnd{1, 182. / 256}, latticeEnd{3, 74. / 256}, false}, // x = 192
		{latticeEnd{1, 246. / 256}, latticeEnd{3, 10. / 256}, true},  // x = 256
		{latticeEnd{0, 54. / 128}, latticeEnd{2, 74. / 128}, false},  // y = 64
		{latticeEnd{0, 118. / 128}, latticeEnd{2, 10. / 128}, true},  // y = 128
	}
	if d := cmp.Diff(want, g.lattice, cmp.AllowUnexported(latticeLine{}, latticeEnd{})); d != "" ||
		f.firstLattice != 0 || f.numLattice != 6 {
		t.Errorf("%d lines from %d: %s", f.numLattice, f.firstLattice, d)
	}
	for what, n := range map[string]struct {
		kind   bsp.Kind
		places []vec
		want   uint8
	}{
		"too short":  {bsp.KindSolid, []vec{{0, 0, 0}, {0, 127, 0}, {127, 127, 0}, {127, 0, 0}}, 0},
		"too narrow": {bsp.KindSolid, []vec{{0, 0, 0}, {0, 95, 0}, {1000, 95, 0}, {1000, 0, 0}}, 0},
		"water":      {bsp.KindWater, room256, 0},
		// x = 64 and y = 64 are 66 units long; x = 128 and y = 128 are 2, which is too short.
		"short lines": {bsp.KindSolid, []vec{{0, 0, 0}, {0, 130, 0}, {130, 0, 0}}, 2},
		// 100,000 units at 64 are 1562 lines, at 4096 they are 24, and as many along y.
		"huge": {bsp.KindSolid, []vec{{1, 1, 0}, {1, 100001, 0}, {100001, 100001, 0}, {100001, 1, 0}}, 48},
		// x = 64 and 128, y = 64 and 128: those along the sides are none.
		"on the lattice": {bsp.KindSolid, []vec{{0, 0, 0}, {0, 192, 0}, {192, 192, 0}, {192, 0, 0}}, 4},
	} {
		if _, f := floorOf(n.kind, n.places...); f.numLattice != n.want {
			t.Errorf("%s: %d lines, want %d", what, f.numLattice, n.want)
		}
	}
	// No map has more lines than a bound.
	g, f = floorOf(bsp.KindSolid, room256...)
	g.lattice = make([]latticeLine, 1<<18-2)
	if g.addLattice(f); f.numLattice != 2 {
		t.Errorf("a map with nearly all lines gets %d more, want 2", f.numLattice)
	}
	// In Quake III every second line is left out.
	g, f = floorOf(bsp.KindSolid, room256...)
	g.source.Version, g.lattice = bsp.VersionQuake3, nil
	if g.addLattice(f); f.numLattice != 3 {
		t.Errorf("a face of Quake III has %d lines, want x = 128 and 256 and y = 128", f.numLattice)
	}
	round := make([]vec, 33)
	for i := range round {
		round[i] = vec{float32(i) * 10, float32(i*(32-i)) * 2, 0}
	}
	if _, f := floorOf(bsp.KindSolid, round...); f.numLattice != 0 {
		t.Errorf("a face of 33 corners has %d lines", f.numLattice)
	}
}

// TestLatticeIsFaint: of 50 points between lines all is seen, of 11 nothing, and beyond
// 800 units nothing.
func TestLatticeIsFaint(t *testing.T) {
	for _, c := range []struct {
		points, w float32
		wide      bool
		want      float32
	}{
		{50, 100, false, 0.875}, {26, 500, false, 0.375}, {18.5, 500, false, 0.1875}, {11, 500, false, 0},
		{5, 500, false, 0},
		{9.25, 500, true, 0.1875}, {13, 500, true, 0.375}, {5.5, 500, true, 0}, {50, 800, true, 0}, {50, 5000, true, 0},
	} {
		if got := latticeAlpha(c.points*c.w*c.w, c.w, c.wide); abs(got-c.want) > 1e-4 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestLatticeIsDrawn looks straight down on the floor from 200 units: all six lines are
// seen, in the modes that have colors and if the option does not say no.
func TestLatticeIsDrawn(t *testing.T) {
	g, f := floorOf(bsp.KindSolid, room256...)
	lines := func(at vec, o Options) int {
		s := New()
		s.frame.g = g
		s.level.points = make([]projected, len(g.vertices))
		s.begin(nil, Camera{Origin: at, Angles: vec{90, 0, 0}}, View{640, 480, 1}, &o)
		s.level.fillFace(f)
		return (len(s.World.Vertices) - 4) / 6
	}
	above := vec{138, 74, 200}
	for what, c := range map[string]struct {
		at   vec
		o    Options
		want int
	}{
		"lit": {above, Options{}, 6}, "shaded": {above, Options{Mode: Shaded}, 6},
		"hidden lines": {above, Options{Mode: HiddenLine}, 0}, "without": {above, Options{Switches: setting.FloorGrid},
			0},
		// 480 lines high at 3:4 of 90 degrees: 320 pixels are a tangent of 1. At 650 units
		// 64 are 32 points, at 2000 nothing is left.
		"far": {vec{138, 74, 650}, Options{}, 6}, "too far": {vec{138, 74, 2000}, Options{}, 0},
	} {
		if got := lines(c.at, c.o); got != c.want {
			t.Errorf("%s: %d lines, want %d", what, got, c.want)
		}
	}
}
