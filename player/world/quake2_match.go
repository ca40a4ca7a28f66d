package world

import (
	"bytes"

	"demoscope/formats/message"
)

// print prints what a client is told, and reads what it tells of the match.
func (q *quake2Rules) print(w *World, m *message.Print) {
	if m.Level == printChat {
		w.printTo(m.Level, true, m.Text, Everybody, w.speaker(m.Text))
		// OpenTDM says that a time-out is taken as if it were chat.
		if name, _, ok := bytes.Cut(m.Text, []byte(" called a time out")); ok {
			w.pause(true, w.playerNamed(beforeTeam(name)), m.Text)
		}
		return
	}
	w.print(m.Level, false, m.Text)
	line := bytes.TrimRight(m.Text, "\n")
	if w.quake2Obituary(line) {
		return
	}
	if e, ok := w.flagLine(line, line); ok {
		w.event(e)
	} else if string(line) == "Fight!" && w.Paused {
		w.pause(false, Nobody, line)
	} else if quake2Begins(line) {
		w.event(Event{Kind: EventMatchStart, Player: Nobody, Other: Nobody, Text: line})
	} else if quake2Ends(line) {
		w.event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody, Text: line})
	}
}

// quake2Begins reports whether a line says that a match begins. OpenTDM says
// the same where one goes on after a time-out.
func quake2Begins(line []byte) bool {
	return string(line) == "Fight!" || bytes.Contains(line, []byte("MATCH HAS STARTED"))
}

// quake2Ends reports whether a line says that a match, or a level of
// deathmatch, is over.
func quake2Ends(line []byte) bool {
	for _, s := range [...]string{
		"Timelimit hit.", "Fraglimit hit.", "Capturelimit hit.", "Match ended.", "MATCH COMPLETED",
	} {
		if bytes.HasPrefix(line, []byte(s)) {
			return true
		}
	}
	return false
}

// beforeTeam returns the name in "NAME (TEAM)".
func beforeTeam(name []byte) []byte {
	if i := bytes.LastIndex(name, []byte(" (")); i > 0 && name[len(name)-1] == ')' {
		return name[:i]
	}
	return name
}
