// Package player is the clock of a demo: it plays, pauses, seeks and steps,
// forwards and backwards, and says what is to be drawn at its moment.
//
// A Player drives one world; the index that timeline makes beside it gives
// the keyframes from which any moment is a few milliseconds away.
package player

import (
	"math"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Speeds that a Player accepts, as factors.
const (
	MinSpeed = 0.05
	MaxSpeed = 20
)

// Options choose how a Player works. The zero value is for watching.
type Options struct {
	// Index are the limits of the timeline.
	Index timeline.Options
	// Budget is how long one Update may decode before it shows what it has:
	// a seek into a part that is not indexed yet takes several. Default 8 ms,
	// half a frame at 60 Hz.
	Budget time.Duration
}

// worthJump is how many bytes ahead a keyframe must be to copy it rather than
// to decode up to it.
const worthJump = 64 << 10

// Player plays one demo. It is not for use by several goroutines at once.
type Player struct {
	cursor  *timeline.Cursor
	index   *timeline.Timeline
	options Options
	moment  Moment

	clock  float64 // what is wished for
	speed  float64
	paused bool
	follow int
	// from and to are where playing holds.
	from, to float64
	behind   bool // the cursor has not reached clock yet
	stale    bool // moment is not of clock
}

// New opens a demo at its beginning, playing, and starts the index.
func New(demo *formats.Demo, o Options) *Player {
	if o.Budget <= 0 {
		o.Budget = 8 * time.Millisecond
	}
	p := &Player{
		cursor:  timeline.NewCursor(demo.Format.Name, demo.Decoder()),
		index:   timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data)), o.Index),
		options: o,
		speed:   1,
		follow:  world.Nobody,
		from:    -1,
		to:      math.Inf(1),
		stale:   true,
	}
	p.Update(0)
	return p
}

// Close ends the index's pass.
func (p *Player) Close() { p.index.Stop() }

// Timeline returns the index.
func (p *Player) Timeline() *timeline.Timeline { return p.index }

// Moment returns what is to be drawn. It is valid until the next Update.
func (p *Player) Moment() *Moment { return &p.moment }

// Clock returns the viewer's time in seconds.
func (p *Player) Clock() float64 { return p.clock }

// Duration returns how long the demo is, in viewer's seconds, as far as it
// was read, and whether that is all of it.
func (p *Player) Duration() (seconds float64, complete bool) {
	seconds, complete = p.index.Duration()
	return max(seconds, p.cursor.World.Clock), complete
}

// Paused reports whether the clock stands still.
func (p *Player) Paused() bool { return p.paused }

// SetPaused stops the clock or lets it go on at its speed.
func (p *Player) SetPaused(paused bool) { p.paused = paused }

// Speed returns the factor of the clock, negative for backwards. A pause does
// not change it.
func (p *Player) Speed() float64 { return p.speed }

// SetSpeed sets the factor, between MinSpeed and MaxSpeed either way.
func (p *Player) SetSpeed(s float64) {
	if math.IsNaN(s) {
		return
	}
	p.speed = math.Copysign(max(MinSpeed, min(MaxSpeed, math.Abs(s))), s)
}

// SetPart makes playing hold, paused, at the end of a part of the demo: at to,
// or backwards at from, in viewer's seconds. Seeking goes past both, and
// playing goes on from there, and from where it held.
func (p *Player) SetPart(from, to float64) { p.from, p.to = from, to }

// hold stops the clock at an end of the part that it has come to since it was.
func (p *Player) hold(was float64) {
	switch {
	case p.speed > 0 && was < p.to && p.clock >= p.to:
		p.clock, p.paused = p.to, true
	case p.speed < 0 && was > p.from && p.clock <= p.from:
		p.clock, p.paused = p.from, true
	}
}

// Seek goes to a time in viewer's seconds, at the next Update. Of several
// wishes the newest wins.
func (p *Player) Seek(clock float64) {
	if math.IsNaN(clock) {
		return
	}
	p.clock = max(0, clock)
	p.clip()
	p.stale = true
}

// SeekBy goes forwards or backwards by seconds.
func (p *Player) SeekBy(delta float64) { p.Seek(p.clock + delta) }

// Step goes to the next frame, or the one before, as often as frames says,
// and pauses.
func (p *Player) Step(frames int) {
	p.paused = true
	for ; frames > 0; frames-- {
		next, ok := p.index.NextFrame(p.clock)
		if !ok {
			p.stepUnindexed()
			return
		}
		p.Seek(next)
	}
	for ; frames < 0; frames++ {
		if prev, ok := p.index.PrevFrame(p.clock); ok {
			p.Seek(prev)
		}
	}
}

// stepUnindexed steps forward where the index has not come yet.
func (p *Player) stepUnindexed() {
	for frame := p.cursor.World.FrameClock; p.cursor.World.FrameClock <= max(frame, p.clock); {
		if p.cursor.Next() != nil {
			break
		}
	}
	p.Seek(p.cursor.World.FrameClock)
}

// Ended reports whether the clock has come to the end of the demo.
func (p *Player) Ended() bool {
	d, complete := p.Duration()
	return complete && p.clock >= d
}

// Follow chooses whose eye Moment has: a player's slot, or world.Nobody for
// the recorder. A seek never changes it.
func (p *Player) Follow(slot int) {
	p.follow = slot
	p.stale = true
}

// Following returns what Follow has set.
func (p *Player) Following() int { return p.follow }

// FollowNext follows the next player who can be seen, or the one before for
// -1. From the recorder it goes to the player whom the recorder shows.
func (p *Player) FollowNext(direction int) {
	players := p.cursor.World.Players
	n := len(players)
	from := p.follow
	if from == world.Nobody {
		from = p.moment.Eye.Slot
	}
	for i := 1; i <= n; i++ {
		slot := ((from+i*direction)%n + n) % n
		if players[slot].Visible && !players[slot].Spectator {
			p.Follow(slot)
			return
		}
	}
}

// Damage returns where the demo cannot be read, nil as far as it can.
func (p *Player) Damage() *message.Damage {
	if d := p.index.Damage(); d != nil {
		return d
	}
	return p.cursor.Damage
}

// Behind reports whether a seek is still under way.
func (p *Player) Behind() bool { return p.behind }

// Update lets dt seconds of the viewer's life pass and brings Moment up to
// date.
func (p *Player) Update(dt float64) {
	if !p.paused && !p.behind && dt > 0 {
		was := p.clock
		p.clock = max(0, p.clock+dt*p.speed)
		p.hold(was)
		p.clip()
		p.stale = true
	}
	if !p.stale && !p.behind {
		return
	}
	p.move()
	p.moment.build(p.cursor.World, p.clock, p.follow)
	p.stale = false
}

// clip keeps the clock inside the demo, as far as its end is known.
func (p *Player) clip() {
	if d, complete := p.Duration(); complete || p.cursor.Ended() {
		p.clock = min(p.clock, d)
	}
}

// move brings the cursor to the frame of the clock, or nearer to it.
func (p *Player) move() {
	past := p.cursor.Past(p.clock)
	k, ok := p.index.Before(p.clock)
	switch {
	case ok && (past || k.Mark.Offset > p.cursor.Mark().Offset+worthJump):
		p.cursor.Return(k.Mark, k.World)
	case past:
		p.cursor.Rewind()
	}
	start := time.Now()
	p.behind = !p.cursor.Reach(p.clock, func() bool { return time.Since(start) > p.options.Budget })
	p.clip()
}
