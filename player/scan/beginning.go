package scan

import "demoscope/player/world"

// Beginning is when a level begins, for all that tell of levels: with the first frame that shows somebody or
// something of it. A level that shows nothing begins with its first frame, and one without frames where it
// was named, behind all that is of the level before.
type Beginning struct {
	Clock         float64 // viewer's seconds, so far
	Shown         bool    // it begins there for good
	named, framed bool
}

// Empty reports whether no frame of the level has come: it was named, and nothing of it is to be seen.
func (b *Beginning) Empty() bool { return !b.framed }

// Packet looks at the packet that was applied last, which is of the level. It reports whether
// Clock or Empty may have changed.
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
