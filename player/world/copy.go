package world

// CopyFrom makes w the world that src is, for going on from there. What
// rarely changes is shared, lists are shared for good: src, if it is a live
// world, gives up their memory. A copy that nobody drives is immutable and
// can be the source for worlds on other goroutines.
//
// The memory of earlier frames, which delta protocols refer to, is copied only
// from a Clone, which has none but those that it needs: see Base and AddBase.
func (w *World) CopyFrom(src *World) {
	src.Settle()
	players, statics, nails := w.Players, w.Statics, w.Nails
	notices, effects, events := &w.Notices, &w.Effects, w.Events[:0]
	notices.copyFrom(&src.Notices)
	effects.copyFrom(&src.Effects)
	savedNotices, savedEffects := *notices, *effects
	level, styles, bl := w.level, w.lightStyles, w.baselines
	fr, ru, later := w.frames, w.rules, w.Defer
	current, previous := w.current, w.previous

	*w = *src

	w.Notices, w.Effects, w.Events = savedNotices, savedEffects, events
	w.level, w.lightStyles, w.baselines = level, styles, bl
	w.level.share(&src.level)
	w.lightStyles.share(&src.lightStyles)
	w.baselines.share(&src.baselines)
	w.Players = copyPlayers(players, src.Players)
	w.Statics = append(statics[:0], src.Statics...)
	w.Nails = append(nails[:0], src.Nails...)

	w.frames = fr
	w.frames.copyFrom(&src.frames, src.kept)
	pin(src.current)
	pin(src.previous)
	w.frames.release(current)
	w.frames.release(previous)
	w.rules, w.Defer = ru, later
	w.rules.copyFrom(src.rules, src.kept)
	w.kept = false
}

// Clone returns a copy of w to keep: see CopyFrom.
func (w *World) Clone() *World {
	c := New(w.format)
	c.CopyFrom(w)
	c.kept = true
	return c
}

// copyPlayers copies src into the memory of dst.
func copyPlayers(dst, src []Player) []Player {
	for i := range src {
		if i >= len(dst) {
			if i < cap(dst) {
				dst = dst[:i+1]
			} else {
				dst = append(dst, Player{})
			}
		}
		stats := dst[i].Stats
		dst[i] = src[i]
		if src[i].Stats != nil {
			if stats == nil {
				stats = new(Stats)
			}
			*stats = *src[i].Stats
			dst[i].Stats = stats
		}
	}
	return dst[:len(src)]
}

// copyFrom forgets all frames but src's newest, or with whole all of src's.
// The pool stays.
func (f *frames[E]) copyFrom(src *frames[E], whole bool) {
	if len(f.slots) != len(src.slots) {
		f.setDepth(len(src.slots))
	}
	f.clear()
	f.newest = src.newest
	if whole {
		copy(f.slots, src.slots) // the lists of a kept world are pinned
		return
	}
	newest := -1
	for i := range src.slots {
		if src.slots[i].valid && (newest < 0 || src.slots[i].key-src.slots[newest].key > 0) {
			newest = i
		}
	}
	if newest >= 0 {
		pin(src.slots[newest].list)
		f.slots[newest] = src.slots[newest]
	}
}

// Base returns the key of the frame that the packet applied last was a change
// of, and whether it was one at all.
func (w *World) Base() (key int32, ok bool) {
	if r, ok := w.rules.(baseKeeper); ok {
		return r.base()
	}
	return w.frames.base, w.frames.baseUsed
}

// baseKeeper are rules that keep the memory of earlier frames themselves.
type baseKeeper interface {
	base() (key int32, ok bool)
	addBase(src rules, key int32)
	// memory returns how many bytes that is, with all else of the rules.
	memory() int64
}

// AddBase gives w, a copy, the frame key of src, a live world of the same
// demo a little later on, if w lacks it: then w can be driven from where it
// is, although its next packets refer to frames before it.
func (w *World) AddBase(src *World, key int32) {
	if r, ok := w.rules.(baseKeeper); ok {
		r.addBase(src.rules, key)
		return
	}
	if len(w.frames.slots) == 0 || len(w.frames.slots) != len(src.frames.slots) {
		return
	}
	i := uint32(key) % uint32(len(w.frames.slots))
	s := src.frames.slots[i]
	if w.frames.slots[i].valid || !s.valid || s.key != key || key-w.frames.newest > 0 {
		return
	}
	pin(s.list)
	w.frames.slots[i] = s
}
