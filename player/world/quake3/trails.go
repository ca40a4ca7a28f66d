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
		w.Trail(t)
	}
}
