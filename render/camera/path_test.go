package camera

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/scene"
)

func pointAt(clock float64, x, y, z, pitch, yaw float32) Point {
	return Point{clock, scene.Camera{Origin: mgl32.Vec3{x, y, z}, Angles: mgl32.Vec3{pitch, yaw, 0}, FOV: 90}}
}

// The camera is at its points at their moments, rests before the first and behind the last, and is
// half-way in the middle of two.
func TestTrackMeetsItsPoints(t *testing.T) {
	points := []Point{pointAt(10, 0, 0, 0, 0, 170), pointAt(12, 100, 0, 0, 20, -170), pointAt(20, 100, 300, 50, -30,
		-90), pointAt(21, 100, 300, 50, -30, 0)}
	track := NewTrack(points)
	for _, p := range points {
		if c := track.At(p.Clock); !vecNear(c.Origin, p.Origin, 0.01) ||
			math.Abs(float64(c.Angles[0]-p.Angles[0])) > 0.01 ||
			math.Abs(float64(wrap(c.Angles[1]-p.Angles[1]))) > 0.01 || c.Angles[2] != 0 {
			t.Errorf("at %v s: %+v, want %+v", p.Clock, c, p.Camera)
		}
	}
	if a, b := track.At(0), track.At(99); a != points[0].Camera || b != points[3].Camera {
		t.Errorf("before %+v, behind %+v", a, b)
	}
	two := NewTrack([]Point{pointAt(0, 0, 0, 0, 0, 170), pointAt(2, 200, 0, 0, 0, -170)})
	for clock, x := range map[float64]float32{0.5: 31.25, 1: 100, 1.5: 168.75} {
		if c := two.At(clock); !vecNear(c.Origin, mgl32.Vec3{x, 0, 0}, 0.01) {
			t.Errorf("of two, at %v s: %+v, want x %v", clock, c, x)
		}
	}
	if c := two.At(1); math.Abs(math.Abs(float64(c.Angles[1]))-180) > 0.01 {
		t.Errorf("it turns the longer way: %v", c.Angles)
	}
	one := NewTrack([]Point{pointAt(5, 1, 2, 3, 4, 5)})
	if c := one.At(7); !vecNear(c.Origin, mgl32.Vec3{1, 2, 3}, 0) {
		t.Errorf("of one: %+v", c)
	}
}

// Angles and turns are the same thing.
func TestQuaternions(t *testing.T) {
	for _, a := range []mgl32.Vec3{{0, 0, 0}, {10, 20, 30}, {-80, 170, -40}, {45, -90, 0}, {89, 12, 0}} {
		if got := anglesOf(quatOf(a)); !vecNear(got, a, 0.05) {
			t.Errorf("%v is turned to %v", a, got)
		}
		forward, _, _ := scene.Camera{Angles: a}.Vectors()
		if got := quatOf(a).Rotate(mgl32.Vec3{1, 0, 0}); !vecNear(got, forward, 1e-4) {
			t.Errorf("%v looks by %v, want %v", a, got, forward)
		}
	}
}

// Along made-up paths, with points near, far, at one place and unevenly in time, neither the place
// nor the direction jumps, and neither do their speeds: from one thousandth of a second to the next
// a speed changes by a small part of the largest. It never goes far off its points.
func TestTrackIsSmooth(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for n := range 40 {
		var points []Point
		clock := 0.0
		at := mgl32.Vec3{}
		for range 3 + rng.IntN(8) {
			if rng.IntN(4) > 0 { // else it rests
				at = at.Add(mgl32.Vec3{rng.Float32()*800 - 400, rng.Float32()*800 - 400, rng.Float32()*200 - 100})
			}
			points = append(points, pointAt(clock, at[0], at[1], at[2], rng.Float32()*100-50, rng.Float32()*360-180))
			clock += 0.5 + 3*rng.Float64()
		}
		track := NewTrack(points)
		const step = 1e-3
		end := points[len(points)-1].Clock
		look := func(clock float64) (place, forward mgl32.Vec3) {
			c := track.At(clock)
			forward, _, _ = c.Vectors()
			return c.Origin, forward
		}
		fastest, turning := float32(0), float32(0)
		var speeds, turns []mgl32.Vec3
		p0, f0 := look(-0.1)
		for clock := -0.1 + step; clock < end+0.1; clock += step {
			p, f := look(clock)
			speeds, turns = append(speeds, p.Sub(p0)), append(turns, f.Sub(f0))
			fastest, turning = max(fastest, p.Sub(p0).Len()), max(turning, f.Sub(f0).Len())
			p0, f0 = p, f
		}
		if fastest > 30 || turning > 0.05 { // units and radians in a thousandth of a second
			t.Errorf("path %d: it jumps by %v units, %v radians", n, fastest, turning)
		}
		for i := 1; i < len(speeds); i++ {
			// Rounding is some ten-thousandths of a unit.
			if d := speeds[i].Sub(speeds[i-1]).Len(); d > 0.05*fastest+2e-3 {
				t.Fatalf("path %d: at %v s the speed changes by %v units of %v", n, -0.1+float64(i)*step, d, fastest)
			}
			if d := turns[i].Sub(turns[i-1]).Len(); d > 0.06*turning+2e-5 {
				t.Fatalf("path %d: at %v s the turn changes by %v of %v", n, -0.1+float64(i)*step, d, turning)
			}
		}
	}
}

func BenchmarkTrack(b *testing.B) {
	track := NewTrack([]Point{pointAt(0, 0, 0, 0, 0, 0), pointAt(2, 100, 0, 0, 20, 90),
		pointAt(5, 100, 300, 50, -30, 180)})
	b.ReportAllocs()
	for b.Loop() {
		track.At(3.3)
	}
}
