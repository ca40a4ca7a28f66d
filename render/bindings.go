package render

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/hud"
)

// Command is something that a viewer can ask for.
type Command uint8

// The commands. Those of moving last as long as their key is held.
const (
	CommandNone Command = iota
	CommandPause
	CommandSeek // by Arg seconds
	CommandStep // by Arg frames
	CommandSlower
	CommandFaster
	CommandNormal  // speed 1
	CommandReverse // the other way
	CommandBegin
	CommandEnd
	CommandTenth // to Arg tenths of the demo
	CommandLevel // to the next level, or for -1 the one before
	CommandKill  // to the next kill, or for -1 the one before
	CommandFollowNext
	CommandFollowPrevious
	CommandRecorder // back to what was recorded
	CommandChase
	CommandFly
	CommandMode
	CommandXRay
	CommandWalked
	CommandMarkers
	CommandScores
	CommandHUD
	CommandHelp
	CommandFullscreen
	CommandLeave
	commandFirstHeld
)

// Commands that are held.
const (
	MoveForward Command = commandFirstHeld + iota
	MoveBack
	MoveLeft
	MoveRight
	MoveUp
	MoveDown
	MoveFast
	commandCount
)

// Chord is a key, by its place on the keyboard, with or without Shift.
type Chord struct {
	Key   ebiten.Key
	Shift bool
	Arg   float64
}

// Binding says which keys give a command and what the help page says of it.
type Binding struct {
	Command Command
	Chords  []Chord
	Label   string
	// Keys is what the help page calls the keys, where their own names are
	// not enough; Hidden leaves the binding out of the page.
	Keys    string
	Hidden  bool
	Repeats bool // while the key is held
}

// Group is a part of the table of bindings, with its title on the help page.
type Group struct {
	Title    string
	Bindings []Binding
}

func keys(list ...ebiten.Key) (c []Chord) {
	for _, k := range list {
		c = append(c, Chord{Key: k})
	}
	return c
}

func arg(k ebiten.Key, a float64) []Chord      { return []Chord{{k, false, a}} }
func shiftArg(k ebiten.Key, a float64) []Chord { return []Chord{{k, true, a}} }

