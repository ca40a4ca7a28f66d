package hud

import (
	"testing"
	"time"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/player"
)

// TestSampleClock: from second to second the clock of each sample goes on by a second, from the first one on, and
// seeking back shows what playing did. None of them is approximate.
func TestSampleClock(t *testing.T) {
	for _, s := range assets.Samples() {
		t.Run(s.Name, func(t *testing.T) {
			data, err := assets.ReadSample(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			demo, err := formats.Open(s.Name, data)
			if err != nil {
				t.Fatal(err)
			}
			p := player.New(demo, player.Options{Budget: time.Minute})
			defer p.Close()
			p.Timeline().Wait()
			p.SetPaused(true)
			clock := func(at float64) gameClock {
				p.Seek(at)
				p.Update(0)
				m := p.Moment()
				in := &Input{Moment: Moment{World: m.World, Clock: m.Clock, Time: m.Time}}
				in.MatchStart, _ = p.Timeline().MatchStart(m.Clock)
				return in.clock()
			}
			duration, _ := p.Timeline().Duration()
			var played []gameClock
			for at := 0.5; at < duration; at++ {
				c := clock(at)
				if n := len(played); n > 0 && c.counts != "" && played[n-1].counts == c.counts {
					step := c.seconds - played[n-1].seconds
					if c.about || max(step, -step) > 2 || step == 0 {
						t.Errorf("at %v s the clock is %+v, a second earlier %+v", at, c, played[n-1])
					}
				}
				played = append(played, c)
			}
			for i := len(played) - 1; i >= 0; i -= 7 {
				if c := clock(0.5 + float64(i)); c != played[i] {
					t.Errorf("at %v s the clock is %+v after a seek back, %+v before it", 0.5+float64(i), c, played[i])
				}
			}
		})
	}
}
