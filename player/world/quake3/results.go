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
func (q *rules) fillResult(w world.Edit) {
	r := w.Result()
	if r == nil {
		return
	}
	if !q.running && !(q.over && q.ended && w.Intermission) {
		// CPMA goes back to the warm-up at once when a player has given up, and tells the statistics behind it.
		const late = 5 // seconds
		if q.ended && r.Complete && w.Clock-r.End <= late {
			q.update(w, r, q.heard.fresh)
		}
		return
	}
	// The scores of the next game may come before the words that it begins.
	if s := w.Match.Scores; w.Match.Teams && w.Match.Known && !(q.over && s == [2]int32{}) {
		r.OfTeams = w.Match.OfTeams()
		r.Teams = append(r.Teams[:0], world.TeamScore{Name: teams[1], Score: w.Match.Scores[0]},
			world.TeamScore{Name: teams[2], Score: w.Match.Scores[1]})
	}
	if q.over {
		q.update(w, r, ^uint64(0))
		if !q.resultShown {
			r.Last = w.Clock
		}
		return
	}
	q.standings(w, r)
}

// update renews the numbers of players of a result that has ended: of slots, a bit each.
func (q *rules) update(w world.Edit, r *world.Result, slots uint64) {
	for i := range r.Players {
		s := &r.Players[i]
		if s.Slot < 0 || s.Slot >= min(clients, len(w.Players)) || slots>>s.Slot&1 == 0 {
			continue
		}
		switch p := &w.Players[s.Slot]; {
		case p.InUse && p.Name == s.Name:
			*s = q.score(w, p, s.Team)
		case q.ending.says == prints.Forfeits && !p.InUse && p.FragsTold:
			// a list has the player who has given up and left
			name, counted := s.Name, s.Counted
			*s = q.score(w, p, s.Team)
			s.Name, s.Counted = name, counted
		}
	}
}

// standings sets the players and spectators of a result to those who are there.
func (q *rules) standings(w world.Edit, r *world.Result) {
	var gaveUp []world.Score
	if q.over && q.ending.says == prints.Forfeits {
		gaveUp = slices.Clone(r.Players)
	}
	r.Players, r.Spectators = r.Players[:0], r.Spectators[:0]
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case !p.InUse || p.Name == "":
		case p.Spectator:
			r.Spectators = append(r.Spectators, p.Name)
		case len(r.Players) < clients:
			r.Players = append(r.Players, q.score(w, p, q.teamOf(w, p)))
		}
	}
	for _, s := range gaveUp {
		if !slices.ContainsFunc(r.Players, func(p world.Score) bool { return p.Slot == s.Slot }) {
			r.Players = append(r.Players, s)
		}
	}
	if q.kind == duel {
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

// score returns what the game has told of a player. Accuracy and damage are those that came when the match was
// over: nothing says what was shot and hit since an earlier one.
func (q *rules) score(w world.Edit, p *world.Player, team string) world.Score {
	s := world.Score{Slot: p.Slot, Name: p.Name, Team: team, Counted: p.Counts()}
	if p.Slot < clients {
		r := &q.board.rows[p.Slot]
		s.Kills, s.Deaths, s.Suicides, s.TeamKills, s.Accuracy, s.Told = r.kills, r.deaths, r.suicides, r.teamKills,
			r.accuracy, r.told
		s.DamageGiven, s.DamageTaken = r.damage, r.hurt
		if !q.over || r.aimed < q.endedIn {
			s.Told &^= world.ToldAccuracy
		}
		if !q.over && !q.ended || r.damaged < q.endedIn {
			s.Told &^= world.ToldDamageGiven | world.ToldDamageTaken
		}
	}
	switch {
	case p.FragsTold:
		s.Score, s.Told, s.Age = p.Frags, s.Told|world.ToldScore, w.FragsAge(p)
	case q.fragIsPoint():
		s.Score, s.Told = p.Frags, s.Told|world.CountedScore
	}
	return s
}

// leave notes that a player leaves the match that is being played, or that he goes to look on.
func (q *rules) leave(w world.Edit, slot int, looksOn bool) {
	p := &w.Players[slot]
	if !q.running {
		return
	}
	s := q.score(w, p, q.teamOf(w, p))
	if s.Spectator = p.Spectator; s.Spectator {
		s.Score, s.Told, s.Age = 0, 0, 0 // of the player who was followed
	}
	s.LooksOn = looksOn
	w.Leave(s)
}

// teamOf returns the team of a player in results, empty where everybody plays alone.
func (q *rules) teamOf(w world.Edit, p *world.Player) string {
	if !w.Match.Teams && !p.Spectator {
		return ""
	}
	return p.Team
}
