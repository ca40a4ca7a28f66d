package quake3

import (
	"demoscope/player/world"
)

// fillResult brings the result of the match up to date. While it is played, its
// players are those who are there; from its end on they stay, and only their numbers
// change, because players leave, and in a duel the loser becomes a spectator. After the
// intermission nothing counts: a restarted game sends snapshots before it says so.
func (q *rules) fillResult(w world.Edit) {
	if !q.running && !(q.over && q.ended && w.Intermission) {
		return
	}
	r := w.Result()
	if r == nil {
		return
	}
	if w.Match.Teams && w.Match.Known {
		r.OfTeams = w.Match.OfTeams()
		r.Teams = append(r.Teams[:0], world.TeamScore{Name: teams[1], Score: w.Match.Scores[0]},
			world.TeamScore{Name: teams[2], Score: w.Match.Scores[1]})
	}
	if q.over {
		for i := range r.Players {
			s := &r.Players[i]
			if s.Slot >= 0 && s.Slot < len(w.Players) && w.Players[s.Slot].InUse && w.Players[s.Slot].Name == s.Name {
				*s = q.score(w, &w.Players[s.Slot], s.Team)
			}
		}
		return
	}
	q.standings(w, r)
}

// standings sets the players and spectators of a result to those who are there.
func (q *rules) standings(w world.Edit, r *world.Result) {
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
	r.DropPresent()
}

// score returns what the game has told of a player. Accuracy is that of a list that came when the match was
// over: nothing says what was shot and hit since an earlier one.
func (q *rules) score(w world.Edit, p *world.Player, team string) world.Score {
	s := world.Score{Slot: p.Slot, Name: p.Name, Team: team, Counted: p.Counts()}
	if p.Slot < clients {
		r := &q.board.rows[p.Slot]
		s.Kills, s.Deaths, s.Suicides, s.TeamKills, s.Accuracy, s.Told = r.kills, r.deaths, r.suicides, r.teamKills,
			r.accuracy, r.told
		if !q.over || r.aimed < q.endedIn {
			s.Told &^= world.ToldAccuracy
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

// forget forgets what the game told of the player of a slot.
func (q *rules) forget(slot int) { q.board.rows[slot] = row{} }
