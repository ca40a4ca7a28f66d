package render

import (
	"fmt"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets/tone"
	"demoscope/render/hud"
)

// command is a row of the table of commands: something that a viewer can ask for,
// and the keys for it. It has either Do or Held.
type command struct {
	// Name is its name in the keys file, and never changes.
	Name string
	// Label says in a few words what it does. A press of a key says it again, unless
	// Do says something else.
	Label string
	// Line describes this row and those Joined to it on the help page; if it is
	// empty, Label does.
	Line string
	// Joined adds the keys to the line of the row before on the help page.
	Joined bool
	Keys   []chord
	// Pad are the buttons of a gamepad for it, which need no second at the same time.
	Pad []padButton
	// Short replaces the names of the line's keys on the help page where they
	// would be too many. Each %s in it is the name of the next row's first key, without Shift.
	Short string
	// Repeats calls Do again and again while a key is held.
	Repeats bool
	// Do is called when a key goes down, and Released, if it is not nil, when
	// one goes up.
	Do, Released func(*game)
	// State returns the choice of the viewer that Do changes, in a word, and whether it is
	// on. Commands that have it are the menu of the picture.
	State func(*viewing) (word string, on bool)
	// Anywhere is set if it works in the home too, by those of its keys that type nothing.
	Anywhere bool
	// Held returns the flag that is true while a key is down.
	Held func(*held) *bool
}

// group is a part of the table of commands under a title of the help page.
type group struct {
	Title    string
	Commands []command
}

// held has the flags of the commands with Held: whether their keys are down.
type held struct {
	forward, back, left, right, up, down, fast bool // flying
	playBack, playForward                      bool // fast playing
	sticks                                     sticks
}

// moves reports whether a key that moves the flying camera is down.
func (h *held) moves() bool { return h.forward || h.back || h.left || h.right || h.up || h.down }

