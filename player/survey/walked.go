package survey

import "demoscope/player/world"

// Walk gathers the walked area of one level like a [Survey], but not the shape, which saves most of the work.
// [NewWalk] returns an empty one. A walk is not safe for concurrent use.
type Walk struct{ s *Survey }

// NewWalk returns an empty walk of a level, or nil if the budget is exhausted.
func NewWalk(game world.Game, b *Budget) *Walk {
	s := New(game, b)
	if s == nil {
		return nil
	}
	s.walks = true
	return &Walk{s}
}

// Frame adds the data of a new frame.
func (k *Walk) Frame(w *world.World) { k.s.Frame(w) }

// Finish ends the walk and frees what is only needed to add frames.
func (k *Walk) Finish() {
	k.s.Finish()
	k.s.heat.known, k.s.heat.pages, k.s.heat.used = table{}, nil, 0
}

// Walked returns the area walked so far. It shares its slices with k.
func (k *Walk) Walked() *Walked { return k.s.Walked() }
