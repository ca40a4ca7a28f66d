// Package player plays a demo: it pauses, seeks and steps, forwards and backwards,
// and gives the [Moment] to draw.
//
// A [Player] drives one [world.World]. Keyframes of the index that [timeline.Start]
// makes in the background bring any moment within a few milliseconds. All times are
// seconds of the viewer's clock, which begins at 0 and goes on across levels,
// unless a doc says that they are of the demo's own clock.
package player

import (
	"math"
	"time"

	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// The slowest and the fastest speed of a [Player], as factors.
const (
	MinSpeed = 0.05
	MaxSpeed = 20
)

// Options configure a [Player]. The zero value is for watching.
type Options struct {
	// Index are the limits of the index.
	Index timeline.Options
	// Budget is how long one [Player.Update] may decode before it returns: a
	// seek into a part that is not indexed yet takes several. Zero or less
	// stands for 8 ms, half a frame at 60 Hz.
	Budget time.Duration
	// Others are recordings of the same game that are watched as one with the demo: see [Together].
	Others []Other
}

// worthJump is how many bytes ahead of the cursor a keyframe must be to seek to it:
// decoding less than that is faster than copying the keyframe.
const worthJump = 8 << 10

// Player plays one demo. It must be used from one goroutine only, but for [Player.Close]; the
// result of [Player.Timeline] may be used from any.
type Player struct {
	demo    *formats.Demo
	cursor  *scan.Cursor
	index   *timeline.Timeline
	options Options
	moment  Moment
	// together are the other recordings of the game, nil for none.
	together *together
	past     past // at the frame before that of the cursor

	clock  float64 // where the cursor should be, in viewer's seconds
	speed  float64
	paused bool
	follow int
	live   bool // the end of a demo that grows is followed: see Live
	// from and to are where playing pauses: see SetPart.
	from, to float64
	behind   bool // the cursor has not reached clock yet
	stale    bool // moment is not that of clock and follow
}

// New returns a player at the beginning of a demo, not paused and at speed 1, and
// starts the index. [Player.Close] ends both.
func New(demo *formats.Demo, o Options) *Player {
	if o.Budget <= 0 {
		o.Budget = 8 * time.Millisecond
	}
	if o.Index.Surveys == nil {
		o.Index.Surveys = demo.Decoder
	}
	p := &Player{
		demo:    demo,
		cursor:  cursorOf(demo),
		index:   timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), o.Index),
		options: o,
		speed:   1,
		follow:  world.Nobody,
		from:    -1,
		to:      math.Inf(1),
		stale:   true,

		together: newTogether(o.Others, o.Index),
	}
	p.Update(0)
	return p
}

// Close stops the indexing, and waits until it has ended; who waits for the index waits no longer. It may be
// called from any goroutine, while another uses the player, and again: a player that is closed still goes to every
// moment, but to those that were not indexed only by decoding all that lies before them.
func (p *Player) Close() {
	p.index.Stop()
	p.together.close()
}

// world returns the world of the moment: that of all recordings that are watched as one.
func (p *Player) world() *world.World {
	if p.together == nil {
		return p.cursor.World
	}
	return p.together.lay(p.cursor.World)
}

// Demo returns the demo that is played.
func (p *Player) Demo() *formats.Demo { return p.demo }

// Timeline returns the index.
func (p *Player) Timeline() *timeline.Timeline { return p.index }

// Moment returns what is to be drawn. It is valid until the next
// [Player.Update].
func (p *Player) Moment() *Moment { return &p.moment }

// Clock returns the viewer's time in seconds.
func (p *Player) Clock() float64 { return p.clock }

// Duration returns how long the part of the demo is that has been read, in viewer's
// seconds, and whether that is all of it.
func (p *Player) Duration() (seconds float64, complete bool) {
	seconds, complete = p.index.Duration()
	return max(seconds, p.cursor.World.Clock), complete
}

// Paused reports whether the clock is paused.
func (p *Player) Paused() bool { return p.paused }

// SetPaused pauses the clock or resumes it.
func (p *Player) SetPaused(paused bool) {
	p.paused = paused
	p.live = p.live && !paused
}

// Speed returns the factor of the clock, negative for backwards. A pause does
// not change it.
func (p *Player) Speed() float64 { return p.speed }

