package pattern

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// burst is an explosion.
type burst struct {
	clock float64
	at    mgl32.Vec3
	// reach is the distance, in units, within which the burst throws players.
	reach float32
	// launched is set if a missile of a launcher burst, so that it can have an owner.
	launched bool
	// flew is set if the missile was seen in flight. by is the slot of the player who fired it, [world.Nobody]
	// if unknown.
	flew bool
	by   int
}

// shot is a shot that a player was heard to fire, or a throw by a jump pad.
type shot struct {
	clock   float64
	slot    int
	grenade bool
}

const (
	// jumpSpeed and jumpRise are the minimum speed over ground, in units per second, or the minimum height, in
	// units, of a flight worth keeping. Ordinary jumps reach neither.
	jumpSpeed, jumpRise = 400, 70
	// burstReach is the distance, in units, within which an explosion throws players; boltReach is that of a
	// plasma bolt.
	burstReach, boltReach = 160, 60
	// burstKept is how long bursts and shots are remembered, in seconds: as long as the steps of a body.
	burstKept = 5
	// maxBursts limits the remembered bursts, shots and throws by jump pads, each.
	maxBursts = 512
)

// launchers are the path endings of the firing sounds of the rocket launcher and the grenade launcher, by game.
var launchers = [4][2]string{
	world.Quake:      {"weapons/sgun1.wav", "weapons/grenade.wav"},
	world.QuakeWorld: {"weapons/sgun1.wav", "weapons/grenade.wav"},
	world.Quake2:     {"weapons/rocklf1a.wav", "weapons/grenlf1a.wav"},
	world.Quake3:     {"weapons/rocket/rocklf1a", "weapons/grenade/grenlf1a"},
}

// recent removes the old entries from the front of a list.
func recent[T any](list []T, old func(*T) bool) []T {
	n := 0
	for n < len(list) && (old(&list[n]) || len(list)-n >= maxBursts) {
		n++
	}
	if n == 0 {
		return list
	}
	return list[:copy(list, list[n:])]
}

// recordBursts records the bursts, launcher shots and jump pad throws of this packet.
func (p *Pass) recordBursts(w *world.World) {
	old := func(clock float64) bool { return w.Clock-clock > burstKept || clock > w.Clock+1 }
	for i := range w.Heard {
		s := &w.Heard[i]
		if s.Flags&world.SoundStops != 0 {
			continue
		}
		path := s.Path(w.Level())
		for kind, name := range launchers[w.Game&3] {
			if !strings.Contains(path, name) {
				continue
			}
			slot := int(s.Entity)
			if w.Game != world.Quake3 {
				slot--
			}
			p.shots = append(recent(p.shots, func(s *shot) bool { return old(s.clock) }),
				shot{s.Clock, slot, kind == 1})
		}
	}
	for i := len(w.Effects.List) - 1; i >= 0; i-- {
		f := &w.Effects.List[i]
		if f.Clock < w.Clock {
			break // new effects are at the end
		}
		k := burst{clock: f.Clock, at: f.Origin, reach: burstReach, by: world.Nobody}
		switch f.Kind {
		case world.EffectJumpPad:
			p.pads = append(recent(p.pads, func(s *shot) bool { return old(s.clock) }),
				shot{clock: f.Clock, slot: int(f.Entity)})
			continue
		case world.EffectExplosion:
			k.launched = true
		case world.EffectPlasma:
			k.reach = boltReach
		case world.EffectTarExplosion, world.EffectBFG, world.EffectNuke:
		default:
			continue
		}
		if p.burstKnown(&k) {
			continue // another packet of the same moment
		}
		if k.launched {
			k.flew, k.by = p.flownBy(w, k.at)
		}
		p.bursts = append(recent(p.bursts, func(k *burst) bool { return old(k.clock) }), k)
	}
}

func (p *Pass) burstKnown(k *burst) bool {
	for i := len(p.bursts) - 1; i >= 0 && p.bursts[i].clock == k.clock; i-- {
		if p.bursts[i].at == k.at {
			return true
		}
	}
	return false
}

const (
	// flownGap is the maximum time between the last sight of a missile and its burst, in seconds. flownSpeed is
	// the maximum speed of missiles in units per second. flownSlack is the allowance for the distance, in
	// units, including the sizes of bodies.
	flownGap, flownSpeed, flownSlack = 0.12, 1100, 32
)

// flownBy reports whether the missile that burst at a position was seen in flight, and returns the slot of the
// player who fired it.
func (p *Pass) flownBy(w *world.World, at mgl32.Vec3) (flew bool, by int) {
	best := float32(math.Inf(1))
	var entity int32
	by = world.Nobody
	for i := range w.Effects.Projectiles {
		f := &w.Effects.Projectiles[i]
		since := w.Clock - f.Seen
		d := f.At.Sub(at).Len()
		if since < 0 || since > flownGap || d > flownSpeed*float32(since)+flownSlack || d >= best {
			continue
		}
		best, flew, by, entity = d, true, int(f.Owner)-1, f.Entity
	}
	if flew && (by == world.Nobody || w.Game == world.Quake3) { // Quake III sends the start of a trajectory
		by = p.nearest(w, entity)
	}
	return flew, by
}

