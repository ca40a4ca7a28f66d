package player

import (
	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// past reads the frame before that of a cursor, because between two frames the older one is what is known. It has its
// own cursor, and others for the recordings that are played together with the demo. The zero value opens them when they
// are needed.
type past struct {
	cursor   *scan.Cursor
	together *together
}

// frameReached is how many seconds early a frame counts as reached, because times given by people are rounded.
const frameReached = 0.0005

// between reports whether a time of the viewer's clock is between the frame of a world and the previous frame.
func between(w *world.World, clock float64) bool {
	return clock <= w.FrameClock-frameReached && w.PrevFrameClock > 0 && w.PrevFrameClock <= clock
}

// lastFrame returns the time at which a cursor finds the last frame until clock. w has the first frame after clock.
func lastFrame(w *world.World, clock float64) float64 {
	if between(w, clock) {
		return w.PrevFrameClock
	}
	return clock
}

// needed reports whether clock is between two frames of the demo, whose newer frame is in w, or of another recording.
func (t *together) needed(w *world.World, clock float64) bool {
	if between(w, clock) {
		return true
	}
	for _, c := range t.all() {
		if between(c.cursor.World, clock) {
			return true
		}
	}
	return false
}

// reach goes to the last frames until clock of the demo and the other recordings. w and t have their newer frames. It
// returns false if stop ended it early.
func (p *past) reach(demo *formats.Demo, index Keyframes, w *world.World, t *together, clock float64,
	stop func() bool) bool {
	if !t.needed(w, clock) {
		return true
	}
	if p.cursor == nil {
		p.cursor, p.together = cursorOf(demo), t.again()
	}
	to := lastFrame(w, clock)
	approach(p.cursor, index, to)
	there := p.cursor.Reach(to, stop)
	for i, c := range p.together.all() {
		to := lastFrame(t.others[i].cursor.World, clock)
		approach(c.cursor, c.index, to)
		there = c.cursor.Reach(to, stop) && there
	}
	return there
}

// known returns the world of the last frame until clock, which has everything that is not interpolated. If the level
// has no such frame, or it has not been reached yet, known returns newer. base and t have the newer frames.
func (p *past) known(newer, base *world.World, t *together, clock float64) *world.World {
	if !t.needed(base, clock) || p.cursor == nil {
		return newer
	}
	w := p.cursor.World
	frame := base.FrameClock
	if between(base, clock) {
		frame = base.PrevFrameClock
	}
	switch {
	case w.FrameClock != frame || w.LevelCount != base.LevelCount:
		return newer
	case p.together != nil:
		return p.together.combineSome(w, t.atMoment(base)) // also if a recording has lost its last frames
	}
	return w
}
