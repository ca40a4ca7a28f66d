package player

import (
	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Glance looks at moments of a demo beside its [Player], or without one: it has a cursor and a [Moment] of
// its own. It is used by one goroutine, which need not be the Player's.
type Glance struct {
	cursor *scan.Cursor
	index  *timeline.Timeline
	moment Moment
}

// NewGlance returns a glance at the beginning of a demo. It finds its way by the index of the demo; without
// one, for nil, every way back leads over the beginning.
func NewGlance(demo *formats.Demo, index *timeline.Timeline) *Glance {
	return &Glance{cursor: scan.NewCursor(demo.Format.Name, demo.Decoder()), index: index}
}

// Glance returns a glance at the demo of the player, by its index.
func (p *Player) Glance() *Glance { return NewGlance(p.demo, p.index) }

// Go goes to a viewer's time. It returns false if stop, which is called now and then unless it is nil,
// returned true before that.
func (g *Glance) Go(clock float64, stop func() bool) bool {
	approach(g.cursor, g.index, clock)
	return g.cursor.Reach(clock, stop)
}

// World returns the world after the last packet that was applied. It must not be changed.
func (g *Glance) World() *world.World { return g.cursor.World }

// Moment returns the moment at a viewer's time that [Glance.Go] has reached, as a [Player] shows it that
// follows somebody. It is valid until the next call of a method.
func (g *Glance) Moment(clock float64, follow int) *Moment {
	g.moment.Show(g.cursor.World, clock, follow)
	return &g.moment
}

// approach brings a cursor near to a viewer's time: to the last keyframe before it if the cursor is behind
// that, or far before it. A nil index has no keyframes.
func approach(c *scan.Cursor, index *timeline.Timeline, clock float64) {
	past := c.Past(clock)
	var k timeline.Keyframe
	ok := false
	if index != nil {
		k, ok = index.Before(clock)
	}
	switch {
	case ok && (past || k.Mark.Offset > c.Mark().Offset+worthJump):
		c.Return(k.Mark, k.World)
	case past:
		c.Rewind()
	}
}
