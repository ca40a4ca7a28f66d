// Package timeline indexes a whole demo: its length, its levels, its events, the
// ground that players walked on, and keyframes close to any moment. [Start] begins to
// index one.
//
// One pass reads the demo from its first byte to its last, on a goroutine of its
// own. Until it has ended, a [Timeline] describes the part that has been read; of a demo that grows, the
// pass waits at its end and goes on. All
// times are seconds of the viewer's clock: see [demoscope/player/world.State].Clock.
//
// An index holds at most as many bytes as the demo has, and 32 MiB if that is less:
// [Options].Memory says how it is shared out. Keyframes share what the demo did not
// change between them; each counts what it holds beside the one before it, also as long
// as it is not published.
//
// No demo makes it hold more, or take longer than in proportion to the file: MaxLevels,
// maxEvents, maxEventText, maxNames, maxSpots and maxKinds bound its lists.
package timeline

import (
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// Options are the limits of an index. Zero or less stands for the default.
type Options struct {
	// Spacing is how many bytes of demo lie between two keyframes. The default
	// is 128 KiB, which takes about a millisecond to decode.
	Spacing int64
	// Memory is how many bytes the index may hold, besides its levels, of which each
	// takes some 300. The default is 32 MiB, and a 64th of the demo's size. What of the
	// demo does not fit into it is thinned, and nothing fails:
	//
	//   - The times of frames take at most a quarter: beyond it every second is left
	//     out, so that a step goes further.
	//   - Events take at most a quarter: later ones are left out.
	//   - Walked ground takes at most an eighth: what comes later is left out.
	//   - Surveys may take a quarter, of a small demo 64 times its size and at least 1 MiB:
	//     what comes later is left out.
	//   - Where things lie, and who took them when, takes at most a sixteenth: later takes
	//     are left out.
	//   - Where players were takes at most an eighth: beyond it every second moment is left
	//     out.
	//   - Keyframes take what remains: beyond it every second is dropped and the
	//     spacing is doubled, so that a seek takes longer.
	Memory int64
	// Surveys returns another decoder at the first packet of the demo, by which
	// [Timeline.Survey] is gathered. Without it there are none.
	Surveys func() message.Decoder
	// Offsets are those of the world: see [world.World].
	Offsets []float64
	// Begin, if it is not nil, is waited for until it is closed, but not for longer than a second, and not if
	// [Timeline.Wait] is called: where one thread does everything, what somebody waits for comes first.
	Begin <-chan struct{}
}

// beginPatience is for how long a pass waits for [Options.Begin].
var beginPatience = time.Second

const (
	defaultSpacing = 128 << 10
	// minMemory is what the index of a small demo may hold: more than any real one of
	// 30 MB needs. That of a larger one may hold a memoryPart of its size besides: a demo of
	// 1 GB takes 1.2 GB then, and a seek in it some milliseconds.
	minMemory, memoryPart = 32 << 20, 64
	// share is the part of the memory that times, events and surveys may take each, and
	// walkedShare that of walked ground.
	share, walkedShare = 4, 8
	// MaxLevels bounds the levels of an index: a server's recording of a whole day has
	// some hundreds. What comes later belongs to the last one.
	MaxLevels = 4096
)

// Timeline is the index of one demo. Its methods may be called from any
// goroutine, and the slices that they return must not be changed.
type Timeline struct {
	size    atomic.Int64 // of the demo in bytes, or so far
	format  string
	options Options
	read    atomic.Int64
	done    chan struct{}
	stop    atomic.Bool
	stopped chan struct{} // closed by Stop
	ending  sync.Once
	wanted  chan struct{} // closed by Wait
	wanting sync.Once

	keyframes *scan.Keyframes

	mu     sync.RWMutex
	memory int64 // bytes that the index holds
	levels []Level
	events []Event
	walked []*Walked // by level
	items  []*Items  // by level
	tracks [][]Sample
	// trackNames and trackTeams are parallel to tracks: see [Timeline.Tracked].
	trackNames, trackTeams []string
	recorder               int
	clocks                 []float64 // viewer's seconds of the frames, rising
	duration               float64
	complete               bool
	lateStarts             []lateStart
	gaps                   []scan.Gap
	losses                 scan.Losses
	fail                   error

	surveys surveys
}

// Start begins to index a demo of size bytes in a format, named as for [rules.New].
// The decoder must be at the first packet; the pass takes it over. [Timeline.Stop]
// ends the pass early.
func Start(format string, decoder message.Decoder, size int64, o Options) *Timeline {
	if o.Spacing <= 0 {
		o.Spacing = defaultSpacing
	}
	if o.Memory <= 0 {
		o.Memory = defaultMemory(size)
	}
	t := &Timeline{format: format, options: o, done: make(chan struct{}), stopped: make(chan struct{}),
		wanted: make(chan struct{}), recorder: world.Nobody}
	t.size.Store(max(size, 1))
	t.surveys.done = make(chan struct{})
	c := scan.NewCursor(format, decoder)
	c.World.Offsets = o.Offsets
	p := &pass{t: t, cursor: c}
	t.keyframes = scan.NewKeyframes(o.Spacing, p.room, t.size.Load)
	go p.run()
	return t
}

// defaultMemory is that of [Options] for a demo of size bytes.
func defaultMemory(size int64) int64 { return minMemory + max(0, size)/memoryPart }

// Stop ends the pass and waits until it has ended. What was read stays.
func (t *Timeline) Stop() {
	t.stop.Store(true)
	t.ending.Do(func() { close(t.stopped) })
	<-t.done
	t.stopSurveys()
}

// Wait waits until the pass has ended, which begins now if it has not.
func (t *Timeline) Wait() {
	t.wanting.Do(func() { close(t.wanted) })
	<-t.done
}

// Progress returns how much of the demo has been read, 0 to 1.
func (t *Timeline) Progress() float64 {
	return min(1, float64(t.read.Load())/float64(t.size.Load()))
}

// Duration returns how many viewer's seconds have been read, and whether that is
// the whole demo.
func (t *Timeline) Duration() (seconds float64, complete bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.duration, t.complete
}

// Levels returns the levels that have been read; the End of the last one grows.
func (t *Timeline) Levels() []Level {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.levels
}

// LevelAt returns the index in [Timeline.Levels] of the level at a viewer's time;
// the first level before its beginning, -1 if there is none yet.
func (t *Timeline) LevelAt(clock float64) int {
	levels := t.Levels()
	return min(len(levels)-1, max(0, sort.Search(len(levels), func(i int) bool { return levels[i].Start > clock })-1))
}

// Events returns the events that have been read, in order of time.
func (t *Timeline) Events() []Event {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.events
}

// Err returns why the index ends before the demo: a [*fault.Error] if a mistake in this
// program has ended the pass; what was read until then stays. It is nil while nothing of
// that kind is known.
func (t *Timeline) Err() error {
	t.mu.RLock()
	fail := t.fail
	t.mu.RUnlock()
	if fail != nil {
		return fail
	}
	t.surveys.mu.RLock()
	defer t.surveys.mu.RUnlock()
	return t.surveys.fail
}

// Damage returns the first place that cannot be read, nil if none has been met yet.
func (t *Timeline) Damage() *message.Damage {
	gaps, _ := t.Gaps()
	for i := range gaps {
		if gaps[i].Count > 0 {
			return &gaps[i].Damage
		}
	}
	return nil
}

// Gaps returns the places that have been read where something of the demo is lost, in
// order of time; and the sum of the damages there.
func (t *Timeline) Gaps() ([]scan.Gap, scan.Losses) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.gaps, t.losses
}

// Memory returns how many bytes the index holds, and how many keyframes there are.
func (t *Timeline) Memory() (bytes int64, keyframes int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.memory + t.surveys.held.Load(), t.keyframes.Published()
}

// Before returns the last keyframe whose frame is before clock, in viewer's
// seconds; ok is false if there is none.
func (t *Timeline) Before(clock float64) (k scan.Keyframe, ok bool) { return t.keyframes.Before(clock) }

// NextFrame returns the viewer's time of the first frame after clock; clock and
// false if there is none.
func (t *Timeline) NextFrame(clock float64) (next float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] > clock })
	if i == len(t.clocks) {
		return clock, false
	}
	return t.clocks[i], true
}

// PrevFrame returns the viewer's time of the last frame before clock; clock and
// false if there is none.
func (t *Timeline) PrevFrame(clock float64) (prev float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] >= clock })
	if i == 0 {
		return clock, false
	}
	return t.clocks[i-1], true
}
