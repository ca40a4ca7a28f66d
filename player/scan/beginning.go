package scan

import "demoscope/player/world"

// Beginning is when a level begins, for everything that reports levels: at the first frame that shows an entity or a
// player of it. A level that shows nothing begins with its first frame. A level without frames begins where it was
// named, after everything of the previous level.
type Beginning struct {
	Clock         float64 // seconds of the viewer's clock so far
	Shown         bool    // Clock is final
	named, framed bool
}

// Empty reports whether the level has had no frame: it was named, but nothing of it is visible.
func (b *Beginning) Empty() bool { return !b.framed }

// Packet looks at the last packet, which belongs to the level. It reports whether Clock or Empty may have changed.
func (b *Beginning) Packet(w *world.World) bool {
	if b.Shown {
		return false
	}
	first := !b.named || w.Framed() && !b.framed
	b.Shown, b.named, b.framed = w.Shown(), true, b.framed || w.Framed()
	if first || b.Shown {
		b.Clock = w.Clock
		return true
	}
	return false
}