const (
	// muzzleReach is the maximum distance between a player's eye and the first sight of the player's missile.
	// muzzleApart is how much farther away every other player must be. Both are in units.
	muzzleReach, muzzleApart = 90, 32
)

// nearest returns the slot of the player from whose eye a flying entity seems to have started, or
// [world.Nobody] if there is none or more than one.
func (p *Pass) nearest(w *world.World, entity int32) int {
	first := -1
	for i := range w.Effects.Trails {
		t := &w.Effects.Trails[i]
		if t.Entity == entity && w.Clock-t.Until <= flownGap && (first < 0 || t.Clock < w.Effects.Trails[first].Clock) {
			first = i
		}
	}
	if first < 0 {
		return world.Nobody
	}
	t := &w.Effects.Trails[first]
	who, best, second := world.Nobody, float32(math.Inf(1)), float32(math.Inf(1))
	for i, b := range p.bodies {
		if b == nil {
			continue
		}
		s := b.back(t.Clock)
		if s == nil || t.Clock-s.clock > shotGap || w.Game == world.Quake3 && !b.launches(t.Clock) {
			continue
		}
		d := t.Origin.Sub(s.origin.Add(mgl32.Vec3{0, 0, eyeHeight})).Len()
		if d < best {
			who, best, second = i, d, best
		} else {
			second = min(second, d)
		}
	}
	if best >= muzzleReach || second-best < muzzleApart {
		return world.Nobody
	}
	return who
}

const (
	// shotSpeed is the speed of the fastest rocket used for rocket jumps in these games, in units per second.
	shotSpeed = 1000
	// shotGap is how much earlier than its flight time, in seconds, the shot of an unseen missile may be heard:
	// a little more than the longest frame. shotLate is how much later than the burst it may be heard, because
	// Quake III sends one event of a player per snapshot.
	shotGap, shotLate = 0.12, 0.1
	// shotBeside and shotSlack are how far a rocket may burst beside and beyond the line of sight, in units.
	// Players turn between two frames, and rockets do not start at the eye.
	shotBeside, shotSlack = 40, 48
	// eyeHeight is the height of the eye above a player's origin, in units.
	eyeHeight = 22
)

// misses returns the smallest distance, in units, between at and the player's line of sight at clock or in the
// before seconds earlier, within which the missile that burst must have been fired. The line is reach units
// long. The result is infinite beyond [shotBeside].
func (b *body) misses(at mgl32.Vec3, clock, before, reach float64) float32 {
	miss := float32(math.Inf(1))
	for i := range b.have() {
		s := b.at(i)
		if s.clock > clock+timeSlack {
			continue
		}
		if s.clock < clock-before-timeSlack {
			break
		}
		pitch, yaw := float64(s.look[0])*math.Pi/180, float64(s.look[1])*math.Pi/180
		look := mgl32.Vec3{float32(math.Cos(pitch) * math.Cos(yaw)), float32(math.Cos(pitch) * math.Sin(yaw)),
			float32(-math.Sin(pitch))}
		d := at.Sub(s.origin.Add(mgl32.Vec3{0, 0, eyeHeight}))
		along := d.Dot(look)
		if off := d.Sub(look.Mul(along)).Len(); along > 0 && float64(along) <= reach && off <= shotBeside {
			miss = min(miss, off)
		}
	}
	return miss
}

// fired returns how far from a burst the player aimed when heard firing a launcher at about the right time. It
// is infinite if no such shot was heard, or if it was aimed elsewhere.
func (p *Pass) fired(slot int, b *body, k *burst) float32 {
	miss := float32(math.Inf(1))
	for i := range p.shots {
		s := &p.shots[i]
		if since := k.clock - s.clock; s.slot == slot && since <= firedTime && since >= -shotLate {
			before := max(since, 0) + shotGap
			miss = min(miss, b.misses(k.at, k.clock, before, shotSpeed*before+shotSlack))
		}
	}
	return miss
}

// firedTime is the maximum time between a shot and its burst, in seconds, unless the missile was seen in
// flight.
const firedTime = 0.35

// shoots reports whether the player was heard to fire a missile that may burst at clock.
func (p *Pass) shoots(slot int, clock float64) bool {
	for i := range p.shots {
		s := &p.shots[i]
		longest := firedTime
		if s.grenade {
			longest = fuseTime
		}
		if since := clock - s.clock; s.slot == slot && since >= 0 && since <= longest {
			return true
		}
	}
	return false
}

