package app

import (
	"fmt"
	"slices"

	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// command is a row of the table of commands: an action and its keys. It has either Do or Held.
type command struct {
	// Name is its name in the keys file.
	Name string
	// Label names the action in the command palette. It is also the message after a key press, unless Do shows another
	// one.
	Label string
	// Line is the label on the help page for this row and the rows Joined to it. If empty, Label is used.
	Line string
	// Joined adds the keys to the previous row's line on the help page.
	Joined bool
	Keys   []chord
	// Pad are the gamepad buttons. Each works alone.
	Pad []control.Button
	// Short replaces the key names on the line of the help page. Each %s in it is the name of the next row's first key,
	// without Shift.
	Short string
	// Repeats calls Do repeatedly while a key is held.
	Repeats bool
	// Do is called when a key goes down. Released, if not nil, is called when a key goes up.
	Do, Released func(*App)
	// State returns the current state as a word for the command palette. It is nil if there is none.
	State func(*viewing) string
	// Anywhere makes the command work in the library, too, with those of its keys that type nothing.
	Anywhere bool
	// Held returns the flag that is true while a key is down.
	Held func(*held) *bool
}

// group is a part of the table of commands, with its title on the help page.
type group struct {
	Title    string
	Commands []command
}

// held holds the flags of the commands with Held. A flag is true while a key of its command is down.
type held struct {
	forward, back, left, right, up, down, fast bool // free camera
	playBack, playForward                      bool // rewind and fast-forward
	sticks                                     sticks
}

// startsFreeCamera reports whether a key is down that starts the free camera.
func (h *held) startsFreeCamera() bool { return h.forward || h.back || h.left || h.right }

// newCommands returns the table of all commands. Input, the help pages, the keys file and the manual are based on it.
//
// Keys known from mpv, VLC and YouTube do the same here: Space, arrows, comma and period (frames), brackets (speed), 0
// to 9, F (full screen) and M (mute). J and L scan as in video editors. K is the next kill, because Space already
// pauses. The free camera is on G (go free), because F is taken; W, A, S and D start it, too. Options that are rarely
// changed have no keys: see [setting.Setting].
func newCommands() []group {
	return []group{
		{"Playback", slices.Concat([]command{
			{Name: "pause", Label: "Play / pause", Keys: keys(control.KeySpace),
				Pad: pad(control.ButtonRightBottom), Do: func(g *App) { g.Demo.Player.togglePause() }},
			{Name: "back-5", Label: "Back 5 seconds", Line: "Back / forward 5 seconds",
				Keys: keys(control.KeyArrowLeft), Pad: pad(control.ButtonFrontTopLeft), Repeats: true,
				Do: goBack(seekBy(-5))},
			{Name: "forward-5", Label: "Forward 5 seconds", Joined: true, Keys: keys(control.KeyArrowRight),
				Pad: pad(control.ButtonFrontTopRight), Repeats: true, Do: seekBy(5)},
			{Name: "back-30", Label: "Back 30 seconds", Line: "Back / forward 30 seconds", Short: "Shift+arrows",
				Keys: shift(control.KeyArrowLeft), Repeats: true, Do: goBack(seekBy(-30))},
			{Name: "forward-30", Label: "Forward 30 seconds", Joined: true, Keys: shift(control.KeyArrowRight),
				Repeats: true, Do: seekBy(30)},
			{Name: "previous-frame", Label: "Previous frame", Line: "Previous / next frame",
				Keys: keys(control.KeyComma), Repeats: true, Do: goBack(func(g *App) { g.Demo.Player.Step(-1) })},
			{Name: "next-frame", Label: "Next frame", Joined: true, Keys: keys(control.KeyPeriod), Repeats: true,
				Do: func(g *App) { g.Demo.Player.Step(1) }},
			{Name: "slower", Label: "Slower", Line: "Slower / faster", Keys: keys(control.KeyBracketLeft),
				Pad: pad(control.ButtonLeftBottom), Do: func(g *App) { g.Demo.changeSpeed(-1) }},
			{Name: "faster", Label: "Faster", Joined: true, Keys: keys(control.KeyBracketRight),
				Pad: pad(control.ButtonLeftTop), Do: func(g *App) { g.Demo.changeSpeed(1) }},
			{Name: "normal-speed", Label: "Normal speed", Short: "Enter", Keys: keys(control.KeyBackslash,
				control.KeyEnter), Do: func(g *App) { g.Demo.playNormally() }},
			{Name: "reverse", Label: "Reverse", Keys: keys(control.KeyBackspace), Do: func(g *App) {
				g.Demo.reverse()
			}},
			{Name: "start", Label: "Go to start", Line: "Start / end (live)", Keys: keys(control.KeyHome),
				Do: func(g *App) { g.Demo.seekPart(0) }},
			{Name: "end", Label: "Go to end or live", Joined: true, Keys: keys(control.KeyEnd), Do: func(g *App) {
				g.Demo.seekEnd()
			}},
		}, tenthCommands(), []command{
			{Name: "rewind", Label: "Rewind (hold)", Line: "Rewind / fast-forward (hold)",
				Keys: keys(control.KeyJ), Pad: pad(control.ButtonFrontBottomLeft),
				Held: func(h *held) *bool { return &h.playBack }},
			{Name: "fast-forward", Label: "Fast-forward (hold)", Joined: true, Keys: keys(control.KeyL),
				Pad: pad(control.ButtonFrontBottomRight), Held: func(h *held) *bool {
					return &h.playForward
				}},
			{Name: "clock", Label: "Next clock", Keys: keys(control.KeyY), Do: func(g *App) {
				g.Viewing.nextClock(&g.Demo.Notices)
			}},
		})},
		{"Jump to", slices.Concat([]command{
			{Name: "next-event", Label: "Next event", Line: "Next / previous event", Keys: keys(control.KeyArrowDown),
				Repeats: true, Do: func(g *App) { g.Demo.seekEvent(1, g.Viewing.classes, "event") }},
			{Name: "previous-event", Label: "Previous event", Joined: true, Keys: keys(control.KeyArrowUp),
				Repeats: true, Do: func(g *App) { g.Demo.seekEvent(-1, g.Viewing.classes, "event") }},
			{Name: "next-kill", Label: "Next kill", Line: "Next / previous kill", Keys: keys(control.KeyK),
				Repeats: true, Do: func(g *App) { g.seekKill(1) }},
			{Name: "previous-kill", Label: "Previous kill", Joined: true, Keys: shift(control.KeyK), Repeats: true,
				Do: func(g *App) { g.seekKill(-1) }},
			{Name: "next-own", Label: "Next kill or death of the followed player", Line: "… of the followed player",
				Keys: keys(control.KeyI), Repeats: true, Do: func(g *App) {
					g.Demo.seekEvent(1, mineClasses, mineMissing)
				}},
			{Name: "previous-own", Label: "Previous kill or death of the followed player", Joined: true,
				Keys: shift(control.KeyI), Repeats: true, Do: func(g *App) {
					g.Demo.seekEvent(-1, mineClasses, mineMissing)
				}},
			{Name: "next-chat", Label: "Next chat", Line: "Next / previous chat", Keys: keys(control.KeyT),
				Repeats: true, Do: func(g *App) { g.Demo.seekEvent(1, chatClasses, "chat") }},
			{Name: "previous-chat", Label: "Previous chat", Joined: true, Keys: shift(control.KeyT), Repeats: true,
				Do: func(g *App) { g.Demo.seekEvent(-1, chatClasses, "chat") }},
			{Name: "next-level", Label: "Next level or page", Line: "Level, or page of a list",
				Short: "PgUp PgDn", Keys: keys(control.KeyPageDown), Repeats: true,
				Do: func(g *App) { g.panels.turn(1) }},
			{Name: "previous-level", Label: "Previous level or page", Joined: true,
				Keys: keys(control.KeyPageUp), Repeats: true, Do: func(g *App) { g.panels.turn(-1) }},
			{Name: "next-match", Label: "Next match", Joined: true, Keys: shift(control.KeyEnd),
				Repeats: true, Do: func(g *App) { g.Demo.seekMatch(1) }},
			{Name: "previous-match", Label: "Previous match", Joined: true, Keys: shift(control.KeyHome), Repeats: true,
				Do: func(g *App) { g.Demo.seekMatch(-1) }},
			{Name: "next-file", Label: "Next demo or result", Line: "Next / previous demo",
				Keys: shift(control.KeyN), Do: func(g *App) { g.changeFile(1) }},
			{Name: "previous-file", Label: "Previous demo or result", Joined: true, Keys: shift(control.KeyP),
				Do: func(g *App) { g.changeFile(-1) }},
			{Name: "event-list", Label: "Event list", Short: "F3", Keys: keys(control.KeyF3, control.KeyBackquote),
				Do: func(g *App) { g.panels.toggleList() }},
			{Name: "search-events", Label: "Search events", Line: "Search events, commands",
				Keys: keys(control.KeySlash), Do: func(g *App) { g.panels.searchEvents() }},
			{Name: "command-palette", Label: "Command palette", Joined: true,
				Keys: slices.Concat(shift(control.KeySlash),
					shift(control.KeyF1)), Pad: pad(control.ButtonCenterRight), Anywhere: true,
				Do: func(g *App) { g.finder.show(false) }},
		}, filterCommands(), []command{
			{Name: "copy-link", Label: "Copy link to this moment", Keys: shift(control.KeyU), Do: func(g *App) {
				g.copyLink(g.copy)
			}},
		})},
		{"Bookmarks and clips", needMarks([]command{
			{Name: "bookmark", Label: "Set / remove bookmark", Keys: keys(control.KeyB), Do: func(g *App) {
				g.Demo.Marks.toggle(g.Demo.Player.Clock(), &g.Demo.Notices)
			}},
			{Name: "name-bookmark", Label: "Name bookmark", Keys: shift(control.KeyB), Do: func(g *App) {
				g.Demo.nameBookmark()
			}},
			{Name: "next-bookmark", Label: "Next bookmark", Line: "Next / previous bookmark", Keys: keys(control.KeyF2),
				Repeats: true, Do: func(g *App) { g.Demo.seekBookmark(1) }},
			{Name: "previous-bookmark", Label: "Previous bookmark", Joined: true, Keys: shift(control.KeyF2),
				Repeats: true, Do: func(g *App) { g.Demo.seekBookmark(-1) }},
			{Name: "clip-start", Label: "Set clip start", Line: "Set clip start / end",
				Keys: shift(control.KeyBracketLeft), Do: func(g *App) {
					g.Demo.Marks.setClipStart(g.Demo.Player.Clock(), &g.Demo.Notices)
				}},
			{Name: "clip-end", Label: "Set clip end", Joined: true, Keys: shift(control.KeyBracketRight),
				Do: func(g *App) { g.Demo.Marks.setClipEnd(g.Demo.Player.Clock(), &g.Demo.Notices) }},
			{Name: "clip-loop", Label: "Loop clip", Line: "Loop / cut clip",
				Keys: shift(control.KeyBackslash), Do: func(g *App) {
					g.Demo.Marks.toggleLoop(g.Demo.Player.Clock(), &g.Demo.Notices)
				}},
			{Name: "clip-cut", Label: "Cut clip into a new demo", Joined: true, Keys: shift(control.KeyBackquote),
				Do: func(g *App) { g.clips.cut(g.Demo) }},
			{Name: "export-video", Label: "Export video of the clip / cancel",
				Keys: shift(control.KeyF3), Do: func(g *App) {
					g.clips.exportVideo(&g.views, g.opener.open)
				}},
			{Name: "clip-clear", Label: "Clear clip", Keys: shift(control.KeyBackspace),
				Do: func(g *App) { g.Demo.Marks.clearClip(&g.Demo.Notices) }},
			{Name: "path-point", Label: "Add camera path point",
				Keys: keys(control.KeySemicolon), Do: func(g *App) {
					g.Demo.Marks.setPathPoint(g.Demo.Player.Clock(), &g.Active.View, &g.Demo.Notices)
				}},
			{Name: "path-play", Label: "Play camera path", Line: "Play camera path, next point",
				Keys: keys(control.KeyQuote), Do: func(g *App) {
					if g.Demo.Marks.togglePath(&g.Active.Camera, &g.Demo.Notices) {
						g.ReleasePointer()
					}
				}},
			{Name: "path-next", Label: "Next camera path point", Joined: true, Keys: shift(control.KeyQuote),
				Do: func(g *App) { g.Demo.nextPathPoint() }},
			{Name: "path-delete", Label: "Delete camera path", Keys: shift(control.KeySemicolon),
				Do: func(g *App) { g.Demo.Marks.deletePath(&g.Active.Camera, &g.Demo.Notices) }},
		})},
		{"Players and camera", []command{
			{Name: "next-player", Label: "Next player", Line: "Next / previous player", Keys: keys(control.KeyN),
				Pad: pad(control.ButtonLeftRight), Repeats: true, Do: func(g *App) { g.followNext(1) }},
			{Name: "previous-player", Label: "Previous player", Joined: true, Keys: keys(control.KeyP),
				Pad: pad(control.ButtonLeftLeft), Repeats: true, Do: func(g *App) { g.followNext(-1) }},
			{Name: "recorder", Label: "Recorder's view", Keys: keys(control.KeyR), Do: (*App).followRecorder},
			{Name: "director", Label: "Director on / off", Keys: shift(control.KeyC),
				Do: (*App).toggleDirector},
			{Name: "next-camera", Label: "Next camera", Keys: keys(control.KeyC),
				Pad: pad(control.ButtonRightLeft), Do: (*App).nextCamera},
			{
				Name: "split-screen", Label: "Split screen", Line: "Split screen: add / close",
				Keys: shift(control.KeyPeriod), Do: (*App).changeViews,
				State: func(v *viewing) string { return fmt.Sprint(v.Views) },
			},
			{Name: "close-view", Label: "Close view", Joined: true, Keys: shift(control.KeyComma),
				Do: (*App).closeView},
			{Name: "next-view", Label: "Next view", Line: "Split screen: next view", Keys: shift(control.KeyTab),
				Do: (*App).nextView},
			{Name: "free-camera", Label: "Free camera", Keys: keys(control.KeyG),
				Pad: pad(control.ButtonRightTop), Do: (*App).toggleFreeCamera},
		}},
		{"Sound", []command{
			{Name: "volume-down", Label: "Volume down", Line: "Volume down / up", Keys: keys(control.KeyMinus),
				Repeats: true, Do: func(g *App) { g.settings.changeVolume(-10) }},
			{Name: "volume-up", Label: "Volume up", Joined: true, Keys: keys(control.KeyEqual), Repeats: true,
				Do: func(g *App) { g.settings.changeVolume(10) }},
			{Name: "mute", Label: "Mute", Keys: keys(control.KeyM), Do: func(g *App) {
				g.Viewing.toggleMute(&g.Demo.Notices)
			}},
		}},
		{"Free camera", []command{
			{Name: "move-forward", Label: "Move forward", Line: "Forward, back, left, right", Keys: keys(control.KeyW),
				Held: func(h *held) *bool { return &h.forward }},
			{Name: "move-back", Label: "Move back", Joined: true, Keys: keys(control.KeyS), Held: func(h *held) *bool {
				return &h.back
			}},
			{Name: "move-left", Label: "Move left", Joined: true, Keys: keys(control.KeyA), Held: func(h *held) *bool {
				return &h.left
			}},
			{Name: "move-right", Label: "Move right", Joined: true, Keys: keys(control.KeyD),
				Held: func(h *held) *bool {
					return &h.right
				}},
			{Name: "move-up", Label: "Move up", Line: "Up, down", Keys: keys(control.KeyE), Held: func(h *held) *bool {
				return &h.up
			}},
			{Name: "move-down", Label: "Move down", Joined: true, Keys: keys(control.KeyQ), Held: func(h *held) *bool {
				return &h.down
			}},
			{Name: "move-fast", Label: "Move fast (wheel: speed)", Short: "Shift", Keys: keys(control.KeyShiftLeft),
				Held: func(h *held) *bool { return &h.fast }},
		}},
		{"Picture", slices.Concat([]command{
			{
				Name: "mode", Label: "Next render mode", Keys: keys(control.KeyV),
				Do: func(g *App) { g.Viewing.nextMode(&g.Demo.Notices) },
			},
			{Name: "save-picture", Label: "Save picture", Keys: keys(control.KeyZ), Do: func(g *App) {
				g.clips.savePicture(g.Picture)
			}},
			{Name: "brighter", Label: "Brighter", Line: "Brighter / darker", Short: "Shift+PgUp/PgDn",
				Keys: shift(control.KeyPageUp), Repeats: true, Do: func(g *App) { g.settings.changeBrightness(1) }},
			{Name: "darker", Label: "Darker", Joined: true, Keys: shift(control.KeyPageDown), Repeats: true,
				Do: func(g *App) { g.settings.changeBrightness(-1) }},
			{Name: "settings", Label: "Settings", Keys: keys(control.KeyF4),
				Pad: pad(control.ButtonCenterLeft), Anywhere: true, Do: func(g *App) { g.finder.toggleSettings() }},
			{Name: "chat", Label: "Chat", Do: func(g *App) { g.Viewing.toggleChat(&g.Demo.Notices) }},
			{Name: "sound-cues", Label: "Next sound cues", Do: func(g *App) {
				g.Viewing.nextSoundCues(&g.Demo.Notices)
			}},
			{Name: "warnings", Label: "Warnings and map search", Keys: shift(control.KeyV),
				Do: func(g *App) { g.panels.toggleWarnings() }},
		}, switchCommands(), ghostCommands())},
		{"Window", []command{
			{Name: "scoreboard", Label: "Scoreboard", Keys: keys(control.KeyTab),
				Pad: pad(control.ButtonLeftStick), Do: func(g *App) {
					g.panels.toggleScores()
				}, Released: func(g *App) {
					g.panels.releaseScores()
				}},
			{Name: "display", Label: "Display: watch, analyst, clean", Keys: keys(control.KeyO),
				Do: func(g *App) { g.Viewing.nextDisplay(&g.Demo.Notices) }},
			{Name: "fullscreen", Label: "Full screen", Keys: keys(control.KeyF, control.KeyF11), Anywhere: true,
				Do: func(g *App) { g.desktop.ToggleFullscreen() }},
			{Name: "help", Label: "Help", Keys: keys(control.KeyH, control.KeyF1),
				Pad: pad(control.ButtonRightStick), Do: func(g *App) { g.panels.help.toggle() }},
			{Name: "close", Label: "Close / quit", Line: "Close / quit; library", Short: "Esc Shift+Esc",
				Keys: keys(control.KeyEscape), Pad: pad(control.ButtonRightRight), Do: (*App).closeOrQuit},
			{Name: "library", Label: "Library", Joined: true, Keys: shift(control.KeyEscape),
				Anywhere: true, Do: (*App).toggleHome},
		}},
	}
}

// homeCommands returns the commands of the library. Their keys are among navigationKeys. The keys can't be changed and
// do something else while a demo is shown.
func homeCommands() group {
	return group{"Library", []command{
		{Name: "add-folder", Label: "Add folder", Keys: keys(control.KeyF8), Do: atHome((*home).chooseFolder)},
		{Name: "rescan", Label: "Refresh", Keys: keys(control.KeyF5),
			Do: atHome((*home).rescan)},
		{Name: "sort-next", Label: "Sort by next column", Keys: keys(control.KeyF6),
			Do: atHome(func(h *home) { h.sortNext(false) })},
		{Name: "sort-reverse", Label: "Reverse sort order", Keys: shift(control.KeyF6),
			Do: atHome(func(h *home) { h.sortNext(true) })},
		{Name: "moments", Label: "Moments / demos; empty servers", Keys: keys(control.KeyF7),
			Do: atHome((*home).toggleMoments)},
		{Name: "games", Label: "Live games / library", Keys: keys(control.KeyF2),
			Do: atHome((*home).toggleGames)},
		{Name: "favorite", Label: "Add / remove favorite server", Keys: keys(control.KeyF3),
			Do: atHome(func(h *home) { h.games.toggleFavorite(h.host.notices()) })},
		{Name: "columns", Label: "Choose columns", Keys: keys(control.KeyF9), Do: atHome((*home).toggleColumns)},
		{Name: "play-sample", Label: "Play the built-in sample", Do: atHome((*home).playSample)},
	}}
}

// atHome returns a Do function for a command of the library.
func atHome(do func(*home)) func(*App) { return func(g *App) { do(&g.home) } }

// The event classes of the jump commands.
var (
	killClasses = hud.Classes(hud.ClassKill, hud.ClassMine, hud.ClassDeath)
	mineClasses = hud.Classes(hud.ClassMine, hud.ClassDeath)
	chatClasses = hud.Classes(hud.ClassChat)
)

// mineMissing names mineClasses in the message for when no such event exists.
const mineMissing = "kill or death of the followed player"

// seekEnd seeks to the end of the demo, or to the live position of a live game.
func (s *Session) seekEnd() {
	if !s.Player.Growing() {
		s.seekPart(1)
		return
	}
	s.Player.endFastPlay()
	s.Player.GoLive()
	s.Notices.say("Live")
}

// tenthCommands returns the commands on the digit keys, which seek to 0%, 10%, … 90% of the demo.
func tenthCommands() (list []command) {
	for i := range 10 {
		list = append(list, command{
			Name: fmt.Sprintf("seek-%d", 10*i), Label: fmt.Sprintf("Go to %d%%", 10*i), Joined: i > 0,
			Keys: keys(control.KeyDigit0+control.Key(i), control.KeyNumpad0+control.Key(i)),
			Do:   func(g *App) { g.Demo.seekPart(float64(i) / 10) },
		})
	}
	list[0].Line, list[0].Short = "Go to 0–90%", "0 – 9"
	return list
}

// filterCommands returns the commands that show or hide a class of events, on Shift and the digit keys.
func filterCommands() (list []command) {
	for c := range hud.ClassCount {
		list = append(list, command{
			Name: "filter-" + c.String(), Label: "Event filter: " + c.Label(), Joined: c > 0,
			Keys: shift(control.KeyDigit0 + (control.Key(c)+1)%10),
			Do:   func(g *App) { g.Viewing.toggleClass(c, &g.Demo.Notices) },
		})
	}
	list[0].Line, list[0].Short = "Event filters", "Shift+1 – 0"
	return list
}

// switchCommands returns a command for each on/off setting that has an effect while a demo is shown, with the name and
// label of the setting.
func switchCommands() (list []command) {
	table := setting.Table()
	for i := range table {
		s := &table[i]
		if s.Kind != setting.Switch || liveSettingOf(s.Name) == nil || s.Name == "mute" {
			continue
		}
		c := command{Name: s.Name, Label: s.Label, Do: func(g *App) {
			g.Viewing.toggleSwitch(s, &g.Demo.Notices)
		}}
		if key, err := parseChord(s.Key); err == nil {
			c.Keys = []chord{key}
		}
		list = append(list, c)
	}
	return list
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// seekBy returns a function that seeks by a number of viewer's seconds.
func seekBy(seconds float64) func(*App) {
	return func(g *App) {
		g.Demo.Player.SeekBy(seconds)
		g.Demo.sayTime(fmt.Sprintf("%+g s  ", seconds))
	}
}

// goBack wraps a Do function that goes back. It shows a message if that reaches the start of the demo.
func goBack(do func(*App)) func(*App) {
	return func(g *App) {
		if do(g); g.Demo.Player.Clock() <= 0 {
			g.Demo.Notices.sayBriefly("Start of the demo")
		}
	}
}

// seekPart seeks to a fraction of the demo, from 0 to 1.
func (s *Session) seekPart(part float64) {
	d, _ := s.Player.Duration()
	s.Player.Seek(d * part)
	s.sayTime("")
}
