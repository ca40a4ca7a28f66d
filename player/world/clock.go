package world

import "math"

// cutStep is how far, in seconds, the viewer's clock advances over a cut: a new
// level, a clock that goes back, a gap. It is not 0, so that every frame has a
// time of its own to seek to.
const cutStep = 0.1

const (
	// maxGap is the longest step of a demo's clock, in seconds, that the viewer's
	// clock follows; a longer one is taken for a cut in the recording.
	maxGap = 60
	// maxStep is the longest step, in seconds, that a wary world believes at once,
	// unless messages were lost. After a longer one the next time says whether it was
	// damage. Servers send frames far more often, also while the game is paused.
	maxStep = 5
	// returnStep is the step, in seconds, of the time that shows that the one before
	// was damage, where the viewer's clock is ahead of it already.
	returnStep = 0.001
)

// leap is a step of the demo's clock that may be damage: back, or too long.
type leap struct {
	open bool
	// time and clock are those before it, in seconds of the demo's and the viewer's
	// clock.
	time, clock float64
}

// TimeDoubted reports whether Time is so far from the one before it that it may be
// damage: the next one says. See [Continues].
func (w *World) TimeDoubted() bool { return w.leap.open }

// Continues reports whether time goes on from before, both in seconds, so that those that
// came between them and were doubted were damage.
func Continues(before, time float64) bool { return time > before && time-before <= maxStep }

// setTime steps the clock to t seconds: see [Edit.SetTime].
func (w *World) setTime(t float64) {
	if math.IsNaN(t) || math.IsInf(t, 0) || (w.timeKnown && t == w.Time) {
		return
	}
	step, l := t-w.Time, &w.leap
	begins := !w.timeKnown || w.levelBegan
	switch {
	case !w.timeKnown:
		step = 0
	case w.levelBegan:
		step = cutStep
		w.frameBegan = false
		*l = leap{}
	case w.LevelCount == 0 && !w.levelFramed && (step < 0 || step > maxStep):
		step = 0 // what is before the first frame may be damage: the demo begins here
	case l.open && Continues(l.time, t):
		// Only the times since the leap were damaged.
		step = max(returnStep, l.clock+t-l.time-w.Clock)
		*l = leap{}
	case step < 0 || step > maxGap || step > maxStep && w.Wary && !w.Uncertain.untimed:
		if !l.open {
			*l = leap{open: true, time: w.Time, clock: w.Clock}
		}
		step = cutStep
		w.frameBegan = false
	case l.open:
		// The clock goes on from there: it was no damage.
		gap := w.Time - l.time
		if gap > 0 && gap <= maxGap {
			step += max(0, l.clock+gap-w.Clock)
		} else if w.Uncertain.untimed {
			w.otherLevel()
		}
		*l = leap{}
	}
	step = w.onAxis(t, step, begins)
	w.Time = t
	w.Clock += step
	w.timeKnown, w.levelBegan = true, false
	w.Uncertain.untimed = w.Uncertain.untimed && l.open
}

// onAxis returns the step of the viewer's clock to t seconds of the demo's, which would be step: another one if the
// level has an offset. Begins says that the level begins.
func (w *World) onAxis(t, step float64, begins bool) float64 {
	if w.LevelCount < 1 || w.LevelCount > len(w.Offsets) || math.IsNaN(w.Offsets[w.LevelCount-1]) {
		return step
	}
	exact := t + w.Offsets[w.LevelCount-1] - w.Clock
	switch {
	case begins && w.LevelCount == 1:
		return exact
	case begins || w.LevelCount > 1 && exact < step:
		// It never goes back: where the level begins before the clock, its first frames pass at once.
		return max(returnStep, exact)
	}
	return step
}
