package pattern

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// step is where a player was in a frame.
type step struct {
	clock    float64
	origin   mgl32.Vec3
	look     mgl32.Vec3 // degrees
	velocity mgl32.Vec3 // units a second, if known
	known    bool
	weapon   uint8 // in hand: [world.Player].Weapon
}

// steps is how many frames are remembered of a player: three seconds at the shortest frames
// of servers' recordings, which is longer than a missile flies.
const steps = 256

// body is what is known of the motion of a player.
type body struct {
	ring  [steps]step
	count int // of steps since he appeared, or appeared anew
	// contact is when he stood on something last, if stood.
	contact float64
	stood   bool
	// floats is since when gravity has not pulled him although he stands on nothing: he
	// swims, flies or hangs.
	floats float64
	// apex is when he was level last, or began to rise, as the reference tool counts it;
	// rising is whether he rose then: 1, 0, -1, or 2 if that is not known.
	apex   float64
	rising int
	// leapt is when he was heard to jump, 0 if that has been decided.
	leapt float64
	// level is the number of the level that he was seen in, and corpse whether he was dead in
	// the last step.
	level  int
	corpse bool
	// was is where he was last before he began anew, if he was seen then.
	was     step
	wasSeen bool
	// floor is set if he stands on a floor in the last step, and does not swim or leap.
	floor bool
	stand stand // its last place on a floor
}

// at returns a step, the last one for 0.
func (b *body) at(back int) *step { return &b.ring[(b.count-1-back)%steps] }

// have returns how many steps are remembered.
func (b *body) have() int { return min(b.count, steps) }

// seen reports whether the player was seen at most so many seconds before a time.
func (b *body) seen(clock, seconds float64) bool {
	return b.count > 0 && clock-b.at(0).clock <= seconds
}

// restart forgets what was before a jump.
func (b *body) restart() {
	if b.wasSeen = b.count > 0; b.wasSeen {
		b.was = *b.at(0)
	}
	b.count, b.stood, b.floats, b.rising, b.leapt = 0, false, math.Inf(1), 2, 0
}

const (
	gravity = 800 // units a second squared, in all games
	// window is how far the moments are apart, in seconds, by which an acceleration is told:
	// less, and rounded places drown it.
	window = 0.045
	// fallLeast and fallMost bound the acceleration of who falls, and holdMost that of who is
	// held, in units a second squared.
	fallLeast, fallMost = -1.75 * gravity, -0.55 * gravity
	holdMost            = 0.4 * gravity
	// jumpLeast and jumpMost bound the speed upwards just after a jump, which begins with 270
	// units a second.
	jumpLeast, jumpMost = 180, 285
	// floatTime is after how many seconds of floating one is held by something.
	floatTime = 0.12
	// breakTime is after how many seconds unseen the motion begins anew.
	breakTime = 0.35
	// levelStep is by how many units one may rise or fall in a frame and be level: the
	// reference tool's.
	levelStep = 1
)

// away reports whether a player is where nobody comes to by himself from where he was last: he was teleported, or has
// spawned.
func (b *body) away(origin mgl32.Vec3, clock float64) bool {
	last := b.at(0)
	return origin.Sub(last.origin).Len() > impossible*float32(clock-last.clock)+teleportSlack
}

// see adds where a player is in a frame. It returns when a flight has ended the beginning of
// that: the last contact before it.
func (b *body) see(w *world.World, p *world.Player, look mgl32.Vec3, level int) (flight float64, ended bool) {
	clock := w.FrameClock
	if level != b.level || p.NoLerp || b.corpse && !p.Dead || b.count > 0 && (clock-b.at(0).clock > breakTime ||
		clock < b.at(0).clock || b.away(p.Pose.Origin, clock)) {
		b.restart()
		b.level = level
	}
	origin := p.Pose.Origin
	if p.Gibbed && (w.Game == world.Quake || w.Game == world.QuakeWorld) {
		origin[2] += headDrop
	}
	s := step{clock: clock, origin: origin, look: look, velocity: p.Pose.Velocity, known: p.Pose.VelocityKnown,
		weapon: p.Weapon}
	if b.count > 0 && b.at(0).clock == clock {
		*b.at(0) = s // another packet of the same frame
	} else {
		b.count++
		*b.at(0) = s
		b.rise()
	}
	b.corpse = p.Dead
	was, stood := b.contact, b.stood
	b.floor = b.touch(p, &s)
	b.leaps(&s)
	if stood && b.contact-was > shortFlight {
		return was, true
	}
	return 0, false
}

// headDrop is how many units below a player's place Quake's games put what is left of one who bursts.
const headDrop = 24

