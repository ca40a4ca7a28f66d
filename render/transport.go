package render

import (
	"math"

	"demoscope/player"
)

// speeds are the steps of the playback speed.
var speeds = [...]float64{0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20}

// fastSpeed is the playback speed while a key for fast playing is held.
const fastSpeed = 5

// transport is the Player with the viewer's controls.
type transport struct {
	*player.Player
	fast fastPlay
}

// fastPlay is the state of fast playing while a key is held.
type fastPlay struct {
	direction float64 // 1 or -1; 0 if no key is down
	speed     float64 // before the key went down
	paused    bool    // before the key went down
}

// togglePause pauses or resumes; at the end it plays again from the beginning, as
// video players do.
func (t *transport) togglePause() {
	t.endFast()
	if t.Ended() && t.Speed() > 0 {
		t.Seek(0)
		t.SetPaused(false)
		return
	}
	t.SetPaused(!t.Paused())
}

// changeSpeed plays one step faster for 1, slower for -1.
func (t *transport) changeSpeed(direction int) {
	t.endFast()
	t.SetSpeed(nextSpeed(t.Speed(), direction))
}

// fasterOrNormal plays one step faster, or behind the fastest step at the demo's own speed: a click has no
// other way back.
func (t *transport) fasterOrNormal() {
	t.endFast()
	if math.Abs(t.Speed()) >= speeds[len(speeds)-1] {
		t.playNormally()
		return
	}
	t.changeSpeed(1)
}

// playNormally plays forward at the demo's own speed.
func (t *transport) playNormally() {
	t.endFast()
	t.SetSpeed(1)
}

// reverse reverses the direction of playing.
func (t *transport) reverse() {
	t.endFast()
	t.SetSpeed(-t.Speed())
}

// nextSpeed returns the step after or before a speed, with the same sign.
func nextSpeed(speed float64, direction int) float64 {
	s := math.Abs(speed)
	next := s
	if direction > 0 {
		for i := len(speeds) - 1; i >= 0 && speeds[i] > s+1e-9; i-- {
			next = speeds[i]
		}
	} else {
		for i := 0; i < len(speeds) && speeds[i] < s-1e-9; i++ {
			next = speeds[i]
		}
	}
	return math.Copysign(next, speed)
}

// holdFast plays fast, forward or back, while one of the two keys is held, and then
// as before.
func (t *transport) holdFast(back, forward bool) {
	direction := 0.0
	switch {
	case forward && !back:
		direction = 1
	case back && !forward:
		direction = -1
	}
	if direction == t.fast.direction {
		return
	}
	t.endFast()
	if direction == 0 {
		return
	}
	t.fast = fastPlay{direction, t.Speed(), t.Paused()}
	t.SetSpeed(direction * fastSpeed)
	t.SetPaused(false)
}

// endFast plays on as before the key for fast playing went down. If playing paused
// at the end of a part meanwhile, it stays paused.
func (t *transport) endFast() {
	if t.fast.direction == 0 {
		return
	}
	t.SetSpeed(t.fast.speed)
	t.SetPaused(t.fast.paused || t.Paused())
	t.fast = fastPlay{}
}

// loopClip seeks to the other end of the clip if playing has reached one since was, or
// goes on from where a clip was made that ends there or before.
func (t *transport) loopClip(m *marks, was float64) {
	in, out, ok := m.Clip()
	if !ok || !m.Loop || t.Paused() {
		return
	}
	now := t.Clock()
	made := m.made && was == m.madeAt
	m.made = false
	switch {
	case t.Speed() > 0 && (was < out || made) && now >= out:
		t.Seek(in)
	case t.Speed() < 0 && (was > in || made) && now <= in:
		t.Seek(out)
	default:
		return
	}
	t.Update(0)
}
