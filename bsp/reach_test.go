package bsp

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/corpus"
)

// standingWall is a map with a wall from x = 10 to x = 20 on the ground, z = 0, which is 50 high.
func standingWall() *Map {
	return &Map{
		Models: []Model{{HeadNode: 0}},
		Planes: []Plane{
			{Normal: mgl32.Vec3{0, 0, 1}, Type: 2}, {Normal: mgl32.Vec3{0, 0, 1}, Dist: 50, Type: 2},
			{Normal: mgl32.Vec3{1, 0, 0}, Dist: 10}, {Normal: mgl32.Vec3{1, 0, 0}, Dist: 20},
		},
		Nodes: []Node{
			{Plane: 0, Children: [2]int32{1, ^0}}, // below the ground is solid
			{Plane: 1, Children: [2]int32{^1, 2}}, // above the wall is free
			{Plane: 2, Children: [2]int32{3, ^1}},
			{Plane: 3, Children: [2]int32{^1, ^0}},
		},
		Leaves: []Leaf{{Contents: ContentsSolid, Cluster: -1}, {}},
	}
}

func TestReach(t *testing.T) {
	m := standingWall()
	for _, c := range []struct {
		from, to     mgl32.Vec3
		radius, want float32
	}{
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{9, 500, 10}, 0, 1},
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{20, 0, 10}, 0, 0.5},
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{20, 0, 10}, 4, 0.3},  // 4 before the wall
		{mgl32.Vec3{30, 0, 10}, mgl32.Vec3{10, 0, 10}, 4, 0.3}, // and behind it
		{mgl32.Vec3{0, 0, 30}, mgl32.Vec3{0, 0, -10}, 5, 0.625},
		{mgl32.Vec3{0, 0, 60}, mgl32.Vec3{40, 0, 60}, 9, 1},
		{mgl32.Vec3{0, 0, 60}, mgl32.Vec3{40, 0, 60}, 12, 0},  // an edge, met a little early
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{-20, 0, 10}, 12, 0}, // too close to the ground
		{mgl32.Vec3{15, 0, 10}, mgl32.Vec3{15, 0, 60}, 0, 0},  // out of the wall
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{0, 0, 10}, 4, 1},
		{mgl32.Vec3{8, 0, 10}, mgl32.Vec3{8, 0, 10}, 4, 0},
	} {
		if got := m.Reach(c.from, c.to, c.radius); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("a ball of %v from %v to %v gets %v of the way, want %v", c.radius, c.from, c.to, got, c.want)
		}
	}
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range []mgl32.Vec3{{nan, 0, 10}, {infinite, 0, 10}, {0, -infinite, 0}, {3e38, 3e38, 0}} {
		if a, b := m.Reach(bad, mgl32.Vec3{0, 0, 10}, 1), m.Reach(mgl32.Vec3{0, 0, 10}, bad, 1); a != 0 || b != 0 {
			t.Errorf("%v: the ball gets %v and %v of the way", bad, a, b)
		}
	}
	if m.Reach(mgl32.Vec3{0, 0, 10}, mgl32.Vec3{0, 0, 20}, nan) != 0 {
		t.Error("a ball of no size gets on")
	}
}

// In the sample's map a ball comes only to places around which nothing is solid, and a point as
// far as Sees says.
func TestReachKeepsClear(t *testing.T) {
	m, err := Load(corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp")))
	if err != nil {
		t.Fatal(err)
	}
	const radius = 6
	rng := rand.New(rand.NewPCG(5, 6))
	solid := func(p mgl32.Vec3) bool { return m.Leaves[m.LeafAt(p)].Cluster < 0 }
	place := func() mgl32.Vec3 {
		return mgl32.Vec3{rng.Float32()*2300 - 1184, rng.Float32()*2240 - 1120, rng.Float32()*768 - 160}
	}
	moved, stopped, differ := 0, 0, 0
	for range 10000 {
		from, to := place(), place()
		if solid(from) {
			continue
		}
		if (m.Reach(from, to, 0) == 1) != m.Sees(from, to) {
			differ++ // on an edge
		}
		part := m.Reach(from, to, radius)
		if part == 0 {
			continue
		}
		moved++
		if part < 1 {
			stopped++
		}
		at := from.Add(to.Sub(from).Mul(part))
		for range 20 {
			d := mgl32.Vec3{rng.Float32() - 0.5, rng.Float32() - 0.5, rng.Float32() - 0.5}.Normalize()
			if solid(at.Add(d.Mul(radius * 0.99))) {
				t.Fatalf("from %v to %v: at %v something solid is near", from, to, at)
			}
		}
	}
	if moved < 1000 || stopped < moved/3 || stopped > moved-50 || differ > 10 {
		t.Errorf("%d balls moved, %d of them met something, %d points see otherwise", moved, stopped, differ)
	}
}

func BenchmarkReach(b *testing.B) {
	m, err := Load(corpus.Read(b, filepath.Join(corpus.Sample, "demoscope1.bsp")))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Reach(mgl32.Vec3{0, 0, 100}, mgl32.Vec3{200, -120, 160}, 6)
	}
}

// TestReachBuilt: faces of a built map stop a ball, from both sides, and what is presumed does not.
func TestReachBuilt(t *testing.T) {
	wall := func(x float32, kind Kind) Polygon {
		return Polygon{Corners: []mgl32.Vec3{{x, -50, 0}, {x, -50, 50}, {x, 50, 50}, {x, 50, 0}}, Kind: kind,
			Texture: -1}
	}
	m := Build([]Polygon{
		wall(10, KindSolid), wall(40, KindPresumed),
		{Corners: []mgl32.Vec3{{0, -50, 0}, {0, 50, 0}, {100, 50, 0}, {100, -50, 0}}, Texture: -1},
	}, nil)
	for _, c := range []struct {
		from, to     mgl32.Vec3
		radius, want float32
	}{
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{20, 0, 10}, 0, 0.5},
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{20, 0, 10}, 4, 0.3},     // 4 before the wall
		{mgl32.Vec3{20, 0, 10}, mgl32.Vec3{0, 0, 10}, 4, 0.3},     // and behind it
		{mgl32.Vec3{20, 0, 10}, mgl32.Vec3{100, 0, 10}, 4, 1},     // through what is presumed
		{mgl32.Vec3{0, 0, 60}, mgl32.Vec3{20, 0, 60}, 9, 1},       // above the wall
		{mgl32.Vec3{0, 0, 60}, mgl32.Vec3{20, 0, 60}, 11, 0},      // its upper edge, met where the ball begins
		{mgl32.Vec3{0, 64, 20}, mgl32.Vec3{20, 64, 20}, 12, 1},    // beside it
		{mgl32.Vec3{50, 0, 30}, mgl32.Vec3{50, 0, -10}, 5, 0.625}, // on the ground
		{mgl32.Vec3{50, 0, -30}, mgl32.Vec3{50, 0, 10}, 5, 0.625}, // and from below
	} {
		if got := m.Reach(c.from, c.to, c.radius); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("a ball of %v from %v to %v gets %v of the way, want %v", c.radius, c.from, c.to, got, c.want)
		}
	}
}
