package player_test

import (
	"testing"

	"demoscope/player/world"
)

// The world of a moment is that of the last frame until then, while movements are interpolated to the next one: in a
// pause, while the demo plays, and after seeks to both sides.
func TestKnownBetweenFrames(t *testing.T) {
	for _, name := range []string{"demoscope1.mvd", "demoscope1.dm2", "demoscope1.dm_71"} {
		p := opened(t, sample(name))
		p.SetPaused(true)
		for _, clock := range []float64{10, 20, 20.03, 5} {
			frame, _ := p.Timeline().NextFrame(clock)
			next, _ := p.Timeline().NextFrame(frame)
			for _, at := range []float64{frame, 0.75*frame + 0.25*next, 0.25*frame + 0.75*next} {
				p.Seek(at)
				p.Update(0)
				if m := p.Moment(); m.World.FrameClock != frame || m.Clock != at {
					t.Errorf("%s at %v: the world is that of %v, not of %v", name, at, m.World.FrameClock, frame)
				}
			}
			if p.Seek(next); next <= frame {
				t.Fatalf("%s: no frame after %v", name, frame)
			}
			p.Update(0)
			if m := p.Moment(); m.World.FrameClock != next {
				t.Errorf("%s at %v: the world is that of %v", name, next, m.World.FrameClock)
			}
		}
		p.SetPaused(false)
		p.Seek(10)
		for range 100 {
			p.Update(1. / 60)
			if m := p.Moment(); m.World.FrameClock > m.Clock+0.001 {
				t.Fatalf("%s plays at %v: the world is that of %v", name, m.Clock, m.World.FrameClock)
			}
		}
	}
}

// Nobody is dead before the death is known, and the living still move between two frames.
func TestDeathBetweenFrames(t *testing.T) {
	p := opened(t, sample("demoscope1.dm_71"))
	p.SetPaused(true)
	deaths, moves := 0, 0
	for _, e := range p.Timeline().Events() {
		if e.Kind != world.EventKill || e.Other < 0 {
			continue
		}
		before, _ := p.Timeline().PrevFrame(e.Clock)
		was := at(p, before).Poses[e.Other]
		m := at(p, (before+e.Clock)/2)
		if m.World.Players[e.Other].Dead {
			t.Errorf("dead at %v, killed at %v", m.Clock, e.Clock)
		}
		between := m.Poses[e.Other]
		m = at(p, e.Clock)
		if !m.World.Players[e.Other].Dead {
			continue // lives again, or the state is late
		}
		deaths++
		if now := m.Poses[e.Other]; now.Origin != was.Origin && between.Origin != was.Origin &&
			between.Origin != now.Origin {
			moves++
		}
	}
	if deaths < 3 || moves < 1 {
		t.Errorf("%d deaths, %d of them in motion", deaths, moves)
	}
}