// Bindings is the one table of keys: input reads it and the help page prints
// it.
var Bindings = []Group{
	{"Playing", []Binding{
		{Command: CommandPause, Chords: keys(ebiten.KeySpace), Label: "play, pause"},
		{Command: CommandSeek, Chords: []Chord{{ebiten.KeyArrowLeft, false, -5}, {ebiten.KeyArrowRight, false, 5}}, Label: "5 seconds back, on", Repeats: true},
		{Command: CommandSeek, Chords: []Chord{{ebiten.KeyArrowLeft, true, -30}, {ebiten.KeyArrowRight, true, 30}}, Label: "30 seconds", Keys: "Shift+arrows", Repeats: true},
		{Command: CommandStep, Chords: []Chord{{ebiten.KeyComma, false, -1}, {ebiten.KeyPeriod, false, 1}}, Label: "one frame back, on", Repeats: true},
		{Command: CommandSlower, Chords: keys(ebiten.KeyBracketLeft), Label: "slower, faster", Keys: "[ ]"},
		{Command: CommandFaster, Chords: keys(ebiten.KeyBracketRight), Hidden: true},
		{Command: CommandNormal, Chords: keys(ebiten.KeyBackslash, ebiten.KeyEnter), Label: "normal speed", Keys: "Enter"},
		{Command: CommandReverse, Chords: keys(ebiten.KeyBackspace), Label: "play backwards"},
		{Command: CommandBegin, Chords: keys(ebiten.KeyHome), Label: "beginning, end", Keys: "Home End"},
		{Command: CommandEnd, Chords: keys(ebiten.KeyEnd), Hidden: true},
		{Command: CommandTenth, Chords: []Chord{
			{ebiten.KeyDigit0, false, 0}, {ebiten.KeyDigit1, false, 1}, {ebiten.KeyDigit2, false, 2}, {ebiten.KeyDigit3, false, 3}, {ebiten.KeyDigit4, false, 4},
			{ebiten.KeyDigit5, false, 5}, {ebiten.KeyDigit6, false, 6}, {ebiten.KeyDigit7, false, 7}, {ebiten.KeyDigit8, false, 8}, {ebiten.KeyDigit9, false, 9},
			{ebiten.KeyNumpad0, false, 0}, {ebiten.KeyNumpad1, false, 1}, {ebiten.KeyNumpad2, false, 2}, {ebiten.KeyNumpad3, false, 3}, {ebiten.KeyNumpad4, false, 4},
			{ebiten.KeyNumpad5, false, 5}, {ebiten.KeyNumpad6, false, 6}, {ebiten.KeyNumpad7, false, 7}, {ebiten.KeyNumpad8, false, 8}, {ebiten.KeyNumpad9, false, 9},
		}, Label: "to a tenth of the demo", Keys: "0 - 9"},
		{Command: CommandKill, Chords: arg(ebiten.KeyK, 1), Label: "next kill", Repeats: true},
		{Command: CommandKill, Chords: shiftArg(ebiten.KeyK, -1), Label: "previous kill", Repeats: true},
		{Command: CommandLevel, Chords: []Chord{{ebiten.KeyPageUp, false, -1}, {ebiten.KeyPageDown, false, 1}}, Label: "previous, next level"},
	}},
	{"Watching", []Binding{
		{Command: CommandFollowNext, Chords: keys(ebiten.KeyN), Label: "next player, also click", Repeats: true},
		{Command: CommandFollowPrevious, Chords: keys(ebiten.KeyP), Label: "previous player, also right click", Repeats: true},
		{Command: CommandRecorder, Chords: keys(ebiten.KeyR), Label: "recorder's view"},
		{Command: CommandChase, Chords: keys(ebiten.KeyC), Label: "through the eyes, from behind"},
		{Command: CommandFly, Chords: keys(ebiten.KeyF), Label: "fly freely, or stop flying"},
	}},
	{"Flying", []Binding{
		{Command: MoveForward, Chords: keys(ebiten.KeyW), Label: "forward"},
		{Command: MoveBack, Chords: keys(ebiten.KeyS), Label: "back"},
		{Command: MoveLeft, Chords: keys(ebiten.KeyA), Label: "left"},
		{Command: MoveRight, Chords: keys(ebiten.KeyD), Label: "right"},
		{Command: MoveUp, Chords: keys(ebiten.KeyE), Label: "up"},
		{Command: MoveDown, Chords: keys(ebiten.KeyQ), Label: "down"},
		{Command: MoveFast, Chords: keys(ebiten.KeyShiftLeft), Label: "fast; the wheel sets the speed", Keys: "Shift"},
	}},
	{"Picture", []Binding{
		{Command: CommandMode, Chords: keys(ebiten.KeyV), Label: "how the level is drawn"},
		{Command: CommandXRay, Chords: keys(ebiten.KeyX), Label: "players through walls"},
		{Command: CommandWalked, Chords: keys(ebiten.KeyG), Label: "ground that was walked"},
		{Command: CommandMarkers, Chords: keys(ebiten.KeyM), Label: "items and things"},
		{Command: CommandScores, Chords: keys(ebiten.KeyTab), Label: "scores"},
		{Command: CommandHUD, Chords: keys(ebiten.KeyO), Label: "status and bar"},
		{Command: CommandFullscreen, Chords: keys(ebiten.KeyF11), Label: "full screen"},
		{Command: CommandHelp, Chords: keys(ebiten.KeyH, ebiten.KeyF1), Label: "this page", Keys: "H"},
		{Command: CommandLeave, Chords: keys(ebiten.KeyEscape), Label: "twice: quit", Keys: "Esc Esc"},
	}},
}

// keyNames are the names of keys that print nothing.
var keyNames = map[ebiten.Key]string{
	ebiten.KeySpace: "Space", ebiten.KeyArrowLeft: "Left", ebiten.KeyArrowRight: "Right", ebiten.KeyBackspace: "Backspace",
	ebiten.KeyPageUp: "PgUp", ebiten.KeyPageDown: "PgDn", ebiten.KeyTab: "Tab", ebiten.KeyF11: "F11", ebiten.KeyComma: ",", ebiten.KeyPeriod: ".",
}

// keyLabel returns what is printed on a key of this keyboard.
func keyLabel(k ebiten.Key) string {
	if name, ok := keyNames[k]; ok {
		return name
	}
	if name := ebiten.KeyName(k); name != "" {
		return strings.ToUpper(name)
	}
	return strings.TrimPrefix(k.String(), "Key")
}

// helpGroups returns the help page of the bindings.
func helpGroups() []hud.HelpGroup {
	var list []hud.HelpGroup
	for _, g := range Bindings {
		h := hud.HelpGroup{Title: g.Title}
		for _, b := range g.Bindings {
			if b.Hidden {
				continue
			}
			text := b.Keys
			if text == "" {
				for i, c := range b.Chords {
					if i > 0 {
						text += " "
					}
					if c.Shift {
						text += "Shift+"
					}
					text += keyLabel(c.Key)
				}
			}
			h.Lines = append(h.Lines, hud.HelpLine{Keys: text, Label: b.Label})
		}
		list = append(list, h)
	}
	return list
}
