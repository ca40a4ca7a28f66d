package quake3

import (
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// trails are the trail kinds of missiles, by weapon.
var trails = [...]world.TrailKind{
	wpGrenade: world.TrailGrenade,
	wpRocket:  world.TrailRocket,
	wpPlasma:  world.TrailPlasma,
	wpBFG:     world.TrailBFG,
	wpNail:    world.TrailNail,
	wpMine:    world.TrailGrenade,
}

// longestFlight is the maximum age of a missile with a trail, in milliseconds.
const longestFlight = 10_000

// A missile that is slower than fastest (units per second on each axis), or slower than fastestThrown and falling for
// at most longestFall milliseconds, stays within the distance that [world.Effects.Flies] allows.
const fastest, fastestThrown, longestFall = 2000, 600, 2000

// flight is the part of a missile's state that its trail depends on. Most missiles keep it from snapshot to snapshot.
type flight struct {
	slot  uint16 // index of its state in snapshots.states
	kind  world.TrailKind
	falls bool
	seen  uint32 // flights.count at the last snapshot with it
	sent  int32  // launch time in milliseconds of the server's clock
	until int32  // end of the time in which it may be steady, see flights; same clock
	delta mgl32.Vec3
	world.ProjectileRef
}

// flights are the missiles seen last, by entity number modulo the length of list. The position of a steady missile is
// known from its state, so it needs no work in each snapshot: its trail is extended when the missile is gone or its
// state changes, and when somebody looks.
type flights struct {
	list   [64]flight
	count  uint32 // number of snapshots so far
	steady uint64 // one bit for each steady entry of list; between snapshots, all of them were in the last one
	// time (milliseconds of the server's clock) and clock (seconds of the viewer's clock) are those of the last
	// snapshot. settled is set if steady trails are extended up to then.
	time    int32
	clock   float64
	settled bool
}

// of returns the flight of a missile in a snapshot. It reuses the flight from the previous snapshot if the state's
// index is the same: the previous snapshot still refers to that state, so it has not been replaced.
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
	*f = flight{slot: e.slot, seen: k.count, ProjectileRef: world.ProjectileRef{Entity: int32(e.number), Trail: f.Trail,
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

// place returns the position of the missile passed milliseconds after its launch.
func (f *flight) place(passed int64) (x, y, z float32) {
	seconds := float32(passed) * 0.001
	x, y, z = f.Origin[0]+f.delta[0]*seconds, f.Origin[1]+f.delta[1]*seconds, f.Origin[2]+f.delta[2]*seconds
	if f.falls {
		z -= 0.5 * trajectoryGravity * seconds * seconds
	}
	return x, y, z
}

// at returns the trail of the missile passed milliseconds after its launch, at a viewer's time.
func (f *flight) at(passed int64, clock float64) world.Trail {
	t := world.Trail{Kind: f.kind, Entity: f.Entity, Clock: clock - float64(passed)/1000, Until: clock,
		Origin: f.Origin}
	t.End[0], t.End[1], t.End[2] = f.place(passed)
	if f.falls {
		t.Gravity = trajectoryGravity
	}
	return t
}

// settle extends the trails of all steady missiles to the last snapshot.
func (k *flights) settle(w world.Edit) {
	if k.settled {
		return
	}
	k.settled = true
	for set := k.steady; set != 0; set &= set - 1 {
		k.list[bits.TrailingZeros64(set)].grow(w, k.time, k.clock)
	}
}

// grow extends the trail of a steady missile.
func (f *flight) grow(w world.Edit, time int32, clock float64) {
	passed := int64(time) - int64(f.sent)
	if x, y, z := f.place(passed); w.Effects.Advance(&f.ProjectileRef, x, y, z, clock) {
		return
	}
	t := f.at(passed, clock)
	f.Projectile, _ = w.Effects.Flies(f.Projectile, t.Entity, t.End, clock)
	f.follow(w, t)
}

// follow extends the trail of a missile.
func (f *flight) follow(w world.Edit, t world.Trail) {
	f.Trail = w.Effects.Trail(f.Trail, t)
	f.Began = w.Effects.Trails[f.Trail].Clock
}

// forget discards what is known about the missiles in the last snapshot.
func (k *flights) forget() {
	k.steady = 0
	k.count += 2 // so that no missile was in the previous snapshot
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

// trails extends the trails of a snapshot's missiles. The demo contains the place and time of each launch.
func (q *rules) trails(w world.Edit, n *snapshot) {
	k := q.flights
	if k != nil {
		// Both clocks must advance by the same time. Otherwise the start of a trail would shift.
		const slack = 1e-6
		since, passed := w.Clock-k.clock, float64(int64(n.time)-int64(k.time))/1000
		if !(since >= 0 && since <= steadyGap && since > passed-slack && since < passed+slack) {
			k.settle(w)
			k.steady = 0
		}
		k.count++
	}
	now := uint64(0) // missiles that are steady in this snapshot
	entities := n.entities
	if n.kinds&isMissile == 0 {
		entities = nil
	}
	n.kinds &^= isMissile
	for _, e := range entities {
		if e.kinds&isMissile == 0 {
			continue
		}
		n.kinds |= isMissile
		if k == nil {
			k = &flights{count: 2} // so that no missile was in the previous snapshot
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
			if f.seen == k.count { // another missile with the same index, which this one replaces
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

// steadyGap is the longest time between two snapshots in which missiles can be steady, in seconds. Together with
// snapshots for which nobody asked for trails, it must be shorter than the time that trails are kept: otherwise
// [world.Edit.Launch] would take the missiles for gone.
const steadyGap = 0.15

// fly extends the trail of a missile in a snapshot, and reports whether that is enough while its state stays the same.
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

// lateLaunch is the maximum age of a missile at which its shooter is determined, in milliseconds. Later the shooter may
// be anywhere.
const lateLaunch = 250

// standingEye is the height of a player's eyes above the origin, in units.
const standingEye = 26

// aims lists the eyes and view angles of the living players in a snapshot.
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
