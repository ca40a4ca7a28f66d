package quake3

import (
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// trails are the trails of missiles, by weapon.
var trails = [...]world.TrailKind{
	wpGrenade: world.TrailGrenade,
	wpRocket:  world.TrailRocket,
	wpPlasma:  world.TrailPlasma,
	wpBFG:     world.TrailBFG,
	wpNail:    world.TrailNail,
	wpMine:    world.TrailGrenade,
}

// longestFlight bounds how long ago a missile was sent, in milliseconds.
const longestFlight = 10_000

// A missile that is slower than fastest in units a second along all axes, or than fastestThrown and
// falls for longestFall milliseconds at most, is nowhere farther from where it was than
// [world.Effects.Flies] allows.
const fastest, fastestThrown, longestFall = 2000, 600, 2000

// flight is what of a missile's state its trail depends on: most fly on from snapshot to
// snapshot as they were sent.
type flight struct {
	slot  uint16 // of its state in snapshots.states
	kind  world.TrailKind
	falls bool
	seen  uint32 // flights.count of the last snapshot with it
	sent  int32  // milliseconds of the server's clock
	until int32  // until when it may be steady, see flights
	delta mgl32.Vec3
	world.Onward
}

// flights are the missiles seen last, by a part of their numbers. Those that are steady are known
// to be where their state says, so that nothing is done for them from snapshot to snapshot: their
// trails are made longer when they are gone or fly otherwise, and when somebody looks.
type flights struct {
	list   [64]flight
	count  uint32 // snapshots so far
	steady uint64 // a bit for each of list that is steady; between snapshots all were in the last
	// time and clock are those of the last snapshot, of the server in milliseconds and of the viewer
	// in seconds, and settled is set if steady trails are as long as they were then.
	time    int32
	clock   float64
	settled bool
}

// of returns the flight of a missile that is in a snapshot. It is that of the snapshot before
// if the state is the same, which can only be if that snapshot refers to it.
func (k *flights) of(e snapEntity, states []entityState) *flight {
	f := &k.list[e.number%uint16(len(k.list))]
	if f.Entity == int32(e.number) && f.slot == e.slot && f.seen == k.count-1 {
		f.seen = k.count
		return f
	}
	s := &states[e.slot]
	if f.Entity != int32(e.number) {
		f.Trail, f.Projectile = 0, 0
	}
	*f = flight{slot: e.slot, seen: k.count, Onward: world.Onward{Entity: int32(e.number), Trail: f.Trail,
		Projectile: f.Projectile}}
	weapon, kind := int(s[message.EntityStateWeapon]), s[message.EntityStatePosType]
	if weapon < 0 || weapon >= len(trails) || kind != trLinear && kind != trGravity {
		return f
	}
	f.kind, f.falls = trails[weapon], kind == trGravity
	f.sent, f.Origin = s[message.EntityStatePosTime], s.place()
	f.delta = s.vec(message.EntityStatePosDeltaX, message.EntityStatePosDeltaY, message.EntityStatePosDeltaZ)
	limit, last := float32(fastest), int64(longestFlight)
	if f.falls {
		limit, last = fastestThrown, longestFall
	}
	last += int64(f.sent)
	if d := max(f.delta[0], f.delta[1], f.delta[2], -f.delta[0], -f.delta[1], -f.delta[2]); d < limit &&
		last <= math.MaxInt32 {
		f.until = int32(last)
	} else {
		f.until = math.MinInt32
	}
	return f
}

// place returns where a missile is that was sent some milliseconds ago.
func (f *flight) place(passed int64) (x, y, z float32) {
	seconds := float32(passed) * 0.001
	x, y, z = f.Origin[0]+f.delta[0]*seconds, f.Origin[1]+f.delta[1]*seconds, f.Origin[2]+f.delta[2]*seconds
	if f.falls {
		z -= 0.5 * trajectoryGravity * seconds * seconds
	}
	return x, y, z
}

// at returns the trail of a missile that was sent some milliseconds ago, at a viewer's time.
func (f *flight) at(passed int64, clock float64) world.Trail {
	t := world.Trail{Kind: f.kind, Entity: f.Entity, Clock: clock - float64(passed)/1000, Until: clock,
		Origin: f.Origin}
	t.End[0], t.End[1], t.End[2] = f.place(passed)
	if f.falls {
		t.Gravity = trajectoryGravity
	}
	return t
}

// settle makes the trails of all steady missiles as long as they were in the last snapshot.
func (k *flights) settle(w world.Edit) {
	if k.settled {
		return
	}
	k.settled = true
	for set := k.steady; set != 0; set &= set - 1 {
		k.list[bits.TrailingZeros64(set)].grow(w, k.time, k.clock)
	}
}

// grow makes the trail of a steady missile longer.
func (f *flight) grow(w world.Edit, time int32, clock float64) {
	passed := int64(time) - int64(f.sent)
	if x, y, z := f.place(passed); w.Effects.FliesOn(&f.Onward, x, y, z, clock) {
		return
	}
	t := f.at(passed, clock)
	f.Projectile, _ = w.Effects.Flies(f.Projectile, t.Entity, t.End, clock)
	f.follow(w, t)
}

// follow makes the trail of a missile longer.
func (f *flight) follow(w world.Edit, t world.Trail) {
	f.Trail = w.Effects.Trail(f.Trail, t)
	f.Began = w.Effects.Trails[f.Trail].Clock
}

// forget says that nothing is known of the missiles in a snapshot.
func (k *flights) forget() {
	k.steady = 0
	k.count += 2 // so that nothing was in the one before
}

// SettleTrails implements [world.TrailSettler].
func (q *rules) SettleTrails(w world.Edit) {
	if q.flights != nil {
		q.flights.settle(w)
	}
}

// clearEffects ends all effects and trails.
func (q *rules) clearEffects(w world.Edit) {
	w.Effects.Clear()
	if q.flights != nil {
		q.flights.steady = 0
	}
}

// trails makes the trails of a snapshot's missiles longer: the demo tells from where and
// when each was sent.
func (q *rules) trails(w world.Edit, n *snapshot) {
	k := q.flights
	if k != nil {
		// Both clocks must go on together, or a trail would not have begun when it did.
		const slack = 1e-6
		since, passed := w.Clock-k.clock, float64(int64(n.time)-int64(k.time))/1000
		if !(since >= 0 && since <= steadyGap && since > passed-slack && since < passed+slack) {
			k.settle(w)
			k.steady = 0
		}
		k.count++
	}
	now := uint64(0) // those that are steady in this snapshot
	entities := n.entities
	if n.kinds&isMissile == 0 {
		entities = nil
	}
	for _, e := range entities {
		if e.kinds&isMissile == 0 {
			continue
		}
		if k == nil {
			k = &flights{count: 2} // so that nothing was in the one before
			q.flights = k
		}
		at := e.number % uint16(len(k.list))
		f, bit := &k.list[at], uint64(1)<<at
		if k.steady&bit != 0 {
			if f.Entity == int32(e.number) && f.slot == e.slot && f.seen == k.count-1 && n.time <= f.until {
				f.seen = k.count
				now |= bit
				continue
			}
			if f.seen == k.count { // another one with that part of the number, whose place this takes
				f.grow(w, n.time, w.Clock)
			} else {
				f.grow(w, k.time, k.clock)
			}
		}
		k.steady &^= bit
		now &^= bit
		if q.fly(w, n, k.of(e, q.snaps.states)) {
			k.steady |= bit
			now |= bit
		}
	}
	if k == nil {
		return
	}
	for gone := k.steady &^ now; gone != 0; gone &= gone - 1 {
		k.list[bits.TrailingZeros64(gone)].grow(w, k.time, k.clock)
	}
	k.steady = now
	k.time, k.clock, k.settled = n.time, w.Clock, false
}

// steadyGap is how many seconds lie between two snapshots at most if missiles are steady from one
// to the other: with those in which nobody asked for trails ([world.Edit.Launch] must not take them
// for gone) less than the time that they are kept.
const steadyGap = 0.15

// fly makes the trail of a missile in a snapshot longer, and reports whether that will do as long
// as it flies on as it does.
func (q *rules) fly(w world.Edit, n *snapshot, f *flight) (steady bool) {
	passed := int64(n.time) - int64(f.sent)
	if f.kind == world.NoTrail || passed <= 0 || passed > longestFlight {
		return false
	}
	t := f.at(passed, w.Clock)
	var known bool
	if f.Projectile, known = w.Effects.Flies(f.Projectile, t.Entity, t.End, w.Clock); !known {
		var list [clients]world.Aim
		aims := list[:0]
		if passed <= lateLaunch {
			aims = q.snaps.aims(n, aims)
		}
		w.Launch(t.Entity, t.End, t.Origin, aims)
	}
	f.follow(w, t)
	return n.time < f.until
}

// lateLaunch is how long ago a missile was sent at the most of which it is told who did, in
// milliseconds: later its shooter may be anywhere.
const lateLaunch = 250

// standingEye is how high a player's eye is above his origin, in units.
const standingEye = 26

// aims lists where the living players of a snapshot look.
func (s *snapshots) aims(n *snapshot, list []world.Aim) []world.Aim {
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		state := &s.states[e.slot]
		if state[message.EntityStateType] != etPlayer || state[message.EntityStateFlags]&efDead != 0 {
			continue
		}
		a := world.Aim{Slot: int(e.number)}
		state.anglesAt(n.time, &a.Angles)
		state.placeAt(n.time, &a.Eye)
		a.Eye[2] += standingEye
		list = append(list, a)
	}
	if n.hasPlayer() && n.player[message.PlayerStatePMType] != pmDead && len(list) < cap(list) {
		ps := &n.player
		eye := ps.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ)
		eye[2] += standingEye
		list = append(list, world.Aim{Slot: n.slot(), Eye: eye, Angles: ps.angles()})
	}
	return list
}
