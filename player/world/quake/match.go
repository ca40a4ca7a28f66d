package quake

import (
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/prints"
)

// match is what printed lines have reported about a match. It is copied by assignment.
type match struct {
	begun, over  bool
	scorePrinted string // the leaving player whose score was printed
}

// beginMatch begins the result of a level, unless it is a single-player game.
func (q *rules) beginMatch(w world.Edit) {
	q.match = match{}
	if w.Level().MaxClients > 1 {
		w.BeginResult(world.Unknown)
	}
}

// matchLine applies a line about the match.
func (q *rules) matchLine(w world.Edit, line, plain []byte) {
	if s, ok := prints.LeftGame(w.Players, line, plain); ok {
		q.match.scorePrinted = s.Name
		if s.Slot >= 0 {
			s.Team, s.Counted = w.Players[s.Slot].Team, w.Players[s.Slot].Counts()
		}
		w.Leave(s)
		return
	}
	switch said := prints.Match(world.Quake, false, w.Players, line); said.Meaning {
	case prints.Begins:
		w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody, Text: line})
		if !q.match.begun || q.match.over {
			w.DropResult() // the result so far is that of the warm-up
		}
		q.match = match{begun: true}
		w.BeginResult(w.Clock)
		w.ForgetCounts()
		w.Match.Start, w.Match.Phase = w.Time, world.PhaseRunning
	case prints.Ends:
		if !q.match.over {
			w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody, Text: line})
			q.levelEnd(w)
		}
	case prints.Pauses, prints.Resumes:
		id1.Pause(w, said, line)
	}
}

// levelEnd ends the match that ends with its level. A single player has played no match.
func (q *rules) levelEnd(w world.Edit) {
	players := 0
	for i := range w.Players {
		if w.Players[i].InUse {
			players++
		}
	}
	if !w.ResultOpen() || players < 2 && !q.match.begun {
		w.DropResult()
		return
	}
	q.match.over = true
	w.Match.Start, w.Match.Phase = 0, world.PhaseOver
	w.EndResult()
}

// rename applies a player's name, which is empty if the player leaves.
func (q *rules) rename(w world.Edit, p *world.Player, name string) {
	if name == "" && p.Name != "" {
		if q.match.scorePrinted != p.Name && p.Frags != 0 {
			w.Leave(world.Score{Slot: p.Slot, Name: p.Name, Team: p.Team, Score: p.Frags, Told: world.ToldScore,
				Counted: p.Counts()})
		}
		p.Leave()
		q.match.scorePrinted = ""
	}
	if p.Name == "" && name != "" {
		if c, ok := w.Join(p.Slot, name); ok {
			p.SetCounts(c)
		}
	}
	p.InUse = name != ""
	p.Name = name
}
