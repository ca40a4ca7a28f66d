package world

import (
	"bytes"

	"demoscope/formats/message"
)

// maxBigString bounds a configstring that comes in pieces: what the game has
// room for.
const maxBigString = 8192

// serverCommand carries out a command. Each is repeated until the client has
// acknowledged it: only the first counts.
func (q *quake3Rules) serverCommand(w *World, m *message.ServerCommand) {
	if m.Sequence-q.command <= 0 {
		return
	}
	q.command = m.Sequence
	q.execute(w, q.clean(m.Text))
}

// execute carries out the text of a command.
func (q *quake3Rules) execute(w *World, text []byte) {
	q.args = tokens(q.args[:0], text)
	if len(q.args) == 0 {
		return
	}
	args := q.args[1:]
	first := []byte(nil)
	if len(args) > 0 {
		first = args[0]
	}
	switch string(q.args[0]) {
	case "print":
		w.print(0, false, first)
		q.printed(w, first)
	case "chat", "tchat":
		start := len(q.line)
		q.line = append(append(q.line, first...), '\n')
		q.chat(w, q.line[start:])
	case "mm2":
		q.teamMessage(w, args)
	case "tinfo":
		q.teamInfo(w, args)
	case "cp":
		w.centerPrint(first)
	case "cs":
		if len(args) >= 2 {
			q.setConfig(w, number(first), args[1])
		}
	case "bcs0", "bcs1", "bcs2":
		q.bigString(w, q.args[0][3], args)
	case "map_restart":
		q.mapRestart(w)
	default:
		if isScores(q.args[0]) {
			q.takeScores(w, q.args[0], args)
		}
	}
}

// bigString joins a configstring that is too long for one command: piece 0
// begins it, 1 adds to it, 2 adds to it and carries it out.
func (q *quake3Rules) bigString(w *World, piece byte, args [][]byte) {
	if len(args) < 2 {
		return
	}
	if piece == '0' {
		q.big = append(append(append(q.big[:0], "cs "...), args[0]...), ` "`...)
	}
	if len(q.big) == 0 {
		return // its beginning is missing, or was too long
	}
	if len(q.big)+len(args[1]) > maxBigString {
		q.big = q.big[:0]
		return
	}
	q.big = append(q.big, args[1]...)
	if piece == '2' {
		q.big = append(q.big, '"')
		big := q.big
		q.execute(w, big)
		q.big = q.big[:0]
	}
}

// mapRestart begins the level anew without a gamestate.
func (q *quake3Rules) mapRestart(w *World) {
	w.Intermission, q.over = false, false
	w.Notices.Center = w.Notices.Center[:0]
	w.Effects.clear()
}

// chat prints what somebody says. His name stands before it.
func (q *quake3Rules) chat(w *World, line []byte) {
	w.print(3, true, line)
	best := 0
	for i := range w.Players {
		p := &w.Players[i]
		if p.InUse && len(p.Name) > best && bytes.Contains(line[:min(len(line), len(p.Name)+16)], []byte(p.Name)) {
			best = len(p.Name)
			w.Events[len(w.Events)-1].Player = i
		}
	}
}

// teamMessage prints what CPMA's players say to their team: slot, location,
// text.
func (q *quake3Rules) teamMessage(w *World, args [][]byte) {
	if len(args) < 3 {
		return
	}
	start := len(q.line)
	q.line = append(q.line, '(')
	slot := number(args[0])
	if slot >= 0 && slot < len(w.Players) {
		q.line = append(q.line, w.Players[slot].Name...)
	}
	q.line = append(append(append(q.line, "^7): "...), args[2]...), '\n')
	w.print(3, true, q.line[start:])
	if slot >= 0 && slot < len(w.Players) {
		w.Events[len(w.Events)-1].Player = slot
	}
}

// teamInfo takes over what the recorder's team knows of its members: after
// their number, for each slot, location, health, armour, weapon, powerups.
func (q *quake3Rules) teamInfo(w *World, args [][]byte) {
	if len(args) == 0 {
		return
	}
	const values = 6
	for args = args[1:]; len(args) >= values; args = args[values:] {
		slot := number(args[0])
		if slot < 0 || slot >= quake3Clients {
			continue
		}
		p := w.player(slot)
		if p.Stats == nil {
			p.Stats = new(Stats)
		}
		p.Stats.Set(0, int32(number(args[2])))
		p.Stats.Set(q.numbers.armor, int32(number(args[3])))
	}
}

// tokens appends the words of a command: quotes hold words together, and
// comments are not words.
func tokens(dst [][]byte, text []byte) [][]byte {
	for {
		i := 0
		for i < len(text) && text[i] <= ' ' {
			i++
		}
		text = text[i:]
		switch {
		case len(text) == 0:
			return dst
		case text[0] == '"':
			word, rest, _ := bytes.Cut(text[1:], []byte{'"'})
			dst = append(dst, word)
			text = rest
		default:
			n := 0
			for n < len(text) && text[n] > ' ' && text[n] != '"' {
				n++
			}
			dst = append(dst, text[:n])
			text = text[n:]
		}
	}
}