// newCommands returns the table of all commands, from which input, help page, keys
// file and README are made.
func newCommands() []group {
	return []group{
		{"Playing", slices.Concat([]command{
			{Name: "pause", Label: "play, pause", Keys: keys(ebiten.KeySpace),
				Pad: pad(ebiten.StandardGamepadButtonRightBottom), Do: func(g *game) { g.demo.togglePause() }},
			{Name: "back-5", Label: "5 seconds back", Line: "5 seconds back, on", Keys: keys(ebiten.KeyArrowLeft),
				Pad: pad(ebiten.StandardGamepadButtonFrontTopLeft), Repeats: true, Do: goBack(seekBy(-5))},
			{Name: "forward-5", Label: "5 seconds on", Joined: true, Keys: keys(ebiten.KeyArrowRight),
				Pad: pad(ebiten.StandardGamepadButtonFrontTopRight), Repeats: true, Do: seekBy(5)},
			{Name: "back-30", Label: "30 seconds back", Line: "30 seconds", Short: "Shift+arrows",
				Keys: shift(ebiten.KeyArrowLeft), Repeats: true, Do: goBack(seekBy(-30))},
			{Name: "forward-30", Label: "30 seconds on", Joined: true, Keys: shift(ebiten.KeyArrowRight), Repeats: true,
				Do: seekBy(30)},
			{Name: "previous-frame", Label: "one frame back", Line: "one frame back, on", Keys: keys(ebiten.KeyComma),
				Repeats: true, Do: goBack(func(g *game) { g.demo.player.Step(-1) })},
			{Name: "next-frame", Label: "one frame on", Joined: true, Keys: keys(ebiten.KeyPeriod), Repeats: true,
				Do: func(g *game) { g.demo.player.Step(1) }},
			{Name: "slower", Label: "slower", Line: "slower, faster", Keys: keys(ebiten.KeyBracketLeft),
				Pad: pad(ebiten.StandardGamepadButtonLeftBottom), Do: func(g *game) { g.demo.changeSpeed(-1) }},
			{Name: "faster", Label: "faster", Joined: true, Keys: keys(ebiten.KeyBracketRight),
				Pad: pad(ebiten.StandardGamepadButtonLeftTop), Do: func(g *game) { g.demo.changeSpeed(1) }},
			{Name: "normal-speed", Label: "normal speed", Short: "Enter", Keys: keys(ebiten.KeyBackslash,
				ebiten.KeyEnter), Do: func(g *game) { g.demo.playNormally() }},
			{Name: "backwards", Label: "play backwards", Keys: keys(ebiten.KeyBackspace), Do: func(g *game) {
				g.demo.reverse()
			}},
			{Name: "beginning", Label: "beginning", Line: "beginning, end or live", Keys: keys(ebiten.KeyHome),
				Do: seekPart(0)},
			{Name: "end", Label: "end, or the live game", Joined: true, Keys: keys(ebiten.KeyEnd), Do: (*game).seekEnd},
		}, tenthCommands(), []command{
			{Name: "hold-back", Label: "back 5 times as fast", Line: "back, on 5 times as fast",
				Keys: keys(ebiten.KeyJ), Pad: pad(ebiten.StandardGamepadButtonFrontBottomLeft),
				Held: func(h *held) *bool { return &h.playBack }},
			{Name: "hold-forward", Label: "on 5 times as fast", Joined: true, Keys: keys(ebiten.KeyL),
				Pad: pad(ebiten.StandardGamepadButtonFrontBottomRight), Held: func(h *held) *bool {
					return &h.playForward
				}},
			{Name: "clock", Label: "which clock is shown", Keys: keys(ebiten.KeyY), Do: func(g *game) {
				g.viewing.nextClock(&g.demo.notices)
			}},
		})},
		{"Jumping", slices.Concat([]command{
			{Name: "next-event", Label: "next event", Line: "next, previous event", Keys: keys(ebiten.KeyArrowDown),
				Repeats: true, Do: func(g *game) { g.demo.seekEvent(1, g.viewing.classes, "event") }},
			{Name: "previous-event", Label: "previous event", Joined: true, Keys: keys(ebiten.KeyArrowUp),
				Repeats: true, Do: func(g *game) { g.demo.seekEvent(-1, g.viewing.classes, "event") }},
			{Name: "next-kill", Label: "next kill", Line: "next, previous kill", Keys: keys(ebiten.KeyK), Repeats: true,
				Do: func(g *game) { g.demo.seekEvent(1, killClasses, "kill") }},
			{Name: "previous-kill", Label: "previous kill", Joined: true, Keys: shift(ebiten.KeyK), Repeats: true,
				Do: func(g *game) { g.demo.seekEvent(-1, killClasses, "kill") }},
			{Name: "next-mine", Label: "next kill or death of the watched", Line: "kill, death of the watched",
				Keys: keys(ebiten.KeyI), Repeats: true, Do: func(g *game) {
					g.demo.seekEvent(1, mineClasses, mineMissing)
				}},
			{Name: "previous-mine", Label: "previous kill or death of the watched", Joined: true,
				Keys: shift(ebiten.KeyI), Repeats: true, Do: func(g *game) {
					g.demo.seekEvent(-1, mineClasses, mineMissing)
				}},
			{Name: "next-chat", Label: "next chat", Line: "chat", Keys: keys(ebiten.KeyT), Repeats: true,
				Do: func(g *game) { g.demo.seekEvent(1, chatClasses, "chat") }},
			{Name: "previous-chat", Label: "previous chat", Joined: true, Keys: shift(ebiten.KeyT), Repeats: true,
				Do: func(g *game) { g.demo.seekEvent(-1, chatClasses, "chat") }},
			{Name: "next-level", Label: "next level, or page of the list", Line: "level, or page of the list",
				Keys: keys(ebiten.KeyPageDown), Repeats: true, Do: func(g *game) { g.turnPage(1) }},
			{Name: "previous-level", Label: "previous level, or page of the list", Joined: true,
				Keys: keys(ebiten.KeyPageUp), Repeats: true, Do: func(g *game) { g.turnPage(-1) }},
			{Name: "next-file", Label: "next file or result", Line: "next, previous file, result",
				Keys: shift(ebiten.KeyN), Do: func(g *game) { g.changeFile(1) }},
			{Name: "previous-file", Label: "previous file or result", Joined: true, Keys: shift(ebiten.KeyP),
				Do: func(g *game) { g.changeFile(-1) }},
			{Name: "list", Label: "list of events", Short: "F3", Keys: keys(ebiten.KeyF3, ebiten.KeyBackquote),
				Do: (*game).toggleList},
			{Name: "search", Label: "search it", Line: "search it, any command", Short: "%s Shift+%s Shift+F1",
				Keys: keys(ebiten.KeySlash), Do: (*game).search},
			{Name: "finder", Label: "find what to do", Joined: true, Keys: slices.Concat(shift(ebiten.KeySlash),
				shift(ebiten.KeyF1)), Pad: pad(ebiten.StandardGamepadButtonCenterRight), Anywhere: true,
				Do: func(g *game) { g.openFinder(false) }},
		}, filterCommands(), []command{
			{Name: "no-spoilers", Label: "hide what lies ahead", Keys: keys(ebiten.KeyU), Do: func(g *game) {
				g.viewing.toggleSpoilers(&g.demo.notices)
			}},
			{Name: "copy-link", Label: "copy a link to this moment", Keys: shift(ebiten.KeyU), Do: (*game).copyLink},
		})},
		{"Marking", needMarks([]command{
			{Name: "bookmark", Label: "set, remove a bookmark", Keys: keys(ebiten.KeyB), Do: func(g *game) {
				g.demo.marks.toggle(g.demo.player.Clock(), &g.demo.notices)
			}},
			{Name: "name-bookmark", Label: "name it", Keys: shift(ebiten.KeyB), Do: func(g *game) {
				g.demo.nameBookmark()
			}},
			{Name: "next-bookmark", Label: "next bookmark", Line: "next, previous bookmark", Keys: keys(ebiten.KeyF2),
				Repeats: true, Do: func(g *game) { g.demo.seekBookmark(1) }},
			{Name: "previous-bookmark", Label: "previous bookmark", Joined: true, Keys: shift(ebiten.KeyF2),
				Repeats: true, Do: func(g *game) { g.demo.seekBookmark(-1) }},
			{Name: "clip-begin", Label: "begin of a clip", Line: "begin, end of a clip",
				Keys: shift(ebiten.KeyBracketLeft), Do: func(g *game) {
					g.demo.marks.beginClip(g.demo.player.Clock(), &g.demo.notices)
				}},
			{Name: "clip-end", Label: "end of a clip", Joined: true, Keys: shift(ebiten.KeyBracketRight),
				Do: func(g *game) { g.demo.marks.endClip(g.demo.player.Clock(), &g.demo.notices) }},
			{Name: "clip-loop", Label: "play the clip in a loop", Line: "loop the clip, cut it out",
				Keys: shift(ebiten.KeyBackslash), Do: func(g *game) {
					g.demo.marks.toggleLoop(g.demo.player.Clock(), &g.demo.notices)
				}},
			{Name: "clip-cut", Label: "cut the clip out, as a demo", Joined: true, Keys: shift(ebiten.KeyBackquote),
				Do: (*game).cutClip},
			{Name: "film", Label: "make a film of the clip, or give it up", Line: "film, forget the clip",
				Keys: shift(ebiten.KeyF3), Do: (*game).filmClip},
			{Name: "clip-forget", Label: "forget the clip", Joined: true, Keys: shift(ebiten.KeyBackspace),
				Do: func(g *game) { g.demo.marks.forgetClip(&g.demo.notices) }},
			{Name: "path-point", Label: "point of the camera's path", Line: "camera's path: point",
				Keys: keys(ebiten.KeySemicolon), Do: (*game).setPathPoint},
			{Name: "path-follow", Label: "along the camera's path", Line: "follow it, next point",
				Keys: keys(ebiten.KeyQuote), Do: (*game).followPath},
			{Name: "path-next", Label: "next point of the path", Joined: true, Keys: shift(ebiten.KeyQuote),
				Do: (*game).nextPathPoint},
			{Name: "path-forget", Label: "forget the path", Keys: shift(ebiten.KeySemicolon), Do: (*game).forgetPath},
		})},
		{"Watching", []command{
			{Name: "next-player", Label: "next player (click)", Keys: keys(ebiten.KeyN),
				Pad: pad(ebiten.StandardGamepadButtonLeftRight), Repeats: true, Do: func(g *game) { g.follow(1) }},
			{Name: "previous-player", Label: "previous (right click)", Keys: keys(ebiten.KeyP),
				Pad: pad(ebiten.StandardGamepadButtonLeftLeft), Repeats: true, Do: func(g *game) { g.follow(-1) }},
			{Name: "recorder", Label: "recorder's view", Keys: keys(ebiten.KeyR), Do: (*game).watchRecorder},
			{Name: "director", Label: "the director chooses, or you", Keys: shift(ebiten.KeyF),
				Do: (*game).toggleDirector},
			{Name: "chase", Label: "next camera", Keys: keys(ebiten.KeyC),
				Pad: pad(ebiten.StandardGamepadButtonRightLeft), Do: (*game).nextCamera},
			{Name: "view-kick", Label: "strafe roll, view kick (eyes)", Line: "strafe roll, view kick",
				Keys: keys(ebiten.KeyZ), Do: (*game).toggleViewKick},
			{
				Name: "views", Label: "views of several players", Line: "views, next, close", Short: "Shift+%s %s %s",
				Keys: shift(ebiten.KeyPeriod), Do: (*game).changeViews,
				State: func(v *viewing) (string, bool) { return fmt.Sprint(v.views), v.views > 1 },
			},
			{Name: "next-view", Label: "next view (click)", Joined: true, Keys: shift(ebiten.KeyTab),
				Do: (*game).nextView},
			{Name: "close-view", Label: "close the view", Joined: true, Keys: shift(ebiten.KeyComma),
				Do: (*game).closeView},
			{Name: "fly", Label: "fly freely, or stop flying", Keys: keys(ebiten.KeyF),
				Pad: pad(ebiten.StandardGamepadButtonRightTop), Do: (*game).toggleFly},
		}},
		{"Sound", []command{
			{Name: "quieter", Label: "quieter", Line: "quieter, louder", Keys: keys(ebiten.KeyMinus), Repeats: true,
				Do: func(g *game) { g.changeVolume(-1) }},
			{Name: "louder", Label: "louder", Joined: true, Keys: keys(ebiten.KeyEqual), Repeats: true,
				Do: func(g *game) { g.changeVolume(1) }},
			{Name: "mute", Label: "silence", Keys: shift(ebiten.KeyMinus), Do: (*game).toggleMute},
			{Name: "pitch", Label: "pitch follows the speed", Keys: shift(ebiten.KeyEqual), Do: (*game).toggleTape},
			{Name: "announcer", Label: "announcer", Line: "announcer, chat", Keys: shift(ebiten.KeyF5),
				Do: func(g *game) { g.toggleKind(tone.Announcer) }},
			{Name: "chat-sound", Label: "sound of chat", Joined: true, Keys: shift(ebiten.KeyF6), Do: func(g *game) {
				g.toggleKind(tone.Chat)
			}},
			{Name: "footsteps", Label: "footsteps", Line: "footsteps, ambience", Keys: shift(ebiten.KeyF7),
				Do: func(g *game) { g.toggleKind(tone.Footsteps) }},
			{Name: "ambience", Label: "ambience", Joined: true, Keys: shift(ebiten.KeyF8), Do: func(g *game) {
				g.toggleKind(tone.Ambience)
			}},
		}},
		{"Flying", []command{
			{Name: "move-forward", Label: "forward", Line: "forward, back, left, right", Keys: keys(ebiten.KeyW),
				Held: func(h *held) *bool { return &h.forward }},
			{Name: "move-back", Label: "back", Joined: true, Keys: keys(ebiten.KeyS), Held: func(h *held) *bool {
				return &h.back
			}},
			{Name: "move-left", Label: "left", Joined: true, Keys: keys(ebiten.KeyA), Held: func(h *held) *bool {
				return &h.left
			}},
			{Name: "move-right", Label: "right", Joined: true, Keys: keys(ebiten.KeyD), Held: func(h *held) *bool {
				return &h.right
			}},
			{Name: "move-up", Label: "up", Line: "up, down", Keys: keys(ebiten.KeyE), Held: func(h *held) *bool {
				return &h.up
			}},
			{Name: "move-down", Label: "down", Joined: true, Keys: keys(ebiten.KeyQ), Held: func(h *held) *bool {
				return &h.down
			}},
			{Name: "move-fast", Label: "fast (wheel: speed)", Short: "Shift", Keys: keys(ebiten.KeyShiftLeft),
				Held: func(h *held) *bool { return &h.fast }},
		}},
		{"Picture", slices.Concat([]command{
			{
				Name: "draw-mode", Label: "how the level is drawn", Keys: keys(ebiten.KeyV), Do: func(g *game) {
					g.viewing.nextMode(&g.demo.notices)
					g.keep("mode")
				},
				State: func(v *viewing) (string, bool) { return v.mode.String(), true },
			},
			{Name: "brighter", Label: "brighter", Line: "brighter, darker", Keys: shift(ebiten.KeyPageUp), Repeats: true,
				Do: func(g *game) { g.changeBrightness(1) }},
			{Name: "darker", Label: "darker", Joined: true, Keys: shift(ebiten.KeyPageDown), Repeats: true,
				Do: func(g *game) { g.changeBrightness(-1) }},
			command{Name: "x-ray", Label: "players through walls", Keys: keys(ebiten.KeyX)}.
				switches(func(v *viewing) *bool { return &v.xray }, "X-ray"),
			command{Name: "walked-ground", Label: "ground that was walked", Keys: keys(ebiten.KeyG)}.
				switches(func(v *viewing) *bool { return &v.walked }, "Heat map"),
			command{Name: "markers", Label: "items and things", Keys: keys(ebiten.KeyM)}.
				hides(func(v *viewing) *bool { return &v.noMarkers }, "Items"),
			{Name: "view-menu", Label: "menu of the picture", Line: "menu, settings", Keys: keys(ebiten.KeyF4),
				Do: (*game).toggleMenu},
			{Name: "settings", Label: "settings", Joined: true, Keys: shift(ebiten.KeyF4),
				Pad: pad(ebiten.StandardGamepadButtonCenterLeft), Anywhere: true, Do: func(g *game) {
					g.openFinder(true)
				}},
			command{Name: "tints", Label: "colours of textures", Line: "colours, grid, sky, ...",
				Short: "Shift+%s %s %s ...", Keys: shift(ebiten.KeyC)}.
				hides(func(v *viewing) *bool { return &v.noTints }, "Texture tints"),
			command{Name: "grid", Label: "grid on large faces", Joined: true, Keys: shift(ebiten.KeyG)}.
				hides(func(v *viewing) *bool { return &v.noGrid }, "Floor grid"),
			command{Name: "sky", Label: "lines of the sky", Joined: true, Keys: shift(ebiten.KeyY)}.
				hides(func(v *viewing) *bool { return &v.noSky }, "Sky lines"),
			command{Name: "flicker", Label: "flickering lights", Joined: true, Keys: shift(ebiten.KeyZ)}.
				hides(func(v *viewing) *bool { return &v.noFlicker }, "Flickering lights"),
			command{Name: "names", Label: "names of players", Joined: true, Keys: shift(ebiten.KeyM)}.
				hides(func(v *viewing) *bool { return &v.noNames }, "Player names"),
			command{Name: "arrows", Label: "arrows to who is near", Joined: true, Keys: shift(ebiten.KeyO)}.
				hides(func(v *viewing) *bool { return &v.noPointers }, "Off-screen arrows"),
			command{Name: "inset", Label: "inset of who fights from outside", Joined: true, Keys: shift(ebiten.KeyF9)}.
				hides(func(v *viewing) *bool { return &v.noInset }, "Picture-in-picture"),
			command{Name: "foretell", Label: "the kill that comes", Joined: true, Keys: shift(ebiten.KeyF12)}.
				hides(func(v *viewing) *bool { return &v.noForetell }, "Kill preview"),
			{
				Name: "show-sounds", Label: "sounds for the eye", Joined: true, Keys: shift(ebiten.KeyF10),
				Do:    func(g *game) { g.viewing.nextSeenSounds(&g.demo.notices) },
				State: func(v *viewing) (string, bool) { return v.seen.String(), v.seen != SoundsUnseen },
			},
			command{Name: "effects", Label: "effects", Joined: true, Keys: shift(ebiten.KeyX)}.
				hides(func(v *viewing) *bool { return &v.noEffects }, "Effects"),
			command{Name: "damage", Label: "damage, liquids (eyes)", Joined: true, Keys: shift(ebiten.KeyR)}.
				hides(func(v *viewing) *bool { return &v.noFelt }, "Damage and water tint"),
			{Name: "map-search", Label: "where the map was looked for", Joined: true, Keys: shift(ebiten.KeyV),
				Do: (*game).toggleWarnings},
		}, overlayCommands(), []command{
			{Name: "scores", Label: "scores", Line: "scores (click: follow)", Keys: keys(ebiten.KeyTab),
				Pad: pad(ebiten.StandardGamepadButtonLeftStick), Do: (*game).toggleScores, Released: func(g *game) {
					g.viewing.releaseScores()
				}},
			{
				Name: "display", Label: "display: watch, analyst, clean", Keys: keys(ebiten.KeyO),
				Do:    func(g *game) { g.viewing.nextDisplay(&g.demo.notices) },
				State: func(v *viewing) (string, bool) { return v.display.String(), v.display != hud.Clean },
			},
			{Name: "fullscreen", Label: "full screen", Keys: keys(ebiten.KeyF11), Anywhere: true, Do: func(g *game) {
				g.desktop.toggleFullscreen()
			}},
			{Name: "help", Label: "all keys", Line: "this page", Keys: keys(ebiten.KeyH, ebiten.KeyF1),
				Pad: pad(ebiten.StandardGamepadButtonRightStick), Do: (*game).toggleHelp},
			{Name: "leave", Label: "close what is open, quit", Line: "close, quit; library", Short: "Esc Shift+Esc",
				Keys: keys(ebiten.KeyEscape), Pad: pad(ebiten.StandardGamepadButtonRightRight), Do: (*game).leave},
			{Name: "home", Label: "library, or back to the demo", Joined: true, Keys: shift(ebiten.KeyEscape),
				Anywhere: true, Do: (*game).toggleHome},
		})},
	}
}

