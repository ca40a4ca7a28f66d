package player_test

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// ghostOf returns one of our recordings as a ghost, with its index complete.
func ghostOf(t *testing.T, path string) *player.Ghost {
	t.Helper()
	g := player.NewGhost(open(t, path), player.Options{Budget: 1 << 40})
	t.Cleanup(g.Close)
	g.Timeline().Wait()
	return g
}

// at shows a moment.
func at(p *player.Player, clock float64) *player.Moment {
	p.Seek(clock)
	p.Update(0)
	return p.Moment()
}

func close3(a, b [3]float32) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 0.01 {
			return false
		}
	}
	return true
}

// TestGhostOfItself: a demo beside itself is at the same place at the same time, by either
// alignment, from wherever it is reached.
func TestGhostOfItself(t *testing.T) {
	p, g := opened(t, p15), ghostOf(t, p15)
	for _, by := range []player.Alignment{player.ByStart, player.ByPlace} {
		for _, clock := range []float64{20, 40, 10.03, 39.5, 3} {
			m := at(p, clock)
			b := g.Update(m, p.Timeline(), 0, by)
			if b.State != player.GhostShown || b.Slot != 0 || !b.LateKnown || math.Abs(b.Late) > 0.03 ||
				math.Abs(b.Moment.Clock-clock) > 0.03 || !(b.Distance >= 0 && b.Distance < 12) {
				t.Errorf("by %v at %v s: %+v at %v s", by, clock, b, b.Moment.Clock)
			}
			if by == player.ByStart && !close3(b.Moment.Poses[0].Origin, m.Poses[0].Origin) {
				t.Errorf("at %v s the ghost is at %v, the player at %v", clock, b.Moment.Poses[0].Origin,
					m.Poses[0].Origin)
			}
		}
	}
}

// TestGhostBesideAnother: both recordings are of one map; what is shown does not depend on what
// was shown before.
func TestGhostBesideAnother(t *testing.T) {
	p, g := opened(t, p15), ghostOf(t, sample("demoscope1_p666.dem"))
	fresh := ghostOf(t, sample("demoscope1_p666.dem"))
	starts := func(p *timeline.Timeline) float64 { return p.Runs(0, true)[0].Start }
	off := starts(g.Timeline()) - starts(p.Timeline())
	for _, clock := range []float64{30, 12, 45, 31} {
		m := at(p, clock)
		b := *g.Update(m, p.Timeline(), 0, player.ByStart)
		if b.State != player.GhostShown || math.Abs(b.Moment.Clock-(clock+off)) > 1e-9 {
			t.Fatalf("at %v s: %+v", clock, b)
		}
		want := *fresh.Update(at(p, clock), p.Timeline(), 0, player.ByStart)
		if b.Distance != want.Distance || b.Late != want.Late || b.LateKnown != want.LateKnown ||
			b.Moment.Poses[0] != want.Moment.Poses[0] {
			t.Errorf("at %v s: %+v, and of a fresh ghost %+v", clock, b, want)
		}
		// Between, so that the first one goes back and on.
		g.Update(at(p, 50-clock), p.Timeline(), 0, player.ByPlace)
	}
}

// TestGhostIsNotShown says why.
func TestGhostIsNotShown(t *testing.T) {
	p := opened(t, p15)
	m := at(p, 54.9)
	state := func(g *player.Ghost, watched int) player.GhostState {
		return g.Update(m, p.Timeline(), watched, player.ByStart).State
	}
	g := ghostOf(t, sample("demoscope1.dm2"))
	if s := state(g, 0); s != player.GhostOtherGame {
		t.Errorf("of Quake II: %v", s)
	}
	g = ghostOf(t, sample("demoscope1_p666.dem"))
	for _, nobody := range []int{world.Nobody, 1000} {
		if s := state(g, nobody); s != player.GhostNobody {
			t.Errorf("beside player %d: %v", nobody, s)
		}
	}
	g = ghostOf(t, sample("demoscope1.mvd"))
	if s := state(g, 0); s != player.GhostShown {
		t.Errorf("of QuakeWorld: %v", s)
	}
	if b := g.Update(m, p.Timeline(), 0, player.ByStart); b.Moment.World.Players[b.Slot].Name != "Ranger" {
		t.Errorf("beside Ranger is %q", b.Moment.World.Players[b.Slot].Name)
	}
	cut := open(t, p15)
	half, err := formats.Open("quarter.dem", cut.Data()[:len(cut.Data())/4])
	if err != nil {
		t.Fatal(err)
	}
	short := player.NewGhost(half, player.Options{Budget: 1 << 40})
	t.Cleanup(short.Close)
	short.Timeline().Wait()
	if s := state(short, 0); s != player.GhostOver {
		t.Errorf("of a quarter of the demo: %v", s)
	}
}

func TestGhostDoesNotAllocate(t *testing.T) {
	p, g := opened(t, p15), ghostOf(t, sample("demoscope1_p666.dem"))
	p.Seek(20)
	step := func() {
		p.Update(1. / 64)
		g.Update(p.Moment(), p.Timeline(), 0, player.ByStart)
	}
	for range 128 {
		step()
	}
	if n := testing.AllocsPerRun(256, step); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func BenchmarkGhost(b *testing.B) {
	p := player.New(open(b, p15), player.Options{Budget: 1 << 40})
	g := player.NewGhost(open(b, sample("demoscope1_p666.dem")), player.Options{Budget: 1 << 40})
	defer p.Close()
	defer g.Close()
	p.Timeline().Wait()
	g.Timeline().Wait()
	p.Seek(10)
	p.Update(0)
	for i := 0; b.Loop(); i++ {
		p.SetSpeed(1)
		if i&1023 >= 512 {
			p.SetSpeed(-1)
		}
		b.StopTimer()
		p.Update(1. / 64)
		b.StartTimer()
		g.Update(p.Moment(), p.Timeline(), 0, player.ByStart)
	}
}
