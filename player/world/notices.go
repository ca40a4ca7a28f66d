package world

import (
	"bytes"
)

// noticeLines is the number of stored lines. It is more than any screen shows, and includes the
// lines of all players of a server-side recording.
const noticeLines = 32

const (
	// maxLine bounds a line, in bytes. It is more than any console's limit. A demo can print
	// without ever ending a line.
	maxLine = 1024
	// maxCenter bounds the text in the middle of the screen, in bytes. Engines keep at most 1024
	// bytes, or 2048 at the end of an episode.
	maxCenter = 4096
)

// Everybody is the value of Targets for text that all players see.
const Everybody = 1<<32 - 1

// Notice is one printed line.
type Notice struct {
	Clock float64 // when it was printed, in seconds of the viewer's clock
	Level uint8   // 0 low, 1 medium (deaths), 2 high, 3 chat, as in QuakeWorld and Quake II
	Chat  bool
	// Event is the kind of event that the rules derived from the line, or [EventPrint] if none.
	Event EventKind
	Text  []byte // bytes in the game's charset, without the line ending
	// Targets is a bit set of the slots that the line is for. It is [Everybody] in a recording of
	// one player.
	Targets uint32
}

// For reports whether a viewer who follows the player in a slot sees a text with these targets. For
// [Nobody] it is true only for texts for everybody.
func For(targets uint32, slot int) bool {
	return targets == Everybody || slot >= 0 && slot < 32 && targets>>slot&1 != 0
}

// Notices are the texts on the screen.
type Notices struct {
	lines [noticeLines]Notice
	count int  // lines printed so far
	open  bool // the newest line is incomplete
	// before is the value of count when the packet began.
	before int
	next   int // number of the line that the rules interpret next, from 1

	// Center is the text in the middle of the screen, empty if there is none. CenterClock is when
	// it was printed, in seconds of the viewer's clock. Finale marks the text at the end of an
	// episode, which stays. Congratulations is set if the game writes that word above it.
	Center          []byte
	CenterClock     float64
	Finale          bool
	Congratulations bool
	// CenterTargets is a bit set of the slots that Center is for. See [Notice].
	CenterTargets uint32
}

// Len returns the number of stored lines.
func (n *Notices) Len() int { return min(n.count, noticeLines) }

// Line returns the line i lines before the newest one. i must be less than [Notices.Len].
func (n *Notices) Line(i int) *Notice { return &n.lines[(n.count-1-i)%noticeLines] }

// marked reports whether a line begins with byte 1 or 2, which switches the rest of the line to the
// other color of the charset (DEM section 5).
func marked(line []byte) bool { return len(line) > 0 && (line[0] == 1 || line[0] == 2) }

// print adds text, which may be several lines or a part of one. Text for other targets ends an
// incomplete line. A color mark applies to the rest of text, so each of its lines gets the mark. In
// the middle of an incomplete line the mark would have no effect, so the bytes themselves are
// switched to the other color.
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

// read sets the event kind of the next of the lines printed last. [EventPrint] means no event.
func (n *Notices) read(kind EventKind) {
	if back := n.next - 1; back < n.count && n.count-back <= noticeLines {
		n.lines[back%noticeLines].Event = kind
	}
	n.next++
}

// beginPacket marks the stored lines as older than the packet.
func (n *Notices) beginPacket() { n.before = n.count }

// beginLevel forgets all lines except those of the current packet. Servers print their version just
// before the level begins.
func (n *Notices) beginLevel() {
	first := max(n.before, n.count-noticeLines)
	kept := n.count - first
	var lines [noticeLines]Notice
	for i := range lines {
		lines[i] = n.lines[(first+i)%noticeLines]
	}
	*n = Notices{lines: lines, count: kept, Center: n.Center[:0]}
}

// share reports whether a complete line was printed at the same time for other slots. If so, it
// adds targets to that line. Servers send a team's chat to each of its players.
func (n *Notices) share(clock float64, text []byte, targets uint32) bool {
	line, rest, ended := bytes.Cut(text, []byte{'\n'})
	if !ended || len(rest) > 0 || n.open {
		return false
	}
	const team = 8 // lines to look back, since other prints may come between
	for i := range min(team, n.Len()) {
		if l := n.Line(i); l.Clock == clock && l.Targets != Everybody && bytes.Equal(l.Text, line) {
			l.Targets |= targets
			return true
		}
	}
	return false
}

// center sets the text in the middle of the screen. Empty text clears it. If the same text was set
// at the same time, the targets are added, since servers send it to each player separately.
func (n *Notices) center(clock float64, text []byte, targets uint32, finale bool) {
	if n.CenterClock == clock && bytes.Equal(n.Center, text) {
		targets |= n.CenterTargets
	}
	n.Center = append(n.Center[:0], text[:min(len(text), maxCenter)]...)
	n.CenterClock, n.CenterTargets, n.Finale, n.Congratulations = clock, targets, finale, false
}

// copyFrom makes n equal to src, in its own memory.
func (n *Notices) copyFrom(src *Notices) {
	own := *n
	*n = *src
	for i := range n.lines {
		n.lines[i].Text = append(own.lines[i].Text[:0], src.lines[i].Text...)
	}
	n.Center = append(own.Center[:0], src.Center...)
}

// memory returns the number of bytes in the texts.
func (n *Notices) memory() int64 {
	m := int64(cap(n.Center))
	for i := range n.lines {
		m += int64(cap(n.lines[i].Text))
	}
	return m
}
