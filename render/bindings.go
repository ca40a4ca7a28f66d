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
	CommandLevel // to the next level, or for -1 the one before; with the list open a page of it
	CommandEvent // to the next event of those that are shown, or for -1 the one before; so the next four
	CommandKill
	CommandMine
	CommandChat
	CommandNextBookmark
	CommandList
	CommandSearch
	CommandFilter // shows or hides a class of events: Arg
	CommandSpoilers
	CommandClock
	CommandBookmark
	CommandName // the bookmark that is here, or a new one
	CommandClipIn
	CommandClipOut
	CommandLoop
	CommandForgetClip
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
	HoldForward // fast, as long as the key is down
	HoldBack
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
	// too many; Joined names them in the line of the binding before.
	Keys    string
	Joined  bool
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

func shift(k ebiten.Key) []Chord { return []Chord{{k, true, 0}} }

// bothWays is a key that goes to the next, and with Shift to the one before.
func bothWays(k ebiten.Key) []Chord { return []Chord{{k, false, 1}, {k, true, -1}} }

// Bindings is the one table of keys: input reads it and the help page prints
// it, with what the user's settings change in it.
var Bindings = []Group{
	{"Playing", []Binding{
		{Command: CommandPause, Chords: keys(ebiten.KeySpace), Label: "play, pause"},
		{Command: CommandSeek, Chords: []Chord{{ebiten.KeyArrowLeft, false, -5}, {ebiten.KeyArrowRight, false, 5}}, Label: "5 seconds back, on", Repeats: true},
		{Command: CommandSeek, Chords: []Chord{{ebiten.KeyArrowLeft, true, -30}, {ebiten.KeyArrowRight, true, 30}}, Label: "30 seconds", Keys: "Shift+arrows", Repeats: true},
		{Command: CommandStep, Chords: []Chord{{ebiten.KeyComma, false, -1}, {ebiten.KeyPeriod, false, 1}}, Label: "one frame back, on", Repeats: true},
		{Command: CommandSlower, Chords: keys(ebiten.KeyBracketLeft), Label: "slower, faster"},
		{Command: CommandFaster, Chords: keys(ebiten.KeyBracketRight), Joined: true},
		{Command: CommandNormal, Chords: keys(ebiten.KeyBackslash, ebiten.KeyEnter), Label: "normal speed", Keys: "Enter"},
		{Command: CommandReverse, Chords: keys(ebiten.KeyBackspace), Label: "play backwards"},
		{Command: CommandBegin, Chords: keys(ebiten.KeyHome), Label: "beginning, end"},
		{Command: CommandEnd, Chords: keys(ebiten.KeyEnd), Joined: true},
		{Command: CommandTenth, Chords: []Chord{
			{ebiten.KeyDigit0, false, 0}, {ebiten.KeyDigit1, false, 1}, {ebiten.KeyDigit2, false, 2}, {ebiten.KeyDigit3, false, 3}, {ebiten.KeyDigit4, false, 4},
			{ebiten.KeyDigit5, false, 5}, {ebiten.KeyDigit6, false, 6}, {ebiten.KeyDigit7, false, 7}, {ebiten.KeyDigit8, false, 8}, {ebiten.KeyDigit9, false, 9},
			{ebiten.KeyNumpad0, false, 0}, {ebiten.KeyNumpad1, false, 1}, {ebiten.KeyNumpad2, false, 2}, {ebiten.KeyNumpad3, false, 3}, {ebiten.KeyNumpad4, false, 4},
			{ebiten.KeyNumpad5, false, 5}, {ebiten.KeyNumpad6, false, 6}, {ebiten.KeyNumpad7, false, 7}, {ebiten.KeyNumpad8, false, 8}, {ebiten.KeyNumpad9, false, 9},
		}, Label: "to a tenth of the demo", Keys: "0 - 9"},
		{Command: HoldBack, Chords: keys(ebiten.KeyJ), Label: "back, on 5 times as fast"},
		{Command: HoldForward, Chords: keys(ebiten.KeyL), Joined: true},
		{Command: CommandClock, Chords: keys(ebiten.KeyY), Label: "which clock is shown"},
	}},
	{"Jumping", []Binding{
		{Command: CommandEvent, Chords: []Chord{{ebiten.KeyArrowDown, false, 1}, {ebiten.KeyArrowUp, false, -1}}, Label: "next, previous event", Repeats: true},
		{Command: CommandKill, Chords: bothWays(ebiten.KeyK), Label: "next, previous kill", Repeats: true},
		{Command: CommandMine, Chords: bothWays(ebiten.KeyI), Label: "kill, death of the watched", Repeats: true},
		{Command: CommandChat, Chords: bothWays(ebiten.KeyT), Label: "chat", Repeats: true},
		{Command: CommandLevel, Chords: []Chord{{ebiten.KeyPageDown, false, 1}, {ebiten.KeyPageUp, false, -1}}, Label: "level, or page of the list", Repeats: true},
		{Command: CommandList, Chords: keys(ebiten.KeyF3, ebiten.KeyBackquote), Label: "list of events", Keys: "F3"},
		{Command: CommandSearch, Chords: keys(ebiten.KeySlash), Label: "search it"},
		{Command: CommandFilter, Chords: []Chord{
			{ebiten.KeyDigit1, true, 0}, {ebiten.KeyDigit2, true, 1}, {ebiten.KeyDigit3, true, 2}, {ebiten.KeyDigit4, true, 3}, {ebiten.KeyDigit5, true, 4},
			{ebiten.KeyDigit6, true, 5}, {ebiten.KeyDigit7, true, 6}, {ebiten.KeyDigit8, true, 7}, {ebiten.KeyDigit9, true, 8}, {ebiten.KeyDigit0, true, 9},
		}, Label: "kinds of events on, off", Keys: "Shift+1 - 0"},
		{Command: CommandSpoilers, Chords: keys(ebiten.KeyU), Label: "hide what lies ahead"},
	}},
	{"Marking", []Binding{
		{Command: CommandBookmark, Chords: keys(ebiten.KeyB), Label: "set, remove a bookmark"},
		{Command: CommandName, Chords: shift(ebiten.KeyB), Label: "name it"},
		{Command: CommandNextBookmark, Chords: bothWays(ebiten.KeyF2), Label: "next, previous bookmark", Repeats: true},
		{Command: CommandClipIn, Chords: shift(ebiten.KeyBracketLeft), Label: "begin, end of a clip"},
		{Command: CommandClipOut, Chords: shift(ebiten.KeyBracketRight), Joined: true},
		{Command: CommandLoop, Chords: shift(ebiten.KeyBackslash), Label: "play the clip in a loop"},
		{Command: CommandForgetClip, Chords: shift(ebiten.KeyBackspace), Label: "forget the clip"},
	}},
	{"Watching", []Binding{
		{Command: CommandFollowNext, Chords: keys(ebiten.KeyN), Label: "next player (click)", Repeats: true},
		{Command: CommandFollowPrevious, Chords: keys(ebiten.KeyP), Label: "previous (right click)", Repeats: true},
		{Command: CommandRecorder, Chords: keys(ebiten.KeyR), Label: "recorder's view"},
		{Command: CommandChase, Chords: keys(ebiten.KeyC), Label: "eyes, or from behind"},
		{Command: CommandFly, Chords: keys(ebiten.KeyF), Label: "fly freely, or stop flying"},
	}},
	{"Flying", []Binding{
		{Command: MoveForward, Chords: keys(ebiten.KeyW), Label: "forward, back, left, right"},
		{Command: MoveBack, Chords: keys(ebiten.KeyS), Joined: true},
		{Command: MoveLeft, Chords: keys(ebiten.KeyA), Joined: true},
		{Command: MoveRight, Chords: keys(ebiten.KeyD), Joined: true},
		{Command: MoveUp, Chords: keys(ebiten.KeyE), Label: "up, down"},
		{Command: MoveDown, Chords: keys(ebiten.KeyQ), Joined: true},
		{Command: MoveFast, Chords: keys(ebiten.KeyShiftLeft), Label: "fast (wheel: speed)", Keys: "Shift"},
	}},
	{"Picture", []Binding{
		{Command: CommandMode, Chords: keys(ebiten.KeyV), Label: "how the level is drawn"},
		{Command: CommandXRay, Chords: keys(ebiten.KeyX), Label: "players through walls"},
		{Command: CommandWalked, Chords: keys(ebiten.KeyG), Label: "ground that was walked"},
		{Command: CommandMarkers, Chords: keys(ebiten.KeyM), Label: "items and things"},
		{Command: CommandScores, Chords: keys(ebiten.KeyTab), Label: "scores"},
		{Command: CommandHUD, Chords: keys(ebiten.KeyO), Label: "status and bar"},
		{Command: CommandFullscreen, Chords: keys(ebiten.KeyF11), Label: "full screen"},
		{Command: CommandHelp, Chords: keys(ebiten.KeyH, ebiten.KeyF1), Label: "this page"},
		{Command: CommandLeave, Chords: keys(ebiten.KeyEscape), Label: "close what is open, quit"},
	}},
}