// fuseTime is the maximum time until a grenade explodes, in seconds.
const fuseTime = 2.7

// quake3Grenade and quake3Rocket are the weapon numbers of Quake III's launchers.
const quake3Grenade, quake3Rocket = 4, 5

// launches reports whether a Quake III player held a launcher at clock.
func (b *body) launches(clock float64) bool {
	weapon := b.weaponAt(clock)
	return weapon == quake3Rocket || weapon == quake3Grenade
}

// own reports whether the missile that burst belonged to the player. If it was seen in flight, it must have
// come from the player. Otherwise, the player must have aimed at the burst best of all who may have fired.
func (p *Pass) own(game world.Game, slot int, k *burst) bool {
	if k.flew && k.by != world.Nobody {
		// Only Quake III sends where a missile started. In other games, it may first be seen beside another
		// player.
		return k.by == slot && (game == world.Quake3 || p.shoots(slot, k.clock))
	}
	who, best := world.Nobody, float32(math.Inf(1))
	for i, b := range p.bodies {
		if b == nil || b.count == 0 {
			continue
		}
		miss := p.fired(i, b, k)
		// Quake III sends one event of another player per snapshot, so many shots are not heard. But a missile
		// that was never seen must have been fired since the previous snapshot.
		if game == world.Quake3 && !k.flew && b.launches(k.clock) {
			miss = min(miss, b.misses(k.at, k.clock, shotGap, shotSpeed*shotGap))
		}
		if miss < best {
			who, best = i, miss
		}
	}
	return who == slot
}

const (
	// blastBefore is how many seconds before a player leaves the ground a burst may have thrown the player.
	blastBefore = 0.12
	// throwLate is the maximum time in seconds between a burst and a visible throw. throwWindow is the time in
	// seconds over which velocity is measured if the demo contains only positions; over less, rounding
	// dominates.
	throwLate, throwWindow = 0.15, 0.06
	// throwUp and throwAside are the minimum gains of a thrown player in upward speed and in speed over ground,
	// in units per second. throwSeen is the minimum gain upward if the demo contains only positions. Running,
	// jumping and gravity cause less within throwLate.
	throwUp, throwAside, throwSeen = 100, 150, 150
	// throwApart is the minimum time in seconds between the moments compared to detect a throw without a burst.
	throwApart = 0.03
	// jumpUp is the upward speed of a jump; jumpUpMost is the highest upward speed of a player who jumps while
	// running up a slope. Both are in units per second.
	jumpUp, jumpUpMost = 270, 600
)

// pace returns the player's velocity back steps ago. If the demo contains only positions, it is measured over
// at least throwWindow seconds.
func (b *body) pace(back int) (v mgl32.Vec3, ok bool) {
	s := b.at(back)
	if s.known {
		return s.velocity, true
	}
	for i := back + 1; i < b.have(); i++ {
		if o := b.at(i); s.clock-o.clock >= throwWindow {
			return s.origin.Sub(o.origin).Mul(float32(1 / (s.clock - o.clock))), true
		}
	}
	return v, false
}

// thrownUp reports whether the player's upward speed grew between clock and until by more than a throw needs.
// jumped is when the player left the ground: a jump near clock explains a part of the gain.
func (b *body) thrownUp(clock, until, jumped float64) bool {
	before, most, least := float32(math.NaN()), float32(math.Inf(-1)), float32(throwUp)
	for i := range b.have() {
		s := b.at(i)
		if s.clock > min(clock+throwLate, until) {
			continue
		}
		v, ok := b.pace(i)
		if !ok {
			return false
		}
		if s.clock < clock-timeSlack || s.clock <= clock && !s.known {
			before = v[2]
			break
		}
		most = max(most, v[2])
		if !s.known {
			least = throwSeen
		}
	}
	if math.Abs(jumped-clock) <= throwLate {
		before = max(before, jumpUp)
	}
	return most-before >= least
}

// jump keeps a flight if it is fast, high or blasted.
func (p *Pass) jump(w *world.World, slot int, b *body, since float64) {
	if len(p.facts.Jumps) >= maxFacts {
		return
	}
	j, ok := p.flight(w, slot, b, since)
	if !ok || j.Speed < jumpSpeed && j.Rise < jumpRise && j.Blast == 0 {
		return
	}
	j.Player, j.Name = slot, nameOf(w, slot)
	p.facts.Jumps = append(p.facts.Jumps, j)
}

