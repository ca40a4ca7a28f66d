package survey

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/player/world/quakeworld"
)

// Whatever a demo says, a survey stays within its budget, makes no face of what not a number,
// and ends.
func TestHostilePaths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name   string
		budget int64
		place  func(slot, frame int) mgl32.Vec3
	}{
		{"anywhere", 4 << 20, func(int, int) mgl32.Vec3 {
			return mgl32.Vec3{r.Float32()*4e5 - 2e5, r.Float32()*4e5 - 2e5, r.Float32()*4e5 - 2e5}
		}},
		{"no numbers", 4 << 20, func(_, n int) mgl32.Vec3 {
			return mgl32.Vec3{[]float32{nan, inf, -inf, 1e38, 0}[n%5], []float32{0, nan, 5}[n%3],
				[]float32{inf, 1, nan, 0}[n%4]}
		}},
		{"far walks", 4 << 20, func(slot, n int) mgl32.Vec3 {
			return mgl32.Vec3{float32(n)*30 - 60000, float32(slot)*500 - 60000, float32(slot) * 8}
		}},
		{"one column", 1 << 20, func(_, n int) mgl32.Vec3 {
			return mgl32.Vec3{float32(n % 3), float32(n % 2), float32(n/4) * 1.25}
		}},
		{"at the border", 4 << 20, func(slot, n int) mgl32.Vec3 {
			x := float32(1<<16 - 1)
			return mgl32.Vec3{x - float32(n%2), -x + float32(slot%7), x - float32(n%5)}
		}},
		{"no room", 100, func(slot, n int) mgl32.Vec3 { return mgl32.Vec3{float32(n), float32(slot), 0} }},
	} {
		b := NewBudget(c.budget)
		s := New(world.QuakeWorld, b)
		if s == nil {
			if c.name != "no room" {
				t.Errorf("%s: no survey", c.name)
			}
			continue
		}
		for n := range 200 {
			at := make([]mgl32.Vec3, world.MaxPlayers)
			for slot := range at {
				at[slot] = c.place(slot, n)
			}
			w := world.New(world.QuakeWorld, quakeworld.NewServer)
			w.FrameClock, w.PrevFrameClock, w.Players = float64(n)*0.05, float64(n-1)*0.05, seen(0, at...).Players
			w.Level().Sounds = []string{"", "player/inh2o.wav", "misc/outwater.wav"}
			for slot, v := range at {
				w.Effects.List = append(w.Effects.List, world.Effect{Kind: world.EffectRail, Clock: w.FrameClock,
					Origin: v, End: at[len(at)-1-slot]})
				w.Effects.Sounds = append(w.Effects.Sounds, world.SoundStart{Clock: w.FrameClock, Origin: v,
					Sound: uint16(1 + slot%2)})
			}
			s.Frame(w)
		}
		s.Finish()
		if b.Used > c.budget || s.Memory() > c.budget {
			t.Errorf("%s: %d bytes are used and %d held of %d", c.name, b.Used, s.Memory(), c.budget)
		}
		if s.recent != nil || s.tracks != nil {
			t.Errorf("%s: what nobody needs is kept", c.name)
		}
		l := s.Build()
		for _, f := range l.Faces {
			for _, v := range f.Corners {
				if !(v.Len() < 1e6) {
					t.Fatalf("%s: %v %v", c.name, f.Kind, f.Corners)
				}
			}
		}
	}
}

// In the steady state a frame does not allocate.
func TestNoAllocations(t *testing.T) {
	k := newWalker()
	k.stairs()
	k.wall()
	w := seen(0, mgl32.Vec3{})
	n := 0
	round := func() {
		n++
		w.FrameClock = k.clock + float64(n)*walkFrame
		w.Players[0].Pose.Origin = mgl32.Vec3{float32(n%40)*5 + 20, 4, 24}
		k.s.Frame(w)
	}
	for range 100 {
		round()
	}
	if a := testing.AllocsPerRun(200, round); a != 0 {
		t.Errorf("%v allocations a frame", a)
	}
}
