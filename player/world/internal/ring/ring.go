// Package ring stores the last frames of a delta protocol for later deltas. QuakeWorld, Quake II and Quake III use it,
// each with its own frames.
package ring

import "unsafe"

// Ring stores frames by their keys, which are sequence numbers, as far back as deltas refer. [New] makes one.
type Ring[F any] struct {
	slots  []slot[F]
	newest int32 // key of the last frame put
	// replaced is the frame that the last Put replaced, see AddReplaced.
	replaced slot[F]
	puts     int64 // number of Puts, in this ring and those that it was copied from
	// base is the key of the last delta's base, valid if baseUsed is set. A copy with only the newest frame may need
	// that frame.
	base     int32
	baseUsed bool
}

type slot[F any] struct {
	frame F
	key   int32
	put   int64 // Ring.puts when it was put
	valid bool
}

// New returns a ring with room for depth frames.
func New[F any](depth int) Ring[F] { return Ring[F]{slots: make([]slot[F], depth)} }

// Depth returns the number of frames that the ring has room for.
func (r *Ring[F]) Depth() int { return len(r.slots) }

func (r *Ring[F]) slot(key int32) *slot[F] {
	return &r.slots[uint32(key)%uint32(len(r.slots))]
}

// Begin begins a packet, which has used no base yet.
func (r *Ring[F]) Begin() { r.baseUsed = false }

// Base returns the frame with a key for use as the base of a delta, and notes its use. ok is false if the ring lacks
// the frame.
func (r *Ring[F]) Base(key int32) (frame F, ok bool) {
	if frame, ok = r.Get(key); ok {
		r.base, r.baseUsed = key, true
	}
	return frame, ok
}

// Used returns the key of the base that the last packet used. ok is false if the packet had a full frame, or its base
// was missing.
func (r *Ring[F]) Used() (key int32, ok bool) { return r.base, r.baseUsed }

// Get returns the frame with a key. ok is false if the ring lacks it.
func (r *Ring[F]) Get(key int32) (frame F, ok bool) {
	if s := r.slot(key); s.valid && s.key == key {
		return s.frame, true
	}
	return frame, false
}

// Place returns the frame that a frame with this key would replace. ok is false if there is none.
func (r *Ring[F]) Place(key int32) (frame F, ok bool) {
	s := r.slot(key)
	return s.frame, s.valid
}

// Newest returns the last frame put, and its key. ok is false if there is none.
func (r *Ring[F]) Newest() (frame F, key int32, ok bool) {
	frame, ok = r.Get(r.newest)
	return frame, r.newest, ok
}

// Put adds a frame, which becomes the newest. It returns the frame that it replaces, or the zero value.
func (r *Ring[F]) Put(key int32, frame F) (old F) {
	s := r.slot(key)
	old = s.frame
	r.puts++
	r.replaced = *s
	*s = slot[F]{frame, key, r.puts, true}
	r.newest = key
	return old
}

// All calls do with every frame.
func (r *Ring[F]) All(do func(frame F)) {
	for i := range r.slots {
		if r.slots[i].valid {
			do(r.slots[i].frame)
		}
	}
}

// Clear removes all frames and calls drop with each.
func (r *Ring[F]) Clear(drop func(frame F)) {
	r.All(drop)
	clear(r.slots)
	r.replaced = slot[F]{}
	r.baseUsed = false
}

// CopyFrom adds copies of src's newest frame, or of all its frames if all is set. The ring must be empty and of the
// same depth.
func (r *Ring[F]) CopyFrom(src *Ring[F], all bool, copied func(frame F) F) {
	r.newest, r.puts = src.newest, src.puts
	r.base, r.baseUsed = src.base, src.baseUsed
	for i := range src.slots {
		if s := &src.slots[i]; s.valid && (all || s.key == src.newest) {
			r.slots[i] = slot[F]{copied(s.frame), s.key, s.put, true}
		}
	}
}

// Add adds a copy of the frame with a key from src, a ring at a later position in the same demo. It does nothing if src
// lacks the frame, if its slot is taken, or if it was put after the newest frame, because sequence numbers may restart.
// It reports whether the frame was added.
func (r *Ring[F]) Add(src *Ring[F], key int32, copied func(frame F) F) (added bool) {
	return r.add(src.slot(key), key, copied)
}

// AddReplaced is [Ring.Add] for the frame that src's newest frame replaced and may be a delta from. The caller must
// have kept it.
func (r *Ring[F]) AddReplaced(src *Ring[F], key int32, copied func(frame F) F) (added bool) {
	return r.add(&src.replaced, key, copied)
}

func (r *Ring[F]) add(from *slot[F], key int32, copied func(frame F) F) (added bool) {
	s := r.slot(key)
	if _, _, some := r.Newest(); !from.valid || from.key != key || s.valid || !some || from.put > r.puts {
		return false
	}
	*s = slot[F]{copied(from.frame), key, from.put, true}
	return true
}

// Size returns the size of the ring in bytes, without its frames.
func (r *Ring[F]) Size() int64 { return int64(cap(r.slots)) * int64(unsafe.Sizeof(slot[F]{})) }
