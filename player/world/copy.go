package world

// CopyFrom makes w equal to src, a world of the same format, so that packets can be applied to w
// from there on. Rarely changing data is shared until one of the two changes it. Lists of entities
// stay shared: if src is a live world, it no longer reuses their memory. A copy to which no packets
// are applied is immutable, and may be copied by other goroutines.
//
// Earlier frames, which delta protocols refer to, are copied only if src is a [World.Clone], which
// has just the frames it needs. See [World.Base] and [World.AddBase].
func (w *World) CopyFrom(src *World) {
	src.Settle()
	w.Game = src.Game
	w.State = src.State
	w.Since = src.Since
	// Owned: copied into w's own memory.
	w.Nails = append(w.Nails[:0], src.Nails...)
	w.Players, w.posed = copyPlayers(w.Players, src.Players), src.posed
	w.Notices.copyFrom(&src.Notices)
	w.Effects.copyFrom(&src.Effects)
	// Only live worlds append to Statics. Limiting the capacity of the copy makes it immutable.
	w.Statics = src.Statics[:len(src.Statics):len(src.Statics)]
	// Copied on write.
	w.level.share(&src.level)
	w.lightStyles.share(&src.lightStyles)
	w.baselines.share(&src.baselines)
	w.results.share(&src.results)
	// Immutable.
	w.current, w.Entities = shareList(w.current, src.current), src.Entities
	w.previous, w.PrevEntities = shareList(w.previous, src.previous), src.PrevEntities
	w.late = false

	w.rules.CopyFrom(src.rules, src.kept)
	w.LastPacket.forget()
	w.kept = false
}

// Clone returns a copy of w for keeping. See [World.CopyFrom].
func (w *World) Clone() *World {
	c := New(w.Game, w.newRules)
	c.CopyFrom(w)
	c.kept = true
	return c
}

// shareList releases old, pins l, and returns l.
func shareList(old, l *List) *List {
	l.Pin()
	old.Release()
	return l
}

// copyPlayers copies src into the memory of dst.
func copyPlayers(dst, src []Player) []Player {
	if cap(dst) < len(src) {
		dst = append(make([]Player, 0, len(src)), dst...)
	}
	dst = dst[:len(src)]
	for i := range src {
		stats, hud := dst[i].Stats, dst[i].Quake2HUD
		dst[i] = src[i]
		if src[i].Stats != nil {
			if stats == nil {
				stats = new(Stats)
			}
			*stats = *src[i].Stats
			dst[i].Stats = stats
		}
		if src[i].Quake2HUD != nil {
			if hud == nil {
				hud = new(Quake2HUD)
			}
			*hud = *src[i].Quake2HUD
			dst[i].Quake2HUD = hud
		}
	}
	return dst
}

// KeepsFrames reports whether packets may refer to frames older than the last one. See
// [World.Base].
func (w *World) KeepsFrames() bool { return w.keeper != nil }

// Base returns the key of the frame that the delta of the last packet was based on. ok is false if
// the packet had a full frame or its base was missing.
func (w *World) Base() (key int32, ok bool) {
	if w.keeper != nil {
		return w.keeper.Base()
	}
	return 0, false
}

// AddBase copies the frame with the given key from src, a live world slightly later in the same
// demo, into w, a copy, unless w already has it. Once w has all frames that later packets refer to,
// packets can be applied to it. AddBase reports whether it copied the frame.
func (w *World) AddBase(src *World, key int32) (added bool) {
	return w.keeper != nil && w.keeper.AddBase(src.rules, key)
}
