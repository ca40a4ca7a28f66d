package pattern

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// step is the state of a player in one frame.
type step struct {
	clock    float64
	origin   mgl32.Vec3
	look     mgl32.Vec3 // degrees
	velocity mgl32.Vec3 // units per second, if known
	known    bool
	weapon   uint8 // weapon in hand: see [world.Player].Weapon
}

// steps is the number of frames remembered per player: three seconds at the shortest frames of server
// recordings, longer than any missile flies.
const steps = 256

// body records the motion of one player.
type body struct {
	ring  [steps]step
	count int // steps since the player last appeared
	// contact is the last time the player touched a surface; it is valid if stood is set.
	contact float64
	stood   bool
	// floats is the time since when gravity has not accelerated the player off the ground, while swimming,
	// flying or hanging.
	floats float64
	// apex is the last time the player was level or began to rise, as the reference tool counts it. rising is
	// the last vertical direction: 1, 0, -1, or 2 if unknown.
	apex   float64
	rising int
	// jumpHeard is the time of the player's last jump sound, or 0 once it has been evaluated.
	jumpHeard float64
	// level is the number of the level in which the player was last seen. corpse reports whether the player was
	// dead in the last step.
	level  int
	corpse bool
	// was is the last step before the motion restarted, if wasSeen is set.
	was     step
	wasSeen bool
	// floor is set if the player stands on a floor in the last step and is neither swimming nor jumping.
	floor     bool
	lastFloor floorSpot // last position on a floor
}

// at returns the step that many steps ago; 0 is the latest.
func (b *body) at(back int) *step { return &b.ring[(b.count-1-back)%steps] }

// have returns the number of remembered steps.
func (b *body) have() int { return min(b.count, steps) }

// seen reports whether the player was seen within the given number of seconds before clock.
func (b *body) seen(clock, seconds float64) bool {
	return b.count > 0 && clock-b.at(0).clock <= seconds
}

// restart forgets the motion before a discontinuity, but keeps the last step in was.
func (b *body) restart() {
	if b.wasSeen = b.count > 0; b.wasSeen {
		b.was = *b.at(0)
	}
	b.count, b.stood, b.floats, b.rising, b.jumpHeard = 0, false, math.Inf(1), 2, 0
}

const (
	gravity = 800 // units per second squared, in all games
	// window is the minimum time in seconds between samples used to compute an acceleration. Over shorter
	// times, the rounding of positions dominates.
	window = 0.045
	// fallLeast and fallMost bound the vertical acceleration of a falling player; holdMost is the largest
	// acceleration of a supported one. All are in units per second squared.
	fallLeast, fallMost = -1.75 * gravity, -0.55 * gravity
	holdMost            = 0.4 * gravity
	// jumpLeast and jumpMost bound the upward speed just after a jump, in units per second. A jump starts with
	// 270.
	jumpLeast, jumpMost = 180, 285
	// floatTime is how long a player must float, in seconds, before something is assumed to support the player.
	floatTime = 0.12
	// breakTime is how long a player must be unseen, in seconds, before the motion restarts.
	breakTime = 0.35
	// levelStep is the largest vertical move per frame, in units, that counts as level; it is the reference
	// tool's value.
	levelStep = 1
)

// away reports whether origin is too far from the player's last position to be reached by moving. The player
// has teleported or spawned.
func (b *body) away(origin mgl32.Vec3, clock float64) bool {
	last := b.at(0)
	return origin.Sub(last.origin).Len() > impossible*float32(clock-last.clock)+teleportSlack
}

// see adds the player's state in a frame. If that ends a flight, see returns the time of the last contact
// before it.
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
	b.checkJump(&s)
	if stood && b.contact-was > shortFlight {
		return was, true
	}
	return 0, false
}

// headDrop is how far, in units, Quake and QuakeWorld put the remains of a gibbed player below the player's
// origin.
const headDrop = 24

// respawned reports whether the player is alive in a frame and the motion restarted in it. A death reported in
// that frame happened at the previous position, with an immediate respawn, as with the kill command in Quake.
func (b *body) respawned(frame float64) bool {
	return b.count == 1 && !b.corpse && b.at(0).clock == frame
}

// shortFlight is the minimum duration of a flight worth keeping, in seconds.
const shortFlight = 0.25

// rise updates apex and rising, the reference tool's air time: see docs/manual/patterns.md.
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

// touch determines whether something supports the player in the last step, and reports whether that is a floor.
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
			b.contact, b.stood = middle.clock, true // jumped from there
		}
	}
	return false
}

// jerks reports whether a player with little average acceleration was pushed between two of three steps and
// fell between the other two.
func (b *body) jerks(middle, now, before *step) bool {
	if !middle.known || !before.known {
		return false
	}
	early := float64(middle.velocity[2]-before.velocity[2]) / (middle.clock - before.clock)
	late := float64(now.velocity[2]-middle.velocity[2]) / (now.clock - middle.clock)
	return min(early, late) <= fallMost && max(early, late) > 0
}

