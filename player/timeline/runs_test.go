package timeline

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// walk is a track from points (clock, x, y, z), four numbers each; the first one begins.
func walk(points ...float32) (list []Sample) {
	for i := 0; i < len(points); i += 4 {
		list = append(list, Sample{Clock: points[i], Origin: mgl32.Vec3{points[i+1], points[i+2], points[i+3]},
			Begins: i == 0})
	}
	return list
}

// TestFirstStep: a player falls from 100 to 24 units, trembles and sets out after 1.5 s.
func TestFirstStep(t *testing.T) {
	track := walk(0, 10, 10, 100, 0.5, 10, 10, 24, 1.5, 10.5, 10, 24, 1.6, 16, 10, 24, 1.7, 30, 10, 24)
	if clock, ok := firstStep(track); !ok || clock != 1.5 {
		t.Errorf("%v, %v; want 1.5", clock, ok)
	}
	// Who dies or is put elsewhere before that begins anew there.
	again := append(walk(0, 0, 0, 0, 1, 0, 0, 0), walk(2, 500, 0, 0, 3, 500, 0, 0, 4, 540, 0, 0)...)
	if clock, ok := firstStep(again); !ok || clock != 3 {
		t.Errorf("after a jump: %v, %v; want 3", clock, ok)
	}
	if _, ok := firstStep(track[:4]); ok {
		t.Error("5.5 units are a step")
	}
	if _, ok := firstStep(nil); ok {
		t.Error("nobody made a step")
	}
}

// TestRuns: in the first level there is a warm-up and two matches, in the second one no frame, and in the
// third the player stands for a second.
func TestRuns(t *testing.T) {
	x := &Timeline{
		levels: []Level{{Map: "maps/dm3.bsp", Start: 0, End: 100}, {Map: "maps/e4m1.bsp", Start: 100, End: 100,
			Empty: true}, {Map: "maps/e1m1.bsp", Start: 100, End: 130}, {Map: "maps/e1m2.bsp", Start: 130, End: 140}},
		events: []Event{{Clock: 10, Kind: world.EventMatchStart}, {Clock: 20, Kind: world.EventKill},
			{Clock: 60, Kind: world.EventMatchStart}},
		tracks: [][]Sample{append(walk(2, 0, 0, 0, 3, 9, 0, 0), walk(100, 0, 0, 0, 101, 0, 0, 0, 102, 50, 0, 0)...)},
	}
	for _, c := range []struct {
		matches bool
		want    []Run
	}{
		{true, []Run{
			{"maps/dm3.bsp", 0, 60, 10, true}, {"maps/dm3.bsp", 60, 100, 60, true},
			{"maps/e1m1.bsp", 100, 130, 101, false}, {"maps/e1m2.bsp", 130, 140, 130, false},
		}},
		{false, []Run{{"maps/dm3.bsp", 0, 100, 2, false}, {"maps/e1m1.bsp", 100, 130, 101, false},
			{"maps/e1m2.bsp", 130, 140, 130, false}}},
	} {
		got := x.Runs(0, c.matches)
		if len(got) != len(c.want) {
			t.Fatalf("%+v, want %+v", got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("run %d is %+v, want %+v", i, got[i], c.want[i])
			}
		}
	}
	if list := (&Timeline{}).Runs(3, true); len(list) != 0 || RunAt(list, 5) != -1 {
		t.Errorf("of nothing: %v", list)
	}
	list := x.Runs(0, true)
	for clock, want := range map[float64]int{-1: 0, 0: 0, 59.9: 0, 60: 1, 100: 2, 129: 2, 1000: 3} {
		if got := RunAt(list, clock); got != want {
			t.Errorf("at %v s is run %d, want %d", clock, got, want)
		}
	}
}

