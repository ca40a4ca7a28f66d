package scan

import (
	"slices"
	"sort"
	"sync"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// ringDepth is more packets than deltas of any protocol refer back: after that many, no packet can refer to a frame
// before a keyframe.
const ringDepth = 256

// Keyframe is a position that a [Cursor] can return to, see [Cursor.Return].
type Keyframe struct {
	Mark  message.Mark // of the next packet
	World *world.World // must not be changed
	size  int64        // bytes that it doesn't share with the previous keyframe
}

// Keyframes is the [Listener] that keeps copies of the world, so that a [Cursor] reaches any moment of the demo
// quickly. One goroutine adds keyframes. Before and Published are safe for concurrent use.
type Keyframes struct {
	spacing int64        // bytes of demo between two keyframes; grows if memory is short
	room    func() int64 // maximum bytes of all keyframes
	size    func() int64 // bytes of the demo

	// fresh are keyframes that may still need earlier frames for later packets. They are published when no later packet
	// can refer to these.
	fresh []Keyframe
	held  int64 // bytes of all keyframes, published and fresh
	last  int64 // offset of the last keyframe

	mu   sync.RWMutex
	list []Keyframe // published
}

// NewKeyframes returns keyframes at intervals of spacing bytes of demo. room returns the maximum number of bytes of all
// keyframes. Beyond it, every second keyframe is dropped and the spacing doubles, up to the size of the demo in bytes,
// which size returns.
func NewKeyframes(spacing int64, room, size func() int64) *Keyframes {
	return &Keyframes{spacing: spacing, room: room, size: size}
}

// Needs implements [Listener]. Keyframes have no effects, sounds and trails, because [Cursor.Reach] restores them.
func (k *Keyframes) Needs() Needs { return 0 }

// Message looks at a message before it is applied: a packet of a damaged demo may have several frames, and a later one
// may replace the base of an earlier one.
func (k *Keyframes) Message(c *Cursor, _ message.Message) {
	if len(k.fresh) > 0 && c.World.KeepsFrames() {
		k.keepBase(c.World)
	}
}

// Packet adds keyframes at their interval.
func (k *Keyframes) Packet(c *Cursor) {
	k.keepBase(c.World)
	k.Add(c)
	if k.held > k.room() {
		k.thin()
	}
}

// Add adds a keyframe after the last packet if the previous keyframe is far enough away and a moment ends there. At the
// current end of a growing demo that is unknown until the next packet arrives.
func (k *Keyframes) Add(c *Cursor) {
	if c.World.Block >= 0 && c.at-k.last >= k.spacing && !c.More() && !c.waits {
		k.last = c.at
		k.fresh = append(k.fresh, Keyframe{Mark: c.Mark(), World: c.World.Clone()})
		k.weigh(len(k.fresh) - 1)
	}
}

// keepBase gives the fresh keyframes the base of the last delta.
func (k *Keyframes) keepBase(w *world.World) {
	if len(k.fresh) == 0 {
		return
	}
	if key, ok := w.Base(); ok {
		for i := range k.fresh {
			if k.fresh[i].World.AddBase(w, key) {
				k.weigh(i)
			}
		}
	}
}

// weigh updates the size of a fresh keyframe.
func (k *Keyframes) weigh(i int) {
	var before *world.World
	switch {
	case i > 0:
		before = k.fresh[i-1].World
	case len(k.list) > 0: // only this goroutine changes it
		before = k.list[len(k.list)-1].World
	}
	f := &k.fresh[i]
	k.held -= f.size
	f.size = f.World.Memory(before)
	k.held += f.size
}

// Publish publishes the keyframes that need no earlier frames any more at a block, for [Keyframes.Before].
func (k *Keyframes) Publish(block int) {
	n := 0
	for n < len(k.fresh) && block-k.fresh[n].Mark.Block > ringDepth {
		n++
	}
	k.publish(n)
}

// Finish publishes all keyframes after the last packet. None can be added afterwards.
func (k *Keyframes) Finish() {
	k.publish(len(k.fresh))
	k.room, k.size = nil, nil // release what they refer to
}

// publish publishes the first n fresh keyframes.
func (k *Keyframes) publish(n int) {
	if n == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = append(k.list, k.fresh[:n]...)
	k.fresh = slices.Delete(k.fresh, 0, n)
}

// thin drops every second keyframe, published or fresh, until the rest fits, and doubles the spacing.
func (k *Keyframes) thin() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.held > k.room() && len(k.list)+len(k.fresh) > 1 {
		// Readers hold no slice of keyframes.
		all := len(k.list) + len(k.fresh)
		k.list = everySecond(k.list, all)
		k.fresh = everySecond(k.fresh, len(k.fresh))
		k.held = 0
		var before *world.World
		for _, list := range [...][]Keyframe{k.list, k.fresh} {
			for i := range list {
				f := &list[i]
				f.size = f.World.Memory(before)
				k.held += f.size
				before = f.World
			}
		}
		k.spacing = min(2*k.spacing, max(k.size(), k.spacing))
	}
}

// everySecond returns every second keyframe of a list, counted from the last of count keyframes, which begin with the
// list.
func everySecond(list []Keyframe, count int) []Keyframe {
	n := 0
	for i := range list {
		if (count-1-i)%2 == 0 {
			list[n] = list[i]
			n++
		}
	}
	clear(list[n:])
	return list[:n]
}

// Held returns the bytes of all keyframes. It is for the goroutine that adds them.
func (k *Keyframes) Held() int64 { return k.held }

// Published returns the number of published keyframes.
func (k *Keyframes) Published() int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return len(k.list)
}

// Before returns the last keyframe whose frame is before clock, in seconds of the viewer's clock. ok is false if there
// is none.
func (k *Keyframes) Before(clock float64) (f Keyframe, ok bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	i := sort.Search(len(k.list), func(i int) bool { return k.list[i].World.FrameClock >= clock })
	if i == 0 {
		return Keyframe{}, false
	}
	return k.list[i-1], true
}