// homeCommands returns the commands of the home, whose keys are among the walkKeys: they mean something else over a
// demo, and cannot be changed.
func homeCommands() group {
	return group{"Library", []command{
		{Name: "add-folder", Label: "add a folder", Keys: keys(ebiten.KeyF8), Do: (*game).chooseFolder},
		{Name: "rescan", Label: "look through the folders, or ask the servers", Keys: keys(ebiten.KeyF5),
			Do: (*game).rescan},
		{Name: "sort-next", Label: "sort by the next column", Keys: keys(ebiten.KeyF6), Do: func(g *game) {
			g.sortNext(false)
		}},
		{Name: "sort-reverse", Label: "sort the other way round", Keys: shift(ebiten.KeyF6), Do: func(g *game) {
			g.sortNext(true)
		}},
		{Name: "moments", Label: "moments, or their demos; empty servers", Keys: keys(ebiten.KeyF7),
			Do: (*game).toggleMoments},
		{Name: "games", Label: "games that are being played, or your demos", Keys: keys(ebiten.KeyF4),
			Do: (*game).toggleGames},
		{Name: "favourite", Label: "make a server a favourite, or not", Keys: keys(ebiten.KeyF3),
			Do: (*game).toggleFavourite},
		{Name: "columns", Label: "columns of the table", Keys: keys(ebiten.KeyF9), Do: (*game).toggleColumns},
		{Name: "play-sample", Label: "play the sample", Do: (*game).playSample},
	}}
}

