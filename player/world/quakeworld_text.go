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

// quakeWorldTexts puts together what comes in pieces.
type quakeWorldTexts struct {
	deaths pieces // lines that everybody is told
	items  pieces // lines that one player is told
	target uint32 // whose items are
	stats  []byte // KTX's statistics of the match
	plain  []byte // scratch: a line without the charset's colours
	// started is the viewer's time at which the match began last, told is
	// false before it ever did. Servers tell every client.
	started float64
	told    bool
	over    bool // and it has ended
	taken   pickups
}

func (t *quakeWorldTexts) clear() {
	t.deaths.drop()
	t.items.drop()
	t.stats = t.stats[:0]
	t.told, t.over = false, false
	t.taken = pickups{}
}

func (t *quakeWorldTexts) settle() {
	t.deaths.settle()
	t.items.settle()
}

func (t *quakeWorldTexts) copyFrom(s *quakeWorldTexts) {
	t.deaths.copyFrom(&s.deaths)
	t.items.copyFrom(&s.items)
	t.stats = append(t.stats[:0], s.stats...)
	t.target, t.started, t.told, t.over = s.target, s.started, s.told, s.over
	t.taken = s.taken
}

func (t *quakeWorldTexts) hash(h *hasher) {
	h.bytes(t.deaths.open())
	h.bytes(t.items.open())
	h.bytes(t.stats)
	h.int(int(t.target))
	h.f64(t.started)
	h.bool(t.told)
	h.bool(t.over)
	t.taken.hash(h)
}

// print prints, and reads what the text tells about the match.
func (q *quakeWorldRules) print(w *World, m *message.Print) {
	chat := m.Level == lineChat
	if chat && q.targets != Everybody && w.Notices.again(w.Clock, m.Text, q.targets) {
		return
	}
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
			q.texts.items.drop()
			q.texts.target = q.targets
		}
		q.texts.items.add(w, m.Text, q.itemLine)
	case lineDeath, lineMatch:
		if q.targets == Everybody {
			q.texts.deaths.add(w, m.Text, q.matchLine)
		}
	}
}

// matchLine reads a line that everybody was told. The games' own words may be
// in the charset's other colour, of which names are kept.
func (q *quakeWorldRules) matchLine(w *World, line []byte) {
	q.texts.plain = plainText(q.texts.plain[:0], line)
	plain := q.texts.plain
	if e, ok := w.obituary(line, plain); ok {
		w.countDeath(e)
	} else if e, ok := w.flagLine(line, plain); ok {
		w.event(e)
	} else if matchBegins(plain) {
		q.matchStart(w)
	} else if matchEnds(plain) {
		q.matchEnd(w, line)
	} else {
		w.pauseLine(line, plain)
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
	t.told, t.started, t.over = true, w.Clock, false
	w.Match.Start = w.Time
}

// matchEnd reports the end of a match once, although several lines may tell of
// it.
func (q *quakeWorldRules) matchEnd(w *World, line []byte) {
	if !q.texts.over {
		q.texts.over = true
		w.Match.Start = 0
		w.event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody, Text: line})
	}
}

// note reads a text for programs, without its two slashes (KTX, mvdsv).
func (q *quakeWorldRules) note(w *World, note []byte) {
	switch {
	case bytes.Equal(note, []byte("ktx matchstart")):
		if !q.texts.told || q.texts.over { // or it is a round of a match
			q.matchStart(w)
		}
	case bytes.HasPrefix(note, []byte("ktx took ")):
		q.took(w, note[len("ktx took "):])
	case bytes.HasPrefix(note, []byte("demomark")):
		text := bytes.TrimSpace(note[len("demomark"):])
		w.event(Event{Kind: EventMark, Player: Nobody, Other: Nobody, Text: text})
	}
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
