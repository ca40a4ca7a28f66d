// Package timeline is the index of a whole demo: how long it is, its levels,
// what happens when, the ground that was walked, and keyframes from which any
// moment is a short way. [Cursor] drives a world through a demo; [Start] makes
// the index of one.
//
// One pass reads the demo from its first byte to its last, on a goroutine of its
// own. Everything here answers for the part that has been read. All times are
// seconds of the viewer's clock: see [demoscope/player/world.World].Clock.
package timeline

import (
	"sort"
	"sync"
	"sync/atomic"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Options are the limits of an index. Zero and less stand for the defaults.
type Options struct {
	// Spacing is how many bytes of demo lie between two keyframes. The default
	// is 128 KiB, which takes about a millisecond to decode.
	Spacing int64
	// Memory is how many bytes all keyframes together may hold. Where it does
	// not suffice, every second keyframe is dropped and the spacing doubled. The
	// default is twice the demo's size, and 32 MiB at least.
	Memory int64
}

const (
	defaultSpacing = 128 << 10
	minMemory      = 32 << 20
)

// ringDepth is more packets than any protocol's deltas reach back: when so many
// have followed a keyframe, no later one can refer to a frame before it.
const ringDepth = 256

// Level is one map of a demo.
type Level struct {
	Map        string  // game path, "maps/e1m1.bsp"
	Title      string  // bytes in the game's charset
	Start, End float64 // viewer's seconds; End is the next level's Start
}

// Keyframe is a moment to go on from: see [Cursor.Return].
type Keyframe struct {
	Mark  message.Mark // of the packet after it
	World *world.World // must not be changed
}

// Timeline is the index of one demo. Its methods may be called from any
// goroutine, and the slices that they return must not be changed.
type Timeline struct {
	size    int64
	options Options
	read    atomic.Int64
	done    chan struct{}
	stop    atomic.Bool

	mu        sync.RWMutex
	keyframes []Keyframe
	memory    int64
	levels    []Level
	events    []Event
	walked    []*Walked // by level
	clocks    []float64 // viewer's seconds of the frame after each packet
	duration  float64
	complete  bool
	damage    *message.Damage
}

// Start begins the pass over a demo of size bytes, in the format of that name.
// The decoder is at the first packet and belongs to the pass. [Timeline.Stop]
// ends it early.
func Start(format string, decoder message.Decoder, size int64, o Options) *Timeline {
	if o.Spacing <= 0 {
		o.Spacing = defaultSpacing
	}
	if o.Memory <= 0 {
		o.Memory = max(2*size, minMemory)
	}
	t := &Timeline{size: max(size, 1), options: o, done: make(chan struct{})}
	go t.run(NewCursor(format, decoder))
	return t
}

// Stop ends the pass and returns when it has ended. What was read stays.
func (t *Timeline) Stop() {
	t.stop.Store(true)
	<-t.done
}

// Wait returns when the pass has ended.
func (t *Timeline) Wait() { <-t.done }

// Progress returns how much of the demo has been read, 0 to 1.
func (t *Timeline) Progress() float64 {
	return min(1, float64(t.read.Load())/float64(t.size))
}

// Duration returns how many viewer's seconds have been read, and whether that is
// all of them.
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

// LevelAt returns the index in [Timeline.Levels] of the level at a viewer's time,
// the first before the beginning; -1 if there is none yet.
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

// Damage returns the first place that cannot be read, nil if none was met.
func (t *Timeline) Damage() *message.Damage {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.damage
}

// Memory returns how many bytes the keyframes hold, and how many there are.
func (t *Timeline) Memory() (bytes int64, keyframes int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.memory, len(t.keyframes)
}

// Before returns the last keyframe whose frame is before clock, in viewer's
// seconds; ok is false if there is none.
func (t *Timeline) Before(clock float64) (k Keyframe, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.keyframes), func(i int) bool { return t.keyframes[i].World.FrameClock >= clock })
	if i == 0 {
		return Keyframe{}, false
	}
	return t.keyframes[i-1], true
}

// NextFrame returns the time of the first frame after clock; clock and false if
// there is none.
func (t *Timeline) NextFrame(clock float64) (next float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] > clock })
	if i == len(t.clocks) {
		return clock, false
	}
	return t.clocks[i], true
}

// PrevFrame returns the time of the last frame before clock; clock and false if
// there is none.
func (t *Timeline) PrevFrame(clock float64) (prev float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] >= clock })
	if i == 0 {
		return clock, false
	}
	return t.clocks[i-1], true
}
