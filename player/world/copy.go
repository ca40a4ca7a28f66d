package world

// CopyFrom makes w equal to src, a world of the same format, so that w can be
// driven on from there. What rarely changes is shared until one of the two
// changes it. Lists of entities are shared for good: if src is a live world, it no
// longer reuses their memory. A copy that is not driven is immutable, and worlds on
// other goroutines may be copied from it.
//
// Earlier frames, which delta protocols refer to, are copied only from a
// [World.Clone], which has just those that it needs: see [World.Base] and
// [World.AddBase].
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
	// Values are only added, by a live world alone: a copy has no room for more.
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

// KeepsFrames reports whether packets may refer to frames before the last: see [World.Base].
func (w *World) KeepsFrames() bool { return w.keeper != nil }

// Base returns the key of the frame that the last packet's delta was based on;
// false if the packet had a full frame, or its base was missing.
func (w *World) Base() (key int32, ok bool) {
	if w.keeper != nil {
		return w.keeper.Base()
	}
	return 0, false
}

// AddBase copies the frame with a key from src, a live world a little later in
// the same demo, into w, a copy, unless w has it. With the frames that later
// packets refer to, w can be driven on from where it is. It reports whether the frame
// was copied.
func (w *World) AddBase(src *World, key int32) (added bool) {
	return w.keeper != nil && w.keeper.AddBase(src.rules, key)
}
