package player

import (
	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// Glance looks at moments of a demo beside its [Player], or without one: it has a cursor and a [Moment] of
// its own. It is used by one goroutine, which need not be the Player's.
type Glance struct {
	demo   *formats.Demo
	cursor *scan.Cursor
	past   past
	index  Keyframes
	moment Moment
}

// Keyframes finds moments of a demo from which others are near: the index of a demo does, or a
// [scan.Keyframes].
type Keyframes interface {
	// Before returns the last keyframe whose frame is before clock, in viewer's seconds; ok is
	// false if there is none.
	Before(clock float64) (k scan.Keyframe, ok bool)
}

// NewGlance returns a glance at the beginning of a demo. It uses keyframes of the demo; without them, for nil, it goes
// back by way of the beginning.
func NewGlance(demo *formats.Demo, index Keyframes) *Glance {
	return &Glance{demo: demo, cursor: cursorOf(demo), index: index}
}

// Glance returns a glance at the demo of the player, by its index.
func (p *Player) Glance() *Glance { return NewGlance(p.demo, p.index) }

// Go goes to a viewer's time. It returns false if stop, which is called now and then unless it is nil,
// returned true before that.
func (g *Glance) Go(clock float64, stop func() bool) bool {
	approach(g.cursor, g.index, clock)
	return g.cursor.Reach(clock, stop) && g.past.reach(g.demo, g.index, g.cursor.World, nil, clock, stop)
}

// GoFrame goes to the first frame at or after a viewer's time, and returns that frame's time. There [Glance.Moment]
// needs no other frame, so GoFrame reads half as much as [Glance.Go]. It returns false if stop returned true before.
func (g *Glance) GoFrame(clock float64, stop func() bool) (at float64, ok bool) {
	approach(g.cursor, g.index, clock)
	ok = g.cursor.Reach(clock, stop)
	return g.cursor.World.FrameClock, ok
}

// World returns the world after the last packet that was applied. It must not be changed.
func (g *Glance) World() *world.World { return g.cursor.World }

// Moment returns the moment at a viewer's time that [Glance.Go] has reached, as a [Player] shows it that
// follows somebody. It is valid until the next call of a method.
func (g *Glance) Moment(clock float64, follow int) *Moment {
	w := g.cursor.World
	g.moment.ShowBetween(g.past.known(w, w, nil, clock), w, clock, follow)
	return &g.moment
}

// cursorOf returns a cursor before the first packet of a demo.
func cursorOf(demo *formats.Demo) *scan.Cursor {
	return scan.NewCursor(demo.Format.Name, demo.Decoder())
}

// approach brings a cursor near to a viewer's time: to the last keyframe before it if the cursor is behind
// that, or far before it. A nil index has no keyframes.
func approach(c *scan.Cursor, index Keyframes, clock float64) {
	past := c.Past(clock)
	var k scan.Keyframe
	ok := false
	if index != nil {
		k, ok = index.Before(clock - world.Fleeting)
	}
	switch {
	case ok && (past || k.Mark.Offset > c.Mark().Offset+worthJump):
		c.Return(k.Mark, k.World)
	case past:
		c.Rewind()
	}
}
