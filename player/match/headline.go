package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Side is a team of a match or, without teams, a player. The name is readable.
type Side struct {
	Name  string
	Score Number
}

// Sides returns the teams, or otherwise the players who were present at the end, the winner first. Sides with equal
// scores are in the order of the demo. If each team has one player, the teams have the players' names. If the scores
// are those of the teams, these names are added to the names of the teams.
func (m *Match) Sides() (list []Side) {
	teams := m.RankedTeams()
	alone := m.alone(teams)
	for i, t := range teams {
		s := Side{t.Name, Number{t.Score, Known}}
		if alone != nil && strings.TrimSpace(alone[i]) != "" {
			if m.Result.OfTeams {
				s.Name += " (" + alone[i] + ")"
			} else {
				s.Name = alone[i]
			}
		}
		list = append(list, s)
	}
	if len(teams) == 0 {
		for _, p := range m.Ranked()[:len(m.Players)] {
			list = append(list, Side{m.Plain(p.Name), p.Frags})
		}
	}
	return list
}

// Team is a team with its score in JSON. The name is readable.
type Team struct {
	Name  string `json:"name"`
	Score int32  `json:"score"`
}

// TeamScores returns the teams in the order of the demo.
func (m *Match) TeamScores() []Team {
	teams := make([]Team, 0, len(m.Result.Teams))
	for _, t := range m.Result.Teams {
		teams = append(teams, Team{m.Plain(t.Name), t.Score})
	}
	return teams
}

// RankedTeams returns the teams, the winner first. Teams with equal scores are in the order of the demo.
func (m *Match) RankedTeams() []Team {
	teams := m.TeamScores()
	slices.SortStableFunc(teams, func(a, b Team) int { return cmp.Compare(b.Score, a.Score) })
	return teams
}

// alone returns the names of the players if each team has one player, or nil.
func (m *Match) alone(teams []Team) (names []string) {
	for _, t := range teams {
		members := 0
		for _, p := range m.all() {
			if m.Plain(p.Team) == t.Name {
				if members++; members == 1 {
					names = append(names, m.Plain(p.Name))
				}
			}
		}
		if members != 1 {
			return nil
		}
	}
	return names
}

// MaxNames is the maximum length in runes of a list of names in a table of demos.
const MaxNames = 44

// Headline returns the result in a line, the winner first: "Milton 8 : 2 mushi" for two sides, unless they are two
// players and a third one left. A list of names has at most most runes. Headline returns "" for a nil match, if all
// scores are unknown, and for an unfinished match without any score, which was most likely not played.
func (m *Match) Headline(most int) (line string) {
	if m == nil {
		return ""
	}
	sides := m.Sides()
	scored := func(s Side) bool { return s.Score.Value != 0 }
	if !slices.ContainsFunc(sides, func(s Side) bool { return s.Score.Source != Unknown }) ||
		!m.Complete && !slices.ContainsFunc(sides, scored) &&
			!slices.ContainsFunc(m.Players, func(p Player) bool { return p.Frags.Value != 0 }) {
		return ""
	}
	if teams := m.Teams(); len(sides) == 2 && (teams || m.Result.Contenders() <= 2) {
		line = fmt.Sprintf("%s %s : %s %s", sides[0].Name, sides[0].Score, sides[1].Score, sides[1].Name)
	} else {
		names := make([]string, len(sides))
		for i, s := range sides {
			names[i] = s.Name + " " + s.Score.String()
		}
		line = ListNames(names, "%d scores", most)
	}
	if best := m.bestOfLeft(); best != nil && !m.Teams() && best.Frags.Compare(sides[0].Score) < 0 {
		if line += fmt.Sprintf("; %s left with %s", m.Plain(best.Name), best.Frags); best.LooksOn {
			line += " and became a spectator"
		}
	}
	switch {
	case m.Result.Before():
		line += " (ended before the demo)"
	case !m.Complete:
		line += " (unfinished)"
	}
	return line
}

// bestOfLeft returns the player with the highest score of those who left before the end, or nil.
func (m *Match) bestOfLeft() (best *Player) {
	for i := range m.Left {
		if p := &m.Left[i]; p.Frags.Source != Unknown && (best == nil || p.Frags.Compare(best.Frags) < 0) {
			best = p
		}
	}
	return best
}

// ListNames lists as many names as fit in most runes, and the number of the rest. If not even the first name fits, it
// returns the number of names in the format all.
func ListNames(names []string, all string, most int) string {
	list := ""
	for i, name := range names {
		if i > 0 {
			name = ", " + name
		}
		if len([]rune(list+name)) > most {
			if i == 0 {
				return fmt.Sprintf(all, len(names))
			}
			return fmt.Sprintf("%s, and %d more", list, len(names)-i)
		}
		list += name
	}
	return list
}
