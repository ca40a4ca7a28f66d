package hud

import "demoscope/player/world"

// noise are prefixes of lines that QuakeWorld servers print during a match and that say nothing about the fight, or
// repeat the status. The list of events keeps them.
var noise = [...]string{
	"no weapon", "not enough ammo", // on a key press
	"You got ", "You get ", "You receive ", // pickups of the followed player
	"matchdate: ", "skill ", "bot skill changed to ", "Commands loaded", "Commands downloaded",
	"Server decides to turn ", "No spectators mode, ",
}

// greetings are prefixes of the centered texts with which servers greet new players.
var greetings = [...]string{"Welcome"}

// fighting reports whether a match is running, so that texts must not cover the fight.
func (in *Input) fighting() bool {
	m := &in.World.Match
	return (m.Phase == world.PhaseRunning || m.Phase == world.PhaseOvertime) && !in.World.Intermission &&
		!in.notices().Finale
}

// isNoise reports whether a printed line says nothing about the running match.
func isNoise(in *Input, l *world.Notice) bool {
	return in.World.Game == world.QuakeWorld && !l.Chat && in.fighting() && beginsWith(l.Text, noise[:])
}

// recordingStarts begins the server's message about recording a demo; the next line is the file name.
var recordingStarts = [...]string{"Server starts recording"}

// reportsRecording reports whether line i belongs to that message, which a viewer of the demo does not need.
func reportsRecording(n *world.Notices, i int) bool {
	for k := i; k < min(i+2, n.Len()); k++ {
		if l := n.Line(k); !l.Chat && l.Clock == n.Line(i).Clock && beginsWith(l.Text, recordingStarts[:]) {
			return !n.Line(i).Chat
		}
	}
	return false
}

// greets reports whether the centered text greets a new player during a match.
func (in *Input) greets() bool {
	return in.fighting() && beginsWith(in.notices().Center, greetings[:])
}

// beginsWith reports whether a text, in either color of the charset and after empty lines, begins with an entry of
// list.
func beginsWith(text []byte, list []string) bool {
	const other = 0x80 // the bit of the other color
	for len(text) > 0 && (text[0] == '\n' || text[0]&^other <= 2 || text[0]&^other == ' ') {
		text = text[1:]
	}
	for _, s := range list {
		if len(text) < len(s) {
			continue
		}
		i := 0
		for i < len(s) && text[i]&^other == s[i] {
			i++
		}
		if i == len(s) {
			return true
		}
	}
	return false
}

// says reports whether a text, in either color of the charset, contains a word, ignoring case.
func says(text []byte, word string) bool {
	const other, small = 0x80, 0x20 // the bits of the other color and of lower case
	for ; word != "" && len(text) >= len(word); text = text[1:] {
		i := 0
		for i < len(word) && text[i]&^other|small == word[i] {
			i++
		}
		if i == len(word) {
			return true
		}
	}
	return false
}

// fightText returns the area of centered texts during a match: above the middle third of the picture, as wide as the
// areas at both sides allow.
func (l *Layout) fightText(s Screen) Rect {
	const wide, third = 0.34, 1. / 3
	width, top := round(wide*s.Width), l.Score.Y
	if l.Score.W <= 0 {
		top = l.Info.Y
	}
	middle := l.Center.X + l.Center.W/2
	return Rect{middle - width/2, top, width, max(0, round(third*s.Height)-top)}
}
