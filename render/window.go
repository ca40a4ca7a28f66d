// Package render is the window: it turns keyboard and mouse into commands, and draws
// the finished buffers of [demoscope/render/scene] and [demoscope/render/hud] on the
// screen. It knows no file formats.
//
// What it shows of demos, and reads of the keys file, is bounded: texts (maxNotice,
// maxTitle), maps (maxMapsLoading, maxMapsKept), keys ([MaxKeyFile], [bounded.WrongLines]). A panic
// costs the demo or map that met it: see [demoscope/internal/fault].
package render

import (
	"context"
	"image/color"
	"os"
	"os/signal"
	"runtime"
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets"
	"demoscope/assets/icon"
	"demoscope/player"
	"demoscope/player/bookmarks"
	levels "demoscope/player/rebuilt"
	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// The usual size of a window, in device-independent pixels, and the smallest.
const (
	defaultWidth  = 1280
	defaultHeight = 720
	minWidth      = 480
	minHeight     = 300
)

// background is the color of scene.Background.
var background = color.RGBA{
	uint8(scene.Background.R*255 + 0.5), uint8(scene.Background.G*255 + 0.5), uint8(scene.Background.B*255 + 0.5), 255,
}

// LiveSource is the source of a live game. Each of its functions may be nil.
type LiveSource struct {
	// Spectate is called in each frame with the followed player, -1 for nobody, and the place and direction of the
	// view, in Quake units and degrees: the server sends what can be seen from there.
	Spectate func(slot int, origin, angles [3]float32)
	// Awaits says in each frame what is waited for, for people; empty while the game comes.
	Awaits func() string
	// GiveUp ends waiting for a game that went away, and reports whether there was one. Esc does it.
	GiveUp func() bool
}

// Options describe a demo to show, and the window for it.
type Options struct {
	// Player plays the demo.
	Player *player.Player
	Maps   Maps
	Title  string
	// Place is where the window is, as the setting of that name has it.
	Place string
	// Path is what Open takes for the demo.
	Path string
	// Key returns the SHA-256 of its content in hexadecimal digits. It is called on a goroutine of its
	// own, and may be called again. A demo with nil is not among those that were watched lately.
	Key func() string
	// Replaced is closed once the demo, which grows, has ended and another one has taken its Path: that is opened
	// then. It is nil if that cannot happen.
	Replaced <-chan struct{}
	// Cut makes a demo of a clip; nil if there is no such thing.
	Cut CutFunc
	// Source is the source of a live game.
	Source LiveSource
	// Opening, if not nil, says what is waited for while Open opens a game that is being played; empty for nothing.
	Opening func() string
	// Home is what is seen without a demo; nil for a window that has no such thing.
	Home *Home
	// Width and Height are of the window, in device-independent pixels; 0
	// stands for 1280x720. Unless Sized is set it is no larger than the largest screen.
	Width, Height int
	Sized         bool
	Fullscreen    bool
	Version       string // for the help page
	Renderer      Renderer
	// Choices are the viewer's settings as they begin; those that are missing are as usual.
	Choices setting.Values
	// Settled are the settings as they are kept: what the next window begins with.
	Settled setting.Values
	// Camera is how the camera behaves to begin with.
	Camera camera.How
	// Fly, if it is not nil, is where the camera flies to begin with.
	Fly *Camera
	// Views is how many views there shall be, up to MaxViews, as soon as there are players for
	// them. Watch has the slots of whom those besides the first show, which is the one that the
	// Player follows; those without one show whom the first does not.
	Views   int
	Watch   []int
	Palette *assets.Palette // of the game; nil for a built-in one
	Models  *assets.Models  // of the game; nil for figures of our own alone
	Ghost   Ghost
	// Director is whether the director chooses whom one watches, until the viewer does.
	Director Director
	// Score is the sound of this demo, nil for none. It is used by the window alone.
	Score *sound.Score
	// Remember keeps a setting that the viewer has changed for the next windows; nil if none is
	// kept.
	Remember func(name string, value setting.Value) error
	// Bookmarks opens those of this demo, on a goroutine of its own, because they are named after a
	// hash of all of it. They are saved whenever they change, and the error is shown. It is nil if
	// they are not to be kept.
	Bookmarks func() (*bookmarks.Bookmarks, error)
	// Kept is where surveys of levels are kept whose maps are missing.
	Kept levels.Kept
	// Keys are from [ReadKeys].
	Keys Keys
	// Notice is a warning to begin with, such as one about the settings; it may
	// be empty.
	Notice string
	// Open opens the demo at a path, which was dropped on the window or is one of
	// Files. It is called on a goroutine of its own. Of the result the size and place of the
	// window, Fullscreen, Renderer, Choices, Settled, Camera, Fly, Copy, Ghost, Remember, Version,
	// Home, Keys, Open, List, Reread, GameFolders, Files, File, Titles, Gap and
	// QuitAfter are ignored. The context ends when the viewer gives it up, and once it is open. If it is nil,
	// dropped files and Files are ignored.
	Open func(ctx context.Context, path string) (Options, error)
	// List reads a list of demos, or an archive of several, that was dropped on the window, with titles as
	// Titles has them; listed is false for a file that is none. What is wrong in a list is an error; the
	// demos are played nevertheless. It is called on a goroutine of its own. If it is nil, lists are no demos.
	List func(path string) (files []string, titles map[string]string, listed bool, err error)
	// Reread returns the settings as they are kept now: another window may have changed them. With an error nothing
	// of it is taken over. It is called on a goroutine of its own. It is nil if none are kept.
	Reread func() (setting.Values, error)
	// GameFolders, if not nil, is told the game folders of the settings when they change, for the demos that Open opens
	// from then on. It is called from the window's goroutine.
	GameFolders func(folders []string)
	// Files are the paths of the demos that are played one after another, and File is
	// the index of this one.
	Files []string
	File  int
	// Titles are short texts on some of Files, by path.
	Titles map[string]string
	// Gap is how long the window waits at the end of a file before the next, in seconds, up to
	// MaxGap; QuitAfter is whether the program ends at the end of the last.
	Gap       float64
	QuitAfter bool
	// Copy takes the link of a moment of the demo with this Path where the viewer can paste it, and returns
	// what is said of that. If it is nil, links are only said. It is called from the window's goroutine.
	Copy func(link, path string) string
	// Close, if it is not nil, is called when the demo is no longer shown.
	Close func()
	// First, if it is not nil, is called once the first picture is finished but not yet drawn.
	First func()
	// Report, if it is not nil, gets the errors of mistakes in this program that cost a map
	// or a file, each a [*fault.Error], for a log. It is called from any goroutine.
	Report func(error)
	// Abandon, if it is not nil, is called from another goroutine if the window does not
	// end although it must, because a driver waits for ever: with an [*Interrupted] some
	// seconds behind a signal, or with [ErrDisplayGone]. It ends the process.
	Abandon func(error)

	maps *levelMaps // with the map of the first level, if that was begun before
}

// Interrupted is the error of [Run] if a signal has closed the window.
type Interrupted struct{ Signal os.Signal }

func (e *Interrupted) Error() string { return "ended by a signal: " + e.Signal.String() }

// Run shows the demo in a window until that is closed, or the process is asked to end by
// a signal: then the error is an [*Interrupted]. Of Run, [Shot] and [Timedemo], only one may
// be called in a process, and only once. Any other error is a [*WindowError], or a
// [*fault.Error] if a mistake in this program has closed it. If the display goes away, the
// library that talks to it may end the process with status 1 and a line of its own.
func Run(o Options) error {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = defaultWidth, defaultHeight
	}
	if !o.Sized {
		o.Width, o.Height = fitWindow(o.Width, o.Height, screens())
	}
	o.loadFirst()
	openWindow(&o)
	g := newGame(&o, windowDesktop{}, windowDevices{})
	g.first = o.First
	g.reader.touched = fingersAlone()
	signals := NotifySignals()
	defer signal.Stop(signals)
	g.signals = signals
	g.hearing, g.remember = newHearing(openSpeaker, o.Report), o.Remember
	g.reread = o.Reread
	defer g.hearing.end()
	g.beginHome()
	done := make(chan struct{})
	defer close(done)
	if runtime.GOOS != "js" { // where memory never shrinks
		go returnMemory(done)
	}
	if o.Abandon != nil {
		again := NotifySignals()
		defer signal.Stop(again)
		dog := &watchdog{turns: &g.turns, signals: again, patience: stillPatience, abandon: o.Abandon}
		if os.Getenv("WAYLAND_DISPLAY") == "" {
			dog.display = displayAt(os.Getenv("DISPLAY"), unixSockets)
		}
		go dog.watch(done)
	}
	err := run(g)
	g.keepPlace()
	g.opener.drop()
	g.endHome()
	g.endFilm()
	g.endCut()
	g.preview.end()
	g.demo.end()
	g.ghost.end()
	if err == nil && g.signal != nil {
		return &Interrupted{g.signal}
	}
	return err
}

