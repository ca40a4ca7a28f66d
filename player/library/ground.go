package library

import (
	"context"
	"errors"
	"math"
	"slices"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player/match"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/world"
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
func (l *Library) Ground(ctx context.Context, r *Row, m *match.Match) (*Ground, error) {
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
func GroundOf(ctx context.Context, d *formats.Demo, m *match.Match) *Ground {
	g := NewGrounds(ctx, d)
	g.only = m
	scan.Read(d.Format.Name, d.Decoder(), g)
	g.Finish()
	return g.Of(m)
}

const (
	// maxGrounds is how many bytes the ground of all levels may take, and maxWalks how many walks a level may have.
	// The ground of later matches is read when it is asked for.
	maxGrounds = 2 * maxGround
	maxWalks   = 256
)

// Grounds is the [scan.Listener] that gathers the ground of all matches of a demo, before it is known when they began
// and ended: a walk is kept between each two moments at which one may have begun or ended.
type Grounds struct {
	ctx    context.Context
	demo   *formats.Demo
	only   *match.Match // the only match that is gathered, nil for all
	most   int64        // bytes for the shape of a level, and for a walk
	held   int64        // bytes of all levels that have ended
	levels []*levelGround
	level  int // [world.State.LevelCount]
	count  int // packets
	// The last frame, as its first packet left it, and when somebody walked in the last two frames that show anybody.
	frame        float64
	first        world.World
	last, before float64
	stopped      bool
}

// levelGround is the ground of a level.
type levelGround struct {
	count int // [world.State.LevelCount]
	shape *survey.Survey
	plan  *survey.Plan // of shape, once it was asked for
	walks []*matchWalk
	// budget is that of the walks.
	budget *survey.Budget
}

// matchWalk is a walk between two moments, in viewer's seconds.
type matchWalk struct {
	walk *survey.Walk
	// first and last are the first and the last frame in it that show somebody, before and after those beside them.
	before, first, last, after float64
	until                      float64 // no later frame belongs to it
	ended                      bool
}

// is reports whether the walk has all frames between two times that show somebody, and none before or after them:
// matches of Quake II begin one frame before the demo says so.
func (k *matchWalk) is(from, to float64) bool {
	return k.before <= from && from <= k.first && k.last <= to && to <= k.after
}

// NewGrounds returns the grounds of a demo before its first packet. If ctx ends, the reading does, too.
func NewGrounds(ctx context.Context, d *formats.Demo) *Grounds {
	return &Grounds{ctx: ctx, demo: d, most: min(maxGround, max(leastGround, groundBytes*int64(len(d.Data()))))}
}

// Needs implements [scan.Listener].
func (g *Grounds) Needs() scan.Needs { return scan.Entities | scan.Fleeting }

// Packet adds what the last packet changed.
func (g *Grounds) Packet(c *scan.Cursor) {
	w := c.World
	if g.count++; g.count%groundEvery == 1 && g.ctx.Err() != nil {
		g.stopped = true
	}
	if g.only != nil && w.LevelCount != g.only.Level {
		g.stopped = g.stopped || w.LevelCount > g.only.Level
		return
	}
	if w.LevelCount != g.level {
		g.beginLevel(w)
	}
	if g.levels == nil {
		return
	}
	if w.FrameClock != g.frame {
		g.addFrame(w)
	}
	for i := range w.Events {
		switch w.Events[i].Kind {
		case world.EventMatchStart, world.EventMatchEnd, world.EventIntermission:
			if g.only == nil {
				g.cut(w)
			}
			return
		}
	}
}

// Stop reports whether the ground is gathered, or nobody waits for it.
func (g *Grounds) Stop() bool { return g.stopped }

// Survey returns what is known of the shape of a level, by the index of levels in
// [demoscope/player/timeline.Timeline.Levels], behind [Grounds.Finish]; nil if that is nothing.
func (g *Grounds) Survey(level int) *survey.Survey {
	for _, l := range g.levels {
		if l.count == level+1 {
			return l.shape
		}
	}
	return nil
}

// Surveyed reports that all is known.
func (g *Grounds) Surveyed(int) (part float64, whole bool) { return 1, true }

// WaitSurveys does nothing.
func (g *Grounds) WaitSurveys() {}

// beginLevel begins a level.
func (g *Grounds) beginLevel(w *world.World) {
	g.Finish()
	g.level, g.frame, g.last, g.before = w.LevelCount, -1, math.Inf(-1), math.Inf(-1)
	l := &levelGround{count: w.LevelCount}
	if g.levels = append(g.levels, l); g.held < maxGrounds {
		l.shape, l.budget = survey.New(w.Game, survey.NewBudget(g.most)), survey.NewBudget(g.most)
		l.begin(w.Game, g.last)
	}
}

// Finish ends the last level, behind the last packet.
func (g *Grounds) Finish() {
	if len(g.levels) == 0 {
		return
	}
	l := g.levels[len(g.levels)-1]
	if l.shape == nil {
		return
	}
	l.shape.Finish()
	g.held += l.shape.Memory()
	for _, k := range l.walks {
		k.end()
		g.held += k.walk.Walked().Memory()
	}
}

// end ends a walk.
func (k *matchWalk) end() {
	if !k.ended {
		k.walk.Finish()
		k.ended = true
	}
}

// begin begins a walk after a frame that shows somebody.
func (l *levelGround) begin(game world.Game, before float64) {
	walk := survey.NewWalk(game, l.budget)
	if walk == nil || len(l.walks) >= maxWalks {
		return
	}
	l.walks = append(l.walks, &matchWalk{walk: walk, before: before, first: math.Inf(1), last: math.Inf(-1),
		after: math.Inf(1), until: math.Inf(1)})
}

// cut ends the last walk and begins the next. A frame of this moment belongs to both.
func (g *Grounds) cut(w *world.World) {
	l := g.levels[len(g.levels)-1]
	n := len(l.walks)
	if n == 0 {
		return
	}
	if k := l.walks[n-1]; !k.ended {
		k.until = w.Clock // a frame of this moment may still come
	}
	before := g.last
	if w.Clock == before {
		before = g.before
	}
	l.begin(w.Game, before)
	if n > 1 { // at most two go on
		l.walks[n-2].end()
	}
	if w.Clock == g.frame && len(l.walks) > n {
		g.walk(l.walks[n], &g.first)
	}
}

// addFrame adds a frame.
func (g *Grounds) addFrame(w *world.World) {
	l := g.levels[len(g.levels)-1]
	g.frame = w.FrameClock
	if l.shape == nil {
		return
	}
	l.shape.Frame(w)
	if g.only == nil {
		g.remember(w)
	} else if g.frame < g.only.From || g.frame > g.only.To {
		return
	}
	for _, k := range l.walks[max(0, len(l.walks)-2):] {
		if g.frame > k.until {
			k.end()
		}
	}
	if walks(w) {
		g.last, g.before = g.frame, g.last
		for i := len(l.walks) - 1; i >= 0 && math.IsInf(l.walks[i].after, 1); i-- {
			if k := l.walks[i]; k.ended {
				k.after = g.frame
			}
		}
	}
	for _, k := range l.walks[max(0, len(l.walks)-2):] {
		g.walk(k, w)
	}
}

// walk adds a frame to a walk.
func (g *Grounds) walk(k *matchWalk, w *world.World) {
	if k.ended {
		return
	}
	if g.last == g.frame {
		k.first, k.last = min(k.first, g.frame), g.frame
	}
	k.walk.Frame(w)
}

// walks reports whether a frame shows somebody who walks.
func walks(w *world.World) bool {
	if w.Intermission || w.Paused {
		return false
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && !p.Spectator {
			return true
		}
	}
	return w.Recorder < 0 && w.View.Known
}

// remember keeps of a frame what a walk needs: that one begins with it may be said by a later packet.
func (g *Grounds) remember(w *world.World) {
	f := &g.first
	f.FrameClock, f.Intermission, f.Paused, f.Recorder, f.View = w.FrameClock, w.Intermission, w.Paused, w.Recorder,
		w.View
	f.Players = slices.Grow(f.Players[:0], len(w.Players))[:len(w.Players)]
	for i := range w.Players {
		p, o := &f.Players[i], &w.Players[i]
		p.Visible, p.Spectator, p.Dead, p.NoLerp, p.Footing, p.Pose = o.Visible, o.Spectator, o.Dead, o.NoLerp,
			o.Footing, o.Pose
	}
}

// Of returns the ground of a match, after the last packet; nil if nobody was seen, or ctx has ended. It reads the demo
// once more if the match began or ended at no moment that it could be expected at.
func (g *Grounds) Of(m *match.Match) *Ground {
	if g.ctx.Err() != nil {
		return nil
	}
	for _, l := range g.levels {
		if l.count != m.Level {
			continue
		}
		for _, k := range l.walks {
			if g.only == nil && (!k.is(m.From, m.To) || l.budget.Used > g.most/2) {
				continue
			}
			of := &Ground{Walked: k.walk.Walked()}
			if len(of.Walked.Points) == 0 {
				return nil
			}
			if l.plan == nil {
				l.plan = l.shape.Plan()
			}
			of.Plan = l.plan
			return of
		}
	}
	if g.only != nil {
		return nil
	}
	return GroundOf(g.ctx, g.demo, m)
}
