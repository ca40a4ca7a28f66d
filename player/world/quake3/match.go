package quake3

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// Numbers of g_gametype: duels, and the first with teams.
const (
	duelGame      = 1
	firstTeamGame = 3
)

// csPauseLive is Quake Live's configstring with the time at which a time-out
// began, empty or 0 if there is none.
const csPauseLive = 669

// CPMA's configstrings about the match have \key\value pairs: ts is when it began,
// tw when the warm-up ends, sb and sr are the scores of the blue and red team or
// of the two players of a duel, te is when a time-out ends.
const (
	csGameInfoCPMA  = 672
	csRoundInfoCPMA = 710
)

// matchString applies what a configstring says about the match.
func (q *rules) matchString(w world.Edit, index int, s string) {
	m := &w.Match
	switch {
	case index == q.numbers.intermission:
		w.Intermission = s == "1"
	case index == q.numbers.levelStart:
		m.Start = float64(info.Number(s)) / 1000
	case q.numbers != numbersCPMA && (index == csScores1 || index == csScores2):
		m.Scores[index-csScores1], m.Known = int32(info.Number(s)), true
	case q.numbers == numbers73 && index == csPauseLive:
		w.Pause(info.Number(s) > 0, world.Nobody, nil)
	case q.numbers == numbersCPMA && (index == csGameInfoCPMA || index == csRoundInfoCPMA):
		q.matchCPMA(w, s)
	}
}

func (q *rules) matchCPMA(w world.Edit, s string) {
	m := &w.Match
	if v := info.Value(s, "ts"); v != "" && !q.running {
		m.Start = float64(info.Number(v)) / 1000
	}
	if v := info.Value(s, "te"); v != "" {
		w.Pause(info.Number(v) != 0, world.Nobody, nil)
	}
	blue, red := info.Value(s, "sb"), info.Value(s, "sr")
	if blue == "" || red == "" {
		return
	}
	m.Scores, m.Known = [2]int32{int32(info.Number(blue)), int32(info.Number(red))}, true
	if m.Teams {
		m.Scores[0], m.Scores[1] = m.Scores[1], m.Scores[0]
	}
}

// matchChanged reports the beginning or the end of a match that a changed
// configstring announces.
func (q *rules) matchChanged(w world.Edit, index int, s string) {
	switch {
	case index == q.numbers.intermission && s == "1":
		q.matchEnd(w)
	case index == q.numbers.levelStart && info.Number(s) > 0:
		q.matchStart(w)
	case q.numbers == numbersCPMA && index == csGameInfoCPMA:
		switch begun, wait := info.Number(info.Value(s, "ts")) > 0, info.Number(info.Value(s, "tw")); {
		case begun && wait == 0 && !q.running:
			q.matchStart(w)
		case begun && wait < 0 && q.running:
			q.matchEnd(w)
		}
	}
}

// duel sets the frags of the opponent in a duel: snapshots have only those of own,
// the recorded player, but the configstrings have both scores.
func (q *rules) duel(w world.Edit, own int) {
	m := &w.Match
	if !m.Known || !q.dueling || m.Scores[0] == world.NoScore || m.Scores[1] == world.NoScore {
		return
	}
	other := world.Nobody
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case !p.InUse || p.Spectator || i == own:
		case other != world.Nobody:
			return
		default:
			other = i
		}
	}
	if other == world.Nobody || w.Players[own].Spectator {
		return
	}
	switch w.Players[own].Frags {
	case m.Scores[0]:
		w.Players[other].Frags = m.Scores[1]
	case m.Scores[1]:
		w.Players[other].Frags = m.Scores[0]
	}
}

func (q *rules) matchStart(w world.Edit) {
	q.running, q.over = true, false
	w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody})
}

// matchEnd reports the end of a match, once.
func (q *rules) matchEnd(w world.Edit) {
	if q.over {
		return
	}
	q.running, q.over = false, true
	w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody})
}
