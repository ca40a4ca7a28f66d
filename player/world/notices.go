package world

import "bytes"

// noticeLines is how many printed lines are kept: more than any screen shows,
// of all players of a server's recording together.
const noticeLines = 32

// Everybody are the Targets of what is for all players.
const Everybody = 1<<32 - 1

// Notice is one printed line.
type Notice struct {
	Clock float64 // viewer's seconds when it was printed
	Level uint8   // 0 low, 1 medium (deaths), 2 high, 3 chat, as QuakeWorld and Quake II have it
	Chat  bool
	Text  []byte // bytes in the game's charset, without the line's end
	// Targets are the slots that the line is for, a bit each; Everybody where the
	// recording is one player's.
	Targets uint32
}

// For reports whether a line, or what is in the middle, with these targets is
// for whoever follows a player; Nobody sees only what is for all.
func For(targets uint32, slot int) bool {
	return targets == Everybody || slot >= 0 && slot < 32 && targets>>slot&1 != 0
}

// Notices are the texts for the screen.
type Notices struct {
	lines [noticeLines]Notice
	count int // lines printed so far
	open  bool

	// Center is the text in the middle, empty if there is none, and
	// CenterClock when it came. Finale marks the end of an episode: it
	// stays.
	Center      []byte
	CenterClock float64
	Finale      bool
	// CenterTargets are the slots that Center is for: see Notice.
	CenterTargets uint32
}

// Len returns how many lines are kept.
func (n *Notices) Len() int { return min(n.count, noticeLines) }

// Line returns the i-th line of those kept, the newest for 0.
func (n *Notices) Line(i int) *Notice { return &n.lines[(n.count-1-i)%noticeLines] }

// print adds text that may hold several lines or only a part of one. Lines for
// others end one that is open.
func (n *Notices) print(clock float64, level uint8, chat bool, text []byte, targets uint32) {
	if n.open && n.Line(0).Targets != targets {
		n.open = false
	}
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, []byte{'\n'})
		if !n.open {
			n.count++
			l := n.Line(0)
			l.Text = l.Text[:0]
			l.Level, l.Chat, l.Targets = level, chat, targets
		}
		l := n.Line(0)
		l.Clock = clock
		if len(l.Text) < 1024 { // longer than any console line; a demo can print for ever without an end
			l.Text = append(l.Text, line...)
		}
		n.open = !ended
		text = rest
	}
}

// share reports whether a whole line was printed just now for other slots, and
// adds targets to that line's: servers tell a team by telling each of its players.
func (n *Notices) share(clock float64, text []byte, targets uint32) bool {
	line, rest, ended := bytes.Cut(text, []byte{'\n'})
	if !ended || len(rest) > 0 || n.open {
		return false
	}
	const team = 8 // lines back: other prints may stand between
	for i := range min(team, n.Len()) {
		if l := n.Line(i); l.Clock == clock && l.Targets != Everybody && bytes.Equal(l.Text, line) {
			l.Targets |= targets
			return true
		}
	}
	return false
}

// center sets the text in the middle; an empty one removes it.
func (n *Notices) center(clock float64, text []byte, targets uint32, finale bool) {
	n.Center = append(n.Center[:0], text...)
	n.CenterClock, n.CenterTargets, n.Finale = clock, targets, finale
}

// clear forgets everything. The lines keep their memory.
func (n *Notices) clear() {
	*n = Notices{lines: n.lines, Center: n.Center[:0]}
}

// copyFrom makes n equal to src, in memory of its own.
func (n *Notices) copyFrom(src *Notices) {
	own := *n
	*n = *src
	for i := range n.lines {
		n.lines[i].Text = append(own.lines[i].Text[:0], src.lines[i].Text...)
	}
	n.Center = append(own.Center[:0], src.Center...)
}

// memory returns how many bytes the texts hold.
func (n *Notices) memory() int64 {
	m := int64(cap(n.Center))
	for i := range n.lines {
		m += int64(cap(n.lines[i].Text))
	}
	return m
}
