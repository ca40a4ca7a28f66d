package quake

import (
	"bytes"

	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/prints"
)

// text joins the lines that Quake's games print in pieces.
type text struct {
	lines prints.Pieces
	plain []byte // scratch buffer for a line without the charset's colors
}

// chatByte begins chat, and plays the talk sound. A 2 in its place only colors the text (DEM section 5).
const chatByte = 1

// print prints text, and reports the events in the game's own lines. From the first line that begins as chat, the text
// is chat.
func (q *rules) print(w world.Edit, text []byte) {
	if len(text) > 0 && text[0] != chatByte {
		text = prints.QuakeText(w.Level().GameTexts, w.Players, text)
	}
	own := text
	var chat []byte
	if len(text) > 0 && text[0] == chatByte {
		own, chat = nil, text
	} else if i := bytes.Index(text, []byte{'\n', chatByte}); i >= 0 {
		own, chat = text[:i+1], text[i+1:]
	}
	if len(own) > 0 || len(chat) == 0 {
		w.Print(0, false, own, world.Everybody, world.Nobody)
		q.text.lines.Read(w, own, q.line)
	}
	if len(chat) > 0 {
		id1.Talk(w, world.Everybody)
		w.Print(0, true, chat, world.Everybody, prints.Speaker(w.Players, chat[1:]))
	}
}

// line reports the event in a line on the recorder's screen. Pickups are the recorder's. Everybody sees the other
// lines.
func (q *rules) line(w world.Edit, line []byte) {
	if len(line) < prints.Shortest {
		return
	}
	line = prints.Unindented(w.Players, line)
	q.text.plain = prints.Plain(q.text.plain[:0], line)
	plain := q.text.plain
	if item := prints.PickedUp(plain); item == "armor" {
		q.events.armor = true // the stats of the packet show which
	} else if item != "" {
		q.events.took(w, item)
	} else if bytes.EqualFold(plain, []byte("quad cheat")) {
		q.events.given(w, weapon.ItemQuad.Quake())
	} else if e, ok := prints.QuakeDeath(w.Players, line, plain); ok {
		if e.TeamKill && !q.teamplay {
			q.teamplay, q.recolored = true, true
		}
		q.mate(w, &e)
		q.events.death(w, e)
	} else if e, ok := prints.Flag(w.Players, line, plain); ok {
		w.Event(e)
	} else {
		q.matchLine(w, line, plain)
	}
}