// flight returns the jump made of the player's steps since a contact. ok is false if these are no longer
// remembered or the motion is impossible.
func (p *Pass) flight(w *world.World, slot int, b *body, since float64) (j Jump, ok bool) {
	var first *step
	for i := range b.have() {
		s := b.at(i)
		if s.clock < since-timeSlack {
			break
		}
		first = s
	}
	if first == nil || first.clock > since+window {
		return j, false
	}
	last := b.at(0)
	j = Jump{From: first.clock, To: last.clock, At: first.origin, End: last.origin}
	base := first.origin[2]
	if k := p.blastOf(w.Game, slot, b, &j); k != nil {
		j.Blast = max(k.clock, timeSlack)
		if s := b.before(k.clock); s != nil {
			base = s.origin[2]
		}
	}
	next := last
	for i := range b.have() {
		s := b.at(i)
		if s.clock < first.clock {
			break
		}
		if j.Blast == 0 || s.clock >= j.Blast-timeSlack {
			j.Rise = max(j.Rise, s.origin[2]-base)
		}
		if s.known && i > 0 && s != first { // a velocity on the ground may belong to another jump
			j.Speed = max(j.Speed, overGround(s.velocity))
		} else if dt := next.clock - s.clock; !s.known && dt >= window {
			j.Speed = max(j.Speed, overGround(next.origin.Sub(s.origin))/float32(dt))
			next = s
		}
	}
	j.Thrown = j.Blast > 0 || p.thrown(slot, b, &j)
	return j, j.Speed < impossible
}

// before returns the last step before a time, or the step at that time if there is none before it, or nil.
func (b *body) before(clock float64) *step {
	if s := b.back(clock - 2*timeSlack); s != nil {
		return s
	}
	return b.back(clock)
}

// near reports whether a burst was near the player. It uses the position before the burst: that in the same
// frame may already be the result of the throw.
func (k *burst) near(b *body) bool {
	s := b.before(k.clock)
	if s == nil {
		return false
	}
	at := s.origin
	if dt := float32(k.clock - s.clock); s.known && dt < throwLate {
		at = at.Add(s.velocity.Mul(dt))
	}
	return k.at.Sub(at).Len() <= k.reach || k.at.Sub(s.origin).Len() <= k.reach
}

// padAfter returns when a jump pad first threw the player after clock, less timeSlack. It is infinite if none
// did.
func (p *Pass) padAfter(slot int, clock float64) float64 {
	for i := range p.pads {
		if k := &p.pads[i]; k.slot == slot && k.clock > clock {
			return k.clock - timeSlack
		}
	}
	return math.Inf(1)
}

// blastOf returns the first burst of the player's own missile that threw the player up in a flight, or nil.
func (p *Pass) blastOf(game world.Game, slot int, b *body, j *Jump) *burst {
	for i := range p.bursts {
		k := &p.bursts[i]
		if k.launched && k.clock >= j.From-blastBefore && k.clock < j.To && k.near(b) &&
			b.thrownUp(k.clock, p.padAfter(slot, k.clock), j.From) && p.own(game, slot, k) &&
			!p.disputed(game, slot, b, k) {
			return k
		}
	}
	return nil
}

// disputed reports whether another player's missile burst nearby between the step before a burst and that
// burst, so that either may have thrown the player.
func (p *Pass) disputed(game world.Game, slot int, b *body, own *burst) bool {
	s := b.before(own.clock)
	for i := range p.bursts {
		k := &p.bursts[i]
		if k != own && k.launched && s != nil && k.clock >= s.clock && k.clock <= own.clock && k.near(b) &&
			!p.own(game, slot, k) {
			return true
		}
	}
	return false
}

// thrown reports whether something other than a jump may have moved the player in a flight: a nearby burst, a
// jump pad, or a change of velocity without visible cause, as by a hit or a grappling hook.
func (p *Pass) thrown(slot int, b *body, j *Jump) bool {
	for i := range p.bursts {
		if k := &p.bursts[i]; k.clock >= j.From-blastBefore && k.clock < j.To && k.near(b) {
			return true
		}
	}
	for i := range p.pads {
		if k := &p.pads[i]; k.slot == slot && k.clock >= j.From-blastBefore && k.clock < j.To-timeSlack {
			return true
		}
	}
	var later mgl32.Vec3
	laterClock := math.Inf(1)
	for i := 1; i < b.have(); i++ {
		s := b.at(i)
		v, ok := b.pace(i)
		if !ok || s.clock < j.From-blastBefore {
			break
		}
		if s.clock >= j.To-throwWindow {
			continue // the player has landed
		}
		if laterClock-s.clock < throwApart {
			continue
		}
		if laterClock-s.clock <= throwLate {
			up, aside := float32(throwUp), float32(throwAside)
			if !s.known {
				up = throwSeen
			}
			if s.clock < j.From+throwWindow { // the jump itself
				up, aside = jumpUpMost-min(v[2], 0), 2*throwAside
			}
			if later[2]-v[2] >= up || overGround(later)-overGround(v) >= aside {
				return true
			}
		}
		later, laterClock = v, s.clock
	}
	return false
}
