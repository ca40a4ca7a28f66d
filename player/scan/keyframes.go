package scan

import (
	"slices"
	"sort"
	"sync"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// ringDepth is more packets than any protocol's deltas reach back: after so many no
// packet can refer to a frame before a keyframe.
const ringDepth = 256

// Keyframe is a moment that a [Cursor] can be sent to: see [Cursor.Return].
type Keyframe struct {
	Mark  message.Mark // of the packet after it
	World *world.World // must not be changed
	size  int64        // bytes that it does not share with the keyframe before it
}

// Keyframes is the [Listener] that keeps copies of the world, so that a [Cursor] reaches
// any moment of the demo soon. One goroutine adds to them; Before and Published may be
// called from any.
type Keyframes struct {
	spacing int64        // bytes of demo between two; it grows when room is short
	room    func() int64 // bytes that they may hold
	size    func() int64 // bytes of the demo

	// fresh are keyframes that may still need earlier frames, which later packets
	// refer to; they are published when no later packet can refer to any.
	fresh []Keyframe
	held  int64 // bytes of all keyframes, the published ones and the fresh ones
	last  int64 // offset of the last keyframe

	mu   sync.RWMutex
	list []Keyframe // published
}

// NewKeyframes returns keyframes that lie some bytes of demo apart. Room returns how many
// bytes they may hold: beyond it every second is dropped, and the spacing is doubled, up to
// the bytes of the demo that size returns.
func NewKeyframes(spacing int64, room, size func() int64) *Keyframes {
	return &Keyframes{spacing: spacing, room: room, size: size}
}

// Needs implements [Listener]. Keyframes have no effects, sounds and trails: [Cursor.Reach] adds them again.
func (k *Keyframes) Needs() Needs { return 0 }

// Message looks at a message before it is applied: a packet of a damaged demo may have
// several frames, and a later one may replace what an earlier one was a change of.
func (k *Keyframes) Message(c *Cursor, _ message.Message) {
	if len(k.fresh) > 0 && c.World.KeepsFrames() {
		k.keepBase(c.World)
	}
}

// Packet keeps the world behind a packet now and then.
func (k *Keyframes) Packet(c *Cursor) {
	k.keepBase(c.World)
	k.Add(c)
	if k.held > k.room() {
		k.thin()
	}
}

// Add keeps the world behind the last packet, if the last keyframe is far enough away and a moment ends there. At
// the end of a demo that grows that is not known until the next packet has come.
func (k *Keyframes) Add(c *Cursor) {
	if c.World.Block >= 0 && c.at-k.last >= k.spacing && !c.More() && !c.waits {
		k.last = c.at
		k.fresh = append(k.fresh, Keyframe{Mark: c.Mark(), World: c.World.Clone()})
		k.weigh(len(k.fresh) - 1)
	}
}

// keepBase gives fresh keyframes the frame that the last delta was based on.
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

// weigh counts what a fresh keyframe holds, and again if that has changed.
func (k *Keyframes) weigh(i int) {
	var before *world.World
	switch {
	case i > 0:
		before = k.fresh[i-1].World
	case len(k.list) > 0: // which only this goroutine changes
		before = k.list[len(k.list)-1].World
	}
	f := &k.fresh[i]
	k.held -= f.size
	f.size = f.World.Memory(before)
	k.held += f.size
}

// Publish lets [Keyframes.Before] find those that need no more earlier frames at a block.
func (k *Keyframes) Publish(block int) {
	n := 0
	for n < len(k.fresh) && block-k.fresh[n].Mark.Block > ringDepth {
		n++
	}
	k.publish(n)
}

// Finish lets [Keyframes.Before] find all, behind the last packet. Nothing may be added any more.
func (k *Keyframes) Finish() {
	k.publish(len(k.fresh))
	k.room, k.size = nil, nil // and what they hold
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

// thin drops every second keyframe, published and fresh ones, until what remains fits,
// and doubles the spacing of those to come.
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

// everySecond returns the keyframes of a list that are an even number away from the
// last of count, which it is a part of.
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

// Held returns how many bytes all keyframes hold, for the goroutine that adds to them.
func (k *Keyframes) Held() int64 { return k.held }

// Published returns how many keyframes there are to find.
func (k *Keyframes) Published() int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return len(k.list)
}

// Before returns the last keyframe whose frame is before clock, in viewer's
// seconds; ok is false if there is none.
func (k *Keyframes) Before(clock float64) (f Keyframe, ok bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	i := sort.Search(len(k.list), func(i int) bool { return k.list[i].World.FrameClock >= clock })
	if i == 0 {
		return Keyframe{}, false
	}
	return k.list[i-1], true
}