// levelRate is the largest vertical speed of a player moving along a floor, in units per second.
const levelRate = 60

// hearJump records a jump sound. It counts only once the player is seen rising, because some mods repeat the sound
// later.
func (b *body) hearJump(clock float64) { b.jumpHeard = clock }

// checkJump checks whether a jump sound was a real jump: the player then rises much faster than before.
func (b *body) checkJump(s *step) {
	if b.jumpHeard == 0 || s.clock-b.jumpHeard > jumpDelay {
		b.jumpHeard = 0
		return
	}
	before := b.back(b.jumpHeard - jumpCompare)
	if before == nil {
		return
	}
	up, upBefore := 0.0, 0.0
	if s.known && before.known {
		up, upBefore = float64(s.velocity[2]), float64(before.velocity[2])
	} else {
		earlier := b.back(before.clock - jumpCompare)
		middle := b.back(s.clock - jumpCompare)
		if earlier == nil || middle == s {
			return
		}
		up, upBefore = rate(middle, s), rate(earlier, before)
	}
	if up-upBefore >= jumpGain {
		b.contact, b.stood, b.floats, b.jumpHeard = b.jumpHeard, true, math.Inf(1), 0
	}
}

// weaponAt returns the weapon that the player held at a time, or 0 if no step of that time is remembered.
func (b *body) weaponAt(clock float64) uint8 {
	if s := b.back(clock); s != nil && clock-s.clock <= breakTime {
		return s.weapon
	}
	return 0
}

// back returns the last step at or before a time, or nil if none is remembered.
func (b *body) back(clock float64) *step {
	for i := range b.have() {
		if s := b.at(i); s.clock <= clock+timeSlack {
			return s
		}
	}
	return nil
}

const (
	// jumpDelay is how many seconds after the sound of a jump the rise may begin. jumpCompare is how many seconds
	// before a step the vertical speed is compared with.
	jumpDelay, jumpCompare = 0.12, 0.03
	// jumpGain is the minimum gain in upward speed by a jump, in units per second.
	jumpGain = 100
)

// windows returns the latest steps that are at least one window and two windows before the last step.
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

// rate returns the vertical speed between two steps, in units per second.
func rate(from, to *step) float64 {
	return float64(to.origin[2]-from.origin[2]) / (to.clock - from.clock)
}

// air returns for how many seconds the player has been off the ground, and whether that is known.
func (b *body) air(clock float64) (seconds float64, known bool) {
	if !b.stood || !b.seen(clock, sightTime) {
		return 0, false
	}
	return max(0, b.at(0).clock-b.contact), true
}

// sightTime is the maximum age, in seconds, of the last step for the player's state to be known.
const sightTime = 0.11

const (
	// turnTime and rateTime are the periods before a shot, in seconds, in which turns and turn rates are
	// measured. rateLeast is the shortest time over which a rate is measured; over less, small tremors look
	// fast.
	turnTime, rateTime, rateLeast = 0.2, 0.1, 0.04
	// timeSlack is the rounding error of clocks, in seconds.
	timeSlack = 0.004
)

// turned returns the largest angle, in degrees, between the current view and a view of the last 0.2 s, and the
// highest turn rate within 0.1 s, in degrees per second. The rate is negative if frames are too far apart to
// measure it.
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

// between returns the angle between two views, in degrees, ignoring roll.
func between(a, b mgl32.Vec3) float64 {
	const half = math.Pi / 360
	pitch, yaw := float64(a[0]-b[0])*half, float64(a[1]-b[1])*half
	c := math.Abs(math.Cos(pitch) * math.Cos(yaw))
	return 2 * math.Acos(min(1, c)) * 180 / math.Pi
}

// shotFrom returns how far away the player was when firing a missile that reaches a place now, and its flight
// time in seconds.
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

// reach is the allowance for the distances from the victim's origin to the point of impact and from the
// killer's origin to the muzzle, in units.
const reach = 32

// velocity returns the player's velocity, and whether it is known. For a player who has just died, it is the
// velocity before the fatal hit.
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
	// impossible is a speed that no player reaches, in units per second.
	impossible = 5000
	// teleportSlack is the allowance for rounding and for unequal times when comparing the positions of two
	// frames, in units.
	teleportSlack = 128
)

// length returns the length of v. A product of two float32 is exact in float64, so the result is the same on
// processors that fuse multiplication and addition.
func length(v mgl32.Vec3) float64 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	return math.Sqrt(x*x + y*y + z*z)
}

func overGround(v mgl32.Vec3) float32 { return float32(math.Hypot(float64(v[0]), float64(v[1]))) }