// The classes of events with keys of their own.
var (
	killClasses = hud.Classes(hud.ClassKill, hud.ClassMine, hud.ClassDeath)
	mineClasses = hud.Classes(hud.ClassMine, hud.ClassDeath)
	chatClasses = hud.Classes(hud.ClassChat)
)

// mineMissing names mineClasses where there is no such event.
const mineMissing = "kill or death of the watched"

// seekEnd goes to the end of the demo, or of one that grows to where it is live.
func (g *game) seekEnd() {
	if p := &g.demo.player; p.Growing() {
		p.endFast()
		p.GoLive()
		g.demo.notices.say("Live")
		return
	}
	seekPart(1)(g)
}

// tenthCommands returns the commands that seek to the tenths of the demo, on the
// digit keys.
func tenthCommands() (list []command) {
	for i := range 10 {
		list = append(list, command{
			Name: fmt.Sprintf("tenth-%d", i), Label: fmt.Sprintf("to %d %% of the demo", 10*i), Joined: i > 0,
			Keys: keys(ebiten.KeyDigit0+ebiten.Key(i), ebiten.KeyNumpad0+ebiten.Key(i)),
			Do:   seekPart(float64(i) / 10),
		})
	}
	list[0].Line, list[0].Short = "to a tenth of the demo", "0 - 9"
	return list
}

