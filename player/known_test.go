package player_test

import "testing"

// What is known between two frames is the world of the first, while movements are interpolated to the second: of a demo
// that is paused, forwards and backwards. While it plays nobody sees the difference.
func TestKnownBetweenFrames(t *testing.T) {
	for _, name := range []string{"demoscope1.mvd", "demoscope1.dm2", "demoscope1.dm_71"} {
		p := opened(t, sample(name))
		p.SetPaused(true)
		for _, clock := range []float64{10, 20, 20.03, 5} {
			p.Seek(clock)
			p.Update(0)
			w := p.Moment().World
			between := (w.PrevFrameClock + w.FrameClock) / 2
			p.Seek(between)
			p.Update(0)
			w = p.Moment().World
			if known := p.Known(); known.FrameClock != w.PrevFrameClock || known.FrameClock > between {
				t.Errorf("%s at %v: known is the world at %v, not at %v", name, between, known.FrameClock,
					w.PrevFrameClock)
			}
			p.Seek(w.FrameClock)
			p.Update(0)
			if known := p.Known(); known != p.Moment().World {
				t.Errorf("%s at %v: another world, at %v", name, w.FrameClock, known.FrameClock)
			}
		}
		p.SetPaused(false)
		p.Seek(10.01)
		p.Update(0)
		if p.Known() != p.Moment().World {
			t.Errorf("%s: another world while it plays", name)
		}
	}
}
