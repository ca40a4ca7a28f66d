package player_test

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/player"
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

// A look at a moment, as for thumbnails of seeks and for pictures of best moments, knows what a player knows.
func TestGlanceKnowsNoMore(t *testing.T) {
	for _, name := range []string{"demoscope1.mvd", "demoscope1.dm2", "demoscope1.dm_71"} {
		demo := open(t, sample(name))
		p := opened(t, sample(name))
		for _, keyframes := range []player.Keyframes{nil, p.Timeline()} {
			g := player.NewScrubber(demo, keyframes)
			for _, clock := range []float64{10, 20, 20.03, 5} {
				frame, _ := p.Timeline().NextFrame(clock)
				next, _ := p.Timeline().NextFrame(frame)
				at := 0.25*frame + 0.75*next
				if !g.Go(at, nil) {
					t.Fatalf("%s: no moment at %v", name, at)
				}
				m := g.Moment(at, world.Nobody)
				if m.World.FrameClock != frame || m.Next.FrameClock != next || m.Clock != at {
					t.Errorf("%s at %v: the worlds are those of %v and %v, not of %v and %v", name, at,
						m.World.FrameClock, m.Next.FrameClock, frame, next)
				}
			}
		}
	}
}

// Of recordings that are watched as one, each shows what it knew at the moment, though both have lost frames; players
// still move in between.
func TestKnownOfSeveralRecordings(t *testing.T) {
	lost := func(from, to int) func(int) bool { return func(frame int) bool { return frame > from && frame <= to } }
	ann := made{slot: 0, from: 20, to: 40, health: 70, level: "a", seesOther: never, hurt: 24.05, misses: lost(60, 64)}
	bob := made{slot: 1, from: 20, to: 40, health: 30, level: "a", seesOther: never, hurt: 24.05, misses: lost(41, 44)}
	base := ann.demo(t)
	list, err := player.Together(base, []*formats.Demo{bob.demo(t)})
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(base, player.Options{Budget: 1 << 40, Others: list})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	p.SetPaused(true)
	for _, c := range []struct {
		clock    float64
		ann, bob int32 // health
	}{
		{4.03, 70, 30}, {4.08, 70, 30}, {4.12, 1, 30}, {4.38, 1, 30}, {4.46, 1, 1}, {6.2, 1, 1}, {4.08, 70, 30},
	} {
		m := at(p, c.clock)
		var got [2]int32
		for slot := range got {
			if s := m.World.StatsOf(slot); s != nil && m.World.Players[slot].Visible {
				got[slot], _ = s.Get(world.StatHealth)
			}
			x, want := float64(m.Poses[slot].Origin[0]), walked(uint8(slot), 20+c.clock)
			if math.Abs(x-want) > 0.2 {
				t.Errorf("at %v player %d is at %v, not at %v", c.clock, slot, x, want)
			}
		}
		if got != [2]int32{c.ann, c.bob} {
			t.Errorf("at %v the health is %v, not %d and %d", c.clock, got, c.ann, c.bob)
		}
	}
}
