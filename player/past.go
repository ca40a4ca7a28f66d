package player

import (
	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// past is at the frame before that of a cursor: between the two frames, that is what is known. It has a cursor of its
// own, and others for other recordings that are watched as one with the demo. The zero value opens them when they are
// needed.
type past struct {
	cursor   *scan.Cursor
	together *together
}

// frameReached is how many seconds before a frame it counts as reached: times that people give are rounded.
const frameReached = 0.0005

// between reports whether a viewer's time is between the frame of a world and the one before.
func between(w *world.World, clock float64) bool {
	return clock <= w.FrameClock-frameReached && w.PrevFrameClock > 0 && w.PrevFrameClock <= clock
}

// lastFrame returns a viewer's time by which a cursor at the frame of w, the first after clock, reaches the last frame
// until clock.
func lastFrame(w *world.World, clock float64) float64 {
	if between(w, clock) {
		return w.PrevFrameClock
	}
	return clock
}

// needed reports whether some recording is between two frames: the demo, whose newer frame w has, or another.
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

// reach goes to the last frames until clock of a demo and of other recordings, whose newer frames w and t have. It
// returns false if stop ended that before.
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

// known returns the world of the last frame until clock, which decides everything that is not interpolated. If there is
// none in the level, or it is not reached yet, that is newer, the world of the frames that base and t have.
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
		return p.together.layThese(w, t.along(base)) // also of a recording that has lost its last frames
	}
	return w
}