// respawned reports whether he is alive in a frame and has begun anew in it: who dies by then died where he was before,
// and came back at once, as who gives up does in Quake's games.
func (b *body) respawned(frame float64) bool {
	return b.count == 1 && !b.corpse && b.at(0).clock == frame
}

// shortFlight is how long a flight lasts at least that is worth looking at, in seconds.
const shortFlight = 0.25

// rise keeps the reference tool's clock of the air: see docs/manual/patterns.md.
func (b *body) rise() {
	now := b.at(0)
	if b.count < 2 {
		b.rising, b.apex = 2, now.clock
		return
	}
	d := now.origin[2] - b.at(1).origin[2]
	dir := 0
	switch {
	case d > levelStep:
		dir = 1
	case d < -levelStep:
		dir = -1
	}
	if dir == 0 || dir == 1 && b.rising != 1 && b.rising != 0 {
		b.apex = now.clock
	}
	b.rising = dir
}

// touch decides whether the player is held by something in the last step, and returns whether
// that is a floor.
func (b *body) touch(p *world.Player, s *step) (floor bool) {
	if p.Footing == world.OnGround {
		b.contact, b.stood, b.floats = s.clock, true, math.Inf(1)
		return true
	}
	middle, before, ok := b.windows()
	if !ok {
		return false
	}
	up, upBefore := rate(middle, s), rate(before, middle)
	acceleration := (up - upBefore) / ((s.clock - before.clock) / 2)
	if s.known && before.known {
		up, upBefore = float64(s.velocity[2]), float64(before.velocity[2])
		acceleration = (up - upBefore) / (s.clock - before.clock)
	}
	switch {
	case acceleration >= fallLeast && acceleration <= fallMost:
		b.floats = math.Inf(1)
	case math.Abs(acceleration) <= holdMost && !(p.Footing != world.FootingUnknown && s.known &&
		b.jerks(middle, s, before)):
		if p.Footing == world.FootingUnknown {
			b.contact, b.stood = s.clock, true
			return math.Abs(up) < levelRate
		}
		if math.IsInf(b.floats, 1) {
			b.floats = middle.clock
		}
		if s.clock-b.floats >= floatTime {
			b.contact, b.stood = s.clock, true
		}
	default:
		b.floats = math.Inf(1)
		if p.Footing == world.FootingUnknown && up >= jumpLeast && up <= jumpMost && upBefore < jumpLeast/2 &&
			middle.clock > b.contact {
			b.contact, b.stood = middle.clock, true // he jumped there
		}
	}
	return false
}

// jerks reports whether a player who hardly seems to be pulled by gravity has been thrown between two of three
// steps, and was pulled between the others.
func (b *body) jerks(middle, now, before *step) bool {
	if !middle.known || !before.known {
		return false
	}
	early := float64(middle.velocity[2]-before.velocity[2]) / (middle.clock - before.clock)
	late := float64(now.velocity[2]-middle.velocity[2]) / (now.clock - middle.clock)
	return min(early, late) <= fallMost && max(early, late) > 0
}

// levelRate is how fast one rises or falls at the most who goes over a floor, in units a second.
const levelRate = 60

// leap notes that the player is heard to jump. It counts as soon as he is seen to rise: some
// mods make the sound again later.
func (b *body) leap(clock float64) { b.leapt = clock }

// leaps decides whether the sound of a jump was one: the player rises much faster than he did
// before.
func (b *body) leaps(s *step) {
	if b.leapt == 0 || s.clock-b.leapt > leapTime {
		b.leapt = 0
		return
	}
	before := b.back(b.leapt - leapBefore)
	if before == nil {
		return
	}
	up, upBefore := 0.0, 0.0
	if s.known && before.known {
		up, upBefore = float64(s.velocity[2]), float64(before.velocity[2])
	} else {
		earlier := b.back(before.clock - leapBefore)
		middle := b.back(s.clock - leapBefore)
		if earlier == nil || middle == s {
			return
		}
		up, upBefore = rate(middle, s), rate(earlier, before)
	}
	if up-upBefore >= leapRise {
		b.contact, b.stood, b.floats, b.leapt = b.leapt, true, math.Inf(1), 0
	}
}

// weaponAt returns what the player held at a time, 0 if that is not remembered.
func (b *body) weaponAt(clock float64) uint8 {
	if s := b.back(clock); s != nil && clock-s.clock <= breakTime {
		return s.weapon
	}
	return 0
}

// back returns the last step at or before a time, nil if it is not remembered.
func (b *body) back(clock float64) *step {
	for i := range b.have() {
		if s := b.at(i); s.clock <= clock+timeSlack {
			return s
		}
	}
	return nil
}

const (
	// leapTime is for how many seconds after the sound of a jump one may begin to rise, and
	// leapBefore how long before it to look how fast one rose.
	leapTime, leapBefore = 0.12, 0.03
	// leapRise is by how much one rises faster after a jump, in units a second.
	leapRise = 100
)