// keyNames are the names of keys that print nothing.
var keyNames = map[ebiten.Key]string{
	ebiten.KeySpace: "Space", ebiten.KeyArrowLeft: "Left", ebiten.KeyArrowRight: "Right", ebiten.KeyArrowUp: "Up", ebiten.KeyArrowDown: "Down",
	ebiten.KeyBackspace: "Backspace", ebiten.KeyPageUp: "PgUp", ebiten.KeyPageDown: "PgDn", ebiten.KeyHome: "Home", ebiten.KeyEnd: "End",
	ebiten.KeyTab: "Tab", ebiten.KeyEscape: "Esc", ebiten.KeyEnter: "Enter", ebiten.KeyShiftLeft: "Shift",
}

// signNames are the names of keys where no keyboard tells them.
var signNames = map[ebiten.Key]string{
	ebiten.KeyComma: ",", ebiten.KeyPeriod: ".", ebiten.KeySlash: "/", ebiten.KeyBracketLeft: "[", ebiten.KeyBracketRight: "]", ebiten.KeyBackslash: "\\",
}

// keyLabel returns what is printed on a key of this keyboard.
func keyLabel(k ebiten.Key) string {
	if name, ok := keyNames[k]; ok {
		return name
	}
	if name := ebiten.KeyName(k); name != "" {
		return strings.ToUpper(name)
	}
	if name, ok := signNames[k]; ok {
		return name
	}
	return strings.TrimPrefix(k.String(), "Key")
}

// label returns what the help page calls the keys of a binding.
func (b *Binding) label() string {
	if b.Keys != "" {
		return b.Keys
	}
	var list []string
	for _, c := range b.Chords {
		name := keyLabel(c.Key)
		if c.Shift {
			name = "Shift+" + name
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// helpGroups returns the help page of a table of keys.
func helpGroups(groups []Group) []hud.HelpGroup {
	var list []hud.HelpGroup
	for _, g := range groups {
		h := hud.HelpGroup{Title: g.Title}
		for i := range g.Bindings {
			b := &g.Bindings[i]
			if n := len(h.Lines); b.Joined && n > 0 {
				h.Lines[n-1].Keys += " " + b.label()
				continue
			}
			h.Lines = append(h.Lines, hud.HelpLine{Keys: b.label(), Label: b.Label})
		}
		list = append(list, h)
	}
	return list
}
