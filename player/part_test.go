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
	p.Seek(5)
	p.Update(0)
	if p.Clock() != 5 {
		t.Errorf("a seek went to %v s", p.Clock())
	}
}
