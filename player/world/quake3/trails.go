package quake3

import (
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

// trails makes the trails of a snapshot's missiles longer: the demo tells from where and
// when each was sent.
func (q *rules) trails(w world.Edit, n *snapshot) {
	for _, e := range n.entities {
		if !e.missile {
			continue
		}
		s := &q.snaps.states[e.slot]
		weapon, kind := int(s[message.EntityStateWeapon]), s[message.EntityStatePosType]
		if weapon < 0 || weapon >= len(trails) || trails[weapon] == world.NoTrail || kind != trLinear && kind != trGravity {
			continue
		}
		passed := int64(n.time) - int64(s[message.EntityStatePosTime])
		if passed <= 0 || passed > longestFlight {
			continue
		}
		t := world.Trail{Kind: trails[weapon], Entity: int32(e.number), Clock: w.Clock - float64(passed)/1000, Origin: s.place()}
		s.placeAt(n.time, &t.End)
		if kind == trGravity {
			t.Gravity = trajectoryGravity
		}
		if !w.Flies(t.Entity, t.End) {
			var list [clients]world.Aim
			aims := list[:0]
			if passed <= lateLaunch {
				aims = q.aims(n, aims)
			}
			w.Launch(t.Entity, t.End, t.Origin, aims)
		}
		w.Trail(t)
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