// filterCommands returns the commands that show or hide a class of events, on Shift
// and the digit keys.
func filterCommands() (list []command) {
	for c := range hud.ClassCount {
		list = append(list, command{
			Name: "filter-" + c.String(), Label: "events on, off: " + c.String(), Joined: c > 0,
			Keys: shift(ebiten.KeyDigit0 + (ebiten.Key(c)+1)%10),
			Do:   func(g *game) { g.viewing.filter(c, &g.demo.notices) },
		})
	}
	list[0].Line, list[0].Short = "kinds of events on, off", "Shift+1 - 0"
	return list
}

// switches makes c the command of a choice that is on or off. thing is the name of what it switches.
func (c command) switches(choice func(*viewing) *bool, thing string) command {
	c.State = func(v *viewing) (string, bool) { return onOff(*choice(v)) }
	return c.toggles(choice, thing)
}

// hides is switches for a choice that is true while the thing is off.
func (c command) hides(choice func(*viewing) *bool, thing string) command {
	c.State = func(v *viewing) (string, bool) { return onOff(!*choice(v)) }
	return c.toggles(choice, thing)
}

// toggles sets Do, which changes a choice and shows the state that results.
func (c command) toggles(choice func(*viewing) *bool, thing string) command {
	state := c.State
	c.Do = func(g *game) {
		b := choice(&g.viewing)
		*b = !*b
		_, on := state(&g.viewing)
		g.demo.notices.sayState(thing, on)
	}
	return c
}

func onOff(on bool) (string, bool) {
	if on {
		return "on", true
	}
	return "off", false
}

// seekBy returns a function that seeks by viewer's seconds.
func seekBy(seconds float64) func(*game) {
	return func(g *game) {
		g.demo.player.SeekBy(seconds)
		g.demo.sayTime(fmt.Sprintf("%+v s  ", seconds))
	}
}

// goBack returns a function that goes back by do, and says so where that is the beginning, which may be
// nearer than do goes.
func goBack(do func(*game)) func(*game) {
	return func(g *game) {
		if do(g); g.demo.player.Clock() <= 0 {
			g.demo.notices.sayBriefly("Beginning")
		}
	}
}

// seekPart returns a function that seeks to a part of the demo, from 0 to 1.
func seekPart(part float64) func(*game) {
	return func(g *game) {
		d, _ := g.demo.player.Duration()
		g.demo.player.Seek(d * part)
		g.demo.sayTime("")
	}
}
