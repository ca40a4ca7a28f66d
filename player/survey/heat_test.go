package survey

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// seen is a world with players at places: origins, on the feet of which they stand.
func seen(clock float64, at ...mgl32.Vec3) *world.World {
	w := new(world.World)
	w.FrameClock, w.PrevFrameClock = clock, clock-0.05
	for i, p := range at {
		w.Players = append(w.Players, world.Player{Slot: i, Visible: true, Pose: world.Pose{Origin: p}})
	}
	return w
}

func newSurvey() *Survey { return New(world.QuakeWorld, NewBudget(1<<30)) }

// Cells are 32 units wide, also on the other side of zero; a player counts when coming and not
// while standing.
func TestHeatCells(t *testing.T) {
	s := newSurvey()
	nan := float32(math.NaN())
	for i, step := range []struct {
		slot int
		x    float32
	}{{0, 0}, {0, 31.9}, {0, 32}, {0, 0}, {1, 5}, {1, 6}, {0, -1}, {0, -32}, {0, -33}, {2, nan}, {2, 1 << 20},
		{2, -1 << 20}} {
		w := seen(float64(i), make([]mgl32.Vec3, 3)...)
		for n := range w.Players {
			w.Players[n].Visible = n == step.slot
		}
		w.Players[step.slot].Pose.Origin = mgl32.Vec3{step.x, 10, 24}
		s.Frame(w)
	}
	got := s.Clone().Walked()
	points := []mgl32.Vec3{{0, 10, 0}, {32, 10, 0}, {-1, 10, 0}, {-33, 10, 0}}
	counts := []uint32{3, 1, 1, 1}
	if !slices.Equal(got.Points, points) || !slices.Equal(got.Counts, counts) {
		t.Errorf("points %v, counts %v, want %v, %v", got.Points, got.Counts, points, counts)
	}
	s.Frame(seen(20, mgl32.Vec3{500, 0, 0}))
	if len(got.Points) != 4 {
		t.Error("what was copied has changed")
	}
}

// Only those who play walk, and the recorder where nobody has its slot, who leaves no ground.
func TestWhoWalks(t *testing.T) {
	w := seen(1, mgl32.Vec3{0, 0, 24}, mgl32.Vec3{100, 0, 24}, mgl32.Vec3{200, 0, 24})
	w.Recorder = world.Nobody
	w.Players[1].Visible, w.Players[2].Spectator = false, true
	w.View.Known, w.View.Origin = true, mgl32.Vec3{300, 0, 24}
	s := newSurvey()
	s.Frame(w)
	if got := s.Walked().Points; !slices.Equal(got, []mgl32.Vec3{{0, 0, 0}, {300, 0, 0}}) {
		t.Errorf("walked %v", got)
	}
	w.Recorder = 0
	s = newSurvey()
	s.Frame(w)
	if got := s.Walked().Points; !slices.Equal(got, []mgl32.Vec3{{0, 0, 0}}) {
		t.Errorf("with a recorder who plays, walked %v", got)
	}
}

// A walk knows the ground of a survey: where somebody stood, was in the air and came again.
func TestWalk(t *testing.T) {
	walk, s := NewWalk(world.QuakeWorld, NewBudget(1<<20)), newSurvey()
	clock := 0.0
	show := func(x, z float32) {
		w := seen(clock, mgl32.Vec3{x, 0, z + 24})
		walk.Frame(w)
		s.Frame(w)
		clock += 0.05
	}
	for x := float32(0); x <= 60; x += 10 {
		show(x, 0) // runs over two cells
	}
	for x := float32(70); x <= 120; x += 10 {
		show(x, 10+x-70) // and rises through the air: cells end at 12 and 44, too
	}
	walk.Finish()
	s.Finish()
	for name, got := range map[string]*Walked{"walk": walk.Walked(), "survey": s.Walked()} {
		points := []mgl32.Vec3{{0, 0, 0}, {40, 0, 0}, {70, 0, 10}, {80, 0, 20}, {100, 0, 40}, {110, 0, 50}}
		if !slices.Equal(got.Points, points) || !slices.Equal(got.Stood, []bool{true, true, false, false, false,
			false}) || !slices.Equal(got.Counts, []uint32{1, 1, 1, 1, 1, 1}) {
			t.Errorf("%s: %v, %v, stood %v", name, got.Points, got.Counts, got.Stood)
		}
	}
	if n := len(walk.s.chunks); n != 0 {
		t.Errorf("a walk keeps %d chunks of space", n)
	}
	if NewWalk(world.QuakeWorld, NewBudget(10)) != nil {
		t.Error("a walk without room")
	}
}
