package pattern

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// burst is what burst near players.
type burst struct {
	clock float64
	at    mgl32.Vec3
	// reach is how far it throws, in units.
	reach float32
	// launched says that a missile of a launcher burst: those that are asked whose they were.
	launched bool
	// flew says that its missile was seen to fly, and by who fired that: a slot, [world.Nobody] if it is not
	// known.
	flew bool
	by   int
}

// shot is what a player did at a time.
type shot struct {
	clock   float64
	slot    int
	grenade bool
}

const (
	// jumpSpeed and jumpRise are how fast over ground or how high a flight is that is kept: in
	// units a second, and units; who runs and jumps does neither.
	jumpSpeed, jumpRise = 400, 70
	// burstReach is how far from a burst one is thrown, in units, and boltReach from that of a bolt of plasma.
	burstReach, boltReach = 160, 60
	// burstKept is for how many seconds bursts and shots are remembered: as long as a body's steps.
	burstKept = 5
	// maxBursts bounds those that are remembered.
	maxBursts = 512
)

// launchers are the ends of the sounds of shots by what throws, by game: of a rocket and of a grenade.
var launchers = [4][2]string{
	world.Quake:      {"weapons/sgun1.wav", "weapons/grenade.wav"},
	world.QuakeWorld: {"weapons/sgun1.wav", "weapons/grenade.wav"},
	world.Quake2:     {"weapons/rocklf1a.wav", "weapons/grenlf1a.wav"},
	world.Quake3:     {"weapons/rocket/rocklf1a", "weapons/grenade/grenlf1a"},
}

// recent drops what of a list is too long ago.
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

// watchBursts keeps what burst, who fired a launcher, and whom a jump pad threw in this packet.
func (p *Pass) watchBursts(w *world.World) {
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
			break // what begins is added at the end
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
	// flownGap is how many seconds before it burst a missile was seen last at the most, flownSpeed how fast
	// it flies at the most, and flownSlack how far from where it then is it may burst: with the bodies in
	// between, in units a second and units.
	flownGap, flownSpeed, flownSlack = 0.12, 1100, 32
)

// flownBy returns whether the missile that burst at a place had been seen to fly, and the slot of who fired
// it.
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
	if flew && (by == world.Nobody || w.Game == world.Quake3) { // which tells where it began
		by = p.nearest(w, entity)
	}
	return flew, by
}

const (
	// muzzleReach is how far from a player's eye his missile is seen first at the most, and muzzleApart how
	// much farther from anybody else's at the least, in units.
	muzzleReach, muzzleApart = 90, 32
)

// nearest returns the slot of the player from whose eyes an entity that flies seems to have come,
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
	who, best, second := world.Nobody, float32(muzzleReach), float32(math.Inf(1))
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
	if second-best < muzzleApart {
		return world.Nobody
	}
	return who
}

const (
	// shotSpeed is that of the fastest of the games' rockets that one jumps with, in units a second.
	shotSpeed = 1000
	// shotGap is how many seconds a shot may be heard before a missile that never was seen burst, besides its
	// flight: the longest frame of these games and a bit. shotLate is how long after it a shot may be heard:
	// Quake III tells one event of a player in a snapshot.
	shotGap, shotLate = 0.12, 0.1
	// shotBeside and shotSlack are how far beside and beyond where a player looks his rocket bursts, in units:
	// players turn between two frames, and rockets do not leave from the eye.
	shotBeside, shotSlack = 40, 48
	// eyeHeight is how high a player's eye is above his place, in units.
	eyeHeight = 22
)

// misses returns by how many units a player missed a place at the least who looked at it at a time, or in the
// moment before in which he could have fired what burst there then, at most so many units away; infinite
// beyond [shotBeside].
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

// fired returns by how much a player missed the place of a burst who was heard to fire a launcher at about the
// time when what burst there left; infinite if none was heard, or he did not look there.
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

// firedTime is how many seconds before the burst one has fired at the most, unless the missile was seen to fly.
const firedTime = 0.35

// shoots reports whether a player was heard to fire what may burst at a time.
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

// fuseTime is after how many seconds a grenade has burst.
const fuseTime = 2.7

// quake3Grenade and quake3Rocket are the numbers of Quake III's launchers.
const quake3Grenade, quake3Rocket = 4, 5

// launches reports whether a player of Quake III held a launcher at a time.
func (b *body) launches(clock float64) bool {
	weapon := b.weaponAt(clock)
	return weapon == quake3Rocket || weapon == quake3Grenade
}

