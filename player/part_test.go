package player_test

import (
	"testing"
)

// TestPart: playing holds, paused, at the ends of a part, goes on from there,
// and a seek is not bound by it.
func TestPart(t *testing.T) {
	p := opened(t, p15)
	p.SetPart(10, 20)
	p.Seek(19.5)
	p.Update(0)
	for range 10 {
		p.Update(0.1)
	}
	if p.Clock() != 20 || !p.Paused() || p.Ended() {
		t.Errorf("at %v s, paused %v", p.Clock(), p.Paused())
	}
	p.SetPaused(false)
	p.Update(0.5)
	if p.Clock() != 20.5 || p.Paused() {
		t.Errorf("going on: at %v s, paused %v", p.Clock(), p.Paused())
	}
	p.Seek(12)
	p.SetSpeed(-10)
	p.Update(0.1)
	p.Update(0.5)
	if p.Clock() != 10 || !p.Paused() || p.Speed() != -10 {
		t.Errorf("backwards: at %v s, paused %v", p.Clock(), p.Paused())
	}
	p.SetPaused(false)
	p.Update(0.05)
	if p.Clock() != 9.5 || p.Paused() {
		t.Errorf("going on backwards: at %v s, paused %v", p.Clock(), p.Paused())
	}
	// Just on an end is at it, and where playing begins there it goes on.
	for _, c := range []struct{ from, speed, seconds, want float64 }{
		{12, -1, 2, 10}, {18, 1, 2, 20}, {12, -1, 1.5, 10.5}, {18, 1, 1.5, 19.5}, {10, -1, 1, 9}, {20, 1, 1, 21},
		{10, 1, 1, 11}, {20, -1, 1, 19},
	} {
		p.SetPaused(false)
		p.SetSpeed(c.speed)
		p.Seek(c.from)
		p.Update(0)
		p.Update(c.seconds)
		if held := c.want == 10 || c.want == 20; p.Clock() != c.want || p.Paused() != held {
			t.Errorf("from %v s at speed %v for %v s: at %v s, paused %v", c.from, c.speed, c.seconds, p.Clock(),
				p.Paused())
		}
	}
	p.Seek(5)
	p.Update(0)
	if p.Clock() != 5 {
		t.Errorf("a seek went to %v s", p.Clock())
	}
}
