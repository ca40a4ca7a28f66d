package quake3

import (
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

// flight is what of a missile's state its trail depends on: most fly on from snapshot to
// snapshot as they were sent.
type flight struct {
	entity        uint16
	slot          uint16 // of its state in snapshots.states
	kind          world.TrailKind
	falls         bool
	seen          uint32 // flights.count of the last snapshot with it
	sent          int32  // milliseconds of the server's clock
	origin, delta mgl32.Vec3
	trail         int // where its trail is, or was
	projectile    int // where it is itself among the world's
}

// flights are the missiles seen last, by a part of their numbers.
type flights struct {
	list  [64]flight
	count uint32 // snapshots so far
}

// of returns the flight of a missile that is in a snapshot. It is that of the snapshot before
// if the state is the same, which can only be if that snapshot refers to it.
func (k *flights) of(e snapEntity, states []entityState) *flight {
	f := &k.list[e.number%uint16(len(k.list))]
	if f.entity == e.number && f.slot == e.slot && f.seen == k.count-1 {
		f.seen = k.count
		return f
	}
	s := &states[e.slot]
	if f.entity != e.number {
		f.trail, f.projectile = 0, 0
	}
	*f = flight{entity: e.number, slot: e.slot, seen: k.count, trail: f.trail, projectile: f.projectile}
	weapon, kind := int(s[message.EntityStateWeapon]), s[message.EntityStatePosType]
	if weapon < 0 || weapon >= len(trails) || kind != trLinear && kind != trGravity {
		return f
	}
	f.kind, f.falls = trails[weapon], kind == trGravity
	f.sent, f.origin = s[message.EntityStatePosTime], s.place()
	f.delta = s.vec(message.EntityStatePosDeltaX, message.EntityStatePosDeltaY, message.EntityStatePosDeltaZ)
	return f
}

// trails makes the trails of a snapshot's missiles longer: the demo tells from where and
// when each was sent.
func (q *rules) trails(w world.Edit, n *snapshot) {
	k := q.flights
	if k != nil {
		k.count++
	}
	for _, e := range n.entities {
		if !e.missile {
			continue
		}
		if k == nil {
			k = &flights{count: 2} // so that nothing was in the one before
			q.flights = k
		}
		f := k.of(e, q.snaps.states)
		passed := int64(n.time) - int64(f.sent)
		if f.kind == world.NoTrail || passed <= 0 || passed > longestFlight {
			continue
		}
		t := world.Trail{Kind: f.kind, Entity: int32(e.number), Clock: w.Clock - float64(passed)/1000, Origin: f.origin}
		seconds := float32(passed) * 0.001
		for i := range t.End {
			t.End[i] = f.origin[i] + f.delta[i]*seconds
		}
		if f.falls {
			t.Gravity = trajectoryGravity
			t.End[2] -= 0.5 * trajectoryGravity * seconds * seconds
		}
		var known bool
		if f.projectile, known = w.Flies(f.projectile, t.Entity, t.End); !known {
			var list [clients]world.Aim
			aims := list[:0]
			if passed <= lateLaunch {
				aims = q.aims(n, aims)
			}
			w.Launch(t.Entity, t.End, t.Origin, aims)
		}
		f.trail = w.Trail(f.trail, t)
	}
}

// lateLaunch is how long ago a missile was sent at the most of which it is told who did, in
// milliseconds: later its shooter may be anywhere.
const lateLaunch = 250

// standingEye is how high a player's eye is above his origin, in units.
const standingEye = 26

// aims lists where the living players of a snapshot look.
func (q *rules) aims(n *snapshot, list []world.Aim) []world.Aim {
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		s := &q.snaps.states[e.slot]
		if s[message.EntityStateType] != etPlayer || s[message.EntityStateFlags]&efDead != 0 {
			continue
		}
		a := world.Aim{Slot: int(e.number)}
		s.anglesAt(n.time, &a.Angles)
		s.placeAt(n.time, &a.Eye)
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
