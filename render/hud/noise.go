package hud

import "demoscope/player/world"

// noise are the beginnings of lines that QuakeWorld's servers print beside a match that runs,
// and that say nothing of the fight, or what the status says already. They stay in the list of
// events.
var noise = [...]string{
	"no weapon", "not enough ammo", // of who presses a key
	"You got ", "You get ", "You receive ", // pickups of the followed player
	"matchdate: ", "skill ", "bot skill changed to ", "Commands loaded", "Commands downloaded",
	"Server decides to turn ", "No spectators mode, ",
}

// greetings are the beginnings of texts in the middle by which servers greet who joins.
var greetings = [...]string{"Welcome"}

// fighting reports whether a match runs, in which nothing should be in the way.
func (in *Input) fighting() bool {
	m := &in.World.Match
	return (m.Phase == world.PhaseRunning || m.Phase == world.PhaseOvertime) && !in.World.Intermission &&
		!in.notices().Finale
}

// isNoise reports whether a printed line says nothing of the match that runs.
func isNoise(in *Input, l *world.Notice) bool {
	return in.World.Game == world.QuakeWorld && !l.Chat && in.fighting() && beginsWith(l.Text, noise[:])
}

// recordingStarts begins the server's message that it records a demo; the name of the file is in the next line.
var recordingStarts = [...]string{"Server starts recording"}

// reportsRecording reports whether a printed line is of that message, which a viewer of the demo does not need.
func reportsRecording(n *world.Notices, i int) bool {
	for k := i; k < min(i+2, n.Len()); k++ {
		if l := n.Line(k); !l.Chat && l.Clock == n.Line(i).Clock && beginsWith(l.Text, recordingStarts[:]) {
			return !n.Line(i).Chat
		}
	}
	return false
}

// greets reports whether the text in the middle greets who has joined while a match runs.
func (in *Input) greets() bool {
	return in.fighting() && beginsWith(in.notices().Center, greetings[:])
}

// beginsWith reports whether a text, in either of the charset's colors and behind lines that
// are empty, begins with one of a list.
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

// says reports whether a text, in either of the charset's colors, has a word in small letters.
func says(text []byte, word string) bool {
	const other, small = 0x80, 0x20 // the bits of the other color and of small letters
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

// fightText is where a text is that comes while a match runs: above the middle third of the
// picture, as wide as what is at both sides leaves.
func (l *Layout) fightText(s Screen) Rect {
	const wide, third = 0.34, 1. / 3
	width, top := round(wide*s.Width), l.Score.Y
	if l.Score.W <= 0 {
		top = l.Info.Y
	}
	middle := l.Center.X + l.Center.W/2
	return Rect{middle - width/2, top, width, max(0, round(third*s.Height)-top)}
}