// own reports whether the missile that burst was a player's: where it was seen to fly it came from him.
// Otherwise, of those who were heard to fire, he looked there best.
func (p *Pass) own(game world.Game, slot int, k *burst) bool {
	if k.flew && k.by != world.Nobody {
		// Where a missile begins is told by Quake III alone: in other games it may be seen first beside another.
		return k.by == slot && (game == world.Quake3 || p.shoots(slot, k.clock))
	}
	who, best := world.Nobody, float32(math.Inf(1))
	for i, b := range p.bodies {
		if b == nil || b.count == 0 {
			continue
		}
		miss := p.fired(i, b, k)
		// Quake III tells one event of another player in a snapshot, so that many a shot is not heard. But
		// a missile that never was seen was fired since the snapshot before.
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
	// blastBefore is how many seconds before one leaves the ground a burst may have thrown him.
	blastBefore = 0.12
	// throwLate is how many seconds after a burst one is seen to be thrown at the latest, and throwWindow
	// over how many his speed is taken where the demo tells places alone: over less, rounded times drown it.
	throwLate, throwWindow = 0.15, 0.06
	// throwUp and throwAside are by how much one's speed upwards and over ground grows at least who is thrown
	// in the air, in units a second, and throwSeen by how much upwards where the demo tells places alone. Legs and
	// gravity do less within throwLate.
	throwUp, throwAside, throwSeen = 100, 150, 150
	// throwApart is how many seconds the moments are apart at least that are compared for a throw of which no
	// burst tells.
	throwApart = 0.03
	// leapSpeed is that upwards of a jump, in units a second, and leapMost the most of who runs up a
	// slope and jumps.
	leapSpeed, leapMost = 270, 600
)

// pace returns the velocity of a player in a step that is remembered, so many steps ago, over a moment before it
// where the demo tells places alone.
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

// thrownUp reports whether a player's speed upwards grew at a time, before another, by more than a jump gives, if he
// jumped about then.
func (b *body) thrownUp(clock, until, leapt float64) bool {
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
	if math.Abs(leapt-clock) <= throwLate {
		before = max(before, leapSpeed)
	}
	return most-before >= least
}

// jump keeps a flight that is worth it.
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

// flight makes a jump of a player's steps since a contact; false if they are not remembered, or no
// player moves like that.
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
		if s.known && i > 0 && s != first { // what he has while he stands may be of another jump
			j.Speed = max(j.Speed, overGround(s.velocity))
		} else if dt := next.clock - s.clock; !s.known && dt >= window {
			j.Speed = max(j.Speed, overGround(next.origin.Sub(s.origin))/float32(dt))
			next = s
		}
	}
	j.Thrown = j.Blast > 0 || p.thrown(slot, b, &j)
	return j, j.Speed < impossible
}

// before returns the last step before a time, or else the first one that is remembered at that time; nil if
// there is none.
func (b *body) before(clock float64) *step {
	if s := b.back(clock - 2*timeSlack); s != nil {
		return s
	}
	return b.back(clock)
}

// near reports whether a burst was near a player. Where he was thrown to in that frame is not where he was.
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

// padAfter returns when a jump pad threw a player first after a time, less a moment; infinite if none did.
func (p *Pass) padAfter(slot int, clock float64) float64 {
	for i := range p.pads {
		if k := &p.pads[i]; k.slot == slot && k.clock > clock {
			return k.clock - timeSlack
		}
	}
	return math.Inf(1)
}

// blastOf returns the first burst of a missile of a player's own that threw him up in a flight, nil if none
// did.
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

// disputed reports whether the missile of another burst near a player between where he was seen before a burst
// and that burst, so that either may have thrown him.
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

// thrown reports whether anything but his legs may have thrown a player in a flight: a burst near him, a jump
// pad, or what is seen by his speed alone, as a blow or a hook.
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
			continue // he stands again
		}
		if laterClock-s.clock < throwApart {
			continue
		}
		if laterClock-s.clock <= throwLate {
			up, aside := float32(throwUp), float32(throwAside)
			if !s.known {
				up = throwSeen
			}
			if s.clock < j.From+throwWindow { // he jumps
				up, aside = leapMost-min(v[2], 0), 2*throwAside
			}
			if later[2]-v[2] >= up || overGround(later)-overGround(v) >= aside {
				return true
			}
		}
		later, laterClock = v, s.clock
	}
	return false
}
