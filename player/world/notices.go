package world

import (
	"bytes"
)

// noticeLines is how many printed lines are kept: more than any screen shows,
// of all players of a server's recording together.
const noticeLines = 32

const (
	// maxLine bounds a line, in bytes: longer than any console's. A demo can print for
	// ever without an end.
	maxLine = 1024
	// maxCenter bounds the text in the middle, in bytes: the largest that engines keep
	// are 1,024 and, at the end of an episode, 2,048.
	maxCenter = 4096
)

// Everybody is the Targets of what all players see.
const Everybody = 1<<32 - 1

// Notice is one printed line.
type Notice struct {
	Clock float64 // viewer's seconds when it was printed
	Level uint8   // 0 low, 1 medium (deaths), 2 high, 3 chat, as QuakeWorld and Quake II have it
	Chat  bool
	// Event is the kind of the event that the rules have made of the line, [EventPrint] if it is none.
	Event EventKind
	Text  []byte // bytes in the game's charset, without the line's end
	// Targets are the slots that the line is for, one bit each; [Everybody] in
	// a recording of one player.
	Targets uint32
}

// For reports whether a text with these targets is seen by whoever follows the
// player of a slot. With [Nobody] only texts for everybody are.
func For(targets uint32, slot int) bool {
	return targets == Everybody || slot >= 0 && slot < 32 && targets>>slot&1 != 0
}

// Notices are the texts for the screen.
type Notices struct {
	lines [noticeLines]Notice
	count int  // lines printed so far
	open  bool // the newest line has no end yet
	// before is what count was when the packet began.
	before int
	next   int // number of the line, from 1 on, that the rules read next

	// Center is the text in the middle of the screen, empty if there is none,
	// and CenterClock when it came, in viewer's seconds. Finale marks the text
	// at the end of an episode, which stays. Congratulations is set if the game
	// writes that word above it.
	Center          []byte
	CenterClock     float64
	Finale          bool
	Congratulations bool
	// CenterTargets are the slots that Center is for: see [Notice].
	CenterTargets uint32
}

// Len returns how many lines are kept.
func (n *Notices) Len() int { return min(n.count, noticeLines) }

// Line returns the line that is i lines before the newest; i is less than
// [Notices.Len].
func (n *Notices) Line(i int) *Notice { return &n.lines[(n.count-1-i)%noticeLines] }

// marked reports whether a line begins with byte 1 or 2, which puts all that follows
// in the charset's other color (DEM section 5).
func marked(line []byte) bool { return len(line) > 0 && (line[0] == 1 || line[0] == 2) }

// print adds text, several lines or a part of one. Text for other targets ends an
// open line. A mark holds to the end of text, so that each of its lines gets it; in
// the middle of an open line, where it would be no mark, the bytes themselves take the
// other color.
func (n *Notices) print(clock float64, level uint8, chat bool, text []byte, targets uint32) {
	if n.open && n.Line(0).Targets != targets {
		n.open = false
	}
	n.next = n.count
	if !n.open {
		n.next++
	}
	var mark []byte
	for len(text) > 0 {
		if marked(text) {
			mark, text = text[:1], text[1:]
		}
		line, rest, ended := bytes.Cut(text, []byte{'\n'})
		begins := !n.open
		if begins {
			n.count++
			l := n.Line(0)
			l.Text = l.Text[:0]
			l.Level, l.Chat, l.Event, l.Targets = level, chat, EventPrint, targets
		}
		l := n.Line(0)
		l.Clock = clock
		if len(l.Text) < maxLine {
			line = line[:min(len(line), maxLine-len(l.Text))]
			if begins && len(line) > 0 {
				l.Text = append(l.Text, mark...)
			}
			length := len(l.Text)
			l.Text = append(l.Text, line...)
			if mark != nil && !marked(l.Text) {
				for i := length; i < len(l.Text); i++ {
					l.Text[i] |= 0x80
				}
			}
		}
		n.open = !ended
		text = rest
	}
}

// read says which event the next line is of those that were printed last; [EventPrint] is none.
func (n *Notices) read(kind EventKind) {
	if back := n.next - 1; back < n.count && n.count-back <= noticeLines {
		n.lines[back%noticeLines].Event = kind
	}
	n.next++
}

// beginPacket notes which lines are older than the packet that begins.
func (n *Notices) beginPacket() { n.before = n.count }

// beginLevel forgets all lines but those of the packet itself, which stand before the
// beginning of the level: servers print their version there.
func (n *Notices) beginLevel() {
	first := max(n.before, n.count-noticeLines)
	kept := n.count - first
	var lines [noticeLines]Notice
	for i := range lines {
		lines[i] = n.lines[(first+i)%noticeLines]
	}
	*n = Notices{lines: lines, count: kept, Center: n.Center[:0]}
}

// share reports whether a whole line was printed at the same time for other slots,
// and adds targets to that line's: servers send a team's chat to each of its
// players.
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

// center sets the text in the middle; an empty one clears it. The same text at the
// same time is for more slots: servers send it to each player.
func (n *Notices) center(clock float64, text []byte, targets uint32, finale bool) {
	if n.CenterClock == clock && bytes.Equal(n.Center, text) {
		targets |= n.CenterTargets
	}
	n.Center = append(n.Center[:0], text[:min(len(text), maxCenter)]...)
	n.CenterClock, n.CenterTargets, n.Finale, n.Congratulations = clock, targets, finale, false
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
