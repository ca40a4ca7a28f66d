// Package ring keeps the frames that a delta protocol refers to. QuakeWorld's,
// Quake II's and Quake III's all do it in the same way; what a frame is, and
// what it costs to keep one, is theirs.
package ring

import "unsafe"

// Ring is the last frames by sequence number, as many as deltas reach back.
// The zero value is a ring of no frames.
type Ring[F any] struct {
	slots  []slot[F]
	newest int32 // key of the frame put last
	// base is the key of the frame that the last delta was against, for
	// whoever keeps copies: a copy made after that frame lacks it.
	base     int32
	baseUsed bool
}

type slot[F any] struct {
	frame F
	key   int32
	valid bool
}

// New returns a ring for frames as far back as depth.
func New[F any](depth int) Ring[F] { return Ring[F]{slots: make([]slot[F], depth)} }

func (r *Ring[F]) slot(key int32) *slot[F] {
	return &r.slots[uint32(key)%uint32(len(r.slots))]
}

// Begin forgets which frame the last packet was a change of.
func (r *Ring[F]) Begin() { r.baseUsed = false }

// Base returns the frame key for use as the base of a delta, and remembers
// that it was used; false if it is not, or no longer, there.
func (r *Ring[F]) Base(key int32) (frame F, ok bool) {
	if frame, ok = r.Get(key); ok {
		r.base, r.baseUsed = key, true
	}
	return frame, ok
}

// Used returns the key of the frame that the last packet was a change of;
// false if it was a full frame, or its base was not there.
func (r *Ring[F]) Used() (key int32, ok bool) { return r.base, r.baseUsed }

// Get returns the frame key, false if it is not, or no longer, there.
func (r *Ring[F]) Get(key int32) (frame F, ok bool) {
	if s := r.slot(key); s.valid && s.key == key {
		return s.frame, true
	}
	return frame, false
}

// Place returns the frame whose place the frame key would take, false if that is
// free.
func (r *Ring[F]) Place(key int32) (frame F, ok bool) {
	s := r.slot(key)
	return s.frame, s.valid
}

// Newest returns the frame that was put last, and its key; false if there is
// none.
func (r *Ring[F]) Newest() (frame F, key int32, ok bool) {
	frame, ok = r.Get(r.newest)
	return frame, r.newest, ok
}

// Put makes frame the frame key and the newest. It returns the frame whose
// place it takes, the zero value if there is none.
func (r *Ring[F]) Put(key int32, frame F) (old F) {
	s := r.slot(key)
	old = s.frame
	*s = slot[F]{frame, key, true}
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

// Clear forgets all frames; drop is called with each.
func (r *Ring[F]) Clear(drop func(frame F)) {
	r.All(drop)
	clear(r.slots)
	r.baseUsed = false
}

// CopyFrom puts copies of src's newest frame, or if all is set of all of its
// frames, into the ring, which is empty and as deep.
func (r *Ring[F]) CopyFrom(src *Ring[F], all bool, copied func(frame F) F) {
	r.newest = src.newest
	r.base, r.baseUsed = src.base, src.baseUsed
	for i := range src.slots {
		if s := &src.slots[i]; s.valid && (all || s.key == src.newest) {
			r.slots[i] = slot[F]{copied(s.frame), s.key, true}
		}
	}
}

// Add puts a copy of the frame key of src, a ring a little later on in the same
// demo, into the ring, if that lacks it and is not older than that frame.
func (r *Ring[F]) Add(src *Ring[F], key int32, copied func(frame F) F) {
	s := r.slot(key)
	frame, ok := src.Get(key)
	if _, newest, some := r.Newest(); !ok || s.valid || !some || key-newest > 0 {
		return
	}
	*s = slot[F]{copied(frame), key, true}
}

// Size returns how many bytes the ring holds, without its frames.
func (r *Ring[F]) Size() int64 { return int64(cap(r.slots)) * int64(unsafe.Sizeof(slot[F]{})) }
