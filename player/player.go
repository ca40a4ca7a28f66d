// Package player plays a demo: it pauses, seeks and steps, forwards and backwards, and provides the [Moment] to draw.
//
// A [Player] drives one [world.World]. [timeline.Start] indexes the demo in the background, and its keyframes make any
// moment available within a few milliseconds. Unless documented otherwise, times are seconds of the viewer's clock,
// which starts at 0 and runs across levels.
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

// Options configure a [Player]. The zero value is suitable for playback.
type Options struct {
	// Index has the limits of the index.
	Index timeline.Options
	// Budget limits how long one [Player.Update] may decode: a seek into a part that is not indexed yet takes several
	// updates. Zero or less means 8 ms, half a frame at 60 Hz.
	Budget time.Duration
	// Others are recordings of the same game that are played together with the demo, see [Together].
	Others []Other
}

// worthJump is how many bytes ahead of the cursor a keyframe must be for a jump to it. Decoding less than that is
// faster than copying the keyframe.
const worthJump = 8 << 10

// Player plays one demo. It must be used from one goroutine only, except for [Player.Close]. The result of
// [Player.Timeline] is safe for concurrent use.
type Player struct {
	demo    *formats.Demo
	cursor  *scan.Cursor
	index   *timeline.Timeline
	options Options
	moment  Moment
	// together holds the other recordings of the game, or is nil.
	together *together
	past     past // the frame before that of the cursor

	clock  float64 // where the cursor should be, in seconds
	speed  float64
	paused bool
	follow int
	live   bool // playback follows the end of a growing demo, see Live
	// Playback pauses at from and to, see SetPart.
	from, to float64
	behind   bool // the cursor has not reached clock
	stale    bool // moment doesn't match clock and follow
}

// New returns a player at the beginning of a demo, not paused and at speed 1, and starts indexing. [Player.Close] ends
// both.
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

// Close stops indexing and waits until it has ended; nobody waits for the index any more. It may be called several
// times and from any goroutine, even while another one uses the player. A closed player can still go to every moment,
// but decodes everything from the start to reach moments that were not indexed.
func (p *Player) Close() {
	p.index.Stop()
	p.together.close()
}

// world returns the world of the moment, combined from all recordings.
func (p *Player) world() *world.World {
	if p.together == nil {
		return p.cursor.World
	}
	return p.together.combine(p.cursor.World)
}

// Demo returns the demo.
func (p *Player) Demo() *formats.Demo { return p.demo }

// Timeline returns the index.
func (p *Player) Timeline() *timeline.Timeline { return p.index }

// Moment returns what to draw. It is valid until the next [Player.Update].
func (p *Player) Moment() *Moment { return &p.moment }

// Clock returns the time of the viewer's clock in seconds.
func (p *Player) Clock() float64 { return p.clock }

// Duration returns the length of the part of the demo that has been read, in seconds of the viewer's clock, and whether
// that is the whole demo.
func (p *Player) Duration() (seconds float64, complete bool) {
	seconds, complete = p.index.Duration()
	return max(seconds, p.cursor.World.Clock), complete
}

// Paused reports whether the clock is paused.
func (p *Player) Paused() bool { return p.paused }

// SetPaused pauses or resumes the clock.
func (p *Player) SetPaused(paused bool) {
	p.paused = paused
	p.live = p.live && !paused
}

// Speed returns the speed of the clock as a factor, negative for reverse. A pause does not change it.
func (p *Player) Speed() float64 { return p.speed }

// SetSpeed sets the speed of the clock as a factor, negative for reverse. It clamps the absolute value to [MinSpeed]
// and [MaxSpeed], and ignores NaN.
func (p *Player) SetSpeed(s float64) {
	if math.IsNaN(s) {
		return
	}
	p.speed = math.Copysign(max(MinSpeed, min(MaxSpeed, math.Abs(s))), s)
	p.live = p.live && p.speed == 1
}

// SetPart makes playback pause at the end of a part of the demo: at to or, in reverse, at from, in seconds of the
// viewer's clock. It limits neither seeks nor playback that starts outside the part or continues after the pause.
func (p *Player) SetPart(from, to float64) { p.from, p.to = from, to }

// hold pauses at an end of the part if the clock has passed it since the time was.
func (p *Player) hold(was float64) {
	switch {
	case p.speed > 0 && was < p.to && p.clock >= p.to:
		p.clock, p.paused = p.to, true
	case p.speed < 0 && was > p.from && p.clock <= p.from:
		p.clock, p.paused = p.from, true
	}
}

// Seek sets the clock, in seconds of the viewer's clock. The next [Player.Update] goes there. A later call replaces an
// earlier one. Seek clamps the time to the demo and ignores NaN.
func (p *Player) Seek(clock float64) {
	if math.IsNaN(clock) {
		return
	}
	p.clock = max(0, clock)
	p.clip()
	p.stale = true
	p.live = p.demo.Growing() != nil && p.speed == 1 && p.Lag() < liveNear && p.Growing()
}

// SeekBy seeks by a number of seconds of the viewer's clock, negative for backwards.
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

// Follow sets whose eye the [Moment] has: that of the player in a slot, or of the recorder for [world.Nobody]. A seek
// does not change it.
func (p *Player) Follow(slot int) {
	p.follow = slot
	p.stale = true
}

// Following returns the slot set by [Player.Follow].
func (p *Player) Following() int { return p.follow }

// FollowNext follows the next visible player who is not a spectator, or for direction -1 the previous one. If the
// recorder's view is followed, it starts from the player whose view was recorded.
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

// Update advances the clock by dt seconds times its speed, and updates [Player.Moment]. With 0 it only applies changes
// since the last call, such as seeks.
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

// clip keeps the clock within the demo, if its end is known. Playing into the end of a growing demo continues live.
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

// move brings the cursor to the frame of the clock, or as near as the budget allows.
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
