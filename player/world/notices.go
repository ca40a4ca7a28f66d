package world

import "bytes"

// noticeLines is how many printed lines are kept: more than any screen shows,
// of all players of a server's recording together.
const noticeLines = 32

// Everybody are the Targets of what all players were told.
const Everybody = 1<<32 - 1

// Notice is one printed line.
type Notice struct {
	Clock float64 // viewer's seconds when it was printed
	Level uint8   // 0 low, 1 medium (deaths), 2 high, 3 chat, as QuakeWorld and Quake II have it
	Chat  bool
	Text  []byte // bytes in the game's charset, without the line's end
	// Targets are the slots that were told, a bit each; Everybody where the
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

// again reports whether a whole line was printed just now for others, who then
// share it: servers tell a team by telling each of its players.
func (n *Notices) again(clock float64, text []byte, targets uint32) bool {
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
func (n *Notices) center(clock float64, text []byte, finale bool) {
	n.Center = append(n.Center[:0], text...)
	n.CenterClock, n.Finale = clock, finale
	n.CenterTargets = Everybody
}

func (n *Notices) clear() {
	n.count, n.open = 0, false
	n.Center, n.Finale = n.Center[:0], false
}

func (n *Notices) copyFrom(src *Notices) {
	for i := range n.lines {
		d, s := &n.lines[i], &src.lines[i]
		text := append(d.Text[:0], s.Text...)
		*d = *s
		d.Text = text
	}
	n.count, n.open = src.count, src.open
	n.Center = append(n.Center[:0], src.Center...)
	n.CenterClock, n.Finale, n.CenterTargets = src.CenterClock, src.Finale, src.CenterTargets
}
