package world

import (
	"bytes"
	"strings"
)

// What several games' texts say of the match in the same words. A line is one
// that everybody was told; plain is the same without the charset's colours.
// The names in it are those of players, or it is no such line.

// matchBegins reports whether a line of QuakeWorld's games says that a match
// has begun.
func matchBegins(plain []byte) bool {
	return bytes.HasPrefix(plain, []byte("The ")) && bytes.Contains(plain, []byte(" has begun")) ||
		bytes.HasPrefix(plain, []byte("Match started"))
}

// matchEnds reports whether a line of QuakeWorld's games says that a match is
// over, or stopped.
func matchEnds(plain []byte) bool {
	return bytes.HasPrefix(plain, []byte("The match is over")) || bytes.HasPrefix(plain, []byte("The duel is over")) ||
		bytes.HasPrefix(plain, []byte("Match stopped by majority vote")) ||
		bytes.Contains(plain, []byte(" team won the level with "))
}

// flagLine reads what capture-the-flag in QuakeWorld, Quake II and Quake III
// tells everybody: "NAME got the RED flag!" and "NAME captured the RED flag!".
// The event's item is the flag.
func (w *World) flagLine(line, plain []byte) (Event, bool) {
	e := Event{Kind: EventCapture, Other: Nobody, Text: line}
	if !bytes.HasSuffix(plain, []byte(" flag!")) {
		return e, false
	}
	name, flag, ok := bytes.Cut(plain, []byte(" captured the "))
	if !ok {
		e.Kind = EventItem
		if name, flag, ok = bytes.Cut(plain, []byte(" got the ")); !ok {
			return e, false
		}
	}
	switch string(flag) {
	case "RED flag!":
		e.Item = "Red Flag"
	case "BLUE flag!":
		e.Item = "Blue Flag"
	default:
		return e, false
	}
	e.Player = w.playerNamed(line[:len(name)])
	if e.Player < 0 { // Quake III ends names with a colour
		e.Player = w.playerNamed(bytes.TrimSuffix(line[:len(name)], []byte("^7")))
	}
	return e, e.Player >= 0
}

// pauseLine reads that a player stopped the game, or let it go on.
func (w *World) pauseLine(line, plain []byte) {
	for _, phrase := range [...]struct {
		text string
		on   bool
	}{{" paused the game", true}, {" unpaused the game", false}, {" resumed the game", false}} {
		if i := bytes.Index(plain, []byte(phrase.text)); i > 0 {
			if slot := w.playerNamed(line[:i]); slot >= 0 {
				w.pause(phrase.on, slot, line)
			}
			return
		}
	}
}

// pause stops the game or lets it go on, and reports it once.
func (w *World) pause(on bool, player int, text []byte) {
	if w.Paused == on {
		return
	}
	w.Paused = on
	e := Event{Kind: EventPause, Player: player, Other: Nobody, Text: text}
	if on {
		e.Value = 1
	}
	w.event(e)
}

// countDeath reports a death and counts it.
func (w *World) countDeath(e Event) {
	if e.Player >= 0 && e.Player != e.Other {
		w.Players[e.Player].Kills++
	}
	if e.Other >= 0 {
		w.Players[e.Other].Deaths++
	}
	w.event(e)
}

// MatchClock returns how many seconds of a match have passed at a time of the
// demo's own clock, and how many it has in all, 0 where there is no limit. ok
// is false where no match is on or the demo does not tell when it began.
// Time-outs are counted as the demo's own clock counts them.
func (w *World) MatchClock(time float64) (seconds, limit float64, ok bool) {
	if w.Match.Start == 0 {
		return 0, 0, false
	}
	return max(0, time-w.Match.Start), 60 * float64(number(infoValue(w.Level().ServerInfo, "timelimit"))), true
}

// minutesLeft takes over when a match began from what a QuakeWorld server
// tells once a minute, "12 min left", where the recording began later than
// the match. Mods spell the minutes differently.
func (w *World) minutesLeft(status string) {
	minutes, unit, _ := strings.Cut(status, " min")
	limit, left := number(infoValue(w.Level().ServerInfo, "timelimit")), number(minutes)
	if w.Match.Start != 0 || !strings.HasSuffix(unit, " left") || left <= 0 || left > limit {
		return
	}
	w.Match.Start = w.Time - 60*float64(limit-left)
}
