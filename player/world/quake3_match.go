package world

// Numbers of g_gametype: duels, and the first with teams.
const (
	duelGame      = 1
	firstTeamGame = 3
)

// csPauseLive is the configstring with the time at which a time-out of Quake
// Live began, empty or 0 if there is none.
const csPauseLive = 669

// CPMA keeps its own account of the match, as \key\value pairs: ts when it
// began, tw when the warm-up ends, sb and sr the scores of the blue and red
// team or of the two who play, te when a time-out ends.
const (
	csGameInfoCPMA  = 672
	csRoundInfoCPMA = 710
)

// matchString takes over what a configstring says of the match.
func (q *quake3Rules) matchString(w *World, index int, s string) {
	m := &w.Match
	switch {
	case index == q.numbers.intermission:
		w.Intermission = s == "1"
	case index == q.numbers.levelStart:
		m.Start = float64(number(s)) / 1000
	case q.numbers != numbersCPMA && (index == csScores1 || index == csScores2):
		m.Scores[index-csScores1], m.Known = int32(number(s)), true
	case q.numbers == numbers73 && index == csPauseLive:
		w.pause(number(s) > 0, Nobody, nil)
	case q.numbers == numbersCPMA && (index == csGameInfoCPMA || index == csRoundInfoCPMA):
		q.matchCPMA(w, s)
	}
}

func (q *quake3Rules) matchCPMA(w *World, s string) {
	m := &w.Match
	if v := infoValue(s, "ts"); v != "" && !q.running {
		m.Start = float64(number(v)) / 1000
	}
	if v := infoValue(s, "te"); v != "" {
		w.pause(number(v) != 0, Nobody, nil)
	}
	blue, red := infoValue(s, "sb"), infoValue(s, "sr")
	if blue == "" || red == "" {
		return
	}
	m.Scores, m.Known = [2]int32{int32(number(blue)), int32(number(red))}, true
	if m.Teams {
		m.Scores[0], m.Scores[1] = m.Scores[1], m.Scores[0]
	}
}

// matchChanged reports what a configstring that was replaced tells of the
// match: where one begins and ends.
func (q *quake3Rules) matchChanged(w *World, index int, s string) {
	switch {
	case index == q.numbers.intermission && s == "1":
		q.matchEnd(w)
	case index == q.numbers.levelStart && number(s) > 0:
		q.matchStart(w)
	case q.numbers == numbersCPMA && index == csGameInfoCPMA:
		switch begun, wait := number(infoValue(s, "ts")) > 0, number(infoValue(s, "tw")); {
		case begun && wait == 0 && !q.running:
			q.matchStart(w)
		case begun && wait < 0 && q.running:
			q.matchEnd(w)
		}
	}
}

// duel gives the other player of a duel his score: the recorder's own is in
// every snapshot, and both are in the configstrings.
func (q *quake3Rules) duel(w *World, own int) {
	m := &w.Match
	if !m.Known || !q.dueling || m.Scores[0] == NoScore || m.Scores[1] == NoScore {
		return
	}
	other := Nobody
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case !p.InUse || p.Spectator || i == own:
		case other != Nobody:
			return
		default:
			other = i
		}
	}
	if other == Nobody || w.Players[own].Spectator {
		return
	}
	switch w.Players[own].Frags {
	case m.Scores[0]:
		w.Players[other].Frags = m.Scores[1]
	case m.Scores[1]:
		w.Players[other].Frags = m.Scores[0]
	}
}

func (q *quake3Rules) matchStart(w *World) {
	q.running, q.over = true, false
	w.event(Event{Kind: EventMatchStart, Player: Nobody, Other: Nobody})
}

// matchEnd reports the end of a match, once.
func (q *quake3Rules) matchEnd(w *World) {
	if q.over {
		return
	}
	q.running, q.over = false, true
	w.event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody})
}
