package survey

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// A ramp that rises 8 units in four columns, from a floor at 0 to one at 8, has a riser down to the floor at
// -10 along its left side, and along its right one, of which nothing is known, a presumed wall: both follow
// it. At its ends, where it meets the floors, stands nothing.
func TestSlopeRims(t *testing.T) {
	f := &field{s: newSurvey(), tiles: map[uint64]*tile{}}
	grade := [2]float32{0.25, 0}
	for x := range int32(4) {
		f.add(spot{x: x, z: float32(2*x + 1), kind: Slope, grade: grade})
		f.add(spot{x: x, y: 1, z: -10, kind: Floor})
	}
	f.add(spot{x: -1, z: 0, kind: Floor})
	f.add(spot{x: 4, z: 8, kind: Floor})
	l := &Level{}
	f.slopeFaces(l)
	want := []Face{
		{Kind: Slope, Corners: []mgl32.Vec3{{0, 0, 0}, {0, 8, 0}, {32, 8, 8}, {32, 0, 8}}},
		{Kind: Riser, Normal: mgl32.Vec3{0, 1, 0}, Corners: []mgl32.Vec3{{0, 8, -10}, {32, 8, -10}, {32, 8, 8},
			{0, 8, 0}}},
		{Kind: PresumedWall, Normal: mgl32.Vec3{0, 1, 0}, Corners: []mgl32.Vec3{{0, 0, 0}, {32, 0, 8}, {32, 0, 129},
			{0, 0, 129}}},
	}
	if len(l.Faces) != len(want) {
		t.Errorf("%d faces, want %d", len(l.Faces), len(want))
	}
	for _, w := range want {
		found := slices.ContainsFunc(l.Faces, func(g Face) bool {
			return g.Kind == w.Kind && (w.Normal == mgl32.Vec3{} || g.Normal == w.Normal) &&
				len(g.Corners) == len(w.Corners) &&
				!slices.ContainsFunc(w.Corners, func(v mgl32.Vec3) bool { return !slices.Contains(g.Corners, v) })
		})
		if !found {
			t.Errorf("no %v %v", w.Kind, w.Corners)
		}
	}
	if t.Failed() {
		for _, g := range l.Faces {
			t.Logf("%v %v %v", g.Kind, g.Normal, g.Corners)
		}
	}
}

// Where somebody fell off the side of a ramp it has a skirt of 12 units.
func TestSlopeSkirt(t *testing.T) {
	f := &field{s: newSurvey(), tiles: map[uint64]*tile{}}
	for x := range int32(2) {
		f.add(spot{x: x, z: float32(100 + 2*x + 1), kind: Slope, grade: [2]float32{0.25, 0}})
	}
	f.s.carve(8, 20, 15.5, 20, 120) // beside it, from 20 to 120
	l := &Level{}
	f.slopeFaces(l)
	want := []mgl32.Vec3{{0, 8, 88}, {0, 8, 100}, {16, 8, 104}, {16, 8, 92}}
	if !slices.ContainsFunc(l.Faces, func(g Face) bool {
		return g.Kind == Skirt && g.Normal == mgl32.Vec3{0, 1, 0} &&
			!slices.ContainsFunc(want, func(v mgl32.Vec3) bool { return !slices.Contains(g.Corners, v) })
	}) {
		t.Errorf("no skirt %v in %v", want, l.Faces)
	}
}
