package world

import "math"

// cutStep is by how many seconds the viewer's clock advances at a cut: a new level, a clock that
// goes back, or a gap. It is not 0, so that every frame has its own time to seek to.
const cutStep = 0.1

const (
	// maxGap is the longest step of the demo's clock, in seconds, that the viewer's clock follows.
	// A longer step counts as a cut in the recording.
	maxGap = 60
	// maxStep is the longest step, in seconds, that a world with ConfirmTime accepts at once,
	// unless messages were lost. After a longer step the next time shows whether it was damage.
	// Servers send frames far more often than that, even while the game is paused.
	maxStep = 5
	// returnStep is by how many seconds the viewer's clock advances when a time shows that the
	// previous one was damage and the viewer's clock is already ahead of it.
	returnStep = 0.001
)

// leap is a step of the demo's clock that may be damage: back, or too far ahead.
type leap struct {
	open bool
	// time and clock are the times before the leap, in seconds of the demo's and the viewer's
	// clock.
	time, clock float64
}

// TimeDoubted reports whether Time is so far from the previous time that it may be damage. The next
// time decides: see [Continues].
func (s *State) TimeDoubted() bool { return s.leap.open }

// Continues reports whether time, in seconds, directly continues from before. If so, any doubted
// times between the two were damage.
func Continues(before, time float64) bool { return time > before && time-before <= maxStep }

// SetTime sets the demo's clock to t seconds. The viewer's clock advances by the same step, or by a
// tenth of a second if the demo's clock goes back, jumps by more than a minute or belongs to a new
// level. If the next time shows that t was damage, because it continues from the time before t, the
// step to t does not count. See also [World].ConfirmTime. Infinities and NaN are ignored.
func (w Edit) SetTime(t float64) {
	if math.IsNaN(t) || math.IsInf(t, 0) || (w.timeKnown && t == w.Time) {
		return
	}
	begins := !w.timeKnown || w.levelBegan
	step := w.leap.step(w.edited, t)
	if w.LevelCount > 0 && w.LevelCount <= len(w.Offsets) && !math.IsNaN(w.Offsets[w.LevelCount-1]) {
		exact := t + w.Offsets[w.LevelCount-1] - w.Clock
		switch {
		case begins && w.LevelCount == 1:
			step = exact
		case begins || w.LevelCount > 1 && exact < step:
			// The clock never goes back: if the level begins before it, the first frames pass at once.
			step = max(returnStep, exact)
		}
	}
	w.Time = t
	w.Clock += step
	w.timeKnown, w.levelBegan = true, false
	w.Uncertain.untimed = w.Uncertain.untimed && w.leap.open
}

// step returns by how much the viewer's clock advances to time t, and updates the leap.
func (l *leap) step(w *World, t float64) float64 {
	step := t - w.Time
	switch {
	case !w.timeKnown:
		return 0
	case w.levelBegan:
		w.frameBegan = false
		*l = leap{}
		return cutStep
	case w.LevelCount == 0 && !w.levelFramed && (step < 0 || step > maxStep):
		return 0 // times before the first frame may be damage: the demo begins here
	case l.open && Continues(l.time, t):
		// Only the times since the leap were damaged.
		step = max(returnStep, l.clock+t-l.time-w.Clock)
		*l = leap{}
	case step < 0 || step > maxGap || step > maxStep && w.ConfirmTime && !w.Uncertain.untimed:
		if !l.open {
			*l = leap{open: true, time: w.Time, clock: w.Clock}
		}
		w.frameBegan = false
		return cutStep
	case l.open:
		// The clock continues from the new time, so the leap was not damage.
		gap := w.Time - l.time
		if gap > 0 && gap <= maxGap {
			step += max(0, l.clock+gap-w.Clock)
		} else if w.Uncertain.untimed {
			w.otherLevel()
		}
		*l = leap{}
	}
	return step
}
