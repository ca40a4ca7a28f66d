// Package timeline indexes a whole demo: its length, levels and events, and keyframes close to any time. [Start]
// begins to index a demo.
//
// One pass reads the demo from beginning to end, on its own goroutine. Until it has ended, a [Timeline]
// describes the part read so far. At the end of a growing demo, the pass waits for more. Times are seconds of
// the viewer's clock: see [demoscope/player/world.State].Clock.
//
// The memory of an index is limited: [Options].Memory says how it is shared. Keyframes share data that does not
// change between them. Each counts as its difference to the one before it, even before it is published.
//
// No demo makes an index exceed its memory, or take more time than in proportion to the file: MaxLevels,
// maxEvents, maxEventText, maxNames, maxSpots and maxKinds limit its lists.
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

// Options are the limits of an index. A value of 0 or less selects the default.
type Options struct {
	// Spacing is the number of bytes of the demo between two keyframes. The default is 128 KiB, which takes
	// about a millisecond to decode.
	Spacing int64
	// Memory is the memory of the index in bytes, without its levels, which take about 300 bytes each. The
	// default is 32 MiB plus a 64th of the demo's size. Data that does not fit is thinned out, without an
	// error:
	//
	//   - The times of frames take at most a quarter. If there are more, every second one is dropped, and steps
	//     become longer.
	//   - Events take at most a quarter. Later ones are left out.
	//   - Walked areas take at most an eighth, and for a small demo at most 16 times its size, but at least 1 MiB.
	//     Later cells are left out.
	//   - Surveys take at most a quarter, and for a small demo at most 64 times its size, but at least 1 MiB.
	//     Later data is left out.
	//   - Items and their pickups take at most a sixteenth. Later pickups are left out.
	//   - Players' positions take at most an eighth. If there are more, every second one is dropped.
	//   - Keyframes take the rest. If there are more, every second one is dropped and the spacing is doubled,
	//     which makes seeking slower.
	Memory int64
	// Surveys returns another decoder at the first packet of the demo, used to gather surveys for
	// [Timeline.Survey] and walked areas for [Timeline.Walked]. If it is nil, there are none of both.
	Surveys func() message.Decoder
	// Offsets are the offsets of the world: see [world.World].
	Offsets []float64
	// Begin, if not nil, delays the pass until it is closed, [Timeline.Wait] is called, or a second has passed.
	// On a single thread, work that a user waits for comes first.
	Begin <-chan struct{}
}

// beginPatience is how long a pass waits for [Options].Begin.
var beginPatience = time.Second

const (
	defaultSpacing = 128 << 10
	// minMemory is the default memory of an index in bytes: more than any real demo of 30 MB needs. The index
	// of a larger demo may also use 1/memoryPart of the demo's size. Then a demo of 1 GB takes 1.2 GB in total,
	// and seeking takes some milliseconds.
	minMemory, memoryPart = 32 << 20, 64
	// share is the divisor for the parts of the memory that times, events and surveys may take, each.
	// walkedShare is that for walked areas.
	share, walkedShare = 4, 8
	// MaxLevels limits the levels of an index: a server recording of a whole day has some hundreds. Later data
	// belongs to the last level.
	MaxLevels = 4096
)

// Timeline is the index of one demo. Its methods are safe for concurrent use. The slices that they return must
// not be changed.
type Timeline struct {
	size    atomic.Int64 // size of the demo in bytes, so far
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
	memory int64 // size of the index in bytes
	levels []Level
	events []Event
	items  []*Items // by level
	tracks [][]Sample
	// trackNames and trackTeams are parallel to tracks: see [Timeline.Tracked].
	trackNames, trackTeams []string
	recorder               int
	clocks                 []float64 // times of the frames in viewer's seconds, ascending
	duration               float64
	complete               bool
	lateStarts             []lateStart
	gaps                   []scan.Gap
	losses                 scan.Losses
	fail                   error

	surveys surveys
}

// Start begins to index a demo of size bytes in a format, named as for [rules.New]. The decoder must be at the
// first packet, and belongs to the pass from then on. [Timeline.Stop] ends the pass early.
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

// defaultMemory returns the default of [Options].Memory for a demo of size bytes.
func defaultMemory(size int64) int64 { return minMemory + max(0, size)/memoryPart }

// Stop ends the pass and waits for its end. The index keeps what was read.
func (t *Timeline) Stop() {
	t.stop.Store(true)
	t.ending.Do(func() { close(t.stopped) })
	<-t.done
	t.stopSurveys()
}

// Wait waits until the pass has ended. If it has not begun, it begins now.
func (t *Timeline) Wait() {
	t.wanting.Do(func() { close(t.wanted) })
	<-t.done
}

// Progress returns how much of the demo has been read, 0 to 1.
func (t *Timeline) Progress() float64 {
	return min(1, float64(t.read.Load())/float64(t.size.Load()))
}

// Duration returns how many seconds of viewer's time have been read, and whether that is the whole demo.
func (t *Timeline) Duration() (seconds float64, complete bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.duration, t.complete
}

// Levels returns the levels read so far. The End of the last one grows.
func (t *Timeline) Levels() []Level {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.levels
}

// LevelAt returns the index in [Timeline.Levels] of the level at a viewer's time, or of the first level before
// its beginning; -1 if there is none yet.
func (t *Timeline) LevelAt(clock float64) int {
	levels := t.Levels()
	return min(len(levels)-1, max(0, sort.Search(len(levels), func(i int) bool { return levels[i].Start > clock })-1))
}

// Events returns the events read so far, in order of time.
func (t *Timeline) Events() []Event {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.events
}

// Err returns a [*fault.Error] if a bug in this program ended the pass before the end of the demo. The index
// keeps what was read before that.
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

// Damage returns the first damage of the demo read so far, or nil.
func (t *Timeline) Damage() *message.Damage {
	gaps, _ := t.Gaps()
	for i := range gaps {
		if gaps[i].Count > 0 {
			return &gaps[i].Damage
		}
	}
	return nil
}

// Gaps returns the places read so far where data is lost, in order of time, and the sum of these losses.
func (t *Timeline) Gaps() ([]scan.Gap, scan.Losses) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.gaps, t.losses
}

// Memory returns the size of the index in bytes, and the number of keyframes.
func (t *Timeline) Memory() (bytes int64, keyframes int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.memory + t.surveys.held.Load(), t.keyframes.Published()
}

// Before returns the last keyframe whose frame is before clock, in viewer's seconds. ok is false if there is
// none.
func (t *Timeline) Before(clock float64) (k scan.Keyframe, ok bool) { return t.keyframes.Before(clock) }

// NextFrame returns the viewer's time of the first frame after clock, or clock and false if there is none.
func (t *Timeline) NextFrame(clock float64) (next float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] > clock })
	if i == len(t.clocks) {
		return clock, false
	}
	return t.clocks[i], true
}

// PrevFrame returns the viewer's time of the last frame before clock, or clock and false if there is none.
func (t *Timeline) PrevFrame(clock float64) (prev float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] >= clock })
	if i == 0 {
		return clock, false
	}
	return t.clocks[i-1], true
}