// windows returns the last two steps that are a window and two windows before the last one.
func (b *body) windows() (middle, before *step, ok bool) {
	now := b.at(0).clock
	for i := 1; i < b.have(); i++ {
		s := b.at(i)
		switch {
		case middle == nil && now-s.clock >= window:
			middle = s
		case middle != nil && middle.clock-s.clock >= window:
			return middle, s, s.clock > now-breakTime
		}
	}
	return nil, nil, false
}

// rate returns how fast a player rose between two steps, in units a second.
func rate(from, to *step) float64 {
	return float64(to.origin[2]-from.origin[2]) / (to.clock - from.clock)
}

// air returns for how many seconds the player had stood on nothing, and whether that is known.
func (b *body) air(clock float64) (seconds float64, known bool) {
	if !b.stood || !b.seen(clock, sightTime) {
		return 0, false
	}
	return max(0, b.at(0).clock-b.contact), true
}

// sightTime is how many seconds ago a player must have been seen at the most, to say how he is.
const sightTime = 0.11

const (
	// turnTime and rateTime are within how many seconds before a shot one turns, and rateLeast
	// the shortest time over which a speed is taken: over less a hand that shakes is fast.
	turnTime, rateTime, rateLeast = 0.2, 0.1, 0.04
	// timeSlack is by how much clocks are rounded, in seconds.
	timeSlack = 0.004
)

// turned returns the largest angle between where the player looks and where he looked in the
// last 0.2 s, in degrees, and the greatest speed of such a turn within 0.1 s, in degrees a
// second, which a demo with pictures further apart does not tell: then it is negative.
func (b *body) turned(clock float64) (angle, speed float64, known bool) {
	speed = -1
	if !b.seen(clock, sightTime) || b.have() < 2 {
		return 0, speed, false
	}
	now := b.at(0)
	for i := 1; i < b.have(); i++ {
		s := b.at(i)
		dt := now.clock - s.clock
		if dt > turnTime+timeSlack {
			break
		}
		a := between(now.look, s.look)
		angle = max(angle, a)
		if dt >= rateLeast-timeSlack && dt <= rateTime+timeSlack {
			speed = max(speed, a/dt)
		}
		known = known || dt >= rateLeast-timeSlack
	}
	return angle, speed, known
}

// between returns the angle of the turn from one view to another, in degrees; roll counts
// nothing.
func between(a, b mgl32.Vec3) float64 {
	const half = math.Pi / 360
	pitch, yaw := float64(a[0]-b[0])*half, float64(a[1]-b[1])*half
	c := math.Abs(math.Cos(pitch) * math.Cos(yaw))
	return 2 * math.Acos(min(1, c)) * 180 / math.Pi
}

// shotFrom returns where the player was when a missile left that reaches a place now, and how
// long it flew.
func (b *body) shotFrom(at mgl32.Vec3, clock, speed, ahead float64) (distance, flight float64, known bool) {
	if !b.seen(clock, sightTime) {
		return 0, 0, false
	}
	for i := range b.have() {
		s := b.at(i)
		dt := clock - s.clock
		d := length(s.origin.Sub(at))
		if speed*(dt+ahead) >= d-reach {
			return d, dt, true
		}
	}
	return 0, 0, false
}

// reach is how far from the middle of a body a missile strikes it, with where it leaves the
// other, in units.
const reach = 32

// velocity returns how fast the player moves, and whether that is known: of who has just died, before the
// blow that threw him.
func (b *body) velocity(clock float64) (v mgl32.Vec3, known bool) {
	if !b.seen(clock, sightTime) {
		return v, false
	}
	last := 0
	if b.corpse && b.have() > 1 {
		last = 1
	}
	now := b.at(last)
	if now.known {
		return now.velocity, true
	}
	for i := last + 1; i < b.have(); i++ {
		if s := b.at(i); now.clock-s.clock >= window {
			return now.origin.Sub(s.origin).Mul(float32(1 / (now.clock - s.clock))), true
		}
	}
	return v, false
}

const (
	// impossible is a speed that nobody has, in units a second.
	impossible = 5000
	// teleportSlack is how far, in units, positions of two frames may be apart however near their times
	// are: they are rounded, and not of the same moment.
	teleportSlack = 128
)

// length is that of a vector. A product of two float32 is exact in a float64, so processors that fuse
// products with sums have the same bits of it: what is told of a demo is the same on all.
func length(v mgl32.Vec3) float64 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	return math.Sqrt(x*x + y*y + z*z)
}

func overGround(v mgl32.Vec3) float32 { return float32(math.Hypot(float64(v[0]), float64(v[1]))) }
