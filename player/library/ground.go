package library

import (
	"context"
	"errors"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player/scan"
	"demoscope/player/survey"
)

// Ground is where players of a match walked, and the outline of the level as all of the demo shows it.
type Ground struct {
	Walked *survey.Walked
	Plan   *survey.Plan
}

const (
	// maxGround is how many bytes the shape of a level may take while it is looked at, groundBytes how
	// many for each byte of its demo, and leastGround what it may take in any case: as in the index.
	maxGround   = 64 << 20
	groundBytes = 32
	leastGround = 1 << 20
	// groundEvery is after how many packets it is asked whether anybody still waits.
	groundEvery = 256
)

// errChanged says that a file is no longer the demo that it was.
var errChanged = errors.New("the file has changed")

// Ground reads a demo, where it lies first and is still the same, for where players walked in one of its matches. The
// error is that of ctx if it ends before. It is nil if nobody was seen.
func (l *Library) Ground(ctx context.Context, r *Row, m *Match) (*Ground, error) {
	failed := errors.New(r.Error)
	for i := range r.Places {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := &r.Places[i]
		d, err := l.options.Source.Open(p.Path, p.Member)
		if err != nil {
			failed = err
			continue
		}
		if Key(d.Sum()) != r.Key {
			failed = errChanged
			continue
		}
		var g *Ground
		err = fault.Guard("looking at the ground of "+p.Name(), func() { g = GroundOf(ctx, d, m) })
		return g, errors.Join(err, ctx.Err())
	}
	return nil, failed
}

// GroundOf is [Library.Ground] of a demo that is open. It is nil, too, if ctx ends before.
func GroundOf(ctx context.Context, d *formats.Demo, m *Match) *Ground {
	c := scan.NewCursor(d.Format.Name, d.Decoder())
	budget := survey.NewBudget(min(maxGround, max(leastGround, groundBytes*int64(len(d.Data)))))
	shape, walk := survey.New(c.World.Game, budget), survey.NewWalk(c.World.Game, budget)
	frame := -1.0
	for n := 0; c.Next() == nil && c.World.LevelCount <= m.Level; n++ {
		if n%groundEvery == 0 && ctx.Err() != nil {
			return nil
		}
		w := c.World
		if w.LevelCount != m.Level || w.FrameClock == frame {
			continue
		}
		frame = w.FrameClock
		shape.Frame(w)
		if frame >= m.From && frame <= m.To {
			walk.Frame(w)
		}
	}
	shape.Finish()
	walk.Finish()
	g := &Ground{Walked: walk.Walked()}
	if len(g.Walked.Points) == 0 || ctx.Err() != nil {
		return nil
	}
	g.Plan = survey.PlanOf(shape.Build().Map())
	return g
}