// TestCounterpart: e1m1 is played twice, beside a demo that has it three times, once, or never.
func TestCounterpart(t *testing.T) {
	of := func(maps ...string) (list []Run) {
		for _, m := range maps {
			list = append(list, Run{Map: m})
		}
		return list
	}
	mine := of("maps/e1m1.bsp", "maps/e1m2.bsp", "maps/E1M1.bsp", "")
	for _, c := range []struct {
		other []Run
		want  [4]int
	}{
		{of("maps/start.bsp", "maps/e1m1.bsp", "maps/e1m1.bsp", "maps/e1m1.bsp"), [4]int{1, -1, 2, -1}},
		{of("maps/e1m2.bsp", "maps/e1m1.bsp", ""), [4]int{1, 0, 1, -1}},
		{nil, [4]int{-1, -1, -1, -1}},
	} {
		for at, want := range c.want {
			if got := Counterpart(mine, at, c.other); got != want {
				t.Errorf("of run %d in %v: %d, want %d", at, c.other, got, want)
			}
		}
	}
}

// TestPassing: a ghost runs along x at 100 units a second from 0 s, stands at 400 from 4 s to
// 10 s, comes back until 14 s, and jumps to the place where it stood at 20 s.
func TestPassing(t *testing.T) {
	track := walk(0, 0, 0, 0, 2, 200, 0, 0, 4, 400, 0, 0, 7, 400, 0, 0, 10, 400, 0, 0, 12, 200, 0, 0, 14, 0, 0, 0,
		20, 400, 0, 0)
	track[7].Begins = true
	for _, c := range []struct {
		name         string
		at, velocity mgl32.Vec3
		around, want float64
	}{
		{"on its way", mgl32.Vec3{150, 0, 0}, mgl32.Vec3{320, 0, 0}, 1, 1.5},
		{"beside its way", mgl32.Vec3{150, 90, 0}, mgl32.Vec3{320, 0, 0}, 1, 1.5},
		{"much later", mgl32.Vec3{150, 0, 0}, mgl32.Vec3{320, 0, 0}, 13, 1.5},
		{"the other way", mgl32.Vec3{150, 0, 0}, mgl32.Vec3{-320, 0, 0}, 1, 12.5},
		{"standing, at first", mgl32.Vec3{150, 0, 0}, mgl32.Vec3{}, 5, 1.5},
		{"standing, on its way back", mgl32.Vec3{150, 0, 0}, mgl32.Vec3{}, 11, 12.5},
		{"where it stood", mgl32.Vec3{400, 0, 0}, mgl32.Vec3{}, 8, 8},
		{"where it stood, earlier", mgl32.Vec3{400, 0, 0}, mgl32.Vec3{}, 1, 4},
		{"where it stood, later", mgl32.Vec3{400, 0, 0}, mgl32.Vec3{}, 19, 10},
		{"before its beginning", mgl32.Vec3{-50, 0, 0}, mgl32.Vec3{}, 3, 0},
	} {
		got, ok := Passing(track, c.at, c.velocity, c.around)
		if !ok || math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: %v, %v; want %v", c.name, got, ok, c.want)
		}
	}
	nan := float32(math.NaN())
	for _, at := range []mgl32.Vec3{{150, 97, 0}, {550, 0, 0}, {150, 0, 200}, {nan, 0, 0}} {
		if got, ok := Passing(track, at, mgl32.Vec3{}, 1); ok {
			t.Errorf("it passes %v at %v", at, got)
		}
	}
	bad := walk(0, 0, 0, 0, 1, nan, 0, 0, 1, 0, 0, 0, 0.5, 0, 0, 0)
	if got, ok := Passing(bad, mgl32.Vec3{}, mgl32.Vec3{}, 1); ok {
		t.Errorf("on a track of nonsense at %v", got)
	}
}

// BenchmarkPassing looks for a place on a track of 20 minutes.
func BenchmarkPassing(b *testing.B) {
	var track []Sample
	for i := range 24000 {
		track = append(track, Sample{Clock: float32(i) / 20, Origin: mgl32.Vec3{float32(i*16%3000) - 1500,
			float32(i*5%2000) - 1000, 24}, Begins: i == 0})
	}
	for b.Loop() {
		Passing(track, mgl32.Vec3{100, 100, 24}, mgl32.Vec3{320, 0, 0}, 600)
	}
}
