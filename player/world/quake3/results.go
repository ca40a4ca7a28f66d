package quake3

import (
	"cmp"
	"slices"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// fillResult brings the result of the match up to date. While it is played, its
// players are those who are there; from its end on they stay, and only their numbers
// change, because players leave, and in a duel the loser becomes a spectator. After the
// intermission nothing counts: a restarted game sends snapshots before it says so.
func (m *match) fillResult(w world.Edit) {
	r := w.Result()
	if r == nil {
		return
	}
	if !m.running && !(m.scores.over && m.scores.ended && w.Intermission) {
		// CPMA goes back to the warm-up at once when a player has given up, and tells the statistics behind it.
		const late = 5 // seconds
		if m.scores.ended && r.Complete && w.Clock-r.End <= late {
			m.update(w, r, m.scores.heard.fresh)
		}
		return
	}
	// The scores of the next game may come before the words that it begins.
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

// update renews the numbers of players of a result that has ended: of slots, a bit each.
func (m *match) update(w world.Edit, r *world.Result, slots uint64) {
	for i := range r.Players {
		s := &r.Players[i]
		if s.Slot < 0 || s.Slot >= min(clients, len(w.Players)) || slots>>s.Slot&1 == 0 {
			continue
		}
		switch p := &w.Players[s.Slot]; {
		case p.InUse && p.Name == s.Name:
			*s = m.scores.score(w, p, s.Team)
		case m.ending.says == prints.Forfeits && !p.InUse && p.FragsTold:
			// a list has the player who has given up and left
			name, counted := s.Name, s.Counted
			*s = m.scores.score(w, p, s.Team)
			s.Name, s.Counted = name, counted
		}
	}
}

// standings sets the players and spectators of a result to those who are there.
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

// comeBack puts players who gave up a match without teams, and left with that, back into its result.
func comeBack(r *world.Result) {
	const near = 3 // seconds that the game takes to notice it, at most
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

// duel is the number of g_gametype of a match of two.
const duel = 1

// contenders returns the two players of a duel, if there are more who did nothing: a client that has just connected
// has no team yet, and in CPMA the name that all have at first.
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

// leave notes that a player leaves the match that is being played, or that he goes to look on.
func (m *match) leave(w world.Edit, slot int, looksOn bool) {
	p := &w.Players[slot]
	if !m.running {
		return
	}
	s := m.scores.score(w, p, teamOf(w, p))
	if s.Spectator = p.Spectator; s.Spectator {
		s.Score, s.Told, s.Age = 0, 0, 0 // of the player who was followed
	}
	s.LooksOn = looksOn
	w.Leave(s)
}

// teamOf returns the team of a player in results, empty where everybody plays alone.
func teamOf(w world.Edit, p *world.Player) string {
	if !w.Match.Teams && !p.Spectator {
		return ""
	}
	return p.Team
}
