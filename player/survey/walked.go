package survey

import "demoscope/player/world"

// Walk gathers the ground of one level that players walked on, as a [Survey] does, and nothing
// else of its shape, which is most of the work. [NewWalk] makes one. It is for one goroutine.
type Walk struct{ s *Survey }

// NewWalk returns the empty walk of a level of a game, nil if there is no room for one.
func NewWalk(game world.Game, b *Budget) *Walk {
	s := New(game, b)
	if s == nil {
		return nil
	}
	s.walks = true
	return &Walk{s}
}

// Frame adds what a new frame of the level shows.
func (k *Walk) Frame(w *world.World) { k.s.Frame(w) }

// Finish ends the walk: nothing is added any more, and what only that needs is let go.
func (k *Walk) Finish() {
	k.s.Finish()
	k.s.heat.known, k.s.heat.pages, k.s.heat.used = table{}, nil, 0
}

// Walked returns the ground that was walked on so far. It shares its slices with k.
func (k *Walk) Walked() *Walked { return k.s.Walked() }
