package story

import (
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world/equipment"
)

// Signs are the special features of a kill, as a set.
type Signs uint16

// The signs. The HUD has a table that says how to draw them.
const (
	SignOwn      Signs = 1 << iota // a suicide with a weapon
	SignQuad                       // the killer has quad damage
	SignTeamKill                   // killer and victim are team-mates
	SignUnfired                    // the deadly rocket has not been fired yet at this moment
)

// sides are the players of a kill who get a sign at their names, as a set.
type sides uint8

const (
	atKiller sides = 1 << iota
	atVictim
	atBoth = atKiller | atVictim
)

// signsOf returns the signs of a kill, and those at the names of the killer and the victim in the second after
// it. cause is the cause of death.
func signsOf(e *timeline.Event, cause weapon.Kind) (all Signs, names [2]Signs) {
	_, deadly := cause.Death(true)
	for _, row := range [...]struct {
		sign Signs
		at   sides
		is   bool
	}{
		{SignOwn, atBoth, e.Suicide() && cause.String() != "" && !deadly},
		{SignQuad, atKiller, e.Killer.Carried&equipment.Quad != 0 && e.Weapon.Hand() != weapon.None},
		{SignTeamKill, atBoth, e.TeamKill},
	} {
		if !row.is {
			continue
		}
		all |= row.sign
		for side := range names {
			if row.at&(atKiller<<side) != 0 {
				names[side] |= row.sign
			}
		}
	}
	return all, names
}
