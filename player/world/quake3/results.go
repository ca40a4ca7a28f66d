package quake3

import (
	"cmp"
	"slices"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// fillResult updates the match result. During the match, its players are those on the server. From the end on the list
// stays and only the numbers change, because players leave, and the loser of a duel becomes a spectator. Nothing counts
// after the intermission: a restarted game sends snapshots before it announces the restart.
func (m *match) fillResult(w world.Edit) {
	r := w.Result()
	if r == nil {
		return
	}
	if !m.running && !(m.scores.over && m.scores.ended && w.Intermission) {
		// CPMA returns to the warm-up at once when a player has forfeited, and sends the statistics afterwards.
		const late = 5 // seconds
		if m.scores.ended && r.Complete && w.Clock-r.End <= late {
			m.update(w, r, m.scores.packet.fresh)
		}
		return
	}
	// The scores of the next game may arrive before the announcement that it starts.
	if s := w.Match.Scores; w.Match.Teams && w.Match.Known && !(m.scores.over && s == [2]int32{}) {
		r.OfTeams = w.Match.OfTeams()
		r.Teams = append(r.Teams[:0], world.TeamScore{Name: teams[1], Score: w.Match.Scores[0]},
			world.TeamScore{Name: teams[2], Score: w.Match.Scores[1]})
	}
	if m.scores.over {
		m.update(w, r, ^uint64(0))
		if !m.resultShown {
			r.Last = w.Clock
		}
		return
	}
	m.standings(w, r)
}

// update refreshes the numbers of players in a result that has ended. slots has a bit for each slot to refresh.
func (m *match) update(w world.Edit, r *world.Result, slots uint64) {
	for i := range r.Players {
		s := &r.Players[i]
		if s.Slot < 0 || s.Slot >= min(clients, len(w.Players)) || slots>>s.Slot&1 == 0 {
			continue
		}
		switch p := &w.Players[s.Slot]; {
		case p.InUse && p.Name == s.Name:
			*s = m.scores.score(w, p, s.Team)
		case m.ending.says == prints.Forfeits && !p.InUse && p.FragsReported:
			// A list has the player who forfeited and left.
			name, counted := s.Name, s.Counted
			*s = m.scores.score(w, p, s.Team)
			s.Name, s.Counted = name, counted
		}
	}
}

// standings sets the players and spectators of a result to those who are on the server.
func (m *match) standings(w world.Edit, r *world.Result) {
	var gaveUp []world.Score
	if m.scores.over && m.ending.says == prints.Forfeits {
		gaveUp = slices.Clone(r.Players)
	}
	r.Players, r.Spectators = r.Players[:0], r.Spectators[:0]
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case !p.InUse || p.Name == "":
		case p.Spectator:
			r.Spectators = append(r.Spectators, p.Name)
		case len(r.Players) < clients:
			r.Players = append(r.Players, m.scores.score(w, p, teamOf(w, p)))
		}
	}
	for _, s := range gaveUp {
		if !slices.ContainsFunc(r.Players, func(p world.Score) bool { return p.Slot == s.Slot }) {
			r.Players = append(r.Players, s)
		}
	}
	if m.scores.kind == duel {
		r.Players = contenders(r.Players)
	}
	slices.SortStableFunc(r.Players, func(a, b world.Score) int { return cmp.Compare(a.Slot, b.Slot) })
	r.DropPresent()
}

// comeBack restores players to the result of a match without teams that they forfeited by leaving.
func comeBack(r *world.Result) {
	const near = 3 // most seconds that the game takes to notice
	r.Left = slices.DeleteFunc(r.Left, func(l world.Score) bool {
		if l.Spectator || l.Gone < r.End-near || slices.ContainsFunc(r.Players, func(p world.Score) bool {
			return p.Slot == l.Slot
		}) {
			return false
		}
		l.Gone, l.LooksOn = 0, false
		r.Players = append(r.Players, l)
		return true
	})
	slices.SortStableFunc(r.Players, func(a, b world.Score) int { return cmp.Compare(a.Slot, b.Slot) })
}

// duel is the g_gametype of a duel.
const duel = 1

// contenders returns the two players of a duel without others who did nothing: a client that has just connected has no
// team yet and, in CPMA, the default name.
func contenders(list []world.Score) []world.Score {
	idle := func(s world.Score) bool { return s.Score == 0 && s.Counted == world.Counts{} }
	for _, drop := range [...]func(s world.Score) bool{
		func(s world.Score) bool { return idle(s) && s.Name == "UnnamedPlayer" }, idle,
	} {
		for len(list) > 2 {
			i := slices.IndexFunc(list, drop)
			if i < 0 {
				break
			}
			list = slices.Delete(list, i, i+1)
		}
	}
	return list
}

// leave records that a player leaves the match in progress or, if looksOn is set, joins the spectators.
func (m *match) leave(w world.Edit, slot int, looksOn bool) {
	p := &w.Players[slot]
	if !m.running {
		return
	}
	s := m.scores.score(w, p, teamOf(w, p))
	if s.Spectator = p.Spectator; s.Spectator {
		s.Score, s.Told, s.Age = 0, 0, 0 // those of the followed player
	}
	s.LooksOn = looksOn
	w.Leave(s)
}

// teamOf returns a player's team for results, or "" if the match has no teams.
func teamOf(w world.Edit, p *world.Player) string {
	if !w.Match.Teams && !p.Spectator {
		return ""
	}
	return p.Team
}
