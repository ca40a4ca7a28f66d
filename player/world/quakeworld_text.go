package world

import (
	"bytes"

	"demoscope/formats/message"
)

// Levels of a print (QWD table 7).
const (
	lineItem  = 0 // somebody's items
	lineDeath = 1 // deaths
	lineMatch = 2
	lineChat  = 3
)

// maxLine bounds a printed line that is put together of pieces: no console
// shows more.
const maxLine = 1024

// quakeWorldTexts puts together what comes in pieces.
type quakeWorldTexts struct {
	deaths []byte // a line of lineDeath for everybody
	items  []byte // a line of lineItem for one player
	target uint32 // whose items are
	stats  []byte // KTX's statistics of the match
	// started is the viewer's time at which the match began last, told is
	// false before it ever did. Servers tell every client.
	started float64
	told    bool
}

func (t *quakeWorldTexts) clear() {
	t.deaths, t.items, t.stats = t.deaths[:0], t.items[:0], t.stats[:0]
	t.told = false
}

func (t *quakeWorldTexts) copyFrom(s *quakeWorldTexts) {
	deaths, items, stats := t.deaths, t.items, t.stats
	*t = *s
	t.deaths = append(deaths[:0], s.deaths...)
	t.items = append(items[:0], s.items...)
	t.stats = append(stats[:0], s.stats...)
}

func (t *quakeWorldTexts) hash(h *hasher) {
	h.bytes(t.deaths)
	h.bytes(t.items)
	h.bytes(t.stats)
	h.int(int(t.target))
	h.f64(t.started)
	h.bool(t.told)
}

// print prints, and reads what the text tells about the match.
func (q *quakeWorldRules) print(w *World, m *message.Print) {
	chat := m.Level == lineChat
	player := q.slotOf(w)
	if chat {
		player = w.speaker(m.Text)
	} else if q.targets == Everybody {
		player = Nobody
	}
	w.printTo(m.Level, chat, m.Text, q.targets, player)
	switch m.Level {
	case lineItem:
		if q.targets != q.texts.target {
			q.texts.items, q.texts.target = q.texts.items[:0], q.targets
		}
		q.lines(w, &q.texts.items, m.Text, q.itemLine)
	case lineDeath, lineMatch:
		if q.targets == Everybody {
			q.lines(w, &q.texts.deaths, m.Text, q.matchLine)
		}
	}
}

// lines hands out the lines that text completes; the rest waits in buffer.
func (q *quakeWorldRules) lines(w *World, buffer *[]byte, text []byte, line func(w *World, line []byte)) {
	for {
		head, rest, ended := bytes.Cut(text, []byte{'\n'})
		if len(*buffer)+len(head) <= maxLine {
			*buffer = append(*buffer, head...)
		}
		if !ended {
			return
		}
		line(w, *buffer)
		*buffer = (*buffer)[:0]
		text = rest
	}
}

// matchLine reads a line that everybody was told.
func (q *quakeWorldRules) matchLine(w *World, line []byte) {
	if e, ok := w.obituary(line); ok {
		if e.Player >= 0 && e.Player != e.Other {
			w.Players[e.Player].Kills++
		}
		if e.Other >= 0 {
			w.Players[e.Other].Deaths++
		}
		w.event(e)
		return
	}
	switch {
	case bytes.HasPrefix(line, []byte("The match has begun")), bytes.HasPrefix(line, []byte("Match started")):
		q.matchStart(w)
	case bytes.HasPrefix(line, []byte("The match is over")):
		w.event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody})
	case bytes.HasSuffix(line, []byte(" flag!")):
		if name, _, ok := bytes.Cut(line, []byte(" captured the ")); ok {
			w.event(Event{Kind: EventCapture, Player: w.playerNamed(name), Other: Nobody, Text: line})
		}
	}
}

// matchStart reports the beginning of a match once, although every client may
// be told of it.
func (q *quakeWorldRules) matchStart(w *World) {
	const again = 1 // seconds after which it is another match
	t := &q.texts
	if !t.told || w.Clock-t.started > again {
		w.event(Event{Kind: EventMatchStart, Player: Nobody, Other: Nobody})
	}
	t.told, t.started = true, w.Clock
}

// note reads a text for programs, without its two slashes (KTX, mvdsv).
func (q *quakeWorldRules) note(w *World, note []byte) {
	switch {
	case bytes.Equal(note, []byte("ktx matchstart")):
		q.matchStart(w)
	case bytes.HasPrefix(note, []byte("demomark")):
		text := bytes.TrimSpace(note[len("demomark"):])
		w.event(Event{Kind: EventMark, Player: Nobody, Other: Nobody, Text: text})
	}
}

// itemLine reads a line that only one player was told, of what he picked up.
func (q *quakeWorldRules) itemLine(w *World, line []byte) {
	slot := q.slotOf(w)
	if slot < 0 {
		return
	}
	if name, ok := bytes.CutPrefix(line, []byte("You got the ")); ok {
		if item := weightyItem(name); item != "" {
			w.event(Event{Kind: EventItem, Player: slot, Other: Nobody, Item: item})
		}
	} else if bytes.Equal(line, []byte("You receive 100 health")) {
		w.event(Event{Kind: EventItem, Player: slot, Other: Nobody, Item: "Megahealth"})
	}
}

// weightyItems are the items worth a mark, by the games' own words.
var weightyItems = [...]string{
	"Double-barrelled Shotgun", "nailgun", "Nailgun", "Super Nailgun", "Grenade Launcher", "Rocket Launcher", "Thunderbolt",
	"Green Armor", "Yellow Armor", "Red Armor", "armor",
	"Quad Damage", "Pentagram of Protection", "Ring of Shadows", "Biosuit",
	"silver key", "gold key", "silver keycard", "gold keycard", "silver runekey", "gold runekey",
	"Earth Rune", "Black Rune", "Elder Rune", "Hell Rune", "RED flag", "BLUE flag",
}

// weightyItem returns the item that a name means, empty for ammunition and
// the like. The name may be in the charset's other colour.
func weightyItem(name []byte) string {
	for _, item := range weightyItems {
		if len(name) < len(item) {
			continue
		}
		same := true
		for i := range len(item) {
			same = same && name[i]&0x7f == item[i]
		}
		if rest := name[len(item):]; same && (len(rest) == 0 || rest[0] == '!') {
			return item
		}
	}
	return ""
}

// speaker returns the slot of the player whose words a chat line is, or
// Nobody. Players' names stand before a colon, in parentheses for a team.
func (w *World) speaker(text []byte) int {
	best, length := Nobody, 0
	text = bytes.TrimPrefix(text, []byte("[SPEC] "))
	for i := range w.Players {
		name := w.Players[i].Name
		n := len(name)
		if n <= length || len(text) < n+2 {
			continue
		}
		if string(text[:n]) == name && text[n] == ':' ||
			text[0] == '(' && string(text[1:n+1]) == name && text[n+1] == ')' {
			best, length = i, n
		}
	}
	return best
}

// playerNamed returns the slot of the player who has a name, or Nobody.
func (w *World) playerNamed(name []byte) int {
	for i := range w.Players {
		if w.Players[i].InUse && len(name) > 0 && w.Players[i].Name == string(name) {
			return i
		}
	}
	return Nobody
}
