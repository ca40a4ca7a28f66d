// Package timeline is the index of a whole demo: how long it is, its levels,
// what happens when, and keyframes from which any moment is a short way.
//
// One pass reads the demo from its first byte to its last, beside playing.
// Everything here answers for the part already read.
package timeline

import (
	"sort"
	"sync"
	"sync/atomic"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Options are the limits of an index.
type Options struct {
	// Spacing is how many bytes of demo lie between two keyframes: what can
	// be decoded in about a millisecond. Default 128 KiB.
	Spacing int64
	// Memory is how many bytes all keyframes together may hold. Where it
	// does not suffice, every second keyframe is dropped and Spacing doubled.
	// Default twice the demo's size, at least 32 MiB.
	Memory int64
}

const (
	defaultSpacing = 128 << 10
	minMemory      = 32 << 20
)

// ringDepth is more than any protocol's deltas reach back, in packets; after
// it a keyframe needs no further bases.
const ringDepth = 256

// Level is one map of a demo.
type Level struct {
	Map        string  // game path, "maps/e1m1.bsp"
	Title      string  // bytes in the game's charset
	Start, End float64 // viewer's seconds
}

// Keyframe is a moment to go on from.
type Keyframe struct {
	Mark  message.Mark
	World *world.World // immutable
}

// Timeline is the index of one demo. Its methods may be called from any
// goroutine.
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

// Start begins the pass over a demo of size bytes. Decoder must be one that
// nobody else uses.
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

// Stop ends the pass; what was read stays.
func (t *Timeline) Stop() {
	t.stop.Store(true)
	<-t.done
}

// Wait returns when the pass has ended.
func (t *Timeline) Wait() { <-t.done }

// Progress returns how much of the file has been read, 0 to 1.
func (t *Timeline) Progress() float64 {
	return min(1, float64(t.read.Load())/float64(t.size))
}

// Duration returns the viewer's seconds read so far, and whether that is all.
func (t *Timeline) Duration() (seconds float64, complete bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.duration, t.complete
}

// Levels returns the levels found so far; the last one's End grows. The slice
// is shared: do not change it.
func (t *Timeline) Levels() []Level {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.levels
}

// LevelAt returns the number in Levels of the level at a viewer's time, -1 if
// there is none.
func (t *Timeline) LevelAt(clock float64) int {
	levels := t.Levels()
	return min(len(levels)-1, max(0, sort.Search(len(levels), func(i int) bool { return levels[i].Start > clock })-1))
}

// Events returns what was found so far, in order. The slice is shared: do not
// change it.
func (t *Timeline) Events() []Event {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.events
}

// Damage returns where the demo cannot be read, nil if it can.
func (t *Timeline) Damage() *message.Damage {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.damage
}

// Memory returns how many bytes the keyframes hold, and how many they are.
func (t *Timeline) Memory() (bytes int64, keyframes int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.memory, len(t.keyframes)
}

// Before returns the last keyframe whose frame is before clock, in viewer's
// seconds; ok is false if only the beginning of the demo is.
func (t *Timeline) Before(clock float64) (k Keyframe, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.keyframes), func(i int) bool { return t.keyframes[i].World.FrameClock >= clock })
	if i == 0 {
		return Keyframe{}, false
	}
	return t.keyframes[i-1], true
}

// BlockAt returns the last packet whose moment is not after clock, in viewer's
// seconds; -1 if there is none.
func (t *Timeline) BlockAt(clock float64) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] > clock }) - 1
}

// ClockOf returns the viewer's time of a packet; the nearest known one's if
// it has not been read.
func (t *Timeline) ClockOf(block int) float64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.clocks) == 0 {
		return 0
	}
	return t.clocks[max(0, min(block, len(t.clocks)-1))]
}

// NextFrame returns the time of the first frame after clock, and PrevFrame
// that of the last frame before it; ok is false if there is none.
func (t *Timeline) NextFrame(clock float64) (next float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i] > clock })
	if i == len(t.clocks) {
		return clock, false
	}
	return t.clocks[i], true
}

// PrevFrame returns the time of the last frame before clock; ok is false if
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
