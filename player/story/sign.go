package story

import (
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Signs are what is special about a kill, as a set.
type Signs uint16

// The signs. The HUD has a table of how they are drawn.
const (
	SignOwn      Signs = 1 << iota // a suicide with a weapon
	SignQuad                       // the killer has quad damage
	SignTeamKill                   // killer and victim are team-mates
	SignUnfired                    // the rocket that kills has not been fired yet, at this moment
)

// signsOf returns the signs of a kill by its event. Cause is what kills.
func signsOf(e *timeline.Event, cause weapon.Kind) (s Signs) {
	_, deadly := cause.Death(true)
	for _, row := range [...]struct {
		sign Signs
		is   bool
	}{
		{SignOwn, e.Suicide() && cause.String() != "" && !deadly},
		{SignQuad, e.Killer.Carried&world.Quad != 0 && e.Weapon.Hand() != weapon.None},
		{SignTeamKill, e.TeamKill},
	} {
		if row.is {
			s |= row.sign
		}
	}
	return s
}