// SetSpeed sets the factor of the clock, negative for backwards. Its absolute value
// is clamped to [MinSpeed] and [MaxSpeed]; NaN is ignored.
func (p *Player) SetSpeed(s float64) {
	if math.IsNaN(s) {
		return
	}
	p.speed = math.Copysign(max(MinSpeed, min(MaxSpeed, math.Abs(s))), s)
	p.live = p.live && p.speed == 1
}

// SetPart makes playing pause at the end of a part of the demo: at to or, when
// playing backwards, at from, in viewer's seconds. It limits neither seeks nor
// playing on from outside the part or after the pause.
func (p *Player) SetPart(from, to float64) { p.from, p.to = from, to }

// hold pauses at an end of the part if the clock has reached it since it was at
// was.
func (p *Player) hold(was float64) {
	switch {
	case p.speed > 0 && was < p.to && p.clock >= p.to:
		p.clock, p.paused = p.to, true
	case p.speed < 0 && was > p.from && p.clock <= p.from:
		p.clock, p.paused = p.from, true
	}
}

// Seek sets the clock, in viewer's seconds; the next [Player.Update] goes there. A
// later call replaces an earlier one. Times outside of the demo are clamped to its
// ends; NaN is ignored.
func (p *Player) Seek(clock float64) {
	if math.IsNaN(clock) {
		return
	}
	p.clock = max(0, clock)
	p.clip()
	p.stale = true
	p.live = p.demo.Growing() != nil && p.speed == 1 && p.Lag() < liveNear && p.Growing()
}

// SeekBy seeks by a number of viewer's seconds, negative for backwards.
func (p *Player) SeekBy(delta float64) { p.Seek(p.clock + delta) }

// Step pauses and seeks by a number of frames, negative for backwards.
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

// stepUnindexed steps one frame forward in a part that is not indexed yet.
func (p *Player) stepUnindexed() {
	for frame := p.cursor.World.FrameClock; p.cursor.World.FrameClock <= max(frame, p.clock); {
		if p.cursor.Next() != nil {
			break
		}
	}
	p.Seek(p.cursor.World.FrameClock)
}

// Ended reports whether the clock has reached the end of the demo.
func (p *Player) Ended() bool {
	d, complete := p.Duration()
	return complete && p.clock >= d
}

// Follow chooses the eye of the [Moment]: that of the player in a slot, or for
// [world.Nobody] the recorder's. A seek does not change it.
func (p *Player) Follow(slot int) {
	p.follow = slot
	p.stale = true
}

// Following returns the slot that [Player.Follow] has set.
func (p *Player) Following() int { return p.follow }

// FollowNext follows the next visible player that is not a spectator, or for
// direction -1 the one before. If the recorder is followed, it counts from the
// player whose view was recorded.
func (p *Player) FollowNext(direction int) {
	players := p.world().Players
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

// Behind reports whether a seek needs further calls of [Player.Update].
func (p *Player) Behind() bool { return p.behind }

// Update advances the clock by dt seconds times its speed and brings
// [Player.Moment] up to date. With 0 it only carries out what was asked for since
// the last call.
func (p *Player) Update(dt float64) {
	if !p.paused && !p.behind && dt > 0 {
		was := p.clock
		if p.Live() {
			p.advanceLive(dt)
		} else {
			p.clock = max(0, p.clock+dt*p.speed)
		}
		p.hold(was)
		p.clip()
		p.stale = true
	}
	if !p.stale && !p.behind {
		return
	}
	p.move()
	w := p.world()
	known := p.past.known(w, p.cursor.World, p.together, p.clock)
	p.moment.show(known, w, p.together != nil, p.clock, p.follow)
	p.stale = false
}

// clip keeps the clock within the demo, if its end is known. Playing into the end of one that grows goes on live.
func (p *Player) clip() {
	d, complete := p.Duration()
	if !complete && !p.cursor.Ended() || p.clock <= d {
		return
	}
	p.clock = d
	if p.speed > 0 && !p.paused && !p.live && p.Growing() {
		p.speed, p.live = 1, true
	}
}

// move brings the cursor to the frame of the clock, or as near as the budget
// allows.
func (p *Player) move() {
	approach(p.cursor, p.index, p.clock)
	start := time.Now()
	spent := func() bool { return time.Since(start) > p.options.Budget }
	p.behind = !p.cursor.Reach(p.clock, spent)
	p.clip()
	if p.together != nil && !p.together.move(p.clock, spent) {
		p.behind = true
	}
	if !p.past.reach(p.demo, p.index, p.cursor.World, p.together, p.clock, spent) {
		p.behind = true
	}
}
