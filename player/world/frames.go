package world

// list is the entities of one frame, rising by number. Once complete it never
// changes, so that frames, worlds and copies share it. It goes back to the
// pool when its last reference is released, unless a copy has pinned it.
type list[E any] struct {
	items  []E
	refs   int
	pinned bool
}

// frames is the memory of a delta protocol: the lists of the last frames by
// sequence number, as deep as deltas reach, and the pool they come from.
type frames[E any] struct {
	slots []slot[E]
	free  []*list[E]
	// base is the key of the frame that the last delta was against, for
	// whoever keeps copies: a copy made after that frame lacks it.
	base     int32
	baseUsed bool
	newest   int32 // key put last
}

type slot[E any] struct {
	key   int32
	valid bool
	list  *list[E]
}

// setDepth forgets all frames and makes room for n.
func (f *frames[E]) setDepth(n int) {
	f.clear()
	f.slots = make([]slot[E], n)
}

// clear forgets all frames.
func (f *frames[E]) clear() {
	for i := range f.slots {
		f.release(f.slots[i].list)
		f.slots[i] = slot[E]{}
	}
	f.baseUsed = false
}

// take returns an empty list with one reference.
func (f *frames[E]) take() *list[E] {
	if n := len(f.free); n > 0 {
		l := f.free[n-1]
		f.free = f.free[:n-1]
		l.items = l.items[:0]
		l.refs = 1
		return l
	}
	return &list[E]{refs: 1}
}

// retain adds a reference.
func (f *frames[E]) retain(l *list[E]) {
	if l != nil && !l.pinned {
		l.refs++
	}
}

// release takes a reference away; l must not be used by its owner any more.
func (f *frames[E]) release(l *list[E]) {
	if l == nil || l.pinned {
		return
	}
	if l.refs--; l.refs == 0 {
		f.free = append(f.free, l)
	}
}

// put remembers l as the frame key; the ring takes a reference of its own.
func (f *frames[E]) put(key int32, l *list[E]) {
	s := &f.slots[uint32(key)%uint32(len(f.slots))]
	f.retain(l)
	f.release(s.list)
	*s = slot[E]{key: key, valid: true, list: l}
	f.newest = key
}

// get returns the frame key for use as a delta base, or nil if it is not, or
// no longer, there.
func (f *frames[E]) get(key int32) *list[E] {
	s := &f.slots[uint32(key)%uint32(len(f.slots))]
	if !s.valid || s.key != key {
		return nil
	}
	f.base, f.baseUsed = key, true
	return s.list
}

// pin makes a list permanent: it never goes back to a pool and its references
// are no longer counted, so that other goroutines may share it.
func pin[E any](l *list[E]) {
	if l != nil && !l.pinned {
		l.pinned = true
	}
}
