package world

// CopyFrom makes w the world that src, of the same format, is, for going on
// from there. What rarely changes is shared until one of them changes it, and
// the lists of entities are shared for good: src, if it is a live world, gives
// up their memory. A copy that is not driven is immutable and can be the source
// for worlds on other goroutines.
//
// The memory of earlier frames, which delta protocols refer to, is copied only
// from a Clone, which has none but those that it needs: see [World.Base] and
// [World.AddBase].
func (w *World) CopyFrom(src *World) {
	src.Settle()
	w.Game = src.Game
	w.State = src.State
	// Owned: copied into the memory that w has.
	w.Statics = append(w.Statics[:0], src.Statics...)
	w.Nails = append(w.Nails[:0], src.Nails...)
	w.Players = copyPlayers(w.Players, src.Players)
	w.Notices.copyFrom(&src.Notices)
	w.Effects.copyFrom(&src.Effects)
	// Copied on write.
	w.level.share(&src.level)
	w.lightStyles.share(&src.lightStyles)
	w.baselines.share(&src.baselines)
	// Never changed.
	w.current, w.Entities = shareList(w.current, src.current), src.Entities
	w.previous, w.PrevEntities = shareList(w.previous, src.previous), src.PrevEntities

	w.rules.CopyFrom(src.rules, src.kept)
	w.Events = w.Events[:0]
	w.kept = false
}

// Clone returns a copy of w to keep: see [World.CopyFrom].
func (w *World) Clone() *World {
	c := New(w.Game, w.newRules)
	c.CopyFrom(w)
	c.kept = true
	return c
}

// shareList gives up old for l, which becomes permanent.
func shareList(old, l *List) *List {
	l.Pin()
	old.Release()
	return l
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

// Base returns the key of the frame that the packet applied last was a change
// of; false if it was a full frame, or its base was not there.
func (w *World) Base() (key int32, ok bool) {
	if r, ok := w.rules.(FrameKeeper); ok {
		return r.Base()
	}
	return 0, false
}

// AddBase gives w, a copy, the frame key of src, a live world of the same
// demo a little later on, if w lacks it: then w can be driven from where it
// is, although its next packets refer to frames before it.
func (w *World) AddBase(src *World, key int32) {
	if r, ok := w.rules.(FrameKeeper); ok {
		r.AddBase(src.rules, key)
	}
}
