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

// Ground is where the players of a match walked, and the outline of the level from the whole demo.
type Ground struct {
	Walked *survey.Walked
	Plan   *survey.Plan
}

const (
	// maxGround is the maximum number of bytes for the shape of a level while it is computed, groundBytes the number of
	// bytes for each byte of the demo, and leastGround the minimum. The index uses the same values.
	maxGround   = 64 << 20
	groundBytes = 32
	leastGround = 1 << 20
	// groundEvery is the number of packets between two checks of the context.
	groundEvery = 256
)

// errChanged is the error for a file whose content has changed.
var errChanged = errors.New("the file has changed")

// Ground reads a demo, from its first place that is unchanged, and returns where the players of one of its matches
// walked. The result is nil if no player was visible. The error is that of ctx if ctx ends early.
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

// GroundOf is [Library.Ground] for an open demo. It also returns nil if ctx ends early.
func GroundOf(ctx context.Context, d *formats.Demo, m *match.Match) *Ground {
	g := NewGrounds(ctx, d)
	g.only = m
	scan.Read(d.Format.Name, d.Decoder(), g)
	g.Finish()
	return g.Of(m)
}

const (
	// maxGrounds is the maximum number of bytes for the ground of all levels, and maxWalks the maximum number of walks
	// of a level. The ground of later matches is read on demand.
	maxGrounds = 2 * maxGround
	maxWalks   = 256
)

// Grounds is the [scan.Listener] that collects the ground of all matches of a demo. The beginning and the end of a
// match are only known later, so it keeps one walk for each interval between two moments at which a match may begin or
// end.
type Grounds struct {
	ctx    context.Context
	demo   *formats.Demo
	only   *match.Match // the only match to collect, or nil for all
	most   int64        // bytes for the shape of a level, and for its walks
	held   int64        // bytes of all finished levels
	levels []*levelGround
	level  int // [world.State.LevelCount]
	count  int // packets
	// The last frame, after its first packet, and the times of the last two frames that show a walking player.
	frame        float64
	first        world.World
	last, before float64
	stopped      bool
}

// levelGround is the ground of a level.
type levelGround struct {
	count int // [world.State.LevelCount]
	shape *survey.Survey
	plan  *survey.Plan // of shape, computed on demand
	walks []*matchWalk
	// budget limits the walks.
	budget *survey.Budget
}

// matchWalk is a walk between two moments, in seconds of the viewer's clock.
type matchWalk struct {
	walk *survey.Walk
	// first and last are the first and last frames of the walk that show a player. before and after are the nearest
	// such frames outside the walk.
	before, first, last, after float64
	until                      float64 // no later frame belongs to it
	ended                      bool
}

// is reports whether the walk has exactly the frames from one time to another, counting only frames that show a player:
// a match of Quake II begins one frame before the demo reports it.
func (k *matchWalk) is(from, to float64) bool {
	return k.before <= from && from <= k.first && k.last <= to && to <= k.after
}

// NewGrounds returns the listener for a demo. The scan stops when ctx ends.
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
	if w.LevelCount != g.level || g.levels == nil && world.LacksBeginning(w) {
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

// Stop reports whether the scan can stop, because the ground is complete or ctx has ended.
func (g *Grounds) Stop() bool { return g.stopped }

// Survey returns the shape of a level, by its index in [demoscope/player/timeline.Timeline.Levels], -1 for what comes
// before the first one, or nil if it is unknown. Call it after [Grounds.Finish].
func (g *Grounds) Survey(level int) *survey.Survey {
	for _, l := range g.levels {
		if l.count == level+1 {
			return l.shape
		}
	}
	return nil
}

// Surveyed reports that the survey of a level is complete.
func (g *Grounds) Surveyed(int) (part float64, whole bool) { return 1, true }

// WaitSurveys returns at once.
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

// Finish ends the last level. Call it after the last packet.
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

// begin starts a walk after a frame that shows a player.
func (l *levelGround) begin(game world.Game, before float64) {
	walk := survey.NewWalk(game, l.budget)
	if walk == nil || len(l.walks) >= maxWalks {
		return
	}
	l.walks = append(l.walks, &matchWalk{walk: walk, before: before, first: math.Inf(1), last: math.Inf(-1),
		after: math.Inf(1), until: math.Inf(1)})
}

// cut ends the last walk and starts the next. A frame at this moment belongs to both.
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
	if n > 1 { // at most two walks are open
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

// walks reports whether a frame shows a player who can walk.
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

// remember copies what a walk needs of a frame: a later packet may report that a match begins with it.
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

// Of returns the ground of a match after the last packet, or nil if no player was visible or ctx has ended. It reads
// the demo again if no walk has the limits of the match.
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
