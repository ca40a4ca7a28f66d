package quake

import (
	"slices"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// pantsNames are the names of team colors by number.
var pantsNames = [...]string{
	"white", "brown", "light blue", "green", "red", "tan", "orange", "pink", "purple", "violet", "beige", "teal",
	"yellow", "blue",
}

// sameColorKill is a kill of a player with the killer's color that was not reported as a team kill.
type sameColorKill struct {
	known  bool
	killer int
	frags  int32 // the killer's frags before
}

// mate notes a kill of a player with the killer's color. It ignores telefrags, because those of team-mates have no
// words of their own.
func (q *rules) mate(w world.Edit, e *world.Event) {
	if e.TeamKill || e.Player < 0 || e.Other < 0 || e.Player == e.Other || e.Player >= len(w.Players) ||
		e.Other >= len(w.Players) || e.Weapon == weapon.Telefrag {
		return
	}
	if killer := &w.Players[e.Player]; killer.Pants == w.Players[e.Other].Pants {
		q.sameColorKill = sameColorKill{true, e.Player, killer.Frags}
	}
}

// judge decides at the end of a packet whether the kill in sameColorKill gave a frag.
func (q *rules) judge(w world.Edit) {
	m := q.sameColorKill
	q.sameColorKill = sameColorKill{}
	if m.known && m.killer < len(w.Players) && w.Players[m.killer].Frags > m.frags && !q.noTeams {
		q.noTeams, q.recolored = true, true
	}
}

// setTeams assigns the players to teams, or to none. A team is a color of pants, but a demo doesn't contain whether the
// server has teams. It does if a player has killed a team-mate. It also does if all players together wear just two
// colors, each worn by at least two players, or one of them by a single player who chose it: players who chose none
// wear color 0. It never does if a player got a frag for killing one of the same color.
func (q *rules) setTeams(w world.Edit) {
	q.recolored = false
	var counts [16]int
	players, colors := 0, 0
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			if counts[p.Pants&15]++; counts[p.Pants&15] == 1 {
				colors++
			}
			players++
		}
	}
	byChance := counts[0] > 0 && slices.Contains(counts[:], 1)
	m := &w.Match
	m.Teams = !w.Single.Known && colors > 1 && (q.teamplay || !q.noTeams && colors == 2 && (m.Teams || players > 2 &&
		!byChance))
	for i := range w.Players {
		p := &w.Players[i]
		if p.Team = ""; m.Teams && p.InUse && int(p.Pants) < len(pantsNames) {
			p.Team = pantsNames[p.Pants]
		}
	}
}
