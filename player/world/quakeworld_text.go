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
	deaths pieces // lines that everybody is told
	items  pieces // lines that one player is told
	target uint32 // whose items are
	stats  []byte // KTX's statistics of the match
	plain  []byte // scratch: a line without the charset's colours
	// started is the viewer's time at which the match began last, told is
	// false before it ever did. Servers tell every client.
	started float64
	told    bool
	// What was picked up last, by whom and when: it may be told twice.
	item   string
	taker  int
	itemAt float64
}

// pieces are printed lines that come in parts. Those of a packet stay where
// they are until the next one begins.
type pieces struct {
	buffer []byte
	start  int // of the line that is not complete
}

// settle forgets the lines of the last packet.
func (p *pieces) settle() {
	if p.start > 0 {
		p.buffer = append(p.buffer[:0], p.buffer[p.start:]...)
		p.start = 0
	}
}

// open returns the beginning of the line that is not complete.
func (p *pieces) open() []byte { return p.buffer[p.start:] }

// drop forgets it.
func (p *pieces) drop() { p.buffer = p.buffer[:p.start] }

func (p *pieces) copyFrom(s *pieces) {
	p.buffer = append(p.buffer[:0], s.open()...)
	p.start = 0
}

func (t *quakeWorldTexts) clear() {
	t.deaths.drop()
	t.items.drop()
	t.stats = t.stats[:0]
	t.told = false
	t.item = ""
}

func (t *quakeWorldTexts) settle() {
	t.deaths.settle()
	t.items.settle()
}

func (t *quakeWorldTexts) copyFrom(s *quakeWorldTexts) {
	t.deaths.copyFrom(&s.deaths)
	t.items.copyFrom(&s.items)
	t.stats = append(t.stats[:0], s.stats...)
	t.target, t.started, t.told = s.target, s.started, s.told
	t.item, t.taker, t.itemAt = s.item, s.taker, s.itemAt
}

func (t *quakeWorldTexts) hash(h *hasher) {
	h.bytes(t.deaths.open())
	h.bytes(t.items.open())
	h.bytes(t.stats)
	h.int(int(t.target))
	h.f64(t.started)
	h.bool(t.told)
	h.string(t.item)
	h.int(t.taker)
	h.f64(t.itemAt)
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
		q.lines(w, &q.texts.items, m.Text, q.itemLine)
	case lineDeath, lineMatch:
		if q.targets == Everybody {
			q.lines(w, &q.texts.deaths, m.Text, q.matchLine)
		}
	}
}

// lines hands out the lines that text completes; the rest waits.
func (q *quakeWorldRules) lines(w *World, p *pieces, text []byte, line func(w *World, line []byte)) {
	for {
		head, rest, ended := bytes.Cut(text, []byte{'\n'})
		if len(p.open())+len(head) <= maxLine {
			p.buffer = append(p.buffer, head...)
		}
		if !ended {
			return
		}
		complete := p.open()
		p.start = len(p.buffer)
		line(w, complete)
		text = rest
	}
}

// matchLine reads a line that everybody was told. The games' own words may be
// in the charset's other colour, of which names are kept.
func (q *quakeWorldRules) matchLine(w *World, line []byte) {
	plain := q.texts.plain[:0]
	for _, c := range line {
		plain = append(plain, c&0x7f)
	}
	q.texts.plain = plain
	if e, ok := w.obituary(line, plain); ok {
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
	case bytes.HasPrefix(plain, []byte("The match has begun")), bytes.HasPrefix(plain, []byte("Match started")):
		q.matchStart(w)
	case bytes.HasPrefix(plain, []byte("The match is over")):
		w.event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody})
	case bytes.HasSuffix(plain, []byte(" flag!")):
		if name, _, ok := bytes.Cut(plain, []byte(" captured the ")); ok {
			w.event(Event{Kind: EventCapture, Player: w.playerNamed(line[:len(name)]), Other: Nobody, Text: line})
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