// loadFirst begins to load the map of the first level, while the window comes up.
func (o *Options) loadFirst() {
	o.maps = newLevelMaps(o.Maps, o.Report)
	o.maps.update(o.Player.Moment().World, 0)
}

// NotifySignals returns a channel of the signals that end a window, and a film: Ctrl+C, a logout, the end of
// the terminal. Those that the process was begun with ignored, as nohup does, stay ignored.
func NotifySignals() chan os.Signal {
	signals := make(chan os.Signal, 1)
	for _, s := range endSignals {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	return signals
}

// maxTitle is how many characters of a demo's name the title of the window has: more
// than one shows. A name in an archive may have 65,535, and a display refuses long ones.
const maxTitle = 200

// windowTitle returns the title of the window of a demo, without characters that do not
// print: a name in an archive may have any, and systems end a title at a zero or refuse it.
func windowTitle(demo string) string {
	if demo == "" {
		return "Demoscope"
	}
	var title []rune
	for _, r := range demo {
		if len(title) == maxTitle {
			title = append(title, '…')
			break
		}
		if !unicode.IsPrint(r) {
			r = unicode.ReplacementChar
		}
		title = append(title, r)
	}
	return string(title) + " - Demoscope"
}

// openWindow sets up the window.
func openWindow(o *Options) {
	control.Printed = printedOn
	if runtime.GOOS != "js" { // a page has its own
		go func() { // it takes some milliseconds, and the window need not wait
			if list, err := icon.Window(); err == nil {
				ebiten.SetWindowIcon(list)
			}
		}()
	}
	ebiten.SetWindowTitle(windowTitle(o.Title))
	ebiten.SetWindowSize(o.Width, o.Height)
	ebiten.SetWindowSizeLimits(minWidth, minHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	openAt(o.Place)
	ebiten.SetFullscreen(o.Fullscreen)
	ebiten.SetScreenClearedEveryFrame(false) // Draw fills it
	ebiten.SetTPS(ebiten.SyncWithFPS)
}

// run runs a game; its error is a [*WindowError], or a [*fault.Error] if
// the game panicked.
func run(game windowGame) error {
	g := &guarded{game: game}
	err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{X11ClassName: "demoscope", X11InstanceName: "demoscope"})
	switch {
	case err == nil:
		return nil
	case g.err != nil:
		return g.err
	case !hasDisplay():
		return &WindowError{noDisplayError{err}}
	}
	return &WindowError{err}
}

// noDisplayError is an error of a desktop where there is no display; its text does not help then.
type noDisplayError struct{ err error }

func (noDisplayError) Error() string   { return "no display (DISPLAY is not set)" }
func (e noDisplayError) Unwrap() error { return e.err }

// WindowError is the error of [Run], [Shot] and [Timedemo] if no window can be opened.
type WindowError struct{ why error }

func (e *WindowError) Error() string { return "can't open a window: " + e.why.Error() }

func (e *WindowError) Unwrap() error { return e.why }

// hasDisplay reports whether there may be a display to open a window on.
func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// windowDesktop is the window of Ebitengine.
type windowDesktop struct{}

func (windowDesktop) captureCursor(captured bool) {
	mode := ebiten.CursorModeVisible
	if captured {
		mode = ebiten.CursorModeCaptured
	}
	ebiten.SetCursorMode(mode)
}

func (windowDesktop) showHand(hand bool) {
	shape := ebiten.CursorShapeDefault
	if hand {
		shape = ebiten.CursorShapePointer
	}
	ebiten.SetCursorShape(shape)
}

func (windowDesktop) toggleFullscreen()     { ebiten.SetFullscreen(!ebiten.IsFullscreen()) }
func (windowDesktop) setTitle(title string) { ebiten.SetWindowTitle(title) }
func (windowDesktop) minimized() bool       { return ebiten.IsWindowMinimized() }
func (windowDesktop) focused() bool         { return ebiten.IsFocused() }

// legendLine returns a line of the legend on the help page.
func legendLine(item scene.LegendItem) hud.LegendLine {
	return hud.LegendLine{Name: item.Name, Draw: func(b *draw.Buffer, x, y, size float32) {
		scene.LegendIcon(b, item.Kind, x, y, size)
	}}
}
