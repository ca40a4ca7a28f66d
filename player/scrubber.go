package player

import (
	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// Scrubber looks at moments of a demo without a [Player], or independently of it. It has its own cursor and [Moment].
// It is used by one goroutine, which need not be the Player's.
type Scrubber struct {
	demo   *formats.Demo
	cursor *scan.Cursor
	past   past
	index  Keyframes
	moment Moment
}

// Keyframes finds keyframes of a demo. The index of a demo implements it, and so does [scan.Keyframes].
type Keyframes interface {
	// Before returns the last keyframe whose frame is before clock, in seconds of the viewer's clock. ok is false if
	// there is none.
	Before(clock float64) (k scan.Keyframe, ok bool)
}

// NewScrubber returns a scrubber at the beginning of a demo. index has keyframes of the demo. If it is nil, going back
// starts again at the beginning.
func NewScrubber(demo *formats.Demo, index Keyframes) *Scrubber {
	return &Scrubber{demo: demo, cursor: cursorOf(demo), index: index}
}

// NewScrubber returns a scrubber at the beginning of the player's demo that uses the player's index.
func (p *Player) NewScrubber() *Scrubber { return NewScrubber(p.demo, p.index) }

// Go goes to a time of the viewer's clock. It calls stop from time to time, unless it is nil, and returns false if stop
// returned true before the time was reached.
func (g *Scrubber) Go(clock float64, stop func() bool) bool {
	approach(g.cursor, g.index, clock)
	return g.cursor.Reach(clock, stop) && g.past.reach(g.demo, g.index, g.cursor.World, nil, clock, stop)
}

// GoFrame goes to the first frame at or after a time of the viewer's clock, and returns that frame's time. At that time
// [Scrubber.Moment] needs no other frame, so GoFrame reads half as much as [Scrubber.Go]. ok is false if stop returned
// true before.
func (g *Scrubber) GoFrame(clock float64, stop func() bool) (at float64, ok bool) {
	approach(g.cursor, g.index, clock)
	ok = g.cursor.Reach(clock, stop)
	return g.cursor.World.FrameClock, ok
}

// World returns the world after the last packet that was read. It must not be changed.
func (g *Scrubber) World() *world.World { return g.cursor.World }

// Moment returns the moment at a time of the viewer's clock that [Scrubber.Go] has reached, as a [Player] with this
// followed player shows it. It is valid until the next call of a method.
func (g *Scrubber) Moment(clock float64, follow int) *Moment {
	w := g.cursor.World
	g.moment.ShowBetween(g.past.known(w, w, nil, clock), w, clock, follow)
	return &g.moment
}

// cursorOf returns a cursor before the first packet of a demo.
func cursorOf(demo *formats.Demo) *scan.Cursor {
	return scan.NewCursor(demo.Format.Name, demo.Decoder())
}

// approach moves a cursor near to a time of the viewer's clock: to the last keyframe before that time if the cursor is
// after the time or far before it. A nil index has no keyframes.
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
